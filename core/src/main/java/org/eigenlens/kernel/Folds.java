package org.eigenlens.kernel;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Rows dealt out to folds of equal size at random, each of which is held out once.
 *
 * @param of the fold of each row
 * @param count how many there are
 */
public record Folds(int[] of, int count) {

  /** Deals rows out; as many folds as rows leave one out each. */
  public static Folds deal(int rows, int count, long seed) {
    return deal(Draws.order(rows, seed), count);
  }

  /**
   * Deals rows out class by class, so that every fold has about the same share of each.
   *
   * @param classes the class of each row
   */
  public static Folds deal(double[] classes, int count, long seed) {
    return deal(
        Arrays.stream(Draws.order(classes.length, seed))
            .boxed()
            .sorted(Comparator.comparingDouble(row -> classes[row]))
            .mapToInt(row -> row)
            .toArray(),
        count);
  }

  private static Folds deal(int[] order, int count) {
    if (count < 2 || count > order.length) {
      throw new IllegalArgumentException(
          "%d folds were asked for, but %d rows allow for 2 to %d."
              .formatted(count, order.length, order.length));
    }
    int[] folds = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      folds[order[i]] = i % count;
    }
    return new Folds(folds, count);
  }

  /** Returns the rows of a fold, or all others, in order. */
  public int[] rows(int fold, boolean held) {
    return IntStream.range(0, of.length).filter(i -> (of[i] == fold) == held).toArray();
  }
}
