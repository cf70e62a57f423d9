package org.eigenlens.manifold;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.DenseMatrix;

/** Components along which nothing differs but the piece of the graph that a node is in. */
final class Collapse {

  /** The share of a component's variance inside the pieces below which there is little in them. */
  private static final double LITTLE = 1e-2;

  private Collapse() {}

  /**
   * Warns of such components.
   *
   * @param coordinates of the nodes, a row for each component
   * @param piece of each node; negative for those that are in none
   */
  static void warn(DenseMatrix coordinates, int[] piece, List<String> warnings) {
    int pieces = Arrays.stream(piece).max().orElse(-1) + 1;
    if (pieces < 2) {
      return;
    }
    for (int c = 0; c < coordinates.rows(); c++) {
      double inside = inside(coordinates.row(c), piece, pieces);
      if (inside < LITTLE) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "component %d tells the %d pieces of the neighbour graph apart and little else (%.1e"
                    + " of its variance lies inside them); take more neighbours (--neighbors), or fit"
                    + " to one piece at a time (--piece 1)",
                c + 1,
                pieces,
                inside));
      }
    }
  }

  /** Returns the share of the variance that is not between pieces. */
  private static double inside(double[] values, int[] piece, int pieces) {
    double[] sums = new double[pieces];
    int[] counts = new int[pieces];
    double sum = 0;
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      if (piece[i] >= 0) {
        sums[piece[i]] += values[i];
        counts[piece[i]]++;
        sum += values[i];
        count++;
      }
    }
    double within = 0;
    double all = 0;
    for (int i = 0; i < values.length; i++) {
      if (piece[i] >= 0) {
        within += square(values[i] - sums[piece[i]] / counts[piece[i]]);
        all += square(values[i] - sum / count);
      }
    }
    return all > 0 ? within / all : 1;
  }

  private static double square(double x) {
    return x * x;
  }
}
