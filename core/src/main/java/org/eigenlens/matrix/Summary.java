package org.eigenlens.matrix;

import java.io.Serializable;

/**
 * What is learned of rows, some at a time; two that have seen different rows can be merged.
 *
 * <p>So rows can be summed up in lanes, or where they are kept, on other machines: a summary
 * travels, rows do not. An instance is used by one thread at a time.
 *
 * @param <S> the summary itself
 */
public interface Summary<S extends Summary<S>> extends Serializable {

  /** How many sparse rows become a dense tile where a summary knows no better. */
  int TILE_ROWS = 256;

  /** The number of a first row where rows have none. */
  long UNNUMBERED = Long.MIN_VALUE;

  /** Tiles of rows that may be any width hold no more numbers. */
  int TILE_NUMBERS = 1 << 22;

  /** Returns how many rows make a tile: as many as wanted, or as these columns allow. */
  static int tileRows(int wanted, int columns) {
    return Math.max(1, Math.min(wanted, TILE_NUMBERS / Math.max(1, columns)));
  }

  /**
   * Adds rows.
   *
   * @param firstRow the number of the first, from 0; far below 0 where rows have no numbers
   * @param tile the rows, which may be overwritten
   */
  void add(long firstRow, DenseMatrix tile);

  /** Adds sparse rows, which are not modified; here through dense tiles of a few of them. */
  default void add(long firstRow, SparseMatrix rows) {
    int tileRows = tileRows(TILE_ROWS, rows.columns());
    rows.forEachTile(tileRows, 1, (lane, first, tile) -> add(firstRow + first, tile));
  }

  /** Adds what another has learned, which is given up. */
  void merge(S other);

  /** Gives up memory outside the heap, which no collector knows to be short of, after a journey. */
  default void release() {}

  /** Makes summaries that have seen no rows. */
  @FunctionalInterface
  interface Start<S> extends Serializable {
    /** Makes one. */
    S get();

    /**
     * Gives up memory outside the heap of what has travelled here, once nothing is added any more.
     */
    default void release() {}

    /** Returns about how many bytes a summary takes on a journey; 0 if that is few. */
    default long bytes() {
      return 0;
    }

    /** Returns the same with an answer to how many bytes a summary takes. */
    default Start<S> ofBytes(long count) {
      return new Sized<>(this, count);
    }
  }

  /**
   * Makes summaries that are known to be large.
   *
   * @param start makes them
   * @param bytes how large they are
   */
  record Sized<S>(Start<S> start, long bytes) implements Start<S> {
    @Override
    public S get() {
      return start.get();
    }

    @Override
    public void release() {
      start.release();
    }
  }
}
