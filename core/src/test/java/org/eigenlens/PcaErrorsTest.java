package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What cannot be done is refused in words that say why; what was cancelled stops. */
class PcaErrorsTest {

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void aCellThatIsNoNumberIsNamed(PcaSolver solver) {
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      for (int rows : new int[] {20, 3}) {
        double[][] x = Samples.normal(rows, 5, 81);
        x[2][3] = bad;
        Pca pca = Pca.builder().components(2).solver(solver).build();
        assertThatThrownBy(() -> pca.fit(Matrix.of(x), List.of("a", "b", "c", "d", "e")))
            .isInstanceOf(NumericalException.class)
            .hasMessageContaining("Row 3")
            .hasMessageContaining("'d'")
            .hasMessageContaining(String.valueOf(bad));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = PcaSolver.class,
      names = {"AUTO", "KRYLOV", "COVARIANCE", "POWER"})
  void aCellThatIsNoNumberIsNamedInSparseData(PcaSolver solver) {
    double[][] x = Samples.normal(20, 5, 81);
    x[2][3] = Double.NaN;
    assertThatThrownBy(() -> Pca.builder().solver(solver).fit(Samples.sparse(x)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Row 3");
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void valuesFarBeyondTheirSpreadAreDecomposedWithAWarning(PcaSolver solver) {
    double[][] near = Samples.normal(200, 3, 85);
    double[][] far = new double[near.length][3];
    for (int i = 0; i < near.length; i++) {
      for (int j = 0; j < 3; j++) {
        // Eighths are exact at 1e14, so that both tables are the same but for where they lie.
        near[i][j] = Math.rint(8 * (3 - j) * near[i][j]) / 8;
        far[i][j] = near[i][j] + 1e14;
      }
    }
    LinearModel exact = Pca.builder().components(2).solver(PcaSolver.SVD).fit(Matrix.of(near));
    LinearModel found = Pca.builder().components(2).solver(solver).fit(Matrix.of(far));
    assertThat(found.provenance().warnings())
        .singleElement()
        .asString()
        .contains("fewer than three digits");
    for (int i = 0; i < 2; i++) {
      // Each mean is rounded to 64ths; nδδᵀ of that would be some 0.1.
      assertThat(found.eigenvalues()[i])
          .isCloseTo(exact.eigenvalues()[i], within(1e-9 * exact.eigenvalues()[0]));
    }
  }

  /**
   * Beside a column that is constant but for its last bit, which moving would make one that varies.
   */
  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void aMeanOf1e15DeviationsIsStandardisedRightly(PcaSolver solver) {
    double[][] rows = {{1e15, 0.3}, {1e15 + 1, 0.1 + 0.2}, {1e15 + 3, 0.3}};
    LinearModel found =
        Pca.builder().components(1).standardize(true).solver(solver).fit(Matrix.of(rows));
    assertThat(found.eigenvalues()[0]).isCloseTo(2, within(1e-14));
    assertThat(found.totalVariance()).isCloseTo(1, within(1e-14));
    assertThat(found.scale()[0]).isCloseTo(Math.sqrt(7.0 / 3), within(1e-14));
    assertThat(found.scale()[1]).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void columnsThatReachTheLargestNumbersCanBeStandardised(PcaSolver solver) {
    double[][] signs = Samples.normal(20, 3, 86);
    for (double[] row : signs) {
      Arrays.setAll(row, j -> Math.signum(row[j]));
    }
    Pca.Builder pca = Pca.builder().components(2).standardize(true).solver(solver);
    double[] exact = pca.fit(Matrix.of(signs)).eigenvalues();
    LinearModel found = pca.fit(Matrix.of(Samples.moved(signs, 0.8e308, 0)));
    assertThat(found.provenance().warnings()).isEmpty();
    for (int i = 0; i < 2; i++) {
      assertThat(found.eigenvalues()[i]).isCloseTo(exact[i], within(1e-12 * exact[0]));
    }
    // Here a row less the mean may be beyond the largest number, and have no coordinates.
    Matrix beyond = Matrix.of(Samples.moved(signs, 1.7e308, 0));
    assertThatThrownBy(() -> pca.fit(beyond))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("The values of column 'x1' differ by more than 1.8e+308, too much");
  }

  @Test
  void aColumnThatVanishesBesideAnotherIsNotCalledConstant() {
    double[][] x = Samples.normal(20, 2, 87);
    for (double[] row : x) {
      row[0] *= 1e150;
      row[1] *= 1e-150;
    }
    assertThat(Pca.builder().fit(Matrix.of(x)).provenance().warnings())
        .noneMatch(warning -> warning.contains("constant"));
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void squaresBeyondTheRangeOfDoubleAreRefused(PcaSolver solver) {
    // The variances of the last two are denormal numbers, which have fewer digits.
    for (double size : new double[] {1e200, 1e-200, 1e-162, 1e-155}) {
      Matrix x = Matrix.of(Samples.moved(Samples.normal(20, 3, 82), size, 0));
      assertThatThrownBy(() -> Pca.builder().solver(solver).fit(x))
          .as("size %s", size)
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining(size > 1 ? "too large for double" : "too small for double")
          .hasMessageContaining(size > 1 ? "divide them" : "multiply them");
      // Standardised they are like any other.
      LinearModel pca = Pca.builder().standardize(true).solver(solver).fit(x);
      assertThat(pca.totalVariance()).isCloseTo(3, within(1e-12));
    }
  }

  @Test
  void noRowsNoColumnsAndOneRowHaveMessagesOfTheirOwn() {
    assertThatThrownBy(() -> Pca.builder().fit(DenseMatrix.zeros(0, 3)))
        .hasMessageContaining("no rows");
    assertThatThrownBy(() -> Pca.builder().fit(DenseMatrix.zeros(3, 0)))
        .hasMessageContaining("no column");
    assertThatThrownBy(() -> Pca.builder().fit(DenseMatrix.zeros(1, 3)))
        .hasMessageContaining("only 1 row");
  }

  @ParameterizedTest
  @EnumSource(
      value = PcaSolver.class,
      names = {"AUTO", "STREAMING", "COVARIANCE", "SVD", "KRYLOV", "POWER"})
  void aStreamWithoutRowsOrWithOneHasThemToo(PcaSolver solver) {
    Pca pca = Pca.builder().solver(solver).build();
    assertThatThrownBy(() -> pca.fit(Samples.streamed(new double[0][3], 3), null))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("no rows");
    assertThatThrownBy(() -> pca.fit(Samples.streamed(new double[][] {{1, 2, 3}}, 3), null))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("only 1 row");
  }

  @Test
  void aStreamHasNoGramMatrix() {
    Pca pca = Pca.builder().solver(PcaSolver.GRAM).build();
    assertThatThrownBy(() -> pca.fit(Samples.streamed(Samples.lecture(), 2), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("all rows in memory");
  }

  @Test
  void oneRowWithoutCentringIsItsOwnDirection() {
    LinearModel lsa = Pca.builder().center(false).fit(Matrix.of(new double[][] {{3, 4}}));
    assertThat(lsa.singularValues()).hasSize(1);
    assertThat(lsa.directions().row(0))
        .containsExactly(new double[] {0.6, 0.8}, org.assertj.core.data.Offset.offset(1e-15));
  }

  @Test
  void namesMustMatchTheColumns() {
    Pca pca = Pca.builder().build();
    assertThatThrownBy(() -> pca.fit(Matrix.of(Samples.lecture()), List.of("only one")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 column name given")
        .hasMessageContaining("2 columns");
  }

  @Test
  void rowsAndCoordinatesOfAnotherWidthAreRefusedWithBothNumbers() {
    LinearModel pca = Pca.builder().components(1).fit(Matrix.of(Samples.lecture()));
    assertThatThrownBy(() -> pca.transform(DenseMatrix.zeros(2, 3)))
        .hasMessageContaining("3 columns")
        .hasMessageContaining("fitted to 2");
    assertThatThrownBy(() -> pca.inverseTransform(DenseMatrix.zeros(2, 2)))
        .hasMessageContaining("2 coordinates")
        .hasMessageContaining("1 component.");
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> Pca.builder().components(0)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> Pca.builder().components(1.5)).hasMessageContaining("1.5");
    Matrix narrow = Matrix.of(new double[][] {{1}, {2}, {4}});
    assertThatThrownBy(() -> Pca.builder().components(2).fit(narrow))
        .hasMessage(
            "2 components were asked for, but 3 rows × 1 column have at most 1; ask for 1.");
    assertThatThrownBy(() -> Pca.builder().ddof(2)).hasMessageContaining("not 2");
    assertThatThrownBy(() -> Pca.builder().tolerance(0)).hasMessageContaining("0.0");
    assertThatThrownBy(() -> Pca.builder().memory(0)).hasMessageContaining("not 0");
  }

  @Test
  void moreMemoryThanAllowedIsRefusedBeforeItIsTaken() {
    Matrix x = DenseMatrix.zeros(4, 2000);
    Pca.Builder covariance = Pca.builder().solver(PcaSolver.COVARIANCE).memory(1_000_000);
    assertThatThrownBy(() -> covariance.fit(x))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("covariance of 2000 columns");
    assertThatCode(() -> Pca.builder().memory(1_000_000).fit(x)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void interruptingTheFittingThreadCancels(PcaSolver solver) {
    Matrix x = Matrix.of(Samples.normal(200, 20, 83));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> Pca.builder().solver(solver).fit(x))
        .isInstanceOf(CancellationException.class);
    // The flag stays set for whoever called; clearing it here also cleans up.
    assertThat(Thread.interrupted()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = PcaSolver.class,
      names = {"KRYLOV", "POWER"})
  void interruptingAnIterationCancels(PcaSolver solver) {
    Matrix x = Matrix.of(Samples.normal(200, 60, 84));
    Pca pca =
        Pca.builder()
            .components(3)
            .solver(solver)
            .progress(
                step -> {
                  if (step.contains("pass 2") || step.contains("vector 2")) {
                    Thread.currentThread().interrupt();
                  }
                })
            .build();
    assertThatThrownBy(() -> pca.fit(x)).isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void sparseConstantsHaveNoComponentsToShow() {
    double[][] x = new double[7][3];
    Arrays.stream(x).forEach(row -> Arrays.fill(row, 0.1));
    LinearModel pca = Pca.builder().components(2).solver(PcaSolver.KRYLOV).fit(Samples.sparse(x));
    assertThat(pca.eigenvalues()).containsOnly(0);
    assertThat(pca.transform(Samples.sparse(x)).row(0)).containsOnly(0);
  }
}
