package org.eigenlens.hsic;

import java.util.Arrays;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.KernelMatrix;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.operator.CenteredOperator;

/**
 * One side's centred kernel matrix HKH, of which rows are computed when they are needed.
 *
 * <p>Knowing the row means r̄ and the grand mean g beforehand, entry (i, j) is kᵢⱼ − r̄ᵢ − r̄ⱼ + g:
 * sums of products of such entries do not cancel, as those of raw ones would.
 */
final class Side {

  /** Entries of HKH below this, relative to k(x, x), are what is left of equal numbers. */
  private static final double ROUNDING = 1e-14;

  private final Kernel kernel;
  private final DenseMatrix points;
  private final double[] self;
  private final double[] means;
  private final double grand;

  Side(Kernel kernel, DenseMatrix points) {
    this.kernel = kernel;
    this.points = points;
    self = kernel.self(points);
    try (KernelMatrix matrix = KernelMatrix.recomputed(kernel, points)) {
      means = new CenteredOperator(matrix).rowMeans();
    }
    for (int i = 0; i < means.length; i++) {
      if (!Double.isFinite(means[i])) {
        throw new NumericalException(
            "The %s kernel of row %d with the others is %s: the values are too large for it; scale them down, or choose another kernel."
                .formatted(kernel.name(), i + 1, means[i]));
      }
    }
    grand = Arrays.stream(means).average().orElse(0);
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
    for (int i = from; i < to; i++) {
      out.getRow(i - from, row, 0);
      row[i] = self[i];
      for (int j = 0; j < to; j++) {
        row[j] += (grand - means[i]) - means[j];
      }
      out.setRow(i - from, row, 0);
    }
  }
}
