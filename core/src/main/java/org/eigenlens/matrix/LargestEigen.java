package org.eigenlens.matrix;

import java.util.Arrays;

/**
 * The largest eigenpairs of a symmetric matrix, looked at before they are believed.
 *
 * <p>LAPACK's way to few vectors (bisection and inverse iteration) may return fewer than were asked
 * for, or vectors that are none, where eigenvalues repeat. What it returns is therefore measured;
 * if it is not an eigendecomposition to rounding, the whole matrix is decomposed instead, by a way
 * that repeated eigenvalues do not disturb.
 */
final class LargestEigen {

  /** How many units of nε‖A‖ a residual may have; the backward error of LAPACK is a few. */
  private static final double ROUNDING = 100 * Math.ulp(1.0);

  private LargestEigen() {}

  /** Writes the vectors of the largest values of a, which stays as it is, in ascending order. */
  static double[] of(Backend backend, DenseMatrix a, DenseMatrix vectors) {
    int n = a.rows();
    int k = vectors.rows();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix work = scratch.matrix(n, n);
      LinearAlgebra.copy(a, work);
      double[] values = backend.largestEigen(work, vectors);
      if (areEigenpairs(a, values, vectors)) {
        return values;
      }
      LinearAlgebra.copy(a, work);
      double[] all = backend.symmetricEigen(work);
      LinearAlgebra.copy(work.rowRange(n - k, n), vectors);
      return Arrays.copyOfRange(all, n - k, n);
    }
  }

  /** Tells whether values ascend, vectors are orthonormal and VA = ΛV; NaN is none of these. */
  static boolean areEigenpairs(DenseMatrix a, double[] values, DenseMatrix vectors) {
    int n = a.rows();
    int k = values.length;
    double limit = ROUNDING * Math.max(1, n);
    for (int i = 1; i < k; i++) {
      if (!(values[i] >= values[i - 1])) {
        return false;
      }
    }
    try (Scratch scratch = new Scratch()) {
      DenseMatrix products = scratch.zeros(k, k);
      LinearAlgebra.multiply(1, vectors, false, vectors, true, 0, products);
      for (int i = 0; i < k; i++) {
        for (int j = 0; j < k; j++) {
          if (!(Math.abs(products.get(i, j) - (i == j ? 1 : 0)) <= limit)) {
            return false;
          }
        }
      }
      DenseMatrix residuals = scratch.matrix(k, n);
      LinearAlgebra.copy(vectors, residuals);
      LinearAlgebra.scaleRows(residuals, values);
      LinearAlgebra.multiply(1, vectors, false, a, false, -1, residuals);
      double largest = limit * length(a);
      for (int i = 0; i < k; i++) {
        if (!(length(residuals.rowRange(i, i + 1)) <= largest)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns the Frobenius norm, scaled so that no square overflows or vanishes. */
  private static double length(DenseMatrix a) {
    double largest = 0;
    double[] row = new double[a.columns()];
    for (int i = 0; i < a.rows(); i++) {
      a.getRow(i, row, 0);
      for (double value : row) {
        largest = Math.max(largest, Math.abs(value));
      }
    }
    if (largest == 0 || !Double.isFinite(largest)) {
      return largest;
    }
    double sum = 0;
    for (int i = 0; i < a.rows(); i++) {
      a.getRow(i, row, 0);
      for (double value : row) {
        sum += (value / largest) * (value / largest);
      }
    }
    return largest * Math.sqrt(sum);
  }
}
