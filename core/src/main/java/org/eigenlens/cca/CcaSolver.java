package org.eigenlens.cca;

import java.util.Locale;

/** The routes from two views to their reduced form. */
public enum CcaSolver {
  /** Chooses by shape, and says why. */
  AUTO,

  /** Triangular factors of the rows and singular values: nothing is squared. Two passes. */
  SVD,

  /** The joint covariance in one pass; squares the condition of the views. */
  STREAMING,

  /** The dual form for more columns than rows: each view through its rows-by-rows factor. */
  GRAM;

  /** Returns the name as users write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
