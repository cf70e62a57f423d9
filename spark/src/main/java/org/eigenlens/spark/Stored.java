package org.eigenlens.spark;

import java.util.Arrays;

/** The elements other than zero of rows that come one after the other. */
final class Stored {

  private int rows;
  private int count;
  private int[] starts = new int[64];
  private int[] indices = new int[1024];
  private double[] values = new double[1024];

  void clear() {
    rows = 0;
    count = 0;
  }

  int rows() {
    return rows;
  }

  int count() {
    return count;
  }

  int index(int element) {
    return indices[element];
  }

  double[] values() {
    return values;
  }

  /** Adds an element to the row that is being filled, unless it is zero. */
  void add(int index, double value) {
    if (value == 0) {
      return;
    }
    if (count == values.length) {
      values = Arrays.copyOf(values, 2 * count);
      indices = Arrays.copyOf(indices, 2 * count);
    }
    indices[count] = index;
    values[count++] = value;
  }

  void endRow() {
    if (rows + 2 > starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    starts[++rows] = count;
  }

  /** Returns the rows in whichever form takes less memory: 12 bytes an element that is stored. */
  RowBlock block(int columns) {
    if (12L * count < 8L * rows * columns) {
      return new RowBlock(
          rows,
          columns,
          Arrays.copyOf(values, count),
          Arrays.copyOf(starts, rows + 1),
          Arrays.copyOf(indices, count));
    }
    double[] all = new double[Math.multiplyExact(rows, columns)];
    for (int i = 0; i < rows; i++) {
      for (int p = starts[i]; p < starts[i + 1]; p++) {
        all[i * columns + indices[p]] = values[p];
      }
    }
    return new RowBlock(rows, columns, all, null, null);
  }
}
