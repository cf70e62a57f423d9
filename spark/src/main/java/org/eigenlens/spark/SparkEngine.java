package org.eigenlens.spark;

import java.util.ArrayList;
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
    SparkSession.Builder builder = SparkSession.builder().appName("eigenlens");
    // spark-submit has said where already.
    if (!request.where().isEmpty() && System.getProperty("spark.master") == null) {
      builder.master(request.where());
    }
    Dataset<Row> table = read(builder.getOrCreate(), request);
    SparkTable numbers = new SparkTable("a row of the table");
    boolean classes = request.classes();
    for (String name : request.features()) {
      numbers.add(cells(name, DataTypes.DoubleType), new CellReader.OfNumber(numbers.next()), name);
    }
    List<String> classNames = new ArrayList<>();
    for (String name : request.labels()) {
      Column label = cells(name, classes ? DataTypes.StringType : DataTypes.DoubleType);
      CellReader reader = new CellReader.OfNumber(numbers.next());
      if (classes) {
        // As the command reads labels itself.
        Classes found = Classes.of(table.select(label), name, String::strip, Words::sayNothing);
        classNames.addAll(found.names());
        reader = found.reader(numbers.next());
      }
      numbers.add(label, reader, name);
    }
    SparkRows rows = numbers.rows(table);
    rows.keep();
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

  private static Dataset<Row> read(SparkSession session, Request request) {
    String[] files =
        request.files().stream().map(file -> file.toUri().toString()).toArray(String[]::new);
    DataFrameReader reader = session.read();
    if (files[0].toLowerCase(Locale.ROOT).endsWith(".parquet")) {
      return reader.parquet(files);
    }
    StructType schema = new StructType();
    for (String name : request.allColumns()) {
      schema = schema.add(name, DataTypes.StringType);
    }
    return reader
        .option("header", request.named())
        .option("enforceSchema", true)
        .option("sep", String.valueOf(request.separator()))
        // A quote within quotes is doubled, as everywhere but in Spark.
        .option("escape", "\"")
        // A row of too many or too few cells is an error only where all are looked at.
        .option("columnPruning", false)
        .option("maxColumns", Math.max(MOST_COLUMNS, request.allColumns().size() + 1))
        .option("mode", "FAILFAST")
        .schema(schema)
        .csv(files);
  }

  private static Column cells(String name, DataType type) {
    return functions.col("`" + name + "`").cast(type);
  }
}
