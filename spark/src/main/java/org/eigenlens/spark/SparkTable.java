package org.eigenlens.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.catalyst.InternalRow;

/** Columns of a DataFrame that make rows of numbers together, in the order they are added. */
final class SparkTable {

  /** Names of more elements are not sent along; a column of single numbers has its own. */
  private static final int FEW = 1000;

  private final String what;
  private final List<Column> columns = new ArrayList<>();
  private final List<CellReader> cells = new ArrayList<>();
  private final List<Integer> widths = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  /** Starts without columns; {@code what} says what a row is to whoever hears of a wrong one. */
  SparkTable(String what) {
    this.what = what;
  }

  /** Returns the number that the next column will have. */
  int next() {
    return columns.size();
  }

  SparkTable add(VectorColumn column, Dataset<?> data) {
    columns.add(column.cells(data));
    cells.add(column.reader(cells.size()));
    widths.add(column.width());
    names.addAll(column.elements());
    return this;
  }

  /** Adds a column of single numbers. */
  SparkTable add(Column column, CellReader cell, String name) {
    columns.add(column);
    cells.add(cell);
    widths.add(1);
    names.add(name);
    return this;
  }

  /** Adds a column without numbers, only to be looked at. */
  void check(Column column, CellReader cell) {
    columns.add(column);
    cells.add(cell);
    widths.add(0);
  }

  /** Returns the names of all numbers of a row. */
  List<String> names() {
    return List.copyOf(names);
  }

  /** Returns the rows, packed when they are asked for. */
  SparkRows rows(Dataset<?> data) {
    RowPacker.Layout layout =
        new RowPacker.Layout(
            List.copyOf(cells),
            widths.stream().mapToInt(Integer::intValue).toArray(),
            what,
            names.size() <= FEW ? names() : null);
    JavaSparkContext context =
        JavaSparkContext.fromSparkContext(data.sparkSession().sparkContext());
    return new SparkRows(context, internal(data.select(columns.toArray(new Column[0]))), layout);
  }

  /** Returns rows as Spark keeps them; each may be overwritten by the next. */
  static JavaRDD<InternalRow> internal(Dataset<?> data) {
    return ((org.apache.spark.sql.classic.Dataset<?>) data).queryExecution().toRdd().toJavaRDD();
  }
}
