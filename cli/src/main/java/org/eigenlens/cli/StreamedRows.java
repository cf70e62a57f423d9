package org.eigenlens.cli;

import java.util.ArrayList;
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
import org.eigenlens.model.PairedModel;

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
  private final int split;
  private final Imputation.Means means;
  private final List<Filling> fillings;
  private final Filling filling;
  private long rows;
  private long incomplete;
  private long empty;
  private long cells;

  StreamedRows(Table table, MissingCells policy, RunOptions run) {
    this(table, table.featureNames().size(), policy, run);
  }

  /**
   * Reads the rows once.
   *
   * @param split how many columns are of the first view; all, if there is no other
   */
  StreamedRows(Table table, int split, MissingCells policy, RunOptions run) {
    this.table = table;
    this.split = split;
    columns = table.featureNames().size();
    rowsAtOnce = RunOptions.pieceRows(run.memory(), columns);
    drop = policy == MissingCells.DROP;
    means = new Imputation.Means(columns);
    table.forEachBatch(rowsAtOnce, batch -> count(batch.matrix()));
    requireSomeValues();
    double[] mean = means.values();
    fillings =
        split == columns
            ? List.of(Filling.byMeans(mean))
            : List.of(
                Filling.byMeans(Arrays.copyOf(mean, split)),
                Filling.byMeans(Arrays.copyOfRange(mean, split, columns)));
    filling = fillings.stream().reduce(Filling::beside).orElseThrow();
  }

  private void count(DenseMatrix batch) {
    double[] row = new double[columns];
    for (int i = 0; i < batch.rows(); i++) {
      batch.getRow(i, row, 0);
      int gaps = means.add(row);
      rows++;
      incomplete += gaps > 0 ? 1 : 0;
      boolean known =
          hasValue(row, 0, split) && (split == columns || hasValue(row, split, columns));
      empty += known ? 0 : 1;
      cells += known ? gaps : 0;
    }
  }

  private static boolean hasValue(double[] row, int from, int to) {
    return Arrays.stream(row, from, to).anyMatch(cell -> !Double.isNaN(cell));
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
    if (drop) {
      return incomplete == 0 ? List.of() : List.of(Rows.leftOut(incomplete, rows));
    }
    List<String> notes = new ArrayList<>();
    if (empty > 0) {
      notes.add(Rows.withoutValues(empty) + (split == columns ? "" : ", in one view or both"));
    }
    if (cells > 0) {
      notes.add(Imputation.replaced(cells) + " by the means of their columns");
    }
    return notes;
  }

  /** Returns a model of these rows that fills missing cells of others alike. */
  Model withFilling(Model fitted) {
    if (drop || cells == 0) {
      return fitted;
    }
    return fitted instanceof PairedModel paired
        ? paired.withFilling(fillings.get(0), fillings.get(1))
        : fitted.withFilling(filling);
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
    if (!drop) {
      filling.fill(row);
    }
    return Arrays.stream(row).noneMatch(Double::isNaN);
  }

  /** Fills the gaps of some rows, where they are to be filled. */
  DenseMatrix filled(DenseMatrix batch) {
    return drop ? batch.copy() : filling.filled(batch);
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
