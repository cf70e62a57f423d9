package org.eigenlens.model;

import java.util.Optional;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The ellipse in which a given share of normal points of the same mean and covariance lies, when
 * both are estimated: (p − m)ᵀS⁻¹(p − m) = 2·F(2, n − 1), as R's {@code car::dataEllipse} draws it.
 *
 * @param centerX the mean along the first axis
 * @param centerY the mean along the second axis
 * @param scaleX half the width of the ellipse
 * @param scaleY half its height
 * @param correlation of both coordinates, which tilts it
 */
public record Ellipse(
    double centerX, double centerY, double scaleX, double scaleY, double correlation) {

  private static final int FEWEST = 3;

  /**
   * Finds the ellipse of some points; three at least that differ along both axes have one. Points
   * with a coordinate that is not there (NaN) are passed over.
   *
   * @param level the share, such as 0.95
   */
  public static Optional<Ellipse> of(double[] x, double[] y, double level) {
    int n = 0;
    double meanX = 0;
    double meanY = 0;
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (int i = 0; i < x.length; i++) {
      if (Double.isNaN(x[i]) || Double.isNaN(y[i])) {
        continue;
      }
      n++;
      double dx = x[i] - meanX;
      double dy = y[i] - meanY;
      meanX += dx / n;
      meanY += dy / n;
      xx += dx * (x[i] - meanX);
      yy += dy * (y[i] - meanY);
      xy += dx * (y[i] - meanY);
    }
    if (n < FEWEST || !(xx > 0) || !(yy > 0)) {
      return Optional.empty();
    }
    double radius = Math.sqrt(2 * FDistribution.of(2, n - 1.0).inverseCumulativeProbability(level));
    return Optional.of(
        new Ellipse(
            meanX,
            meanY,
            radius * Math.sqrt(xx / (n - 1)),
            radius * Math.sqrt(yy / (n - 1)),
            xy / Math.sqrt(xx) / Math.sqrt(yy)));
  }

  /** Returns a point of the outline, at an angle from 0 to 2π. */
  public double[] at(double angle) {
    // The Cholesky factor of the correlation matrix takes the unit circle to the ellipse.
    double other = Math.sqrt(Math.max(0, 1 - correlation * correlation));
    return new double[] {
      centerX + scaleX * Math.cos(angle),
      centerY + scaleY * (correlation * Math.cos(angle) + other * Math.sin(angle))
    };
  }
}
