package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;

class ProcrustesTest {

  private static final DenseMatrix A =
      DenseMatrix.copyOf(new double[][] {{0, 0}, {4, 0}, {4, 1}, {1, 3}});

  /** Turns by an angle, mirrors, scales and moves. */
  private static DenseMatrix moved(double angle, boolean mirrored) {
    double[][] rows = A.toArray();
    for (double[] row : rows) {
      double x = mirrored ? -row[0] : row[0];
      double y = row[1];
      row[0] = 2.5 * (x * Math.cos(angle) - y * Math.sin(angle)) + 7;
      row[1] = 2.5 * (x * Math.sin(angle) + y * Math.cos(angle)) - 3;
    }
    return DenseMatrix.copyOf(rows);
  }

  @Test
  void aMovedTurnedMirroredAndScaledShapeIsFoundAgain() {
    for (boolean mirrored : new boolean[] {false, true}) {
      Procrustes match = Procrustes.match(A, moved(1.1, mirrored));
      // Rounding only: numbers of size ten.
      assertThat(match.disagreement()).isCloseTo(0, within(1e-13));
      for (int i = 0; i < A.rows(); i++) {
        assertThat(match.matched().row(i)).containsExactly(match.target().row(i), within(1e-12));
      }
    }
  }

  @Test
  void theDisagreementIsThatOfScipy() {
    // scipy.spatial.procrustes(A, B)[2], SciPy 1.17.
    DenseMatrix b = DenseMatrix.copyOf(new double[][] {{0, 0}, {1, 0}, {0, 1}, {1, 1}});
    assertThat(Procrustes.match(A, b).disagreement()).isCloseTo(0.8266666666666665, within(1e-12));
  }

  @Test
  void fewerCoordinatesCountAsZeros() {
    Procrustes match = Procrustes.match(A, A.columnRange(0, 1).copy());
    assertThat(match.matched().columns()).isEqualTo(2);
    assertThat(match.disagreement()).isBetween(0.0, 1.0);
  }

  @Test
  void otherRowsAreRefused() {
    assertThatThrownBy(() -> Procrustes.match(A, DenseMatrix.zeros(3, 2)))
        .hasMessageContaining("4 and 3");
  }

  @Test
  void twoSinglePointsAreTheSameShapeAndTheUnitDoesNotMatter() {
    DenseMatrix point = DenseMatrix.copyOf(new double[][] {{3, 1}, {3, 1}});
    assertThat(Procrustes.match(point, point).disagreement()).isZero();
    assertThat(Procrustes.match(A.rowRange(0, 2).copy(), point).disagreement()).isEqualTo(1);
    double[][] large = A.toArray();
    for (double[] row : large) {
      java.util.Arrays.setAll(row, j -> row[j] * 1e90);
    }
    DenseMatrix big = DenseMatrix.copyOf(large);
    // The trace and both sums of squares are rounded: a few units in the last place of 1.
    assertThat(Procrustes.match(big, big).disagreement()).isCloseTo(0, within(1e-14));
  }
}
