package org.eigenlens.cli;

import org.eigenlens.pca.Preprocessing;
import picocli.CommandLine.Option;

/** The options that say what is done to data before components are sought. */
final class PreparationOptions {

  @Option(names = "--standardize", description = "Divide each column by its standard deviation.")
  private boolean standardize;

  @Option(names = "--no-center", description = "Do not subtract the mean.")
  private boolean noCenter;

  @Option(
      names = "--ddof",
      paramLabel = "0|1",
      defaultValue = "1",
      converter = Values.Ddof.class,
      description = "Variances divide by n − ddof; 1 by default.")
  private int ddof;

  boolean standardize() {
    return standardize;
  }

  /** Tells whether the mean is subtracted, which latent semantic analysis never does. */
  boolean center(Method method) {
    return !noCenter && method != Method.LSA;
  }

  int ddof() {
    return ddof;
  }

  /** Returns what is done to the data for a method. */
  Preprocessing of(Method method) {
    return new Preprocessing(center(method), standardize, ddof);
  }
}
