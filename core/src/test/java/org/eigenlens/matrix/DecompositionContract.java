package org.eigenlens.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eigenlens.matrix.Reference.EPSILON;
import static org.eigenlens.matrix.TestMatrices.SEED;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.eigenlens.matrix.TestMatrices.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the decompositions of every backend must do.
 *
 * <p>Each runs on matrices of their own and on views framed by not-a-number, and is held against
 * its definition.
 *
 * <p>Tolerances follow LAPACK's own tests: a residual may be 30·n·ε times the norm of the matrix,
 * and a basis 30·n·ε from orthonormal, n the larger dimension. A backward stable method stays
 * within a small multiple of n·ε; a wrong one misses by orders of magnitude.
 */
abstract class DecompositionContract {

  private static final int[] BORDERS = {0, Framed.WIDE};

  private final Backend backend;

  DecompositionContract(Backend backend) {
    this.backend = backend;
  }

  static List<Named> symmetricFamily() {
    return TestMatrices.symmetricFamily();
  }

  static List<Named> tallFamily() {
    return TestMatrices.tallFamily();
  }

  static List<Named> rectangularFamily() {
    return TestMatrices.rectangularFamily();
  }

  private Framed framed(int border, double[][] values) {
    return Framed.of(backend, border, values);
  }

  private DenseMatrix zeros(int rows, int columns) {
    Storage storage = backend.allocate((long) rows * columns, Precision.DOUBLE, true);
    return DenseMatrix.over(storage, rows, columns);
  }

  @ParameterizedTest
  @MethodSource("symmetricFamily")
  void symmetricEigenSolves(Named named) {
    for (int border : BORDERS) {
      Framed a = framed(border, withoutLowerTriangle(named.values()));
      double[] values = backend.symmetricEigen(a.view());
      checkEigen(named, values, a.values());
      assertThat(values).hasSize(named.values().length);
      a.assertFrameUntouched();
    }
  }

  @ParameterizedTest
  @MethodSource("symmetricFamily")
  void eigenvaluesAloneAreThoseWithVectors(Named named) {
    double[] all = backend.symmetricEigen(framed(0, named.values()).view());
    for (int border : BORDERS) {
      Framed a = framed(border, withoutLowerTriangle(named.values()));
      double[] values = backend.symmetricEigenvalues(a.view());
      assertThat(values).hasSize(all.length).isSorted();
      for (int i = 0; i < all.length; i++) {
        assertThat(values[i])
            .as("eigenvalue %d", i)
            .isCloseTo(all[i], within(tolerance(named.values()) * Reference.unit(named.values())));
      }
      a.assertFrameUntouched();
    }
  }

  @ParameterizedTest
  @MethodSource("symmetricFamily")
  void largestEigenAgreesWithAll(Named named) {
    int n = named.values().length;
    double[] all = backend.symmetricEigen(framed(0, named.values()).view());
    for (int k : new int[] {0, Math.min(1, n), n / 3, n}) {
      for (int border : BORDERS) {
        Framed a = framed(border, withoutLowerTriangle(named.values()));
        Framed vectors = Framed.unset(backend, border, k, n);
        double[] values = backend.largestEigen(a.view(), vectors.view());
        checkEigen(named, values, vectors.values());
        assertThat(values).hasSize(k);
        for (int i = 0; i < k; i++) {
          assertThat(values[i])
              .as("eigenvalue %d of %d", i, k)
              .isCloseTo(
                  all[n - k + i],
                  within(tolerance(named.values()) * Reference.unit(named.values())));
        }
        a.assertFrameUntouched();
        vectors.assertFrameUntouched();
      }
    }
  }

  private static double[][] withoutLowerTriangle(double[][] a) {
    double[][] upper = TestMatrices.scaled(a, 1);
    for (int i = 0; i < a.length; i++) {
      Arrays.fill(upper[i], 0, i, Double.NaN);
    }
    return upper;
  }

  /**
   * Returns the residual allowed of a matrix divided by its {@link Reference#unit}; besides ε no
   * method can resolve steps below the smallest denormal.
   */
  private static double tolerance(double[][] a) {
    double unit = Reference.unit(a);
    int n = a.length == 0 ? 0 : Math.max(a.length, a[0].length);
    double norm = Reference.norm(TestMatrices.scaled(a, 1 / unit));
    return 30 * n * (EPSILON * norm + Double.MIN_VALUE / unit);
  }

  private static void checkEigen(Named named, double[] values, double[][] vectors) {
    assertThat(values).isSorted();
    if (values.length == 0) {
      return;
    }
    double unit = Reference.unit(named.values());
    double[][] a = TestMatrices.scaled(named.values(), 1 / unit);
    double[][] right = new double[values.length][];
    for (int i = 0; i < values.length; i++) {
      double value = values[i] / unit;
      right[i] = Arrays.stream(vectors[i]).map(v -> value * v).toArray();
    }
    double residual = Reference.distance(Reference.multiply(vectors, a), right);
    assertThat(residual).as("residual").isLessThanOrEqualTo(tolerance(named.values()));
    checkOrthonormalRows(vectors);
  }

  private static void checkOrthonormalRows(double[][] rows) {
    if (rows.length > 0) {
      assertThat(Reference.departureFromOrthonormalRows(rows))
          .as("departure from orthonormal")
          .isLessThanOrEqualTo(30 * rows[0].length * EPSILON);
    }
  }

  @Test
  void findsTheEigenvaluesOfWilkinson() {
    double[] values = backend.symmetricEigen(framed(0, TestMatrices.wilkinson()).view());
    // From the literature (Wilkinson, The Algebraic Eigenvalue Problem, p. 309).
    assertThat(values[20]).isCloseTo(10.746194182903393, within(30 * 21 * EPSILON * 10.75));
    assertThat(values[19]).isCloseTo(10.746194182903322, within(30 * 21 * EPSILON * 10.75));
    assertThat(values[0]).isCloseTo(-1.1254415221199847, within(30 * 21 * EPSILON * 10.75));
  }

  @ParameterizedTest
  @MethodSource("tallFamily")
  void qrRebuildsTheMatrix(Named named) {
    int n = named.values()[0].length;
    for (int border : BORDERS) {
      Framed a = framed(border, named.values());
      Framed r = Framed.unset(backend, border, n, n);
      backend.qr(a.view(), r.view());
      checkOrthonormalRows(Reference.transpose(a.values()));
      double[][] factor = r.values();
      for (int i = 0; i < n; i++) {
        assertThat(Arrays.copyOf(factor[i], i))
            .as("left of the diagonal")
            .containsOnly(new double[i]);
      }
      checkProductOfFactors(named, a.values(), factor);
      a.assertFrameUntouched();
      r.assertFrameUntouched();
    }
  }

  @ParameterizedTest
  @MethodSource("tallFamily")
  void lqRebuildsTheMatrix(Named named) {
    Named wide = new Named(named.name(), Reference.transpose(named.values()));
    int n = wide.values().length;
    for (int border : BORDERS) {
      Framed a = framed(border, wide.values());
      Framed l = Framed.unset(backend, border, n, n);
      backend.lq(a.view(), l.view());
      checkOrthonormalRows(a.values());
      double[][] factor = l.values();
      for (int i = 0; i < n; i++) {
        assertThat(Arrays.copyOfRange(factor[i], i + 1, n))
            .as("right of the diagonal")
            .containsOnly(new double[n - i - 1]);
      }
      checkProductOfFactors(wide, factor, a.values());
      a.assertFrameUntouched();
      l.assertFrameUntouched();
    }
  }

  /** Leaving the basis out must not change the triangle in a single bit. */
  @ParameterizedTest
  @MethodSource("tallFamily")
  void trianglesAreThoseOfQrAndLq(Named named) {
    double[][] wide = Reference.transpose(named.values());
    int n = wide.length;
    for (int border : BORDERS) {
      Framed r = Framed.unset(backend, border, n, n);
      Framed l = Framed.unset(backend, border, n, n);
      Framed tallRows = framed(border, named.values());
      Framed wideRows = framed(border, wide);
      backend.qrTriangle(tallRows.view(), r.view());
      backend.lqTriangle(wideRows.view(), l.view());
      Framed expected = Framed.unset(backend, border, n, n);
      backend.qr(framed(border, named.values()).view(), expected.view());
      assertThat(r.values()).isDeepEqualTo(expected.values());
      backend.lq(framed(border, wide).view(), expected.view());
      assertThat(l.values()).isDeepEqualTo(expected.values());
      for (Framed framed : List.of(r, l, tallRows, wideRows)) {
        framed.assertFrameUntouched();
      }
    }
  }

  private static void checkProductOfFactors(Named named, double[][] left, double[][] right) {
    double unit = Reference.unit(named.values());
    double[][] product = Reference.multiply(left, TestMatrices.scaled(right, 1 / unit));
    double residual = Reference.distance(TestMatrices.scaled(named.values(), 1 / unit), product);
    assertThat(residual).as("residual").isLessThanOrEqualTo(tolerance(named.values()));
  }

  @Test
  void qrOfNothing() {
    backend.qr(zeros(0, 0), zeros(0, 0));
    backend.qr(zeros(4, 0), zeros(0, 0));
    backend.qrTriangle(zeros(4, 0), zeros(0, 0));
    backend.lq(zeros(0, 4), zeros(0, 0));
    backend.lqTriangle(zeros(0, 4), zeros(0, 0));
  }

  @ParameterizedTest
  @MethodSource("rectangularFamily")
  void svdRebuildsTheMatrix(Named named) {
    int rows = named.values().length;
    int columns = named.values()[0].length;
    int p = Math.min(rows, columns);
    for (int border : BORDERS) {
      Framed a = framed(border, named.values());
      Framed left = Framed.unset(backend, border, rows, p);
      Framed right = Framed.unset(backend, border, p, columns);
      double[] values = backend.svd(a.view(), left.view(), right.view());
      assertThat(values).hasSize(p);
      for (int i = 0; i < p; i++) {
        assertThat(values[i])
            .as("value %d", i)
            .isBetween(0.0, i == 0 ? Double.MAX_VALUE : values[i - 1]);
      }
      checkOrthonormalRows(Reference.transpose(left.values()));
      checkOrthonormalRows(right.values());
      double[][] scaled = right.values();
      for (int i = 0; i < p; i++) {
        double value = values[i];
        scaled[i] = Arrays.stream(scaled[i]).map(v -> value * v).toArray();
      }
      checkProductOfFactors(named, left.values(), scaled);
      a.assertFrameUntouched();
      left.assertFrameUntouched();
      right.assertFrameUntouched();
    }
  }

  @Test
  void svdKeepsTheSmallSingularValuesOfLauchli() {
    double eta = 1e-9;
    Framed a = framed(0, TestMatrices.lauchli(6, eta));
    double[] values = backend.svd(a.view(), zeros(7, 6), zeros(6, 6));
    assertThat(values[0]).isCloseTo(Math.sqrt(6 + eta * eta), within(30 * 7 * EPSILON * 2.5));
    for (int i = 1; i < 6; i++) {
      // Through aᵀa they would be lost: η² < ε.
      assertThat(values[i]).isCloseTo(eta, within(30 * 7 * EPSILON * 2.5));
    }
  }

  @Test
  void svdOfNothing() {
    double[] values = backend.svd(zeros(3, 0), zeros(3, 0), zeros(0, 0));
    assertThat(values).isEmpty();
  }

  @Test
  void multithreadedRunsTheWorkOnceAndPassesFailuresOn() {
    AtomicInteger runs = new AtomicInteger();
    backend.multithreaded(2, runs::incrementAndGet);
    assertThat(runs).hasValue(1);
    assertThatThrownBy(
            () ->
                backend.multithreaded(
                    2,
                    () -> {
                      throw new IllegalStateException("from within");
                    }))
        .hasMessage("from within");
  }

  @Test
  void multithreadedDecomposesAsWell() {
    Named named = new Named("random", TestMatrices.symmetric(257, SEED));
    Framed a = framed(Framed.WIDE, named.values());
    double[][] result = new double[1][];
    backend.multithreaded(3, () -> result[0] = backend.symmetricEigen(a.view()));
    checkEigen(named, result[0], a.values());
  }
}
