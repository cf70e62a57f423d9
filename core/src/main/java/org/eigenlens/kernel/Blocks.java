package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/** How blocks of similarities are computed: by a matrix product, or feature by feature. */
final class Blocks {

  private Blocks() {}

  /** Turns a row of sums over features into a row of similarities, in place. */
  @FunctionalInterface
  interface RowMap {
    void apply(int row, double[] values);
  }

  /** Adds what one feature contributes to the sums of a point with many others. */
  @FunctionalInterface
  interface Feature {
    void add(double value, double[] others, double[] sums);
  }

  /** Computes the inner products a·bᵀ by one matrix product, then maps each row. */
  static void products(DenseMatrix a, DenseMatrix b, DenseMatrix out, RowMap map) {
    LinearAlgebra.multiply(1, a, false, b, true, 0, out);
    double[] row = new double[out.columns()];
    for (int i = 0; i < out.rows(); i++) {
      out.getRow(i, row, 0);
      map.apply(i, row);
      out.setRow(i, row, 0);
    }
  }

  /**
   * Sums over the features of each pair, then maps each row.
   *
   * <p>The inner loop runs over points, not features: it needs no reduction, so the compiler can
   * use vector instructions.
   */
  static void features(DenseMatrix a, DenseMatrix b, DenseMatrix out, Feature feature, RowMap map) {
    double[][] columns = new double[b.columns()][];
    for (int f = 0; f < columns.length; f++) {
      columns[f] = b.column(f);
    }
    double[] point = new double[a.columns()];
    double[] sums = new double[b.rows()];
    for (int i = 0; i < a.rows(); i++) {
      a.getRow(i, point, 0);
      Arrays.fill(sums, 0);
      for (int f = 0; f < point.length; f++) {
        feature.add(point[f], columns[f], sums);
      }
      map.apply(i, sums);
      out.setRow(i, sums, 0);
    }
  }

  /** Returns what turns distances into exp(−γ·distance), for rows of this width on one thread. */
  static RowMap decay(double gamma, int width) {
    double[] room = new double[width];
    return (row, distances) -> {
      for (int j = 0; j < distances.length; j++) {
        distances[j] *= -gamma;
      }
      Exponential.apply(distances, room);
    };
  }

  /** Returns ‖x‖² of each row. */
  static double[] squaredNorms(DenseMatrix a) {
    double[] norms = new double[a.rows()];
    double[] row = new double[a.columns()];
    for (int i = 0; i < norms.length; i++) {
      a.getRow(i, row, 0);
      norms[i] = dot(row, row);
    }
    return norms;
  }

  static double dot(double[] x, double[] y) {
    // Two sums at a time do not wait for each other.
    double even = 0;
    double odd = 0;
    int last = x.length - 1;
    for (int j = 0; j < last; j += 2) {
      even += x[j] * y[j];
      odd += x[j + 1] * y[j + 1];
    }
    return x.length % 2 == 0 ? even + odd : even + odd + x[last] * y[last];
  }

  static double checkedGamma(double gamma) {
    if (!(gamma > 0 && gamma < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("gamma must be positive and finite, not " + gamma + ".");
    }
    return gamma;
  }

  static double checkedCoef0(double coef0) {
    if (!Double.isFinite(coef0)) {
      throw new IllegalArgumentException("coef0 must be finite, not " + coef0 + ".");
    }
    return coef0;
  }
}
