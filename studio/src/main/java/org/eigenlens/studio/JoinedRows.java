package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.eigenlens.data.Column;
import org.eigenlens.data.Table;
import org.eigenlens.data.Tables;

/**
 * The columns of two inputs side by side, in the rows of the fit that relates them: matched by
 * their names where it was told a column of names, otherwise by their order.
 *
 * <p>A column whose name the first input has too is called by its file as well.
 */
final class JoinedRows {

  private final FitRequest request;

  JoinedRows(FitRequest request) {
    this.request = request;
  }

  /** Returns the columns as they are called here, and whether each is of numbers. */
  Map<String, Boolean> columns() {
    Map<String, Boolean> columns = new LinkedHashMap<>();
    for (int i = 0; i < request.inputs().size(); i++) {
      Input input = request.inputs().get(i);
      Table table = input.open(request.reading());
      Set<String> shown = new HashSet<>(Input.shown(table));
      for (Column column : table.columns()) {
        if (shown.contains(column.name()) && (i == 0 || !isId(column.name()))) {
          columns.put(unique(column.name(), input, columns.keySet()), column.isNumeric());
        }
      }
    }
    return columns;
  }

  private boolean isId(String column) {
    return request.option("id").equals(Optional.of(column));
  }

  private Input first() {
    return request.inputs().get(0);
  }

  private Input second() {
    return request.inputs().get(1);
  }

  private static String unique(String name, Input input, Set<String> taken) {
    String file = Inputs.plainName(input.name());
    String called = taken.contains(name) ? "%s (%s)".formatted(name, file) : name;
    for (int i = 2; taken.contains(called); i++) {
      called = "%s (%s, %d)".formatted(name, file, i);
    }
    return called;
  }

  /**
   * Writes the rows as CSV; where that fails, no file stays. Costs a look into both inputs for each
   * row.
   *
   * @param scores the coordinates that the fit wrote, with the names of rows if they have any
   * @param room refuses where there is no room for so many bytes more
   */
  void write(Path scores, Path file, LongConsumer room) throws IOException {
    CellFile x = first().cells(request.hasHeader(), room);
    CellFile y = second().cells(request.hasHeader(), room);
    room.accept(first().bytes() + second().bytes());
    List<String> names = names(scores);
    Map<String, Integer> partners = partners(y);
    boolean whole = false;
    try (BufferedWriter out = Files.newBufferedWriter(file, UTF_8)) {
      line(out, List.copyOf(columns().keySet()));
      for (int row = 0; row < Math.max(x.rows(), names.size()); row++) {
        List<String> cells = new ArrayList<>();
        add(cells, x, row < x.rows() ? row : -1, names.isEmpty() ? null : names.get(row), false);
        int partner = names.isEmpty() ? row : partners.getOrDefault(names.get(row), -1);
        add(cells, y, partner, null, true);
        line(out, cells);
      }
      whole = true;
    } finally {
      if (!whole) {
        Folders.remove(file);
      }
    }
  }

  /** Returns what the rows are called; nothing where they are matched by their order. */
  private List<String> names(Path scores) {
    return request
        .option("id")
        .map(id -> texts(Tables.read(scores), id))
        .orElse(Collections.emptyList());
  }

  private static List<String> texts(Table table, String column) {
    List<String> texts = new ArrayList<>();
    table.forEachText(
        List.of(column),
        (count, cells) -> {
          for (int i = 0; i < count; i++) {
            texts.add(cells[0][i] == null ? "" : cells[0][i]);
          }
          return true;
        });
    return texts;
  }

  /** Returns where the rows of the second input are, by their names. */
  private Map<String, Integer> partners(CellFile cells) {
    Map<String, Integer> places = new HashMap<>();
    request
        .option("id")
        .map(id -> texts(second().open(request.reading()), id))
        .orElse(List.of())
        .forEach(name -> places.put(name, places.size()));
    assert places.size() <= cells.rows(); // a fit refuses names that two rows have
    return places;
  }

  /** Adds the cells of a row, or as many empty ones; its name stands once. */
  private void add(List<String> cells, CellFile of, int row, String name, boolean second)
      throws IOException {
    Map<String, Object> found = row < 0 ? Map.of() : of.row(row);
    for (String column : of.names()) {
      if (!isId(column) || !second) {
        Object cell = isId(column) && name != null ? name : found.get(column);
        cells.add(cell == null ? "" : cell.toString());
      }
    }
  }

  private static void line(BufferedWriter out, List<String> cells) throws IOException {
    for (int i = 0; i < cells.size(); i++) {
      out.write(i == 0 ? "\"" : ",\"");
      out.write(cells.get(i).replace("\"", "\"\""));
      out.write('"');
    }
    out.write('\n');
  }
}
