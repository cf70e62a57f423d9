package org.eigenlens.rules;

/**
 * The law of Marchenko and Pastur: how the eigenvalues of a covariance of white noise of variance 1
 * are distributed when columns over rows tend to β.
 */
final class MarchenkoPastur {

  private static final int STEPS = 512;
  private static final int HALVINGS = 52;

  private MarchenkoPastur() {}

  /** Returns the median for β in (0, 1], to about twelve digits. */
  static double median(double beta) {
    double low = 0;
    double high = Math.PI;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (below(middle, beta) < 0.5) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return eigenvalue((low + high) / 2, beta);
  }

  /** Maps an angle from 0 to π to the eigenvalues from (1 − √β)² to (1 + √β)². */
  private static double eigenvalue(double angle, double beta) {
    return 1 + beta - 2 * Math.sqrt(beta) * Math.cos(angle);
  }

  /**
   * Returns the probability of smaller eigenvalues by Simpson's rule: in the angle the density is 2
   * sin²/(π·eigenvalue), which is smooth up to its ends.
   */
  private static double below(double angle, double beta) {
    double step = angle / STEPS;
    double sum = density(0, beta) + density(angle, beta);
    for (int i = 1; i < STEPS; i++) {
      sum += (i % 2 == 1 ? 4 : 2) * density(i * step, beta);
    }
    return sum * step / 3;
  }

  private static double density(double angle, double beta) {
    double value = eigenvalue(angle, beta);
    double sine = Math.sin(angle);
    // For β = 1 both vanish at 0, where their ratio tends to 1.
    return 2 / Math.PI * (value == 0 ? 1 : sine * sine / value);
  }
}
