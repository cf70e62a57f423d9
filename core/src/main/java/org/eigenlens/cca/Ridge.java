package org.eigenlens.cca;

/** What is added to the diagonal of each view's covariance. */
public sealed interface Ridge {

  /** Nothing: canonical correlation analysis as such. */
  Ridge NONE = new Fixed(0, 0);

  /** The limit of ever more: directions of largest covariance (partial least squares). */
  Ridge PLS = new Fixed(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /**
   * Known amounts.
   *
   * @param x for the first view: 0 for none, infinity for the limit
   * @param y for the second
   */
  record Fixed(double x, double y) implements Ridge {
    /** Checks that none is negative. */
    public Fixed {
      if (!(x >= 0 && y >= 0)) {
        throw new IllegalArgumentException(
            "A ridge is 0 or larger, but " + x + " and " + y + " were given.");
      }
    }
  }

  /** Amounts chosen by cross-validation: those whose first pair holds best on rows left out. */
  record CrossValidated() implements Ridge {}
}
