package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/** What landmarks are held against: the whole kernel matrix, pair by pair from the formula. */
final class DenseKernel {

  private DenseKernel() {}

  static double[][] of(Kernel kernel, double[][] x) {
    double[][] k = new double[x.length][x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        k[i][j] = kernel.at(x[i], x[j]);
      }
    }
    return k;
  }

  /** Returns HKH. */
  static double[][] centered(double[][] k) {
    int n = k.length;
    double[] means = Arrays.stream(k).mapToDouble(row -> Arrays.stream(row).sum() / n).toArray();
    double mean = Arrays.stream(means).sum() / n;
    double[][] centered = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        centered[i][j] = k[i][j] - means[i] - means[j] + mean;
      }
    }
    return centered;
  }

  /** Returns all eigenvalues, descending. */
  static double[] eigenvalues(double[][] k) {
    double[] ascending = LinearAlgebra.symmetricEigen(DenseMatrix.copyOf(k));
    double[] descending = new double[ascending.length];
    Arrays.setAll(descending, i -> ascending[ascending.length - 1 - i]);
    return descending;
  }

  static double trace(double[][] k) {
    double sum = 0;
    for (int i = 0; i < k.length; i++) {
      sum += k[i][i];
    }
    return sum;
  }

  /** Returns what eliminating the given rows and columns leaves of the trace. */
  static double traceWithout(double[][] k, int... chosen) {
    double[][] rest = Arrays.stream(k).map(double[]::clone).toArray(double[][]::new);
    for (int s : chosen) {
      double pivot = rest[s][s];
      if (pivot <= 1e-13 * k[s][s]) {
        continue;
      }
      double[] column = rest[s].clone();
      for (int i = 0; i < k.length; i++) {
        for (int j = 0; j < k.length; j++) {
          rest[i][j] -= column[i] * column[j] / pivot;
        }
      }
    }
    return trace(rest);
  }
}
