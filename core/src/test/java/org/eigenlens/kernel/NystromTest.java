package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.eigenlens.Progress;
import org.eigenlens.Samples;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Kernel PCA by landmarks, held against the eigenvalues of the whole kernel matrix. */
class NystromTest {

  static Stream<Kernel> kernels() {
    return Stream.of(
        Kernels.rbf(0.3),
        Kernels.rbf(3),
        Kernels.laplacian(0.4),
        Kernels.linear(),
        Kernels.polynomial(0.5, 1, 2),
        Kernels.cosine(),
        Kernels.chiSquared(0.5),
        Kernels.sum(Kernels.linear(), Kernels.rbf(1)),
        Kernels.product(Kernels.rbf(0.1), Kernels.polynomial(1, 2, 2)));
  }

  /** Returns points with positive coordinates, as the chi2 kernel wants them. */
  private static double[][] points(int rows, long seed) {
    return Samples.moved(Samples.normal(rows, 5, seed), 0.5, 4);
  }

  private static NystromPca fit(Nystrom nystrom, double[][] x) {
    return nystrom.fit(Matrix.of(x), Progress.NONE);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyRowALandmarkIsExact(Kernel kernel) {
    double[][] x = points(60, 21);
    double[][] exact = DenseKernel.centered(DenseKernel.of(kernel, x));
    double[] values = DenseKernel.eigenvalues(exact);
    NystromPca pca = fit(Nystrom.landmarks(kernel, 60, 60, 1), x);
    // What landmarks leave of a row is below 10·60·ε of k(x, x), and f errs by its root at worst.
    double tolerance = 60 * 10 * 60 * Math.ulp(1.0) * pca.kernelTrace();
    for (int j = 0; j < pca.eigenvalues().length; j++) {
      assertThat(pca.eigenvalues()[j]).isCloseTo(values[j], within(tolerance));
    }
    assertThat(pca.traceError()).isBetween(0.0, tolerance);
    // Scores carry the signs and rotations away: all components together give HKH back.
    double[][] scores = NystromScores.of(pca, Matrix.of(x)).toArray();
    double[][] back = Samples.product(scores, Matrix.of(scores).transpose().toArray());
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 60; j++) {
        // Coefficients grow like the inverse root of the smallest pivot, below 3e6.
        assertThat(back[i][j]).isCloseTo(exact[i][j], within(1e-9 * pca.kernelTrace()));
      }
    }
    assertThat(pca.certificate().converged()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void boundsEnclose(Kernel kernel) {
    double[][] x = points(120, 22);
    double[][] k = DenseKernel.of(kernel, x);
    double[][] centered = DenseKernel.centered(k);
    double[] exact = DenseKernel.eigenvalues(centered);
    double all = DenseKernel.trace(centered);
    for (int m : new int[] {1, 4, 12, 40}) {
      for (long seed = 0; seed < 4; seed++) {
        NystromPca pca = fit(Nystrom.landmarks(kernel, 8, m, seed), x);
        String what = "%s, %d landmarks, seed %d".formatted(kernel, m, seed);
        // Rounding of sums of 120 terms, relative to tr K.
        double rounding = 120 * 8 * Math.ulp(1.0) * Math.max(pca.kernelTrace(), all);
        double leading = 0;
        for (int j = 0; j < pca.eigenvalues().length; j++) {
          double value = pca.eigenvalues()[j];
          assertThat(value).as(what).isLessThanOrEqualTo(exact[j] + rounding);
          assertThat(exact[j]).as(what).isLessThanOrEqualTo(value + pca.traceError() + rounding);
          leading += exact[j];
        }
        assertThat(pca.total()).as(what).isLessThanOrEqualTo(all + rounding);
        assertThat(all).as(what).isLessThanOrEqualTo(pca.total() + pca.traceError() + rounding);
        // Σλ̂/(T̂ + ρ) ≤ share ≤ (Σλ̂ + ρ)/(T̂ + ρ), since T̂ ≤ tr(HKH) ≤ T̂ + ρ.
        double share = leading / all;
        double found = Arrays.stream(pca.eigenvalues()).sum();
        double most = pca.total() + pca.traceError();
        assertThat(share).as(what).isGreaterThanOrEqualTo(found / most - 1e-12);
        assertThat(share).as(what).isLessThanOrEqualTo((found + pca.traceError()) / most + 1e-12);
      }
    }
  }

  @Test
  void eigenvaluesAreTheSquaresOfTheScores() {
    double[][] x = points(300, 23);
    NystromPca pca = fit(Nystrom.landmarks(Kernels.rbf(0.5), 4, 50, 2), x);
    DenseMatrix scores = NystromScores.of(pca, Matrix.of(x));
    for (int j = 0; j < 4; j++) {
      double[] score = scores.column(j);
      double squares = Arrays.stream(score).map(s -> s * s).sum();
      assertThat(squares).isCloseTo(pca.eigenvalues()[j], within(1e-10 * pca.eigenvalues()[0]));
      assertThat(Arrays.stream(score).sum()).isCloseTo(0, within(1e-9));
    }
  }

  @Test
  void theLandmarkOfLargestScoreHasAPositiveOne() {
    double[][] x = points(200, 24);
    NystromPca pca = fit(Nystrom.landmarks(Kernels.rbf(0.5), 6, 30, 3), x);
    double[][] chosen =
        Arrays.stream(pca.landmarkRows()).mapToObj(i -> x[(int) i]).toArray(double[][]::new);
    DenseMatrix scores = NystromScores.of(pca, Matrix.of(chosen));
    for (int j = 0; j < 6; j++) {
      assertThat(SignRule.sign(scores.column(j))).isEqualTo(1);
    }
  }

  @Test
  void meanWeightsGiveTheMeanOfTheFeatures() {
    double[][] x = points(40, 25);
    Kernel kernel = Kernels.rbf(1);
    double[][] k = DenseKernel.of(kernel, x);
    NystromPca pca = fit(Nystrom.landmarks(kernel, 3, 40, 1), x);
    for (int i = 0; i < 40; i++) {
      double mean = Arrays.stream(k[i]).sum() / 40;
      double weighted = 0;
      for (int s = 0; s < 40; s++) {
        weighted += pca.meanWeights()[s] * k[i][(int) pca.landmarkRows()[s]];
      }
      assertThat(weighted).isCloseTo(mean, within(1e-10));
    }
  }

  @Test
  void uncenteredDecomposesTheKernelMatrixItself() {
    double[][] x = points(50, 26);
    for (Kernel kernel : new Kernel[] {Kernels.rbf(0.3), Kernels.linear()}) {
      double[] exact = DenseKernel.eigenvalues(DenseKernel.of(kernel, x));
      NystromPca pca = fit(Nystrom.landmarks(kernel, 5, 50, 1).uncentered(), x);
      for (int j = 0; j < 5; j++) {
        assertThat(pca.eigenvalues()[j]).isCloseTo(exact[j], within(1e-10 * exact[0]));
      }
      assertThat(pca.offset()).containsOnly(0);
      assertThat(pca.meanWeights()).containsOnly(0);
    }
  }

  @Test
  void distanceFromTheOriginCostsNoDigits() {
    double[][] x = Samples.normal(200, 3, 27);
    double[][] far = Samples.moved(x, 1, 1 << 24);
    double[][] near = Samples.moved(far, 1, -(1 << 24));
    Nystrom nystrom = Nystrom.landmarks(Kernels.rbf(0.5), 5, 60, 1);
    NystromPca here = fit(nystrom, near);
    NystromPca there = fit(nystrom, far);
    // The shift is right to an ulp of 2²⁴, 4e-9, and moves all points alike.
    assertThat(there.landmarkRows()).isEqualTo(here.landmarkRows());
    for (int j = 0; j < 5; j++) {
      assertThat(there.eigenvalues()[j])
          .isCloseTo(here.eigenvalues()[j], within(1e-11 * here.eigenvalues()[0]));
    }
  }

  @Test
  void autoTakesAsManyLandmarksAsTheToleranceNeeds() {
    double[][] x = Samples.normal(1000, 2, 28);
    NystromPca pca = fit(Nystrom.auto(Kernels.rbf(0.3), 3, 1), x);
    assertThat(pca.traceError()).isLessThanOrEqualTo(1e-3 * pca.kernelTrace());
    assertThat(pca.landmarks().rows()).isBetween(10, 150);
  }

  @Test
  void streamedRowsGiveWhatRowsInMemoryGive() {
    double[][] x = Samples.normal(5000, 3, 29);
    Nystrom nystrom = Nystrom.landmarks(Kernels.rbf(0.5), 5, 40, 1);
    NystromPca inMemory = fit(nystrom, x);
    assertAlike(nystrom.fit(Samples.streamed(x, 3), Progress.NONE), inMemory);
    assertAlike(nystrom.fit(Samples.sparse(x), Progress.NONE), inMemory);
  }

  @Test
  void moreRowsThanTheSampleHoldsAreAllSeen() {
    double[][] x = Samples.normal(60_000, 2, 30);
    Nystrom nystrom = Nystrom.landmarks(Kernels.rbf(0.3), 3, 20, 1);
    NystromPca inMemory = fit(nystrom, x);
    assertThat(inMemory.rows()).isEqualTo(60_000);
    assertThat(inMemory.kernelTrace()).isEqualTo(60_000);
    assertAlike(nystrom.fit(Samples.streamed(x, 2), Progress.NONE), inMemory);
  }

  private static void assertAlike(NystromPca got, NystromPca expected) {
    assertThat(got.landmarkRows()).isEqualTo(expected.landmarkRows());
    assertThat(got.rows()).isEqualTo(expected.rows());
    double rounding = 1e-12 * expected.kernelTrace();
    for (int j = 0; j < expected.eigenvalues().length; j++) {
      assertThat(got.eigenvalues()[j]).isCloseTo(expected.eigenvalues()[j], within(rounding));
    }
    assertThat(got.traceError()).isCloseTo(expected.traceError(), within(rounding));
  }

  @Test
  void oneRowHasNoVariance() {
    for (Kernel kernel : new Kernel[] {Kernels.rbf(1), Kernels.linear()}) {
      NystromPca pca = fit(Nystrom.landmarks(kernel, 2, 10, 1), new double[][] {{3, 4}});
      assertThat(pca.total()).isZero();
      assertThat(pca.eigenvalues()).containsOnly(new double[pca.eigenvalues().length]);
      assertThat(NystromScores.of(pca, Matrix.of(new double[][] {{3, 4}, {5, 6}})).toRowMajor())
          .containsOnly(new double[2 * pca.eigenvalues().length]);
    }
  }

  @Test
  void equalRowsHaveNoVariance() {
    double[][] x = new double[100][];
    Arrays.fill(x, new double[] {0.1, -7, 1e5});
    for (Kernel kernel :
        new Kernel[] {Kernels.rbf(2), Kernels.linear(), Kernels.polynomial(1, 1, 3)}) {
      NystromPca pca = fit(Nystrom.landmarks(kernel, 4, 10, 1), x);
      assertThat(pca.landmarks().rows()).isLessThanOrEqualTo(1);
      assertThat(pca.eigenvalues()).containsOnly(new double[pca.eigenvalues().length]);
      assertThat(NystromScores.of(pca, Matrix.of(x)).toRowMajor())
          .containsOnly(new double[100 * pca.eigenvalues().length]);
    }
  }

  @Test
  void duplicatesGiveFewerLandmarksAndComponents() {
    double[][] distinct = Samples.normal(6, 2, 31);
    double[][] x = new double[60][];
    Arrays.setAll(x, i -> distinct[i % 6]);
    NystromPca pca = fit(Nystrom.landmarks(Kernels.rbf(1), 20, 30, 1), x);
    assertThat(pca.eigenvalues()).hasSize(6);
    double[] exact =
        DenseKernel.eigenvalues(DenseKernel.centered(DenseKernel.of(Kernels.rbf(1), x)));
    for (int j = 0; j < 6; j++) {
      assertThat(pca.eigenvalues()[j]).isCloseTo(exact[j], within(1e-10));
    }
    // Centring takes one of six dimensions: the last component is empty, not noise.
    assertThat(pca.eigenvalues()[5]).isZero();
    assertThat(pca.coefficients().column(5)).containsOnly(0);
  }

  @Test
  void refusesWhatItCannotUse() {
    Nystrom nystrom = Nystrom.landmarks(Kernels.rbf(1), 2, 10, 1);
    assertThatThrownBy(() -> fit(nystrom, new double[0][0]))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("no rows");
    double[][] x = Samples.normal(70, 3, 32);
    x[66][1] = Double.POSITIVE_INFINITY;
    assertThatThrownBy(() -> fit(nystrom, x))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Row 67, column 2 is Infinity");
    assertThatThrownBy(() -> nystrom.fit(Samples.streamed(x, 3), Progress.NONE))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Row 67, column 2 is Infinity");
    double[][] good = Samples.normal(70, 3, 32);
    assertThatThrownBy(() -> fit(Nystrom.landmarks(Kernels.sigmoid(1, -1), 2, 50, 1), good))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("not positive");
    assertThatThrownBy(() -> Nystrom.landmarks(Kernels.rbf(1), -1, 10, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  @Test
  void rowsOutsideTheSampleShowAKernelNotToBePositive() {
    // One landmark with k(s, s) = 1; a row with k(x, x) = 1 cannot have k(x, s) = 2.
    Kernel kernel = Kernels.of("leaning", (a, b) -> a[0] == b[0] ? 1 : 2);
    DenseMatrix one = DenseMatrix.copyOf(1, 1, 1);
    FeatureSums sums =
        new FeatureSums(new LandmarkFeatures(kernel, new double[1], one, one), new double[1]);
    assertThat(sums.over(Matrix.of(new double[][] {{1}, {1}})).residual()).isZero();
    assertThatThrownBy(() -> sums.over(Matrix.of(new double[][] {{1}, {3}})))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("'leaning' is not positive")
        .hasMessageContaining("-3.0");
  }
}
