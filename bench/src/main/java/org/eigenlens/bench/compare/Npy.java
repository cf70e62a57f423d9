package org.eigenlens.bench.compare;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Precision;

/** Row-major doubles in NumPy's file format, version 1: just what both sides of a race need. */
final class Npy {

  private static final Pattern SHAPE = Pattern.compile("'shape': \\((\\d+), (\\d+)\\)");
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};

  private Npy() {}

  /** Receives the rows of a file, one at a time. */
  @FunctionalInterface
  interface Rows {
    /** Visits one row; the array is used again for the next. */
    void visit(int index, double[] row);
  }

  /** The rows and columns of a file, and where its numbers begin. */
  record Header(int rows, int columns, int length) {

    long bytes() {
      return 8L * rows * columns;
    }
  }

  static Header header(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer start = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
      channel.read(start);
      int length = start.getShort(8) & 0xffff;
      ByteBuffer text = ByteBuffer.allocate(length);
      channel.read(text, 10);
      String header = new String(text.array(), StandardCharsets.US_ASCII);
      Matcher shape = SHAPE.matcher(header);
      boolean plain = header.contains("'<f8'") && header.contains("'fortran_order': False");
      if (!plain || !shape.find()) {
        throw new IOException(file + " is not a row-major matrix of doubles: " + header.trim());
      }
      return new Header(
          Integer.parseInt(shape.group(1)), Integer.parseInt(shape.group(2)), 10 + length);
    }
  }

  static Header read(Path file, Rows rows) throws IOException {
    Header header = header(file);
    int columns = header.columns();
    int atOnce = Math.max(1, (1 << 24) / (8 * Math.max(1, columns)));
    double[] row = new double[columns];
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer bytes =
          ByteBuffer.allocateDirect(8 * columns * Math.min(atOnce, Math.max(1, header.rows())))
              .order(ByteOrder.LITTLE_ENDIAN);
      channel.position(header.length());
      for (int i = 0; i < header.rows(); i++) {
        if (i % atOnce == 0) {
          bytes.clear().limit(8 * columns * Math.min(atOnce, header.rows() - i));
          while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
          bytes.flip();
        }
        bytes.asDoubleBuffer().get(row);
        bytes.position(bytes.position() + 8 * columns);
        rows.visit(i, row);
      }
    }
    return header;
  }

  static DenseMatrix read(Path file) throws IOException {
    Header header = header(file);
    DenseMatrix matrix = DenseMatrix.unset(header.rows(), header.columns(), Precision.DOUBLE);
    read(file, (i, row) -> matrix.setRow(i, row, 0));
    return matrix;
  }

  /** Writes a file that appears whole or not at all. */
  static void write(Path file, DenseMatrix matrix) throws IOException {
    String shape = "(" + matrix.rows() + ", " + matrix.columns() + ")";
    String text = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
    int length = (10 + text.length() + 1 + 63) / 64 * 64 - 10;
    ByteBuffer header = ByteBuffer.allocate(10 + length).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).putShort((short) length);
    header.put(text.getBytes(StandardCharsets.US_ASCII));
    while (header.remaining() > 1) {
      header.put((byte) ' ');
    }
    header.put((byte) '\n').flip();
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (FileChannel channel =
        FileChannel.open(
            part,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      channel.write(header);
      int atOnce = Math.max(1, (1 << 22) / (8 * Math.max(1, matrix.columns())));
      ByteBuffer bytes =
          ByteBuffer.allocateDirect(8 * matrix.columns() * atOnce).order(ByteOrder.LITTLE_ENDIAN);
      double[] row = new double[matrix.columns()];
      for (int i = 0; i < matrix.rows(); i++) {
        matrix.getRow(i, row, 0);
        bytes.asDoubleBuffer().put(row);
        bytes.position(bytes.position() + 8 * row.length);
        if (!bytes.hasRemaining() || i == matrix.rows() - 1) {
          bytes.flip();
          while (bytes.hasRemaining()) {
            channel.write(bytes);
          }
          bytes.clear();
        }
      }
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
