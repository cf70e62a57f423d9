package org.eigenlens.studio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.eigenlens.data.Column;
import org.eigenlens.data.DataException;
import org.eigenlens.data.MutualDistances;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.model.Origin;

/**
 * What a page is told of an input: its columns by the first thousand rows, and what comes of it.
 */
final class InputReport {

  private static final int SAMPLE = 1000;
  private static final long COUNTED_BYTES = 100L << 20;
  private static final int HEAD = 10;
  private static final int LONGEST = 200;

  private InputReport() {}

  /** Describes an input; reads its first rows, and of a file that is not huge counts the others. */
  static Map<String, Object> of(Input input) {
    Table table = input.open(ReadOptions.DEFAULT);
    List<String> names = Input.shown(table, Set.of());
    List<List<String>> cells = new ArrayList<>();
    names.forEach(name -> cells.add(new ArrayList<>()));
    int rows = sample(table, names, cells);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", input.id());
    json.put("name", input.name());
    boolean counted = rows < SAMPLE || input.bytes() <= COUNTED_BYTES;
    long total = rows < SAMPLE ? rows : counted ? count(table, names) : table.rowBound();
    json.put(counted ? "rows" : "rowsAtMost", total);
    String kind = kind(table);
    if (total == 1 && !kind.equals("table")) {
      throw Refusal.bad(
          "%s is a single %s, and there is nothing to compare it with; put several into a zip, or name their folder"
              .formatted(input.name(), kind.equals("texts") ? "text" : "image"));
    }
    json.put("kind", kind);
    table
        .pixels()
        .ifPresent(
            images -> json.put("imageSize", List.of((long) images.width(), images.height())));
    json.put("columnCount", table.columns().size());
    List<ColumnReport> columns = new ArrayList<>();
    boolean comma = table.hasDecimalCommas();
    for (int i = 0; i < names.size(); i++) {
      columns.add(ColumnReport.of(column(table, names.get(i)), cells.get(i), comma));
    }
    json.put("columns", columns.stream().map(column -> column.json(total > rows)).toList());
    json.put("head", head(cells, rows));
    json.put("remarks", remarks(table, input));
    json.put("suggestions", suggestions(table, columns, rows));
    return json;
  }

  /** Proposes what columns are for, by their names and by what they hold. */
  private static Map<String, Object> suggestions(
      Table table, List<ColumnReport> columns, int rows) {
    Map<String, Object> suggestions = new LinkedHashMap<>();
    String label =
        table
            .ownLabel()
            .orElseGet(
                () ->
                    columns.stream()
                        .filter(column -> column.isLabel(rows, rows == SAMPLE))
                        .min(Comparator.comparingInt(ColumnReport::classes))
                        .map(ColumnReport::name)
                        .orElse(null));
    boolean numbers =
        table.columns().stream().anyMatch(c -> c.isNumeric() && !c.name().equals(label));
    String text = numbers || !kind(table).equals("table") ? null : longest(columns, label);
    suggestions.put("label", label);
    suggestions.put(
        "id",
        table.ownId().orElseGet(() -> first(columns, c -> c.isId(rows) && !c.name().equals(text))));
    suggestions.put("text", text);
    return suggestions;
  }

  /** Returns the column with the longest texts, if there is one. */
  private static String longest(List<ColumnReport> columns, String label) {
    return columns.stream()
        .filter(column -> column.isText() && !column.isDate() && !column.name().equals(label))
        .max(Comparator.comparingDouble(ColumnReport::meanLength))
        .map(ColumnReport::name)
        .orElse(null);
  }

  private static String first(List<ColumnReport> columns, Predicate<ColumnReport> wanted) {
    return columns.stream().filter(wanted).map(ColumnReport::name).findFirst().orElse(null);
  }

  private static int sample(Table table, List<String> names, List<List<String>> cells) {
    int[] rows = {0};
    table.forEachText(
        names,
        (count, chunk) -> {
          int taken = Math.min(count, SAMPLE - rows[0]);
          for (int i = 0; i < chunk.length; i++) {
            Arrays.stream(chunk[i], 0, taken).map(InputReport::cut).forEach(cells.get(i)::add);
          }
          rows[0] += taken;
          return rows[0] < SAMPLE;
        });
    return rows[0];
  }

  /** Keeps of a long cell what tells of what kind it is: a thousand of them are held. */
  private static String cut(String cell) {
    return cell == null || cell.length() <= CellFile.SHOWN
        ? cell
        : cell.substring(0, CellFile.SHOWN);
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

  private static List<List<String>> head(List<List<String>> cells, int rows) {
    List<List<String>> head = new ArrayList<>();
    for (int row = 0; row < Math.min(HEAD, rows); row++) {
      int at = row;
      head.add(
          new ArrayList<>(
              cells.stream().map(column -> ColumnReport.abbreviated(column.get(at))).toList()));
    }
    return head;
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
      if (choice.text("text").isPresent()) {
        json.put("text", choice.text("text").get());
        selection = selection.withFeatures(List.of());
      }
      if (Long.valueOf(1).equals(input.report().get("rows"))) {
        json.put(
            "problem",
            input.name() + " has a single row, and there is nothing to compare it with; give more");
        return json;
      }
      Table chosen = table.select(selection);
      Set<String> features = new HashSet<>(chosen.featureNames());
      json.put("features", chosen.featureNames().stream().limit(LONGEST).toList());
      json.put("featureCount", features.size());
      putLeftOut(json, input, chosen, selection, choice.text("text"));
      json.put("gaps", gaps(input, features));
      json.put("constant", constant(input, features));
      json.put("refused", refused(input, features));
      json.put("doubts", doubts(input, chosen));
      if (choice.text("text").isEmpty() && MutualDistances.areIn(chosen)) {
        json.put("distances", features.size());
      }
      json.put(
          "remarks",
          chosen.remarks().stream()
              .filter(remark -> !remark.matches("(?s).*(text|other) columns? left out: .*"))
              .map(input::inWords)
              .toList()); // what is left out is told with its reason
    } catch (DataException e) {
      json.put("problem", input.inWords(Failures.line(e)));
    }
    return json;
  }

  /** Returns the features that lack cells in the first rows. */
  private static List<String> gaps(Input input, Set<String> features) {
    return columns(input, features, column -> column.number("missing", 0) > 0);
  }

  /** Returns the features that are the same in all of the first rows. */
  private static List<String> constant(Input input, Set<String> features) {
    return columns(input, features, column -> column.flag("constant"));
  }

  /** Returns the features with cells that are no numbers in the first rows, which a fit refuses. */
  private static List<String> refused(Input input, Set<String> features) {
    return columns(input, features, column -> column.number("wrong", 0) > 0);
  }

  private static List<String> columns(Input input, Set<String> features, Predicate<Fields> wanted) {
    return columns(input, wanted).stream().filter(features::contains).toList();
  }

  /** Returns those of the columns that a page lists. */
  private static List<String> columns(Input input, Predicate<Fields> wanted) {
    return ((List<?>) input.report().get("columns"))
        .stream()
            .map(Fields::of)
            .filter(wanted)
            .map(column -> column.text("name").orElseThrow())
            .toList();
  }

  /** Says of which features the first rows make one doubt. */
  private static List<String> doubts(Input input, Table chosen) {
    List<String> doubts = new ArrayList<>();
    Set<String> features = new HashSet<>(chosen.featureNames());
    for (Object one : (List<?>) input.report().get("columns")) {
      Fields column = Fields.of(one);
      String name = column.text("name").orElseThrow();
      if (features.contains(name)) {
        column.text("doubt").ifPresent(doubt -> doubts.add(name + ": " + doubt));
      }
    }
    if (refused(input, features).isEmpty() && kind(chosen).equals("table")) {
      refusal(chosen).map(input::inWords).ifPresent(doubts::add);
    }
    List<String> running = columns(input, features, column -> column.flag("running"));
    running.stream().map(ColumnReport::runningHint).forEach(doubts::add);
    columns(input, features, column -> true).stream()
        .filter(name -> !running.contains(name))
        .filter(name -> !name.equalsIgnoreCase("y") || !features.contains("x")) // a plane
        .forEach(name -> ColumnReport.hint(name).ifPresent(doubts::add));
    return doubts;
  }

  /** Reads the first rows as a fit does, and returns what it would refuse there. */
  private static Optional<String> refusal(Table chosen) {
    int columns = chosen.featureNames().size();
    // A sparse file may have millions of columns, and its cells were numbers when it was opened.
    if (columns == 0 || !chosen.hasWrittenNumbers()) {
      return Optional.empty();
    }
    try {
      chosen.forEachBatch(
          Math.min(SAMPLE, FloatFile.batchRows(columns)),
          batch -> {
            throw new Enough();
          });
    } catch (Enough e) {
      assert e != null; // the first rows are in order
    } catch (DataException e) {
      return Optional.of(Failures.line(e));
    }
    return Optional.empty();
  }

  /** Tells which columns are left out and why: all that a page lists, and of others the first. */
  private static void putLeftOut(
      Map<String, Object> json,
      Input input,
      Table table,
      Selection selection,
      Optional<String> text) {
    Set<String> features = new HashSet<>(table.featureNames());
    Set<String> listed = new HashSet<>(columns(input, column -> true));
    int count = 0;
    Set<String> excluded = new HashSet<>(selection.exclude().map(table::resolve).orElse(List.of()));
    Set<String> targets = new HashSet<>(selection.targets().map(table::resolve).orElse(List.of()));
    List<Map<String, Object>> left = new ArrayList<>();
    Set<String> dates =
        new HashSet<>(columns(input, c -> c.text("type").equals(Optional.of(ColumnReport.DATE))));
    for (Column column : table.columns()) {
      boolean used = features.contains(column.name()) || text.equals(Optional.of(column.name()));
      count += used ? 0 : 1;
      if (used || (count > LONGEST && !listed.contains(column.name()))) {
        continue;
      }
      String name = column.name();
      String reason;
      if (selection.label().filter(name::equals).isPresent()) {
        reason = "it is the label";
      } else if (selection.id().filter(name::equals).isPresent()) {
        reason = "it names the rows";
      } else if (targets.contains(name)) {
        reason = "it is a target";
      } else if (excluded.contains(name)) {
        reason = "you left it out";
      } else {
        reason =
            text.isPresent()
                ? "words are compared"
                : column.isNumeric()
                    ? "it was not chosen"
                    : dates.contains(name) ? "it is a date" : "it is text";
      }
      Map<String, Object> why = new LinkedHashMap<>();
      why.put("column", name);
      why.put("why", reason);
      left.add(why);
    }
    json.put("leftOut", left);
    json.put("leftOutCount", count);
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
