package org.eigenlens.cca;

import org.eigenlens.Progress;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.pca.Preprocessing;

/**
 * Everything that decides what a fit does.
 *
 * @param method the name models are labelled with
 * @param components how many pairs; 0 for as many as there are
 * @param preprocessing what is done to the columns first
 * @param ridge what is added to the covariances
 * @param folds how many parts rows are split in for cross-validation; 0 for none
 * @param permutations how many shuffles test each dimension; 0 for none
 * @param solver the route
 * @param seed of folds and shuffles
 * @param memory bytes that may be taken beside the data
 * @param progress hears how far the work has come
 */
public record CcaOptions(
    String method,
    int components,
    Preprocessing preprocessing,
    Ridge ridge,
    int folds,
    int permutations,
    CcaSolver solver,
    long seed,
    long memory,
    Progress progress) {

  /** How many folds cross-validation has where nobody said. */
  public static final int FOLDS = 5;

  /** More would cost a decomposition each and tell no more. */
  private static final int MOST_FOLDS = 100;

  /** Checks the numbers. */
  public CcaOptions {
    if (components < 0) {
      throw new IllegalArgumentException("At least 1 component is needed, not " + components + ".");
    }
    if (folds != 0 && (folds < 2 || folds > MOST_FOLDS)) {
      throw new IllegalArgumentException(
          "Cross-validation needs 2 to " + MOST_FOLDS + " folds, not " + folds + ".");
    }
    if (permutations < 0) {
      throw new IllegalArgumentException(
          "The number of permutations cannot be " + permutations + ".");
    }
    if (memory <= 0) {
      throw new IllegalArgumentException("The memory must be positive, not " + memory + " bytes.");
    }
    if (ridge instanceof Ridge.CrossValidated) {
      folds = folds == 0 ? FOLDS : folds;
      if (folds < 3) {
        throw new IllegalArgumentException(
            "A ridge by cross-validation needs 3 folds or more, not %d: without one, the others"
                    .formatted(folds)
                + " must still be split to choose it.");
      }
      if (permutations > 0) {
        throw new IllegalArgumentException(
            "Permutations test a ridge that was fixed before; one that cross-validation chose for"
                + " these pairs makes their p-values too small. Give the ridge, or leave"
                + " permutations out.");
      }
    }
  }

  /**
   * Returns how many components are kept of so many; refuses to keep more than there are.
   *
   * @param columns whether ranks are those of columns of data, and not of what landmarks see
   */
  int kept(int rankX, int rankY, boolean columns) {
    int most = Math.min(rankX, rankY);
    if (components > most) {
      throw new NumericalException(
          "%d components were asked for, but %s ranks %d and %d, and the upper bound is %d; ask for %s%s."
              .formatted(
                  components,
                  columns ? "the views have" : "what the landmarks see of the views has",
                  rankX,
                  rankY,
                  most,
                  most == 1 ? "1" : "1 to " + most,
                  columns ? "" : ", or for more landmarks where there are more rows"));
    }
    return components == 0 ? most : components;
  }
}
