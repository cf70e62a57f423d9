package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.eigenlens.hsic.Dependence;
import org.eigenlens.kernel.Draws;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;

/**
 * Golden numbers are NumPy's, from the definitions: with H = I − 11ᵀ/n, {@code trace(K @ H @ L @
 * H)/(n-1)**2}; the unbiased estimate from matrices with zero diagonal; the gamma approximation as
 * in Gretton's own code.
 */
class HsicTest {

  private static final Matrix IRIS = Matrix.of(Samples.table("iris"));

  /** Sums of 22,500 products of numbers that are right to 1e-15. */
  private static final double ROUNDING = 1e-12;

  private static Labels species() {
    int[] classes = new int[150];
    Arrays.setAll(classes, i -> i / 50);
    return Labels.ofClasses(classes);
  }

  private static Matrix column(int column) {
    return DenseMatrix.copyOf(IRIS.toArray()).columnRange(column, column + 1);
  }

  @Test
  void irisByLinearAndDelta() {
    Dependence found = Hsic.builder().xKernel(Kernels.linear()).test(IRIS, species());
    assertThat(found.hsic()).isEqualTo(1.333438133417414, within(ROUNDING));
    assertThat(found.unbiased()).isEqualTo(1.321830580285798, within(ROUNDING));
    assertThat(found.alignment()).isEqualTo(0.6633142463454291, within(ROUNDING));
    assertThat(found.pValue()).isEqualTo(0.001);
    assertThat(found.y()).isEqualTo(Kernels.delta());
  }

  @Test
  void irisByRbfAndDelta() {
    Dependence found =
        Hsic.builder().xKernel(Kernels.rbf(0.25)).gammaApproximation().test(IRIS, species());
    assertThat(found.hsic()).isEqualTo(0.1329749838472957, within(ROUNDING));
    assertThat(found.unbiased()).isEqualTo(0.1310880272575404, within(ROUNDING));
    assertThat(found.pValue()).isEqualTo(1.229847514688034e-48, within(1e-54));
    assertThat(found.pValueError()).isZero();
  }

  @Test
  void lengthAndWidthByTwoWidths() {
    Dependence found =
        Hsic.builder()
            .xKernel(Kernels.rbf(0.5))
            .yKernel(Kernels.rbf(2))
            .gammaApproximation()
            .test(column(0), column(1));
    assertThat(found.hsic()).isEqualTo(0.006888472742613231, within(1e-14));
    assertThat(found.unbiased()).isEqualTo(0.006126839840618559, within(1e-14));
    // A tail probability magnifies the relative error of its argument by a few dozen.
    assertThat(found.pValue()).isEqualTo(5.376977978666411e-08, within(1e-18));
  }

  @Test
  void landmarksBoundWhatTheyMiss() {
    Kernel kernel = Kernels.rbf(0.25);
    double exact = Hsic.builder().xKernel(kernel).test(IRIS, species()).hsic();
    Dependence few = Hsic.builder().xKernel(kernel).landmarks(8).test(IRIS, species());
    assertThat(few.landmarks()).isEqualTo(8);
    assertThat(few.missed()).isPositive();
    assertThat(exact).isBetween(few.hsic(), few.hsic() + few.missed());
    Dependence many = Hsic.builder().xKernel(kernel).landmarks(150).test(IRIS, species());
    // What landmarks leave as rounding is 1e-13 of each k(x, x).
    assertThat(many.hsic()).isEqualTo(exact, within(1e-11));
    assertThat(many.pValue()).isEqualTo(0.001);
    double unbiased = Hsic.builder().xKernel(kernel).test(IRIS, species()).unbiased();
    assertThat(many.unbiased()).isEqualTo(unbiased, within(1e-11));
  }

  /** The product of two kernels may be no number though each is one. */
  @Test
  void aCriterionBeyondDoubleNumbersIsRefused() {
    for (double size : new double[] {1e100, 1e-100}) {
      double[][] x = Samples.normal(40, 2, 3);
      double[][] y = Samples.normal(40, 2, 4);
      for (int i = 0; i < x.length; i++) {
        for (int j = 0; j < 2; j++) {
          x[i][j] *= size;
          y[i][j] = y[i][j] * size + x[i][j];
        }
      }
      Hsic.Builder linear =
          Hsic.builder().xKernel(Kernels.linear()).yKernel(Kernels.linear()).permutations(9);
      assertThatThrownBy(() -> linear.test(Matrix.of(x), Matrix.of(y)))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining(size > 1 ? "HSIC would be about 1e40" : "HSIC would be about 1e-")
          .hasMessageContaining("use other units, or another kernel");
      assertThatThrownBy(() -> linear.landmarks(5).test(Matrix.of(x), Matrix.of(y)))
          .hasMessageContaining("HSIC would be about 1e");
    }
  }

  /** Kernels see copies of both sides, here of 8 MB each, beside what landmarks take. */
  @Test
  void copiesOfBothSidesAreCounted() {
    Matrix wide = Matrix.of(Samples.normal(100, 10_000, 5));
    assertThatThrownBy(() -> Hsic.builder().landmarks(5).memory(10_000_000).test(wide, wide))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("5 landmarks for 100 rows would take 16 MB, and 9 MB are allowed");
  }

  /** Points on a circle are uncorrelated, and yet one coordinate says much of the other. */
  @Test
  void aCircleDependsThoughItIsNotCorrelated() {
    Random random = new Random(5);
    double[][] x = new double[200][1];
    double[][] y = new double[200][1];
    for (int i = 0; i < x.length; i++) {
      double angle = 2 * Math.PI * i / x.length;
      x[i][0] = Math.cos(angle) + 0.05 * random.nextGaussian();
      y[i][0] = Math.sin(angle) + 0.05 * random.nextGaussian();
    }
    Dependence seen = Hsic.builder().test(Matrix.of(x), Matrix.of(y));
    assertThat(seen.pValue()).isLessThan(0.01);
    assertThat(Hsic.builder().gammaApproximation().test(Matrix.of(x), Matrix.of(y)).pValue())
        .isLessThan(0.01);
    Dependence linear =
        Hsic.builder()
            .xKernel(Kernels.linear())
            .yKernel(Kernels.linear())
            .test(Matrix.of(x), Matrix.of(y));
    assertThat(linear.pValue()).isGreaterThan(0.05);
  }

  /** Under independence p is uniform: of 40 data sets about 2 should fall below 0.05. */
  @Test
  void independentDataRarelyLookDependent() {
    int byPermutation = 0;
    int byGamma = 0;
    double unbiased = 0;
    for (int set = 0; set < 40; set++) {
      Matrix x = Matrix.of(Samples.normal(100, 2, 2L * set));
      Matrix y = Matrix.of(Samples.normal(100, 1, 2L * set + 1));
      Dependence found = Hsic.builder().permutations(199).seed(set).test(x, y);
      byPermutation += found.pValue() < 0.05 ? 1 : 0;
      byGamma += Hsic.builder().gammaApproximation().test(x, y).pValue() < 0.05 ? 1 : 0;
      unbiased += found.unbiased() / 40;
      // (1 − p)p/(B + 1) is the variance of a share of B + 1 draws.
      assertThat(found.pValueError())
          .isEqualTo(Math.sqrt(found.pValue() * (1 - found.pValue()) / 200), within(1e-15));
    }
    // More than 6 of 40 have a probability of 1.4 % for a test that keeps its level.
    assertThat(byPermutation).isLessThanOrEqualTo(6);
    assertThat(byGamma).isLessThanOrEqualTo(6);
    // One estimate has a deviation of about 4e-4 here, the mean of 40 one of 6e-5.
    assertThat(unbiased).isEqualTo(0, within(3e-4));
  }

  @Test
  void theAnswerDoesNotDependOnThreads() {
    int before = Parallel.threads();
    try {
      Parallel.setThreads(1);
      Dependence one = Hsic.builder().test(IRIS, species());
      Parallel.setThreads(4);
      assertThat(Hsic.builder().test(IRIS, species())).isEqualTo(one);
    } finally {
      Parallel.setThreads(before);
    }
  }

  /**
   * Shuffles by factors of both sides, of one, and pair by pair are the same shuffles: sides with
   * few distinct rows, or many, and the same seed. The share that reaches a value is a count.
   */
  @Test
  void permutationsDoNotDependOnTheWayTheyAreTaken() {
    int n = 90;
    double[][] many = Samples.normal(n, 4, 3);
    double[][] few = new double[n][1];
    double[][] other = new double[n][1];
    for (int i = 0; i < n; i++) {
      few[i][0] = i % 5;
      other[i][0] = many[i][0] > 0.4 ? 1 : i % 3;
    }
    for (double[][][] sides :
        new double[][][][] {{many, other}, {other, many}, {few, other}, {many, many}}) {
      Matrix x = Matrix.of(sides[0]);
      Matrix y = Matrix.of(sides[1]);
      Kernel kernel = Kernels.rbf(0.7);
      Dependence found =
          Hsic.builder().xKernel(kernel).yKernel(kernel).permutations(300).seed(9).test(x, y);
      double[][] k = centred(sides[0]);
      double[][] l = centred(sides[1]);
      Random seeds = Draws.of(9);
      double value = product(k, l, IntStream.range(0, n).toArray());
      int reached = 1;
      for (int p = 0; p < 300; p++) {
        int[] order = Draws.order(n, seeds.nextLong());
        reached += product(k, l, order) >= value * (1 - 1e-12) ? 1 : 0;
      }
      assertThat(found.pValue()).isEqualTo(reached / 301.0, within(1e-15));
    }
  }

  private static double[][] centred(double[][] x) {
    int n = x.length;
    double[][] k = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double square = 0;
        for (int c = 0; c < x[i].length; c++) {
          square += (x[i][c] - x[j][c]) * (x[i][c] - x[j][c]);
        }
        k[i][j] = Math.exp(-0.7 * square);
      }
    }
    double[] means = new double[n];
    Arrays.setAll(means, i -> Arrays.stream(k[i]).average().orElseThrow());
    double grand = Arrays.stream(means).average().orElseThrow();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        k[i][j] += grand - means[i] - means[j];
      }
    }
    return k;
  }

  private static double product(double[][] k, double[][] l, int[] order) {
    double sum = 0;
    for (int i = 0; i < order.length; i++) {
      for (int j = 0; j < order.length; j++) {
        sum += k[i][j] * l[order[i]][order[j]];
      }
    }
    return sum;
  }

  @Test
  void labelsMayBeNumbers() {
    Dependence byTargets =
        Hsic.builder()
            .xKernel(Kernels.linear())
            .yKernel(Kernels.linear())
            .withoutTest()
            .test(column(2), Labels.ofTargets(column(3)));
    // With linear kernels the value is the squared covariance: np.cov(petal)[0, 1]**2.
    assertThat(byTargets.hsic()).isEqualTo(1.2956093959734 * 1.2956093959734, within(1e-11));
    assertThat(byTargets.pValue()).isNaN();
  }

  @Test
  void whatCannotBeMeasuredIsRefused() {
    assertThatThrownBy(() -> Hsic.builder().test(IRIS, IRIS.rowRange(0, 9)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("150")
        .hasMessageContaining("9");
    assertThatThrownBy(() -> Hsic.builder().test(IRIS, Labels.ofClasses(new int[150])))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("the same value in every row");
    assertThatThrownBy(
            () ->
                Hsic.builder()
                    .gammaApproximation()
                    .test(IRIS.rowRange(0, 5), column(0).rowRange(0, 5)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("at least 6 rows");
    assertThatThrownBy(() -> Hsic.builder().gammaApproximation().landmarks(5).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("all pairs");
    assertThatThrownBy(() -> Labels.ofClasses(List.of("a", " ", "b", "")))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("2 rows have no label, the first is row 2");
  }

  @Test
  void theScaleOfEitherSideChangesNoAlignment() {
    for (boolean allPairs : new boolean[] {true, false}) {
      Dependence plain = scaled(1, 1, allPairs);
      for (double factor : new double[] {0x1p266, 0x1p-266}) {
        Dependence found = scaled(factor, 1 / factor, allPairs);
        // Powers of two change no digit of a linear kernel.
        assertThat(found.alignment()).isEqualTo(plain.alignment(), within(ROUNDING));
        assertThat(found.hsic()).isEqualTo(plain.hsic(), within(ROUNDING));
        assertThat(found.pValue()).isEqualTo(plain.pValue());
        Dependence one = scaled(factor, 1, allPairs);
        assertThat(one.hsic() / factor / factor).isEqualTo(plain.hsic(), within(ROUNDING));
      }
    }
  }

  private static Dependence scaled(double x, double y, boolean allPairs) {
    Hsic.Builder builder =
        Hsic.builder().xKernel(Kernels.linear()).yKernel(Kernels.linear()).permutations(20);
    builder = allPairs ? builder.allPairs() : builder.landmarks(10);
    return builder.test(
        Matrix.of(Samples.moved(column(0).toArray(), x, 0)),
        Matrix.of(Samples.moved(column(2).toArray(), y, 0)));
  }

  /** A hundred thousand rows take minutes, in which nothing was said. */
  @Test
  void whoWaitsForAllPairsHearsHowLong() {
    List<String> steps = new ArrayList<>();
    Matrix x = Matrix.of(Samples.normal(3000, 1, 5));
    Hsic.builder().allPairs().gammaApproximation().progress(steps::add).build().test(x, x);
    assertThat(steps)
        .anyMatch(
            step ->
                step.matches(
                    "comparing all pairs of 3000 rows, which takes about \\d+ s, by the first side"))
        .contains("comparing both sides of all pairs of 3000 rows, 0 %");
  }
}
