package org.eigenlens.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SparseMatrixTest {

  private static SparseMatrix example() {
    return SparseMatrix.of(
        4, 3, new int[] {0, 2, 2, 3, 5}, new int[] {0, 2, 1, 0, 1}, new double[] {1, 2, 3, 4, 5});
  }

  @Test
  void absentElementsAreZero() {
    assertThat(example().toArray())
        .isDeepEqualTo(new double[][] {{1, 0, 2}, {0, 0, 0}, {0, 3, 0}, {4, 5, 0}});
    assertThat(example().get(0, 2)).isEqualTo(2);
    assertThat(example().get(1, 2)).isZero();
    assertThat(example().nonZeros()).isEqualTo(5);
  }

  @Test
  void viewsShowTheirRows() {
    SparseMatrix view = example().rowRange(1, 4).rowRange(1, 3);
    assertThat(view.toArray()).isDeepEqualTo(new double[][] {{0, 3, 0}, {4, 5, 0}});
    assertThat(view.get(1, 1)).isEqualTo(5);
    assertThat(view.nonZeros()).isEqualTo(3);
    assertThat(view.columnOf(view.start(0))).isEqualTo(1);
    assertThat(view.valueOf(view.end(1) - 1)).isEqualTo(5);
    assertThatThrownBy(() -> view.get(2, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.row(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void emptyMatricesHaveNothing() {
    SparseMatrix empty = SparseMatrix.of(0, 0, new int[] {0}, new int[0], new double[0]);
    assertThat(empty.nonZeros()).isZero();
    assertThat(empty).hasToString("0 × 0 sparse matrix with 0 non-zeros");
    assertThat(example().rowRange(2, 2).nonZeros()).isZero();
  }

  private static void assertRefused(
      int rows, int columns, int[] starts, int[] indices, String message) {
    assertThatThrownBy(
            () -> SparseMatrix.of(rows, columns, starts, indices, new double[indices.length]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void negativeSizesAreRefused() {
    assertRefused(-1, 2, new int[0], new int[0], "-1 rows and 2 columns");
    assertRefused(1, -2, new int[] {0, 0}, new int[0], "1 rows and -2 columns");
  }

  @Test
  void brokenRowsAreRefused() {
    assertRefused(2, 3, new int[] {0, 1}, new int[] {0}, "3 starts");
    assertRefused(1, 3, new int[] {1, 1}, new int[] {0}, "starts from 0");
    assertRefused(1, 3, new int[] {0, 2}, new int[] {0}, "end at element 2, but there are 1");
    assertRefused(2, 3, new int[] {0, 9, 1}, new int[] {0}, "Row 1 ends before it starts");
    assertRefused(2, 3, new int[] {0, -1, 1}, new int[] {0}, "Row 0 ends before it starts");
  }

  @Test
  void brokenColumnsAreRefused() {
    assertRefused(1, 3, new int[] {0, 1}, new int[] {3}, "column 3");
    assertRefused(1, 3, new int[] {0, 1}, new int[] {-1}, "column -1");
    assertRefused(1, 3, new int[] {0, 2}, new int[] {1, 1}, "column 1 out of order");
    assertRefused(1, 3, new int[] {0, 2}, new int[] {2, 0}, "column 0 out of order");
  }

  @Test
  void columnsWithoutValuesAreRefused() {
    assertThatThrownBy(() -> SparseMatrix.of(1, 3, new int[] {0, 1}, new int[] {0}, new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 columns for 2 values");
  }
}
