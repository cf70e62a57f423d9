package org.eigenlens.kernel.preimage;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;

/**
 * Iterates the {@link FixedPoint} of rbf and polynomial kernels.
 *
 * <p>All rows that still move share two matrix products a step: their similarities with the
 * references, and the weighted sums of these. A step costs 4·m·d operations a row; 10 to 20 steps
 * are usual, 200 the most.
 */
final class FixedPointDecoder extends PieceDecoder {

  private static final int LIMIT = 200;

  private final FixedPoint map;
  private final int limit;
  private final Distances fallback;

  FixedPointDecoder(Frame frame) {
    this(frame, LIMIT);
  }

  /** With a limit of 1 the start itself is returned, or the nearest reference if that is better. */
  FixedPointDecoder(Frame frame, int limit) {
    super(frame, PreImageMethod.FIXED_POINT);
    this.map = FixedPoint.of(frame.kernel);
    this.limit = limit;
    boolean measurable = PreImageMethod.DISTANCES.supports(frame.kernel) && frame.hasDistances();
    this.fallback = measurable ? new Distances(frame) : null;
  }

  @Override
  void solve(
      Targets targets, DenseMatrix coordinates, DenseMatrix starts, Ledger ledger, int first) {
    int rows = targets.rows();
    Walk[] walks = new Walk[rows];
    try (Scratch scratch = new Scratch()) {
      Batch batch = new Batch(targets, scratch);
      start(targets, starts, walks, batch);
      while (batch.size > 0) {
        step(walks, batch);
      }
    }
    for (int i = 0; i < rows; i++) {
      Walk walk = walks[i];
      ledger.points.setRow(first + i, settled(targets, i, walk), 0);
      ledger.iterations[first + i] = walk.iterations();
      ledger.restarts[first + i] = walk.restarts();
      ledger.moving[first + i] = walk.moving();
      ledger.fellBack[first + i] = walk.lost();
    }
  }

  /** The rows that still move: their targets' weights and the points to try, closed up in order. */
  private final class Batch {
    final int[] rows;
    final DenseMatrix weights;
    final DenseMatrix trials;
    final DenseMatrix values;
    final DenseMatrix proposals;
    int size;

    Batch(Targets targets, Scratch scratch) {
      int count = targets.rows();
      int m = targets.weights.columns();
      int d = frame.references.columns();
      rows = new int[count];
      weights = scratch.matrix(count, m);
      trials = scratch.matrix(count, d);
      values = scratch.matrix(count, m);
      proposals = scratch.matrix(count, d);
    }

    void add(int row, double[] gamma, double[] trial) {
      rows[size] = row;
      weights.setRow(size, gamma, 0);
      trials.setRow(size, trial, 0);
      size++;
    }
  }

  /**
   * Starts each row where users say, or at the closed form for the values that a perfect pre-image
   * would have.
   */
  private void start(Targets targets, DenseMatrix starts, Walk[] walks, Batch batch) {
    FixedPoint.Step[] steps = new FixedPoint.Step[walks.length];
    double[] gamma = new double[targets.weights.columns()];
    double[] values = new double[gamma.length];
    for (int i = 0; i < walks.length; i++) {
      targets.weights.getRow(i, gamma, 0);
      targets.inner.getRow(i, values, 0);
      double self = map.ideal(values, targets.squares[i]);
      steps[i] = map.weigh(gamma, values, self);
      batch.values.setRow(i, values, 0);
    }
    targets.combine(batch.values, batch.proposals);
    double tolerance = map.tolerance(frame.spread);
    for (int i = 0; i < walks.length; i++) {
      int nearest = targets.nearest(i);
      double objective = frame.selves[nearest] - 2 * targets.inner.get(i, nearest);
      walks[i] =
          new Walk(
              frame.references.row(nearest),
              objective,
              tolerance,
              map.damping(),
              limit,
              starts != null);
      double[] proposed =
          starts == null ? quotient(batch.proposals.row(i), steps[i].denominator()) : starts.row(i);
      batch.add(i, targets.weights.row(i), walks[i].start(proposed));
    }
  }

  private void step(Walk[] walks, Batch batch) {
    int size = batch.size;
    DenseMatrix trials = batch.trials.rowRange(0, size);
    DenseMatrix values = batch.values.rowRange(0, size);
    DenseMatrix proposals = batch.proposals.rowRange(0, size);
    map.evaluate(trials, frame.references, values);
    double[] selves = map.selves(trials);
    FixedPoint.Step[] steps = new FixedPoint.Step[size];
    double[] gamma = new double[values.columns()];
    double[] row = new double[values.columns()];
    for (int i = 0; i < size; i++) {
      batch.weights.getRow(i, gamma, 0);
      values.getRow(i, row, 0);
      steps[i] = map.weigh(gamma, row, selves[i]);
      values.setRow(i, row, 0);
    }
    LinearAlgebra.multiply(1, values, false, frame.references, false, 0, proposals);
    batch.size = 0;
    for (int i = 0; i < size; i++) {
      double[] proposal = quotient(proposals.row(i), steps[i].denominator());
      double[] next = walks[batch.rows[i]].next(trials.row(i), steps[i], proposal);
      if (next != null) {
        // Never ahead of i, so nothing is overwritten before it is read.
        batch.weights.getRow(i, gamma, 0);
        batch.add(batch.rows[i], gamma, next);
      }
    }
  }

  /** Returns the point a step leads to, or null if there is none. */
  private static double[] quotient(double[] sum, double denominator) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] /= denominator;
    }
    return denominator > 0 && Vectors.finite(sum) ? sum : null;
  }

  private double[] settled(Targets targets, int row, Walk walk) {
    if (!walk.lost() || fallback == null) {
      return walk.point();
    }
    double[] other = fallback.point(targets, row);
    return targets.objective(row, other) < targets.objective(row, walk.point())
        ? other
        : walk.point();
  }
}
