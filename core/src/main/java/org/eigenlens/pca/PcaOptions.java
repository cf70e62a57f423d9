package org.eigenlens.pca;

import org.eigenlens.Progress;

/**
 * Everything that decides what a fit does.
 *
 * @param method the name models are labelled with
 * @param wanted how many components
 * @param preprocessing what is done to the data first
 * @param whiten whether coordinates are scaled to unit variance
 * @param solver the route
 * @param tolerance of iterative solvers
 * @param seed of their random start
 * @param memory bytes that may be taken beside the data
 * @param progress hears how far the work has come
 */
public record PcaOptions(
    String method,
    Wanted wanted,
    Preprocessing preprocessing,
    boolean whiten,
    PcaSolver solver,
    double tolerance,
    long seed,
    long memory,
    Progress progress) {

  /** Checks the numbers. */
  public PcaOptions {
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "The tolerance must lie between 0 and 1, not be " + tolerance + ".");
    }
    if (memory <= 0) {
      throw new IllegalArgumentException("The memory must be positive, not " + memory + " bytes.");
    }
  }
}
