package org.eigenlens.bench.compare;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;

/** How much of a sheet's true parameters coordinates explain. */
final class Unrolled {

  private Unrolled() {}

  /**
   * Returns R² of the length along the roll and of the height, each fitted by both coordinates and
   * a constant.
   *
   * @param roll the points and, in the last two columns, their parameters
   */
  static double[] explained(DenseMatrix roll, DenseMatrix map) {
    double[] first = centered(map.column(0));
    double[] second = centered(map.column(1));
    double along = dot(second, first) / dot(first, first);
    Arrays.setAll(second, i -> second[i] - along * first[i]);
    double[] explained = new double[2];
    for (int p = 0; p < 2; p++) {
      double[] parameter = centered(roll.column(3 + p));
      double total = dot(parameter, parameter);
      double one = dot(first, parameter);
      double two = dot(second, parameter);
      explained[p] = (one * one / dot(first, first) + two * two / dot(second, second)) / total;
    }
    return explained;
  }

  /** Judges by what a good map explains: all but a fiftieth of both. */
  static Judge judge() {
    return Judge.ofValues(new double[] {1, 1}, 0.02);
  }

  private static double[] centered(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    return Arrays.stream(values).map(v -> v - mean).toArray();
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }
}
