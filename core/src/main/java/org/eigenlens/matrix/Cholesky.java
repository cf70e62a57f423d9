package org.eigenlens.matrix;

/** Solves small symmetric positive definite systems, in place of a call into LAPACK a row. */
public final class Cholesky {

  private Cholesky() {}

  /**
   * Returns x with a·x = b, or one of many where a is singular; the lower triangle of a is
   * overwritten by its factor.
   */
  public static double[] solve(double[][] a, double[] b) {
    return solve(a, b, false);
  }

  /**
   * Returns x with a·x = b; the lower triangle of a is overwritten by its factor.
   *
   * @throws NumericalException if a is singular to rounding
   */
  public static double[] solveRegular(double[][] a, double[] b) {
    return solve(a, b, true);
  }

  private static double[] solve(double[][] a, double[] b, boolean regular) {
    int n = b.length;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = a[i][j];
        for (int p = 0; p < j; p++) {
          sum -= a[i][p] * a[j][p];
        }
        if (regular && i == j && !(sum > n * Math.ulp(a[i][i]))) {
          throw new NumericalException(
              "A system of %d equations is singular; regularise it more.".formatted(n));
        }
        a[i][j] = i == j ? Math.sqrt(Math.max(sum, Double.MIN_NORMAL)) : sum / a[j][j];
      }
    }
    double[] x = b.clone();
    for (int i = 0; i < n; i++) {
      for (int p = 0; p < i; p++) {
        x[i] -= a[i][p] * x[p];
      }
      x[i] /= a[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
      for (int p = i + 1; p < n; p++) {
        x[i] -= a[p][i] * x[p];
      }
      x[i] /= a[i][i];
    }
    return x;
  }
}
