package org.eigenlens.kernel;

/**
 * exp for whole rows of numbers that are not positive, several times faster than {@link Math#exp}
 * and the same on every machine.
 *
 * <p>exp(x) = 2^e · 2^(j/64) · exp(r) with x = (64e + j)·ln2/64 + r and |r| ≤ ln2/128: the middle
 * factor from a table, the last by its Taylor polynomial of degree 5, whose error r⁶/720 is below
 * 4e-17. The result is right to about one unit in the last place; below about exp(−708) it is 0,
 * where {@code Math.exp} would still give denormal numbers.
 *
 * <p>Rows are gone through more than once, so that the compiler finds vector instructions for all
 * but the table and the power of two, which take one number at a time.
 */
final class Exponential {

  private static final int STEPS = 64;
  private static final double INVERSE_STEP = STEPS / Math.log(2);

  /** ln2/64 in two parts; the first has zeros at its end, so that its multiples are exact. */
  private static final double STEP_HIGH = Double.longBitsToDouble(0x3F862E42FEE00000L);

  private static final double STEP_LOW = 2.9815858269852933e-12;

  /** Adding and subtracting 1.5·2⁵² rounds to the nearest whole number. */
  private static final double ROUNDER = 6755399441055744.0;

  /** exp of less than this is no normal number. */
  static final double LOWEST = -708;

  private static final double HIGHEST = 709;
  private static final double LOWEST_ROUNDED = LOWEST * INVERSE_STEP + ROUNDER;

  /** The bits of 2^(j/64), to which those of a whole exponent can be added. */
  private static final long[] POWERS = new long[STEPS];

  static {
    for (int j = 0; j < STEPS; j++) {
      POWERS[j] = Double.doubleToRawLongBits(StrictMath.pow(2, j / (double) STEPS));
    }
  }

  /** What a float is divided by before its series, which then has few terms; 2⁷. */
  private static final float HALVED = 128;

  /** exp of less than this is no normal float. */
  private static final float LOWEST_FLOAT = -87;

  private Exponential() {}

  /**
   * Replaces each value, none of them positive, by its exponential.
   *
   * @param rounded room for as many numbers, so that a tile leaves no garbage for each of its rows
   */
  static void apply(double[] values, double[] rounded) {
    int count = values.length;
    for (int i = 0; i < count; i++) {
      values[i] = Math.max(LOWEST - 1, values[i]);
    }
    applyToNormal(values, rounded);
    for (int i = 0; i < count; i++) {
      if (rounded[i] < LOWEST_ROUNDED) {
        values[i] = 0;
      }
    }
  }

  /**
   * Does the same for values that are known to be {@link #LOWEST} at least, in two thirds of the
   * time.
   */
  static void applyToNormal(double[] values, double[] rounded) {
    int count = values.length;
    for (int i = 0; i < count; i++) {
      // Read once: as far as the compiler knows the next line could change it.
      double x = values[i];
      rounded[i] = x * INVERSE_STEP + ROUNDER;
      double steps = (x * INVERSE_STEP + ROUNDER) - ROUNDER;
      double r = (x - steps * STEP_HIGH) - steps * STEP_LOW;
      double square = r * r;
      values[i] =
          r + square * (0.5 + r * (1.0 / 6)) + square * square * (1.0 / 24 + r * (1.0 / 120));
    }
    for (int i = 0; i < count; i++) {
      double power = power((int) Double.doubleToRawLongBits(rounded[i]));
      values[i] = power + power * values[i];
    }
  }

  /** Returns 2^(n/64). */
  private static double power(int n) {
    return Double.longBitsToDouble(POWERS[n & (STEPS - 1)] + ((long) (n >> 6) << 52));
  }

  /**
   * Replaces each value, none of them positive, by its exponential to 2⁻²² of 1.
   *
   * <p>exp(x) − 1 = p₇ with p₀ the series of exp(x/128) − 1 and pᵢ₊₁ = pᵢ(2 + pᵢ): a plain loop of
   * products, which becomes vector instructions as it stands.
   */
  static void apply(float[] values) {
    for (int i = 0; i < values.length; i++) {
      float x = Math.max(LOWEST_FLOAT, values[i]) / HALVED;
      float p = x * (1 + x * (1 / 2f + x * (1 / 6f + x * (1 / 24f + x * (1 / 120f)))));
      p *= 2 + p;
      p *= 2 + p;
      p *= 2 + p;
      p *= 2 + p;
      p *= 2 + p;
      p *= 2 + p;
      p *= 2 + p;
      values[i] = 1 + p;
    }
  }

  static double of(double x) {
    if (!(x <= HIGHEST)) {
      return Math.exp(x);
    }
    double rounded = x * INVERSE_STEP + ROUNDER;
    if (x < LOWEST - 1 || rounded < LOWEST_ROUNDED) {
      return 0;
    }
    int n = (int) Double.doubleToRawLongBits(rounded);
    double steps = rounded - ROUNDER;
    double r = (x - steps * STEP_HIGH) - steps * STEP_LOW;
    double square = r * r;
    double tail =
        r + square * (0.5 + r * (1.0 / 6)) + square * square * (1.0 / 24 + r * (1.0 / 120));
    double power = power(n);
    return power + power * tail;
  }
}
