package org.eigenlens.matrix;

/** Solves small symmetric positive definite systems, in place of a call into LAPACK a row. */
public final class Cholesky {

  private Cholesky() {}

  /** Returns x with a·x = b; the lower triangle of a is overwritten by its factor. */
  public static double[] solve(double[][] a, double[] b) {
    int n = b.length;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = a[i][j];
        for (int p = 0; p < j; p++) {
          sum -= a[i][p] * a[j][p];
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
