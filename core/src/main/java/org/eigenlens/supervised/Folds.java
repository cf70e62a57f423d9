package org.eigenlens.supervised;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Rows dealt out to folds, each of which is held out once.
 *
 * <p>Rows are shuffled by the seed and dealt out class by class, so that every fold has about the
 * same share of each.
 *
 * @param of the fold of each row
 * @param count how many there are
 */
record Folds(int[] of, int count) {

  /** Deals rows out; as many folds as rows leave one out each. */
  static Folds deal(Labels labels, int count, long seed) {
    int n = labels.rows();
    if (count < 2 || count > n) {
      throw new IllegalArgumentException(
          count + " folds were asked for, but " + n + " rows allow for 2 to " + n + ".");
    }
    int[] order = IntStream.range(0, n).toArray();
    Random random = new Random(seed);
    for (int i = n - 1; i > 0; i--) {
      int j = (int) (random.nextDouble() * (i + 1));
      int kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
    List<Integer> dealt = new ArrayList<>(IntStream.of(order).boxed().toList());
    if (labels.areClasses()) {
      dealt.sort(Comparator.comparingDouble(row -> labels.values().get(row, 0)));
    }
    int[] folds = new int[n];
    for (int i = 0; i < n; i++) {
      folds[dealt.get(i)] = i % count;
    }
    return new Folds(folds, count);
  }

  /** Returns the rows of a fold, or all others, in order. */
  int[] rows(int fold, boolean held) {
    return IntStream.range(0, of.length).filter(i -> (of[i] == fold) == held).toArray();
  }
}
