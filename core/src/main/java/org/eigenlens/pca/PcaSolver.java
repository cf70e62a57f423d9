package org.eigenlens.pca;

import java.util.Locale;

/** The routes to the principal components that can be asked for by name. */
public enum PcaSolver {
  /** Whichever the cost model expects to be cheapest at full accuracy. */
  AUTO,
  /** The d × d covariance, from one pass over the rows. */
  COVARIANCE,
  /** The n × n Gram matrix, for few rows of many columns (dual PCA). */
  GRAM,
  /** The singular values of the data, by QR first: the most accurate. */
  SVD,
  /** Block Krylov iteration on the data, for few components of a large matrix. */
  KRYLOV,
  /** Power iteration with deflation, as taught. */
  POWER,
  /** The covariance of rows that are read from a file, never all in memory. */
  STREAMING;

  /** Returns the name as users write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
