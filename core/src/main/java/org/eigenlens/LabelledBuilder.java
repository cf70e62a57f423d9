package org.eigenlens;

import org.eigenlens.pca.Preprocessing;
import org.eigenlens.pca.Wanted;

/**
 * The options that all methods which learn from labels have.
 *
 * @param <B> the builder itself, which every setter returns
 */
public abstract class LabelledBuilder<B extends LabelledBuilder<B>> {
  Wanted wanted = new Wanted.All();
  boolean center = true;
  boolean standardize = false;
  boolean whiten = false;
  int ddof = 1;
  long seed = 0;
  long memory = Long.MAX_VALUE;
  Progress progress = Progress.NONE;

  LabelledBuilder() {}

  abstract B self();

  /** Asks for a number of components. */
  public B components(int count) {
    wanted = new Wanted.Count(count);
    return self();
  }

  /** Asks for as few components as make up this share of the sum of all eigenvalues. */
  public B components(double share) {
    wanted = new Wanted.Share(share);
    return self();
  }

  /**
   * Chooses whether coordinates are taken about the mean, or of the rows as they are, as the
   * lecture has it (equations 66 to 71). The directions are the same.
   */
  public B center(boolean value) {
    center = value;
    return self();
  }

  /** Chooses whether to divide each column by its standard deviation. */
  public B standardize(boolean value) {
    standardize = value;
    return self();
  }

  /** Chooses whether coordinates are scaled to unit variance. */
  public B whiten(boolean value) {
    whiten = value;
    return self();
  }

  /** Sets the divisor of variances to n − ddof. */
  public B ddof(int value) {
    ddof = new Preprocessing(true, false, value).ddof();
    return self();
  }

  /** Sets the seed of whatever is random. */
  public B seed(long value) {
    seed = value;
    return self();
  }

  /** Limits the memory to be taken beside the data, in bytes. */
  public B memory(long bytes) {
    memory = bytes;
    return self();
  }

  /** Hears how far the work has come. */
  public B progress(Progress listener) {
    progress = listener;
    return self();
  }
}
