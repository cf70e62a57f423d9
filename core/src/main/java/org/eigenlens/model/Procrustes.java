package org.eigenlens.model;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * One configuration of points laid over another: moved, turned or mirrored, and scaled so that the
 * squared distances of partners are least (Gower, 1975).
 *
 * <p>With both centred, BᵀA = UΣVᵀ: the turn is UVᵀ, the scale tr Σ / ‖B‖². Costs 2nk² operations.
 *
 * @param matched the second configuration, laid over the first
 * @param target the first configuration, centred
 * @param disagreement 1 − (tr Σ)² / (‖A‖²‖B‖²): 0 for the same shape, which two configurations of
 *     one point each have, 1 for nothing in common
 */
public record Procrustes(DenseMatrix target, DenseMatrix matched, double disagreement) {

  /**
   * Lays the second configuration over the first; one with fewer coordinates is taken to have zeros
   * there.
   *
   * @throws IllegalArgumentException unless both have the same number of rows, at least one
   */
  public static Procrustes match(DenseMatrix first, DenseMatrix second) {
    if (first.rows() != second.rows() || first.rows() == 0) {
      throw new IllegalArgumentException(
          "Only configurations of the same rows can be matched, and these have %d and %d."
              .formatted(first.rows(), second.rows()));
    }
    int k = Math.max(first.columns(), second.columns());
    DenseMatrix a = centred(first, k);
    DenseMatrix b = centred(second, k);
    DenseMatrix product = DenseMatrix.zeros(k, k);
    LinearAlgebra.multiply(1, b, true, a, false, 0, product);
    LinearAlgebra.Svd svd = LinearAlgebra.svd(product);
    DenseMatrix turn = LinearAlgebra.multiply(svd.left(), svd.right());
    double trace = Arrays.stream(svd.values()).sum();
    double squaresA = squares(a);
    double squaresB = squares(b);
    DenseMatrix matched = LinearAlgebra.multiply(b, turn);
    double[] factors = new double[k];
    Arrays.fill(factors, squaresB > 0 ? trace / squaresB : 0);
    LinearAlgebra.scaleColumns(matched, factors);
    double cosine = trace / Math.sqrt(squaresA) / Math.sqrt(squaresB);
    boolean bothPoints = squaresA == 0 && squaresB == 0;
    double agreement = bothPoints ? 1 : Double.isNaN(cosine) ? 0 : cosine * cosine;
    return new Procrustes(a, matched, Math.max(0, 1 - agreement));
  }

  private static DenseMatrix centred(DenseMatrix points, int columns) {
    DenseMatrix centred = DenseMatrix.zeros(points.rows(), columns);
    LinearAlgebra.copy(points, centred.columnRange(0, points.columns()));
    double[] mean = LinearAlgebra.sumOfRows(centred);
    Arrays.setAll(mean, j -> mean[j] / points.rows());
    LinearAlgebra.subtractFromRows(centred, mean);
    return centred;
  }

  private static double squares(DenseMatrix a) {
    double sum = 0;
    for (double[] row : a.toArray()) {
      for (double value : row) {
        sum += value * value;
      }
    }
    return sum;
  }
}
