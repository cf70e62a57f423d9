package org.eigenlens.data;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The columns of a file that has no names for them, called x1, x2, … when they are asked for: a
 * file of some bytes can announce millions, and most are never spoken of.
 */
final class NumberedColumns extends AbstractList<Column> implements RandomAccess {

  private final List<Column> before;
  private final int count;

  /**
   * Announces columns.
   *
   * @param before the columns that stand before those that are numbered
   */
  NumberedColumns(List<Column> before, int count) {
    this.before = before;
    this.count = count;
  }

  @Override
  public Column get(int index) {
    return index < before.size()
        ? before.get(index)
        : new Column("x" + (index - before.size() + 1), Column.Kind.NUMERIC);
  }

  @Override
  public int size() {
    return before.size() + count;
  }

  /** Returns where the numbered ones begin. */
  int first() {
    return before.size();
  }

  /** Returns the names of columns, those that are numbered without making them up. */
  static List<String> names(List<Column> columns) {
    return columns instanceof NumberedColumns
        ? new Names(columns)
        : columns.stream().map(Column::name).toList();
  }

  private static final class Names extends AbstractList<String> implements RandomAccess {
    private final List<Column> columns;

    Names(List<Column> columns) {
      this.columns = columns;
    }

    @Override
    public String get(int index) {
      return columns.get(index).name();
    }

    @Override
    public int size() {
      return columns.size();
    }
  }

  /** The numbers from one to another (exclusive), as a list that holds none of them. */
  static final class Range extends AbstractList<Integer> implements RandomAccess {
    private final int from;
    private final int to;

    Range(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public Integer get(int index) {
      return from + index;
    }

    @Override
    public int size() {
      return to - from;
    }
  }
}
