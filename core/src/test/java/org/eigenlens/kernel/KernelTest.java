package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every kernel promises. */
class KernelTest {

  static Stream<Kernel> kernels() {
    return Stream.of(
        Kernels.linear(),
        Kernels.polynomial(0.5, 1, 3),
        Kernels.polynomial(1, 0, 2),
        Kernels.rbf(0.3),
        Kernels.sigmoid(0.2, 0.1),
        Kernels.laplacian(0.4),
        Kernels.cosine(),
        Kernels.chiSquared(0.7),
        Kernels.sum(Kernels.rbf(0.3), Kernels.linear()),
        Kernels.product(Kernels.rbf(0.1), Kernels.polynomial(0.5, 1, 2), Kernels.cosine()),
        Kernels.of("inverse multiquadric", (x, y) -> 1 / Math.sqrt(1 + distance(x, y))));
  }

  private static double distance(double[] x, double[] y) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += (x[j] - y[j]) * (x[j] - y[j]);
    }
    return sum;
  }

  /** Positive numbers, so that chi2 takes them too. */
  private static DenseMatrix points(int rows, long seed) {
    double[][] x = Samples.normal(rows, 5, seed);
    for (double[] row : x) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.abs(row[j]) + 0.1;
      }
    }
    return DenseMatrix.copyOf(x);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void blocksHoldTheFormulaOfEachPair(Kernel kernel) {
    DenseMatrix a = points(37, 1);
    DenseMatrix b = points(11, 2);
    DenseMatrix out = DenseMatrix.zeros(37, 11);
    kernel.evaluate(a, b, out);
    for (int i = 0; i < 37; i++) {
      for (int j = 0; j < 11; j++) {
        double exact = kernel.at(a.row(i), b.row(j));
        // Both sides round a handful of operations on numbers of size 1 to 100.
        assertThat(out.get(i, j)).isCloseTo(exact, within(1e-13 * (1 + Math.abs(exact))));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void aPointWithItselfIsTheDiagonal(Kernel kernel) {
    DenseMatrix a = points(9, 3);
    double[] self = kernel.self(a);
    for (int i = 0; i < 9; i++) {
      double exact = kernel.at(a.row(i), a.row(i));
      assertThat(self[i]).isCloseTo(exact, within(1e-13 * (1 + exact)));
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void orderOfAPairDoesNotMatter(Kernel kernel) {
    DenseMatrix a = points(2, 4);
    assertThat(kernel.at(a.row(0), a.row(1)))
        .isCloseTo(kernel.at(a.row(1), a.row(0)), within(1e-15));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void gradientIsTheLimitOfDifferences(Kernel kernel) {
    double[] x = points(1, 5).row(0);
    double[] y = points(1, 6).row(0);
    double[] gradient = new double[5];
    kernel.gradient(x, y, gradient);
    // A central difference errs by h²·f‴/6 + ε·f/h: below 1e-8 for h = 1e-5 and f of size 10.
    double h = 1e-5;
    for (int j = 0; j < 5; j++) {
      double[] up = x.clone();
      double[] down = x.clone();
      up[j] += h;
      down[j] -= h;
      double slope = (kernel.at(up, y) - kernel.at(down, y)) / (2 * h);
      assertThat(gradient[j]).isCloseTo(slope, within(1e-7 * (1 + Math.abs(slope))));
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void whatCallsItselfPositiveHasNoNegativeEigenvalue(Kernel kernel) {
    DenseMatrix a = points(60, 7);
    DenseMatrix k = DenseMatrix.zeros(60, 60);
    kernel.evaluate(a, a, k);
    double[] values = LinearAlgebra.symmetricEigen(k);
    if (kernel.isPositive()) {
      assertThat(values[0]).isGreaterThan(-60 * 1e-15 * values[59]);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void whatCallsItselfShiftInvariantIs(Kernel kernel) {
    double[] x = points(1, 8).row(0);
    double[] y = points(1, 9).row(0);
    double[] movedX = x.clone();
    double[] movedY = y.clone();
    for (int j = 0; j < 5; j++) {
      movedX[j] += 3;
      movedY[j] += 3;
    }
    double difference = Math.abs(kernel.at(x, y) - kernel.at(movedX, movedY));
    if (kernel.isShiftInvariant(false)) {
      assertThat(difference).isLessThan(1e-14);
    } else if (!(kernel instanceof Custom)) {
      assertThat(difference).isGreaterThan(1e-6);
    }
  }

  @Test
  void exponentialIsRightToALastPlaceOrTwo() {
    for (double x = -708; x < 700; x += 0.0371) {
      assertThat(Exponential.of(x)).isCloseTo(Math.exp(x), within(2 * Math.ulp(Math.exp(x))));
    }
    assertThat(Exponential.of(0)).isEqualTo(1);
    assertThat(Exponential.of(-1e300)).isZero();
    assertThat(Exponential.of(Double.NEGATIVE_INFINITY)).isZero();
    assertThat(Exponential.of(Double.NaN)).isNaN();
    assertThat(Exponential.of(1000)).isInfinite();
  }

  /** Whole rows take another path, of vector instructions. */
  @Test
  void exponentialsOfRowsAreThoseOfSingleNumbers() {
    double[] row = new double[3000];
    Arrays.setAll(row, i -> -i * i * 1e-4);
    row[17] = Double.NEGATIVE_INFINITY;
    row[18] = Double.NaN;
    row[19] = -708;
    row[20] = Math.nextDown(-708);
    row[21] = -0.0;
    double[] values = row.clone();
    Exponential.apply(values, new double[values.length]);
    for (int i = 0; i < row.length; i++) {
      Double expected = Exponential.of(row[i]);
      assertThat(values[i]).as("exp(%s)", row[i]).isEqualTo(expected);
    }
    float[] floats = new float[row.length];
    for (int i = 0; i < row.length; i++) {
      floats[i] = (float) row[i];
    }
    floats[18] = -1;
    Exponential.apply(floats);
    for (int i = 0; i < row.length; i++) {
      double expected = i == 18 ? Math.exp(-1) : Math.exp((float) row[i]);
      assertThat((double) floats[i]).isCloseTo(expected, within(0x1p-22));
    }
  }

  /** Rows that reach so far take another path from those that do not; one block has both. */
  @Test
  void gaussiansFallToZeroWhereTheyAreNoNormalNumbers() {
    double[][] some = {{0}, {1}, {40}};
    double[][] others = new double[200][1];
    Arrays.setAll(others, j -> new double[] {0.1 * j});
    DenseMatrix out = DenseMatrix.zeros(some.length, others.length);
    Kernels.rbf(1).evaluate(DenseMatrix.copyOf(some), DenseMatrix.copyOf(others), out);
    for (int i = 0; i < some.length; i++) {
      for (int j = 0; j < others.length; j++) {
        double difference = some[i][0] - others[j][0];
        double expected = Math.exp(-difference * difference);
        if (expected < Double.MIN_NORMAL) {
          assertThat(out.get(i, j)).isZero();
        } else {
          // Squares up to 1,600 are rounded, and exponents with them.
          assertThat(out.get(i, j)).isCloseTo(expected, within(1e-11 * expected));
        }
      }
    }
  }

  /** Squares are finite, and their sums are not. */
  @Test
  void gaussiansOfEnormousPointsAreThoseOfTheirDifferences() {
    double[][] rows = {{1.2e154, 0}, {0, 1.2e154}, {1.1e154, 0}, {-1.2e154, 0}};
    DenseMatrix points = DenseMatrix.copyOf(rows);
    DenseMatrix out = DenseMatrix.zeros(4, 4);
    Kernels.rbf(1e-308).evaluate(points, points, out);
    assertThat(out.get(0, 0)).isEqualTo(1);
    // (1e153)² · 1e-308
    assertThat(out.get(0, 2)).isCloseTo(Math.exp(-0.01), within(1e-14));
    for (double value : out.toRowMajor()) {
      assertThat(value).isBetween(0.0, 1.0);
    }
  }

  /** Directions are the same in any unit, also where squares of numbers are none. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-310, 1e-160, 1e-141, 1e141, 1e160, 1e307})
  void cosinesKnowNoUnit(double unit) {
    double[][] plain = {{1, 2, -1}, {3, 0.5, 2}, {0, 0, 0}};
    double[][] scaled = plain.clone();
    scaled[0] = Arrays.stream(plain[0]).map(value -> value * unit).toArray();
    Kernel cosine = Kernels.cosine();
    DenseMatrix expected = DenseMatrix.zeros(3, 3);
    DenseMatrix found = DenseMatrix.zeros(3, 3);
    cosine.evaluate(DenseMatrix.copyOf(plain), DenseMatrix.copyOf(plain), expected);
    cosine.evaluate(DenseMatrix.copyOf(scaled), DenseMatrix.copyOf(plain), found);
    assertThat(cosine.self(DenseMatrix.copyOf(scaled))).containsExactly(1, 1, 0);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        // A denormal number itself is right to some thirteen digits only.
        assertThat(found.get(i, j)).isCloseTo(expected.get(i, j), within(1e-12));
        assertThat(cosine.at(scaled[i], plain[j])).isCloseTo(expected.get(i, j), within(1e-12));
      }
    }
  }

  /** The cosine of t·x has the gradient of that of x, divided by t. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-160, 1e-5, 1e150, 1e300})
  void gradientsOfCosinesShrinkAsTheUnitGrows(double unit) {
    double[] x = {1, 2, -1};
    double[] y = {3, 0.5, 2};
    Kernel cosine = Kernels.cosine();
    double[] expected = new double[3];
    double[] found = new double[3];
    cosine.gradient(x, y, expected);
    cosine.gradient(Arrays.stream(x).map(value -> value * unit).toArray(), y, found);
    double[] far = new double[3];
    cosine.gradient(x, Arrays.stream(y).map(value -> value * unit).toArray(), far);
    for (int j = 0; j < 3; j++) {
      assertThat(found[j] * unit).isCloseTo(expected[j], within(1e-14));
      assertThat(far[j]).isCloseTo(expected[j], within(1e-14));
    }
  }

  @Test
  void theZeroVectorHasNoDirection() {
    Kernel cosine = Kernels.cosine();
    double[] gradient = new double[2];
    cosine.gradient(new double[2], new double[] {1, 2}, gradient);
    assertThat(cosine.at(new double[2], new double[] {1, 2})).isZero();
    assertThat(gradient).containsExactly(0, 0);
    DenseMatrix out = DenseMatrix.zeros(1, 1);
    cosine.evaluate(DenseMatrix.zeros(1, 2), DenseMatrix.zeros(1, 2), out);
    assertThat(out.get(0, 0)).isZero();
  }

  @Test
  void negativeCountsAreNamed() {
    DenseMatrix a = DenseMatrix.copyOf(new double[][] {{1, -2}});
    assertThatThrownBy(() -> Kernels.chiSquared(1).evaluate(a, a, DenseMatrix.zeros(1, 1)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("column 2: -2.0 is negative");
  }

  @Test
  void wrongParametersAreRefusedWithTheirValue() {
    assertThatThrownBy(() -> Kernels.rbf(0)).hasMessageContaining("not 0.0");
    assertThatThrownBy(() -> Kernels.laplacian(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> Kernels.polynomial(1, 0, 0)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> Kernels.sigmoid(1, Double.POSITIVE_INFINITY))
        .hasMessageContaining("Infinity");
    assertThatThrownBy(() -> new Sum(List.of())).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> Kernels.product(Kernels.precomputed(), Kernels.linear()))
        .hasMessageContaining("precomputed");
  }
}
