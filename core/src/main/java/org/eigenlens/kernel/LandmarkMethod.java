package org.eigenlens.kernel;

/** How landmarks are chosen among rows. */
public enum LandmarkMethod {
  /** By randomly pivoted Cholesky: each next one by what those before it leave of it. */
  PIVOTED,

  /** As a uniform sample: no pass but one, and more landmarks for the same error. */
  UNIFORM
}
