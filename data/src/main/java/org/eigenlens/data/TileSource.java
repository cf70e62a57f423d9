package org.eigenlens.data;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;

/**
 * Rows read from their files again at every visit, for data larger than memory.
 *
 * <p>A wave of one tile for each lane is read, then visited on all cores. A missing cell stops the
 * visit: the rest of the data is then read once more, so that the complaint can count them all.
 */
final class TileSource implements RowSource {

  private final Layout layout;
  private final Reading reading;

  TileSource(Layout layout, Reading reading) {
    this.layout = layout;
    this.reading = reading;
  }

  @Override
  public int columns() {
    return layout.features().size();
  }

  @Override
  public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
    try (Scratch scratch = new Scratch();
        Batches batches = new Batches(layout, reading)) {
      DenseMatrix[] tiles = new DenseMatrix[lanes];
      int[] rows = new int[lanes];
      long first = 0;
      boolean more = true;
      while (more) {
        int filled = 0;
        while (filled < lanes && more) {
          if (tiles[filled] == null) {
            tiles[filled] = scratch.matrix(tileRows, columns());
          }
          rows[filled] = batches.fill(tiles[filled], null, null);
          more = rows[filled] == tileRows;
          filled += rows[filled] > 0 ? 1 : 0;
        }
        long start = first;
        Parallel.forEach(
            filled,
            lane -> {
              DenseMatrix tile = tiles[lane].rowRange(0, rows[lane]);
              requireComplete(tile);
              visitor.visit(lane, start + (long) lane * tileRows, tile);
            });
        first += (long) filled * tileRows;
      }
    }
  }

  private void requireComplete(DenseMatrix tile) {
    double[] row = new double[tile.columns()];
    for (int i = 0; i < tile.rows(); i++) {
      tile.getRow(i, row, 0);
      for (double value : row) {
        if (Double.isNaN(value)) {
          throw Missing.census(layout).complaint();
        }
      }
    }
  }
}
