package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.eigenlens.model.Json;

/**
 * What a query reads, as DuckDB's own parser understands it: the files that it names as tables, and
 * those that it gives to functions as texts.
 *
 * <p>Whatever could stand for files that are not known before it runs is refused: names that are
 * computed, functions other than those listed here, and all but one query that only selects.
 */
final class QuerySources {

  private static final Set<String> SELECTING =
      Set.of("SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE");

  /** Functions whose rows are made of what is in the query. */
  private static final Set<String> MAKING =
      Set.of(
          "generate_series",
          "json_each",
          "json_tree",
          "range",
          "repeat",
          "repeat_row",
          "summary",
          "unnest");

  private static final Set<String> READING_TEXT = Set.of("read_csv", "read_csv_auto");

  /** Functions whose first argument is a file, a pattern, or a list of them. */
  private static final Set<String> READING =
      Set.of(
          "glob",
          "parquet_bloom_probe",
          "parquet_file_metadata",
          "parquet_full_metadata",
          "parquet_kv_metadata",
          "parquet_metadata",
          "parquet_scan",
          "parquet_schema",
          "read_blob",
          "read_csv",
          "read_csv_auto",
          "read_duckdb",
          "read_json",
          "read_json_auto",
          "read_json_objects",
          "read_json_objects_auto",
          "read_ndjson",
          "read_ndjson_auto",
          "read_ndjson_objects",
          "read_parquet",
          "read_text",
          "sniff_csv");

  /** An expression of DuckDB is no deeper than a thousand, at some levels of JSON each. */
  private static final int MAX_DEPTH = 10_000;

  private static final Pattern DELIMITED = Pattern.compile("(?i)\\.[ct]sv(\\.(gz|zst))?$");

  /**
   * A file or a pattern.
   *
   * @param splits whether its lines may be taken for comments, unless it says what these are
   */
  private record Source(String text, boolean splits) {}

  private final List<Source> sources = new ArrayList<>();

  private QuerySources() {}

  /**
   * Finds what a query reads.
   *
   * @param from what is selected from: the query in parentheses, and its name
   */
  static QuerySources of(String from) {
    QuerySources found = new QuerySources();
    found.walk(select(parsed("select * from " + from)));
    return found;
  }

  /** Returns the tree of a text that may be anything. */
  private static Map<?, ?> parsed(String sql) {
    // What is left at its default is left out, as positions that there are not.
    String parse =
        "select json_serialize_sql(%s, skip_null := true, skip_empty := true, skip_default := true)"
            .formatted(Duck.quoteText(sql));
    try (Connection connection = Duck.connect()) {
      return (Map<?, ?>) Json.read(Duck.rows(connection, parse, 1).get(0)[0], MAX_DEPTH);
    } catch (SQLException e) {
      throw refused(Duck.reason(e), "correct the query", e);
    } catch (IllegalArgumentException | StackOverflowError e) {
      throw refused(Duck.TOO_DEEP, "correct the query", e);
    }
  }

  /** Returns the one query in the parentheses, which nothing may have left. */
  private static Object select(Map<?, ?> parsed) {
    if (parsed.get("statements") instanceof List<?> statements) {
      Object from = at(statements.size() == 1 ? statements.get(0) : null, "node", "from_table");
      if (!"SUBQUERY".equals(at(from, "type"))) {
        throw refused("it is more than one query", "write one", null);
      }
      return from;
    }
    String message = Objects.toString(parsed.get("error_message"), "");
    if ("parser".equals(parsed.get("error_type"))) {
      throw refused(Duck.reason(new SQLException(message)), "correct the query", null);
    }
    throw refused(
        "it is not one query that only selects",
        "write one; a pivot needs its values, as in pivot … on a in (1, 2)",
        null);
  }

  private static Object at(Object node, String... path) {
    Object here = node;
    for (String key : path) {
      here = here instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return here;
  }

  private static List<?> list(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }

  private static DataException refused(String problem, String remedy, Throwable cause) {
    return DataException.at(Place.file(DuckTable.QUERY), problem, remedy, cause);
  }

  /** Looks at all nodes below one; not by recursion, for queries may be deep. */
  private void walk(Object root) {
    Deque<Object> nodes = new ArrayDeque<>(List.of(root));
    while (!nodes.isEmpty()) {
      Object node = nodes.pop();
      if (node instanceof Map<?, ?> map) {
        look(map);
        map.values().stream().filter(Objects::nonNull).forEach(nodes::push);
      } else {
        list(node).stream().filter(Objects::nonNull).forEach(nodes::push);
      }
    }
  }

  private void look(Map<?, ?> node) {
    Object type = node.get("type");
    if (node.containsKey("cte_map") && !SELECTING.contains(type)) {
      throw refused("it does not only select", "leave out what writes", null);
    }
    if ("BASE_TABLE".equals(type)) {
      String name =
          list(at(node, "qualified_name", "path")).stream()
              .map(Object::toString)
              .collect(Collectors.joining("."));
      // Without an ending it is a table of the query itself, or none.
      if (name.indexOf('.') >= 0) {
        sources.add(new Source(name, true));
      }
    } else if ("TABLE_FUNCTION".equals(type)) {
      lookAtFunction(node.get("function"));
    }
  }

  private void lookAtFunction(Object function) {
    String name = Objects.toString(at(function, "function_name"), "").toLowerCase(Locale.ROOT);
    if (MAKING.contains(name)) {
      return;
    }
    if (!READING.contains(name)) {
      throw refused(
          "what " + name + " reads cannot be told beforehand",
          "select from the names of files, or from read_csv, read_parquet or read_json",
          null);
    }
    List<?> arguments = list(at(function, "arguments"));
    List<Object> values =
        arguments.stream()
            .filter(argument -> nameOf(argument).isEmpty())
            .map(argument -> at(argument, "expression"))
            .collect(Collectors.toList());
    boolean comments = arguments.stream().anyMatch(each -> nameOf(each).equals("comment"));
    boolean splits = READING_TEXT.contains(name) && !comments;
    if (values.isEmpty()) {
      throw computed(name);
    }
    for (Object value : values) {
      for (Object each : isList(value) ? elements(value) : Collections.singletonList(value)) {
        if (!"CONSTANT".equals(at(each, "class"))) {
          throw computed(name);
        }
        if ("STRING".equals(at(each, "literal", "kind"))) {
          sources.add(new Source(Objects.toString(at(each, "literal", "text"), ""), splits));
        }
      }
    }
  }

  /** Returns the name of an argument in lower case, as in {@code comment = ''}, or nothing. */
  private static String nameOf(Object argument) {
    Object expression = at(argument, "expression");
    Object name = at(argument, "name");
    if (name == null
        && "COMPARE_EQUAL".equals(at(expression, "type"))
        && "COLUMN_REF".equals(at(expression, "left", "class"))) {
      name = list(at(expression, "left", "column_names")).stream().findFirst().orElse(null);
    }
    return Objects.toString(name, "").toLowerCase(Locale.ROOT);
  }

  private static boolean isList(Object value) {
    return "ARRAY_CONSTRUCTOR".equals(at(value, "type"))
        || ("FUNCTION".equals(at(value, "class"))
            && "list_value".equals(at(value, "function_name")));
  }

  private static List<?> elements(Object value) {
    List<?> children = list(at(value, "children"));
    return children.isEmpty()
        ? list(at(value, "arguments")).stream().map(each -> at(each, "expression")).toList()
        : children;
  }

  private static DataException computed(String function) {
    return refused(
        "the files of " + function + " are computed",
        "write each name as one text, as in " + function + "('rows.csv')",
        null);
  }

  /** Returns the files that it reads now, sorted. */
  List<Path> files() {
    return files(sources);
  }

  /** Returns the stamps of {@link #files()}: they are read again with each pass over the rows. */
  List<Stamp> stamps() {
    List<Stamp> stamps = new ArrayList<>();
    for (Path file : files()) {
      try {
        stamps.add(Stamp.of(file.toString(), file));
      } catch (IOException e) {
        throw RowCursor.unreadable(file.toString(), e);
      }
    }
    return stamps;
  }

  /** Returns the files of delimited text for which it does not say what a comment is. */
  List<Path> splitFiles() {
    return files(sources.stream().filter(Source::splits).toList()).stream()
        .filter(file -> DELIMITED.matcher(file.toString()).find())
        .toList();
  }

  private static List<Path> files(List<Source> sources) {
    if (sources.isEmpty()) {
      return List.of();
    }
    try (Connection connection = Duck.connect()) {
      List<Path> files = new ArrayList<>();
      for (Source source : sources) {
        for (String[] file : glob(connection, source.text())) {
          Path path = Path.of(file[0]);
          if (Files.isRegularFile(path)) {
            files.add(path);
          }
        }
      }
      return files.stream().distinct().sorted().toList();
    } catch (SQLException e) {
      throw refused(Duck.reason(e), "correct the query", e);
    } catch (InvalidPathException e) {
      throw refused("the name of a file cannot be used here", "give it another name", e);
    }
  }

  /**
   * Has DuckDB itself say what a text stands for: its patterns are its own, and so is {@code ~}.
   */
  private static List<String[]> glob(Connection connection, String text) throws SQLException {
    if (text.isEmpty()) {
      return List.of();
    }
    String select = "select file from glob(%s)";
    List<String[]> found = Duck.rows(connection, select.formatted(Duck.quoteText(text)), 1);
    // A folder stands for what is in it, but is none of its files.
    return found.isEmpty()
        ? Duck.rows(connection, select.formatted(Duck.quoteText(text + "/**")), 1)
        : found;
  }
}
