package org.eigenlens.studio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.eigenlens.data.Column;
import org.eigenlens.data.DataException;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;
import org.eigenlens.model.Origin;

/**
 * What a page is told of an input: its columns by the first thousand rows, and what comes of it.
 */
final class InputReport {

  private static final int SAMPLE = 1000;
  private static final long COUNTED_BYTES = 100L << 20;
  private static final int HEAD = 10;
  private static final int FIRST = 5;
  private static final int MOST_CLASSES = 30;
  private static final int LONGEST = 200;

  private static final Pattern LABEL =
      Pattern.compile("(?i)(label|class|species|target|category|group|type|digit|y)");
  private static final Pattern ID = Pattern.compile("(?i)(id|name|key|document|index)");

  private InputReport() {}

  /** Describes an input; reads its first rows, and of a file that is not huge counts the others. */
  static Map<String, Object> of(Input input) {
    Table table = input.open(ReadOptions.DEFAULT);
    List<String> names = Input.shown(table);
    List<List<String>> cells = new ArrayList<>();
    names.forEach(name -> cells.add(new ArrayList<>()));
    int rows = sample(table, names, cells);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", input.id());
    json.put("name", input.name());
    boolean counted = rows < SAMPLE || input.bytes() <= COUNTED_BYTES;
    json.put(
        counted ? "rows" : "rowsAtMost",
        rows < SAMPLE ? rows : counted ? count(table, names) : table.rowBound());
    json.put("kind", kind(table));
    table
        .pixels()
        .ifPresent(
            images -> json.put("imageSize", List.of((long) images.width(), images.height())));
    json.put("columnCount", table.columns().size());
    List<Map<String, Object>> columns = new ArrayList<>();
    String label = table.ownLabel().orElse(null);
    String id = table.ownId().orElse(null);
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      Column column = column(table, name);
      Set<String> distinct = new HashSet<>(cells.get(i));
      distinct.removeIf(cell -> cell == null || Words.sayNothing(cell));
      columns.add(column(column, cells.get(i), distinct));
      boolean text = !column.isNumeric();
      boolean classes =
          distinct.size() > 1 && distinct.size() <= MOST_CLASSES && 2 * distinct.size() <= rows;
      if (label == null && classes && (text || LABEL.matcher(name).matches())) {
        label = name;
      }
      if (id == null
          && distinct.size() == rows
          && rows > 1
          && (text || ID.matcher(name).matches())) {
        id = name;
      }
    }
    json.put("columns", columns);
    json.put("head", head(cells, rows));
    json.put("remarks", remarks(table, input));
    Map<String, Object> suggestions = new LinkedHashMap<>();
    suggestions.put("label", label);
    suggestions.put("id", id);
    json.put("suggestions", suggestions);
    return json;
  }

  private static int sample(Table table, List<String> names, List<List<String>> cells) {
    int[] rows = {0};
    table.forEachText(
        names,
        (count, chunk) -> {
          int taken = Math.min(count, SAMPLE - rows[0]);
          for (int i = 0; i < chunk.length; i++) {
            cells.get(i).addAll(Arrays.asList(chunk[i]).subList(0, taken));
          }
          rows[0] += taken;
          return rows[0] < SAMPLE;
        });
    return rows[0];
  }

  private static long count(Table table, List<String> names) {
    long[] rows = {0};
    table.forEachText(
        names.stream().limit(1).toList(),
        (count, chunk) -> {
          rows[0] += count;
          return true;
        });
    return rows[0];
  }

  private static Column column(Table table, String name) {
    return table.columns().stream().filter(column -> column.name().equals(name)).findFirst().get();
  }

  private static String kind(Table table) {
    if (table.pixels().isPresent()) {
      return "images";
    }
    return table.documents().isPresent() ? "texts" : "table";
  }

  private static Map<String, Object> column(
      Column column, List<String> cells, Set<String> distinct) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", column.name());
    json.put(
        "type",
        column.kind() == Column.Kind.NUMERIC
            ? "number"
            : column.kind().name().toLowerCase(Locale.ROOT));
    json.put("distinct", distinct.size());
    json.put(
        "missing", cells.stream().filter(cell -> cell == null || Words.sayNothing(cell)).count());
    json.put("sampled", cells.size());
    json.put("first", cells.stream().limit(FIRST).map(InputReport::abbreviated).toList());
    return json;
  }

  private static List<List<String>> head(List<List<String>> cells, int rows) {
    List<List<String>> head = new ArrayList<>();
    for (int row = 0; row < Math.min(HEAD, rows); row++) {
      int at = row;
      head.add(new ArrayList<>(cells.stream().map(column -> abbreviated(column.get(at))).toList()));
    }
    return head;
  }

  private static String abbreviated(String cell) {
    if (cell == null) {
      return "";
    }
    return cell.length() > LONGEST ? cell.substring(0, LONGEST) + "…" : cell;
  }

  private static List<String> remarks(Table table, Input input) {
    try {
      return table.remarks().stream().map(input::inWords).toList();
    } catch (DataException e) {
      return List.of(input.inWords(Failures.line(e)));
    }
  }

  /** Says what a choice of columns comes to: which are features, and why others are not. */
  static Map<String, Object> preview(Input input, Fields choice, ReadOptions reading) {
    Map<String, Object> json = new LinkedHashMap<>();
    Table table = input.open(reading);
    try {
      Selection selection = Selection.ALL;
      selection = choice.text("columns").map(selection::withColumns).orElse(selection);
      selection = choice.text("exclude").map(selection::withExclude).orElse(selection);
      selection = choice.text("target").map(selection::withTargets).orElse(selection);
      selection =
          choice.text("label").or(table::ownLabel).map(selection::withLabel).orElse(selection);
      selection = choice.text("id").or(table::ownId).map(selection::withId).orElse(selection);
      Table chosen = table.select(selection);
      List<String> features = chosen.featureNames();
      json.put("features", features.stream().limit(LONGEST).toList());
      json.put("featureCount", features.size());
      json.put("leftOut", leftOut(chosen, new HashSet<>(features), selection));
      json.put("remarks", chosen.remarks().stream().map(input::inWords).toList());
    } catch (DataException e) {
      json.put("problem", input.inWords(Failures.line(e)));
    }
    return json;
  }

  private static List<Map<String, Object>> leftOut(
      Table table, Set<String> features, Selection selection) {
    Set<String> excluded = new HashSet<>(selection.exclude().map(table::resolve).orElse(List.of()));
    Set<String> targets = new HashSet<>(selection.targets().map(table::resolve).orElse(List.of()));
    List<Map<String, Object>> left = new ArrayList<>();
    for (Column column : table.columns()) {
      if (features.contains(column.name()) || left.size() >= LONGEST) {
        continue;
      }
      String name = column.name();
      String why;
      if (selection.label().filter(name::equals).isPresent()) {
        why = "it is the label";
      } else if (selection.id().filter(name::equals).isPresent()) {
        why = "it names the rows";
      } else if (targets.contains(name)) {
        why = "it is a target";
      } else if (excluded.contains(name)) {
        why = "you left it out";
      } else {
        why = column.isNumeric() ? "it was not chosen" : "it is text";
      }
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("column", name);
      json.put("why", why);
      left.add(json);
    }
    return left;
  }

  /** Tells the shape of images that a table holds as columns p0, p1, … or pixel1, pixel2, …. */
  static Origin.Images shape(Origin origin, List<String> columns) {
    if (origin instanceof Origin.Images images) {
      return images;
    }
    int side = (int) Math.round(Math.sqrt(columns.size()));
    boolean square = side >= 4 && side * side == columns.size();
    return square && columns.stream().allMatch(name -> name.matches("(?i)(p|px|pixel)[_ -]?\\d+"))
        ? new Origin.Images(side, side, 1)
        : null;
  }
}
