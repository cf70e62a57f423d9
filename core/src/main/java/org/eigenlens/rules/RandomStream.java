package org.eigenlens.rules;

/**
 * Random numbers that a seed and a number fix for good, whatever the version of Java: SplitMix64
 * (Steele, Lea and Flood 2014). Streams of different numbers can be drawn from at once.
 */
final class RandomStream {

  private static final long STEP = 0x9E3779B97F4A7C15L;

  private long state;

  /** The second of a pair of normal numbers; NaN if it was handed out. */
  private double spare = Double.NaN;

  RandomStream(long seed, long number) {
    state = scrambled(scrambled(seed + STEP) + number * STEP);
  }

  private static long scrambled(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  private long next() {
    state += STEP;
    return scrambled(state);
  }

  /** Returns a whole number from 0 to {@code bound} − 1; uneven by less than 2⁻³². */
  int below(int bound) {
    return (int) (((next() >>> 32) * bound) >>> 32);
  }

  /** Returns a number from 0 to 1. */
  private double uniform() {
    return (next() >>> 11) * 0x1p-53;
  }

  /** Returns a standard normal number, by Marsaglia's polar method. */
  double normal() {
    if (!Double.isNaN(spare)) {
      double kept = spare;
      spare = Double.NaN;
      return kept;
    }
    while (true) {
      double x = 2 * uniform() - 1;
      double y = 2 * uniform() - 1;
      double s = x * x + y * y;
      if (s < 1 && s > 0) {
        double factor = StrictMath.sqrt(-2 * StrictMath.log(s) / s);
        spare = factor * y;
        return factor * x;
      }
    }
  }

  /** Returns the root of a χ² number, by Marsaglia and Tsang's method for gamma numbers (2000). */
  double chi(long degrees) {
    if (degrees == 1) {
      return Math.abs(normal());
    }
    double d = degrees / 2.0 - 1.0 / 3;
    double c = 1 / StrictMath.sqrt(9 * d);
    while (true) {
      double x = normal();
      double v = 1 + c * x;
      v = v * v * v;
      double u = 1 - uniform();
      if (v > 0 && StrictMath.log(u) < 0.5 * x * x + d * (1 - v + StrictMath.log(v))) {
        return StrictMath.sqrt(2 * d * v);
      }
    }
  }

  /** Shuffles in place. */
  void shuffle(double[] values) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = below(i + 1);
      double kept = values[i];
      values[i] = values[j];
      values[j] = kept;
    }
  }

  /** Returns the numbers 0 to {@code count} − 1 in random order. */
  int[] permutation(int count) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      int j = below(i + 1);
      numbers[i] = numbers[j];
      numbers[j] = i;
    }
    return numbers;
  }
}
