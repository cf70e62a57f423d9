package org.eigenlens.kernel.preimage;

/** Small operations on points. */
final class Vectors {

  private Vectors() {}

  static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += x[j] * y[j];
    }
    return sum;
  }

  static double distance(double[] x, double[] y) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += (x[j] - y[j]) * (x[j] - y[j]);
    }
    return Math.sqrt(sum);
  }

  static double length(double[] x) {
    return Math.sqrt(dot(x, x));
  }

  /** Returns a·x + b·y. */
  static double[] combination(double a, double[] x, double b, double[] y) {
    double[] sum = new double[x.length];
    for (int j = 0; j < x.length; j++) {
      sum[j] = a * x[j] + b * y[j];
    }
    return sum;
  }

  static boolean finite(double[] x) {
    for (double value : x) {
      if (!Double.isFinite(value)) {
        return false;
      }
    }
    return true;
  }
}
