package org.eigenlens.matrix;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Rows that can be visited as often as needed, in tiles: a matrix in memory, or a file too large
 * for it.
 */
public interface RowSource {

  /** Returns the number of columns. */
  int columns();

  /**
   * Visits every row once.
   *
   * <p>Tile t goes to lane t mod {@code lanes}. Within a lane tiles come in row order, one at a
   * time; different lanes may run at once. So sums kept for each lane and added in lane order do
   * not depend on the number of threads.
   *
   * @param tileRows the rows of each tile but the last
   * @param lanes how many tiles may be under way at once
   */
  void forEachTile(int tileRows, int lanes, TileVisitor visitor);

  /**
   * Sums up every row once: tiles of {@code tileRows} rows, a summary for each of at most {@code
   * lanes} lanes, merged in the order of the lanes.
   */
  default <S extends Summary<S>> S summarize(int tileRows, int lanes, Summary.Start<S> start) {
    List<S> summaries = new ArrayList<>(Collections.nCopies(lanes, null));
    forEachTile(
        tileRows,
        lanes,
        (lane, first, tile) -> {
          if (summaries.get(lane) == null) {
            summaries.set(lane, start.get());
          }
          summaries.get(lane).add(first, tile);
        });
    S total = summaries.get(0) == null ? start.get() : summaries.get(0);
    for (S summary : summaries.subList(1, lanes)) {
      if (summary != null) {
        total.merge(summary);
      }
    }
    return total;
  }

  /** Tells whether rows are kept elsewhere, so that {@link #summarize} is all they allow. */
  default boolean isDistributed() {
    return false;
  }

  /** Returns the rows as they are kept, before anything is done to them. */
  default RowSource kept() {
    return this;
  }

  /** Returns what makes these of the rows as they are kept. */
  default TileMap change() {
    return kept -> kept;
  }

  /** Returns these rows with something done to each tile on its way. */
  default RowSource mapped(int columns, TileMap map) {
    return new MappedRows(this, columns, map);
  }

  /** Changes tiles of rows, one row at a time: it may not depend on how rows are cut into tiles. */
  @FunctionalInterface
  interface TileMap extends Serializable {
    /** Returns the changed tile: the same matrix, overwritten, or a view of it. */
    DenseMatrix apply(DenseMatrix tile);

    /** Returns changed sparse rows, or null where they must be filled in first. */
    default SparseMatrix apply(SparseMatrix rows) {
      return null;
    }
  }

  /** Receives tiles of rows. */
  @FunctionalInterface
  interface TileVisitor {
    /**
     * Visits one tile.
     *
     * @param tile a private copy of the rows, in double, which the visitor may overwrite
     */
    void visit(int lane, long firstRow, DenseMatrix tile);
  }
}
