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
 */
record Neighbors(int[] rows, double[] distances) {

  private record Near(int row, double squares) {}

  static Neighbors of(FloatFile scores, int row, int count) throws IOException {
    double[] from = scores.row(row);
    Comparator<Near> nearest = Comparator.comparingDouble(Near::squares);
    PriorityQueue<Near> found = new PriorityQueue<>(nearest.thenComparing(Near::row).reversed());
    int columns = scores.columns();
    scores.forEach(
        (first, rows, values) -> {
          for (int i = 0; i < rows; i++) {
            double squares = 0;
            for (int j = 0; j < columns; j++) {
              double difference = values.getFloat((i * columns + j) * Float.BYTES) - from[j];
              squares += difference * difference;
            }
            // NaN, which rows without coordinates have, is never less.
            boolean near = found.size() < count || (count > 0 && squares < found.peek().squares());
            if (first + i != row && squares >= 0 && near) {
              found.add(new Near(first + i, squares));
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
        sorted.stream().mapToDouble(near -> Math.sqrt(near.squares())).toArray());
  }
}
