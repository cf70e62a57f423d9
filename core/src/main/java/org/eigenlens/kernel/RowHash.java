package org.eigenlens.kernel;

/** Hashes of the content of rows, by which rows without numbers are told apart and drawn. */
final class RowHash {

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private RowHash() {}

  /** Mixes all bits of all numbers with the seed. */
  static long of(double[] row, long seed) {
    long state = seed;
    for (double number : row) {
      // Zeros of either sign are the same number.
      state = mixed(state + (Double.doubleToLongBits(number + 0.0) ^ GOLDEN));
    }
    return state;
  }

  /** Returns a number from 0 to 1, neither included, that a hash has for a round of draws. */
  static double uniform(long hash, int round) {
    return ((mixed(hash + (round + 1) * GOLDEN) >>> 11) + 0.5) * 0x1p-53;
  }

  /** The finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
  private static long mixed(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
