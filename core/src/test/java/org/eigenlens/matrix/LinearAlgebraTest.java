package org.eigenlens.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eigenlens.matrix.TestMatrices.SEED;

import java.util.Arrays;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinearAlgebraTest {

  private static DenseMatrix random(int rows, int columns, long seed) {
    return DenseMatrix.copyOf(TestMatrices.random(rows, columns, seed));
  }

  private static void assertRefused(ThrowingCallable call, Object... parts) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(
            Arrays.stream(parts).map(Object::toString).toArray(CharSequence[]::new));
  }

  @Test
  void sizeErrorsCarryBothNumbers() {
    DenseMatrix a = DenseMatrix.zeros(3, 5);
    assertRefused(() -> LinearAlgebra.multiply(a, DenseMatrix.zeros(4, 2)), 5, 4);
    assertRefused(
        () -> LinearAlgebra.multiply(1, a, true, a, false, 0, DenseMatrix.zeros(5, 6)),
        "5 × 6",
        "5 × 5");
    assertRefused(() -> LinearAlgebra.copy(a, DenseMatrix.zeros(5, 3)), "5 × 3", "3 × 5");
    assertRefused(() -> LinearAlgebra.add(1, a, 1, DenseMatrix.zeros(3, 4)), "3 × 4", "3 × 5");
    assertRefused(() -> LinearAlgebra.scaleRows(a, new double[5]), 5, 3);
    assertRefused(() -> LinearAlgebra.scaleColumns(a, new double[3]), 3, 5);
    assertRefused(() -> LinearAlgebra.subtractFromRows(a, new double[3]), 3, 5);
    assertRefused(() -> LinearAlgebra.addGram(a, true, DenseMatrix.zeros(5, 5)), "5 × 5", "3 × 3");
    assertRefused(() -> LinearAlgebra.mirror(a), "3 × 5", "3 × 3");
    assertRefused(
        () -> LinearAlgebra.solveLower(DenseMatrix.zeros(3, 3), false, a), "3 × 3", "5 × 5");
    assertRefused(() -> LinearAlgebra.symmetricEigen(a), "3 × 5", "3 × 3");
    assertRefused(() -> LinearAlgebra.symmetricEigenvalues(a), "3 × 5", "3 × 3");
    assertRefused(() -> LinearAlgebra.qr(a), "3 × 5");
    assertRefused(() -> LinearAlgebra.qrTriangle(a), "3 × 5");
    assertRefused(() -> LinearAlgebra.lq(DenseMatrix.zeros(5, 3)), "5 × 3");
    assertRefused(() -> LinearAlgebra.lqTriangle(DenseMatrix.zeros(5, 3)), "5 × 3");
    DenseMatrix square = DenseMatrix.zeros(3, 3);
    assertRefused(() -> LinearAlgebra.largestEigen(square, DenseMatrix.zeros(4, 3)), 4, 3);
    assertRefused(() -> LinearAlgebra.largestEigen(square, DenseMatrix.zeros(1, 2)), 2, 3);
  }

  @Test
  void arithmeticOnFloatsIsRefusedByName() {
    DenseMatrix narrow = DenseMatrix.zeros(2, 2, Precision.FLOAT);
    DenseMatrix wide = DenseMatrix.zeros(2, 2);
    String name = "2 × 2 matrix of float";
    assertRefused(() -> LinearAlgebra.multiply(wide, narrow), name);
    assertRefused(() -> LinearAlgebra.multiply(narrow, wide), name);
    assertRefused(() -> LinearAlgebra.multiply(1, wide, false, wide, false, 0, narrow), name);
    assertRefused(() -> LinearAlgebra.addGram(wide, false, narrow), name);
    assertRefused(() -> LinearAlgebra.addOuter(1, new double[2], new double[2], narrow), name);
    assertRefused(() -> LinearAlgebra.sumOfRows(narrow), name);
    assertRefused(() -> LinearAlgebra.solveLower(wide, false, narrow), name);
    assertRefused(() -> LinearAlgebra.solveLower(narrow, true, wide), name);
    assertRefused(() -> LinearAlgebra.largestEigen(narrow, wide), name);
    assertRefused(() -> LinearAlgebra.lq(narrow), name);
    assertRefused(() -> LinearAlgebra.qrTriangle(narrow), name);
    assertRefused(() -> LinearAlgebra.lqTriangle(narrow), name);
    assertRefused(() -> LinearAlgebra.addGram(narrow, false, wide), name);
    assertRefused(() -> LinearAlgebra.subtractFromRows(narrow, new double[2]), name);
    assertRefused(() -> LinearAlgebra.symmetricEigen(narrow), name);
    assertRefused(() -> LinearAlgebra.largestEigen(wide, narrow), name);
    assertRefused(() -> LinearAlgebra.qr(narrow), name);
    assertRefused(() -> LinearAlgebra.svd(narrow), name);
  }

  @Test
  void whatOnlyMovesOrScalesRowsTakesFloats() {
    DenseMatrix a = DenseMatrix.zeros(2, 2, Precision.FLOAT);
    LinearAlgebra.fill(a, 3);
    LinearAlgebra.scaleRows(a, new double[] {1, 2});
    LinearAlgebra.scaleColumns(a, new double[] {1, -1});
    assertThat(a.toRowMajor()).containsExactly(3, -3, 6, -6);
    LinearAlgebra.add(1, DenseMatrix.identity(2), 2, a);
    assertThat(a.toRowMajor()).containsExactly(7, -6, 12, -11);
    LinearAlgebra.mirror(a);
    assertThat(a.toRowMajor()).containsExactly(7, -6, -6, -11);
    DenseMatrix copy = DenseMatrix.zeros(2, 2);
    LinearAlgebra.copy(a, copy);
    assertThat(copy.toRowMajor()).containsExactly(7, -6, -6, -11);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  @Timeout(60)
  void decompositionsRefuseWhatIsNotFinite(double value) {
    for (int n : new int[] {1, 2, 40}) {
      DenseMatrix a = random(n, n, SEED);
      a.set(0, n - 1, value);
      String where = "row 1, column " + n;
      assertThatThrownBy(() -> LinearAlgebra.symmetricEigen(a.copy()))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining(where);
      assertThatThrownBy(() -> LinearAlgebra.largestEigen(a.copy(), DenseMatrix.zeros(1, n)))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining(where);
      assertThatThrownBy(() -> LinearAlgebra.svd(a.copy()))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining(where);
    }
  }

  @Test
  void symmetricDecompositionsDoNotReadBelowTheDiagonal() {
    DenseMatrix a = DenseMatrix.copyOf(2, 2, 3, 0, Double.NaN, 1);
    assertThat(LinearAlgebra.symmetricEigen(a.copy())).containsExactly(1, 3);
    assertThat(LinearAlgebra.symmetricEigenvalues(a.copy()))
        .containsExactly(new double[] {1, 3}, within(4 * Math.ulp(1.0)));
    assertThat(LinearAlgebra.largestEigen(a, DenseMatrix.zeros(1, 2))[0])
        .isCloseTo(3, within(30 * 2 * 3 * Reference.EPSILON));
  }

  /** Shapes for each way of cutting: not at all, by rows, by columns, by the inner dimension. */
  @ParameterizedTest
  @CsvSource({
    "30, 40, 50",
    "1100, 37, 33",
    "300, 200, 70",
    "2049, 5000, 1",
    "20, 333, 301",
    "7, 4500, 1200",
    "33, 9001, 17",
    "200, 9001, 10",
    "200, 5003, 130"
  })
  void productsAreTheSameBitsOnAnyNumberOfThreads(int m, int inner, int n) {
    for (int combination = 0; combination < 4; combination++) {
      boolean transposeA = (combination & 1) != 0;
      boolean transposeB = (combination & 2) != 0;
      DenseMatrix a = random(transposeA ? inner : m, transposeA ? m : inner, SEED);
      DenseMatrix b = random(transposeB ? n : inner, transposeB ? inner : n, SEED + 1);
      DenseMatrix c = random(m, n, SEED + 2);
      assertSameOnThreads(
          () -> {
            DenseMatrix result = c.copy();
            LinearAlgebra.multiply(0.75, a, transposeA, b, transposeB, -0.5, result);
            return result.toRowMajor();
          });
    }
  }

  @Test
  void productsWithinTasksAreTheSameBitsOnAnyNumberOfThreads() {
    DenseMatrix a = random(20, 9001, SEED);
    DenseMatrix b = random(9001, 30, SEED + 1);
    assertSameOnThreads(
        () -> {
          DenseMatrix result = DenseMatrix.zeros(60, 30);
          Parallel.forEach(
              3,
              i ->
                  LinearAlgebra.multiply(
                      1, a, false, b, false, 0, result.rowRange(20 * i, 20 * i + 20)));
          return result.toRowMajor();
        });
  }

  private static void assertSameOnThreads(Supplier<double[]> work) {
    int before = Parallel.threads();
    try {
      Parallel.setThreads(1);
      double[] alone = work.get();
      for (int threads = 2; threads <= 3; threads++) {
        Parallel.setThreads(threads);
        assertThat(work.get()).as("%d threads, seed %d", threads, SEED).isEqualTo(alone);
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @ParameterizedTest
  @CsvSource({"40, 1100", "700, 70", "5, 9"})
  void triangularSolutionsAreTheSameBitsOnAnyNumberOfThreads(int rows, int size) {
    DenseMatrix lower = random(size, size, SEED);
    for (int i = 0; i < size; i++) {
      lower.set(i, i, size);
    }
    DenseMatrix right = random(rows, size, SEED + 1);
    for (boolean transposed : new boolean[] {false, true}) {
      assertSameOnThreads(
          () -> {
            DenseMatrix solved = right.copy();
            LinearAlgebra.solveLower(lower, transposed, solved);
            return solved.toRowMajor();
          });
    }
  }

  @Test
  void solvesForwardsAndBackwards() {
    DenseMatrix lower = DenseMatrix.copyOf(2, 2, 2, Double.NaN, 1, 4);
    DenseMatrix b = DenseMatrix.copyOf(1, 2, 2, 9);
    LinearAlgebra.solveLower(lower, false, b);
    assertThat(b.toRowMajor()).containsExactly(1, 2);
    LinearAlgebra.solveLower(lower, true, b);
    assertThat(b.toRowMajor()).containsExactly(0.25, 0.5);
  }

  @Test
  void singularTrianglesAreRefusedByPlace() {
    DenseMatrix lower = DenseMatrix.copyOf(2, 2, 2, 0, 1, 0);
    assertThatThrownBy(() -> LinearAlgebra.solveLower(lower, false, DenseMatrix.zeros(1, 2)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("diagonal element 1")
        .hasMessageContaining("0.0");
  }

  @ParameterizedTest
  @CsvSource({
    "1100, 37, 33",
    "300, 200, 70",
    "20, 333, 301",
    "33, 9001, 17",
    "200, 9001, 10",
    "7, 4500, 1200",
    "3, 2, 5"
  })
  void cutProductsAgreeWithTheTextbook(int m, int inner, int n) {
    double[][] a = TestMatrices.random(m, inner, SEED);
    double[][] b = TestMatrices.random(inner, n, SEED + 1);
    double[][] expected = Reference.multiply(a, b);
    double[][] got = LinearAlgebra.multiply(DenseMatrix.copyOf(a), DenseMatrix.copyOf(b)).toArray();
    // Each element errs by at most inner·ε·|a|·|b|, entries below 1; the reference as much again.
    double tolerance = 2.0 * inner * inner * Reference.EPSILON * Math.sqrt((double) m * n);
    assertThat(Reference.distance(expected, got)).as("seed %d", SEED).isLessThan(tolerance);
  }

  /** One shape for each way of cutting: by rows, by columns, along the inside. */
  @ParameterizedTest
  @CsvSource({"1100, 40, 33", "20, 70, 1100", "30, 5000, 40", "300, 6000, 20"})
  void cutProductsOfFloatsKeepSevenDigits(int m, int inner, int n) {
    DenseMatrix a = DenseMatrix.copyOf(TestMatrices.random(m, inner, 1)).copy(Precision.FLOAT);
    DenseMatrix b = DenseMatrix.copyOf(TestMatrices.random(inner, n, 2)).copy(Precision.FLOAT);
    DenseMatrix c = DenseMatrix.zeros(m, n, Precision.FLOAT);
    LinearAlgebra.multiply(1, a, false, b, false, 0, c);
    DenseMatrix expected = LinearAlgebra.multiply(a.copy(), b.copy());
    // An inner product of numbers below 1, in any order: inner² ulps at most.
    double tolerance = (double) inner * inner * Math.ulp(1.0f);
    assertThat(c.toRowMajor()).containsExactly(expected.toRowMajor(), within(tolerance));
  }

  @Test
  void unsetProductsDoNotSpreadWhateverWasThere() {
    for (int[] shape :
        new int[][] {{1100, 40, 40}, {20, 300, 300}, {20, 9000, 20}, {90, 9000, 3}, {3, 0, 4}}) {
      DenseMatrix c = DenseMatrix.zeros(shape[0], shape[2]);
      LinearAlgebra.fill(c, Double.NaN);
      LinearAlgebra.multiply(
          1,
          DenseMatrix.zeros(shape[0], shape[1]),
          false,
          DenseMatrix.zeros(shape[1], shape[2]),
          false,
          0,
          c);
      assertThat(c.toRowMajor()).containsOnly(0);
    }
  }

  @Test
  void productOverNothingKeepsItsShareOfTheSum() {
    DenseMatrix c = DenseMatrix.copyOf(1, 2, 4, 6);
    LinearAlgebra.multiply(
        1, DenseMatrix.zeros(1, 0), false, DenseMatrix.zeros(0, 2), false, -0.5, c);
    assertThat(c.toRowMajor()).containsExactly(-2, -3);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 63, 64, 65, 130, 200})
  void mirrorCopiesTheUpperTriangleOverTheLower(int size) {
    double[][] symmetric = TestMatrices.symmetric(size, SEED);
    Framed a = Framed.of(LinearAlgebra.backend(), Framed.WIDE, symmetric);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        a.view().set(i, j, Double.NaN);
      }
    }
    LinearAlgebra.mirror(a.view());
    assertThat(a.values()).isDeepEqualTo(symmetric);
    a.assertFrameUntouched();
  }

  @Test
  void fillStaysWithinTheView() {
    Framed a = Framed.unset(LinearAlgebra.backend(), Framed.WIDE, 3, 2);
    LinearAlgebra.fill(a.view(), 2.5);
    assertThat(a.view().toRowMajor()).containsOnly(2.5);
    a.assertFrameUntouched();
  }

  @Test
  void addWeighsBothTerms() {
    DenseMatrix a = DenseMatrix.copyOf(2, 2, 1, 2, 3, 4);
    Framed c = Framed.of(LinearAlgebra.backend(), Framed.WIDE, new double[][] {{8, 6}, {4, 2}});
    LinearAlgebra.add(2, a, -0.5, c.view());
    assertThat(c.view().toRowMajor()).containsExactly(-2, 1, 4, 7);
    c.assertFrameUntouched();
  }

  @Test
  void addWithoutASumIgnoresWhatWasThere() {
    DenseMatrix c = DenseMatrix.copyOf(1, 2, Double.NaN, 7);
    LinearAlgebra.add(3, DenseMatrix.copyOf(1, 2, 1, 2), 0, c);
    assertThat(c.toRowMajor()).containsExactly(3, 6);
  }

  @Test
  void scalesRowsAndColumns() {
    Framed a = Framed.of(LinearAlgebra.backend(), Framed.WIDE, new double[][] {{1, 2}, {3, 4}});
    LinearAlgebra.scaleRows(a.view(), new double[] {10, -1});
    assertThat(a.view().toRowMajor()).containsExactly(10, 20, -3, -4);
    LinearAlgebra.scaleColumns(a.view(), new double[] {0.5, 2});
    assertThat(a.view().toRowMajor()).containsExactly(5, 40, -1.5, -8);
    a.assertFrameUntouched();
  }

  @Test
  void subtractsFromEveryRowExactly() {
    double[][] a = TestMatrices.random(70, 33, SEED);
    double[] mean = TestMatrices.random(1, 33, SEED + 1)[0];
    Framed centred = Framed.of(LinearAlgebra.backend(), Framed.WIDE, a);
    LinearAlgebra.subtractFromRows(centred.view(), mean);
    for (double[] row : a) {
      Arrays.setAll(row, j -> row[j] - mean[j]);
    }
    assertThat(centred.values()).as("seed %d", SEED).isDeepEqualTo(a);
    centred.assertFrameUntouched();
  }

  @Test
  void qrAndSvdHandBackFactorsOfTheRightShape() {
    DenseMatrix q = random(9, 4, SEED);
    assertThat(LinearAlgebra.qr(q)).hasToString("4 × 4 matrix of double");
    LinearAlgebra.Svd svd = LinearAlgebra.svd(random(4, 9, SEED));
    assertThat(svd.left()).hasToString("4 × 4 matrix of double");
    assertThat(svd.right()).hasToString("4 × 9 matrix of double");
    assertThat(svd.values()).hasSize(4);
  }
}
