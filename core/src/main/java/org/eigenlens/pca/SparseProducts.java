package org.eigenlens.pca;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.SparseMatrix;

/**
 * Mean and scatter of some sparse rows, from products of their stored elements alone: for s of them
 * in a row s²/2 products, and d² operations for all rows together.
 *
 * <p>A column that is stored in every row is taken about its mean. Any other has zeros, so its mean
 * is at most √n times as large as its deviation, and taking n·μμᵀ from the products costs log₁₀ n
 * digits at most: three or four of a block of thousands.
 *
 * @param mean of each column; zeros if not centred
 * @param scatter of which the upper triangle is set
 */
public record SparseProducts(double[] mean, DenseMatrix scatter) {

  /** Returns the mean of each column that every row stores, and zeros for the others. */
  public static double[] origin(SparseMatrix rows) {
    double[] origin = new double[rows.columns()];
    if (rows.rows() > 0) {
      means(rows, new double[rows.columns()], origin);
    }
    return origin;
  }

  static SparseProducts of(SparseMatrix rows, boolean center) {
    int n = rows.rows();
    int d = rows.columns();
    double[] origin = new double[d];
    double[] mean = new double[d];
    if (center && n > 0) {
      means(rows, mean, origin);
    }
    double[][] sums = new double[d][];
    for (int i = 0; i < n; i++) {
      for (int p = rows.start(i); p < rows.end(i); p++) {
        int j = rows.columnOf(p);
        if (sums[j] == null) {
          sums[j] = new double[d - j];
        }
        double[] sum = sums[j];
        double value = rows.valueOf(p) - origin[j];
        for (int q = p; q < rows.end(i); q++) {
          int other = rows.columnOf(q);
          sum[other - j] += value * (rows.valueOf(q) - origin[other]);
        }
      }
    }
    return new SparseProducts(mean, centred(sums, mean, origin, n));
  }

  /** Finds the mean of each column, and again as an origin where a column is stored throughout. */
  private static void means(SparseMatrix rows, double[] mean, double[] origin) {
    int n = rows.rows();
    int[] stored = new int[mean.length];
    double[] first = new double[mean.length];
    for (int p = rows.start(0); p < rows.end(n - 1); p++) {
      int j = rows.columnOf(p);
      if (stored[j]++ == 0) {
        first[j] = rows.valueOf(p);
      }
      // About the first value, which a large mean is near.
      mean[j] += (rows.valueOf(p) - first[j]) / n;
    }
    for (int j = 0; j < mean.length; j++) {
      mean[j] += first[j] * ((double) stored[j] / n);
      origin[j] = stored[j] == n ? mean[j] : 0;
    }
  }

  private static DenseMatrix centred(double[][] sums, double[] mean, double[] origin, int n) {
    int d = mean.length;
    DenseMatrix scatter = DenseMatrix.zeros(d, d);
    double[] row = new double[d];
    for (int j = 0; j < d; j++) {
      if (sums[j] == null) {
        continue;
      }
      Arrays.fill(row, 0);
      System.arraycopy(sums[j], 0, row, j, d - j);
      double factor = n * (mean[j] - origin[j]);
      for (int other = j; factor != 0 && other < d; other++) {
        row[other] -= factor * (mean[other] - origin[other]);
      }
      scatter.setRow(j, row, 0);
    }
    return scatter;
  }
}
