package org.eigenlens.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A MatrixMarket file: coordinate or array; real, integer or pattern; general, symmetric or
 * skew-symmetric.
 *
 * <p>Read into memory when opened, as non-zeros; entries that occur twice are added, as the format
 * says.
 */
final class MtxFile extends SparseFile {

  private static final Pattern POSITION = Pattern.compile("\\d{1,9}|[12]\\d{9}");

  /** The shortest entry: 1 1 and the end of the line. */
  private static final int LEAST_BYTES = 4;

  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private final Entries entries;
  private final List<Column> columns;

  private boolean coordinate;
  private boolean pattern;
  private String symmetry;
  private int line;
  private int rows;
  private int width;
  private long announced;

  MtxFile(String name, Path path) throws IOException {
    super(name);
    try (BufferedReader reader = open(path)) {
      readHeader(reader);
      Triplets found = new Triplets(expected(path));
      readEntries(reader, found::add);
      entries = found.compressed(rows);
    }
    columns = new NumberedColumns(List.of(), width);
  }

  private static BufferedReader open(Path path) throws IOException {
    return new BufferedReader(
        new InputStreamReader(TextInput.openText(path), StandardCharsets.UTF_8), 1 << 16);
  }

  private void readHeader(BufferedReader reader) throws IOException {
    String first = reader.readLine();
    line = 1;
    String[] words =
        (first == null ? "" : first).strip().toLowerCase(Locale.ROOT).split("\\s+", -1);
    if (words.length != 5 || !words[0].equals("%%matrixmarket") || !words[1].equals("matrix")) {
      throw complaint("the first line is not '%%MatrixMarket matrix …'");
    }
    coordinate = words[2].equals("coordinate");
    pattern = words[3].equals("pattern");
    symmetry = words[4];
    if ((!coordinate && !words[2].equals("array"))
        || (pattern && !coordinate)
        || !Set.of("real", "double", "integer", "pattern").contains(words[3])
        || !Set.of("general", "symmetric", "skew-symmetric").contains(symmetry)) {
      throw complaint("'%s %s %s' is not supported".formatted(words[2], words[3], words[4]));
    }
    readSize(reader);
  }

  /**
   * Returns how many entries there are, whatever is announced: so many as lines, or where one
   * stands for two or for none, or nobody knows how much is packed, found by reading them once
   * before.
   */
  private long expected(Path path) throws IOException {
    if (coordinate && symmetry.equals("general") && !TextInput.isGzip(path)) {
      return Math.min(announced, TextInput.count(path, '\n', LEAST_BYTES) + 1);
    }
    int here = line;
    long[] count = {0};
    try (BufferedReader reader = open(path)) {
      readHeader(reader);
      readEntries(reader, (row, column, value) -> count[0]++);
    }
    line = here;
    return count[0];
  }

  /** Takes entries as they come. */
  @FunctionalInterface
  private interface Sink {
    void add(int row, int column, double value);
  }

  private void readEntries(BufferedReader reader, Sink found) throws IOException {
    if (coordinate) {
      coordinates(reader, found);
    } else {
      array(reader, found);
    }
  }

  private void readSize(BufferedReader reader) throws IOException {
    String[] size = nextLine(reader);
    int expected = coordinate ? 3 : 2;
    if (size == null || size.length != expected) {
      throw complaint("the line with the size needs " + expected + " numbers");
    }
    rows = (int) number(size[0], Integer.MAX_VALUE - 8);
    width = (int) number(size[1], MOST_COLUMNS);
    requireRoom(Place.line(name(), line), width, Runtime.getRuntime().maxMemory());
    announced = coordinate ? number(size[2], Integer.MAX_VALUE - 8) : (long) rows * width;
    if (!symmetry.equals("general") && rows != width) {
      throw complaint("a symmetric matrix of " + rows + " × " + width + " is not square");
    }
    // Rows take memory even if they are empty, so a header alone must not be believed.
    if (rows > Runtime.getRuntime().maxMemory() / 16) {
      throw complaint(rows + " rows do not fit in memory");
    }
  }

  private long number(String text, long most) {
    if (!text.matches("\\d{1,18}") || Long.parseLong(text) > most) {
      throw complaint("'" + CsvRows.abbreviate(text) + "' is not a size up to " + most);
    }
    return Long.parseLong(text);
  }

  /** Returns the words of the next line that is no comment, or null. */
  private String[] nextLine(BufferedReader reader) throws IOException {
    for (String text = reader.readLine(); text != null; text = reader.readLine()) {
      line++;
      String bare = text.strip();
      if (!bare.isEmpty() && bare.charAt(0) != '%') {
        return BLANKS.split(bare, -1);
      }
    }
    return null;
  }

  private void coordinates(BufferedReader reader, Sink found) throws IOException {
    long read = 0;
    for (String[] words = nextLine(reader); words != null; words = nextLine(reader)) {
      if (words.length != (pattern ? 2 : 3)) {
        throw complaint("an entry needs row, column" + (pattern ? "" : " and value"));
      }
      if (++read > announced) {
        throw complaint("there are more than the " + announced + " entries that the header says");
      }
      int i = position(words[0], rows, "row");
      int j = position(words[1], width, "column");
      add(found, i, j, pattern ? 1 : value(words[2]));
    }
    if (read < announced) {
      throw complaint("the file ends after " + read + " of " + announced + " entries");
    }
  }

  private void add(Sink found, int i, int j, double value) {
    found.add(i, j, value);
    if (i != j && !symmetry.equals("general")) {
      found.add(j, i, symmetry.equals("symmetric") ? value : -value);
    }
  }

  private int position(String text, int most, String what) {
    if (!POSITION.matcher(text).matches()) {
      throw complaint("'" + CsvRows.abbreviate(text) + "' is not a " + what);
    }
    long position = Long.parseLong(text);
    if (position < 1 || position > most) {
      throw complaint("there is no " + what + " " + position + " of " + most);
    }
    return (int) position - 1;
  }

  private double value(String text) {
    double value = NumberText.parse(text, false);
    if (NumberText.isBad(value)) {
      throw complaint("'" + CsvRows.abbreviate(text) + "' is not a number");
    }
    return value;
  }

  /** Reads columns one after the other; of a symmetric matrix only the lower triangle is there. */
  private void array(BufferedReader reader, Sink found) throws IOException {
    boolean skew = symmetry.equals("skew-symmetric");
    for (int j = 0; j < width; j++) {
      int first = symmetry.equals("general") ? 0 : skew ? j + 1 : j;
      for (int i = first; i < rows; i++) {
        String[] words = nextLine(reader);
        if (words == null) {
          throw complaint("the file ends before its " + rows + " × " + width + " values");
        }
        if (words.length != 1) {
          throw complaint(
              "there are " + words.length + " values in a line, and an array has one in each");
        }
        double value = value(words[0]);
        if (value != 0) {
          add(found, i, j, value);
        }
      }
    }
    if (nextLine(reader) != null) {
      throw complaint("there are more than " + rows + " × " + width + " values");
    }
  }

  private DataException complaint(String problem) {
    return DataException.at(
        Place.line(name(), line), problem, "give a MatrixMarket file of real numbers");
  }

  /** Tells whether the file lists only non-zeros, so that a sparse matrix pays. */
  boolean coordinate() {
    return coordinate;
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  Entries entries() {
    return entries;
  }

  @Override
  int firstColumn() {
    return 0;
  }

  @Override
  String leading(int row, int column) {
    throw new IndexOutOfBoundsException(row);
  }

  @Override
  long line(int row) {
    return row + 1L;
  }
}
