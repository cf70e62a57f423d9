package org.eigenlens.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A MatrixMarket file: coordinate or array; real, integer or pattern; general, symmetric or
 * skew-symmetric.
 *
 * <p>Checked and counted when opened, read again when its entries are asked for; those that occur
 * twice are added, as the format says.
 */
final class MtxFile extends SparseFile {

  /** Those of two billions and more are no positions at all. */
  private static final int MOST_DIGITS = 10;

  /** A row takes 12, however empty it is, and others need some of the heap, too. */
  private static final int BYTES_PER_ROW = 32;

  private final Path path;
  private final Stamp stamp;
  private final List<Column> columns;
  private final int[] counts;

  private boolean coordinate;
  private boolean pattern;
  private String symmetry;
  private int rows;
  private int width;
  private long announced;

  MtxFile(String name, Path path) throws IOException {
    super(name);
    this.path = path;
    stamp = Stamp.of(name, path);
    try (Lines lines = new Lines()) {
      readHeader(lines);
      counts = new int[rows];
      readEntries(lines, (row, column, value) -> counts[row]++);
    }
    columns = new NumberedColumns(List.of(), width);
  }

  @Override
  public List<Stamp> stamps() {
    return List.of(stamp);
  }

  @Override
  void forEachEntry(EntryVisitor visitor) throws IOException {
    try (Lines lines = new Lines()) {
      lines.skipHeader();
      readEntries(lines, visitor);
    }
  }

  /** The file line by line, cut into words. */
  private final class Lines implements Closeable {
    private final TextLines lines = new TextLines(name(), path);

    /** The words of the line that was read last, as many as an entry has, and how many it has. */
    private final String[] words = new String[3];

    private int count;

    Lines() throws IOException {}

    String first() throws IOException {
      String first = lines.next();
      return first == null ? "" : first.strip();
    }

    /** Goes behind the header, which was checked. */
    void skipHeader() throws IOException {
      first();
      next();
    }

    /** Reads the words of the next line that is no comment; tells whether there is one. */
    boolean next() throws IOException {
      for (String text = lines.next(); text != null; text = lines.next()) {
        String bare = NumberText.bare(text);
        if (!bare.isEmpty() && bare.charAt(0) != '%') {
          cut(bare);
          return true;
        }
      }
      return false;
    }

    private void cut(String text) {
      count = 0;
      int end;
      for (int from = 0; from < text.length(); from = end) {
        while (NumberText.isBlank(text.charAt(from))) {
          from++;
        }
        end = from;
        while (end < text.length() && !NumberText.isBlank(text.charAt(end))) {
          end++;
        }
        if (count < words.length) {
          words[count] = text.substring(from, end);
        }
        count++;
      }
    }

    Place place() {
      return Place.line(name(), Math.max(1, lines.number()));
    }

    DataException complaint(String problem) {
      return DataException.at(place(), problem, "give a MatrixMarket file of real numbers");
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }

  private void readHeader(Lines lines) throws IOException {
    String[] words = lines.first().toLowerCase(Locale.ROOT).split("\\s+", -1);
    if (words.length != 5 || !words[0].equals("%%matrixmarket") || !words[1].equals("matrix")) {
      throw lines.complaint("the first line is not '%%MatrixMarket matrix …'");
    }
    coordinate = words[2].equals("coordinate");
    pattern = words[3].equals("pattern");
    symmetry = words[4];
    if ((!coordinate && !words[2].equals("array"))
        || (pattern && !coordinate)
        || !Set.of("real", "double", "integer", "pattern").contains(words[3])
        || !Set.of("general", "symmetric", "skew-symmetric").contains(symmetry)) {
      throw lines.complaint("'%s %s %s' is not supported".formatted(words[2], words[3], words[4]));
    }
    readSize(lines);
  }

  private void readEntries(Lines lines, EntryVisitor found) throws IOException {
    if (coordinate) {
      coordinates(lines, found);
    } else {
      array(lines, found);
    }
  }

  private void readSize(Lines lines) throws IOException {
    int expected = coordinate ? 3 : 2;
    if (!lines.next() || lines.count != expected) {
      throw lines.complaint("the line with the size needs " + expected + " numbers");
    }
    rows = (int) number(lines, 0, Integer.MAX_VALUE - 8);
    width = (int) number(lines, 1, MOST_COLUMNS);
    requireRoom(lines.place(), width, Runtime.getRuntime().maxMemory());
    announced = coordinate ? number(lines, 2, Integer.MAX_VALUE - 8) : (long) rows * width;
    if (!symmetry.equals("general") && rows != width) {
      throw lines.complaint("a symmetric matrix of " + rows + " × " + width + " is not square");
    }
    // Rows take memory even if they are empty, so a header alone must not be believed.
    requireHeap(lines.place(), rows, "rows", BYTES_PER_ROW, Runtime.getRuntime().maxMemory());
  }

  private static long number(Lines lines, int word, long most) {
    String text = lines.words[word];
    if (!text.matches("\\d{1,18}") || Long.parseLong(text) > most) {
      throw lines.complaint("'" + Words.abbreviated(text) + "' is not a size up to " + most);
    }
    return Long.parseLong(text);
  }

  private void coordinates(Lines lines, EntryVisitor found) throws IOException {
    long read = 0;
    while (lines.next()) {
      if (lines.count != (pattern ? 2 : 3)) {
        throw lines.complaint("an entry needs row, column" + (pattern ? "" : " and value"));
      }
      if (++read > announced) {
        throw lines.complaint(
            "there are more than the " + announced + " entries that the header says");
      }
      int i = position(lines, 0, rows, "row");
      int j = position(lines, 1, width, "column");
      add(found, i, j, pattern ? 1 : value(lines, 2));
    }
    if (read < announced) {
      throw lines.complaint("the file ends after " + read + " of " + announced + " entries");
    }
  }

  private void add(EntryVisitor found, int i, int j, double value) {
    found.visit(i, j, value);
    if (i != j && !symmetry.equals("general")) {
      found.visit(j, i, symmetry.equals("symmetric") ? value : -value);
    }
  }

  private static int position(Lines lines, int word, int most, String what) {
    String text = lines.words[word];
    long position = text.length() > MOST_DIGITS ? -1 : 0;
    for (int k = 0; k < text.length() && position >= 0; k++) {
      int digit = text.charAt(k) - '0';
      position = digit < 0 || digit > 9 ? -1 : 10 * position + digit;
    }
    if (position < 0) {
      throw lines.complaint("'" + Words.abbreviated(text) + "' is not a " + what);
    }
    if (position < 1 || position > most) {
      throw lines.complaint("there is no " + what + " " + position + " of " + most);
    }
    return (int) position - 1;
  }

  private static double value(Lines lines, int word) {
    double value = NumberText.parse(lines.words[word], false);
    if (NumberText.isBad(value)) {
      throw lines.complaint("'" + Words.abbreviated(lines.words[word]) + "' is not a number");
    }
    return value;
  }

  /** Reads columns one after the other; of a symmetric matrix only the lower triangle is there. */
  private void array(Lines lines, EntryVisitor found) throws IOException {
    boolean skew = symmetry.equals("skew-symmetric");
    for (int j = 0; j < width; j++) {
      int first = symmetry.equals("general") ? 0 : skew ? j + 1 : j;
      for (int i = first; i < rows; i++) {
        if (!lines.next()) {
          throw lines.complaint("the file ends before its " + rows + " × " + width + " values");
        }
        if (lines.count != 1) {
          throw lines.complaint(
              "there are " + lines.count + " values in a line, and an array has one in each");
        }
        double value = value(lines, 0);
        if (value != 0) {
          add(found, i, j, value);
        }
      }
    }
    if (lines.next()) {
      throw lines.complaint("there are more than " + rows + " × " + width + " values");
    }
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
  int rows() {
    return rows;
  }

  @Override
  int count(int row) {
    return counts[row];
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
