package org.eigenlens.data;

import java.util.Arrays;

/**
 * Compressed rows that are counted before they are filled, so that every entry is written once, to
 * its place: entries are never there twice, in whatever order they come.
 */
final class CompressedRows {

  /** What an array can have. */
  private static final int MOST = Integer.MAX_VALUE - 8;

  private final int[] starts;
  private int[] next;
  private int[] columns;
  private double[] values;

  CompressedRows(int rows) {
    starts = new int[rows + 1];
  }

  /** Announces entries of a row. */
  void count(int row, int more) {
    starts[row + 1] += more;
  }

  /**
   * Makes room for what was counted.
   *
   * @param name the file that is at fault if there is none
   */
  void makeRoom(String name) {
    long total = 0;
    for (int i = 1; i < starts.length; i++) {
      total += starts[i];
      if (total > MOST) {
        throw DataException.at(
            Place.file(name),
            "there are more entries than a sparse matrix can have, " + MOST,
            "give fewer rows at a time, or choose columns");
      }
      starts[i] = (int) total;
    }
    next = Arrays.copyOf(starts, starts.length - 1);
    columns = new int[(int) total];
    values = new double[(int) total];
  }

  /** Writes an entry to its place; tells whether it was counted. */
  boolean add(int row, int column, double value) {
    int place = next[row];
    if (place == starts[row + 1]) {
      return false;
    }
    next[row]++;
    columns[place] = column;
    values[place] = value;
    return true;
  }

  /** Tells whether all that was counted is there. */
  boolean isFull() {
    for (int i = 0; i < next.length; i++) {
      if (next[i] != starts[i + 1]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Sorts entries by column, and adds those in the same place, in their order; ends this object.
   */
  SparseFile.Entries finish() {
    next = null;
    long[] order = new long[16];
    double[] moved = new double[16];
    int kept = 0;
    int from = 0;
    for (int i = 1; i < starts.length; i++) {
      int end = starts[i];
      int size = end - from;
      if (!isAscending(from, end)) {
        if (size > order.length) {
          order = new long[Math.max(size, 2 * Math.min(order.length, MOST / 2))];
          moved = new double[order.length];
        }
        sort(from, size, order, moved);
      }
      int begin = kept;
      for (int p = from; p < end; p++) {
        if (kept > begin && columns[kept - 1] == columns[p]) {
          values[kept - 1] += values[p];
        } else {
          columns[kept] = columns[p];
          values[kept++] = values[p];
        }
      }
      from = end;
      starts[i] = kept;
    }
    if (kept <= values.length / 2) {
      // One after the other, so that both together are little more than there was.
      columns = Arrays.copyOf(columns, kept);
      values = Arrays.copyOf(values, kept);
    }
    return new SparseFile.Entries(starts, columns, values);
  }

  private boolean isAscending(int from, int end) {
    for (int p = from + 1; p < end; p++) {
      if (columns[p - 1] > columns[p]) {
        return false;
      }
    }
    return true;
  }

  /** Sorts the entries of a row; those of one column stay in the order they came in. */
  private void sort(int from, int size, long[] order, double[] moved) {
    for (int k = 0; k < size; k++) {
      // Column and position in one number: sorting it sorts by column.
      order[k] = ((long) columns[from + k] << 32) | k;
      moved[k] = values[from + k];
    }
    Arrays.sort(order, 0, size);
    for (int k = 0; k < size; k++) {
      columns[from + k] = (int) (order[k] >>> 32);
      values[from + k] = moved[(int) order[k]];
    }
  }
}
