package org.eigenlens.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
import org.eigenlens.data.Words;
import org.eigenlens.matrix.RowSource;

/** Spark as what sums up rows for the command line. */
public final class SparkEngine implements Engine {

  /** How many columns of text Spark reads unless it is told. */
  private static final int MOST_COLUMNS = 20_480;

  /** Made by the service loader. */
  public SparkEngine() {}

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public OpenTable open(Request request) {
    Dataset<Row> table = read(session(request.where()), request);
    boolean text = !isParquet(request);
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
        Classes found = Classes.of(table.select(label), name, String::strip, Words::sayNothing);
        classNames.addAll(found.names());
        numbers.add(label, found.reader(numbers.next()), name);
      } else {
        add(numbers, name, text);
      }
    }
    SparkRows rows = numbers.rows(table);
    return new OpenTable() {
      @Override
      public RowSource rows() {
        return rows;
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

  private static Dataset<Row> read(SparkSession session, Request request) {
    String[] files =
        request.files().stream().map(file -> file.toUri().toString()).toArray(String[]::new);
    if (isParquet(request)) {
      return session.read().parquet(files);
    }
    if (request.named() && files.length > 1) {
      // Each file may have its columns in an order of its own.
      Column[] all = request.allColumns().stream().map(SparkEngine::named).toArray(Column[]::new);
      return Arrays.stream(files)
          .map(file -> csv(session, request).csv(file).select(all))
          .reduce(Dataset::unionByName)
          .orElseThrow();
    }
    StructType schema = new StructType();
    for (String name : request.allColumns()) {
      schema = schema.add(name, DataTypes.StringType);
    }
    return csv(session, request).option("enforceSchema", true).schema(schema).csv(files);
  }

  private static DataFrameReader csv(SparkSession session, Request request) {
    return session
        .read()
        .option("header", request.named())
        .option("sep", String.valueOf(request.separator()))
        // A quote within quotes is doubled, as everywhere but in Spark.
        .option("escape", "\"")
        // A row of too many or too few cells is an error only where all are looked at.
        .option("columnPruning", false)
        .option("maxColumns", Math.max(MOST_COLUMNS, request.allColumns().size() + 1))
        .option("mode", "FAILFAST");
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
            : new CellReader.OfNumber(numbers.next()),
        name);
  }

  private static Column cells(String name, DataType type) {
    return named(name).cast(type);
  }

  private static Column named(String name) {
    return functions.col("`" + name.replace("`", "``") + "`");
  }
}
