package org.eigenlens.kernel;

import java.util.List;
import java.util.Random;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.matrix.Summary;

/**
 * Randomly pivoted Cholesky over rows that are kept elsewhere: a pass over all of them draws
 * candidates by what the landmarks leave of each ({@link PivotRace}), which are thinned here as
 * {@link RandomPivotedCholesky} does it, and so on until there are landmarks enough, or they leave
 * little enough.
 *
 * <p>Three things differ from that law: within a round a row that was refused is not drawn again;
 * equal rows count as one unless they are many more than chance explains ({@link RowCounts}); and
 * after 2⌈m/b⌉ + 8 rounds of b candidates none is refused any more unless what is left of it is
 * rounding, so that rounds are bounded. Costs a pass for each round, of n·m kernel values and n·m²
 * operations by m landmarks that there are, and here memory for b rows, m landmarks and an m × m
 * factor. The last round of a fit by number is not followed by another pass.
 */
final class DistributedPivots {

  /** As many rows tell about where the middle of all is. */
  private static final int SAMPLE = 1000;

  private static final int LEAST = 64;
  private static final int MOST = 1024;

  /** The candidates of a round hold at most so many numbers. */
  private static final int NUMBERS = 1 << 23;

  private final Nystrom options;
  private final RowSource rows;
  private final Random random;
  private final int block;
  private final double drop;

  DistributedPivots(Nystrom options, RowSource rows) {
    this.options = options;
    this.rows = rows;
    random = Draws.of(options.seed());
    int most = options.mostLandmarks();
    int wanted = Math.max(LEAST, Math.min(MOST, most / 4));
    block = Math.max(1, Math.min(wanted, NUMBERS / Math.max(1, rows.columns())));
    drop = 10 * most * Math.ulp(1.0);
  }

  Nystrom.Chosen choose(Progress progress) {
    int d = rows.columns();
    int sampleSize = Math.max(1, Math.min(SAMPLE, NUMBERS / Math.max(1, d)));
    progress.at("sampling rows");
    RowSource kept = rows.kept();
    long seed = options.seed();
    Summary.Start<ContentSample> start = () -> new ContentSample(sampleSize, seed, new RowCounts());
    ContentSample census =
        kept.summarize(
            Summary.tileRows(RowSample.TILE, kept.columns()),
            1,
            start.ofBytes(8L * sampleSize * kept.columns() + RowCounts.BYTES));
    RowSample sample = census.sample(kept.columns());
    if (sample.total() == 0) {
      throw new NumericalException("There are no rows; at least 1 is needed.");
    }
    DenseMatrix some = rows.change().apply(sample.rows());
    double[] shift =
        options.kernel().isShiftInvariant(options.center()) ? Shift.of(some) : new double[d];
    LandmarkFeatures features =
        new LandmarkFeatures(
            options.kernel(), shift, DenseMatrix.zeros(0, d), DenseMatrix.zeros(0, 0));
    features = pivot(features, census.counts().weights(), progress);
    LinearAlgebra.subtractFromRows(some, shift);
    DenseMatrix found = DenseMatrix.zeros(some.rows(), features.points().rows());
    features.of(some, found);
    double[] mean = new RowSample(found, sample.numbers(), sample.total()).mean();
    found.storage().release();
    some.storage().release();
    return new Nystrom.Chosen(features, new long[0], mean);
  }

  private LandmarkFeatures pivot(
      LandmarkFeatures start, RowCounts.Weights weights, Progress progress) {
    int most = options.mostLandmarks();
    int lawful = 2 * ((most + block - 1) / block) + 8;
    LandmarkFeatures features = start;
    for (int round = 0; features.points().rows() < most; round++) {
      int count = features.points().rows();
      progress.at("choosing landmarks, " + count + " so far");
      PivotRace.Lane found =
          rows.kept()
              .summarize(
                  features.tileRows(),
                  1,
                  new PivotRace(
                      features, rows.change(), weights, block, drop, options.seed(), round));
      List<double[]> drawn = found.drawn();
      if (drawn.isEmpty() || isEnough(found, count)) {
        break;
      }
      LandmarkFeatures more = extended(features, drawn, round < lawful);
      if (more.points().rows() == count) {
        // What executors took for more than rounding is none.
        break;
      }
      features.release();
      features = more;
    }
    return features;
  }

  /** Tells whether landmarks leave little of what centring leaves of the trace, as was asked. */
  private boolean isEnough(PivotRace.Lane found, int count) {
    double tolerance = options.traceTolerance();
    if (tolerance == 0 || count < Math.min(options.components(), options.mostLandmarks())) {
      return false;
    }
    double left = found.left();
    double[] mean = found.mean();
    double middle = options.center() ? found.rows() * Blocks.dot(mean, mean) : 0;
    return left <= tolerance * (Math.max(0, found.trace() - left - middle) + left);
  }

  /** Accepts some candidates; returns the same where there is nothing left of any. */
  private LandmarkFeatures extended(
      LandmarkFeatures features, List<double[]> drawn, boolean thins) {
    int count = features.points().rows();
    int d = rows.columns();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix candidates = scratch.matrix(drawn.size(), d);
      for (int i = 0; i < drawn.size(); i++) {
        candidates.setRow(i, drawn.get(i), 0);
      }
      DenseMatrix known = scratch.matrix(drawn.size(), count);
      features.of(candidates, known);
      CandidateBlock candidateBlock = new CandidateBlock(features.kernel(), candidates, known);
      int room = options.mostLandmarks() - count;
      int[] accepted = candidateBlock.accept(room, drop, thins ? random::nextDouble : null);
      if (accepted.length == 0) {
        return features;
      }
      int total = count + accepted.length;
      DenseMatrix points = DenseMatrix.unset(total, d, Precision.DOUBLE);
      DenseMatrix factor = DenseMatrix.zeros(total, total);
      if (count > 0) {
        LinearAlgebra.copy(features.points(), points.rowRange(0, count));
        LinearAlgebra.copy(features.factor(), factor.rowRange(0, count).columnRange(0, count));
      }
      DenseMatrix below = factor.rowRange(count, total).columnRange(0, count);
      for (int i = 0; i < accepted.length; i++) {
        points.setRow(count + i, drawn.get(accepted[i]), 0);
        below.setRow(i, known.row(accepted[i]), 0);
      }
      candidateBlock.writeFactor(accepted, factor.rowRange(count, total).columnRange(count, total));
      return new LandmarkFeatures(features.kernel(), features.shift(), points, factor);
    }
  }
}
