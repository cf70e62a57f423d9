package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.Progress;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.operator.CenteredOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelMatrixTest {

  private static final Kernel RBF = Kernels.rbf(0.2);

  private static DenseMatrix full(DenseMatrix points) {
    DenseMatrix k = DenseMatrix.zeros(points.rows(), points.rows());
    RBF.evaluate(points, points, k);
    for (int i = 0; i < k.rows(); i++) {
      k.set(i, i, 1);
    }
    return k;
  }

  private static DenseMatrix applied(KernelMatrix matrix, DenseMatrix vectors) {
    DenseMatrix out = DenseMatrix.zeros(vectors.rows(), vectors.columns());
    matrix.apply(vectors, out);
    return out;
  }

  private static double largestDifference(DenseMatrix a, DenseMatrix b) {
    double largest = 0;
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < a.columns(); j++) {
        largest = Math.max(largest, Math.abs(a.get(i, j) - b.get(i, j)));
      }
    }
    return largest;
  }

  /** Around the edges of pieces, of tiles and of lanes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 127, 129, 511, 512, 513, 640, 1024, 1100, 2100})
  void oneTriangleActsLikeTheWholeMatrix(int n) {
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(n, 3, n));
    DenseMatrix vectors = DenseMatrix.copyOf(Samples.normal(5, n, 7));
    DenseMatrix expected = LinearAlgebra.multiply(vectors, full(points));
    try (KernelMatrix stored = KernelMatrix.stored(RBF, points, Precision.DOUBLE, Progress.NONE);
        KernelMatrix narrow = KernelMatrix.stored(RBF, points, Precision.FLOAT, Progress.NONE);
        KernelMatrix recomputed = KernelMatrix.recomputed(RBF, points)) {
      // Sums of n products of numbers below 5 with similarities below 1.
      double rounding = 20.0 * n * Math.ulp(1.0);
      assertThat(largestDifference(applied(stored, vectors), expected)).isLessThan(rounding);
      assertThat(largestDifference(applied(recomputed, vectors), expected)).isLessThan(rounding);
      // Each similarity is rounded to 2⁻²⁵ at most.
      assertThat(largestDifference(applied(narrow, vectors), expected)).isLessThan(n * 5 * 0x1p-24);
      assertThat(stored.trace()).isEqualTo(n);
      assertThat(narrow.trace()).isEqualTo(n);
    }
  }

  /** Where squares are large beside differences, products would leave a distance to itself. */
  @Test
  void everyPointIsExactlyLikeItself() {
    int n = 700;
    double[][] far = Samples.normal(n, 20, 8);
    for (double[] point : far) {
      Arrays.setAll(point, j -> point[j] + 1e6);
    }
    DenseMatrix points = DenseMatrix.copyOf(far);
    DenseMatrix units = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      units.set(i, i, 1);
    }
    try (KernelMatrix stored = KernelMatrix.stored(RBF, points, Precision.DOUBLE, Progress.NONE);
        KernelMatrix recomputed = KernelMatrix.recomputed(RBF, points)) {
      for (KernelMatrix matrix : List.of(stored, recomputed)) {
        DenseMatrix columns = applied(matrix, units);
        for (int i = 0; i < n; i++) {
          assertThat(columns.get(i, i)).as("point %d", i).isEqualTo(1);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 61, 62, 100})
  void anyNumberOfVectorsIsMultiplied(int count) {
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(600, 3, 5));
    DenseMatrix vectors = DenseMatrix.copyOf(Samples.normal(count, 600, 6));
    try (KernelMatrix matrix = KernelMatrix.recomputed(RBF, points)) {
      DenseMatrix expected = LinearAlgebra.multiply(vectors, full(points));
      assertThat(largestDifference(applied(matrix, vectors), expected))
          .isLessThan(20.0 * 600 * Math.ulp(1.0));
    }
  }

  @Test
  void theNumberOfThreadsDoesNotShow() {
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(1900, 4, 1));
    DenseMatrix vectors = DenseMatrix.copyOf(Samples.normal(3, 1900, 2));
    int before = Parallel.threads();
    List<double[]> results = new ArrayList<>();
    try {
      for (int threads = 1; threads <= 3; threads++) {
        Parallel.setThreads(threads);
        try (KernelMatrix matrix =
            KernelMatrix.stored(RBF, points, Precision.DOUBLE, Progress.NONE)) {
          results.add(applied(matrix, vectors).toRowMajor());
        }
      }
    } finally {
      Parallel.setThreads(before);
    }
    assertThat(results.get(1)).isEqualTo(results.get(0));
    assertThat(results.get(2)).isEqualTo(results.get(0));
  }

  @Test
  void centringRemovesRowMeansAndTheirShareOfTheTrace() {
    int n = 300;
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(n, 2, 3));
    DenseMatrix k = full(points);
    double[] means = new double[n];
    double grand = 0;
    for (int i = 0; i < n; i++) {
      for (double value : k.row(i)) {
        means[i] += value / n;
      }
      grand += means[i] / n;
    }
    DenseMatrix centered = DenseMatrix.zeros(n, n);
    double trace = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        centered.set(i, j, k.get(i, j) - means[i] - means[j] + grand);
      }
      trace += centered.get(i, i);
    }
    DenseMatrix vectors = DenseMatrix.copyOf(Samples.normal(4, n, 4));
    DenseMatrix out = DenseMatrix.zeros(4, n);
    try (KernelMatrix matrix = KernelMatrix.stored(RBF, points, Precision.DOUBLE, Progress.NONE)) {
      CenteredOperator operator = new CenteredOperator(matrix);
      operator.apply(vectors, out);
      assertThat(operator.trace()).isCloseTo(trace, within(1e-12 * n));
      assertThat(matrix.rowMeans()[17]).isCloseTo(means[17], within(1e-14));
    }
    assertThat(largestDifference(out, LinearAlgebra.multiply(vectors, centered))).isLessThan(1e-12);
  }
}
