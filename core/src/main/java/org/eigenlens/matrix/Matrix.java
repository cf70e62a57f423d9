package org.eigenlens.matrix;

/**
 * A matrix of numbers in memory: rows are samples, columns are features.
 *
 * <p>Methods of this library never modify a matrix that is handed to them.
 */
public sealed interface Matrix extends RowSource permits DenseMatrix, SparseMatrix {

  /** Returns the number of rows. */
  int rows();

  /** Returns one element. For loops over many elements prefer {@link #row}. */
  double get(int row, int column);

  /** Returns a copy of one row. */
  double[] row(int row);

  /** Returns the rows from {@code from} to {@code to} (exclusive) as a view of the same numbers. */
  Matrix rowRange(int from, int to);

  /** Returns a copy as an array of rows. */
  default double[][] toArray() {
    double[][] copy = new double[rows()][];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = row(i);
    }
    return copy;
  }

  /** Copies an array of rows of equal length. */
  static DenseMatrix of(double[][] rows) {
    return DenseMatrix.copyOf(rows);
  }
}
