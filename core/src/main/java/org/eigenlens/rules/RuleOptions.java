package org.eigenlens.rules;

import org.eigenlens.Progress;
import org.eigenlens.pca.Preprocessing;

/**
 * What rules are asked with.
 *
 * @param preparation what is done to the data first
 * @param iterations how many data sets without structure parallel analysis draws
 * @param quantile of their eigenvalues that a component has to exceed
 * @param folds in how many parts cross-validation cuts the rows
 * @param seed of all draws
 * @param memory bytes that may be taken beside the data
 * @param progress hears how far the work has come
 */
public record RuleOptions(
    Preprocessing preparation,
    int iterations,
    double quantile,
    int folds,
    long seed,
    long memory,
    Progress progress) {

  /** Checks the numbers. */
  public RuleOptions {
    if (iterations < 1) {
      throw new IllegalArgumentException(
          "At least 1 iteration of parallel analysis is needed, not " + iterations + ".");
    }
    if (!(quantile > 0 && quantile < 1)) {
      throw new IllegalArgumentException(
          "The quantile must lie between 0 and 1, not be " + quantile + ".");
    }
    if (folds < 2) {
      throw new IllegalArgumentException(
          "Cross-validation needs at least 2 parts of the rows, not " + folds + ".");
    }
    if (memory <= 0) {
      throw new IllegalArgumentException("The memory must be positive, not " + memory + " bytes.");
    }
  }

  /** Returns the same for standardised columns. */
  RuleOptions standardized() {
    return new RuleOptions(
        new Preprocessing(preparation.center(), true, preparation.ddof()),
        iterations,
        quantile,
        folds,
        seed,
        memory,
        progress);
  }
}
