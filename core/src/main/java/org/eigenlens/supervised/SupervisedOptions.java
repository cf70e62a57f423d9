package org.eigenlens.supervised;

import org.eigenlens.Progress;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.pca.PcaOptions;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.pca.Wanted;

/**
 * Everything that decides what a supervised fit does.
 *
 * @param method the name models are labelled with
 * @param wanted how many components
 * @param project whether coordinates are taken about the mean, and as in the lecture if not; the
 *     directions are always those of centred data
 * @param standardize whether columns are divided by their standard deviation
 * @param ddof variances divide by n − ddof
 * @param whiten whether coordinates are scaled to unit variance
 * @param labelKernel the similarity of labels; null for delta for classes and linear for targets
 * @param blend the weight η of the identity in (1 − η)K_y + ηI
 * @param solver the route
 * @param tolerance of iterative solvers
 * @param seed of whatever is random
 * @param memory bytes that may be taken beside the data
 * @param progress hears how far the work has come
 */
public record SupervisedOptions(
    String method,
    Wanted wanted,
    boolean project,
    boolean standardize,
    int ddof,
    boolean whiten,
    KernelChoice labelKernel,
    double blend,
    PcaSolver solver,
    double tolerance,
    long seed,
    long memory,
    Progress progress) {

  /** Checks the numbers. */
  public SupervisedOptions {
    if (!(blend >= 0 && blend <= 1)) {
      throw new IllegalArgumentException("The blend lies between 0 and 1, not at " + blend + ".");
    }
    Preprocessing prepared = new Preprocessing(false, false, ddof);
    // Tolerance and memory are what they are to PCA.
    new PcaOptions(method, wanted, prepared, whiten, solver, tolerance, seed, memory, progress);
  }

  /** Returns how principal components of rows that are prepared already are to be found. */
  PcaOptions options(Wanted components, PcaSolver route) {
    return new PcaOptions(
        method,
        components,
        new Preprocessing(false, false, ddof),
        false,
        route,
        tolerance,
        seed,
        memory,
        progress);
  }
}
