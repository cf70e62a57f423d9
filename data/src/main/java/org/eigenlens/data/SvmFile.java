package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A libsvm file: a label, then {@code column:value} pairs, columns counted from 1 and ascending.
 *
 * <p>If there is a column 0 anywhere, they count from 0, and column 0 is the first, x1.
 *
 * <p>Checked and counted when opened, read again when its entries are asked for; labels stay in
 * memory. Columns beyond the last that has an entry are zero.
 */
final class SvmFile extends SparseFile {

  private static final int KNOWN = 1000;

  /** What stands before the number of a query, which is no column. */
  private static final String QUERY = "qid:";

  private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

  private final Path path;
  private final Stamp stamp;
  private final List<String> labels = new ArrayList<>();

  /** Labels repeat: one copy of each is enough. */
  private final Map<String, String> known = new HashMap<>();

  private final List<Column> columns;
  private final boolean fromZero;
  private int[] lines = new int[16];
  private int[] counts = new int[16];
  private int rows;
  private int last = -1;
  private boolean columnZero;

  /**
   * Checks a file.
   *
   * @param zeros whether columns count from 0 even if there is no column 0, as in a file beside it
   */
  SvmFile(String name, Path path, boolean zeros) throws IOException {
    super(name);
    this.path = path;
    stamp = Stamp.of(name, path);
    forEachLine(
        (text, line) -> {
          if (rows == counts.length) {
            counts = Arrays.copyOf(counts, 2 * rows);
            lines = Arrays.copyOf(lines, 2 * rows);
          }
          String label = label(text);
          if (label.indexOf('\uFFFD') >= 0) {
            throw complaint(line, "the label is not UTF-8 text");
          }
          keep(label);
          lines[rows] = line;
          last = Math.max(last, pairs(text, line, rows, this::count));
          rows++;
        });
    known.clear();
    if (rows == 0) {
      throw RowCursor.noRows(name);
    }
    fromZero = zeros || columnZero;
    columns =
        new NumberedColumns(
            List.of(new Column("label", Column.Kind.TEXT)),
            Math.max(0, fromZero ? last + 1 : last));
  }

  private void count(int row, int column, double value) {
    counts[row]++;
    columnZero |= column == 0;
  }

  private void keep(String label) {
    if (known.size() > KNOWN) {
      known.clear(); // they are numbers rather than classes
    }
    labels.add(known.computeIfAbsent(label, same -> same));
  }

  @Override
  public List<Stamp> stamps() {
    return List.of(stamp);
  }

  @Override
  void forEachEntry(EntryVisitor visitor) throws IOException {
    int[] row = {0};
    int first = fromZero ? 0 : 1;
    forEachLine(
        (text, line) -> {
          if (row[0] == rows) {
            throw changed();
          }
          pairs(
              text, line, row[0]++, (i, column, value) -> visitor.visit(i, column - first, value));
        });
  }

  /** Takes a line that is not empty, without its comment. */
  @FunctionalInterface
  private interface LineVisitor {
    void visit(String text, int line);
  }

  private void forEachLine(LineVisitor visitor) throws IOException {
    try (TextLines lines = new TextLines(name(), path)) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        String text = NumberText.bare(withoutComment(line));
        if (!text.isEmpty()) {
          visitor.visit(text, lines.number());
        }
      }
    }
  }

  /** Returns a line up to its comment, which a blank stands before: 1.#QNAN holds none. */
  private static String withoutComment(String line) {
    for (int at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1)) {
      if (at == 0 || NumberText.isBlank(line.charAt(at - 1))) {
        return line.substring(0, at);
      }
    }
    return line;
  }

  /** Tells whether columns count from 0. */
  boolean fromZero() {
    return fromZero;
  }

  /** Returns the same file with columns that count from 0, as they do in another of the table. */
  SvmFile countedFromZero() {
    try {
      return fromZero ? this : new SvmFile(name(), path, true);
    } catch (IOException e) {
      throw RowCursor.unreadable(name(), e);
    }
  }

  @Override
  public List<String> remarks() {
    return fromZero ? List.of(name() + ": its columns count from 0, so x1 is column 0") : List.of();
  }

  /** Returns what stands before the pairs of a line. */
  private static String label(String text) {
    String first = text.substring(0, end(text, 0));
    return first.indexOf(':') >= 0 ? "" : first;
  }

  /** Reads the pairs of a line; returns the highest column in it as written, or -1. */
  private int pairs(String text, int line, int row, EntryVisitor visitor) {
    int position = label(text).length();
    int previous = -1;
    while (position < text.length()) {
      if (NumberText.isBlank(text.charAt(position))) {
        position++;
        continue;
      }
      int end = end(text, position);
      String pair = text.substring(position, end);
      position = end;
      if (pair.startsWith(QUERY)) {
        continue;
      }
      int colon = pair.indexOf(':');
      double value =
          colon < 0 ? NumberText.BAD : NumberText.parse(pair.substring(colon + 1), false);
      int index = colon < 0 ? -1 : index(pair.substring(0, colon));
      if (index < 0 || NumberText.isBad(value)) {
        throw complaint(line, "'" + Words.abbreviated(pair) + "' is not a pair column:value");
      }
      if (index <= previous) {
        throw complaint(line, "column " + index + " comes after column " + previous);
      }
      requireRoom(Place.line(name(), line), index, Runtime.getRuntime().maxMemory());
      previous = index;
      visitor.visit(row, index, value);
    }
    return previous;
  }

  private static int index(String text) {
    return INDEX.matcher(text).matches() ? Integer.parseInt(text) : -1;
  }

  private static int end(String text, int from) {
    int end = from;
    while (end < text.length() && !NumberText.isBlank(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private DataException complaint(int line, String problem) {
    return DataException.at(Place.line(name(), line), problem, "correct the line");
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public String unit() {
    return "line";
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
    return 1;
  }

  @Override
  String leading(int row, int column) {
    return labels.get(row);
  }

  @Override
  long line(int row) {
    return lines[row];
  }
}
