package org.eigenlens.hsic;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.KernelMatrix;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;

/**
 * One side's centred kernel matrix HKH, of which rows are computed when they are needed.
 *
 * <p>Knowing the row means r̄ and the grand mean g beforehand, entry (i, j) is kᵢⱼ − r̄ᵢ − r̄ⱼ + g:
 * sums of products of such entries do not cancel, as those of raw ones would. All is divided by a
 * power of two, so that squares of entries neither overflow nor vanish.
 */
final class Side {

  /**
   * Entries of HKH below this, relative to k(x, x), are what is left of equal numbers: of their own
   * digits rounding leaves five at most, as of a sigmoid kernel where tanh is 1 everywhere.
   */
  private static final double ROUNDING = 1e-11;

  private final Kernel kernel;
  private final DenseMatrix points;
  private final double[] self;
  private final double[] means;
  private final double grand;
  private final int exponent;

  Side(Kernel kernel, DenseMatrix points) {
    this.kernel = kernel;
    this.points = points;
    self = kernel.self(points);
    try (KernelMatrix matrix = KernelMatrix.recomputed(kernel, points)) {
      means = matrix.rowMeans();
    }
    // One row that is too large spoils the means of all, but not their kernels with themselves.
    for (double[] values : List.of(self, means)) {
      for (int i = 0; i < values.length; i++) {
        if (!Double.isFinite(values[i])) {
          throw NumericalException.atRow(
              i,
              "its %s kernel is not finite, since values are too large; scale them down, or choose another kernel."
                  .formatted(kernel.name()));
        }
      }
    }
    double largest = Arrays.stream(self).map(Math::abs).max().orElse(0);
    exponent = largest > 0 ? Math.getExponent(largest) : 0;
    Arrays.setAll(self, i -> Math.scalb(self[i], -exponent));
    Arrays.setAll(means, i -> Math.scalb(means[i], -exponent));
    grand = Arrays.stream(means).average().orElse(0);
  }

  /** Returns the power of two that everything was divided by. */
  int exponent() {
    return exponent;
  }

  /** Tells whether the centred entries, whose squares sum to this, are more than rounding. */
  boolean varies(double squares) {
    double entry = Arrays.stream(self).map(Math::abs).average().orElse(0);
    return Math.sqrt(squares) > ROUNDING * self.length * entry;
  }

  /** Returns the mean of the entries off the diagonal of K itself. */
  double meanOffDiagonal() {
    double n = self.length;
    return (grand * n * n - Arrays.stream(self).sum()) / (n * (n - 1));
  }

  /** Returns the mean of the diagonal of K itself. */
  double meanDiagonal() {
    return Arrays.stream(self).average().orElse(0);
  }

  /** Returns the diagonal of HKH. */
  double[] diagonal() {
    double[] diagonal = new double[self.length];
    Arrays.setAll(diagonal, i -> self[i] - 2 * means[i] + grand);
    return diagonal;
  }

  /** Computes rows of HKH, as far as the diagonal of the last one. */
  void rows(int from, int to, DenseMatrix out) {
    kernel.evaluate(points.rowRange(from, to), points.rowRange(0, to), out);
    double[] row = new double[to];
    double half = Math.scalb(1.0, -exponent / 2);
    double other = Math.scalb(1.0, -(exponent - exponent / 2));
    for (int i = from; i < to; i++) {
      out.getRow(i - from, row, 0);
      for (int j = 0; j < to; j++) {
        // In two steps, as one factor alone may be no number.
        double scaled = j == i ? self[i] : row[j] * half * other;
        row[j] = scaled + ((grand - means[i]) - means[j]);
      }
      out.setRow(i - from, row, 0);
    }
  }
}
