package org.eigenlens.supervised;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.LabelUse;

/** Rows together with their labels, in memory or read in passes. */
public final class LabelledRows {

  private final RowSource source;
  private final Labels labels;
  private final int columns;
  private final int labelColumns;
  private final boolean classes;
  private final IntFunction<String> names;

  /** How many classes there are; 0 where that is not known beforehand. */
  private final int classCount;

  private LabelledRows(
      RowSource source,
      Labels labels,
      int columns,
      int labelColumns,
      boolean classes,
      IntFunction<String> names,
      int classCount) {
    this.source = source;
    this.labels = labels;
    this.columns = columns;
    this.labelColumns = labelColumns;
    this.classes = classes;
    this.names = names;
    this.classCount = classCount;
  }

  /** Puts rows in memory and their labels together. */
  public static LabelledRows of(Matrix x, Labels labels) {
    labels.requireRows(x.rows());
    return new LabelledRows(
        x,
        labels,
        x.columns(),
        labels.values().columns(),
        labels.areClasses(),
        labels.classes()::get,
        labels.classes().size());
  }

  /**
   * Takes rows whose last columns are the labels.
   *
   * @param source hands out the same rows at every pass
   * @param labelColumns how many of the columns are labels
   * @param classes whether the label is the number of a class, counted from 0, instead of a target
   */
  public static LabelledRows streamed(RowSource source, int labelColumns, boolean classes) {
    IntFunction<String> numbered = number -> "class " + (number + 1);
    return new LabelledRows(
        source, null, source.columns() - labelColumns, labelColumns, classes, numbered, 0);
  }

  /**
   * Returns the same with names for the classes, which are asked for once the rows were read.
   *
   * @param className the name of each class, by its number
   */
  public LabelledRows named(IntFunction<String> className) {
    return new LabelledRows(source, labels, columns, labelColumns, classes, className, 0);
  }

  /** Returns the same with the names of all classes, by their numbers. */
  public LabelledRows named(List<String> all) {
    return new LabelledRows(source, labels, columns, labelColumns, classes, all::get, all.size());
  }

  /** Returns the number of columns without the labels. */
  int columns() {
    return columns;
  }

  /** Returns the number of label columns. */
  int labelColumns() {
    return labelColumns;
  }

  boolean areClasses() {
    return classes;
  }

  /** Returns how many rows RᵀHX has: one a class, as far as known, or one a column of targets. */
  int sums() {
    return classes ? classCount : labelColumns;
  }

  /** Returns rows and labels together, as they were given. */
  RowSource source() {
    return source;
  }

  /** Tells whether the rows are kept elsewhere, their labels with them. */
  boolean isDistributed() {
    return source.isDistributed();
  }

  /** Tells whether only entries other than zero are stored. */
  boolean isSparse() {
    return source instanceof SparseMatrix;
  }

  /** Tells whether another pass costs next to nothing. */
  boolean inMemory() {
    return labels != null;
  }

  /** Returns what a class is called. */
  String className(int number) {
    return names.apply(number);
  }

  /**
   * Says how labels chose components.
   *
   * @param counts how many rows each class has; null where labels are numbers
   * @param kernel how labels are compared; null if they are not
   */
  LabelUse use(long[] counts, Kernel kernel, double blend) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    for (int c = 0; counts != null && c < counts.length; c++) {
      if (counts[c] > 0) {
        sizes.put(className(c), counts[c]);
      }
    }
    return new LabelUse(LabelUse.describe(kernel), blend, sizes.size(), sizes);
  }

  /** Receives tiles. */
  @FunctionalInterface
  interface Visitor {
    /**
     * Visits some rows.
     *
     * @param x the rows, which the visitor may overwrite if it said so
     * @param y their labels, not to be overwritten
     */
    void visit(int lane, long first, DenseMatrix x, DenseMatrix y);
  }

  /** Visits every row once, as {@link RowSource#forEachTile} does. */
  void forEachTile(int tileRows, int lanes, boolean overwrites, Visitor visitor) {
    if (labels == null) {
      source.forEachTile(
          tileRows,
          lanes,
          (lane, first, tile) ->
              visitor.visit(
                  lane,
                  first,
                  tile.columnRange(0, columns),
                  tile.columnRange(columns, columns + labelColumns)));
      return;
    }
    RowSource.TileVisitor inner =
        (lane, first, tile) -> {
          int from = Math.toIntExact(first);
          visitor.visit(lane, first, tile, labels.values().rowRange(from, from + tile.rows()));
        };
    if (!overwrites && source instanceof DenseMatrix x && x.precision() == Precision.DOUBLE) {
      x.forEachView(tileRows, lanes, inner);
    } else {
      source.forEachTile(tileRows, lanes, inner);
    }
  }

  /** Returns the rows without their labels. */
  RowSource rows() {
    if (labels != null) {
      return source;
    }
    return source.mapped(columns, new FirstColumns(columns));
  }

  /** Leaves the labels out. */
  private record FirstColumns(int count) implements RowSource.TileMap {
    @Override
    public DenseMatrix apply(DenseMatrix tile) {
      return tile.columnRange(0, count);
    }

    @Override
    public SparseMatrix apply(SparseMatrix rows) {
      return rows.columnRange(0, count);
    }
  }

  /** Returns the labels of all rows; where they are not in memory, a pass gathers them. */
  DenseMatrix labels() {
    if (labels != null) {
      return labels.values();
    }
    DenseMatrix[] all = {DenseMatrix.zeros(1024, labelColumns)};
    int[] rows = new int[1];
    forEachTile(
        1024,
        1,
        false,
        (lane, first, x, y) -> {
          int needed = Math.addExact(rows[0], y.rows());
          if (needed > all[0].rows()) {
            DenseMatrix larger =
                DenseMatrix.zeros((int) Math.min(Integer.MAX_VALUE, 2L * needed), labelColumns);
            LinearAlgebra.copy(all[0], larger.rowRange(0, all[0].rows()));
            all[0].storage().release();
            all[0] = larger;
          }
          LinearAlgebra.copy(y, all[0].rowRange(rows[0], needed));
          rows[0] = needed;
        });
    return all[0].rowRange(0, rows[0]);
  }
}
