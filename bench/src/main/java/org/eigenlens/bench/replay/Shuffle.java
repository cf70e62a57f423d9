package org.eigenlens.bench.replay;

import java.util.Arrays;
import java.util.Random;

/** Random orders, by Fisher and Yates. */
final class Shuffle {

  private Shuffle() {}

  /** Returns the numbers from 0 in random order. */
  static int[] of(int size, Random random) {
    int[] order = new int[size];
    Arrays.setAll(order, i -> i);
    again(order, random);
    return order;
  }

  /** Puts numbers in another random order. */
  static void again(int[] order, Random random) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int kept = order[i];
      order[i] = order[j];
      order[j] = kept;
    }
  }
}
