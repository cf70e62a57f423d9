package org.eigenlens.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.VectorAssembler;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PcaTest {

  private static final SparkSession SESSION = Sessions.local();

  private static Pca pca() {
    return new Pca().setInputCol("features").setOutputCol("coordinates");
  }

  @Test
  void equalsTheLibrary() {
    double[][] x = Samples.spread(500, 12, 3, 1);
    LinearModel found = pca().setK(5).fit(Samples.frame(SESSION, x, 4)).linear();
    Models.assertSame(found, org.eigenlens.Pca.builder().components(5).fit(Matrix.of(x)));
    assertThat(found.provenance().rows()).isEqualTo(500);
    assertThat(found.explainedVarianceRatio())
        .containsExactly(
            org.eigenlens.Pca.builder().components(5).fit(Matrix.of(x)).explainedVarianceRatio(),
            within(1e-10));
  }

  @Test
  void standardizesAndTakesAShare() {
    double[][] x = Samples.spread(400, 9, -2, 2);
    LinearModel found =
        pca()
            .setShare(0.8)
            .setStandardize(true)
            .setDdof(0)
            .fit(Samples.frame(SESSION, x, 3))
            .linear();
    Models.assertSame(
        found,
        org.eigenlens.Pca.builder().components(0.8).standardize(true).ddof(0).fit(Matrix.of(x)));
  }

  @Test
  void iteratesWithoutACovariance() {
    double[][] x = Samples.spread(300, 60, 1, 3);
    Dataset<Row> data = Samples.frame(SESSION, x, 3);
    LinearModel found = pca().setK(3).setSolver("krylov").fit(data).linear();
    assertThat(found.provenance().solver()).isEqualTo("krylov");
    Models.assertSame(found, org.eigenlens.Pca.builder().components(3).fit(Matrix.of(x)));
    Models.assertSame(pca().setK(3).setSolver("svd").fit(data).linear(), found);
  }

  @Test
  void keepsDigitsBesideALargeMean() {
    double[][] x = Samples.spread(400, 6, 1e6, 4);
    LinearModel expected = org.eigenlens.Pca.builder().components(3).fit(Matrix.of(x));
    for (String solver : List.of("covariance", "krylov")) {
      LinearModel found =
          pca().setK(3).setSolver(solver).fit(Samples.frame(SESSION, x, 4)).linear();
      Models.assertSame(found, expected);
    }
  }

  @Test
  void sparseAndDenseAndMixedRowsGiveTheSame() {
    double[][] x = Samples.sparse(400, 40, 0.1, 5);
    List<Vector> mixed = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      Vector dense = Vectors.dense(x[i]);
      mixed.add(i % 3 == 0 ? dense : dense.toSparse());
    }
    for (String solver : List.of("covariance", "krylov")) {
      for (boolean center : new boolean[] {true, false}) {
        Pca pca = pca().setK(4).setSolver(solver).setCenter(center);
        LinearModel expected =
            org.eigenlens.Pca.builder().center(center).components(4).fit(Matrix.of(x));
        Models.assertSame(pca.fit(Samples.frame(SESSION, x, 2)).linear(), expected);
        Models.assertSame(pca.fit(Samples.sparseFrame(SESSION, x, 3)).linear(), expected);
        Models.assertSame(pca.fit(Samples.frame(SESSION, mixed, 3)).linear(), expected);
      }
    }
  }

  @Test
  void sparseRowsAmongDenseOnesOfSeveralBlocksInAPartitionGiveTheSame() {
    int block = (1 << 15) / 200; // what a dense block has room for
    double[][] x = Samples.sparse(500, 200, 0.2, 15);
    List<Vector> mixed = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      Vector dense = Vectors.dense(x[i]);
      // A block whose first row is dense is dense, in numbers that are written over the last ones.
      mixed.add(i % 3 == 0 || i % block == 0 ? dense : dense.toSparse());
    }
    LinearModel expected = org.eigenlens.Pca.builder().components(3).fit(Matrix.of(x));
    for (String solver : List.of("covariance", "krylov")) {
      Models.assertSame(
          pca().setK(3).setSolver(solver).fit(Samples.frame(SESSION, mixed, 1)).linear(), expected);
    }
  }

  @Test
  void sparseRowsWithAColumnFarFromZeroKeepTheirDigits() {
    double[][] x = Samples.sparse(600, 30, 0.1, 6);
    for (int i = 0; i < x.length; i++) {
      x[i][7] = 1e6 + i % 10;
    }
    LinearModel expected = org.eigenlens.Pca.builder().components(3).fit(Matrix.of(x));
    Models.assertSame(
        pca().setK(3).setSolver("covariance").fit(Samples.sparseFrame(SESSION, x, 2)).linear(),
        expected);
  }

  @Test
  void partitionsAndOrderDoNotMatter() {
    List<double[]> rows = new ArrayList<>(List.of(Samples.spread(300, 8, 5, 7)));
    LinearModel expected =
        pca().setK(4).fit(Samples.frame(SESSION, rows.toArray(double[][]::new), 1)).linear();
    Collections.shuffle(rows, new Random(1));
    double[][] shuffled = rows.toArray(double[][]::new);
    // Summaries of 30 are merged by tasks before the driver merges them, those of 100 twice.
    for (int partitions : new int[] {2, 30, 100}) {
      Models.assertSame(
          pca().setK(4).fit(Samples.frame(SESSION, shuffled, partitions)).linear(), expected);
    }
  }

  @Test
  void manyPartitionsGiveTheSameBitsTwice() {
    Dataset<Row> data = Samples.frame(SESSION, Samples.spread(300, 8, 5, 8), 40);
    assertThat(pca().setK(4).fit(data).linear().eigenvalues())
        .containsExactly(pca().setK(4).fit(data).linear().eigenvalues());
  }

  @Test
  void takesAHundredThousandSparseColumns() {
    Dataset<Row> data = Samples.frame(SESSION, Samples.topics(300, 100_000, 9), 2);
    EigenlensModel model = pca().setK(2).fit(data);
    assertThat(model.linear().provenance().solver()).isEqualTo("krylov");
    assertThat(model.linear().provenance().warnings()).noneMatch(w -> w.contains("converge"));
    double[][] scores = Samples.vectors(model.transform(data), "coordinates");
    // Centred scores have the variances that the model says: sums of squares to rounding.
    for (int c = 0; c < 2; c++) {
      double sum = 0;
      double squares = 0;
      for (double[] score : scores) {
        sum += score[c];
        squares += score[c] * score[c];
      }
      double value = model.linear().eigenvalues()[c];
      assertThat(sum).isCloseTo(0, within(1e-8 * Math.sqrt(value)));
      assertThat(squares).isCloseTo(value, within(1e-8 * value));
    }
    // Spark's own takes no sparse vectors of more than 65,535 elements.
    assertThatThrownBy(
            () ->
                new org.apache.spark.ml.feature.PCA()
                    .setInputCol("features")
                    .setOutputCol("o")
                    .setK(2)
                    .fit(data))
        .hasStackTraceContaining("axpy only supports adding to a dense vector");
  }

  @Test
  void readsArraysAsWell() {
    double[][] x = Samples.spread(100, 5, 0, 10);
    Dataset<Row> data = Samples.arrays(SESSION, x, 2);
    EigenlensModel model = pca().setK(2).fit(data);
    LinearModel expected = org.eigenlens.Pca.builder().components(2).fit(Matrix.of(x));
    Models.assertSame(model.linear(), expected);
    double[][] scores = Samples.vectors(model.transform(data), "coordinates");
    double[][] own = expected.transform(Matrix.of(x)).toArray();
    for (int i = 0; i < x.length; i++) {
      assertThat(scores[i]).containsExactly(own[i], within(1e-8));
    }
  }

  @Test
  void worksInAPipelineThatIsSavedAndRead(@TempDir Path folder) throws Exception {
    double[][] x = Samples.spread(120, 4, 2, 11);
    SESSION.udf().register("element", elementOf(), org.apache.spark.sql.types.DataTypes.DoubleType);
    Dataset<Row> columns =
        Samples.frame(SESSION, x, 2)
            .selectExpr(
                "element(features, 0) a",
                "element(features, 1) b",
                "element(features, 2) c",
                "element(features, 3) d");
    VectorAssembler assembler =
        new VectorAssembler()
            .setInputCols(new String[] {"a", "b", "c", "d"})
            .setOutputCol("features");
    Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {assembler, pca().setK(2)});
    pipeline.write().overwrite().save(folder.resolve("pipeline").toString());
    PipelineModel model = Pipeline.load(folder.resolve("pipeline").toString()).fit(columns);
    model.write().overwrite().save(folder.resolve("model").toString());
    PipelineModel read = PipelineModel.load(folder.resolve("model").toString());
    EigenlensModel stage = (EigenlensModel) read.stages()[1];
    assertThat(stage.linear().columnNames()).containsExactly("a", "b", "c", "d");
    Models.assertSame(stage.linear(), org.eigenlens.Pca.builder().components(2).fit(Matrix.of(x)));
    assertThat(Samples.vectors(read.transform(columns), "coordinates"))
        .isDeepEqualTo(Samples.vectors(model.transform(columns), "coordinates"));
    assertThat(read.transform(columns).schema().fieldNames())
        .containsExactly("a", "b", "c", "d", "features", "coordinates");
  }

  private static org.apache.spark.sql.api.java.UDF2<Vector, Integer, Double> elementOf() {
    return (vector, j) -> vector.apply(j);
  }

  @Test
  void estimatorsAreSavedAndCopiedWithTheirParameters(@TempDir Path folder) throws Exception {
    Pca pca = pca().setK(3).setStandardize(true).setSeed(7).setSolver("krylov");
    pca.write().overwrite().save(folder.resolve("pca").toString());
    Pca read = Pca.load(folder.resolve("pca").toString());
    assertThat(read.extractParamMap().toString()).isEqualTo(pca.extractParamMap().toString());
    Pca copy = (Pca) pca.copy(new ParamMap().put(pca.k(), 5));
    assertThat((Integer) copy.getOrDefault(copy.k())).isEqualTo(5);
    assertThat((Integer) pca.getOrDefault(pca.k())).isEqualTo(3);
    assertThat(pca.explainParams()).contains("standardize", "share", "ddof", "tolerance");
  }

  @Test
  void savesTheModelFileThatTheLibraryReads(@TempDir Path folder) throws Exception {
    double[][] x = Samples.spread(80, 5, 1, 12);
    EigenlensModel model = pca().setK(2).setWhiten(true).fit(Samples.frame(SESSION, x, 2));
    Path file = folder.resolve("pca.eigenlens");
    model.model().save(file);
    Models.assertSame(LinearModel.load(file), model.linear());
  }

  @Test
  void refusesWhatCannotBe() {
    Dataset<Row> data = Samples.frame(SESSION, Samples.spread(20, 3, 0, 13), 2);
    assertThatThrownBy(() -> pca().setInputCol("feature").fit(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("There is no column 'feature'; there are features.");
    assertThatThrownBy(() -> pca().setOutputCol("features").fit(data))
        .hasMessageContaining("There is a column 'features' already");
    assertThatThrownBy(() -> pca().setK(2).setShare(0.5).fit(data))
        .hasMessageContaining("Set k or share, not both.");
    assertThatThrownBy(() -> pca().setK(0)).isInstanceOf(Exception.class);
    assertThatThrownBy(() -> pca().setK(4).fit(data))
        .isInstanceOf(NumericalException.class)
        .hasMessage("4 components were asked for, but 3 columns have at most 3; ask for 1 to 3.");
    assertThatThrownBy(() -> pca().fit(data.selectExpr("1.5 as features")))
        .hasMessageContaining("must hold vectors or arrays of numbers");
    double[][] x = Samples.spread(20, 3, 0, 14);
    x[13][2] = Double.NaN;
    assertThatThrownBy(() -> pca().fit(Samples.frame(SESSION, x, 2)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Element 2 ('x3') of a vector of column 'features' is NaN")
        .hasMessageContaining("(row 4 of partition 1)");
    List<Vector> uneven = List.of(Vectors.dense(1, 2), Vectors.dense(1, 2, 3));
    assertThatThrownBy(() -> pca().fit(Samples.frame(SESSION, uneven, 1)))
        .hasMessageContaining("with 3 elements, but others have 2");
    assertThatThrownBy(() -> pca().fit(data.limit(0))).isInstanceOf(NumericalException.class);
  }
}
