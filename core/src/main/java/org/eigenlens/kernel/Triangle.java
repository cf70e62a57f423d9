package org.eigenlens.kernel;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Parallel;

/**
 * One triangle of a symmetric matrix, cut into square tiles that are numbered row by row: (0,0),
 * (1,0), (1,1), (2,0), …
 *
 * <p>Each tile serves twice while it is in cache, for its own place and as its transpose: half the
 * memory and half the memory traffic of the full matrix.
 *
 * @param size n, the rows of the matrix
 */
record Triangle(int size) {

  /** Wide enough that packing a tile costs little beside multiplying it; it still fits in cache. */
  static final int TILE = 512;

  /** Each has a sum of its own, added in order: a fixed number makes results repeatable. */
  static final int LANES = 4;

  /** What is done with the tiles from {@code first} to {@code last}. */
  @FunctionalInterface
  interface Lane {
    void run(int lane, int first, int last);
  }

  /** What is done with one tile. */
  @FunctionalInterface
  interface Visitor {
    void visit(int row, int column, int number);
  }

  int bands() {
    return (size + TILE - 1) / TILE;
  }

  int tiles() {
    return index(bands(), 0);
  }

  int lanes() {
    return Math.min(LANES, tiles());
  }

  static int index(int row, int column) {
    return Math.addExact(Math.multiplyExact(row, row + 1) / 2, column);
  }

  /** Returns the largest row with row·(row + 1)/2 ≤ number: the band that the tile lies in. */
  static int rowOf(int number) {
    int row = (int) ((Math.sqrt(8.0 * number + 1) - 1) / 2);
    return index(row + 1, 0) <= number ? row + 1 : row;
  }

  int height(int band) {
    return Math.min(TILE, size - band * TILE);
  }

  /** Returns the rows of a band, of points or of vectors that are columns. */
  DenseMatrix rows(DenseMatrix all, int band) {
    return all.rowRange(band * TILE, band * TILE + height(band));
  }

  /** Returns the columns of a band, of vectors that are rows. */
  DenseMatrix columns(DenseMatrix all, int band) {
    return all.columnRange(band * TILE, band * TILE + height(band));
  }

  /** Divides all tiles into lanes, which run on all cores. */
  void forEachLane(Lane work) {
    int count = tiles();
    int lanes = lanes();
    Parallel.forEach(
        lanes,
        lane ->
            work.run(
                lane,
                (int) ((long) count * lane / lanes),
                (int) ((long) count * (lane + 1) / lanes)));
  }

  /** Visits tiles in order, on the calling thread. */
  static void forEachTile(int first, int last, Visitor visitor) {
    int row = rowOf(first);
    int column = first - index(row, 0);
    for (int number = first; number < last; number++) {
      visitor.visit(row, column, number);
      column++;
      if (column > row) {
        row++;
        column = 0;
      }
    }
  }
}
