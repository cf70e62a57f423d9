package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBChunkedResult;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBReadableVector;

/**
 * What DuckDB reads for us: Parquet, JSON and queries.
 *
 * <p>Numbers of any type come as doubles, booleans as 0 and 1, in vectors of some thousand rows
 * without an object for each. Text columns that hold mostly numbers are numeric, as in delimited
 * text. Dates and the like are text.
 */
final class DuckTable implements TableFile {

  private static final Set<String> NUMBERS =
      Set.of(
          "BOOLEAN",
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "HUGEINT",
          "UTINYINT",
          "USMALLINT",
          "UINTEGER",
          "UBIGINT",
          "UHUGEINT",
          "FLOAT",
          "DOUBLE",
          "DECIMAL");
  private static final int SNIFFED = 1000;
  private static final String PARQUET = "read_parquet(";

  /** What a query is called in messages. */
  static final String QUERY = "the query";

  private final String name;
  private final String from;
  private final String remedy;
  private final List<Stamp> stamps;

  /** Where the rows of a query come from; null where a file is only scanned. */
  private final QuerySources sources;

  private final List<Column> columns;
  private final List<String> types;

  private DuckTable(
      String name, String from, String remedy, List<Stamp> stamps, QuerySources sources) {
    this.name = name;
    this.remedy = remedy;
    this.stamps = stamps;
    this.from = from;
    this.sources = sources;
    List<String> names = new ArrayList<>();
    List<String> kinds = new ArrayList<>();
    // Preparing a query names its columns in a third of the time that DESCRIBE takes.
    try (Connection connection = connect();
        PreparedStatement query = connection.prepareStatement("select * from " + from)) {
      ResultSetMetaData described = query.getMetaData();
      for (int i = 1; i <= described.getColumnCount(); i++) {
        names.add(described.getColumnName(i));
        kinds.add(bareType(described.getColumnTypeName(i)));
      }
      types = List.copyOf(kinds);
      columns = columns(connection, names);
    } catch (SQLException e) {
      throw complaint(e);
    }
  }

  static DuckTable parquet(String name, Path path) throws IOException {
    return new DuckTable(
        name,
        PARQUET + file(path) + ")",
        "check that the file is complete",
        List.of(Stamp.of(name, path)),
        null);
  }

  static DuckTable json(String name, Path path, boolean lines) throws IOException {
    String format = lines ? ", format = 'newline_delimited'" : "";
    return new DuckTable(
        name,
        "read_json(" + file(path) + format + ")",
        "correct the file",
        List.of(Stamp.of(name, path)),
        null);
  }

  /** Opens the result of a query; anything but a query is refused. */
  static DuckTable query(String sql) {
    String from = from(sql);
    QuerySources sources = QuerySources.of(from);
    requireNoComments(sources);
    return new DuckTable(QUERY, from, "correct the query", sources.stamps(), sources);
  }

  private static String from(String sql) {
    String bare = sql.strip().replaceAll("[;\\s]+$", "");
    if (bare.isEmpty()) {
      throw DataException.of("the query is empty", "write it as \"select … from 'file.parquet'\"");
    }
    return "(" + bare + "\n) as source";
  }

  /** Returns the files that a query reads, if they are there. */
  static List<Path> files(String sql) {
    return QuerySources.of(from(sql)).files();
  }

  /**
   * Refuses delimited text some of whose lines DuckDB takes for comments, as those that start with
   * a spreadsheet's #N/A, since it leaves them out without a word. A query that says itself what a
   * comment is has its way.
   */
  private static void requireNoComments(QuerySources sources) {
    for (Path file : sources.splitFiles()) {
      String mark = commentMark(file);
      if (!mark.isEmpty()) {
        throw DataException.at(
            Place.file(file.toString()),
            "in a query, lines that start with " + mark + " count as comments and are left out",
            "keep them with read_csv(" + Duck.quoteText(file.toString()) + ", comment = '')");
      }
    }
  }

  private static String commentMark(Path path) {
    String sniff = "select cast(Comment as varchar) from sniff_csv(" + file(path) + ")";
    try (Connection connection = Duck.connect()) {
      List<String[]> found = Duck.rows(connection, sniff, 1);
      String mark = found.isEmpty() || found.get(0)[0] == null ? "" : found.get(0)[0];
      return mark.equals("(empty)") || mark.equals("\0") ? "" : mark;
    } catch (SQLException e) {
      return ""; // the query itself will say what is wrong with the file
    }
  }

  /**
   * Connects for reading rows.
   *
   * <p>A file is only scanned, column by column: there is nothing to optimise, but trying to takes
   * time that grows with the square of the columns (four of six seconds for 20,000 of them).
   */
  private Connection connect() throws SQLException {
    Connection connection = Duck.connect();
    try {
      if (sources == null) {
        Duck.execute(connection, "pragma disable_optimizer");
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Quotes a path so that characters special in patterns stand for themselves. */
  private static String file(Path path) {
    String escaped = path.toString().replaceAll("([*?\\[])", "[$1]");
    return Duck.quoteText(escaped);
  }

  private static String bareType(String type) {
    int bracket = type.indexOf('(');
    String bare = bracket < 0 || type.endsWith("[]") ? type : type.substring(0, bracket);
    return bare.toUpperCase(Locale.ROOT);
  }

  private List<Column> columns(Connection connection, List<String> names) throws SQLException {
    List<Integer> texts = IntStream.range(0, names.size()).filter(this::isText).boxed().toList();
    List<Sniff> sniffs = texts.stream().map(i -> new Sniff()).toList();
    if (!texts.isEmpty()) {
      String list =
          texts.stream().map(i -> asText(names.get(i), i)).collect(Collectors.joining(", "));
      String sql = "select " + list + " from " + from + " limit " + SNIFFED;
      for (String[] row : Duck.rows(connection, sql, texts.size())) {
        for (int t = 0; t < row.length; t++) {
          sniffs.get(t).add(row[t] == null ? "" : row[t], false);
        }
      }
    }
    Iterator<Sniff> sniffed = sniffs.iterator();
    List<Column> found = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Column.Kind kind = isText(i) ? sniffed.next().kind() : kind(types.get(i));
      found.add(new Column(names.get(i), kind));
    }
    return List.copyOf(found);
  }

  private static Column.Kind kind(String type) {
    if (type.equals("BOOLEAN")) {
      return Column.Kind.LOGICAL;
    }
    return NUMBERS.contains(type) ? Column.Kind.NUMERIC : Column.Kind.TEXT;
  }

  private boolean isText(int column) {
    return types.get(column).equals("VARCHAR") || types.get(column).equals("JSON");
  }

  private String asText(String column, int position) {
    String quoted = Duck.quoteName(column);
    return types.get(position).equals("JSON")
        ? "(" + quoted + " ->> '$')"
        : "cast(" + quoted + " as varchar)";
  }

  private String asNumber(String column, int position) {
    String quoted = Duck.quoteName(column);
    return types.get(position).equals("DOUBLE") ? quoted : "cast(" + quoted + " as double)";
  }

  private DataException complaint(Exception e) {
    String way = Duck.ranOutOfMemory(e) ? "allow more with --memory" : remedy;
    return DataException.at(Place.file(name), Duck.reason(e), way, e);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<Stamp> stamps() {
    return stamps;
  }

  @Override
  public void requireUnchanged() throws IOException {
    TableFile.super.requireUnchanged();
    if (sources != null && !sources.files().equals(stamps.stream().map(Stamp::path).toList())) {
      throw DataException.at(
          Place.file(name),
          "a pattern in it stands for other files than before",
          "wait until all of them are written, then start again");
    }
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public boolean named() {
    return true;
  }

  @Override
  public long rowBound() {
    try (Connection connection = Duck.connect()) {
      return Long.parseLong(
          Duck.rows(connection, "select cast(count(*) as varchar) from " + from, 1).get(0)[0]);
    } catch (SQLException e) {
      throw complaint(e);
    }
  }

  @Override
  public boolean countsQuickly() {
    // A Parquet file says how many rows it has.
    return from.startsWith(PARQUET);
  }

  @Override
  public Rows open(int[] numeric, int[] text) {
    List<String> wanted = new ArrayList<>();
    for (int column : numeric) {
      String own = columns.get(column).name();
      wanted.add(NUMBERS.contains(types.get(column)) ? asNumber(own, column) : asText(own, column));
    }
    for (int column : text) {
      wanted.add(asText(columns.get(column).name(), column));
    }
    String sql = "select " + String.join(", ", wanted) + " from " + from;
    try {
      return new VectorRows(connect(), sql, numeric, text.length);
    } catch (SQLException e) {
      throw complaint(e);
    }
  }

  private final class VectorRows implements Rows {
    private final Connection connection;
    private final PreparedStatement statement;
    private final DuckDBChunkedResult result;
    private final int[] numeric;
    private final int texts;
    private long row;

    VectorRows(Connection connection, String sql, int[] numeric, int texts) throws SQLException {
      this.connection = connection;
      this.numeric = numeric;
      this.texts = texts;
      try {
        statement = connection.prepareStatement(sql);
        result = statement.unwrap(DuckDBPreparedStatement.class).query();
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    }

    @Override
    public Chunk next() {
      DuckDBDataChunkReader vectors;
      try {
        if (!result.nextChunk()) {
          return null;
        }
        vectors = result.chunk();
      } catch (RuntimeException e) {
        throw complaint(e);
      }
      int count = (int) vectors.rowCount();
      int width = numeric.length;
      double[] numbers = new double[count * width];
      for (int j = 0; j < width; j++) {
        DuckDBReadableVector vector = vectors.vector(j);
        if (NUMBERS.contains(types.get(numeric[j]))) {
          for (int i = 0; i < count; i++) {
            numbers[i * width + j] = vector.getDouble(i, Double.NaN);
          }
        } else {
          for (int i = 0; i < count; i++) {
            numbers[i * width + j] = number(vector, i, numeric[j]);
          }
        }
      }
      String[][] strings = new String[texts][count];
      for (int t = 0; t < texts; t++) {
        DuckDBReadableVector vector = vectors.vector(width + t);
        Arrays.setAll(strings[t], i -> vector.isNull(i) ? "" : vector.getString(i));
      }
      Chunk chunk = new Chunk(count, numbers, strings, row + 1, null);
      row += count;
      return chunk;
    }

    private double number(DuckDBReadableVector vector, int i, int column) {
      if (vector.isNull(i)) {
        return Double.NaN;
      }
      String text = vector.getString(i);
      double value = NumberText.parse(text, false);
      if (NumberText.isBad(value) && columns.get(column).kind() == Column.Kind.LOGICAL) {
        value = NumberText.truth(text);
      }
      if (NumberText.isBad(value)) {
        String own = columns.get(column).name();
        throw DataException.at(
            new Place(name, unit(), row + i + 1, own),
            "'" + Words.abbreviated(text) + "' is not a number",
            "correct it, or fit without the column: --exclude " + own);
      }
      return value;
    }

    @Override
    public void close() throws IOException {
      try (connection;
          statement;
          result) {
        // Closed in reverse order, each also if another fails.
      } catch (SQLException e) {
        throw new IOException(Duck.reason(e), e);
      }
    }
  }
}
