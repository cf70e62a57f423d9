package org.eigenlens.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;
import org.eigenlens.model.PairedModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every estimator and its model must do to be a stage of a pipeline. */
class StagesTest {

  private static final SparkSession SESSION = Sessions.local();

  private static final StructType SCHEMA =
      new StructType()
          .add("features", SQLDataTypes.VectorType(), false)
          .add("others", SQLDataTypes.VectorType(), false)
          .add("kind", DataTypes.StringType);

  /**
   * An estimator with every parameter off its default.
   *
   * @param outputs the columns that its model writes
   * @param estimators reads it
   * @param models reads its model
   */
  private record Stage(
      Estimator<?> estimator, List<String> outputs, MLReader<?> estimators, MLReader<?> models) {
    @Override
    public String toString() {
      return estimator.getClass().getSimpleName();
    }
  }

  static List<Stage> stages() {
    Pca pca =
        reduced(new Pca()).setSolver("krylov").setTolerance(1e-9).setCenter(false).setWhiten(true);
    Lsa lsa = reduced(new Lsa());
    SupervisedPca supervised = reduced(new SupervisedPca()).setLabelCol("kind").setCenter(false);
    KernelPca kernel =
        reduced(new KernelPca())
            .setKernel("poly")
            .setDegree(2)
            .setCoef0(0.5)
            .setGamma(0.3)
            .setLandmarks(12)
            .setLandmarkMethod("uniform")
            .setCenter(false);
    Cca cca =
        new Cca()
            .setInputCols("features", "others")
            .setOutputCols("a", "b")
            .setK(2)
            .setDdof(0)
            .setStandardize(true)
            .setRidge(0.1, 0.2);
    return List.of(
        new Stage(pca, List.of("z"), Pca.read(), EigenlensModel.read()),
        new Stage(lsa, List.of("z"), Lsa.read(), EigenlensModel.read()),
        new Stage(supervised, List.of("z"), SupervisedPca.read(), EigenlensModel.read()),
        new Stage(kernel, List.of("z"), KernelPca.read(), EigenlensModel.read()),
        new Stage(cca, List.of("a", "b"), Cca.read(), EigenlensPairModel.read()));
  }

  private static <E extends Reduction<E>> E reduced(E estimator) {
    return estimator.setInputCol("features").setOutputCol("z").setK(2).setDdof(0).setSeed(9);
  }

  private static Dataset<Row> data(boolean sparse) {
    double[][] x = Samples.sparse(60, 6, 0.6, 71);
    double[][] y = Samples.sparse(60, 4, 0.7, 72);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      y[i][1] += x[i][2];
      rows.add(RowFactory.create(vector(x[i], sparse), vector(y[i], sparse), "k" + i % 3));
    }
    return Samples.frame(SESSION, rows, SCHEMA, 3);
  }

  private static Vector vector(double[] row, boolean sparse) {
    return sparse ? Vectors.dense(row).toSparse() : Vectors.dense(row);
  }

  private static double[][] scores(Stage stage, Model<?> model, Dataset<Row> data) {
    List<double[]> all = new ArrayList<>();
    for (String output : stage.outputs) {
      all.addAll(List.of(Samples.vectors(model.transform(data), output)));
    }
    return all.toArray(double[][]::new);
  }

  private static Model<?> fitted(Estimator<?> estimator, Dataset<Row> data) {
    return (Model<?>) estimator.fit(data);
  }

  @ParameterizedTest
  @MethodSource("stages")
  void estimatorAndModelAreSavedAndRead(Stage stage, @TempDir Path folder) throws Exception {
    String place = folder.resolve("stage").toString();
    ((MLWritable) stage.estimator).write().overwrite().save(place);
    Estimator<?> read = (Estimator<?>) stage.estimators.load(place);
    assertThat(read.uid()).isEqualTo(stage.estimator.uid());
    assertThat(read.extractParamMap().toString())
        .isEqualTo(stage.estimator.extractParamMap().toString());
    Dataset<Row> data = data(false);
    Model<?> model = fitted(read, data);
    ((MLWritable) model).write().overwrite().save(place);
    Model<?> again = (Model<?>) stage.models.load(place);
    assertThat(scores(stage, again, data)).isDeepEqualTo(scores(stage, model, data));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void copiesTakeTheExtraAndLeaveTheOriginal(Stage stage) {
    ParamMap extra = new ParamMap().put(stage.estimator.getParam("k"), 1);
    Estimator<?> copy = (Estimator<?>) stage.estimator.copy(extra);
    Dataset<Row> data = data(false);
    Model<?> one = fitted(copy, data);
    Model<?> two = fitted(stage.estimator, data);
    assertThat(scores(stage, one, data)[0]).hasSize(1);
    assertThat(scores(stage, two, data)[0]).hasSize(2);
    Model<?> twin = (Model<?>) two.copy(new ParamMap());
    assertThat(twin.parent()).isSameAs(stage.estimator);
    assertThat(scores(stage, twin, data)).isDeepEqualTo(scores(stage, two, data));
  }

  @ParameterizedTest
  @MethodSource("stages")
  void theSchemaIsThatOfWhatComesOut(Stage stage) {
    Dataset<Row> data = data(false);
    StructType promised = stage.estimator.transformSchema(data.schema());
    Dataset<Row> found = fitted(stage.estimator, data).transform(data);
    assertThat(found.schema().fieldNames()).isEqualTo(promised.fieldNames());
    for (String output : stage.outputs) {
      assertThat(promised.apply(output).dataType()).isEqualTo(SQLDataTypes.VectorType());
      assertThat(AttributeGroup.fromStructField(promised.apply(output)).size()).isEqualTo(2);
      assertThat(AttributeGroup.fromStructField(found.schema().apply(output)).size()).isEqualTo(2);
    }
    assertThatThrownBy(() -> stage.estimator.transformSchema(new StructType()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("There is no column");
    assertThatThrownBy(() -> stage.estimator.transformSchema(promised))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("already");
  }

  @ParameterizedTest
  @MethodSource("stages")
  void sparseRowsGiveTheSame(Stage stage) {
    double[][] dense = scores(stage, fitted(stage.estimator, data(false)), data(false));
    double[][] sparse = scores(stage, fitted(stage.estimator, data(true)), data(true));
    for (int i = 0; i < dense.length; i++) {
      assertThat(sparse[i]).containsExactly(dense[i], within(1e-8));
    }
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aRowThatIsNotFiniteIsNotEncoded(Stage stage) {
    Model<?> model = fitted(stage.estimator, data(false));
    Vector bad = Vectors.dense(1, 2, Double.NaN, 4, 5, 6);
    Dataset<Row> data =
        Samples.frame(
            SESSION, List.of(RowFactory.create(bad, Vectors.dense(1, 2, 3, 4), "k1")), SCHEMA, 1);
    assertThatThrownBy(() -> model.transform(data).collectAsList())
        .hasStackTraceContaining("Element 2 ('x3') of a vector in column 'features' is NaN");
    Dataset<Row> none =
        data.withColumn("features", functions.lit(null).cast(SQLDataTypes.VectorType()));
    assertThatThrownBy(() -> model.transform(none).collectAsList())
        .hasStackTraceContaining("There is a row without a vector in column 'features'");
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aFitReadsItsInputOnce(Stage stage) {
    Dataset<Row> data = data(false);
    LongAccumulator read = SESSION.sparkContext().longAccumulator();
    UDF1<Vector, Vector> counting =
        row -> {
          read.add(1);
          return row;
        };
    UserDefinedFunction counted = functions.udf(counting, SQLDataTypes.VectorType());
    fitted(
        stage.estimator,
        data.withColumn("features", counted.asNondeterministic().apply(data.col("features"))));
    // The first row tells how wide rows are, since their description does not.
    assertThat(read.value()).isEqualTo(data.count() + 1);
  }

  @Test
  void eachViewOfAPairIsAFunctionOfSql() {
    Dataset<Row> data = data(true);
    EigenlensPairModel model =
        new Cca().setInputCols("features", "others").setOutputCols("a", "b").setK(2).fit(data);
    SESSION.udf().register("encodeOthers", model.udf(PairedModel.Side.Y));
    data.createOrReplaceTempView("views");
    assertThat(Samples.vectors(SESSION.sql("select encodeOthers(others) b from views"), "b"))
        .isDeepEqualTo(Samples.vectors(model.transform(data), "b"));
  }
}
