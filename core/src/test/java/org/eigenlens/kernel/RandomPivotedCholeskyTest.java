package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RandomPivotedCholeskyTest {

  private static Landmarks select(Kernel kernel, double[][] x, int most, double tolerance) {
    return new RandomPivotedCholesky(most, tolerance, 1).select(kernel, DenseMatrix.copyOf(x));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 40, 150})
  void factorsTheLandmarksOwnMatrix(int most) {
    double[][] x = Samples.normal(200, 3, 11);
    Kernel kernel = Kernels.rbf(0.5);
    double[][] k = DenseKernel.of(kernel, x);
    Landmarks landmarks = select(kernel, x, most, 0);
    int[] s = landmarks.indices();
    assertThat(s).hasSize(most).doesNotHaveDuplicates();
    DenseMatrix product = DenseMatrix.zeros(most, most);
    LinearAlgebra.multiply(1, landmarks.factor(), false, landmarks.factor(), true, 0, product);
    for (int i = 0; i < most; i++) {
      for (int j = 0; j < most; j++) {
        // m products, each a rounding of numbers below 1, and the kernel's own few.
        double tolerance = 2 * (most + 10) * Math.ulp(1.0);
        assertThat(product.get(i, j)).isCloseTo(k[s[i]][s[j]], within(tolerance));
        if (j > i) {
          assertThat(landmarks.factor().get(i, j)).isZero();
        }
      }
    }
    assertThat(landmarks.trace()).isEqualTo(200);
    // Pivots go down to about 1e-9 here, which elimination divides by.
    assertThat(landmarks.traceError())
        .isCloseTo(DenseKernel.traceWithout(k, s), within(1e-6 * (most > 100 ? 1 : 1e-5)));
  }

  @Test
  void drawsByTheLawOfOneLandmarkAtATime() {
    // Linear kernel in the plane: what is left of y beside s is |y|² − (s·y)²/|s|².
    double[][] x = {{2, 0}, {1, 1}, {0, 1}};
    double[][] k = DenseKernel.of(Kernels.linear(), x);
    DenseMatrix points = DenseMatrix.copyOf(x);
    int runs = 4000;
    double[][] frequency = new double[3][3];
    for (int seed = 0; seed < runs; seed++) {
      int[] s = new RandomPivotedCholesky(2, 0, seed).select(Kernels.linear(), points).indices();
      frequency[s[0]][s[1]] += 1.0 / runs;
    }
    for (int s = 0; s < 3; s++) {
      double left = DenseKernel.traceWithout(k, s);
      for (int t = 0; t < 3; t++) {
        double rest = k[t][t] - k[s][t] * k[s][t] / k[s][s];
        double expected = k[s][s] / DenseKernel.trace(k) * rest / left;
        // Five standard deviations of a frequency among so many.
        double deviation = Math.sqrt(expected * (1 - expected) / runs);
        assertThat(frequency[s][t]).isCloseTo(expected, within(5 * deviation + 1e-12));
      }
    }
  }

  @Test
  void stopsAtTheTolerance() {
    double[][] x = Samples.normal(400, 2, 12);
    Landmarks landmarks = select(Kernels.rbf(0.3), x, 400, 1e-2);
    assertThat(landmarks.traceError()).isPositive().isLessThanOrEqualTo(1e-2 * 400);
    assertThat(landmarks.size()).isBetween(5, 100);
  }

  @Test
  void stopsAtTheRankOfTheData() {
    double[][] x = Samples.normal(300, 3, 13);
    assertThat(select(Kernels.linear(), x, 100, 0).size()).isEqualTo(3);
    // (xᵀy + 1)² spans the 10 monomials of degree up to 2 of three variables.
    Landmarks quadratic = select(Kernels.polynomial(1, 1, 2), x, 100, 0);
    assertThat(quadratic.size()).isEqualTo(10);
    assertThat(quadratic.traceError()).isLessThan(1e-12 * quadratic.trace());
  }

  @Test
  void takesOneOfEachDuplicate() {
    double[][] distinct = Samples.normal(20, 2, 14);
    double[][] x = new double[100][];
    Arrays.setAll(x, i -> distinct[i % 20]);
    Landmarks landmarks = select(Kernels.rbf(5), x, 100, 0);
    assertThat(Arrays.stream(landmarks.indices()).map(i -> i % 20).toArray())
        .hasSize(20)
        .doesNotHaveDuplicates();
  }

  @Test
  void nothingToChooseFromGivesNoLandmarks() {
    assertThat(select(Kernels.linear(), new double[5][2], 3, 0).size()).isZero();
    assertThat(select(Kernels.linear(), new double[5][2], 3, 0).traceError()).isZero();
    Landmarks one = select(Kernels.rbf(1), new double[][] {{4, 5}}, 3, 0);
    assertThat(one.indices()).containsExactly(0);
    assertThat(one.factor().get(0, 0)).isEqualTo(1);
  }

  @Test
  void theSeedDecidesAndThreadsDoNot() {
    DenseMatrix x = DenseMatrix.copyOf(Samples.normal(3000, 4, 15));
    Kernel kernel = Kernels.rbf(0.2);
    int before = Parallel.threads();
    try {
      Parallel.setThreads(1);
      Landmarks alone = new RandomPivotedCholesky(100, 0, 3).select(kernel, x);
      for (int threads = 2; threads <= 3; threads++) {
        Parallel.setThreads(threads);
        Landmarks other = new RandomPivotedCholesky(100, 0, 3).select(kernel, x);
        assertThat(other.indices()).isEqualTo(alone.indices());
        assertThat(other.factor().toRowMajor()).isEqualTo(alone.factor().toRowMajor());
        assertThat(other.traceError()).isEqualTo(alone.traceError());
      }
      assertThat(new RandomPivotedCholesky(100, 0, 4).select(kernel, x).indices())
          .isNotEqualTo(alone.indices());
    } finally {
      Parallel.setThreads(before);
    }
  }

  /** A crowd of 900 and twenty villages of five: a uniform draw misses most villages. */
  @Test
  void findsSmallClustersThatUniformSamplingMisses() {
    Random random = new Random(16);
    double[][] x = new double[1000][2];
    for (int i = 0; i < x.length; i++) {
      int village = i < 900 ? 0 : 1 + (i - 900) / 5;
      x[i][0] = 10 * village + 0.3 * random.nextGaussian();
      x[i][1] = 0.3 * random.nextGaussian();
    }
    Kernel kernel = Kernels.rbf(0.1);
    double[][] k = DenseKernel.of(kernel, x);
    DenseMatrix points = DenseMatrix.copyOf(x);
    double pivoted = 0;
    double uniform = 0;
    for (int seed = 0; seed < 5; seed++) {
      pivoted += new RandomPivotedCholesky(40, 0, seed).select(kernel, points).traceError();
      uniform += DenseKernel.traceWithout(k, random.ints(40, 0, 1000).toArray());
    }
    // A uniform draw of 40 expects to leave out (1 − 0.005)^40 = 82 % of the villages' 100 points.
    assertThat(pivoted).isLessThan(0.2 * uniform);
  }

  @Test
  void refusesKernelsThatAreNotPositive() {
    double[][] x = Samples.normal(50, 2, 17);
    assertThatThrownBy(() -> select(Kernels.sigmoid(1, -1), x, 50, 0))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("'sigmoid' is not positive");
    Kernel far = Kernels.of("distance", (a, b) -> Math.hypot(a[0] - b[0], a[1] - b[1]) + 1);
    assertThatThrownBy(() -> select(far, x, 50, 0))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("'distance' is not positive");
    Kernel negative = Kernels.of("negative", (a, b) -> -1);
    assertThatThrownBy(() -> select(negative, x, 50, 0))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("'negative' is not positive")
        .hasMessageContaining("-1.0");
    Kernel broken = Kernels.of("broken", (a, b) -> a == b ? 1 : Double.NaN);
    assertThatThrownBy(() -> select(broken, x, 50, 0))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("the kernel 'broken' of it is not finite");
  }

  @Test
  void refusesSenselessOptions() {
    assertThatThrownBy(() -> new RandomPivotedCholesky(0, 0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 0");
    assertThatThrownBy(() -> new RandomPivotedCholesky(1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1.0");
  }
}
