package org.eigenlens.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eigenlens.matrix.Reference.EPSILON;
import static org.eigenlens.matrix.TestMatrices.SEED;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every backend must do with storage, copies and products.
 *
 * <p>Each operation runs on matrices of their own and on views framed by not-a-number, and is held
 * against textbook loops.
 */
abstract class BackendContract {

  private static final int[] BORDERS = {0, Framed.WIDE};
  private static final double[] FACTORS = {0, 1, -0.5};

  private final Backend backend;

  BackendContract(Backend backend) {
    this.backend = backend;
  }

  static int[] oddSizes() {
    return TestMatrices.oddSizes();
  }

  private Framed framed(int border, double[][] values) {
    return Framed.of(backend, border, values);
  }

  private DenseMatrix allocate(int rows, int columns, Precision precision) {
    Storage storage = backend.allocate((long) rows * columns, precision, true);
    return DenseMatrix.over(storage, rows, columns);
  }

  @Test
  void hasAName() {
    assertThat(backend.name()).isNotBlank();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 7, 100_003})
  void allocatesZeros(long length) {
    for (Precision precision : Precision.values()) {
      Storage storage = backend.allocate(length, precision, true);
      double[] content = new double[(int) length];
      Arrays.fill(content, 1);
      storage.read(0, content, 0, content.length);
      assertThat(content).containsOnly(new double[content.length]);
      assertThat(storage.length()).isEqualTo(length);
      assertThat(storage.precision()).isEqualTo(precision);
      storage.release();
    }
  }

  @Test
  void releasedStorageIsRefused() {
    for (Precision precision : Precision.values()) {
      DenseMatrix released = allocate(2, 2, precision);
      released.storage().release();
      released.storage().release();
      DenseMatrix other = allocate(2, 2, precision);
      assertReleased(() -> released.get(0, 0));
      assertReleased(() -> released.set(0, 0, 1));
      assertReleased(() -> released.row(1));
      assertReleased(() -> released.setRow(1, new double[2], 0));
      assertReleased(() -> backend.copy(released, other));
      assertReleased(() -> backend.copy(other, released));
    }
    DenseMatrix released = allocate(2, 2, Precision.DOUBLE);
    released.storage().release();
    DenseMatrix other = allocate(2, 2, Precision.DOUBLE);
    assertReleased(() -> backend.multiply(1, other, false, released, false, 0, other));
    assertReleased(() -> backend.symmetricEigen(released));
  }

  private static void assertReleased(ThrowingCallable use) {
    assertThatThrownBy(use)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("A matrix was used after its storage of 4 numbers was released.");
  }

  @Test
  void readsWhatWasWritten() {
    double[] values = {1.5, -0.0, Double.MIN_VALUE, Double.MAX_VALUE, Double.NEGATIVE_INFINITY};
    Storage storage = backend.allocate(9, Precision.DOUBLE, true);
    storage.write(2, values, 1, 3);
    storage.set(8, values[4]);
    double[] content = new double[9];
    storage.read(1, content, 1, 8);
    assertThat(content).containsExactly(0, 0, values[1], values[2], values[3], 0, 0, 0, values[4]);
    assertThat(storage.get(4)).isEqualTo(values[3]);
  }

  @Test
  void keepsFloatsToSevenDigits() {
    Storage storage = backend.allocate(3, Precision.FLOAT, true);
    storage.write(0, new double[] {0.1, -1e30, 3}, 0, 3);
    double[] content = new double[4];
    storage.read(0, content, 1, 3);
    assertThat(content).containsExactly(0, 0.1f, -1e30f, 3);
    storage.set(1, 0.2);
    assertThat(storage.get(1)).isEqualTo(0.2f);
  }

  @Test
  void readsFloatsAsTheyWereWritten() {
    Storage storage = backend.allocate(9, Precision.FLOAT, true);
    float[] values = {7, 0.1f, Float.MIN_VALUE, Float.NEGATIVE_INFINITY};
    storage.write(2, values, 1, 3);
    float[] content = new float[5];
    storage.read(1, content, 1, 4);
    assertThat(content).containsExactly(0, 0, values[1], values[2], values[3]);
    assertThat(storage.get(2)).isEqualTo(0.1f);
  }

  @ParameterizedTest
  @MethodSource("oddSizes")
  void copiesBetweenViews(int size) {
    double[][] a = TestMatrices.random(size, size + 2, SEED);
    for (int border : BORDERS) {
      Framed from = framed(border, a);
      Framed to = framed(Framed.WIDE - border, new double[size][size + 2]);
      backend.copy(from.view(), to.view());
      assertThat(to.values()).isDeepEqualTo(a);
      assertThat(from.values()).isDeepEqualTo(a);
      to.assertFrameUntouched();
    }
  }

  @Test
  void copiesNothing() {
    backend.copy(allocate(0, 4, Precision.DOUBLE), allocate(0, 4, Precision.FLOAT));
    backend.copy(allocate(4, 0, Precision.FLOAT), allocate(4, 0, Precision.DOUBLE));
    backend.copy(allocate(0, 0, Precision.DOUBLE), allocate(0, 0, Precision.DOUBLE));
  }

  @Test
  void copyRoundsToTheNearestFloatAndWidensExactly() {
    double[] values = {0.1, -1e-40, Float.MAX_VALUE, -Float.MAX_VALUE, Double.NaN, 1e-300};
    DenseMatrix wide = allocate(2, 3, Precision.DOUBLE);
    wide.storage().write(0, values, 0, 6);
    DenseMatrix narrow = allocate(2, 3, Precision.FLOAT);
    DenseMatrix twin = allocate(2, 3, Precision.FLOAT);
    DenseMatrix back = allocate(2, 3, Precision.DOUBLE);
    backend.copy(wide, narrow);
    backend.copy(narrow, twin);
    backend.copy(twin, back);
    assertThat(back.toRowMajor())
        .containsExactly(Arrays.stream(values).map(x -> (float) x).toArray());
  }

  @ParameterizedTest
  @ValueSource(doubles = {3.5e38, -1e39, Double.MAX_VALUE, Double.POSITIVE_INFINITY})
  void copyRefusesWhatNoFloatCanHold(double value) {
    DenseMatrix wide = allocate(3, 2, Precision.DOUBLE);
    wide.set(2, 1, value);
    assertThatThrownBy(() -> backend.copy(wide, allocate(3, 2, Precision.FLOAT)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("3.4e38");
  }

  @ParameterizedTest
  @MethodSource("oddSizes")
  void multipliesLikeTheTextbook(int size) {
    SplittableRandom random = new SplittableRandom(SEED + size);
    int[] sizes = TestMatrices.oddSizes();
    int m = sizes[random.nextInt(sizes.length)];
    int n = sizes[random.nextInt(sizes.length)];
    checkProduct(size, size, size, 1, 0, Framed.WIDE);
    checkProduct(m, size, n, 1, 1, Framed.WIDE);
    checkProduct(size, m, n, -0.5, 0, 0);
    checkProduct(m, n, size, 1, -0.5, Framed.WIDE);
  }

  @Test
  void multipliesWithEveryPairOfFactors() {
    for (double alpha : FACTORS) {
      for (double beta : FACTORS) {
        for (int border : BORDERS) {
          checkProduct(5, 17, 3, alpha, beta, border);
          checkProduct(65, 9, 66, alpha, beta, border);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("oddSizes")
  void multipliesFloats(int size) {
    checkProduct(size, size, 24, 1, 0, Framed.WIDE, Precision.FLOAT);
    checkProduct(3, size, size, 1, 1, Framed.WIDE, Precision.FLOAT);
    checkProduct(size, 5, size, -0.5, 2, 0, Precision.FLOAT);
    checkProduct(0, size, 2, 1, 1, 0, Precision.FLOAT);
  }

  @Test
  void multipliesEmptyMatrices() {
    for (int[] shape : new int[][] {{0, 0, 0}, {0, 3, 4}, {3, 0, 4}, {3, 4, 0}, {0, 3, 0}}) {
      for (double beta : FACTORS) {
        checkProduct(shape[0], shape[1], shape[2], 1, beta, Framed.WIDE);
        checkProduct(shape[0], shape[1], shape[2], 1, beta, 0);
      }
    }
  }

  @Test
  void multipliesLongAndThin() {
    checkProduct(1, 4099, 1, 1, 0, 0);
    checkProduct(3, 4099, 2, 1, 1, Framed.WIDE);
    checkProduct(1031, 2, 1, 1, 1, Framed.WIDE);
    checkProduct(2, 1, 1031, 1, 1, Framed.WIDE);
  }

  /**
   * Checks all four combinations of transposition.
   *
   * <p>Whatever the order of summation, an inner product of k terms errs by at most k·ε·|a|ᵀ|b|
   * (Higham, Accuracy and Stability of Numerical Algorithms, §3.1); the factors and the sum with c
   * add a few roundings, and the reference errs as much again.
   */
  private void checkProduct(int m, int inner, int n, double alpha, double beta, int border) {
    checkProduct(m, inner, n, alpha, beta, border, Precision.DOUBLE);
  }

  private void checkProduct(
      int m, int inner, int n, double alpha, double beta, int border, Precision precision) {
    double[][] a = random(m, inner, SEED, precision);
    double[][] b = random(inner, n, SEED + 1, precision);
    double[][] c = random(m, n, SEED + 2, precision);
    double epsilon = precision == Precision.DOUBLE ? EPSILON : Math.ulp(1.0f);
    double[][] product = new double[m][n];
    double[][] bound = new double[m][n];
    if (n > 0 && inner > 0) {
      product = Reference.multiply(a, b);
      bound = Reference.multiply(Reference.absolute(a), Reference.absolute(b));
    }
    for (int combination = 0; combination < 4; combination++) {
      boolean transposeA = (combination & 1) != 0;
      boolean transposeB = (combination & 2) != 0;
      Framed left =
          transposeA
              ? Framed.of(backend, border, transpose(a, inner), m, precision)
              : Framed.of(backend, border, a, inner, precision);
      Framed right =
          transposeB
              ? Framed.of(backend, border, transpose(b, n), inner, precision)
              : Framed.of(backend, border, b, n, precision);
      Framed result =
          beta == 0
              ? Framed.unset(backend, border, m, n, precision)
              : Framed.of(backend, border, c, n, precision);
      backend.multiply(
          alpha, left.view(), transposeA, right.view(), transposeB, beta, result.view());
      String what =
          "%d × %d × %d, alpha %s, beta %s, transposed %s %s, seed %d"
              .formatted(m, inner, n, alpha, beta, transposeA, transposeB, SEED);
      double[][] expected = new double[m][n];
      double[][] tolerance = new double[m][n];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
          expected[i][j] = alpha * product[i][j] + beta * c[i][j];
          tolerance[i][j] =
              2 * (inner + 4) * epsilon * (Math.abs(alpha) * bound[i][j] + Math.abs(c[i][j]));
        }
      }
      assertWithin(what, result.values(), expected, tolerance);
      result.assertFrameUntouched();
    }
  }

  /** Returns numbers that the precision can hold. */
  private static double[][] random(int rows, int columns, long seed, Precision precision) {
    double[][] values = TestMatrices.random(rows, columns, seed);
    if (precision == Precision.FLOAT) {
      for (double[] row : values) {
        Arrays.setAll(row, j -> (float) row[j]);
      }
    }
    return values;
  }

  /** Asserts once for the whole matrix: an assertion for each element would take seconds. */
  private static void assertWithin(
      String what, double[][] got, double[][] expected, double[][] tolerance) {
    for (int i = 0; i < got.length; i++) {
      for (int j = 0; j < got[i].length; j++) {
        if (!(Math.abs(got[i][j] - expected[i][j]) <= tolerance[i][j])) {
          assertThat(got[i][j])
              .as("%s, element %d, %d", what, i, j)
              .isCloseTo(expected[i][j], within(tolerance[i][j]));
        }
      }
    }
  }

  private static double[][] transpose(double[][] a, int columns) {
    return a.length == 0 ? new double[columns][0] : Reference.transpose(a);
  }

  @Test
  void factorZeroIgnoresWhatItMultiplies() {
    Framed nothing = Framed.unset(backend, 0, 70, 70);
    Framed c = framed(0, TestMatrices.random(70, 70, SEED));
    backend.multiply(0, nothing.view(), false, nothing.view(), true, -0.5, c.view());
    assertThat(c.values())
        .isDeepEqualTo(TestMatrices.scaled(TestMatrices.random(70, 70, SEED), -0.5));
  }

  @Test
  void notANumberSpreadsThroughProducts() {
    double[][] a = TestMatrices.random(9, 9, SEED);
    a[4][2] = Double.NaN;
    Framed c = Framed.unset(backend, 0, 9, 9);
    backend.multiply(
        1, framed(0, a).view(), false, framed(0, new double[9][9]).view(), false, 0, c.view());
    assertThat(c.values()[4]).containsOnly(Double.NaN);
    assertThat(c.values()[5]).containsOnly(0);
  }

  @ParameterizedTest
  @MethodSource("oddSizes")
  void gramTouchesOnlyTheUpperTriangle(int size) {
    for (int border : BORDERS) {
      for (int other : new int[] {1, 4, 67}) {
        checkGram(size, other, false, border);
        checkGram(size, other, true, border);
      }
    }
  }

  /** Holds aᵀa or aaᵀ against the textbook, within the bound of {@link #checkProduct}. */
  private void checkGram(int size, int other, boolean outer, int border) {
    double[][] wide = TestMatrices.random(size, other, SEED);
    double[][] product = Reference.multiply(wide, Reference.transpose(wide));
    double[][] c = TestMatrices.random(size, size, SEED + 1);
    for (int i = 0; i < size; i++) {
      Arrays.fill(c[i], 0, i, Double.NaN);
    }
    Framed a = framed(border, outer ? wide : Reference.transpose(wide));
    Framed gram = framed(border, c);
    backend.addGram(a.view(), outer, gram.view());
    double[][] got = gram.values();
    double[][] expected = new double[size][size];
    double[][] tolerance = new double[size][size];
    for (int i = 0; i < size; i++) {
      assertThat(Arrays.stream(got[i], 0, i).allMatch(Double::isNaN))
          .as("row %d is untouched left of the diagonal", i)
          .isTrue();
      Arrays.fill(got[i], 0, i, 0);
      for (int j = i; j < size; j++) {
        expected[i][j] = c[i][j] + product[i][j];
        // Entries are below 1, so the sum of magnitudes is below the number of terms.
        tolerance[i][j] = 2 * (other + 4) * EPSILON * (other + 1);
      }
    }
    String what = "%d from %d, outer %s, seed %d".formatted(size, other, outer, SEED);
    assertWithin(what, got, expected, tolerance);
    gram.assertFrameUntouched();
  }

  @Test
  void gramOfNothingAddsNothing() {
    DenseMatrix c = allocate(3, 3, Precision.DOUBLE);
    backend.addGram(allocate(0, 3, Precision.DOUBLE), false, c);
    backend.addGram(allocate(3, 0, Precision.DOUBLE), true, c);
    backend.addGram(allocate(0, 0, Precision.DOUBLE), true, allocate(0, 0, Precision.DOUBLE));
    backend.addGram(allocate(5, 0, Precision.DOUBLE), false, allocate(0, 0, Precision.DOUBLE));
    assertThat(c.toRowMajor()).containsOnly(0);
  }

  @ParameterizedTest
  @MethodSource("oddSizes")
  void addsAnOuterProduct(int size) {
    double[] x = TestMatrices.random(1, size, SEED)[0];
    double[] y = TestMatrices.random(1, size + 3, SEED + 1)[0];
    double[][] a = TestMatrices.random(size, size + 3, SEED + 2);
    for (int border : BORDERS) {
      Framed sum = framed(border, a);
      backend.addOuter(-0.5, x, y, sum.view());
      double[][] expected = TestMatrices.scaled(a, 1);
      double[][] tolerance = new double[size][y.length];
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < y.length; j++) {
          expected[i][j] -= 0.5 * x[i] * y[j];
          // A few roundings of numbers below 2.
          tolerance[i][j] = 4 * EPSILON;
        }
      }
      assertWithin("seed " + SEED, sum.values(), expected, tolerance);
      sum.assertFrameUntouched();
    }
  }

  @Test
  void addsAnEmptyOuterProduct() {
    backend.addOuter(1, new double[0], new double[2], allocate(0, 2, Precision.DOUBLE));
    backend.addOuter(1, new double[2], new double[0], allocate(2, 0, Precision.DOUBLE));
  }

  @ParameterizedTest
  @MethodSource("oddSizes")
  void solvesTriangularSystems(int size) {
    for (int border : BORDERS) {
      for (int rows : new int[] {1, 5, 66}) {
        checkSolution(size, rows, false, border);
        checkSolution(size, rows, true, border);
      }
    }
  }

  /**
   * Puts the solutions back: substitution in any order solves (L + E)f = k with |E| ≤ n·ε·|L|
   * (Higham, §8.1), so L·f misses k by at most n·ε·|L|·|f|; the product here errs as much again.
   */
  private void checkSolution(int size, int rows, boolean transposed, int border) {
    double[][] l = TestMatrices.random(size, size, SEED);
    for (int i = 0; i < size; i++) {
      l[i][i] = 1 + Math.abs(l[i][i]);
      Arrays.fill(l[i], i + 1, size, Double.NaN);
    }
    double[][] right = TestMatrices.random(rows, size, SEED + 1);
    Framed lower = framed(border, l);
    Framed solved = framed(border, right);
    backend.solveLower(lower.view(), transposed, solved.view());
    for (int i = 0; i < size; i++) {
      Arrays.fill(l[i], i + 1, size, 0);
    }
    double[][] factor = transposed ? l : Reference.transpose(l);
    double[][] f = solved.values();
    double[][] bound = Reference.multiply(Reference.absolute(f), Reference.absolute(factor));
    double[][] tolerance = TestMatrices.scaled(bound, 2 * (size + 4) * EPSILON);
    String what = "%d × %d, transposed %s, seed %d".formatted(rows, size, transposed, SEED);
    assertWithin(what, Reference.multiply(f, factor), right, tolerance);
    solved.assertFrameUntouched();
  }

  @Test
  void solvesForNothing() {
    for (boolean transposed : new boolean[] {false, true}) {
      DenseMatrix none = allocate(0, 0, Precision.DOUBLE);
      backend.solveLower(none, transposed, allocate(4, 0, Precision.DOUBLE));
      DenseMatrix one = allocate(1, 1, Precision.DOUBLE);
      one.set(0, 0, 1);
      backend.solveLower(one, transposed, allocate(0, 1, Precision.DOUBLE));
    }
  }
}
