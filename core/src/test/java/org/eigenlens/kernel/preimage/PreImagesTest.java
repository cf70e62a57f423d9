package org.eigenlens.kernel.preimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;

class PreImagesTest {

  private static PreImages batch(int fallbacks, int unconverged, double... errors) {
    return new PreImages(
        DenseMatrix.zeros(errors.length, 2),
        errors,
        new int[errors.length],
        1,
        fallbacks,
        unconverged,
        PreImageMethod.FIXED_POINT,
        List.of("A remark."));
  }

  @Test
  void batchesAreJoinedInOrderWithoutTheirPoints() {
    PreImages joined =
        PreImages.joined(
            List.of(batch(1, 0, 0.25, 0.125).withoutPoints(), batch(0, 2, 0.75, 0.0625, 0.5)));
    assertThat(joined.errors()).containsExactly(0.25, 0.125, 0.75, 0.0625, 0.5);
    assertThat(joined.iterations()).hasSize(5);
    assertThat(joined.points().rows()).isZero();
    assertThat(joined.restarts()).isEqualTo(2);
    assertThat(joined.fallbacks()).isEqualTo(1);
    assertThat(joined.unconverged()).isEqualTo(2);
    assertThat(joined.medianError()).isEqualTo(0.25);
    assertThat(joined.largestError()).isEqualTo(0.75);
    assertThat(joined.outcome())
        .isEqualTo(
            "5 pre-images by fixed-point: relative error in feature space 0.250 in the middle,"
                + " 0.750 at worst (row 3). Begun again 2 times. A remark.");
    assertThat(joined.problems()).hasSize(3);
    assertThat(joined.summary())
        .startsWith(joined.outcome())
        .contains(" No iteration was possible for 1 row; ", " Still moving at the end: 2 rows.")
        .endsWith(" stand for (error 0.5 or more).");
  }

  /** Only the fixed point looks for the least error, so what the others miss may be there. */
  @Test
  void aPointThatRidgeHasNotFoundMayBeThere() {
    PreImages learned =
        new PreImages(
            DenseMatrix.zeros(1, 2),
            new double[] {0.75},
            new int[1],
            0,
            0,
            0,
            PreImageMethod.RIDGE,
            List.of());
    assertThat(learned.problems())
        .containsExactly(
            "ridge found no point whose image is near what the coordinates of 1 row stand for"
                + " (error 0.5 or more); fixed-point may come nearer");
  }

  @Test
  void rowsWithoutCoordinatesHaveNoError() {
    PreImages spread = batch(0, 0, 0.25, 0.125).spread(new int[] {1, 3}, 4);
    assertThat(spread.errors()).containsExactly(Double.NaN, 0.25, Double.NaN, 0.125);
    assertThat(spread.outcome()).startsWith("2 pre-images by ").contains("0.250 at worst (row 2)");
    assertThat(spread.problems()).isEmpty();
    PreImages none = batch(0, 0).spread(new int[0], 3);
    assertThat(none.medianError()).isNaN();
    assertThat(none.largestError()).isNaN();
    assertThat(none.summary()).isEqualTo("0 pre-images by fixed-point.");
  }

  @Test
  void nothingIsNotJoined() {
    assertThatThrownBy(() -> PreImages.joined(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
