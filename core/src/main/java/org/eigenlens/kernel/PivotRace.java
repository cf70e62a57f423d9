package org.eigenlens.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.matrix.Summary;

/**
 * One round of draws among rows that are kept elsewhere, each with a probability proportional to
 * what the landmarks leave of it.
 *
 * <p>Every row runs for an exponential time of that rate, which the hash of its content decides,
 * and the first to arrive are drawn, without replacement (Efraimidis and Spirakis 2006). So neither
 * the order of the rows nor how they are divided matters. Equal rows run as one, at a rate as many
 * times as large as they are ({@link RowCounts}).
 *
 * @param change what makes of rows as they are kept those that the kernel sees
 * @param weights by how often rows occur
 * @param most how many to draw
 * @param drop what is left below this part of k(x, x) is rounding, and never drawn
 */
record PivotRace(
    LandmarkFeatures features,
    RowSource.TileMap change,
    RowCounts.Weights weights,
    int most,
    double drop,
    long seed,
    int round)
    implements Summary.Start<PivotRace.Lane> {

  @Override
  public Lane get() {
    return new Lane(this);
  }

  @Override
  public void release() {
    features.release();
  }

  @Override
  public long bytes() {
    return 8L * most * features.shift().length;
  }

  /** One who may win. */
  private record Runner(double time, long hash, double[] row) implements java.io.Serializable {}

  /** The best so far, and sums over all. */
  static final class Lane implements Summary<Lane> {
    private static final Comparator<Runner> LAST =
        Comparator.comparingDouble(Runner::time).thenComparingLong(Runner::hash).reversed();

    private final transient PivotRace race;
    private final int most;
    private final PriorityQueue<Runner> best = new PriorityQueue<>(new LastFirst());
    private final Map<Long, Runner> running = new HashMap<>();
    private long rows;
    private final double[] sum;
    private final CompensatedSum trace = new CompensatedSum();
    private final CompensatedSum left = new CompensatedSum();

    Lane(PivotRace race) {
      this.race = race;
      most = race.most;
      sum = new double[race.features.points().rows()];
    }

    /** Serializable, as a lambda would have to be. */
    private static final class LastFirst implements Comparator<Runner>, java.io.Serializable {
      @Override
      public int compare(Runner a, Runner b) {
        return LAST.compare(a, b);
      }
    }

    @Override
    public void add(long firstRow, DenseMatrix kept) {
      double[] row = new double[kept.columns()];
      long[] hashes = new long[kept.rows()];
      for (int i = 0; i < hashes.length; i++) {
        kept.getRow(i, row, 0);
        hashes[i] = RowHash.of(row, race.seed);
      }
      LandmarkFeatures features = race.features;
      DenseMatrix tile = race.change.apply(kept);
      features.enter(firstRow, tile);
      double[] self = features.kernel().self(tile);
      try (Scratch scratch = new Scratch()) {
        DenseMatrix found = scratch.matrix(tile.rows(), sum.length);
        features.of(tile, found);
        double[] squares = Blocks.squaredNorms(found);
        double[] more = LinearAlgebra.sumOfRows(found);
        Arrays.setAll(sum, j -> sum[j] + more[j]);
        for (int i = 0; i < self.length; i++) {
          RandomPivotedCholesky.checkResidual(
              features.kernel(), self[i] - squares[i], self[i], firstRow + i);
          enter(tile, i, hashes[i], self[i], self[i] - squares[i]);
        }
      }
      rows += self.length;
    }

    private void enter(DenseMatrix tile, int i, long hash, double self, double rest) {
      trace.add(self);
      left.add(Math.max(0, rest));
      if (rest <= race.drop * self) {
        return;
      }
      double time = -Math.log(RowHash.uniform(hash, race.round)) / (rest * race.weights.of(hash));
      if (best.size() < most || time < best.peek().time) {
        enter(new Runner(time, hash, tile.row(i)));
      }
    }

    /** Equal rows run as one: their times differ by rounding at most. */
    private void enter(Runner runner) {
      Runner same = running.get(runner.hash);
      if (same != null) {
        if (same.time <= runner.time) {
          return;
        }
        best.remove(same);
      }
      running.put(runner.hash, runner);
      best.add(runner);
      if (best.size() > most) {
        running.remove(best.poll().hash);
      }
    }

    @Override
    public void merge(Lane other) {
      other.best.forEach(this::enter);
      rows += other.rows;
      Arrays.setAll(sum, j -> sum[j] + other.sum[j]);
      trace.add(other.trace);
      left.add(other.left);
    }

    long rows() {
      return rows;
    }

    double trace() {
      return trace.value();
    }

    /** Returns Σ k(x, x) − ‖f‖² ≥ 0. */
    double left() {
      return left.value();
    }

    /** Returns the mean of all features. */
    double[] mean() {
      return Arrays.stream(sum).map(value -> value / rows).toArray();
    }

    /** Returns the rows that were drawn, shifted, in the order of their arrival. */
    List<double[]> drawn() {
      List<Runner> ordered = new ArrayList<>(best);
      ordered.sort(LAST.reversed());
      return ordered.stream().map(Runner::row).toList();
    }
  }
}
