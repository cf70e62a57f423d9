package org.eigenlens.matrix;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A matrix for a given backend, possibly a view inside a larger one.
 *
 * <p>The frame around a view holds not-a-number: reading it spoils the result, writing it is found
 * by {@link #assertFrameUntouched}.
 */
record Framed(DenseMatrix whole, DenseMatrix view, int border) {

  static final int WIDE = 3;

  static Framed unset(Backend backend, int border, int rows, int columns) {
    return unset(backend, border, rows, columns, Precision.DOUBLE);
  }

  static Framed unset(Backend backend, int border, int rows, int columns, Precision precision) {
    int height = rows + 2 * border;
    int width = columns + 2 * border;
    Storage storage = backend.allocate((long) height * width, precision, true);
    DenseMatrix whole = DenseMatrix.over(storage, height, width);
    double[] blank = new double[width];
    java.util.Arrays.fill(blank, Double.NaN);
    for (int i = 0; i < height; i++) {
      whole.setRow(i, blank, 0);
    }
    DenseMatrix view = whole.rowRange(border, border + rows).columnRange(border, border + columns);
    return new Framed(whole, view, border);
  }

  static Framed of(Backend backend, int border, double[][] values, int columns) {
    return of(backend, border, values, columns, Precision.DOUBLE);
  }

  static Framed of(
      Backend backend, int border, double[][] values, int columns, Precision precision) {
    Framed framed = unset(backend, border, values.length, columns, precision);
    for (int i = 0; i < values.length; i++) {
      framed.view.setRow(i, values[i], 0);
    }
    return framed;
  }

  static Framed of(Backend backend, int border, double[][] values) {
    return of(backend, border, values, values.length == 0 ? 0 : values[0].length);
  }

  double[][] values() {
    return view.toArray();
  }

  void assertFrameUntouched() {
    for (int i = 0; i < whole.rows(); i++) {
      double[] row = whole.row(i);
      for (int j = 0; j < row.length; j++) {
        boolean within =
            i >= border && i < border + view.rows() && j >= border && j < border + view.columns();
        if (!within && !Double.isNaN(row[j])) {
          assertThat(row[j]).as("frame at %d, %d", i, j).isNaN();
        }
      }
    }
  }
}
