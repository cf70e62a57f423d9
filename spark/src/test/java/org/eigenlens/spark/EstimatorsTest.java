package org.eigenlens.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.PairedModel;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The estimators beside PCA, each against the library on the same rows. */
class EstimatorsTest {

  private static final SparkSession SESSION = Sessions.local();

  private static final StructType LABELLED =
      Samples.FEATURES
          .add("species", DataTypes.StringType)
          .add("size", DataTypes.DoubleType)
          .add("sizes", SQLDataTypes.VectorType());

  private static Dataset<Row> labelled(double[][] x, boolean sparse) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      rows.add(
          RowFactory.create(
              sparse ? Vectors.dense(x[i]).toSparse() : Vectors.dense(x[i]),
              "abc".substring(i % 3, i % 3 + 1),
              size(i),
              Vectors.dense(size(i), new double[] {i % 5})));
    }
    return Samples.frame(SESSION, rows, LABELLED, 3);
  }

  private static double size(int row) {
    return Math.sin(row) + row % 3;
  }

  /** Rows that depend on their number, by which labels are made. */
  private static double[][] dependent(int rows) {
    double[][] x = Samples.spread(rows, 6, 2, 21);
    for (int i = 0; i < rows; i++) {
      x[i][1] += 3 * (i % 3);
      x[i][4] -= size(i) + i % 5;
    }
    return x;
  }

  @Test
  void lsaDoesNotCentre() {
    double[][] x = Samples.sparse(300, 30, 0.1, 20);
    Lsa lsa = new Lsa().setInputCol("features").setOutputCol("o").setK(3);
    EigenlensModel found = lsa.fit(Samples.sparseFrame(SESSION, x, 3));
    LinearModel expected =
        org.eigenlens.Pca.builder().center(false).components(3).fit(Matrix.of(x));
    Models.assertSame(found.linear(), expected);
    assertThat(found.linear().provenance().method()).isEqualTo("lsa");
  }

  @Test
  void supervisedPcaLearnsFromClasses() {
    double[][] x = dependent(240);
    List<String> classes = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      classes.add("abc".substring(i % 3, i % 3 + 1));
    }
    LinearModel expected =
        org.eigenlens.SupervisedPca.builder()
            .components(2)
            .standardize(true)
            .fit(Matrix.of(x), Labels.ofClasses(classes));
    for (boolean sparse : new boolean[] {false, true}) {
      LinearModel found =
          new SupervisedPca()
              .setInputCol("features")
              .setLabelCol("species")
              .setStandardize(true)
              .setK(2)
              .fit(labelled(x, sparse))
              .linear();
      Models.assertSame(found, expected);
      assertThat(found.explainedVariance())
          .containsExactly(expected.explainedVariance(), within(1e-8));
    }
  }

  @Test
  void supervisedPcaLearnsFromNumbers() {
    double[][] x = dependent(240);
    double[][] y = new double[x.length][];
    Arrays.setAll(y, i -> new double[] {size(i), i % 5});
    SupervisedPca estimator = new SupervisedPca().setInputCol("features");
    Models.assertSame(
        estimator.setTargetCol("sizes").fit(labelled(x, false)).linear(),
        org.eigenlens.SupervisedPca.builder().fit(Matrix.of(x), Labels.ofTargets(Matrix.of(y))));
    Models.assertSame(
        estimator.setTargetCol("size").setK(1).fit(labelled(x, false)).linear(),
        org.eigenlens.SupervisedPca.builder()
            .components(1)
            .fit(
                Matrix.of(x),
                Labels.ofTargets(Arrays.stream(y).mapToDouble(row -> row[0]).toArray())));
  }

  @Test
  void supervisedPcaOfSparseRowsIsTheSame() {
    for (int columns : new int[] {40, 700}) {
      double[][] x = Samples.sparse(150, columns, 0.1, 27);
      double[] y = new double[x.length];
      List<String> classes = new ArrayList<>();
      for (int i = 0; i < x.length; i++) {
        x[i][3] += i % 3;
        x[i][columns - 1] = size(i);
        y[i] = size(i);
        classes.add("abc".substring(i % 3, i % 3 + 1));
      }
      SupervisedPca estimator = new SupervisedPca().setInputCol("features");
      Dataset<Row> data = labelled(x, true);
      LinearModel byClass =
          org.eigenlens.SupervisedPca.builder().fit(Matrix.of(x), Labels.ofClasses(classes));
      LinearModel byNumber =
          org.eigenlens.SupervisedPca.builder().fit(Matrix.of(x), Labels.ofTargets(y));
      LinearModel found =
          ((SupervisedPca) estimator.copy(new ParamMap().put(estimator.labelCol(), "species")))
              .fit(data)
              .linear();
      Models.assertSame(found, byClass);
      assertThat(found.explainedVariance())
          .containsExactly(byClass.explainedVariance(), within(1e-8));
      Models.assertSame(estimator.setTargetCol("size").fit(data).linear(), byNumber);
    }
  }

  @Test
  void supervisedPcaRefusesWhatCannotBe() {
    Dataset<Row> data = labelled(dependent(30), false);
    SupervisedPca estimator = new SupervisedPca().setInputCol("features");
    assertThatThrownBy(() -> estimator.fit(data)).hasMessageContaining("one of them");
    assertThatThrownBy(() -> estimator.setLabelCol("class").fit(data))
        .hasMessageContaining("There is no column 'class'");
    Dataset<Row> missing =
        data.selectExpr("features", "case when species = 'a' then null else species end species");
    assertThatThrownBy(() -> estimator.setLabelCol("species").fit(missing))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("no label in column 'species'");
  }

  @Test
  void ccaEqualsTheLibraryAndIsSavedAndRead(@TempDir Path folder) throws Exception {
    double[][] x = Samples.spread(300, 5, 1, 22);
    double[][] y = Samples.spread(300, 4, -1, 23);
    for (int i = 0; i < x.length; i++) {
      y[i][0] += 2 * x[i][1];
      y[i][3] -= x[i][0] + x[i][2];
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < x.length; i++) {
      rows.add(RowFactory.create(Vectors.dense(x[i]), Vectors.dense(y[i])));
    }
    StructType schema =
        new StructType().add("u", SQLDataTypes.VectorType()).add("v", SQLDataTypes.VectorType());
    Dataset<Row> data = Samples.frame(SESSION, rows, schema, 3);
    Cca cca = new Cca().setInputCols("u", "v").setOutputCols("a", "b").setK(2);
    EigenlensPairModel model = cca.fit(data);
    PairedModel expected =
        org.eigenlens.Cca.builder().components(2).fit(Matrix.of(x), Matrix.of(y));
    assertThat(model.model().correlations()).containsExactly(expected.correlations(), within(1e-8));
    assertThat(model.model().findings().wilks().get(0).pValue())
        .isCloseTo(expected.findings().wilks().get(0).pValue(), within(1e-8));
    model.write().overwrite().save(folder.resolve("cca").toString());
    EigenlensPairModel read = EigenlensPairModel.load(folder.resolve("cca").toString());
    double[][] scores = Samples.vectors(read.transform(data), "b");
    double[][] own = expected.transform(PairedModel.Side.Y, Matrix.of(y)).toArray();
    for (int i = 0; i < own.length; i++) {
      assertThat(scores[i]).containsExactly(own[i], within(1e-8));
    }
    Path file = folder.resolve("cca.eigenlens");
    model.model().save(file);
    assertThat(EigenlensPairModel.fromFile(file).model().correlations())
        .containsExactly(model.model().correlations());
  }

  @Test
  void withNothingSetTheyFitAsTheLibraryDoesHoweverRowsAreDivided() {
    double[][] x = dependent(240);
    Dataset<Row> data = labelled(x, false);
    double[][] sizes = Samples.vectors(data, "sizes");
    List<String> kinds =
        data.select("species").collectAsList().stream().map(Row::mkString).toList();
    Matrix rows = Matrix.of(x);
    LinearModel pca = org.eigenlens.Pca.builder().fit(rows);
    LinearModel supervised =
        org.eigenlens.SupervisedPca.builder().fit(rows, Labels.ofClasses(kinds));
    double[] correlations = org.eigenlens.Cca.builder().fit(rows, Matrix.of(sizes)).correlations();
    for (Dataset<Row> each : List.of(data, data.repartition(1), data.repartition(7))) {
      Models.assertSame(new Pca().setInputCol("features").fit(each).linear(), pca);
      SupervisedPca learning = new SupervisedPca().setInputCol("features").setLabelCol("species");
      Models.assertSame(learning.fit(each).linear(), supervised);
      Cca cca = new Cca().setInputCols("features", "sizes");
      double[] found = cca.fit(each).model().correlations();
      assertThat(found).containsExactly(correlations, within(1e-8));
      // The same partitions give the same bits.
      assertThat(cca.fit(each).model().correlations()).containsExactly(found);
      assertThat(learning.fit(each).linear().eigenvalues())
          .containsExactly(learning.fit(each).linear().eigenvalues());
    }
  }

  @Test
  void kernelPcaTakesTheSameLandmarksHoweverRowsAreDivided() {
    List<double[]> rows = new ArrayList<>(List.of(Samples.spread(1000, 3, 5, 24)));
    KernelPca estimator =
        new KernelPca()
            .setInputCol("features")
            .setOutputCol("o")
            .setGamma(0.3)
            .setStandardize(true)
            .setLandmarks(100)
            .setK(3)
            .setSeed(5);
    double[][] x = rows.toArray(double[][]::new);
    EigenlensModel one = estimator.fit(Samples.frame(SESSION, x, 1));
    Collections.shuffle(rows, new Random(2));
    double[][] shuffled = rows.toArray(double[][]::new);
    double first = one.model().eigenvalues()[0];
    assertThat(estimator.fit(Samples.frame(SESSION, x, 3)).model().eigenvalues())
        .containsExactly(one.model().eigenvalues(), within(1e-8 * first));
    EigenlensModel other = estimator.fit(Samples.frame(SESSION, shuffled, 7));
    assertThat(other.model().eigenvalues())
        .containsExactly(one.model().eigenvalues(), within(1e-8 * first));
    double[][] points = {{5, 5, 5}, {4, 6, 5}, {7, 5, 5}};
    double[][] scores = other.model().transform(Matrix.of(points)).toArray();
    double[][] expected = one.model().transform(Matrix.of(points)).toArray();
    for (int i = 0; i < points.length; i++) {
      assertThat(scores[i]).containsExactly(expected[i], within(1e-8));
    }
    double[][] encoded = Samples.vectors(one.transform(Samples.frame(SESSION, points, 2)), "o");
    assertThat(encoded[1]).containsExactly(expected[1], within(1e-8));
  }

  @Test
  void uniformLandmarksMissMoreThanPivotedOnes() {
    double[][] x = Samples.spread(600, 3, 0, 29);
    // A small cluster far away, which a uniform sample hardly sees.
    for (int i = 0; i < 6; i++) {
      x[100 * i] = new double[] {9 + 0.3 * i, 9 - 0.2 * i, 9};
    }
    double missed = 0;
    for (String method : List.of("uniform", "pivoted")) {
      KernelModel found =
          (KernelModel)
              new KernelPca()
                  .setInputCol("features")
                  .setOutputCol("o")
                  .setGamma(1)
                  .setLandmarks(30)
                  .setLandmarkMethod(method)
                  .fit(Samples.frame(SESSION, x, 4))
                  .model();
      double error = found.spectrum().traceError();
      assertThat(error).isPositive();
      assertThat(method.equals("uniform") || error < missed).as(method).isTrue();
      missed = error;
    }
  }

  @Test
  void kernelPcaWithEveryRowALandmarkIsTheExactOne() {
    double[][] x = Samples.spread(80, 3, 0, 25);
    KernelModel exact =
        org.eigenlens.KernelPca.builder().kernel(Kernels.rbf(0.5)).components(4).fit(Matrix.of(x));
    double[] values =
        new KernelPca()
            .setInputCol("features")
            .setOutputCol("o")
            .setGamma(0.5)
            .setLandmarks(80)
            .setK(4)
            .fit(Samples.frame(SESSION, x, 3))
            .model()
            .eigenvalues();
    assertThat(values).containsExactly(exact.eigenvalues(), within(1e-8 * values[0]));
  }

  @Test
  void kernelPcaTakesItsWidthFromMedianDistancesAndLandmarksByItself() {
    double[][] x = Samples.spread(200, 3, 0, 26);
    EigenlensModel found =
        new KernelPca()
            .setInputCol("features")
            .setOutputCol("o")
            .setMedianGamma(true)
            .setStandardize(true)
            .fit(Samples.frame(SESSION, x, 3));
    KernelModel model = (KernelModel) found.model();
    assertThat(model.components()).isEqualTo(10);
    // Where all rows are in the sample, the library measures the same distances.
    KernelModel own =
        org.eigenlens.KernelPca.builder()
            .kernel(
                new org.eigenlens.kpca.KernelChoice.Median(
                    org.eigenlens.kernel.Bandwidth.Family.RBF, 0))
            .standardize(true)
            .automaticLandmarks()
            .fit(Matrix.of(x));
    assertThat(((org.eigenlens.kernel.Rbf) model.kernel()).gamma())
        .isCloseTo(((org.eigenlens.kernel.Rbf) own.kernel()).gamma(), within(1e-8));
  }
}
