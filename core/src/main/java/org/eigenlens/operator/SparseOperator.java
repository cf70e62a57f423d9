package org.eigenlens.operator;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.SparseMatrix;

/**
 * A sparse symmetric matrix as an operator; both triangles are stored.
 *
 * <p>Costs two operations a stored element and vector, on all cores, and memory for a copy of the
 * vectors.
 */
public record SparseOperator(SparseMatrix matrix) implements SymmetricOperator {

  private static final int ROWS = 1024;

  /** Checks that the matrix is square. */
  public SparseOperator {
    if (matrix.rows() != matrix.columns()) {
      throw new IllegalArgumentException(
          "A symmetric matrix is square, not " + matrix.rows() + " × " + matrix.columns() + ".");
    }
  }

  @Override
  public int size() {
    return matrix.rows();
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    int n = size();
    int count = in.rows();
    // Vectors side by side: an element is read once, and its row of values is next to each other.
    double[][] beside = new double[n][count];
    double[] vector = new double[n];
    for (int v = 0; v < count; v++) {
      in.getRow(v, vector, 0);
      for (int i = 0; i < n; i++) {
        beside[i][v] = vector[i];
      }
    }
    double[][] products = new double[n][count];
    Parallel.forEach(
        (n + ROWS - 1) / ROWS,
        task -> {
          for (int i = task * ROWS; i < Math.min(n, (task + 1) * ROWS); i++) {
            double[] sum = products[i];
            for (int p = matrix.start(i); p < matrix.end(i); p++) {
              double value = matrix.valueOf(p);
              double[] other = beside[matrix.columnOf(p)];
              for (int v = 0; v < count; v++) {
                sum[v] += value * other[v];
              }
            }
          }
        });
    for (int v = 0; v < count; v++) {
      for (int i = 0; i < n; i++) {
        vector[i] = products[i][v];
      }
      out.setRow(v, vector, 0);
    }
  }

  @Override
  public double trace() {
    double sum = 0;
    for (int i = 0; i < size(); i++) {
      sum += matrix.get(i, i);
    }
    return sum;
  }
}
