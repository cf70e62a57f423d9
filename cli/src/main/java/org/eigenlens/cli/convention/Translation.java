package org.eigenlens.cli.convention;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;

/**
 * The numbers of a model under another program's names.
 *
 * @param call what would compute them there
 * @param entries the numbers, in their order
 * @param notes what a reader has to know beside them
 */
public record Translation(String call, List<Entry> entries, List<String> notes) {

  /** Larger tables are cut for people to read; JSON has them whole. */
  private static final int MOST = 12;

  /** Longer lines are broken between columns. */
  private static final int LONGEST = 100;

  private static final int GAP = 2;

  /** What an entry is. */
  public enum Shape {
    /** A single number. */
    NUMBER,
    /** Numbers in a row. */
    LIST,
    /** Rows of numbers. */
    TABLE
  }

  /** Numbers with a name; only tables have names of rows, and lists need no names at all. */
  public record Entry(
      String name, Shape shape, DenseMatrix numbers, List<String> rows, List<String> columns) {

    /** Takes a copy of the numbers in which 0 has no sign: it comes from turning only. */
    public Entry {
      numbers = numbers.copy();
      for (int i = 0; i < numbers.rows(); i++) {
        numbers.setRow(i, Arrays.stream(numbers.row(i)).map(value -> value + 0.0).toArray(), 0);
      }
    }

    Object json() {
      return switch (shape) {
        case NUMBER -> numbers.get(0, 0);
        case LIST -> numbers.row(0);
        case TABLE -> List.of(numbers.toArray());
      };
    }
  }

  /** Keeps what is told from being changed. */
  public Translation {
    entries = List.copyOf(entries);
    notes = List.copyOf(notes);
  }

  static Translation of(String call) {
    return new Translation(call, List.of(), List.of());
  }

  Translation note(String text) {
    return notes(List.of(text));
  }

  Translation notes(List<String> more) {
    return new Translation(call, entries, Stream.concat(notes.stream(), more.stream()).toList());
  }

  /** Says that a program gives more numbers than the model has, if it does. */
  static List<String> firstOf(int known, int all, String name) {
    return known < all
        ? List.of("these are the first %d; %s has more there".formatted(known, name))
        : List.of();
  }

  /** Adds a single number. */
  Translation with(String name, double value) {
    return with(
        new Entry(name, Shape.NUMBER, DenseMatrix.copyOf(1, 1, value), List.of(), List.of()));
  }

  /** Adds numbers of the components. */
  Translation with(String name, double[] values) {
    return with(name, values, List.of());
  }

  /** Adds numbers that have a name each. */
  Translation with(String name, double[] values, List<String> names) {
    DenseMatrix row = DenseMatrix.copyOf(1, values.length, values);
    return with(new Entry(name, Shape.LIST, row, List.of(), names));
  }

  /** Adds a table. */
  Translation with(String name, DenseMatrix numbers, List<String> rows, List<String> columns) {
    return with(new Entry(name, Shape.TABLE, numbers, rows, columns));
  }

  private Translation with(Entry entry) {
    List<Entry> more = new ArrayList<>(entries);
    more.add(entry);
    return new Translation(call, more, notes);
  }

  /** Returns everything for scripts: a number, a list, or a list of rows under each name. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("call", call);
    entries.forEach(entry -> json.put(entry.name(), entry.json()));
    json.put("notes", notes);
    return json;
  }

  /** Prints everything for people. */
  public void print(PrintWriter out) {
    out.println(call);
    for (Entry entry : entries) {
      out.println();
      out.println(entry.name());
      print(out, entry);
    }
    out.println();
    notes.forEach(out::println);
  }

  private static void print(PrintWriter out, Entry entry) {
    DenseMatrix a = entry.numbers();
    int shownRows = Math.min(MOST, a.rows());
    int shownColumns = Math.min(MOST, a.columns());
    List<String> labels = entry.rows().stream().limit(shownRows).map(Words::shown).toList();
    int label = labels.stream().mapToInt(String::length).max().orElse(0);
    List<List<String>> columns = new ArrayList<>();
    for (int j = 0; j < shownColumns; j++) {
      columns.add(column(entry, j, shownRows));
    }
    // A line that is too long to read goes on below, as in R.
    int from = 0;
    while (from < shownColumns) {
      int to = from + 1;
      int length = label + width(columns.get(from));
      while (to < shownColumns && length + width(columns.get(to)) <= LONGEST) {
        length += width(columns.get(to++));
      }
      print(out, label, labels, columns.subList(from, to));
      from = to;
    }
    if (shownRows < a.rows() || shownColumns < a.columns()) {
      out.printf(Locale.ROOT, "… %d × %d in all; --json prints them%n", a.rows(), a.columns());
    }
  }

  /** Returns the name of a column, if it has one, and its numbers. */
  private static List<String> column(Entry entry, int column, int rows) {
    List<String> cells = new ArrayList<>();
    if (!entry.columns().isEmpty()) {
      cells.add(Words.shown(entry.columns().get(column)));
    }
    for (int i = 0; i < rows; i++) {
      cells.add(String.format(Locale.ROOT, "%.8g", entry.numbers().get(i, column)));
    }
    return cells;
  }

  /** Returns how many letters a column takes, with the gap before it. */
  private static int width(List<String> column) {
    return GAP + column.stream().mapToInt(String::length).max().orElse(0);
  }

  private static void print(
      PrintWriter out, int label, List<String> labels, List<List<String>> columns) {
    int lines = columns.get(0).size();
    for (int line = 0; line < lines; line++) {
      // Names of columns stand above the first row.
      int row = line - (lines - labels.size());
      StringBuilder text = new StringBuilder(labels.isEmpty() || row < 0 ? "" : labels.get(row));
      int end = label;
      for (List<String> column : columns) {
        end += width(column);
        text.append(" ".repeat(end - text.length() - column.get(line).length()))
            .append(column.get(line));
      }
      out.println(text);
    }
  }
}
