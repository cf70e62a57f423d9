package org.eigenlens.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.cli.Engine;
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
    List<Column> cells = new ArrayList<>();
    Stream.concat(request.features().stream(), request.labels().stream())
        .forEach(name -> cells.add(functions.col("`" + name + "`")));
    int features = request.features().size();
    for (int j = 0; j < cells.size(); j++) {
      boolean text = j >= features && request.classes();
      cells.set(j, cells.get(j).cast(text ? DataTypes.StringType : DataTypes.DoubleType));
    }
    Map<String, Integer> classes =
        request.classes() && !request.labels().isEmpty()
            ? Classes.of(table.select(cells.get(features)), request.labels().get(0))
            : Map.of();
    Dataset<Row> chosen = table.select(cells.toArray(new Column[0]));
    JavaRDD<Vector> vectors = chosen.javaRDD().map(row -> vector(row, classes));
    SparkRows rows =
        VectorColumn.packed(chosen, List.of(chosen.columns()), "a row of the table", vectors);
    rows.keep();
    return new OpenTable() {
      @Override
      public RowSource rows() {
        return rows;
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

  private static Vector vector(Row row, Map<String, Integer> classes) {
    double[] numbers = new double[row.size()];
    Arrays.setAll(
        numbers,
        j ->
            // What is missing is refused with its place, as any number that is not finite.
            row.isNullAt(j)
                ? Double.NaN
                : row.get(j) instanceof String text ? classes.get(text) : row.getDouble(j));
    return Vectors.dense(numbers);
  }
}
