package org.eigenlens.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.cli.Engine;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DistributedRows;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Summary;

/** Spark as what sums up rows for the command line. */
public final class SparkEngine implements Engine {

  /** How many columns of text Spark reads unless it is told. */
  private static final int MOST_COLUMNS = 20_480;

  private static final String GAVE_UP = "Spark gave up";
  private static final String LOOK = "run it again with --stacktrace to see where";

  /** Made by the service loader. */
  public SparkEngine() {}

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public OpenTable open(Request request) {
    SparkSession session =
        told(
            "Spark did not start" + at(request.where()),
            "check the master, and that it runs and can be reached",
            () -> session(request.where()));
    return told(GAVE_UP, LOOK, () -> opened(session, request));
  }

  private static OpenTable opened(SparkSession session, Request request) {
    boolean text = !isParquet(request);
    String broken = broken(request);
    Dataset<Row> table = read(session, request, broken);
    SparkTable numbers = new SparkTable("a row of the table");
    boolean classes = request.classes();
    for (String name : request.features()) {
      add(numbers, name, text);
    }
    List<String> classNames = new ArrayList<>();
    for (String name : request.labels()) {
      if (classes) {
        // As the command reads labels itself.
        Column label = cells(name, DataTypes.StringType);
        // A broken row may lack its label: it is told of where rows are summed up.
        Dataset<Row> whole = text ? table.filter(named(broken).isNull()) : table;
        Classes found = Classes.of(whole.select(label), name, String::strip, Words::sayNothing);
        classNames.addAll(found.names());
        numbers.add(label, found.reader(numbers.next(), name), name);
      } else {
        add(numbers, name, text);
      }
    }
    if (text) {
      numbers.check(
          named(broken), new CellReader.OfLine(numbers.next(), request.allColumns().size()));
    }
    SparkRows rows = numbers.rows(table);
    return new OpenTable() {
      @Override
      public RowSource rows() {
        return new TableRows(rows);
      }

      @Override
      public List<String> classes() {
        return classNames;
      }

      @Override
      public void close() {
        rows.close();
      }
    };
  }

  /** Rows of which a failure of Spark's is told as one of the command. */
  private record TableRows(SparkRows rows) implements DistributedRows {
    @Override
    public int columns() {
      return rows.columns();
    }

    @Override
    public <S extends Summary<S>> S summarize(int tileRows, int lanes, Summary.Start<S> start) {
      return told(GAVE_UP, LOOK, () -> rows.summarize(tileRows, lanes, start));
    }
  }

  /** Does something by Spark; what is not the library's own complaint is told in a line. */
  static <T> T told(String problem, String remedy, Supplier<T> work) {
    try {
      return work.get();
    } catch (DataException | NumericalException e) {
      throw e;
    } catch (Exception e) {
      // Spark throws checked exceptions that it does not declare.
      if (e instanceof IllegalArgumentException own && SparkRows.isOurs(own)) {
        throw own;
      }
      throw DataException.of(problem + ": " + said(e), remedy, e);
    }
  }

  /** Returns the first line of what the innermost exception says that says anything. */
  static String said(Throwable thrown) {
    String said = thrown.toString();
    for (Throwable each = thrown; each != null; each = each.getCause()) {
      String message = each.getMessage();
      said = message == null || message.isBlank() ? said : message;
    }
    // What to do follows behind it.
    return said.strip().lines().findFirst().orElse("").strip().replaceFirst("[.!;:]+$", "");
  }

  private static String at(String where) {
    return where.isEmpty() ? "" : " at " + where;
  }

  /** Starts Spark; on this machine it listens to this machine alone, and has no page of its own. */
  private static SparkSession session(String where) {
    // spark-submit has said where already.
    String master = System.getProperty("spark.master", where);
    SparkSession.Builder builder = SparkSession.builder().appName("eigenlens");
    if (!master.isEmpty()) {
      builder.master(master);
    }
    if (master.startsWith("local")) {
      builder
          .config("spark.driver.host", "127.0.0.1")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.ui.enabled", "false");
    }
    SparkSession session = builder.getOrCreate();
    // Columns 'a' and 'A' are two.
    session.conf().set("spark.sql.caseSensitive", true);
    return session;
  }

  /** Returns a name that no column has: of what a CSV's row is where its cells are too many. */
  private static String broken(Request request) {
    String name = "broken";
    while (request.allColumns().contains(name)) {
      name += "_";
    }
    return name;
  }

  private static Dataset<Row> read(SparkSession session, Request request, String broken) {
    // Spark takes an address as it is written, and would look for a%20b where a file is called a b.
    String[] files =
        request.files().stream()
            .map(file -> "file:" + file.toUri().getPath())
            .toArray(String[]::new);
    if (isParquet(request)) {
      return session.read().parquet(files);
    }
    if (!request.named() || files.length == 1) {
      return csv(session, request, request.allColumns(), broken).csv(files);
    }
    // Each file may have its columns in an order of its own.
    List<String> all = new ArrayList<>(request.allColumns());
    all.add(broken);
    Column[] ordered = all.stream().map(SparkEngine::named).toArray(Column[]::new);
    return Arrays.stream(files)
        .map(
            file -> {
              String[] own = csv(session, request).csv(file).columns();
              return csv(session, request, List.of(own), broken).csv(file).select(ordered);
            })
        .reduce(Dataset::unionByName)
        .orElseThrow();
  }

  /** Reads texts, and beside them what a row of too many or too few cells is. */
  private static DataFrameReader csv(
      SparkSession session, Request request, List<String> columns, String broken) {
    StructType schema = new StructType();
    for (String name : columns) {
      schema = schema.add(name, DataTypes.StringType);
    }
    return csv(session, request)
        .option("columnNameOfCorruptRecord", broken)
        .schema(schema.add(broken, DataTypes.StringType));
  }

  private static DataFrameReader csv(SparkSession session, Request request) {
    return session
        .read()
        .option("header", request.named())
        .option("enforceSchema", true)
        .option("sep", String.valueOf(request.separator()))
        // A quote within quotes is doubled, as everywhere but in Spark.
        .option("escape", "\"")
        // A row of too many or too few cells is noticed only where all are looked at.
        .option("columnPruning", false)
        .option("maxColumns", Math.max(MOST_COLUMNS, request.allColumns().size() + 1));
  }

  private static boolean isParquet(Request request) {
    return request.files().get(0).toString().toLowerCase(Locale.ROOT).endsWith(".parquet");
  }

  /** Adds a column of numbers; those of text files are read as the command reads them. */
  private static void add(SparkTable numbers, String name, boolean text) {
    numbers.add(
        text ? named(name) : cells(name, DataTypes.DoubleType),
        text
            ? new CellReader.OfText(numbers.next(), name)
            : new CellReader.OfNumber(numbers.next(), name),
        name);
  }

  private static Column cells(String name, DataType type) {
    return named(name).cast(type);
  }

  private static Column named(String name) {
    return functions.col(Broadcasts.quoted(name));
  }
}
