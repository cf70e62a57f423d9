package org.eigenlens.studio;

/** Ends a pass over a table when its first rows were seen. */
final class Enough extends RuntimeException {

  private static final long serialVersionUID = 1;

  Enough() {
    super(null, null, false, false);
  }
}
