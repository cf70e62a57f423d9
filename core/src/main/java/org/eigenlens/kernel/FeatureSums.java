package org.eigenlens.kernel;

import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;

/**
 * What one pass over all rows learns of their features f, the solutions of L·f = k(S, x): Σ(f −
 * f₀), Σ(f − f₀)(f − f₀)ᵀ, Σk(x, x) and Σ(k(x, x) − ‖f‖²).
 *
 * <p>f₀ is near the mean, so that little cancels when the scatter is centred. Costs n·m kernel
 * values and 2n·m² operations in matrix products, and memory for a tile and an m × m sum in each
 * lane. Lanes are summed in their order, so the number of threads does not change a bit.
 */
final class FeatureSums {

  private static final int LANES = 8;

  /** The sums of all lanes together hold at most so many numbers. */
  private static final long LANE_NUMBERS = 1L << 26;

  private final Kernel kernel;
  private final double[] shift;
  private final DenseMatrix points;
  private final DenseMatrix factor;
  private final double[] origin;
  private final AtomicBoolean cancelled = new AtomicBoolean();

  /**
   * Describes the features.
   *
   * @param shift what to subtract from each row first
   * @param points the landmarks, shifted
   * @param factor L
   * @param origin f₀
   */
  FeatureSums(
      Kernel kernel, double[] shift, DenseMatrix points, DenseMatrix factor, double[] origin) {
    this.kernel = kernel;
    this.shift = shift;
    this.points = points;
    this.factor = factor;
    this.origin = origin;
  }

  /** What was summed; of the scatter only the upper triangle is set. */
  record Totals(long rows, double[] sum, DenseMatrix scatter, double trace, double residual) {}

  /** Visits all rows once. */
  Totals over(RowSource source) {
    long m = points.rows();
    int laneCount = (int) Math.max(1, Math.min(LANES, LANE_NUMBERS / Math.max(1, m * m)));
    Lane[] lanes = new Lane[laneCount];
    int height = tileRows();
    source.forEachTile(
        height,
        laneCount,
        (lane, first, tile) -> {
          checkCancelled();
          if (lanes[lane] == null) {
            lanes[lane] = new Lane(height);
          }
          lanes[lane].add(tile, first);
        });
    Lane total = lanes[0] == null ? new Lane(0) : lanes[0];
    for (int lane = 1; lane < laneCount; lane++) {
      if (lanes[lane] != null) {
        total.merge(lanes[lane]);
      }
    }
    total.block.storage().release();
    return new Totals(
        total.rows, total.sum, total.scatter, total.trace.value(), total.residual.value());
  }

  /** The interrupted thread tells those of the other lanes. */
  private void checkCancelled() {
    if (Thread.currentThread().isInterrupted()) {
      cancelled.set(true);
    }
    if (cancelled.get()) {
      throw new CancellationException("The work was cancelled.");
    }
  }

  /** Tall enough for products at full speed, yet neither rows nor features fill the memory. */
  private int tileRows() {
    long features = (1L << 21) / Math.max(1, points.rows());
    long values = (1L << 22) / Math.max(1, shift.length);
    return (int) Math.max(64, Math.min(values, Math.max(256, Math.min(2048, features))));
  }

  /** One lane's sums. */
  private final class Lane {
    private final int m = points.rows();
    private final DenseMatrix block;
    private final DenseMatrix scatter = DenseMatrix.zeros(m, m);
    private final double[] sum = new double[m];
    private final double[] f = new double[m];
    private final double[] point = new double[shift.length];
    private final CompensatedSum trace = new CompensatedSum();
    private final CompensatedSum residual = new CompensatedSum();
    private long rows;

    Lane(int height) {
      block = DenseMatrix.unset(height, m, Precision.DOUBLE);
    }

    void add(DenseMatrix tile, long first) {
      for (int i = 0; i < tile.rows(); i++) {
        tile.getRow(i, point, 0);
        RowSample.checkFinite(point, first + i);
        for (int j = 0; j < point.length; j++) {
          point[j] -= shift[j];
        }
        tile.setRow(i, point, 0);
      }
      kernel.check(tile, first);
      DenseMatrix features = block.rowRange(0, tile.rows());
      if (m > 0) {
        kernel.evaluate(tile, points, features);
        LinearAlgebra.solveLower(factor, false, features);
      }
      double[] self = kernel.self(tile);
      for (int i = 0; i < self.length; i++) {
        features.getRow(i, f, 0);
        double rest = self[i] - squaredNorm(f);
        RandomPivotedCholesky.checkResidual(kernel, rest, self[i]);
        trace.add(self[i]);
        // Rounding below zero counts as zero, which can only widen the bound.
        residual.add(Math.max(0, rest));
        for (int j = 0; j < f.length; j++) {
          f[j] -= origin[j];
          sum[j] += f[j];
        }
        features.setRow(i, f, 0);
      }
      LinearAlgebra.addGram(features, false, scatter);
      rows += tile.rows();
    }

    void merge(Lane other) {
      LinearAlgebra.add(1, other.scatter, 1, scatter);
      for (int j = 0; j < m; j++) {
        sum[j] += other.sum[j];
      }
      trace.add(other.trace);
      residual.add(other.residual);
      rows += other.rows;
      other.scatter.storage().release();
      other.block.storage().release();
    }
  }

  /** Four sums at once do not wait for one another. */
  private static double squaredNorm(double[] f) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 3 < f.length; j += 4) {
      s0 += f[j] * f[j];
      s1 += f[j + 1] * f[j + 1];
      s2 += f[j + 2] * f[j + 2];
      s3 += f[j + 3] * f[j + 3];
    }
    for (; j < f.length; j++) {
      s0 += f[j] * f[j];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
