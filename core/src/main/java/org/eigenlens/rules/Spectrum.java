package org.eigenlens.rules;

/**
 * The variances along all components, in descending order, and their sum.
 *
 * @param values those that are not zero to working precision
 * @param total their sum
 */
public record Spectrum(double[] values, double total) {

  /** Equal numbers differ by rounding only, which decides nothing. */
  static final double ROUNDING = 1e-12;

  /** Tells whether a value exceeds a bound by more than rounding. */
  static boolean exceeds(double value, double bound) {
    return value > bound * (1 + ROUNDING);
  }

  /** Returns the share of the first {@code count} components in the total. */
  double share(int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += values[i];
    }
    return sum / total;
  }

  /** Returns one value as a share of the total; 0 beyond the last one. */
  double shareOf(int index) {
    return index < values.length ? values[index] / total : 0;
  }
}
