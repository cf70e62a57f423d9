package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Batch;
import org.eigenlens.data.Table;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.supervised.LabelledRows;
import org.eigenlens.supervised.Labels;

/**
 * The rows of a table that is never all in memory, each with its label in the last columns: the
 * number of its class in the order they appear, or its targets.
 *
 * <p>A row without a label stops the visit at its end, with the count of all such rows, unless rows
 * with missing cells are dropped.
 */
final class LabelledStream implements RowSource {

  private final Table table;
  private final InputOptions input;
  private final Optional<MissingCells> missing;
  private final StreamedRows filler;
  private final int features;
  private final int rowsAtOnce;
  private final int labelColumns;
  private final boolean classes;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private long unlabelled;
  private long firstUnlabelled;

  /**
   * Describes the rows.
   *
   * @param targets how many targets there are; 0 for classes
   * @param filler fills gaps; null where there may be none
   */
  LabelledStream(
      Table table, int targets, InputOptions input, StreamedRows filler, RunOptions run) {
    this.table = table;
    this.input = input;
    this.missing = input.missing();
    this.filler = filler;
    features = table.featureNames().size();
    rowsAtOnce = RunOptions.pieceRows(run.memory(), features);
    classes = targets == 0;
    labelColumns = classes ? 1 : targets;
  }

  LabelledRows rows() {
    LabelledRows rows = LabelledRows.streamed(this, labelColumns, classes);
    return classes ? rows.named(names::get) : rows;
  }

  /** Returns what there is to say of the classes, once the rows were read. */
  List<String> remarks(String column) {
    return classes ? LabelInput.remarks(names, column) : List.of();
  }

  /** Returns how many rows without a label were left out, of those that had all their cells. */
  long unlabelled() {
    return unlabelled;
  }

  @Override
  public int columns() {
    return features + labelColumns;
  }

  @Override
  public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
    unlabelled = 0;
    try (Scratch scratch = new Scratch()) {
      Tiles tiles = new Tiles(scratch.matrix(tileRows, columns()), lanes, visitor);
      table.forEachBatch(rowsAtOnce, batch -> add(batch, tiles));
      tiles.finish();
    }
    if (unlabelled > 0 && !drops()) {
      String place = String.join(", ", table.inputs()) + ", row " + (firstUnlabelled + 1);
      throw LabelInput.refusal(
          classes ? "label" : "target", unlabelled, place, missing.isPresent());
    }
  }

  private boolean drops() {
    return missing.equals(Optional.of(MissingCells.DROP));
  }

  private void add(Batch batch, Tiles tiles) {
    if (batch.missingCells() > 0 && missing.isEmpty()) {
      // Another visit fails with the count of all missing features, and where the first is.
      table.rows().forEachTile(rowsAtOnce, 1, (lane, first, tile) -> {});
    }
    DenseMatrix x = filler == null || drops() ? batch.matrix() : filler.filled(batch.matrix());
    double[] row = new double[columns()];
    for (int i = 0; i < x.rows(); i++) {
      x.getRow(i, row, 0);
      boolean complete = Arrays.stream(row, 0, features).noneMatch(Double::isNaN);
      boolean labelled = label(batch, i, row);
      if (complete && !labelled) {
        firstUnlabelled = unlabelled == 0 ? batch.firstRow() + i : firstUnlabelled;
        unlabelled++;
      }
      if (complete && labelled) {
        tiles.add(row);
      }
    }
  }

  /** Writes a row's label behind its features; tells whether there is one. */
  private boolean label(Batch batch, int i, double[] row) {
    if (!classes) {
      batch.targets().getRow(i, row, features);
      if (Arrays.stream(row, features, row.length).anyMatch(Double::isInfinite)) {
        throw Labels.infinite("row " + (batch.firstRow() + i + 1));
      }
      return Arrays.stream(row, features, row.length).noneMatch(Double::isNaN);
    }
    String text = batch.labels().orElseThrow().get(i);
    if (input.isNoLabel(text)) {
      return false;
    }
    row[features] =
        numbers.computeIfAbsent(
            text.strip(),
            unseen -> {
              names.add(unseen);
              return names.size() - 1;
            });
    return true;
  }

  /** Gathers rows to tiles, and hands out each when it is full. */
  private static final class Tiles {
    private final DenseMatrix tile;
    private final int lanes;
    private final TileVisitor visitor;
    private int filled;
    private long count;

    Tiles(DenseMatrix tile, int lanes, TileVisitor visitor) {
      this.tile = tile;
      this.lanes = lanes;
      this.visitor = visitor;
    }

    void add(double[] row) {
      tile.setRow(filled++, row, 0);
      if (filled == tile.rows()) {
        finish();
      }
    }

    void finish() {
      if (filled > 0) {
        visitor.visit((int) (count % lanes), count * tile.rows(), tile.rowRange(0, filled));
        count++;
        filled = 0;
      }
    }
  }
}
