package org.eigenlens.operator;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;

/**
 * HAH with H = I − 11ᵀ/n: an operator with its row and column means removed.
 *
 * <p>Vectors are centred before and after A is applied, so the centred matrix is never formed
 * beside the raw one. (Lecture equation 46, applied instead of stored.)
 *
 * <p>Costs what A costs and 4n operations a vector, and memory for a copy of the vectors. Safe to
 * use from several threads if A is.
 */
public final class CenteredOperator implements SymmetricOperator {

  private final SymmetricOperator inner;
  private double[] innerMeans;

  /** Wraps an operator. */
  public CenteredOperator(SymmetricOperator inner) {
    this.inner = inner;
  }

  @Override
  public int size() {
    return inner.size();
  }

  /** Returns the mean of each row of A, asked for once; those of HAH are zero. */
  public synchronized double[] innerMeans() {
    if (innerMeans == null) {
      innerMeans = inner.rowMeans();
    }
    return innerMeans.clone();
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix centered = scratch.matrix(in.rows(), in.columns());
      LinearAlgebra.copy(in, centered);
      center(centered);
      inner.apply(centered, out);
    }
    center(out);
  }

  /** Subtracts from each row its mean: multiplies by H. */
  public static void center(DenseMatrix rows) {
    Parallel.forEach(
        rows.rows(),
        i -> {
          double[] row = rows.row(i);
          double sum = 0;
          for (double value : row) {
            sum += value;
          }
          double mean = sum / row.length;
          for (int j = 0; j < row.length; j++) {
            row[j] -= mean;
          }
          rows.setRow(i, row, 0);
        });
  }

  /**
   * Replaces a symmetric matrix in memory by HAH = A − 1r̄ᵀ − r̄1ᵀ + g, and returns its row means
   * r̄.
   */
  public static double[] centerMatrix(DenseMatrix matrix) {
    int n = matrix.rows();
    double[] means = LinearAlgebra.sumOfRows(matrix);
    Arrays.setAll(means, j -> means[j] / n);
    double grand = Arrays.stream(means).sum() / n;
    double[] row = new double[n];
    for (int i = 0; i < n; i++) {
      matrix.getRow(i, row, 0);
      for (int j = 0; j < n; j++) {
        row[j] += (grand - means[i]) - means[j];
      }
      matrix.setRow(i, row, 0);
    }
    return means;
  }

  /** Returns tr(A) − 1ᵀA1/n, from the means of the rows of A. */
  @Override
  public double trace() {
    return inner.trace() - Arrays.stream(innerMeans()).sum();
  }
}
