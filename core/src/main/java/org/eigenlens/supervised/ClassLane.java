package org.eigenlens.supervised;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.pca.ColumnStatistics;

/**
 * Sums of the rows of each class, as differences from the mean of the lane's first tile; of sparse
 * rows, from the mean of the columns that the first of them all store.
 */
final class ClassLane extends LabelLane {

  /** From this ratio of n·δ² to Σ(x − μ)² on, δ from the origin to the mean is too far. */
  private static final double FAR = 1e3;

  private final double[] row;
  private final double[] squares;
  private double[] origin;

  /** The same where sparse rows came first; not needed to merge lanes. */
  private transient SparseOrigin sparseOrigin;

  private double[][] sums = new double[0][];
  private long[] counts = new long[0];

  private final double most;
  private int held;

  ClassLane(int d, boolean scatters, long memory) {
    super(d, scatters);
    most = memory / (8.0 * Math.max(1, d));
    row = new double[d];
    squares = new double[d];
  }

  /** Returns the sums of a class, which are made when its first row comes. */
  private double[] sum(int number) {
    if (number >= sums.length) {
      int size = Math.max(number + 1, 2 * sums.length);
      sums = Arrays.copyOf(sums, size);
      counts = Arrays.copyOf(counts, size);
    }
    if (sums[number] == null) {
      if (++held > most) {
        throw new NumericalException(
            "The sums of more than %d classes in %d columns take more memory than is allowed; allow more, or check that the labels are classes."
                .formatted(held - 1, row.length));
      }
      sums[number] = new double[row.length];
    }
    return sums[number];
  }

  /** Returns how many classes there may be: those beyond have no rows. */
  private int size() {
    int size = sums.length;
    while (size > 0 && sums[size - 1] == null) {
      size--;
    }
    return size;
  }

  @Override
  void addProducts(DenseMatrix x, DenseMatrix y) {
    if (origin == null) {
      // A single row may lie far out, where sums of differences lose digits.
      origin = LinearAlgebra.sumOfRows(x);
      Arrays.setAll(origin, j -> origin[j] / x.rows());
    }
    for (int i = 0; i < x.rows(); i++) {
      int number = (int) y.get(i, 0);
      double[] sum = sum(number);
      x.getRow(i, row, 0);
      counts[number]++;
      for (int j = 0; j < row.length; j++) {
        double value = row[j] - origin[j];
        sum[j] += value;
        squares[j] += value * value;
      }
    }
  }

  /** Sums sparse rows by what they store, unless dense ones came first. */
  @Override
  boolean addSparseProducts(SparseMatrix x, double[][] y) {
    if (origin == null) {
      sparseOrigin = SparseOrigin.of(x);
      origin = sparseOrigin.values();
    }
    if (sparseOrigin == null) {
      return false;
    }
    for (int i = 0; i < x.rows(); i++) {
      int number = (int) y[i][0];
      double[] sum = sum(number);
      counts[number]++;
      sparseOrigin.forEach(
          x,
          i,
          (j, value) -> {
            sum[j] += value;
            squares[j] += value * value;
          });
    }
    return true;
  }

  /** Returns the sum of all rows' differences from the origin. */
  private double[] allSums() {
    double[] all = new double[row.length];
    for (double[] sum : sums) {
      if (sum != null) {
        Arrays.setAll(all, j -> all[j] + sum[j]);
      }
    }
    return all;
  }

  @Override
  ColumnStatistics statistics() {
    double rows = Arrays.stream(counts).sum();
    double[] mean = allSums();
    double[] centred = new double[mean.length];
    for (int j = 0; j < mean.length; j++) {
      double ofMean = mean[j] * (mean[j] / rows);
      centred[j] = Math.max(0, squares[j] - ofMean);
      if (!(ofMean <= FAR * centred[j])) {
        return null;
      }
      mean[j] = origin[j] + mean[j] / rows;
    }
    return new ColumnStatistics((long) rows, mean, centred);
  }

  @Override
  void mergeProducts(LabelLane lane) {
    ClassLane other = (ClassLane) lane;
    long rows = Arrays.stream(other.counts).sum();
    double[] all = other.allSums();
    for (int j = 0; j < row.length; j++) {
      double delta = other.origin[j] - origin[j];
      // Σ(v + δ)² = Σv² + 2δΣv + nδ²
      squares[j] += other.squares[j] + delta * (2 * all[j] + rows * delta);
    }
    for (int c = 0; c < other.sums.length; c++) {
      if (other.sums[c] == null) {
        continue;
      }
      double[] sum = sum(c);
      for (int j = 0; j < row.length; j++) {
        sum[j] += other.sums[c][j] + other.counts[c] * (other.origin[j] - origin[j]);
      }
      counts[c] += other.counts[c];
    }
  }

  @Override
  long[] counts() {
    return Arrays.copyOf(counts, size());
  }

  @Override
  double labelSquares() {
    return Arrays.stream(counts).sum();
  }

  @Override
  DenseMatrix products() {
    long rows = Arrays.stream(counts).sum();
    double[] mean = allSums();
    Arrays.setAll(mean, j -> mean[j] / rows);
    DenseMatrix products = DenseMatrix.zeros(size(), row.length);
    for (int c = 0; c < products.rows(); c++) {
      double[] sum = sums[c];
      if (sum == null) {
        continue;
      }
      double count = counts[c];
      Arrays.setAll(sum, j -> sum[j] - count * mean[j]);
      products.setRow(c, sum, 0);
    }
    return products;
  }
}
