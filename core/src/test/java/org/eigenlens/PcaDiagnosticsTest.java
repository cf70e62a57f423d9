package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.Diagnostics;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How unusual rows are: T² within the subspace, SPE away from it, and their limits. */
class PcaDiagnosticsTest {

  private static double[][] population(int rows, long seed) {
    double[][] x = Samples.normal(rows, 8, seed);
    double[] spread = {5, 4, 3, 1.2, 1.1, 1, 0.9, 0.8};
    for (double[] row : x) {
      for (int j = 0; j < 8; j++) {
        row[j] *= spread[j];
      }
    }
    return Samples.product(x, Samples.rotation(8, 60));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.9, 0.95, 0.99})
  void newRowsExceedALimitAsOftenAsItSays(double level) {
    // Seeds 61 and 62. Of 20,000 new rows 1 − p exceed; the binomial sd of the share is
    // √(p(1−p)/20000) ≤ 0.0021, and the model's own sampling adds about as much at n = 4000.
    LinearModel pca = Pca.builder().components(3).fit(Matrix.of(population(4000, 61)));
    Matrix fresh = Matrix.of(population(20_000, 62));
    Diagnostics found = pca.diagnose(fresh, level);
    double sd = Math.sqrt(level * (1 - level) / 20_000);
    double limitT = found.tSquaredLimit();
    double limitSpe = found.speLimit();
    double beyondT = Arrays.stream(found.tSquared()).filter(t -> t > limitT).count() / 20_000.0;
    double beyondSpe = Arrays.stream(found.spe()).filter(s -> s > limitSpe).count() / 20_000.0;
    assertThat(beyondT).isCloseTo(1 - level, within(4 * sd + 0.002));
    // Box's χ² matches two moments of the SPE; the tail of nearly equal variances follows it.
    assertThat(beyondSpe).isCloseTo(1 - level, within(4 * sd + 0.004));
  }

  /** Rows with heavy tails (cubes of normal numbers), where a limit from the rows would differ. */
  private static Matrix heavyTailed() {
    double[][] x = population(2000, 63);
    for (double[] row : x) {
      for (int j = 0; j < row.length; j++) {
        row[j] = row[j] * row[j] * row[j];
      }
    }
    return Matrix.of(x);
  }

  @ParameterizedTest
  @EnumSource(
      value = PcaSolver.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"KRYLOV", "POWER"})
  void routesThatKnowTheWholeSpectrumGiveTheSameLimits(PcaSolver solver) {
    Matrix x = heavyTailed();
    Diagnostics exact = Pca.builder().components(3).solver(PcaSolver.SVD).fit(x).diagnose(x, 0.95);
    Diagnostics found = Pca.builder().components(3).solver(solver).fit(x).diagnose(x, 0.95);
    // The same function of eigenvalues that agree to a few roundings.
    assertThat(found.tSquaredLimit() / exact.tSquaredLimit()).isCloseTo(1, within(1e-12));
    assertThat(found.speLimit() / exact.speLimit()).isCloseTo(1, within(1e-9));
  }

  @ParameterizedTest
  @EnumSource(
      value = PcaSolver.class,
      names = {"KRYLOV", "POWER"})
  void routesThatDoNotLearnWhatTheyLeaveOutSaySo(PcaSolver solver) {
    Matrix x = heavyTailed();
    // Cubes spread the eigenvalues little, so power iteration gets a tolerance it can reach.
    Diagnostics found =
        Pca.builder().components(3).tolerance(1e-6).solver(solver).fit(x).diagnose(x, 0.95);
    assertThat(found.speLimit()).isNaN();
    assertThat(found.tSquaredLimit()).isPositive().isFinite();
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void tSquaredOfTheTrainingRowsSumsToItsDegreesOfFreedom(PcaSolver solver) {
    // Σ z²/λ over all rows is k(n − 1), since the variances divide by n − 1.
    Matrix x = Matrix.of(Samples.table("iris"));
    for (boolean whiten : new boolean[] {false, true}) {
      LinearModel pca = Pca.builder().components(3).whiten(whiten).solver(solver).fit(x);
      double sum = Arrays.stream(pca.diagnose(x, 0.95).tSquared()).sum();
      // Iterations settle λ₃ to 1e-10·λ₁, which is 5e-9 of itself.
      assertThat(sum).isCloseTo(3 * 149.0, within(1e-5));
    }
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void spesOfTheTrainingRowsSumToTheVarianceLeftOut(PcaSolver solver) {
    Matrix x = Matrix.of(Samples.table("wine"));
    for (boolean standardize : new boolean[] {false, true}) {
      LinearModel pca = Pca.builder().components(2).standardize(standardize).solver(solver).fit(x);
      double sum = Arrays.stream(pca.diagnose(x, 0.95).spe()).sum();
      double left = pca.totalSquares() - Arrays.stream(pca.eigenvalues()).sum();
      // Both are differences of numbers of the size of the total, and of its tolerance.
      assertThat(sum).isCloseTo(left, within(3e-10 * pca.totalSquares()));
    }
  }

  @Test
  void theDivisorDoesNotChangeWhoIsAnOutlier() {
    // Seed 64. T² and its limit both scale with the divisor of the variances.
    Matrix x = Matrix.of(population(30, 64));
    Diagnostics one = Pca.builder().components(3).ddof(1).fit(x).diagnose(x, 0.95);
    Diagnostics none = Pca.builder().components(3).ddof(0).fit(x).diagnose(x, 0.95);
    assertThat(none.tSquaredLimit() / none.tSquared()[0])
        .isCloseTo(one.tSquaredLimit() / one.tSquared()[0], within(1e-9));
  }

  @Test
  void aModelThatLeavesNothingOutFindsWhateverLiesAwayFromIt() {
    // Two columns that are multiples of one another: one direction is all there is.
    Matrix x = Matrix.of(new double[][] {{1, 2}, {2, 4}, {3, 6}, {5, 10}});
    LinearModel pca = Pca.builder().fit(x);
    assertThat(pca.components()).isEqualTo(1);
    Diagnostics within = pca.diagnose(x, 0.95);
    Diagnostics away = pca.diagnose(Matrix.of(new double[][] {{3, 6.1}}), 0.95);
    for (int i = 0; i < 4; i++) {
      assertThat(within.spe()[i]).isLessThan(within.speLimit());
    }
    assertThat(away.outlier(0)).isTrue();
  }

  /** Seed 66. Four rows of eight columns span three directions, all of which are kept. */
  @ParameterizedTest
  @EnumSource(
      value = PcaSolver.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"KRYLOV", "POWER"})
  void fewerRowsThanColumnsLeaveNothingOut(PcaSolver solver) {
    Matrix x = Matrix.of(population(4, 66));
    LinearModel pca = Pca.builder().solver(solver).fit(x);
    assertThat(pca.components()).isEqualTo(3);
    Diagnostics within = pca.diagnose(x, 0.95);
    assertThat(within.speLimit()).isCloseTo(1e-12 * pca.totalVariance(), within(1e-15));
    for (int i = 0; i < 4; i++) {
      assertThat(within.spe()[i]).isLessThan(within.speLimit());
    }
    Diagnostics fresh = pca.diagnose(Matrix.of(population(20, 67)), 0.95);
    for (int i = 0; i < 20; i++) {
      assertThat(fresh.outlier(i)).isTrue();
    }
  }

  /** Variances of 1e200 or 1e-200 are numbers, their squares are not. */
  @ParameterizedTest
  @ValueSource(doubles = {1e100, 1e-100})
  void aLimitWhoseSquaresAreNoNumbersIsNotKnown(double unit) {
    double[][] x = population(200, 68);
    for (double[] row : x) {
      Arrays.setAll(row, j -> row[j] * unit);
    }
    Matrix rows = Matrix.of(x);
    Diagnostics found =
        Pca.builder().components(3).solver(PcaSolver.SVD).fit(rows).diagnose(rows, 0.95);
    assertThat(found.speLimit()).isNaN();
    assertThat(found.tSquaredLimit()).isPositive().isFinite();
    assertThat(found.tSquared()).doesNotContain(Double.NaN);
  }

  @Test
  void aSmallRemainderBesideALargeFirstComponentKeepsItsLimit() {
    // Seed 65: the first variance is 1e10 times the others, its square 1e20 times theirs.
    double[][] x = Samples.normal(500, 4, 65);
    for (double[] row : x) {
      row[0] *= 1e5;
    }
    Matrix rows = Matrix.of(x);
    LinearModel pca = Pca.builder().components(1).fit(rows);
    Diagnostics found = pca.diagnose(rows, 0.95);
    // Three unit variances are left: the limit is that of χ²(3), 7.81, within sampling of √(2/500).
    assertThat(found.speLimit()).isCloseTo(7.81, within(1.0));
  }
}
