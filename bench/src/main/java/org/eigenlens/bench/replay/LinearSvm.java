package org.eigenlens.bench.replay;

import java.util.Arrays;
import java.util.Random;
import org.eigenlens.matrix.Parallel;

/**
 * Linear support vector machines, one for each class against the rest: the largest w·x + b wins.
 *
 * <p>Each minimises ½‖(w, b)‖² + C Σ max(0, 1 − y(w·x + b))² by coordinate descent in the dual
 * (Hsieh, Chang, Lin, Keerthi and Sundararajan, 2008, algorithm 1), in a new random order in each
 * round, until the projected gradients of a round differ by less than 0.1 or after 200 rounds. A
 * round costs 4·n·d operations.
 */
final class LinearSvm {

  private static final double TOLERANCE = 0.1;
  private static final int ROUNDS = 200;

  /** A row for each class; b is last. */
  private final double[][] weights;

  private LinearSvm(double[][] weights) {
    this.weights = weights;
  }

  /**
   * Learns from rows of which the first {@code features} cells count.
   *
   * @param classes the class of each row, from 0
   * @param penalty C
   */
  static LinearSvm fit(double[][] x, int features, int[] classes, double penalty, long seed) {
    int count = Arrays.stream(classes).max().orElse(0) + 1;
    double[] squares = new double[x.length];
    Arrays.setAll(squares, i -> dot(x[i], x[i], features) + 1);
    double[][] weights = new double[count][];
    Parallel.forEach(
        count,
        c -> {
          double[] sides = Arrays.stream(classes).mapToDouble(k -> k == c ? 1 : -1).toArray();
          weights[c] = descend(x, features, squares, sides, penalty, new Random(seed + c));
        });
    return new LinearSvm(weights);
  }

  private static double[] descend(
      double[][] x, int features, double[] squares, double[] sides, double penalty, Random random) {
    double diagonal = 0.5 / penalty;
    double[] w = new double[features + 1];
    double[] alpha = new double[x.length];
    int[] order = Shuffle.of(x.length, random);
    for (int round = 0; round < ROUNDS; round++) {
      double largest = Double.NEGATIVE_INFINITY;
      double smallest = Double.POSITIVE_INFINITY;
      for (int i : order) {
        double value = dot(w, x[i], features) + w[features];
        double gradient = sides[i] * value - 1 + diagonal * alpha[i];
        double projected = alpha[i] > 0 ? gradient : Math.min(gradient, 0);
        largest = Math.max(largest, projected);
        smallest = Math.min(smallest, projected);
        if (projected != 0) {
          double next = Math.max(0, alpha[i] - gradient / (squares[i] + diagonal));
          double step = (next - alpha[i]) * sides[i];
          alpha[i] = next;
          for (int j = 0; j < features; j++) {
            w[j] += step * x[i][j];
          }
          w[features] += step;
        }
      }
      if (largest - smallest < TOLERANCE) {
        break;
      }
      Shuffle.again(order, random);
    }
    return w;
  }

  /** Returns w·x + b of a class. */
  double value(int c, double[] x) {
    int features = weights[c].length - 1;
    return dot(weights[c], x, features) + weights[c][features];
  }

  /** Returns the class of a row. */
  int classOf(double[] x) {
    int best = 0;
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < weights.length; c++) {
      double value = value(c, x);
      if (value > largest) {
        largest = value;
        best = c;
      }
    }
    return best;
  }

  /** Returns the share of rows that are put in another class than theirs. */
  double error(double[][] x, int[] classes) {
    int wrong = 0;
    for (int i = 0; i < x.length; i++) {
      wrong += classOf(x[i]) == classes[i] ? 0 : 1;
    }
    return (double) wrong / x.length;
  }

  /** Sums in four lanes, which the processor can work on at once. */
  private static double dot(double[] a, double[] b, int length) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int j = 0;
    for (; j + 3 < length; j += 4) {
      s0 += a[j] * b[j];
      s1 += a[j + 1] * b[j + 1];
      s2 += a[j + 2] * b[j + 2];
      s3 += a[j + 3] * b[j + 3];
    }
    for (; j < length; j++) {
      s0 += a[j] * b[j];
    }
    return s0 + s1 + (s2 + s3);
  }
}
