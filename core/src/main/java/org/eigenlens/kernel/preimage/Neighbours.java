package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;

/** Picks the few smallest of many values. */
final class Neighbours {

  /** How many neighbours are asked: enough to locate a point among them, few enough to be near. */
  private static final int WANTED = 10;

  private final int[] candidates;

  /** Considers all. */
  Neighbours(int count) {
    candidates = IntStream.range(0, count).toArray();
  }

  /** Considers the first of each set of equal rows: ten copies of one point say no more than it. */
  Neighbours(DenseMatrix points) {
    Set<Row> seen = new HashSet<>();
    candidates =
        IntStream.range(0, points.rows()).filter(i -> seen.add(new Row(points.row(i)))).toArray();
  }

  /** Returns where the smallest values are, in ascending order; of equals the first. */
  int[] nearest(double[] values) {
    int wanted = Math.min(WANTED, candidates.length);
    int[] nearest = new int[wanted];
    int found = 0;
    for (int candidate : candidates) {
      if (found == wanted && !(values[candidate] < values[nearest[found - 1]])) {
        continue;
      }
      int at = found < wanted ? found++ : found - 1;
      while (at > 0 && values[candidate] < values[nearest[at - 1]]) {
        nearest[at] = nearest[at - 1];
        at--;
      }
      nearest[at] = candidate;
    }
    return nearest;
  }

  /** An array that equals another with the same numbers. */
  private record Row(double[] values) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Row row && Arrays.equals(values, row.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }
  }
}
