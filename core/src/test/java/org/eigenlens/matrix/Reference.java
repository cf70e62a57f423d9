package org.eigenlens.matrix;

/** What the backends are held against: the textbook loops, on arrays of rows. */
final class Reference {

  static final double EPSILON = Math.ulp(1.0);

  private Reference() {}

  static double[][] transpose(double[][] a) {
    int columns = a.length == 0 ? 0 : a[0].length;
    double[][] t = new double[columns][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < columns; j++) {
        t[j][i] = a[i][j];
      }
    }
    return t;
  }

  static double[][] multiply(double[][] a, double[][] b) {
    int columns = b.length == 0 ? 0 : b[0].length;
    double[][] c = new double[a.length][columns];
    for (int i = 0; i < a.length; i++) {
      for (int p = 0; p < b.length; p++) {
        for (int j = 0; j < columns; j++) {
          c[i][j] += a[i][p] * b[p][j];
        }
      }
    }
    return c;
  }

  static double[][] absolute(double[][] a) {
    double[][] b = new double[a.length][];
    for (int i = 0; i < a.length; i++) {
      b[i] = java.util.Arrays.stream(a[i]).map(Math::abs).toArray();
    }
    return b;
  }

  /** Returns the Frobenius norm of a − b. */
  static double distance(double[][] a, double[][] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        double d = a[i][j] - b[i][j];
        sum += d * d;
      }
    }
    return Math.sqrt(sum);
  }

  /** Returns the Frobenius norm. */
  static double norm(double[][] a) {
    double sum = 0;
    for (double[] row : a) {
      for (double x : row) {
        sum += x * x;
      }
    }
    return Math.sqrt(sum);
  }

  /** Returns the power of two just below the largest magnitude, or 1 if there is none. */
  static double unit(double[][] a) {
    double largest = 0;
    for (double[] row : a) {
      for (double x : row) {
        largest = Math.max(largest, Math.abs(x));
      }
    }
    return largest == 0 ? 1 : Math.scalb(1.0, Math.getExponent(largest));
  }

  /** Returns how far the rows are from orthonormal, ‖vvᵀ − I‖ in the Frobenius norm. */
  static double departureFromOrthonormalRows(double[][] v) {
    return distance(multiply(v, transpose(v)), TestMatrices.diagonal(v.length, i -> 1));
  }
}
