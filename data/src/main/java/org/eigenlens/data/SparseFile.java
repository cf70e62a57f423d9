package org.eigenlens.data;

import java.util.Arrays;

/**
 * A file of non-zero entries, kept in memory as compressed rows.
 *
 * <p>Its rows are also given out as dense ones, for those who read every format alike.
 */
abstract class SparseFile implements TableFile {

  /** More columns than this are not given names of their own, in any format. */
  static final int MOST_COLUMNS = 1 << 22;

  /** The name of a column takes some hundred bytes, and those who work with it as much again. */
  private static final int BYTES_PER_COLUMN = 1 << 10;

  /**
   * Compressed rows.
   *
   * @param starts where each row begins in the entries, and at the end their number
   * @param indices the columns of the entries, ascending within a row
   * @param values the entries
   */
  record Entries(int[] starts, int[] indices, double[] values) {
    int rows() {
      return starts.length - 1;
    }
  }

  private final String name;

  SparseFile(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final boolean named() {
    return false;
  }

  /** Returns the non-zeros, which are counted from the column {@link #firstColumn} on. */
  abstract Entries entries();

  /** Returns how many columns stand before those of the entries. */
  abstract int firstColumn();

  /** Returns a cell of one of the columns before the entries. */
  abstract String leading(int row, int column);

  /** Returns the line of a row, or its number. */
  abstract long line(int row);

  @Override
  public final long rowBound() {
    return entries().rows();
  }

  /** Refuses more columns than a heap has room for: a file of some bytes can announce millions. */
  static void requireRoom(Place place, long width, long heap) {
    if (width > MOST_COLUMNS) {
      throw DataException.at(
          place,
          "column %d is beyond the largest, %d".formatted(width, MOST_COLUMNS),
          "number the columns from 1 on without gaps");
    }
    if (width > heap / BYTES_PER_COLUMN) {
      // Java counts a part of its heap that it keeps free as not there.
      long needed = width * BYTES_PER_COLUMN / (1 << 20) * 9 / 8 + 1;
      throw DataException.at(
          place,
          "%d columns need a larger heap: %d MB, and there are %d"
              .formatted(width, needed, heap >> 20),
          "start with EIGENLENS_OPTS=-Xmx%dm, or the option -Xmx of java".formatted(needed));
    }
  }

  @Override
  public final Rows open(int[] numeric, int[] text) {
    Entries entries = entries();
    int highest = firstColumn();
    for (int column : numeric) {
      highest = Math.max(highest, column);
    }
    int[] slots = new int[highest + 1 - firstColumn()];
    Arrays.fill(slots, -1);
    for (int slot = 0; slot < numeric.length; slot++) {
      if (numeric[slot] >= firstColumn()) {
        slots[numeric[slot] - firstColumn()] = slot;
      }
    }
    return new DenseRows(entries, slots, numeric, text);
  }

  private final class DenseRows implements Rows {
    private final Entries entries;
    private final int[] slots;
    private final int[] numeric;
    private final int[] text;
    private int row;

    DenseRows(Entries entries, int[] slots, int[] numeric, int[] text) {
      this.entries = entries;
      this.slots = slots;
      this.numeric = numeric;
      this.text = text;
      for (int column : text) {
        if (column >= firstColumn()) {
          throw DataException.at(
              Place.file(name).withColumn(columns().get(column).name()),
              "a column of numbers in this format cannot be a label or an id",
              "name another column");
        }
      }
    }

    @Override
    public Chunk next() {
      int width = numeric.length;
      int count = Math.min(entries.rows() - row, Math.max(1, (1 << 17) / Math.max(1, width)));
      if (count == 0) {
        return null;
      }
      double[] numbers = new double[count * width];
      String[][] strings = new String[text.length][count];
      int[] lines = new int[count];
      for (int i = 0; i < count; i++) {
        for (int p = entries.starts()[row + i]; p < entries.starts()[row + i + 1]; p++) {
          int index = entries.indices()[p];
          if (index < slots.length && slots[index] >= 0) {
            numbers[i * width + slots[index]] = entries.values()[p];
          }
        }
        for (int slot = 0; slot < width; slot++) {
          if (numeric[slot] < firstColumn()) {
            numbers[i * width + slot] = leadingNumber(row + i, numeric[slot]);
          }
        }
        for (int t = 0; t < text.length; t++) {
          strings[t][i] = leading(row + i, text[t]);
        }
        lines[i] = (int) (line(row + i) - line(row));
      }
      Chunk chunk = new Chunk(count, numbers, strings, line(row), lines);
      row += count;
      return chunk;
    }

    @Override
    public void close() {}
  }

  /** Returns a cell before the entries as a number. */
  final double leadingNumber(int row, int column) {
    double value = NumberText.parse(leading(row, column), decimalComma());
    if (NumberText.isBad(value)) {
      throw DataException.at(
          new Place(name, unit(), line(row), columns().get(column).name()),
          "'" + CsvRows.abbreviate(leading(row, column)) + "' is not a number",
          "correct it");
    }
    return value;
  }

  /** Collects entries as they come, without trust in any announced size. */
  static final class Growing {
    private static final int LEAST = 1024;

    private int[] indices;
    private double[] values;
    private int count;

    Growing() {
      this(0);
    }

    /**
     * Prepares for entries.
     *
     * @param expected how many there will be, found by counting; others find room as they come
     */
    Growing(long expected) {
      int room = (int) Math.max(LEAST, Math.min(expected, Integer.MAX_VALUE - 8));
      indices = new int[room];
      values = new double[room];
    }

    void add(int index, double value) {
      if (count == indices.length) {
        int capacity = (int) Math.min(Integer.MAX_VALUE - 8, count * 3L / 2);
        indices = Arrays.copyOf(indices, capacity);
        values = Arrays.copyOf(values, capacity);
      }
      indices[count] = index;
      values[count++] = value;
    }

    int count() {
      return count;
    }

    /** Returns the columns; nothing may be added any more. */
    int[] indices() {
      indices = count == indices.length ? indices : Arrays.copyOf(indices, count);
      return indices;
    }

    /** Returns the values; nothing may be added any more. */
    double[] values() {
      values = count == values.length ? values : Arrays.copyOf(values, count);
      return values;
    }
  }
}
