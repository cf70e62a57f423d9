package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.eigenlens.cca.CcaSolver;
import org.eigenlens.cca.Ridge;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.PairedModel.Side;
import org.eigenlens.model.Wilks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Canonical correlations of published data sets, to the digits that were published. */
class CcaGoldenTest {

  /** Goldens have eight digits. */
  private static final Offset<Double> DIGITS = within(6e-9);

  private static final Matrix EXERCISE = Matrix.of(PairedSamples.exercise());
  private static final Matrix PHYSIOLOGY = Matrix.of(PairedSamples.physiology());

  /** R's cancor(EXERCISE, PHYSIOLOGY)$cor. */
  private static final double[] LINNERUD = {0.79560815, 0.20055604, 0.07257029};

  @ParameterizedTest
  @EnumSource(CcaSolver.class)
  void linnerudByEveryRoute(CcaSolver solver) {
    PairedModel model = Cca.builder().solver(solver).fit(EXERCISE, PHYSIOLOGY);
    assertThat(model.correlations()).containsExactly(LINNERUD, DIGITS);
    assertThat(model.provenance().maxRelativeResidual()).isLessThan(1e-11);
  }

  @Test
  void anyOrderOfColumns() {
    int[][] orders = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int[] x : orders) {
      for (int[] y : orders) {
        PairedModel model =
            Cca.builder()
                .fit(
                    PairedSamples.columns(PairedSamples.exercise(), x),
                    PairedSamples.columns(PairedSamples.physiology(), y));
        assertThat(model.correlations()).containsExactly(LINNERUD, DIGITS);
      }
    }
  }

  @Test
  void anyUnitsOfColumns() {
    double[] units = {1e-8, 1, 1e9};
    double[][] x = new double[20][3];
    double[][] y = new double[20][3];
    for (int i = 0; i < 20; i++) {
      for (int j = 0; j < 3; j++) {
        x[i][j] = PairedSamples.exercise()[i][j] * units[j];
        y[i][j] = PairedSamples.physiology()[i][j] * units[2 - j];
      }
    }
    PairedModel model = Cca.builder().fit(Matrix.of(x), Matrix.of(y));
    assertThat(model.correlations()).containsExactly(LINNERUD, DIGITS);
  }

  /** R's help(cancor): cancor(pop, oec)$cor is 0.8247966 0.3652762. */
  @Test
  void lifeCycleSavings() {
    PairedModel model =
        Cca.builder()
            .fit(
                PairedSamples.columns(PairedSamples.savings(), 1, 2),
                PairedSamples.columns(PairedSamples.savings(), 0, 3, 4));
    assertThat(model.correlations())
        .containsExactly(new double[] {0.8247966, 0.3652762}, within(6e-8));
    // $xcoef[, 1] is (-0.009110856, 0.048647514) for scores of unit length; ours have unit
    // variance.
    DenseMatrix weights = model.weights(Side.X);
    assertThat(weights.get(0, 0) / 7).isCloseTo(0.009110856, within(1e-9));
    assertThat(weights.get(0, 1) / 7).isCloseTo(-0.048647514, within(1e-9));
  }

  /**
   * Regularised CCA of the standardised views, by NumPy from SVD factors s/√(s² + 19·R); 1/9 and 1
   * are cca-zoo's c = 0.1 and 0.5, the limit is c = 1.
   */
  @Test
  void ridgesOfStandardisedLinnerud() {
    assertThat(first(new Ridge.Fixed(1 / 9.0, 1 / 9.0))).isCloseTo(0.76395405, DIGITS);
    assertThat(first(new Ridge.Fixed(1, 1))).isCloseTo(0.63366774, DIGITS);
    assertThat(first(Ridge.PLS)).isCloseTo(0.55360796, DIGITS);
    // A large ridge comes near its limit as one over it.
    assertThat(first(new Ridge.Fixed(1e9, 1e9))).isCloseTo(0.55360796, within(2e-8));
  }

  /**
   * Squared singular values of the cross-covariance XᵀY/19 by NumPy, standardised and not; with no
   * ridge on the first view, of QᵀY/√19 with X = QR.
   */
  @Test
  void eigenvaluesInTheLimitAreSquaredCovariances() {
    Cca.Builder standardised = Cca.builder().standardize(true);
    assertThat(standardised.ridge(Ridge.PLS).fit(EXERCISE, PHYSIOLOGY).eigenvalues())
        .containsExactly(new double[] {1.27242610, 5.65691515e-3, 1.10572484e-3}, within(5e-9));
    PairedModel plain = Cca.builder().ridge(Ridge.PLS).fit(EXERCISE, PHYSIOLOGY);
    assertThat(plain.eigenvalues()[0]).isCloseTo(6.92402612e+05, within(5e-4));
    assertThat(plain.eigenvalues()[2]).isCloseTo(1.36062086, within(5e-9));
    Ridge one = new Ridge.Fixed(0, Double.POSITIVE_INFINITY);
    assertThat(standardised.ridge(one).fit(EXERCISE, PHYSIOLOGY).eigenvalues())
        .containsExactly(new double[] {0.87808311, 0.00900701, 0.00354362}, DIGITS);
  }

  private static double first(Ridge ridge) {
    return Cca.builder().standardize(true).ridge(ridge).fit(EXERCISE, PHYSIOLOGY).correlations()[0];
  }

  /** SAS proc cancorr and statsmodels' CanCorr on the same data. */
  @Test
  void wilksOfLinnerud() {
    PairedModel model = Cca.builder().fit(EXERCISE, PHYSIOLOGY);
    Wilks first = model.findings().wilks().get(0);
    assertThat(first.lambda()).isCloseTo(0.35039053, DIGITS);
    assertThat(first.f()).isCloseTo(2.048234, within(5e-7));
    assertThat(first.df1()).isEqualTo(9);
    assertThat(first.df2()).isCloseTo(34.223, within(5e-4));
    assertThat(first.pValue()).isCloseTo(0.0635309, within(5e-8));
    Wilks second = model.findings().wilks().get(1);
    assertThat(second.f()).isCloseTo(0.175782, within(5e-7));
    assertThat(second.df1()).isEqualTo(4);
    assertThat(second.df2()).isCloseTo(30, within(1e-12));
    assertThat(second.pValue()).isCloseTo(0.94912, within(5e-6));
    Wilks third = model.findings().wilks().get(2);
    assertThat(third.f()).isCloseTo(0.0847093, within(5e-8));
    assertThat(third.df2()).isCloseTo(16, within(1e-12));
    assertThat(third.pValue()).isCloseTo(0.774753, within(5e-7));
  }

  /** UCLA's mmreg example (600 students, 3 and 5 measures), from its published correlations. */
  @Test
  void wilksOfManyRows() {
    var tests = Wilks.tests(new double[] {0.4640861, 0.1675092, 0.1039911}, 600, 3, 5);
    assertThat(tests.get(0).f()).isCloseTo(11.71573, within(2e-5));
    assertThat(tests.get(0).df1()).isEqualTo(15);
    assertThat(tests.get(0).df2()).isCloseTo(1634.653, within(5e-4));
    assertThat(tests.get(1).f()).isCloseTo(2.944460, within(2e-5));
    assertThat(tests.get(1).df2()).isCloseTo(1186, within(1e-9));
    assertThat(tests.get(1).pValue()).isCloseTo(0.0029051, within(5e-7));
    assertThat(tests.get(2).f()).isCloseTo(2.164610, within(2e-5));
    assertThat(tests.get(2).pValue()).isCloseTo(0.0910924, within(5e-6));
  }

  /** One measure against two: the formula for s has 0/0 there. */
  @Test
  void wilksOfOneAgainstTwoIsTheFTestOfRegression() {
    // R² = 0.25, n = 23: F = (0.25/2)/(0.75/20).
    Wilks test = Wilks.tests(new double[] {0.5}, 23, 1, 2).get(0);
    assertThat(test.f()).isCloseTo(0.125 / 0.0375, within(1e-12));
    assertThat(test.df1()).isEqualTo(2);
    assertThat(test.df2()).isEqualTo(20);
  }
}
