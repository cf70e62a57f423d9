package org.eigenlens.bench;

/** Sizes of the micro-benchmarks. */
public enum Shape {
  /** For the test that runs every benchmark once. */
  TINY(60, 8),
  /** A table. */
  SMALL(2_000, 50),
  /** A larger one. */
  MEDIUM(50_000, 200),
  /** Points whose kernel matrix is larger than any cache. */
  KERNEL(4_000, 64),
  /** Pictures of 28 × 28 pixels. */
  IMAGES(4_096, 784);

  final int rows;
  final int columns;

  Shape(int rows, int columns) {
    this.rows = rows;
    this.columns = columns;
  }
}
