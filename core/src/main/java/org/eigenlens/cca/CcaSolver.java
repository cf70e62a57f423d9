package org.eigenlens.cca;

import java.util.Locale;

/** The routes from two views to their reduced form. */
public enum CcaSolver {
  /** Chooses by shape, and says why. */
  AUTO,

  /** Triangular factors of the rows and singular values: nothing is squared. Two passes. */
  SVD,

  /** The joint covariance of rows in memory; squares the condition of the views. */
  COVARIANCE,

  /** The same of rows that are read in one pass and never all in memory. */
  STREAMING,

  /** The dual form for more columns than rows: each view through its rows-by-rows factor. */
  GRAM;

  /** Tells whether squares of the rows are summed. */
  boolean squares() {
    return this == COVARIANCE || this == STREAMING;
  }

  /** Returns the name as users write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
