package org.eigenlens.kernel;

import java.io.Serializable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Summary;
import org.eigenlens.matrix.UpperTriangle;

/**
 * What one pass over all rows learns of their features f, the solutions of L·f = k(S, x): Σ(f −
 * f₀), Σ(f − f₀)(f − f₀)ᵀ, Σk(x, x) and Σ(k(x, x) − ‖f‖²).
 *
 * <p>f₀ is near the mean, so that little cancels when the scatter is centred. Costs n·m kernel
 * values and 2n·m² operations in matrix products, and memory for a tile and an m × m sum in each
 * lane. Lanes are summed in their order, so the number of threads does not change a bit.
 */
final class FeatureSums implements Summary.Start<FeatureSums.Lane> {

  private static final int LANES = 8;

  /** The sums of all lanes together hold at most so many numbers. */
  private static final long LANE_NUMBERS = 1L << 26;

  private final LandmarkFeatures features;
  private final double[] origin;
  private final AtomicBoolean cancelled = new AtomicBoolean();

  /**
   * Describes the features.
   *
   * @param origin f₀
   */
  FeatureSums(LandmarkFeatures features, double[] origin) {
    this.features = features;
    this.origin = origin;
  }

  /** What was summed; of the scatter only the upper triangle is set. */
  record Totals(long rows, double[] sum, DenseMatrix scatter, double trace, double residual) {}

  @Override
  public Lane get() {
    int m = features.points().rows();
    return new Lane(this, 0, DenseMatrix.zeros(m, m), new double[m]);
  }

  @Override
  public void release() {
    features.release();
  }

  @Override
  public long bytes() {
    return UpperTriangle.bytes(features.points().rows());
  }

  /** Visits all rows once. */
  Totals over(RowSource source) {
    long m = features.points().rows();
    int laneCount = (int) Math.max(1, Math.min(LANES, LANE_NUMBERS / Math.max(1, m * m)));
    Lane total = source.summarize(features.tileRows(), laneCount, this);
    total.releaseBlock();
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

  /** One lane's sums. */
  static final class Lane implements Summary<Lane> {
    private final transient FeatureSums sums;
    private long rows;
    private final DenseMatrix scatter;
    private final double[] sum;
    private CompensatedSum trace = new CompensatedSum();
    private CompensatedSum residual = new CompensatedSum();

    /** Features of a tile; grown when a taller one comes. */
    private transient DenseMatrix block;

    private Lane(FeatureSums sums, long rows, DenseMatrix scatter, double[] sum) {
      this.sums = sums;
      this.rows = rows;
      this.scatter = scatter;
      this.sum = sum;
    }

    @Override
    public void add(long first, DenseMatrix tile) {
      sums.checkCancelled();
      LandmarkFeatures features = sums.features;
      features.enter(first, tile);
      DenseMatrix found = block(tile.rows());
      features.of(tile, found);
      addFeatures(first, found, features.kernel().self(tile));
    }

    private void addFeatures(long first, DenseMatrix found, double[] self) {
      double[] f = new double[sum.length];
      for (int i = 0; i < self.length; i++) {
        found.getRow(i, f, 0);
        double rest = self[i] - squaredNorm(f);
        RandomPivotedCholesky.checkResidual(sums.features.kernel(), rest, self[i], first + i);
        trace.add(self[i]);
        // Rounding below zero counts as zero, which can only widen the bound.
        residual.add(Math.max(0, rest));
        for (int j = 0; j < f.length; j++) {
          f[j] -= sums.origin[j];
          sum[j] += f[j];
        }
        found.setRow(i, f, 0);
      }
      LinearAlgebra.addGram(found, false, scatter);
      rows += found.rows();
    }

    private DenseMatrix block(int height) {
      if (block == null || block.rows() < height) {
        releaseBlock();
        block = DenseMatrix.unset(height, sum.length, Precision.DOUBLE);
      }
      return block.rowRange(0, height);
    }

    private void releaseBlock() {
      if (block != null) {
        block.storage().release();
        block = null;
      }
    }

    @Override
    public void merge(Lane other) {
      LinearAlgebra.add(1, other.scatter, 1, scatter);
      for (int j = 0; j < sum.length; j++) {
        sum[j] += other.sum[j];
      }
      trace.add(other.trace);
      residual.add(other.residual);
      rows += other.rows;
      other.scatter.storage().release();
      other.releaseBlock();
    }

    @Override
    public void release() {
      scatter.storage().release();
      releaseBlock();
    }

    private Object writeReplace() {
      releaseBlock();
      return new Travelling(rows, UpperTriangle.of(scatter), sum, trace, residual);
    }

    /** A lane on its way to another machine, where nothing is added but other lanes. */
    private record Travelling(
        long rows,
        UpperTriangle scatter,
        double[] sum,
        CompensatedSum trace,
        CompensatedSum residual)
        implements Serializable {
      private Object readResolve() {
        Lane lane = new Lane(null, rows, scatter.toMatrix(), sum);
        lane.trace = trace;
        lane.residual = residual;
        return lane;
      }
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
