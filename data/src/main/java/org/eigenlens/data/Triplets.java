package org.eigenlens.data;

import java.util.Arrays;

/**
 * Entries of a matrix with their rows and columns, in any order, which become compressed rows in
 * their place: there is never a second copy of them.
 */
final class Triplets {

  private static final int LEAST = 1024;

  private int[] rows;
  private int[] columns;
  private double[] values;
  private int count;

  /**
   * Prepares for entries.
   *
   * @param expected how many there will be, if all goes well
   */
  Triplets(long expected) {
    int room = (int) Math.max(LEAST, Math.min(expected, Integer.MAX_VALUE - 8));
    rows = new int[room];
    columns = new int[room];
    values = new double[room];
  }

  void add(int row, int column, double value) {
    if (count == rows.length) {
      int capacity = (int) Math.min(Integer.MAX_VALUE - 8, count * 3L / 2);
      rows = Arrays.copyOf(rows, capacity);
      columns = Arrays.copyOf(columns, capacity);
      values = Arrays.copyOf(values, capacity);
    }
    rows[count] = row;
    columns[count] = column;
    values[count++] = value;
  }

  /** Sorts entries by row and column, and adds those in the same place; ends this object. */
  SparseFile.Entries compressed(int height) {
    int[] starts = new int[height + 1];
    for (int p = 0; p < count; p++) {
      starts[rows[p] + 1]++;
    }
    for (int i = 0; i < height; i++) {
      starts[i + 1] += starts[i];
    }
    bringToRows(starts);
    rows = null;
    return joined(starts, height);
  }

  /**
   * Exchanges entries until each is within its row, in the order they came: every exchange brings
   * one home.
   */
  private void bringToRows(int[] starts) {
    int[] next = Arrays.copyOf(starts, starts.length - 1);
    int[] homes = rows;
    for (int p = 0; p < count; p++) {
      homes[p] = next[homes[p]]++;
    }
    for (int p = 0; p < count; p++) {
      while (homes[p] != p) {
        exchange(p, homes[p]);
      }
    }
  }

  private void exchange(int a, int b) {
    int row = rows[a];
    int column = columns[a];
    double value = values[a];
    rows[a] = rows[b];
    columns[a] = columns[b];
    values[a] = values[b];
    rows[b] = row;
    columns[b] = column;
    values[b] = value;
  }

  private SparseFile.Entries joined(int[] starts, int height) {
    long[] order = new long[16];
    double[] moved = new double[16];
    int kept = 0;
    int from = 0;
    for (int i = 0; i < height; i++) {
      int end = starts[i + 1];
      int size = end - from;
      if (size > order.length) {
        order = new long[Math.max(size, 2 * order.length)];
        moved = new double[order.length];
      }
      for (int k = 0; k < size; k++) {
        order[k] = ((long) columns[from + k] << 32) | k;
        moved[k] = values[from + k];
      }
      Arrays.sort(order, 0, size);
      int begin = kept;
      for (int k = 0; k < size; k++) {
        int column = (int) (order[k] >>> 32);
        double value = moved[(int) order[k]];
        if (kept > begin && columns[kept - 1] == column) {
          values[kept - 1] += value;
        } else {
          columns[kept] = column;
          values[kept++] = value;
        }
      }
      from = end;
      starts[i + 1] = kept;
    }
    return new SparseFile.Entries(
        starts,
        kept == columns.length ? columns : Arrays.copyOf(columns, kept),
        kept == values.length ? values : Arrays.copyOf(values, kept));
  }
}
