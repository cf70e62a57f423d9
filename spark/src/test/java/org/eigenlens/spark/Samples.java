package org.eigenlens.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Rows made from a seed, as arrays and as DataFrames. */
final class Samples {

  static final StructType FEATURES =
      new StructType()
          .add(new StructField("features", SQLDataTypes.VectorType(), false, Metadata.empty()));

  private Samples() {}

  /** Rows whose columns have deviations 1, 1/2, 1/3, …, mixed, around a mean. */
  static double[][] spread(int rows, int columns, double mean, long seed) {
    Random random = new Random(seed);
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      double common = random.nextGaussian();
      for (int j = 0; j < columns; j++) {
        row[j] = mean + (random.nextGaussian() + 0.5 * common) / (1 + j);
      }
    }
    return x;
  }

  /** Rows most of whose elements are zero; column j has numbers of size about 1 + 3/(j + 1). */
  static double[][] sparse(int rows, int columns, double density, long seed) {
    Random random = new Random(seed);
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      for (int j = 0; j < columns; j++) {
        if (random.nextDouble() < density) {
          row[j] = (1 + 3.0 / (j + 1)) * (1 + random.nextGaussian());
        }
      }
    }
    return x;
  }

  /**
   * Sparse rows of two groups of columns that appear together, so that two directions stand out.
   */
  static List<Vector> topics(int rows, int columns, long seed) {
    Random random = new Random(seed);
    List<Vector> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      double[] topics = {random.nextDouble(), random.nextDouble()};
      TreeMap<Integer, Double> cells = new TreeMap<>();
      for (int p = 0; p < 40; p++) {
        int topic = p % 2;
        cells.put(topic * columns / 2 + random.nextInt(25) * columns / 50, 5 * topics[topic]);
      }
      cells.put(random.nextInt(columns), 1.0);
      all.add(
          Vectors.sparse(
              columns,
              cells.keySet().stream().mapToInt(Integer::intValue).toArray(),
              cells.values().stream().mapToDouble(Double::doubleValue).toArray()));
    }
    return all;
  }

  static Dataset<Row> frame(SparkSession session, double[][] x, int partitions) {
    return frame(session, Arrays.stream(x).map(Vectors::dense).toList(), partitions);
  }

  static Dataset<Row> sparseFrame(SparkSession session, double[][] x, int partitions) {
    List<Vector> rows = new ArrayList<>();
    for (double[] row : x) {
      rows.add(Vectors.dense(row).toSparse());
    }
    return frame(session, rows, partitions);
  }

  static Dataset<Row> frame(SparkSession session, List<Vector> rows, int partitions) {
    return frame(session, rows.stream().map(RowFactory::create).toList(), FEATURES, partitions);
  }

  static Dataset<Row> frame(
      SparkSession session, List<Row> rows, StructType schema, int partitions) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
    return session.createDataFrame(context.parallelize(rows, partitions), schema);
  }

  static Dataset<Row> arrays(SparkSession session, double[][] x, int partitions) {
    StructType schema =
        new StructType().add("features", DataTypes.createArrayType(DataTypes.DoubleType));
    return frame(
        session,
        Arrays.stream(x).map(row -> RowFactory.create((Object) row)).toList(),
        schema,
        partitions);
  }

  /** Collects a column of vectors. */
  static double[][] vectors(Dataset<Row> data, String column) {
    return data.select(column).collectAsList().stream()
        .map(row -> ((Vector) row.get(0)).toArray())
        .toArray(double[][]::new);
  }
}
