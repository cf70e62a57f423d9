package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eigenlens.SupervisedPcaTest.IRIS;
import static org.eigenlens.SupervisedPcaTest.assertClose;
import static org.eigenlens.SupervisedPcaTest.species;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.LinearModel;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Golden numbers are SciPy's {@code eigh(S_B, S_W)}, columns scaled to length 1. */
class FisherTest {

  @Test
  void irisWithSpecies() {
    LinearModel model = Fisher.builder().fit(Matrix.of(IRIS), species());
    assertClose(model.eigenvalues(), new double[] {32.19192919828, 0.2853910426231}, 1e-12);
    assertClose(
        model.directions().row(0),
        new double[] {-0.208741821475, -0.386203686755, 0.554011715553, 0.707350396433},
        1e-11);
    assertClose(
        model.directions().row(1),
        new double[] {0.006531964047, 0.586610553125, -0.252561540044, 0.769453092072},
        1e-9);
    assertThat(model.provenance().orthogonality()).isGreaterThan(0.1);
  }

  @Test
  void standardisingDoesNotChangeTheCoordinatesButForTheirScale() {
    Matrix x = Matrix.of(IRIS);
    double[] plain = Fisher.builder().whiten(true).fit(x, species()).transform(x).row(3);
    double[] standardised =
        Fisher.builder().whiten(true).standardize(true).fit(x, species()).transform(x).row(3);
    for (int c = 0; c < 2; c++) {
      assertThat(Math.abs(standardised[c])).isEqualTo(Math.abs(plain[c]), within(1e-11));
    }
  }

  @Test
  void reconstructionIsTheNearestPointOfThePlane(@TempDir Path folder) throws IOException {
    Matrix x = Matrix.of(IRIS);
    Path file = folder.resolve("model");
    Fisher.builder().fit(x, species()).save(file);
    LinearModel model = LinearModel.load(file);
    double[] back = model.inverseTransform(model.transform(x)).row(20);
    double[] rest = new double[4];
    Arrays.setAll(rest, j -> IRIS[20][j] - back[j]);
    // What is left is at right angles to both directions.
    assertThat(Oracle.dot(rest, model.directions().row(0))).isEqualTo(0, within(1e-13));
    assertThat(Oracle.dot(rest, model.directions().row(1))).isEqualTo(0, within(1e-13));
    double[] again = model.transform(back);
    assertClose(again, model.transform(IRIS[20]), 1e-12);
  }

  @Test
  void withMoreColumnsThanRowsPcaComesFirst() {
    double[][] x = Samples.normal(24, 200, 11);
    int[] classes = IntStream.range(0, 24).map(i -> i % 3).toArray();
    for (int i = 0; i < 24; i++) {
      x[i][classes[i]] += 6;
    }
    LinearModel model = Fisher.builder().fit(Matrix.of(x), Labels.ofClasses(classes));
    assertThat(model.components()).isEqualTo(2);
    assertThat(model.provenance().solverReason()).contains("PCA to 21 of 23 dimensions");
    // The same by hand: PCA to 21 dimensions, then Fisher, where nothing is singular any more.
    DenseMatrix scores = Pca.builder().components(21).fit(Matrix.of(x)).transform(Matrix.of(x));
    LinearModel second = Fisher.builder().fit(scores, Labels.ofClasses(classes));
    assertClose(model.eigenvalues(), second.eigenvalues(), 1e-9);
  }

  /** Of 10 rows two are equal: 8 directions vary, and only 7 of them within classes. */
  @Test
  void equalRowsOfAClassLeaveOneDimensionLess() {
    double[][] x = Samples.normal(10, 50, 12);
    int[] classes = IntStream.range(0, 10).map(i -> i % 2).toArray();
    x[4] = x[2].clone();
    LinearModel model = Fisher.builder().fit(Matrix.of(x), Labels.ofClasses(classes));
    assertThat(model.provenance().solverReason()).contains("PCA to 7 of 8 dimensions");
    assertThat(model.provenance().warnings().toString()).contains("PCA to 7 of 8 dimensions");
    DenseMatrix scores = Pca.builder().components(7).fit(Matrix.of(x)).transform(Matrix.of(x));
    LinearModel second = Fisher.builder().fit(scores, Labels.ofClasses(classes));
    // μ/(1 − μ) is as uncertain as 1 − μ, which rounding of the whitened means changes by 1e-14.
    assertClose(model.eigenvalues(), second.eigenvalues(), 1e-9);
    for (int i = 0; i < 10; i++) {
      x[i][3] = classes[i];
    }
    // A copy of the label is another matter, whatever the number of columns.
    assertThatThrownBy(() -> Fisher.builder().fit(Matrix.of(x), Labels.ofClasses(classes)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("constant within every class");
  }

  @Test
  void whatCannotBeToldApartIsRefused() {
    Matrix x = Matrix.of(IRIS);
    assertThatThrownBy(() -> Fisher.builder().fit(x, Labels.ofClasses(new int[150])))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("at least 2 classes");
    assertThatThrownBy(() -> Fisher.builder().components(3).fit(x, species()))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("3 components were asked for, but only 2");
    Labels own = Labels.ofClasses(IntStream.range(0, 150).toArray());
    assertThatThrownBy(() -> Fisher.builder().fit(x, own))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("more rows than classes");
    assertThatThrownBy(() -> Fisher.builder().fit(x, Labels.ofTargets(new double[150])))
        .isInstanceOf(IllegalArgumentException.class);
    double[][] leaked = new double[150][];
    double[] copy = species().values().column(0);
    Arrays.setAll(leaked, i -> new double[] {IRIS[i][0], copy[i], IRIS[i][1]});
    assertThatThrownBy(() -> Fisher.builder().fit(Matrix.of(leaked), species()))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("constant within every class");
  }
}
