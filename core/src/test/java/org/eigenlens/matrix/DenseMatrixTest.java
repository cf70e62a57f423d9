package org.eigenlens.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eigenlens.matrix.TestMatrices.SEED;
import static org.junit.jupiter.api.Assumptions.abort;

import org.eigenlens.matrix.openblas.OpenBlas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DenseMatrixTest {

  @Test
  void transposingCrossesTheEdgesOfTiles() {
    for (int[] shape : new int[][] {{1, 1}, {3, 2100}, {130, 7}, {129, 1025}}) {
      DenseMatrix a = DenseMatrix.zeros(shape[0], shape[1]);
      double[] row = new double[shape[1]];
      for (int i = 0; i < shape[0]; i++) {
        for (int j = 0; j < shape[1]; j++) {
          row[j] = 10_000 * i + j;
        }
        a.setRow(i, row, 0);
      }
      DenseMatrix t = a.transpose();
      assertThat(t.rows()).isEqualTo(shape[1]);
      for (int j = 0; j < shape[1]; j++) {
        assertThat(t.row(j)).containsExactly(a.column(j));
      }
    }
  }

  @Test
  void zerosAreZeroInBothPrecisions() {
    for (Precision precision : Precision.values()) {
      DenseMatrix a = DenseMatrix.zeros(3, 4, precision);
      assertThat(a.toRowMajor()).hasSize(12).containsOnly(0);
      assertThat(a.precision()).isEqualTo(precision);
    }
  }

  @Test
  void negativeSizesAreRefused() {
    assertThatThrownBy(() -> DenseMatrix.zeros(-1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("-1", "2");
  }

  @Test
  void raggedRowsAreRefusedWithBothLengths() {
    assertThatThrownBy(() -> DenseMatrix.copyOf(new double[][] {{1, 2}, {3}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Row 1 has 1 values, but row 0 has 2.");
  }

  @Test
  void wrongNumberOfValuesIsRefused() {
    assertThatThrownBy(() -> DenseMatrix.copyOf(2, 3, 1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("2 × 3", "2 given");
  }

  @Test
  void storageOfAnotherSizeIsRefused() {
    Storage storage = LinearAlgebra.backend().allocate(5, Precision.DOUBLE, true);
    assertThatThrownBy(() -> DenseMatrix.over(storage, 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("2 × 3", "5");
  }

  @Test
  void elementsOutsideAreRefusedEvenIfTheStorageHasThem() {
    DenseMatrix view = DenseMatrix.zeros(4, 4).rowRange(1, 3).columnRange(1, 3);
    assertThatThrownBy(() -> view.get(0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.get(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.set(2, 0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.row(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.column(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.rowRange(1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.columnRange(2, 1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> view.setRow(2, new double[2], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void arraysThatAreTooShortAreRefused() {
    DenseMatrix a = DenseMatrix.zeros(2, 5);
    assertThatThrownBy(() -> a.getRow(0, new double[5], 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> a.setRow(0, new double[4], 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void viewsShareTheirNumbers() {
    DenseMatrix a = DenseMatrix.copyOf(TestMatrices.random(6, 7, SEED));
    DenseMatrix view = a.rowRange(2, 5).columnRange(3, 6).rowRange(1, 3).columnRange(1, 2);
    view.set(1, 0, 42);
    assertThat(a.get(4, 4)).isEqualTo(42);
    a.set(3, 4, -1);
    assertThat(view.toRowMajor()).containsExactly(-1, 42);
    assertThat(view.column(0)).containsExactly(-1, 42);
    assertThat(view.toArray()).isDeepEqualTo(new double[][] {{-1}, {42}});
  }

  @Test
  void emptyViewsAreAllowedEverywhere() {
    DenseMatrix a = DenseMatrix.zeros(3, 4);
    assertThat(a.rowRange(3, 3).toRowMajor()).isEmpty();
    assertThat(a.columnRange(4, 4).toRowMajor()).isEmpty();
    assertThat(a.rowRange(3, 3).transpose()).hasToString("4 × 0 matrix of double");
    assertThat(a.columnRange(4, 4).copy()).hasToString("3 × 0 matrix of double");
  }

  @Test
  void copiesHaveTheirOwnNumbers() {
    DenseMatrix a = DenseMatrix.copyOf(1, 2, 1, 2);
    DenseMatrix copy = a.columnRange(1, 2).copy();
    copy.set(0, 0, 9);
    assertThat(a.toRowMajor()).containsExactly(1, 2);
    double[] row = a.row(0);
    row[0] = 9;
    assertThat(a.get(0, 0)).isEqualTo(1);
  }

  @Test
  void floatStorageRoundsOnceAndReadsBackExactly() {
    double[][] values = TestMatrices.random(5, 9, SEED);
    DenseMatrix narrow = DenseMatrix.copyOf(values).copy(Precision.FLOAT);
    DenseMatrix back = narrow.copy();
    DenseMatrix twice = back.copy(Precision.FLOAT);
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 9; j++) {
        assertThat(back.get(i, j)).as("seed %d", SEED).isEqualTo((float) values[i][j]);
      }
    }
    assertThat(twice.toArray()).isDeepEqualTo(back.toArray());
    assertThat(narrow.columnRange(2, 3).column(0)).isEqualTo(back.column(2));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 9", "9, 1", "63, 5", "64, 3", "65, 70", "200, 129"})
  void transposeOfAView(int rows, int columns) {
    double[][] values = TestMatrices.random(rows, columns, SEED);
    Framed a = Framed.of(LinearAlgebra.backend(), Framed.WIDE, values);
    assertThat(a.view().transpose().toArray()).isDeepEqualTo(Reference.transpose(values));
  }

  @Test
  void identityHasOnesOnTheDiagonal() {
    assertThat(DenseMatrix.identity(3).toRowMajor()).containsExactly(1, 0, 0, 0, 1, 0, 0, 0, 1);
  }

  @Test
  void tilesNeverModifyTheMatrix() {
    for (Precision precision : Precision.values()) {
      DenseMatrix a = DenseMatrix.copyOf(TestMatrices.random(50, 3, SEED)).copy(precision);
      double[] before = a.toRowMajor();
      a.rowRange(1, 50)
          .columnRange(1, 3)
          .forEachTile(
              8,
              2,
              (lane, first, tile) -> {
                assertThat(tile.precision()).isEqualTo(Precision.DOUBLE);
                LinearAlgebra.fill(tile, Double.NaN);
              });
      assertThat(a.toRowMajor()).isEqualTo(before);
    }
  }

  /**
   * Reads and writes past 2³¹ elements. Memory that is never written costs no page, so a machine
   * needs the address space only.
   */
  @Test
  void holdsMoreThanTwoToThe31Elements() {
    int rows = 4097;
    int columns = 1 << 19;
    DenseMatrix a = largeOrSkip(rows, columns);
    try {
      DenseMatrix strip = a.columnRange(columns - 2, columns);
      for (int i = 0; i < rows; i++) {
        strip.setRow(i, new double[] {i, -i}, 0);
      }
      assertThat(a.get(rows - 1, columns - 1)).isEqualTo(1.0 - rows);
      double[] last = new double[columns];
      last[0] = 7;
      last[columns - 1] = 8;
      a.setRow(rows - 1, last, 0);
      assertThat(a.row(rows - 1)).isEqualTo(last);
      assertThat(a.get(rows - 2, columns - 2)).isEqualTo(rows - 2.0);
      // A stride this long must not overflow inside the native library either.
      OpenBlas backend = new OpenBlas();
      Storage storage = backend.allocate(2L * rows, Precision.DOUBLE, true);
      DenseMatrix copy = DenseMatrix.over(storage, rows, 2);
      backend.copy(strip, copy);
      assertThat(copy.row(rows - 1)).containsExactly(0, 8);
      assertThat(copy.row(rows - 2)).containsExactly(rows - 2.0, 2.0 - rows);
    } finally {
      a.storage().release();
    }
  }

  private static DenseMatrix largeOrSkip(int rows, int columns) {
    try {
      Storage storage = new OpenBlas().allocate((long) rows * columns, Precision.FLOAT, false);
      return DenseMatrix.over(storage, rows, columns);
    } catch (OutOfMemoryError e) {
      return abort("not enough address space: " + e.getMessage());
    }
  }
}
