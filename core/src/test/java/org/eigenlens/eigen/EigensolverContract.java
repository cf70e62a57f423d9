package org.eigenlens.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.eigenlens.Oracle;
import org.eigenlens.Progress;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.operator.MatrixOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every eigensolver owes its caller, on spectra that are known to trip them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EigensolverContract {

  private static final double EPSILON = Math.ulp(1.0);

  /** A matrix whose eigenvalues are known because it was made from them, largest first. */
  record Spectrum(String name, double[] values, double[][] vectors, double[][] matrix) {

    static Spectrum of(String name, int size, long seed, IntToDoubleFunction value) {
      double[] values = new double[size];
      Arrays.setAll(values, value);
      double[][] vectors = Samples.rotation(size, seed);
      double[][] scaled = new double[size][];
      for (int i = 0; i < size; i++) {
        double v = values[i];
        scaled[i] = Arrays.stream(vectors[i]).map(x -> x * v).toArray();
      }
      double[][] matrix = Samples.product(transposed(vectors), scaled);
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < i; j++) {
          matrix[i][j] = matrix[j][i];
        }
      }
      return new Spectrum(name + ", seed " + seed, values, vectors, matrix);
    }

    private static double[][] transposed(double[][] a) {
      double[][] t = new double[a.length][a.length];
      for (int i = 0; i < a.length; i++) {
        for (int j = 0; j < a.length; j++) {
          t[j][i] = a[i][j];
        }
      }
      return t;
    }

    MatrixOperator operator() {
      return new MatrixOperator(Matrix.of(matrix));
    }

    /** Making the matrix rounds: n products a cell, each off by ε·λ₁ at most. */
    double made() {
      return 4 * values.length * EPSILON * values[0];
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Spectrum> spectra() {
    int n = 90;
    List<Spectrum> spectra = new ArrayList<>();
    double[][] diagonal = new double[n][n];
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      // Not in order along the diagonal.
      int at = i * 37 % n;
      values[i] = n - i;
      diagonal[at][at] = values[i];
    }
    double[][] units = new double[n][n];
    for (int i = 0; i < n; i++) {
      units[i][i * 37 % n] = 1;
    }
    spectra.add(new Spectrum("diagonal", values, units, diagonal));
    spectra.add(Spectrum.of("identity", n, 1, i -> 1));
    spectra.add(Spectrum.of("zero", n, 2, i -> 0));
    spectra.add(Spectrum.of("rank 1", n, 3, i -> i == 0 ? 5 : 0));
    spectra.add(Spectrum.of("twelve times 2", n, 4, i -> i < 3 ? 4 - i : i < 14 ? 2 : 1.0 / i));
    spectra.add(Spectrum.of("gaps of 1e-9", n, 5, i -> i < 8 ? 2 - 1e-9 * i : 1.0 / i));
    spectra.add(Spectrum.of("graded to 1e-16", n, 6, i -> Math.pow(10, -16.0 * i / (n - 1))));
    spectra.add(Spectrum.of("flat", n, 7, i -> 1 - 1e-3 * i / n));
    spectra.add(Spectrum.of("tiny", n, 8, i -> 1e-150 * Math.pow(0.8, i)));
    spectra.add(Spectrum.of("huge", n, 9, i -> 1e150 * Math.pow(0.8, i)));
    spectra.add(Spectrum.of("one", 1, 10, i -> 3));
    spectra.add(Spectrum.of("two", 2, 11, i -> 2 - i));
    return spectra;
  }

  private final int threads = Parallel.threads();

  /** Thousands of tiny problems: waking a second thread for each would take most of the time. */
  @BeforeAll
  void useOneThread() {
    Parallel.setThreads(1);
  }

  @AfterAll
  void restoreThreads() {
    Parallel.setThreads(threads);
  }

  /** Returns the solver under test. */
  abstract Eigensolver solver(long seed);

  /** Solves by the solver under test, with whatever help it takes. */
  Eigenpairs solve(long seed, MatrixOperator operator, int count, Progress progress) {
    return solver(seed).solve(operator, count, progress);
  }

  /** Returns how far the residual a certificate states may lie above the true one. */
  double overstated() {
    return 0;
  }

  /** Returns how far the true relative residual may be, for so many pairs, if it converged. */
  abstract double residual(int size, int count);

  /** Tells whether the solver is expected to converge on a spectrum. */
  boolean converges(Spectrum spectrum) {
    return true;
  }

  private final Map<String, Eigenpairs> solved = new HashMap<>();

  private Eigenpairs solve(Spectrum spectrum, int count) {
    return solved.computeIfAbsent(
        spectrum + " " + count, key -> solve(1, spectrum.operator(), count, Progress.NONE));
  }

  private static int few(Spectrum spectrum) {
    return Math.min(16, spectrum.values().length);
  }

  private static double trueResidual(Spectrum spectrum, double value, double[] v) {
    double sum = 0;
    for (int i = 0; i < v.length; i++) {
      sum = Math.hypot(sum, Oracle.dot(spectrum.matrix()[i], v) - value * v[i]);
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("spectra")
  void eigenvaluesAreTheLargest(Spectrum spectrum) {
    Eigenpairs pairs = solve(spectrum, few(spectrum));
    if (!pairs.certificate().converged()) {
      return; // it said so, which another test is about
    }
    double first = spectrum.values()[0];
    double error = residual(spectrum.values().length, few(spectrum)) * first + spectrum.made();
    for (int i = 0; i < few(spectrum); i++) {
      assertThat(pairs.values()[i]).isCloseTo(spectrum.values()[i], within(error));
    }
  }

  @ParameterizedTest
  @MethodSource("spectra")
  void itConvergesOrSaysThatItDidNot(Spectrum spectrum) {
    Eigenpairs pairs = solve(spectrum, few(spectrum));
    boolean converged = pairs.certificate().converged();
    if (converges(spectrum)) {
      assertThat(converged).isTrue();
    }
    double allowed = residual(spectrum.values().length, few(spectrum));
    assertThat(!converged || pairs.certificate().maxRelativeResidual() <= allowed).isTrue();
  }

  @ParameterizedTest
  @MethodSource("spectra")
  void theCertificateStatesTheTrueResiduals(Spectrum spectrum) {
    Eigenpairs pairs = solve(spectrum, few(spectrum));
    double first = Math.max(Math.abs(pairs.values()[0]), Double.MIN_NORMAL);
    // Both sides sum n products, in different orders.
    double rounding = 10 * spectrum.values().length * EPSILON;
    for (int i = 0; i < few(spectrum); i++) {
      double residual = trueResidual(spectrum, pairs.values()[i], pairs.vectors().row(i)) / first;
      assertThat(pairs.certificate().residuals()[i])
          .isBetween(residual - rounding, residual + rounding + overstated());
    }
  }

  @ParameterizedTest
  @MethodSource("spectra")
  void vectorsAreOrthonormalAndTheCertificateKnows(Spectrum spectrum) {
    Eigenpairs pairs = solve(spectrum, few(spectrum));
    double[][] v = pairs.vectors().toArray();
    double worst = 0;
    for (int i = 0; i < v.length; i++) {
      for (int j = 0; j <= i; j++) {
        worst = Math.max(worst, Math.abs(Oracle.dot(v[i], v[j]) - (i == j ? 1 : 0)));
      }
    }
    double rounding = 10 * spectrum.values().length * EPSILON;
    assertThat(worst).isLessThan(rounding);
    assertThat(pairs.certificate().orthogonality()).isCloseTo(worst, within(rounding));
  }

  @ParameterizedTest
  @MethodSource("spectra")
  void capturedIsTheShareOfTheTraceAndBelowItsBound(Spectrum spectrum) {
    Eigenpairs pairs = solve(spectrum, few(spectrum));
    Certificate certificate = pairs.certificate();
    double trace = spectrum.operator().trace();
    double best = Arrays.stream(spectrum.values()).limit(few(spectrum)).sum();
    if (trace == 0) {
      assertThat(certificate.captured()).isZero();
      return;
    }
    assertThat(certificate.captured())
        .isCloseTo(Arrays.stream(pairs.values()).sum() / trace, within(1e-12));
    assertThat(certificate.captured()).isLessThanOrEqualTo(certificate.capturedBound());
    // Ky Fan: nothing of the same number captures more than the true leading values do.
    assertThat(certificate.capturedBound()).isGreaterThanOrEqualTo(best / trace - 1e-12);
  }

  @ParameterizedTest
  @MethodSource("spectra")
  void theSameSeedGivesTheSameBits(Spectrum spectrum) {
    Eigenpairs first = solve(spectrum, few(spectrum));
    Eigenpairs second = solve(1, spectrum.operator(), few(spectrum), Progress.NONE);
    assertThat(second.values()).isEqualTo(first.values());
    assertThat(second.vectors().toArray()).isDeepEqualTo(first.vectors().toArray());
  }

  @Test
  void everyCopyOfARepeatedEigenvalueIsFound() {
    Spectrum spectrum = Spectrum.of("copies", 90, 4, i -> i < 3 ? 4 - i : i < 14 ? 2 : 0.1);
    Eigenpairs pairs = solve(spectrum, 14);
    double[][] found = pairs.vectors().rowRange(2, 14).toArray();
    double[][] truth = Arrays.copyOfRange(spectrum.vectors(), 2, 14);
    assertThat(pairs.certificate().converged()).isTrue();
    // Residual·λ₁ over the gap of 1, for each of twelve vectors.
    assertThat(Oracle.sine(found, truth)).isLessThan(12 * 4 * residual(90, 14) + 1e-13);
  }

  @Test
  void nothingAskedIsNothingGiven() {
    Eigenpairs none = solve(1, spectra().get(0).operator(), 0, Progress.NONE);
    assertThat(none.values()).isEmpty();
    assertThat(none.vectors().rows()).isZero();
    assertThat(none.certificate().captured()).isZero();
  }

  @Test
  void allPairsCanBeAskedFor() {
    Spectrum spectrum = Spectrum.of("decaying", 30, 12, i -> Math.pow(0.7, i));
    Eigenpairs all = solve(spectrum, 30);
    double error = residual(30, 30) + spectrum.made();
    for (int i = 0; i < 30; i++) {
      assertThat(all.values()[i]).isCloseTo(spectrum.values()[i], within(error));
    }
    assertThat(all.certificate().captured()).isCloseTo(1, within(1e-12));
  }

  @Test
  void morePairsThanThereAreAreRefusedWithBothNumbers() {
    MatrixOperator operator = new MatrixOperator(DenseMatrix.identity(5));
    assertThatThrownBy(() -> solve(1, operator, 6, Progress.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("6")
        .hasMessageContaining("5");
    assertThatThrownBy(() -> solve(1, operator, -1, Progress.NONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theMatrixStaysAsItIs() {
    Spectrum spectrum = spectra().get(4);
    MatrixOperator operator = spectrum.operator();
    solve(1, operator, 16, Progress.NONE);
    solve(1, operator, 90, Progress.NONE);
    assertThat(operator.matrix().toArray()).isDeepEqualTo(spectrum.matrix());
  }
}
