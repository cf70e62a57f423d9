package org.eigenlens.pca;

import java.io.Serializable;
import java.util.Arrays;
import org.eigenlens.matrix.SparseMatrix;

/**
 * Count, mean and sum of squared deviations of what sparse rows store in each column; all other
 * elements are zeros, whose part is known.
 *
 * <p>Each element is a step of Welford's update, so nothing cancels where stored values have a
 * large mean, equal values deviate by exactly zero, and a pass costs no more than it has elements.
 */
final class StoredElements implements Serializable {

  private long rows;
  private final long[] counts;
  private final double[] mean;
  private final double[] squares;

  StoredElements(int columns) {
    counts = new long[columns];
    mean = new double[columns];
    squares = new double[columns];
  }

  /** Measures rows that are in memory, where a second look costs little. */
  static StoredElements of(SparseMatrix matrix) {
    StoredElements stored = new StoredElements(matrix.columns());
    stored.add(matrix);
    stored.refine(matrix);
    return stored;
  }

  /** Squares deviations from the mean that is known now: its own rounding is in no step of it. */
  private void refine(SparseMatrix matrix) {
    int n = matrix.rows();
    double[] sums = new double[mean.length];
    Arrays.fill(squares, 0);
    for (int p = n == 0 ? 0 : matrix.start(0), end = n == 0 ? 0 : matrix.end(n - 1); p < end; p++) {
      int j = matrix.columnOf(p);
      double deviation = matrix.valueOf(p) - mean[j];
      sums[j] += deviation;
      squares[j] += deviation * deviation;
    }
    for (int j = 0; j < sums.length; j++) {
      if (counts[j] > 0) {
        double shift = sums[j] / counts[j];
        mean[j] += shift;
        squares[j] = Math.max(0, squares[j] - shift * sums[j]);
      }
    }
  }

  void add(SparseMatrix matrix) {
    int n = matrix.rows();
    rows += n;
    for (int p = n == 0 ? 0 : matrix.start(0), end = n == 0 ? 0 : matrix.end(n - 1); p < end; p++) {
      int j = matrix.columnOf(p);
      double delta = matrix.valueOf(p) - mean[j];
      mean[j] += delta / ++counts[j];
      squares[j] += delta * (matrix.valueOf(p) - mean[j]);
    }
  }

  void merge(StoredElements other) {
    rows += other.rows;
    for (int j = 0; j < mean.length; j++) {
      merge(j, other.counts[j], other.mean[j], other.squares[j]);
    }
  }

  /** Adds elements with this mean and these squares about it (Chan, Golub and LeVeque). */
  private void merge(int j, long count, double otherMean, double otherSquares) {
    if (count == 0) {
      return;
    }
    double delta = otherMean - mean[j];
    long total = counts[j] + count;
    // A mean near the end of the range has no square, and none is needed beside nothing.
    double between = counts[j] == 0 ? 0 : delta * delta * ((double) counts[j] * count / total);
    squares[j] += otherSquares + between;
    mean[j] = counts[j] == 0 ? otherMean : mean[j] + delta * ((double) count / total);
    counts[j] = total;
  }

  /** Returns the statistics of all elements, zeros included; nothing may be added afterwards. */
  ColumnStatistics statistics(boolean center) {
    for (int j = 0; j < mean.length; j++) {
      if (center) {
        merge(j, rows - counts[j], 0, 0);
      } else {
        squares[j] += counts[j] * (mean[j] * mean[j]);
        mean[j] = 0;
      }
    }
    return new ColumnStatistics(rows, mean, squares, true);
  }
}
