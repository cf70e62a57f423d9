package org.eigenlens.data;

import java.io.IOException;
import java.lang.ref.SoftReference;
import java.util.Arrays;

/**
 * A file of non-zero entries, which are counted when it is opened, and read again when they are
 * asked for: straight to where they are wanted, so that they are never there twice.
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
   * @param indices the columns of the entries, ascending within a row; there may be room behind
   * @param values the entries
   */
  record Entries(int[] starts, int[] indices, double[] values) {
    int rows() {
      return starts.length - 1;
    }

    int count() {
      return starts[starts.length - 1];
    }
  }

  /** Takes entries as they come. */
  @FunctionalInterface
  interface EntryVisitor {
    /**
     * Takes an entry.
     *
     * @param column counted from {@link #firstColumn} on
     */
    void visit(int row, int column, double value);
  }

  private final String name;

  /** The entries of the columns that were asked for last, for whoever goes over them again. */
  private SoftReference<Kept> kept = new SoftReference<>(null);

  private record Kept(int[] slots, Entries entries) {}

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

  /** Returns the entries if they are in memory already; null if they are read when asked for. */
  Entries held() {
    return null;
  }

  /** Returns how many entries a row has, those of one place each. */
  abstract int count(int row);

  /** Returns how many rows there are. */
  abstract int rows();

  /** Reads all entries, in any order; those of one place are meant to be added. */
  abstract void forEachEntry(EntryVisitor visitor) throws IOException;

  /** Returns how many columns stand before those of the entries. */
  abstract int firstColumn();

  /** Returns a cell of one of the columns before the entries. */
  abstract String leading(int row, int column);

  /** Returns the line of a row, or its number. */
  abstract long line(int row);

  @Override
  public final long rowBound() {
    return rows();
  }

  /** Returns how many entries there are. */
  final long count() {
    long count = 0;
    for (int row = 0; row < rows(); row++) {
      count += count(row);
    }
    return count;
  }

  /** Refuses more columns than a heap has room for: a file of some bytes can announce millions. */
  static void requireRoom(Place place, long width, long heap) {
    if (width > MOST_COLUMNS) {
      throw DataException.at(
          place,
          "column %d is beyond the largest, %d".formatted(width, MOST_COLUMNS),
          "number the columns from 1 on without gaps");
    }
    requireHeap(place, width, "columns", BYTES_PER_COLUMN, heap);
  }

  /** Refuses more of something than a heap has room for, each of so many bytes. */
  static void requireHeap(Place place, long count, String what, int bytes, long heap) {
    if (count > heap / bytes) {
      long needed = Heap.megabytes((double) count * bytes);
      throw DataException.at(
          place,
          "%d %s need a larger heap: %d MB, and there are %d"
              .formatted(count, what, needed, heap >> 20),
          Heap.remedy(needed));
    }
  }

  /**
   * Returns which of some chosen columns each column of the entries is; −1 for one that is not
   * among them.
   *
   * @param count how many of the chosen columns to look at
   */
  final int[] slots(int[] chosen, int count) {
    int highest = firstColumn() - 1;
    for (int i = 0; i < count; i++) {
      highest = Math.max(highest, chosen[i]);
    }
    int[] slots = new int[highest + 1 - firstColumn()];
    Arrays.fill(slots, -1);
    for (int slot = 0; slot < count; slot++) {
      if (chosen[slot] >= firstColumn()) {
        slots[chosen[slot] - firstColumn()] = slot;
      }
    }
    return slots;
  }

  /**
   * Counts the entries of chosen columns for rows to come.
   *
   * @param first which row the first one becomes
   */
  final void count(int[] slots, CompressedRows into, int first) throws IOException {
    boolean all = slots.length >= columns().size() - firstColumn();
    for (int j = 0; j < slots.length && all; j++) {
      all = slots[j] >= 0;
    }
    if (all) {
      for (int row = 0; row < rows(); row++) {
        into.count(first + row, count(row));
      }
    } else {
      forEachChosen(slots, (row, slot, value) -> into.count(first + row, 1));
    }
  }

  /** Fills rows with the entries of chosen columns, which were counted. */
  final void fill(int[] slots, CompressedRows into, int first) throws IOException {
    forEachChosen(
        slots,
        (row, slot, value) -> {
          if (!into.add(first + row, slot, value)) {
            throw changed();
          }
        });
    requireUnchanged();
  }

  /** Reads the entries of chosen columns; the visitor gets to know which of the chosen it is. */
  final void forEachChosen(int[] slots, EntryVisitor visitor) throws IOException {
    if (slots.length > 0) {
      forEachEntry(
          (row, column, value) -> {
            if (column < 0) {
              throw changed();
            }
            if (column < slots.length && slots[column] >= 0) {
              visitor.visit(row, slots[column], value);
            }
          });
    }
  }

  /** Creates the complaint about entries that are others than those that were counted. */
  final DataException changed() {
    return DataException.at(
        Place.file(name), "it was changed while it was read", "wait until it is written");
  }

  /** Tells whether the chosen columns are all there are, in their order. */
  final boolean isEveryColumn(int[] slots) {
    boolean every = slots.length == columns().size() - firstColumn();
    for (int j = 0; j < slots.length && every; j++) {
      every = slots[j] == j;
    }
    return every;
  }

  /** Lets go of entries that were kept for another pass. */
  final synchronized void forget() {
    kept.clear();
  }

  private synchronized Entries entries(int[] slots) throws IOException {
    if (held() != null && isEveryColumn(slots)) {
      return held();
    }
    Entries again = entriesKept(slots);
    if (again != null) {
      return again;
    }
    forget();
    CompressedRows rows = new CompressedRows(rows());
    count(slots, rows, 0);
    rows.makeRoom(name);
    fill(slots, rows, 0);
    if (!rows.isFull()) {
      throw changed();
    }
    Entries entries = rows.finish();
    kept = new SoftReference<>(new Kept(slots, entries));
    return entries;
  }

  private Entries entriesKept(int[] slots) {
    Kept last = kept.get();
    return last != null && Arrays.equals(last.slots(), slots) ? last.entries() : null;
  }

  @Override
  public final Rows open(int[] numeric, int[] text) throws IOException {
    requireText(text);
    return new DenseRows(entries(slots(numeric, numeric.length)), numeric, text);
  }

  /** Refuses numbers as texts: they are written nowhere. */
  final void requireText(int[] text) {
    for (int column : text) {
      if (column >= firstColumn()) {
        throw DataException.at(
            Place.file(name).withColumn(columns().get(column).name()),
            "a column of numbers in this format cannot be a label or an id",
            "name another column");
      }
    }
  }

  private final class DenseRows implements Rows {
    private final Entries entries;
    private final int[] numeric;
    private final int[] text;
    private int row;

    DenseRows(Entries entries, int[] numeric, int[] text) {
      this.entries = entries;
      this.numeric = numeric;
      this.text = text;
    }

    @Override
    public Chunk next() {
      int width = numeric.length;
      int count = Math.min(entries.rows() - row, Math.max(1, (1 << 17) / Math.max(1, width)));
      if (count == 0) {
        return null;
      }
      double[] numbers = new double[count * width];
      for (int i = 0; i < count; i++) {
        for (int p = entries.starts()[row + i]; p < entries.starts()[row + i + 1]; p++) {
          numbers[i * width + entries.indices()[p]] = entries.values()[p];
        }
      }
      Chunk chunk = beside(row, count, numbers, numeric, text);
      row += count;
      return chunk;
    }

    @Override
    public void close() {}
  }

  /** Returns rows with what they have beside their entries, where numbers of these are there. */
  final Chunk beside(int row, int count, double[] numbers, int[] numeric, int[] text) {
    int width = numeric.length;
    String[][] strings = new String[text.length][count];
    int[] lines = new int[count];
    for (int i = 0; i < count; i++) {
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
    return new Chunk(count, numbers, strings, line(row), lines);
  }

  /** Returns a cell before the entries as a number. */
  final double leadingNumber(int row, int column) {
    double value = NumberText.parse(leading(row, column), decimalComma());
    if (NumberText.isBad(value)) {
      throw DataException.at(
          new Place(name, unit(), line(row), columns().get(column).name()),
          "'" + Words.abbreviated(leading(row, column)) + "' is not a number",
          "correct it");
    }
    return value;
  }
}
