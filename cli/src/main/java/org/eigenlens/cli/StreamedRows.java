package org.eigenlens.cli;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.eigenlens.Imputation;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Table;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.model.Filling;
import org.eigenlens.model.Model;

/**
 * The rows of a table that is never all in memory, after missing cells were dealt with.
 *
 * <p>Making it takes one pass, which counts the gaps and finds the means of the columns.
 */
final class StreamedRows implements RowSource {

  private final Table table;
  private final int columns;
  private final int rowsAtOnce;
  private final boolean drop;
  private final Imputation.Means means;
  private final double[] mean;
  private long rows;
  private long incomplete;
  private long cells;

  StreamedRows(Table table, MissingCells policy, RunOptions run) {
    this.table = table;
    columns = table.featureNames().size();
    rowsAtOnce = RunOptions.pieceRows(run.memory(), columns);
    drop = policy == MissingCells.DROP;
    means = new Imputation.Means(columns);
    table.forEachBatch(rowsAtOnce, batch -> count(batch.matrix()));
    mean = means.values();
    requireSomeValues();
  }

  private void count(DenseMatrix batch) {
    double[] row = new double[columns];
    for (int i = 0; i < batch.rows(); i++) {
      batch.getRow(i, row, 0);
      int gaps = means.add(row);
      rows++;
      incomplete += gaps > 0 ? 1 : 0;
      cells += gaps;
    }
  }

  private void requireSomeValues() {
    if (drop && rows > 0 && incomplete == rows) {
      throw Rows.nothingLeft(rows);
    }
    OptionalInt unknown = means.firstWithoutValues();
    if (!drop && rows > 0 && unknown.isPresent()) {
      throw Rows.noValues(table.featureNames().get(unknown.getAsInt()));
    }
  }

  /** Returns what was done, for the user. */
  List<String> notes() {
    if (cells == 0) {
      return List.of();
    }
    return List.of(
        drop
            ? Rows.leftOut(incomplete, rows)
            : Imputation.replaced(cells) + " by the means of their columns");
  }

  /** Returns a model of these rows that fills missing cells of others alike. */
  Model known(Model fitted) {
    return drop || cells == 0 ? fitted : fitted.withFilling(Filling.byMeans(mean));
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix tile = scratch.matrix(tileRows, columns);
      int[] filled = new int[1];
      long[] tiles = new long[1];
      table.forEachBatch(
          rowsAtOnce,
          batch -> {
            double[] row = new double[columns];
            for (int i = 0; i < batch.matrix().rows(); i++) {
              batch.matrix().getRow(i, row, 0);
              if (fill(row)) {
                tile.setRow(filled[0]++, row, 0);
              }
              if (filled[0] == tileRows) {
                visitor.visit((int) (tiles[0] % lanes), tiles[0] * tileRows, tile);
                tiles[0]++;
                filled[0] = 0;
              }
            }
          });
      if (filled[0] > 0) {
        visitor.visit((int) (tiles[0] % lanes), tiles[0] * tileRows, tile.rowRange(0, filled[0]));
      }
    }
  }

  /** Fills the gaps of a row in place; tells whether it is one of the rows to fit. */
  private boolean fill(double[] row) {
    if (drop) {
      return Arrays.stream(row).noneMatch(Double::isNaN);
    }
    Imputation.fill(row, mean);
    return true;
  }

  /** Fills the gaps of some rows, where they are to be filled. */
  DenseMatrix filled(DenseMatrix batch) {
    DenseMatrix filled = batch.copy();
    double[] row = new double[columns];
    for (int i = 0; i < filled.rows() && !drop; i++) {
      filled.getRow(i, row, 0);
      fill(row);
      filled.setRow(i, row, 0);
    }
    return filled;
  }

  /** Counts the rows with a missing cell. */
  static long incomplete(Matrix rows) {
    long count = 0;
    for (int i = 0; i < rows.rows(); i++) {
      count += Arrays.stream(rows.row(i)).anyMatch(Double::isNaN) ? 1 : 0;
    }
    return count;
  }
}
