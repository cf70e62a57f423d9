package org.eigenlens.rules;

/**
 * The law of Marchenko and Pastur: how the eigenvalues of a covariance of white noise of variance 1
 * are distributed when columns over rows tend to β.
 */
final class MarchenkoPastur {

  private static final int HALVINGS = 52;

  private MarchenkoPastur() {}

  /** Returns the median for β in (0, 1], to the last digits but for rounding over √β. */
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
   * Returns the probability of smaller eigenvalues. In the angle the density is 2
   * sin²/(π·eigenvalue) = Σ √βᵏ⁻¹ (cos (k − 1)θ − cos (k + 1)θ)/π, and the integrals of the terms
   * add up to arcs: with s = Σ √βᵏ sin(kθ)/k, the angle of (1 − √β cos θ, √β sin θ), they are θ + s
   * − (s − √β sin θ)/β. Exact to rounding over √β, also at β = 1.
   */
  private static double below(double angle, double beta) {
    double root = Math.sqrt(beta);
    double sine = root * Math.sin(angle);
    double arc = Math.atan2(sine, 1 - root * Math.cos(angle));
    return (angle + arc - (arc - sine) / beta) / Math.PI;
  }
}
