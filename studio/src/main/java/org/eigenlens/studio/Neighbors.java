package org.eigenlens.studio;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The rows nearest to one, in all coordinates of a model; the row itself is not among them.
 *
 * <p>Costs one pass over the coordinates.
 *
 * @param values how near each is, as {@link By} measures it
 */
record Neighbors(int[] rows, double[] values) {

  /** How it is measured that rows are near. */
  enum By {
    /** The Euclidean distance: the smaller, the nearer. */
    DISTANCE,
    /** The cosine of the angle seen from the origin: the larger, the nearer. */
    ANGLE
  }

  /** A row, and what is the smaller the nearer it is; NaN where there is no telling. */
  private record Near(int row, double far) {}

  static Neighbors of(FloatFile scores, int row, int count, By by) throws IOException {
    double[] from = scores.row(row);
    Comparator<Near> nearest = Comparator.comparingDouble(Near::far);
    PriorityQueue<Near> found = new PriorityQueue<>(nearest.thenComparing(Near::row).reversed());
    int columns = scores.columns();
    double[] to = new double[columns];
    scores.forEach(
        (first, rows, values) -> {
          for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
              to[j] = values.getFloat((i * columns + j) * Float.BYTES);
            }
            double far = by == By.ANGLE ? -cosine(from, to) : squares(from, to);
            // NaN, which rows without coordinates or direction have, is never less.
            boolean near = found.size() < count || (count > 0 && far < found.peek().far());
            if (first + i != row && !Double.isNaN(far) && near) {
              found.add(new Near(first + i, far));
              if (found.size() > count) {
                found.remove();
              }
            }
          }
        });
    List<Near> sorted = new ArrayList<>(found);
    sorted.sort(nearest.thenComparing(Near::row));
    return new Neighbors(
        sorted.stream().mapToInt(Near::row).toArray(),
        sorted.stream()
            .mapToDouble(near -> by == By.ANGLE ? 0 - near.far() : Math.sqrt(near.far()))
            .toArray());
  }

  private static double squares(double[] a, double[] b) {
    double squares = 0;
    for (int j = 0; j < a.length; j++) {
      squares += (b[j] - a[j]) * (b[j] - a[j]);
    }
    return squares;
  }

  /** Returns the cosine of an angle; NaN where one of the two has no direction. */
  private static double cosine(double[] a, double[] b) {
    double product = 0;
    double ofA = 0;
    double ofB = 0;
    for (int j = 0; j < a.length; j++) {
      product += a[j] * b[j];
      ofA += a[j] * a[j];
      ofB += b[j] * b[j];
    }
    return product / Math.sqrt(ofA) / Math.sqrt(ofB);
  }
}
