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
    double[] third = model.transform(new double[] {0, 0, 1, 0});
    List<Similar> found = Similar.columns(model, third, 4);
    assertThat(found.get(0).cosine()).isEqualTo(1, within(1e-12));
    assertThat(found.subList(0, 2)).extracting(Similar::row).containsExactlyInAnyOrder(2, 3);
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
