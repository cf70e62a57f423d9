package org.eigenlens.spark;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.rdd.InputFileBlockHolder;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.eigenlens.matrix.NumericalException;

/**
 * Packs the rows of a partition into blocks.
 *
 * <p>A block whose first vector is dense is dense, and those behind it are filled in. One that
 * begins sparse stays so where that takes less memory, 12 bytes an element that is stored against 8
 * for every one, whatever form its other vectors have: assemblers hand out both in one column.
 */
final class RowPacker implements Iterator<RowBlock> {

  private static final int MOST_ROWS = 4096;

  /** A quarter of a megabyte: larger arrays are a burden to the garbage collector. */
  private static final int DENSE = 1 << 15;

  /** A product of sparse rows is worth its while from about a megabyte on. */
  private static final int STORED = 1 << 17;

  private final Iterator<InternalRow> rows;
  private final Layout layout;
  private final boolean passing;
  private final Stored stored = new Stored();

  /** The numbers of the last block of dense rows, where blocks pass by. */
  private double[] spare;

  /** How many rows there were of what the last one came from. */
  private long taken;

  /** The part of a file that rows come from, empty if they come from elsewhere. */
  private UTF8String source = UTF8String.EMPTY_UTF8;

  /**
   * What a row is made of.
   *
   * @param cells one after the other
   * @param widths how many numbers each has
   * @param what a row is, for whoever hears of a wrong one
   * @param names of all its numbers; null if there are too many to be sent along
   */
  record Layout(List<CellReader> cells, int[] widths, String what, List<String> names)
      implements java.io.Serializable {
    int columns() {
      return Arrays.stream(widths).sum();
    }
  }

  /**
   * Packs rows.
   *
   * @param passing whether nobody has a use for a block when the next is asked for, so that it may
   *     be overwritten
   */
  RowPacker(Iterator<InternalRow> rows, Layout layout, boolean passing) {
    this.rows = rows;
    this.layout = layout;
    this.passing = passing;
  }

  @Override
  public boolean hasNext() {
    return rows.hasNext();
  }

  @Override
  public RowBlock next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    InternalRow first = checked(rows.next());
    return layout.cells.get(0).isSparse(first) ? gathered(first) : dense(first);
  }

  /** Takes rows whose first is dense, as they are, into an array of all elements. */
  private RowBlock dense(InternalRow first) {
    int columns = layout.columns();
    int most = Math.max(1, Math.min(MOST_ROWS, DENSE / Math.max(1, columns)));
    double[] all = spare == null ? new double[Math.multiplyExact(most, columns)] : spare;
    spare = passing ? all : null;
    int count = 0;
    for (InternalRow row = first; row != null; ) {
      int from = count * columns;
      int at = from;
      for (int c = 0; c < layout.widths.length; c++) {
        layout.cells.get(c).fill(row, all, at);
        at += layout.widths[c];
      }
      requireFinite(row, all, from, at);
      count++;
      row = count < most && rows.hasNext() ? checked(rows.next()) : null;
    }
    double[] used = count == most ? all : Arrays.copyOf(all, count * columns);
    return new RowBlock(count, columns, used, null, null);
  }

  /** Takes rows whose first is sparse, by what they store. */
  private RowBlock gathered(InternalRow first) {
    stored.clear();
    for (InternalRow row = first; row != null; ) {
      int before = stored.count();
      int at = 0;
      for (int c = 0; c < layout.widths.length; c++) {
        layout.cells.get(c).gather(row, stored, at);
        at += layout.widths[c];
      }
      requireFinite(row, stored.values(), before, stored.count());
      stored.endRow();
      boolean room = stored.rows() < MOST_ROWS && stored.count() < STORED;
      row = room && rows.hasNext() ? checked(rows.next()) : null;
    }
    return stored.block(layout.columns());
  }

  /** Refuses a row that lacks a vector, or has one of another width. */
  private InternalRow checked(InternalRow row) {
    count();
    for (int c = 0; c < layout.widths.length; c++) {
      CellReader cell = layout.cells.get(c);
      int width = cell.width(row);
      if (width < 0) {
        throw new NumericalException(cell.complaint(row) + " (" + place() + ").");
      }
      if (width != layout.widths[c]) {
        throw new NumericalException(
            "There is %s with %d elements, but others have %d (%s)."
                .formatted(layout.what, width, layout.widths[c], place()));
      }
    }
    return row;
  }

  private void requireFinite(InternalRow row, double[] numbers, int from, int to) {
    // Zero times a number is zero; times anything else it is no number.
    double even = 0;
    double odd = 0;
    int p = from;
    for (; p + 3 < to; p += 4) {
      even += numbers[p] * 0 + numbers[p + 1] * 0;
      odd += numbers[p + 2] * 0 + numbers[p + 3] * 0;
    }
    for (; p < to; p++) {
      even += numbers[p] * 0;
    }
    if (even + odd == 0) {
      return;
    }
    for (int j = from; j < to; j++) {
      if (!Double.isFinite(numbers[j])) {
        int at = numbers == stored.values() ? stored.index(j) : j - from;
        throw new NumericalException(complaint(row, at, numbers[j]) + " (" + place() + ").");
      }
    }
  }

  /** Says what is wrong with a number that is not finite. */
  private String complaint(InternalRow row, int at, double number) {
    int c = 0;
    for (int end = layout.widths[0]; end <= at; end += layout.widths[c]) {
      c++;
    }
    CellReader cell = layout.cells.get(c);
    return Double.isNaN(number) && cell.isOneNumber()
        ? cell.complaint(row)
        : "Element %d%s of %s is %s; every element must be a finite number"
            .formatted(
                at,
                layout.names == null ? "" : " ('" + layout.names.get(at) + "')",
                layout.what,
                number);
  }

  /** Counts a row; a partition may read several files, and parts of them. */
  @SuppressWarnings("ReferenceEquality") // Spark has a name of its own for every part of a file
  private void count() {
    UTF8String now = InputFileBlockHolder.getInputFilePath();
    taken = now == source ? taken + 1 : 1;
    source = now;
  }

  /** Says which row this is, and of which file where rows come straight from files. */
  private String place() {
    TaskContext task = TaskContext.get();
    int partition = task == null ? 0 : task.partitionId();
    String file = source.toString();
    if (file.isEmpty()) {
      return "row %d of partition %d".formatted(taken, partition);
    }
    // Nobody knows how many rows are before a part that starts within a file.
    return InputFileBlockHolder.getStartOffset() > 0
        ? "row %d of what partition %d reads of %s".formatted(taken, partition, decoded(file))
        : "row %d of %s".formatted(taken, decoded(file));
  }

  /** Returns an address as people write it; that of a local file is its path. */
  private static String decoded(String file) {
    try {
      URI address = new URI(file);
      String host = address.getAuthority();
      return host == null
          ? address.getPath()
          : address.getScheme() + "://" + host + address.getPath();
    } catch (URISyntaxException e) {
      return file;
    }
  }
}
