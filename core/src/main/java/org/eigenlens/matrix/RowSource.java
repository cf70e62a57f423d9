package org.eigenlens.matrix;

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
