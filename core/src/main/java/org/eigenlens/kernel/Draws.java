package org.eigenlens.kernel;

import java.util.Random;

/** Random numbers that a seed fixes for good: Java specifies the bits of {@link Random}. */
final class Draws {

  private Draws() {}

  /**
   * Returns a generator for a seed.
   *
   * <p>Those of neighbouring seeds would begin alike, so the seed is scrambled first (the finaliser
   * of SplitMix64; Steele, Lea and Flood 2014).
   */
  static Random of(long seed) {
    long z = seed + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return new Random(z ^ (z >>> 31));
  }
}
