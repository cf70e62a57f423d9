package org.eigenlens.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
 * <p>Read into memory when opened. Columns beyond the last that has an entry are zero.
 */
final class SvmFile extends SparseFile {

  private static final int KNOWN = 1000;

  /** What stands before the number of a query, which is no column. */
  private static final String QUERY = "qid:";

  private static final Pattern INDEX = Pattern.compile("\\d{1,9}");

  private final Path path;
  private final Entries entries;
  private final List<String> labels = new ArrayList<>();

  /** Labels repeat: one copy of each is enough. */
  private final Map<String, String> known = new HashMap<>();

  private final List<Column> columns;
  private final boolean fromZero;
  private int[] lines = new int[16];

  /**
   * Reads a file.
   *
   * @param zeros whether columns count from 0 even if there is no column 0, as in a file beside it
   */
  SvmFile(String name, Path path, boolean zeros) throws IOException {
    super(name);
    this.path = path;
    // Counted first, entries are read to their place without a second copy.
    Growing found = new Growing(count(path));
    int[] starts = new int[16];
    int rows = 0;
    int last = -1;
    int lineNumber = 0;
    try (BufferedReader reader = open(path)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lineNumber++;
        String text = withoutComment(line).strip();
        if (text.isEmpty()) {
          continue;
        }
        last = Math.max(last, parse(text, lineNumber, found));
        rows++;
        if (rows == starts.length) {
          starts = Arrays.copyOf(starts, 2 * rows);
          lines = Arrays.copyOf(lines, 2 * rows);
        }
        starts[rows] = found.count();
        lines[rows - 1] = lineNumber;
      }
    }
    if (rows == 0) {
      throw RowCursor.noRows(name);
    }
    int[] indices = found.indices();
    fromZero = zeros || Arrays.stream(indices).anyMatch(index -> index == 0);
    if (!fromZero) {
      Arrays.setAll(indices, i -> indices[i] - 1);
    }
    entries = new Entries(Arrays.copyOf(starts, rows + 1), indices, found.values());
    columns =
        new NumberedColumns(
            List.of(new Column("label", Column.Kind.TEXT)),
            Math.max(0, fromZero ? last + 1 : last));
  }

  private static BufferedReader open(Path path) throws IOException {
    return new BufferedReader(
        new InputStreamReader(TextInput.openText(path), StandardCharsets.UTF_8), 1 << 16);
  }

  /** Counts the pairs of all lines: what they hold is checked when they are read. */
  private static long count(Path path) throws IOException {
    long count = 0;
    try (BufferedReader reader = open(path)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String text = withoutComment(line);
        int end;
        for (int position = 0; position < text.length(); position = end + 1) {
          end = end(text, position);
          int colon = text.indexOf(':', position);
          count += colon >= 0 && colon < end && !text.startsWith(QUERY, position) ? 1 : 0;
        }
      }
    }
    return count;
  }

  /** Returns a line up to its comment, which a blank stands before: 1.#QNAN holds none. */
  private static String withoutComment(String line) {
    for (int at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1)) {
      if (at == 0 || Character.isWhitespace(line.charAt(at - 1))) {
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

  /** Parses one line; returns the highest column in it as written, or -1. */
  private int parse(String text, int line, Growing found) {
    int position = end(text, 0);
    String first = text.substring(0, position);
    if (first.indexOf(':') >= 0) {
      labels.add("");
      position = 0;
    } else {
      if (known.size() > KNOWN) {
        known.clear(); // they are numbers rather than classes
      }
      labels.add(known.computeIfAbsent(first, same -> same));
    }
    if (first.indexOf('\uFFFD') >= 0) {
      throw complaint(line, "the label is not UTF-8 text");
    }
    int previous = -1;
    while (position < text.length()) {
      if (Character.isWhitespace(text.charAt(position))) {
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
        throw complaint(line, "'" + CsvRows.abbreviate(pair) + "' is not a pair column:value");
      }
      if (index <= previous) {
        throw complaint(line, "column " + index + " comes after column " + previous);
      }
      requireRoom(Place.line(name(), line), index, Runtime.getRuntime().maxMemory());
      previous = index;
      found.add(index, value);
    }
    return previous;
  }

  private static int index(String text) {
    return INDEX.matcher(text).matches() ? Integer.parseInt(text) : -1;
  }

  private static int end(String text, int from) {
    int end = from;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
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
  Entries entries() {
    return entries;
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
