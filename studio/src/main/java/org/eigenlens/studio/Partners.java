package org.eigenlens.studio;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.eigenlens.data.Table;

/**
 * Which row of each input a row of a fit is: the rows of the first in their order, then those that
 * only the second has.
 *
 * <p>Takes 4 bytes a row where rows are matched by names, otherwise nothing.
 */
final class Partners {

  private final int first;
  private final int[] second;

  private Partners(int first, int[] second) {
    this.first = first;
    this.second = second;
  }

  /** Rows that are the same in all inputs. */
  static Partners inOrder(int rows) {
    return new Partners(rows, null);
  }

  /**
   * Matches rows by their names as {@code fit} does; costs a pass over a column of each table, and
   * ends when its thread is interrupted.
   *
   * @param x the column of names in the first table
   * @param y the column of names in the second
   */
  static Partners byName(Table first, String x, Table second, String y) {
    NamePlaces places = new NamePlaces();
    int[] rows = {0};
    forEach(second, y, name -> places.put(name, rows[0]++));
    Growing partners = new Growing();
    BitSet taken = new BitSet(rows[0]);
    forEach(
        first,
        x,
        name -> {
          int place = places.get(name);
          partners.add(place);
          if (place >= 0) {
            taken.set(place);
          }
        });
    int own = partners.count;
    for (int i = taken.nextClearBit(0); i < rows[0]; i = taken.nextClearBit(i + 1)) {
      partners.add(i);
    }
    return new Partners(own, Arrays.copyOf(partners.values, partners.count));
  }

  private interface Names {
    void next(String name);
  }

  private static void forEach(Table table, String column, Names names) {
    table.forEachText(
        List.of(column),
        (count, cells) -> {
          for (int i = 0; i < count; i++) {
            names.next(cells[0][i] == null ? "" : cells[0][i]);
          }
          return true;
        });
  }

  private static final class Growing {
    private int[] values = new int[1024];
    private int count;

    void add(int value) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = value;
    }
  }

  int rows() {
    return second == null ? first : second.length;
  }

  /** Returns which row of an input, 0 or 1, a row is; −1 where that input has no such row. */
  int place(int input, int row) {
    if (second == null) {
      return row;
    }
    return input == 1 ? second[row] : row < first ? row : -1;
  }

  /** Returns which rows of an input some rows are. */
  BitSet places(int input, BitSet rows) {
    if (second == null) {
      return rows;
    }
    BitSet places = new BitSet();
    rows.stream().map(row -> place(input, row)).filter(place -> place >= 0).forEach(places::set);
    return places;
  }

  /** Returns the rows that are some rows of an input. */
  BitSet rowsAt(int input, BitSet places) {
    if (second == null) {
      return places;
    }
    BitSet rows = new BitSet();
    for (int row = 0; row < second.length; row++) {
      int place = place(input, row);
      if (place >= 0 && places.get(place)) {
        rows.set(row);
      }
    }
    return rows;
  }
}
