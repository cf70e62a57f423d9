package org.eigenlens.kernel.preimage;

/**
 * The way of one row to its fixed point: which point to try next, given how the last one was.
 *
 * <p>Steps that raise ρ are halved. Where the denominator vanishes there is no step, and the walk
 * begins again halfway to the reference whose image is nearest, then at that reference, then gives
 * up. A walk that ends worse than that reference begins again there too, so that the outcome is
 * never worse than the best reference; not so if users gave the start, who want what is near it.
 *
 * <p>The length of a step is that of Barzilai and Borwein, s·s/s·y, with the last step s and the
 * change y in what the map would move: the plain fixed point of a polynomial of degree p overshoots
 * p-fold along the ray from the origin.
 */
final class Walk {

  private static final int HALVINGS = 8;

  /** No step is longer than so many moves of the map. */
  private static final double LONGEST = 10;

  /** A rise within rounding is none; sums of some thousand terms are right to about 1e-13. */
  private static final double ROUNDING = 1e-12;

  private final double[] nearest;
  private final double nearestObjective;
  private final double tolerance;
  private final double damping;
  private final int limit;
  private final boolean given;

  private double[] point;
  private double[] move;
  private double objective = Double.POSITIVE_INFINITY;
  private int steps;
  private int halvings;
  private int iterations;
  private int restarts;
  private boolean atNearest;
  private boolean lost;
  private boolean moving;

  /**
   * Prepares a walk.
   *
   * @param damping the part of the very first move to make
   * @param given whether users gave the start
   */
  Walk(
      double[] nearest,
      double nearestObjective,
      double tolerance,
      double damping,
      int limit,
      boolean given) {
    this.nearest = nearest;
    this.nearestObjective = nearestObjective;
    this.tolerance = tolerance;
    this.damping = damping;
    this.limit = limit;
    this.given = given;
  }

  /** Returns the first point to try: the given one, or the nearest reference if there is none. */
  double[] start(double[] proposed) {
    return proposed == null ? restart() : proposed;
  }

  /**
   * Takes note of a point and returns the next to try, or null at the end.
   *
   * @param proposal where the fixed-point map leads from there, or null if nowhere
   */
  double[] next(double[] trial, FixedPoint.Step step, double[] proposal) {
    iterations++;
    steps++;
    if (!(step.objective() <= objective + ROUNDING * step.magnitude())) {
      if (point == null) {
        return restart();
      }
      if (halvings++ < HALVINGS && steps < limit) {
        return Vectors.combination(0.5, point, 0.5, trial);
      }
      moving = true;
      return finish();
    }
    double[] from = point;
    double[] lastMove = move;
    point = trial;
    objective = step.objective();
    halvings = 0;
    if (proposal == null) {
      return restart();
    }
    move = Vectors.combination(1, proposal, -1, point);
    if (Vectors.length(move) <= tolerance) {
      moving = false;
      return finish();
    }
    if (steps >= limit) {
      moving = true;
      return finish();
    }
    double length = from == null ? damping : spectral(from, lastMove);
    return Vectors.combination(1, point, length, move);
  }

  private double spectral(double[] from, double[] lastMove) {
    double[] s = Vectors.combination(1, point, -1, from);
    double[] y = Vectors.combination(1, lastMove, -1, move);
    double length = Vectors.dot(s, s) / Vectors.dot(s, y);
    return length > 0 ? Math.max(0.5 * damping, Math.min(LONGEST, length)) : 1;
  }

  private double[] restart() {
    restarts++;
    if (atNearest) {
      lost = true;
      return null;
    }
    double[] middle =
        point == null || restarts > 1 ? null : Vectors.combination(0.5, point, 0.5, nearest);
    if (middle == null) {
      return fromNearest();
    }
    forget();
    return middle;
  }

  private double[] finish() {
    if (objective > nearestObjective && !atNearest && !given) {
      restarts++;
      return fromNearest();
    }
    return null;
  }

  private double[] fromNearest() {
    atNearest = true;
    forget();
    return nearest.clone();
  }

  private void forget() {
    point = null;
    objective = Double.POSITIVE_INFINITY;
    steps = 0;
    halvings = 0;
  }

  /** Returns the point reached, at worst the nearest reference. */
  double[] point() {
    return point == null ? nearest : point;
  }

  /** Tells whether no step was possible anywhere. */
  boolean lost() {
    return lost;
  }

  /** Tells whether the end came before rest. */
  boolean moving() {
    return moving;
  }

  int iterations() {
    return iterations;
  }

  int restarts() {
    return restarts;
  }
}
