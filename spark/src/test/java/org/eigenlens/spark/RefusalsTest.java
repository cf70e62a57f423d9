package org.eigenlens.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.PairedModel;
import org.eigenlens.pca.PcaSolver;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is refused, and what the message says. */
class RefusalsTest {

  private static SparkSession session;

  @BeforeAll
  static void start() {
    session = Sessions.local();
  }

  private static Pca pca() {
    return new Pca().setInputCol("features").setOutputCol("z").setK(1);
  }

  @Test
  void aFirstRowWithoutAVectorAndNoRowsAtAllAreNamed() {
    StructType schema = new StructType().add("features", SQLDataTypes.VectorType(), true);
    Dataset<Row> holes =
        Samples.frame(
            session,
            List.of(RowFactory.create((Object) null), RowFactory.create(Vectors.dense(1, 2))),
            schema,
            1);
    assertThatThrownBy(() -> pca().fit(holes))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("row without a vector");
    assertThatThrownBy(() -> pca().fit(Samples.frame(session, List.of(), schema, 1)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("no rows");
  }

  @Test
  void aStageSaysWhichColumnItWasNotTold() {
    Dataset<Row> data = Samples.frame(session, new double[][] {{1, 2}, {3, 5}, {4, 4}}, 1);
    assertThatThrownBy(() -> new Pca().setK(1).fit(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Set inputCol, the column of vectors or arrays of numbers to read.");
    EigenlensModel model = EigenlensModel.of(pca().fit(data).model()).setInputCol("features");
    assertThatThrownBy(() -> model.transform(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Set outputCol, the column of vectors to write the coordinates to.");
    assertThatThrownBy(() -> new Cca().fit(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Set inputColX, the column of vectors or arrays, the first view.");
    Matrix view = Matrix.of(Samples.spread(20, 2, 0, 61));
    PairedModel pair = org.eigenlens.Cca.builder().components(1).fit(view, view);
    assertThatThrownBy(() -> EigenlensPairModel.of(pair).transform(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Set inputColX, ");
  }

  @Test
  void columnsMayHaveAnyName() {
    Dataset<Row> data =
        Samples.frame(session, new double[][] {{1, 2}, {3, 5}, {4, 4}}, 1)
            .withColumnRenamed("features", "a.b`c");
    Dataset<Row> encoded =
        pca().setInputCol("a.b`c").setOutputCol("d.e`f").fit(data).transform(data);
    assertThat(encoded.collectAsList()).hasSize(3);
    assertThat(encoded.columns()).containsExactly("a.b`c", "d.e`f");
  }

  @Test
  void labelsThatAreNoClassesDoNotAllComeToTheDriver() {
    Dataset<Row> data =
        session
            .range(100_001)
            .select(
                functions.col("id").cast("string").as("label"),
                functions
                    .array(functions.lit(1.0), functions.col("id").cast("double"))
                    .as("features"));
    SupervisedPca estimator =
        new SupervisedPca().setInputCol("features").setOutputCol("z").setLabelCol("label");
    assertThatThrownBy(() -> estimator.fit(data))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("more than 100000 different labels");
  }

  @Test
  void whatOthersThrowKeepsItsContext() {
    UDF1<Long, Object> fails = id -> Vectors.dense(1, Integer.parseInt("no number"));
    Dataset<Row> data =
        session
            .range(3)
            .select(
                functions.lit(0L).as("id"),
                functions
                    .udf(fails, SQLDataTypes.VectorType())
                    .apply(functions.col("id"))
                    .as("features"));
    assertThatThrownBy(() -> pca().fit(data))
        .isNotInstanceOf(IllegalArgumentException.class)
        .hasStackTraceContaining("no number");
  }

  @Test
  void lsaDoesNotTakeCentringInSilence() {
    Lsa lsa = new Lsa().setInputCol("features").setOutputCol("z").setK(1);
    lsa.set(lsa.center(), true);
    Dataset<Row> data = Samples.frame(session, new double[][] {{1, 2}, {3, 5}}, 1);
    assertThatThrownBy(() -> lsa.fit(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Lsa does not centre");
  }

  @Test
  void vectorsDescribedAsOfAnotherWidthAreRefusedBeforeAnyTaskRuns() {
    EigenlensModel model =
        EigenlensModel.of(
                org.eigenlens.Pca.builder()
                    .components(1)
                    .fit(Matrix.of(new double[][] {{1, 2}, {3, 5}, {4, 4}})))
            .setInputCol("z")
            .setOutputCol("again");
    Dataset<Row> data = Samples.frame(session, new double[][] {{1, 2}, {3, 5}, {4, 4}}, 1);
    Dataset<Row> encoded = pca().fit(data).transform(data);
    assertThatThrownBy(() -> model.transformSchema(encoded.schema()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("vectors of 1 elements, but the model was fitted to 2");
  }

  @Test
  void rowsAreKeptForSolversThatReadThemOften() {
    for (PcaSolver solver : List.of(PcaSolver.KRYLOV, PcaSolver.POWER, PcaSolver.SVD)) {
      assertThat(LinearFits.severalPasses(pca(), solver, 20)).as(solver.label()).isTrue();
    }
    assertThat(LinearFits.severalPasses(pca(), PcaSolver.COVARIANCE, 20_000)).isFalse();
    assertThat(LinearFits.severalPasses(pca(), PcaSolver.AUTO, 20)).isFalse();
    assertThat(LinearFits.severalPasses(pca(), PcaSolver.AUTO, 20_000)).isTrue();
  }

  @Test
  void aModelThatArrivesAgainIsTheSame() throws Exception {
    SharedModel model =
        SharedModel.of(
            org.eigenlens.Pca.builder()
                .components(1)
                .fit(Matrix.of(new double[][] {{1, 2}, {3, 5}, {4, 4}})));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(model);
    }
    List<Object> arrived = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      arrived.add(
          new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject());
    }
    assertThat(arrived.get(1)).isSameAs(arrived.get(0));
    Vector row = Vectors.dense(3, 5);
    assertThat(((SharedModel) arrived.get(1)).encode(row, "a test"))
        .isEqualTo(model.encode(row, "a test"));
  }

  @Test
  void allComponentsOfTooManyColumnsAreRefusedBeforeAnyPass() {
    Vector wide = Vectors.sparse(12_000, new int[] {3}, new double[] {1});
    Dataset<Row> data = Samples.frame(session, List.of(wide, wide), 1);
    assertThatThrownBy(() -> new Pca().setInputCol("features").setOutputCol("z").fit(data))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("All components of 12000 columns");
  }
}
