package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Scratch;

/**
 * Minimises ρ by its gradient, for kernels without a fixed-point equation.
 *
 * <p>Each row walks by spectral projected gradients (Birgin, Martínez and Raydan, 2000, in their
 * monotone form): the step length of Barzilai and Borwein, halved until ρ falls enough, and cut at
 * zero where the kernel is for counts. Unless given, the start is the better of the nearest
 * reference and the answer of a {@link RidgeMap}; the outcome is never worse. ρ is not convex, so
 * it is a local minimum; with the Laplacian, whose ρ has kinks, it may be a kink. A step costs m·d
 * scalar operations, 2m·d kernel evaluations with a custom kernel.
 */
final class DescentDecoder extends PieceDecoder {

  private static final int LIMIT = 200;
  private static final int HALVINGS = 30;

  /** Armijo's constant. */
  private static final double SUFFICIENT = 1e-4;

  private final RidgeMap ridge;
  private final boolean counts;

  DescentDecoder(Frame frame) {
    super(frame, PreImageMethod.FIXED_POINT);
    this.ridge = new RidgeMap(frame);
    this.counts = Objective.needsCounts(frame.kernel);
  }

  @Override
  List<String> remarks() {
    return List.of("Local minima, found by gradients from the better of two starts.");
  }

  @Override
  void solve(
      Targets targets, DenseMatrix coordinates, DenseMatrix starts, Ledger ledger, int first) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix learned = scratch.matrix(targets.rows(), frame.references.columns());
      ridge.apply(coordinates, learned);
      for (int i = 0; i < targets.rows(); i++) {
        Objective objective = new Objective(frame, targets, i);
        double[] start =
            starts == null
                ? best(objective, frame.references.row(targets.nearest(i)), learned.row(i))
                : allowed(starts.row(i));
        ledger.points.setRow(first + i, walk(objective, start, ledger, first + i), 0);
      }
    }
  }

  private double[] best(Objective objective, double[] nearest, double[] learned) {
    double[] other = allowed(learned);
    return objective.at(other) < objective.at(nearest) ? other : nearest;
  }

  private double[] walk(Objective objective, double[] start, Ledger ledger, int row) {
    double[] point = start;
    double value = objective.at(point);
    double[] gradient = objective.gradient(point);
    double size = Math.sqrt(Vectors.dot(gradient, gradient));
    double length = 0.1 * frame.spread / size;
    ledger.moving[row] = true;
    for (int step = 0; step < LIMIT; step++) {
      double[] direction = direction(point, gradient, length);
      double move = Math.sqrt(Vectors.dot(direction, direction));
      // Written so that a gradient of zero, whose length is infinite or NaN, ends here as well.
      if (!(move > 1e-8 * frame.spread)) {
        break;
      }
      double slope = Vectors.dot(gradient, direction);
      double part = 1;
      double[] next = moved(point, direction, part);
      double nextValue = objective.at(next);
      for (int h = 0; h < HALVINGS && !(nextValue <= value + SUFFICIENT * part * slope); h++) {
        part /= 2;
        next = moved(point, direction, part);
        nextValue = objective.at(next);
      }
      if (!(nextValue < value)) {
        break;
      }
      ledger.iterations[row]++;
      double[] nextGradient = objective.gradient(next);
      length = spectral(point, next, gradient, nextGradient, length);
      boolean settled = value - nextValue <= 1e-14 * (Math.abs(value) + frame.scale);
      point = next;
      value = nextValue;
      gradient = nextGradient;
      if (settled) {
        break;
      }
      if (step == LIMIT - 1) {
        return point;
      }
    }
    ledger.moving[row] = false;
    return point;
  }

  /** Returns the way to the allowed point nearest to a step down the gradient. */
  private double[] direction(double[] point, double[] gradient, double length) {
    double[] target = new double[point.length];
    Arrays.setAll(target, j -> point[j] - length * gradient[j]);
    allowed(target);
    Arrays.setAll(target, j -> target[j] - point[j]);
    return target;
  }

  private double[] allowed(double[] point) {
    if (counts) {
      Arrays.setAll(point, j -> Math.max(0, point[j]));
    }
    return point;
  }

  private static double[] moved(double[] point, double[] direction, double part) {
    double[] next = new double[point.length];
    Arrays.setAll(next, j -> point[j] + part * direction[j]);
    return next;
  }

  /** Returns s·s/s·y of the last step s and the change y of the gradient, or twice the last. */
  private static double spectral(
      double[] point, double[] next, double[] gradient, double[] nextGradient, double last) {
    double ss = 0;
    double sy = 0;
    for (int j = 0; j < point.length; j++) {
      double s = next[j] - point[j];
      ss += s * s;
      sy += s * (nextGradient[j] - gradient[j]);
    }
    double length = ss / sy;
    return sy > 0 && length < 1e6 * last ? length : 2 * last;
  }
}
