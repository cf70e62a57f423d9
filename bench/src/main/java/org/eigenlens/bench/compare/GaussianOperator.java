package org.eigenlens.bench.compare;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.SymmetricOperator;

/**
 * The matrix of exp(−γ‖x − y‖²), computed as it is written: differences, squares, {@code Math.exp}.
 *
 * <p>It shares no line with the kernels that are judged by it, and loses no digits to ‖x‖² + ‖y‖² −
 * 2x·y. Rows are computed a few at a time and forgotten, so it takes little memory; each
 * application costs n²(3d + 2b) operations for b vectors.
 */
final class GaussianOperator implements SymmetricOperator {

  private static final int ROWS_AT_ONCE = 32;

  /** So many squared distances stay in the nearest cache while the columns go by. */
  private static final int CHUNK = 1024;

  private final double gamma;
  private final int size;
  private final double[][] columns;

  GaussianOperator(DenseMatrix points, double gamma) {
    this.gamma = gamma;
    size = points.rows();
    columns = new double[points.columns()][];
    Arrays.setAll(columns, points::column);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public double trace() {
    return size;
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    Parallel.forEach(
        (size + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE,
        block -> {
          int from = block * ROWS_AT_ONCE;
          int to = Math.min(size, from + ROWS_AT_ONCE);
          try (Scratch scratch = new Scratch()) {
            DenseMatrix rows = scratch.matrix(to - from, size);
            double[] row = new double[size];
            for (int i = from; i < to; i++) {
              fill(i, row);
              rows.setRow(i - from, row, 0);
            }
            LinearAlgebra.multiply(1, in, false, rows, true, 0, out.columnRange(from, to));
          }
        });
  }

  private void fill(int i, double[] row) {
    Arrays.fill(row, 0);
    for (int from = 0; from < size; from += CHUNK) {
      int to = Math.min(size, from + CHUNK);
      for (double[] column : columns) {
        addSquares(column[i], column, from, to, row);
      }
      for (int j = from; j < to; j++) {
        row[j] = Math.exp(-gamma * row[j]);
      }
    }
  }

  /** A loop of its own, which the compiler turns into vector instructions. */
  private static void addSquares(double value, double[] column, int from, int to, double[] sums) {
    for (int j = from; j < to; j++) {
      double difference = value - column[j];
      sums[j] += difference * difference;
    }
  }
}
