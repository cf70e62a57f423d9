package org.eigenlens.studio;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eigenlens.data.Column;
import org.eigenlens.data.NumberText;
import org.eigenlens.data.Words;

/**
 * What the first rows tell of a column.
 *
 * @param cells as they are written
 * @param distinct the different ones among them, missing ones aside
 * @param wrong those that are no numbers in a column of numbers
 */
record ColumnReport(Column column, List<String> cells, Set<String> distinct, List<String> wrong) {

  private static final int FIRST = 5;
  private static final int SHOWN_WRONG = 3;
  private static final int MOST_CLASSES = 30;
  private static final int LONGEST = 200;

  /** Names of rows are short. */
  private static final int LONGEST_ID = 60;

  /** What a column of dates is called in the place of text. */
  static final String DATE = "date";

  private static final Pattern LABEL =
      Pattern.compile("(?i)(label|class|species|target|category|group|type|digit|y)");

  /** Besides those, what is to be explained is called so; a feature it is by mistake. */
  private static final Pattern OUTCOME =
      Pattern.compile(
          LABEL.pattern()
              + "|(?i)(final|total|overall|true|class|target)?[ _.-]?(label|class|target|outcome|response"
              + "|result|quality|score|points|rank|ranking|rating|grade|total|diagnosis|survived|t)");

  /** So many rows at least are counted by whoever wrote a running number beside them. */
  private static final int FEWEST_COUNTED = 10;

  private static final Pattern ID = Pattern.compile("(?i)(id|name|key|document|index)");

  /**
   * Looks at the first cells of a column.
   *
   * @param comma whether its table writes numbers with a comma before the fraction: a fit reads all
   *     columns by the same mark, whatever one of them looks like
   */
  static ColumnReport of(Column column, List<String> cells, boolean comma) {
    Set<String> distinct = new HashSet<>(cells);
    distinct.removeIf(cell -> cell == null || Words.sayNothing(cell));
    boolean numeric = column.kind() == Column.Kind.NUMERIC;
    return new ColumnReport(column, cells, distinct, numeric ? wrong(cells, comma) : List.of());
  }

  /** Returns the cells that are no numbers. */
  private static List<String> wrong(List<String> cells, boolean comma) {
    return cells.stream()
        .filter(cell -> cell != null && !Words.sayNothing(cell))
        .filter(cell -> NumberText.isBad(NumberText.parse(cell, comma)))
        .toList();
  }

  String name() {
    return column.name();
  }

  boolean isText() {
    return column.kind() == Column.Kind.TEXT;
  }

  /** Tells whether it holds dates, which tell when and not what. */
  boolean isDate() {
    return isText() && Dates.are(distinct);
  }

  /** Returns how many classes it has; one that is called so is a label before all others. */
  int classes() {
    return LABEL.matcher(name()).matches() ? 0 : distinct.size();
  }

  /**
   * Tells whether it seems to hold the classes of rows.
   *
   * @param more whether there are rows beyond these: sorted ones may begin with one class
   */
  boolean isLabel(int rows, boolean more) {
    boolean named = LABEL.matcher(name()).matches();
    boolean several = distinct.size() > 1 || (named && more && distinct.size() == 1);
    boolean few = distinct.size() <= MOST_CLASSES && 2 * distinct.size() <= rows;
    return several && few && (!column.isNumeric() || named) && !isDate();
  }

  /** Tells whether it seems to hold the names of rows. */
  boolean isId(int rows) {
    return distinct.size() == rows
        && rows > 1
        && meanLength() <= LONGEST_ID
        && (!column.isNumeric() || ID.matcher(name()).matches());
  }

  double meanLength() {
    return cells.stream().mapToInt(cell -> cell == null ? 0 : cell.length()).average().orElse(0);
  }

  /** Tells whether its cells are all the same, as far as they are known. */
  private boolean isConstant() {
    return distinct.size() == 1 && cells.size() > 1;
  }

  private long missing() {
    return cells.stream().filter(cell -> cell == null || Words.sayNothing(cell)).count();
  }

  /**
   * Says why it will hardly do as a feature, if so.
   *
   * @param more whether there are rows beyond these, which may differ
   */
  private String doubt(boolean more) {
    String among = String.format(Locale.ROOT, "of its first %,d cells", cells.size());
    if (!wrong.isEmpty()) {
      return "%s %s %s (%s), so that the fit will refuse it; correct the file, or leave the column out"
          .formatted(
              String.format(Locale.ROOT, "%,d", wrong.size()),
              among,
              wrong.size() == 1 ? "is no number" : "are no numbers",
              wrong.stream()
                  .distinct()
                  .limit(SHOWN_WRONG)
                  .map(cell -> "'" + abbreviated(cell) + "'")
                  .collect(Collectors.joining(", ")));
    }
    if (!isConstant()) {
      return null;
    }
    return "all %s are the same, %s"
        .formatted(
            among,
            more ? "and it tells nothing if the others are the same too" : "so it tells nothing");
  }

  /** Tells whether it only counts the rows: 0, 1, 2, … or 1, 2, 3, …. */
  private boolean isRunning() {
    if (!column.isNumeric() || cells.size() < FEWEST_COUNTED || !wrong.isEmpty()) {
      return false;
    }
    double first = counted(cells.get(0));
    return (first == 0 || first == 1)
        && IntStream.range(0, cells.size()).allMatch(i -> counted(cells.get(i)) == first + i);
  }

  private static double counted(String cell) {
    return cell == null ? Double.NaN : NumberText.parse(cell, false);
  }

  /** Says of a column that counts the rows what it does as a feature. */
  static String runningHint(String name) {
    return name
        + ": it only counts the rows, and it is used like any other column; make it the name of each"
        + " row, or untick it";
  }

  /** Says what its name makes one think of, if it is used as a feature. */
  static Optional<String> hint(String name) {
    return OUTCOME.matcher(name).matches()
        ? Optional.of(
            name
                + ": by its name it may be what is to be explained, or come of the other columns, and"
                + " it is used like any of them; make it the label or the target, or untick it")
        : Optional.empty();
  }

  private static String type(Column.Kind kind) {
    return switch (kind) {
      case NUMERIC -> "number";
      case MARK -> "name"; // of a file or its folder
      default -> kind.name().toLowerCase(Locale.ROOT);
    };
  }

  /**
   * Returns what the page shows of it.
   *
   * @param more whether there are rows beyond these
   */
  Map<String, Object> json(boolean more) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", name());
    json.put("type", isDate() ? DATE : type(column.kind()));
    json.put("distinct", distinct.size());
    json.put("missing", missing());
    json.put("sampled", cells.size());
    json.put("constant", isConstant());
    json.put("running", isRunning());
    json.put("wrong", wrong.size());
    json.put("first", cells.stream().limit(FIRST).map(ColumnReport::abbreviated).toList());
    if (column.isNumeric() && doubt(more) != null) {
      json.put("doubt", doubt(more));
    }
    return json;
  }

  static String abbreviated(String cell) {
    if (cell == null) {
      return "";
    }
    return cell.length() > LONGEST ? cell.substring(0, LONGEST) + "…" : cell;
  }
}
