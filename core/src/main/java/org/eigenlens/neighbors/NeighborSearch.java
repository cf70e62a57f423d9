package org.eigenlens.neighbors;

/** How the neighbours of the training rows are found. */
public enum NeighborSearch {
  /** Exactly, unless comparing all pairs would take many minutes; a warning says so then. */
  AUTO,
  /** Exactly, however long it takes. */
  EXACT,
  /** By walking a hierarchy of graphs, which finds most of the nearest; how many is measured. */
  APPROXIMATE
}
