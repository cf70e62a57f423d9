package org.eigenlens.data;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A NumPy array of one or two dimensions, versions 1 to 3, in C or Fortran order. */
final class NpyFile extends ArrayFile {

  private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*'([<>|=])([a-z])(\\d+)'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([\\d,\\s]*)\\)");
  private static final int LONGEST_HEADER = 1 << 16;

  private final Path path;
  private final NumberType type;
  private final ByteOrder order;
  private final boolean fortran;
  private final int rows;
  private final int width;
  private final long dataStart;

  NpyFile(String name, Path path) throws IOException {
    super(name, path);
    this.path = path;
    try (FileChannel channel = FileChannel.open(path)) {
      ByteBuffer start = read(channel, 0, (int) Math.min(12, channel.size()));
      if (start.limit() < 10
          || start.get(0) != (byte) 0x93
          || !StandardCharsets.US_ASCII.decode(start.slice(1, 5)).toString().equals("NUMPY")) {
        throw complaint("it does not start like a NumPy file");
      }
      int version = start.get(6);
      if (version < 1 || version > 3) {
        throw complaint("its version is " + version + ", but 1, 2 and 3 are known");
      }
      int headerStart = version == 1 ? 10 : 12;
      if (start.limit() < headerStart) {
        throw complaint("it ends within its header");
      }
      long length = version == 1 ? start.getShort(8) & 0xFFFF : start.getInt(8) & 0xFFFF_FFFFL;
      if (length > LONGEST_HEADER || headerStart + length > channel.size()) {
        throw complaint("its header announces " + length + " bytes");
      }
      dataStart = headerStart + length;
      String header =
          StandardCharsets.UTF_8.decode(read(channel, headerStart, (int) length)).toString();
      Matcher descr = find(DESCR, header, "a type of plain numbers");
      type = type(descr.group(2) + descr.group(3));
      order = descr.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
      fortran = find(ORDER, header, "an order").group(1).equals("True");
      String sizes = find(SHAPE, header, "a shape").group(1).replaceAll("[\\s,]+$", "");
      String[] shape = sizes.strip().split("\\s*,\\s*", -1);
      rows = size(shape[0]);
      width = shape.length == 1 ? 1 : size(shape[1]);
      if (shape.length > 2) {
        throw complaint("it has " + shape.length + " dimensions; reshape it to rows and columns");
      }
      long held = (channel.size() - dataStart) / type.bytes();
      if (width > SparseFile.MOST_COLUMNS) {
        throw complaint(
            "it has %d columns, and a table has at most %d"
                .formatted(width, SparseFile.MOST_COLUMNS));
      }
      if ((long) rows * width > held) {
        throw complaint("it announces %d × %d numbers, but holds %d".formatted(rows, width, held));
      }
      long end = dataStart + (long) rows * width * type.bytes();
      if (channel.size() > end) {
        throw complaint(
            "it announces %d × %d numbers, which end after %d bytes, but holds %d"
                .formatted(rows, width, end, channel.size()));
      }
    }
    if (rows == 0 || width == 0) {
      throw RowCursor.noRows(name());
    }
  }

  private Matcher find(Pattern pattern, String header, String what) {
    Matcher matcher = pattern.matcher(header);
    if (!matcher.find()) {
      throw complaint("its header does not have " + what);
    }
    return matcher;
  }

  private int size(String text) {
    if (!text.matches("\\d{1,10}") || Long.parseLong(text) > Integer.MAX_VALUE) {
      throw complaint("its shape has '" + Words.abbreviated(text) + "'");
    }
    return Integer.parseInt(text);
  }

  private NumberType type(String code) {
    for (NumberType known : NumberType.values()) {
      if (known.name().equalsIgnoreCase(code)) {
        return known;
      }
    }
    throw complaint(
        "its numbers are of type '%s', and those that are read are %s"
            .formatted(
                code,
                Stream.of(NumberType.values())
                    .map(known -> known.name().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", "))));
  }

  private static ByteBuffer read(FileChannel channel, long position, int count) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    read(channel, position, buffer);
    return buffer.flip();
  }

  private static void read(FileChannel channel, long position, ByteBuffer buffer)
      throws IOException {
    long at = position;
    while (buffer.hasRemaining()) {
      int read = channel.read(buffer, at);
      if (read < 0) {
        throw new EOFException("the file ended while it was read");
      }
      at += read;
    }
  }

  private DataException complaint(String problem) {
    return DataException.at(
        Place.file(name()),
        problem,
        "save a table of integers, floats or booleans with numpy.save");
  }

  @Override
  int rows() {
    return rows;
  }

  @Override
  int width() {
    return width;
  }

  @Override
  public Rows open(int[] numeric, int[] text) throws IOException {
    // The buffer comes first: if there is no room for it, nothing is left open.
    ByteBuffer buffer = ByteBuffer.allocate(rowsAtOnce() * width * type.bytes()).order(order);
    FileChannel channel = FileChannel.open(path);
    return new Blocks() {
      @Override
      Chunk read(int first, int count) throws IOException {
        return fortran
            ? columnsOf(channel, first, count, numeric, text)
            : rowsOf(channel, first, count, buffer, numeric, text);
      }

      @Override
      public void close() throws IOException {
        channel.close();
      }
    };
  }

  private Chunk rowsOf(
      FileChannel channel, int row, int count, ByteBuffer buffer, int[] numeric, int[] text)
      throws IOException {
    buffer.clear().limit(count * width * type.bytes());
    read(channel, dataStart + (long) row * width * type.bytes(), buffer);
    return type.chunk(buffer, count, width, numeric, text, row + 1L);
  }

  private Chunk columnsOf(FileChannel channel, int row, int count, int[] numeric, int[] text)
      throws IOException {
    double[] numbers = new double[count * numeric.length];
    String[][] strings = new String[text.length][count];
    ByteBuffer buffer = ByteBuffer.allocate(count * type.bytes()).order(order);
    for (int j = 0; j < numeric.length; j++) {
      readColumn(channel, numeric[j], row, buffer);
      for (int i = 0; i < count; i++) {
        numbers[i * numeric.length + j] = type.get(buffer, i * type.bytes());
      }
    }
    for (int t = 0; t < text.length; t++) {
      readColumn(channel, text[t], row, buffer);
      for (int i = 0; i < count; i++) {
        strings[t][i] = type.text(type.get(buffer, i * type.bytes()));
      }
    }
    return new Chunk(count, numbers, strings, row + 1L, null);
  }

  private void readColumn(FileChannel channel, int column, int row, ByteBuffer buffer)
      throws IOException {
    buffer.clear();
    read(channel, dataStart + ((long) column * rows + row) * type.bytes(), buffer);
  }
}
