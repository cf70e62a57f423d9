package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.SparseMatrix;
import org.junit.jupiter.api.Test;

/** Rows and columns that point the same way. */
class SimilarTest {

  @Test
  void theSmallestAngleComesFirstAndZerosPointNowhere() {
    DenseMatrix rows = DenseMatrix.copyOf(new double[][] {{0, 2}, {0, 0}, {3, 3}, {-1, 0}, {9, 0}});
    List<Similar> found = Similar.nearest(rows, new double[] {1, 0}, 10);
    assertThat(found).extracting(Similar::row).containsExactly(4, 2, 0, 3);
    // One product, two roots and a quotient.
    assertThat(found.get(1).cosine()).isEqualTo(Math.sqrt(0.5), within(1e-15));
    assertThat(Similar.nearest(rows, new double[] {1, 0}, 1)).hasSize(1);
    assertThatThrownBy(() -> Similar.nearest(rows, new double[3], 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2")
        .hasMessageContaining("3");
  }

  @Test
  void aRowOfOneColumnIsNearestToThatColumn() {
    DenseMatrix rows =
        DenseMatrix.copyOf(new double[][] {{1, 1, 0, 0}, {2, 1, 0, 0}, {0, 0, 3, 1}, {0, 0, 1, 1}});
    LinearModel model = Pca.builder().center(false).components(2).fit(rows);
    List<Similar> found = Similar.columns(model, new double[] {0, 0, 1, 0}, 4);
    assertThat(found.get(0).cosine()).isEqualTo(1, within(1e-12));
    assertThat(found.subList(0, 2)).extracting(Similar::row).containsExactlyInAnyOrder(2, 3);
  }

  @Test
  void neitherMeansNorScalesNorWhiteningMoveARowFromItsColumn() {
    DenseMatrix rows =
        DenseMatrix.copyOf(
            new double[][] {
              {5, 1, 0, 0}, {7, 1, 0, 2}, {9, 0, 3, 1}, {4, 0, 1, 1}, {8, 2, 2, 5}, {6, 4, 1, 0}
            });
    for (boolean standardize : new boolean[] {false, true}) {
      LinearModel model =
          Pca.builder().standardize(standardize).whiten(true).components(3).fit(rows);
      for (int j = 0; j < 4; j++) {
        double[] row = new double[4];
        row[j] = 2;
        Similar first = Similar.columns(model, row, 1).get(0);
        assertThat(first.row()).isEqualTo(j);
        // A vector beside a multiple of itself: a few roundings.
        assertThat(first.cosine()).isEqualTo(1, within(1e-14));
      }
    }
  }

  @Test
  void whatRoundingLeavesOfZeroPointsNowhere() {
    DenseMatrix rows = DenseMatrix.copyOf(new double[][] {{2, 0}, {1e-15, 1e-16}, {1e-5, 1e-5}});
    double[] point = {1, 1};
    assertThat(Similar.nearest(rows, point, 9)).extracting(Similar::row).containsExactly(2, 0);
    assertThat(Similar.nearest(rows, point, 9, 1e-4)).extracting(Similar::row).containsExactly(0);
    assertThat(Similar.nearest(rows, point, 9, Double.NaN)).hasSize(2);
    assertThat(Similar.nearest(rows, new double[] {0, 1e-14}, 9)).isEmpty();
    assertThat(Similar.nearest(rows, new double[2], 9)).isEmpty();
  }

  @Test
  void someRowsOfASparseMatrixStaySparse() {
    SparseMatrix x =
        SparseMatrix.of(3, 3, new int[] {0, 1, 1, 3}, new int[] {2, 0, 1}, new double[] {5, 6, 7});
    SparseMatrix some = x.rows(new int[] {2, 1, 0, 2});
    assertThat(some.nonZeros()).isEqualTo(5);
    assertThat(some.toArray())
        .isDeepEqualTo(new double[][] {{6, 7, 0}, {0, 0, 0}, {0, 0, 5}, {6, 7, 0}});
  }
}
