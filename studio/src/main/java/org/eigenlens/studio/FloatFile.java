package org.eigenlens.studio;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import org.eigenlens.data.Table;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Rows of numbers on disk, as little-endian floats row by row: the page's own format, and as near
 * as the system's cache of files. NaN stands for no value. May be used by several threads.
 *
 * @param least the least of all values
 * @param largest the largest of all values
 */
record FloatFile(Path file, int rows, int columns, float least, float largest) {

  /** Below it floats have few digits, or none. */
  private static final double LEAST_EXTENT = 1e-35;

  private static final int MOST_ROWS = 4096;
  private static final int MOST_VALUES = 1 << 21;

  /** Receives the values of some rows, one after the other. */
  interface Visitor {
    void visit(int firstRow, int count, ByteBuffer values) throws IOException;
  }

  /** Writes the features of a table to a file; costs a pass over the table. */
  static FloatFile of(Table table, Path file) {
    int columns = table.featureNames().size();
    int batchRows = batchRows(columns);
    ByteBuffer buffer = buffer(batchRows, columns);
    double[] range = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
    int[] rows = {0};
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      table.forEachBatch(
          batchRows,
          batch -> {
            rows[0] += batch.matrix().rows();
            write(batch.matrix(), buffer, range, out);
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    requireShowable(Math.max(-range[0], range[1]));
    return new FloatFile(file, rows[0], columns, (float) range[0], (float) range[1]);
  }

  /** Floats end where doubles go on: what they cannot tell apart would be drawn in one place. */
  private static void requireShowable(double extent) {
    boolean large = extent > Float.MAX_VALUE && extent < Double.POSITIVE_INFINITY;
    boolean small = extent > 0 && extent < LEAST_EXTENT;
    if (large || small) {
      throw Refusal.bad(
          String.format(
              Locale.ROOT,
              "the values reach %.1e, which is too %s for the page to show; standardise the columns, or give them in another unit",
              extent,
              large ? "large" : "small"));
    }
  }

  private static void write(DenseMatrix rows, ByteBuffer buffer, double[] range, FileChannel out) {
    buffer.clear();
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.getRow(i, row, 0);
      for (double value : row) {
        buffer.putFloat((float) value);
        range[0] = value < range[0] ? value : range[0];
        range[1] = value > range[1] ? value : range[1];
      }
    }
    buffer.flip();
    try {
      while (buffer.hasRemaining()) {
        out.write(buffer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns how many rows of so many columns may be in memory at a time. */
  static int batchRows(int columns) {
    return Math.max(1, Math.min(MOST_ROWS, MOST_VALUES / Math.max(1, columns)));
  }

  private static ByteBuffer buffer(int rows, int columns) {
    return ByteBuffer.allocate(Math.multiplyExact(rows, columns * Float.BYTES))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Refuses the number of a row that is not there. */
  void check(int row) {
    if (row < 0 || row >= rows) {
      throw Refusal.notFound("there is no row " + row + "; the rows are 0 to " + (rows - 1));
    }
  }

  /** Reads one row. */
  double[] row(int row) throws IOException {
    check(row);
    ByteBuffer buffer = buffer(1, columns);
    try (FileChannel in = FileChannel.open(file)) {
      fill(in, buffer, row);
    }
    double[] values = new double[columns];
    // By its shortest text a float that was 5.1 is 5.1 again.
    Arrays.setAll(values, i -> Double.parseDouble(Float.toString(buffer.getFloat())));
    return values;
  }

  /** Reads all rows in order, some at a time. */
  void forEach(Visitor visitor) throws IOException {
    int batchRows = batchRows(columns);
    ByteBuffer buffer = buffer(batchRows, columns);
    try (FileChannel in = FileChannel.open(file)) {
      for (int from = 0; from < rows; from += batchRows) {
        int count = Math.min(batchRows, rows - from);
        buffer.clear().limit(count * columns * Float.BYTES);
        fill(in, buffer, from);
        visitor.visit(from, count, buffer);
      }
    }
  }

  private void fill(FileChannel in, ByteBuffer buffer, int row) throws IOException {
    long at = (long) row * columns * Float.BYTES;
    while (buffer.hasRemaining()) {
      int read = in.read(buffer, at);
      if (read < 0) {
        throw new IOException(file + " is shorter than it was");
      }
      at += read;
    }
    buffer.flip();
  }

  /** Writes some columns of all rows, as they are in the file. */
  void write(int[] wanted, OutputStream out) throws IOException {
    byte[] bytes = new byte[batchRows(columns) * wanted.length * Float.BYTES];
    ByteBuffer chosen = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    forEach(
        (first, count, values) -> {
          chosen.clear();
          for (int i = 0; i < count; i++) {
            for (int column : wanted) {
              chosen.putFloat(values.getFloat((i * columns + column) * Float.BYTES));
            }
          }
          out.write(bytes, 0, chosen.position());
        });
  }
}
