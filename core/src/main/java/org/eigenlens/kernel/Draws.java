package org.eigenlens.kernel;

import java.util.Random;

/** Random numbers that a seed fixes for good: Java specifies the bits of {@link Random}. */
public final class Draws {

  private Draws() {}

  /**
   * Returns a generator for a seed.
   *
   * <p>Those of neighbouring seeds would begin alike, so the seed is scrambled first (the finaliser
   * of SplitMix64; Steele, Lea and Flood 2014).
   */
  public static Random of(long seed) {
    long z = seed + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return new Random(z ^ (z >>> 31));
  }

  /** Returns the numbers from 0 to {@code count} − 1 in an order that the seed decides. */
  public static int[] order(int count, long seed) {
    Random random = of(seed);
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      // Java fixes the bits of nextDouble for good, those of bounded draws it does not.
      int other = (int) (random.nextDouble() * (i + 1));
      order[i] = order[other];
      order[other] = i;
    }
    return order;
  }
}
