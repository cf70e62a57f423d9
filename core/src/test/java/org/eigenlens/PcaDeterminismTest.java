package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The same data, options and seed give the same bits, whatever the number of threads. */
class PcaDeterminismTest {

  private final int threads = Parallel.threads();

  @AfterEach
  void restoreThreads() {
    Parallel.setThreads(threads);
  }

  static Stream<Arguments> routes() {
    // Several tiles each, seeds 71 to 73.
    DenseMatrix tall = Matrix.of(Samples.normal(9000, 40, 71));
    DenseMatrix middle = middle();
    DenseMatrix wide = Matrix.of(Samples.normal(60, 9000, 73));
    return Stream.of(
        Arguments.of("tall", PcaSolver.COVARIANCE, tall),
        Arguments.of("tall", PcaSolver.SVD, tall),
        Arguments.of("middle", PcaSolver.KRYLOV, middle),
        Arguments.of("wide", PcaSolver.GRAM, wide),
        Arguments.of("wide", PcaSolver.SVD, wide),
        Arguments.of("wide", PcaSolver.KRYLOV, wide));
  }

  private static DenseMatrix middle() {
    return Matrix.of(Samples.decaying(1500, 300, 0.98, 72));
  }

  /** LAPACK cuts a matrix of 300 columns by the number of its threads: there the last bits move. */
  @ParameterizedTest
  @EnumSource(
      value = PcaSolver.class,
      names = {"COVARIANCE", "SVD"})
  void threadsInsideLapackChangeNoMoreThanRounding(PcaSolver solver) {
    DenseMatrix x = middle();
    Pca pca = Pca.builder().components(6).solver(solver).build();
    Parallel.setThreads(1);
    LinearModel one = pca.fit(x);
    for (int count : new int[] {2, 3}) {
      Parallel.setThreads(count);
      LinearModel other = pca.fit(x);
      double first = one.eigenvalues()[0];
      for (int i = 0; i < 6; i++) {
        assertThat(other.eigenvalues()[i]).isCloseTo(one.eigenvalues()[i], within(1e-12 * first));
      }
      // Gaps are above 0.005·λ₁, so 1e-14·λ₁ of rounding turns a direction by 2e-12.
      double sine = Oracle.sine(other.directions().toArray(), one.directions().toArray());
      assertThat(sine).isLessThan(1e-11);
    }
  }

  @ParameterizedTest(name = "{0} by {1}")
  @MethodSource("routes")
  void anyNumberOfThreadsGivesTheSameBits(String shape, PcaSolver solver, DenseMatrix x) {
    Pca pca = Pca.builder().components(6).solver(solver).tolerance(1e-6).seed(7).build();
    Parallel.setThreads(1);
    LinearModel one = pca.fit(x);
    for (int count : new int[] {2, 3}) {
      Parallel.setThreads(count);
      LinearModel other = pca.fit(x);
      assertThat(other.eigenvalues()).as("%d threads", count).isEqualTo(one.eigenvalues());
      assertThat(other.directions().toArray()).isDeepEqualTo(one.directions().toArray());
      assertThat(other.mean()).isEqualTo(one.mean());
      assertThat(other.transform(x.rowRange(0, 50)).toArray())
          .isDeepEqualTo(one.transform(x.rowRange(0, 50)).toArray());
    }
  }

  @ParameterizedTest(name = "{0} by {1}")
  @MethodSource("routes")
  void theSameSeedTwiceGivesTheSameBits(String shape, PcaSolver solver, DenseMatrix x) {
    Pca pca = Pca.builder().components(6).solver(solver).tolerance(1e-6).seed(8).build();
    LinearModel first = pca.fit(x);
    LinearModel second = pca.fit(x);
    assertThat(second.eigenvalues()).isEqualTo(first.eigenvalues());
    assertThat(second.directions().toArray()).isDeepEqualTo(first.directions().toArray());
  }
}
