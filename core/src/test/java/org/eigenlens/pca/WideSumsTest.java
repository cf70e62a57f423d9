package org.eigenlens.pca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.LinearModel;
import org.eigenlens.operator.CenteredOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gram matrices of wide data in place and of centred copies, and when which is taken. */
class WideSumsTest {

  private static final Preprocessing CENTRED = new Preprocessing(true, false, 1);
  private static final int ROWS = 40;
  private static final int COLUMNS = 1300;

  /** Returns rows of spread 1 around a mean, with a second direction of the size given. */
  private static DenseMatrix rows(double mean, double second) {
    double[][] weights = Samples.normal(ROWS, 2, 3);
    double[][] directions = Samples.normal(2, COLUMNS, 4);
    double[][] x = new double[ROWS][COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        x[i][j] =
            mean + weights[i][0] * directions[0][j] + second * weights[i][1] * directions[1][j];
      }
    }
    return DenseMatrix.copyOf(x);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 25})
  void agreesInPlaceAndCopied(double mean) {
    DenseMatrix x = rows(mean, 0.5);
    WideSums copied = WideSums.of(x, CENTRED);
    WideSums inPlace = WideSums.inPlace(x, CENTRED);
    assertThat(WideSums.mayStayInPlace(x, CENTRED)).isTrue();
    LinearAlgebra.mirror(copied.square());
    LinearAlgebra.mirror(inPlace.square());
    CenteredOperator.centerMatrix(inPlace.square());
    assertThat(inPlace.mean()).containsExactly(copied.mean(), within(1e-14 * (1 + mean)));
    // A sum of d products is rounded by at most dε times the sum of their sizes, here d(10 +
    // mean²).
    double rounding = (double) COLUMNS * COLUMNS * Math.ulp(1.0) * (10 + mean * mean);
    for (int i = 0; i < ROWS; i++) {
      assertThat(inPlace.square().row(i)).containsExactly(copied.square().row(i), within(rounding));
    }
  }

  @Test
  void findsConstantColumnsInPlace() {
    DenseMatrix x = rows(1, 0.5);
    for (int i = 0; i < ROWS; i++) {
      x.set(i, 7, 0.3);
      x.set(i, 1200, i % 2 == 0 ? 0.3 : 0.1 + 0.2);
    }
    boolean[] constant = WideSums.inPlace(x, CENTRED).constant();
    for (int j = 0; j < COLUMNS; j++) {
      assertThat(constant[j]).as("column %d", j).isEqualTo(j == 7 || j == 1200);
    }
  }

  /** Three units below the first and three above it: six are no rounding, in any order of rows. */
  @Test
  void whatIsConstantDoesNotDependOnTheFirstRow() {
    double unit = Math.ulp(1.0);
    double[] column = {1, 1 - 3 * unit, 1 + 3 * unit};
    for (int first = 0; first < 3; first++) {
      double[][] x = new double[3][1];
      for (int i = 0; i < 3; i++) {
        x[i][0] = column[(first + i) % 3];
      }
      DenseMatrix rows = DenseMatrix.copyOf(x);
      assertThat(WideSums.inPlace(rows, CENTRED).constant()).containsExactly(false);
      assertThat(Extent.of(rows, List.of("a")).isConstant(0)).isFalse();
    }
  }

  @Test
  void doesNotTryWhereTheMeanDrownsTheSpread() {
    assertThat(WideSums.mayStayInPlace(rows(1e3, 0.5), CENTRED)).isFalse();
    assertThat(WideSums.mayStayInPlace(rows(1e3, 0.5), new Preprocessing(false, false, 1)))
        .isTrue();
    assertThat(WideSums.mayStayInPlace(rows(0, 0.5), new Preprocessing(true, true, 1))).isFalse();
  }

  /**
   * Near a mean 25 times the spread, XXᵀ keeps no digit of a component 1e-7 as long as the first.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1e-2, 1e-4, 1e-6, 1e-7})
  void findsASmallComponentBesideAMean(double second) {
    DenseMatrix x = rows(25, second);
    LinearModel gram = Pca.builder().components(2).solver(PcaSolver.GRAM).build().fit(x);
    LinearModel svd = Pca.builder().components(2).solver(PcaSolver.SVD).build().fit(x);
    // Squaring centred rows costs ε·λ₁ of λ₂, here 2e-16/second² of it.
    double lost = 100 * Math.ulp(1.0) / (second * second);
    assertThat(gram.eigenvalues()[1])
        .isCloseTo(svd.eigenvalues()[1], within((1e-9 + lost) * svd.eigenvalues()[1]));
  }
}
