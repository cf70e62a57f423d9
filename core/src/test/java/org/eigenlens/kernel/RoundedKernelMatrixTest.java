package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.eigenlens.Oracle;
import org.eigenlens.Progress;
import org.eigenlens.Samples;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.operator.CenteredOperator;
import org.eigenlens.operator.SymmetricOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoundedKernelMatrixTest {

  private static final Kernel RBF = Kernels.rbf(0.2);

  private static DenseMatrix applied(SymmetricOperator matrix, DenseMatrix vectors) {
    DenseMatrix out = DenseMatrix.zeros(vectors.rows(), vectors.columns());
    matrix.apply(vectors, out);
    return out;
  }

  /** Random vectors of length one. */
  private static DenseMatrix units(int count, int n) {
    double[][] rows = Samples.normal(count, n, 7);
    for (double[] row : rows) {
      double norm = Math.sqrt(Oracle.dot(row, row));
      Arrays.setAll(row, j -> row[j] / norm);
    }
    return DenseMatrix.copyOf(rows);
  }

  /** The largest length of a row of the difference. */
  private static double distance(DenseMatrix a, DenseMatrix b) {
    DenseMatrix difference = a.copy();
    LinearAlgebra.add(-1, b, 1, difference);
    return Arrays.stream(difference.toArray())
        .mapToDouble(row -> Math.sqrt(Oracle.dot(row, row)))
        .max()
        .orElse(0);
  }

  private static DenseMatrix whole(Kernel kernel, DenseMatrix points) {
    int n = points.rows();
    double[][] rows = points.toArray();
    DenseMatrix k = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      double[] x = rows[i];
      k.setRow(i, Arrays.stream(rows).mapToDouble(y -> kernel.at(x, y)).toArray(), 0);
    }
    return k;
  }

  /** What four directions see of the matrix: at random it would be 4/n of the trace. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theStartIsNearTheLeadingVectors(boolean centered) {
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(2100, 3, 9));
    try (RoundedKernelMatrix rounded = RoundedKernelMatrix.of(RBF, points, Progress.NONE)) {
      SymmetricOperator operator = centered ? new CenteredOperator(rounded) : rounded;
      DenseMatrix start = rounded.start(4, centered, 5);
      LinearAlgebra.lq(start);
      DenseMatrix image = applied(operator, start);
      double seen = 0;
      for (int i = 0; i < 4; i++) {
        seen += Oracle.dot(start.row(i), image.row(i));
      }
      double[] largest = new BlockKrylov(1e-5, 1, 50).solve(operator, 4, Progress.NONE).values();
      assertThat(seen).isGreaterThan(0.95 * Arrays.stream(largest).sum());
    }
  }

  @Test
  void fewRowsBeginAtRandom() {
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(2047, 3, 9));
    try (RoundedKernelMatrix rounded = RoundedKernelMatrix.of(RBF, points, Progress.NONE)) {
      assertThat(rounded.start(4, true, 5)).isNull();
    }
  }

  /** Around the edges of tiles and of lanes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 511, 513, 1100, 2100})
  void productsAreAsFarFromTheExactOnesAsItSays(int n) {
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(n, 3, n));
    DenseMatrix vectors = units(5, n);
    DenseMatrix expected = LinearAlgebra.multiply(vectors, whole(RBF, points));
    try (RoundedKernelMatrix rounded = RoundedKernelMatrix.of(RBF, points, Progress.NONE)) {
      assertThat(distance(applied(rounded.exact(), vectors), expected))
          .isLessThan(20.0 * n * Math.ulp(1.0));
      double off = distance(applied(rounded, vectors), expected);
      assertThat(off).isLessThan(rounded.error());
      // It is no excuse either: seventeen times what rounding and adding up may make at most.
      assertThat(rounded.error()).isLessThan(17 * 8 * 0x1p-24 * Math.sqrt(n) * (1 + 1e-12));
      assertThat(rounded.trace()).isEqualTo(n);
    }
  }

  static Stream<Kernel> kernels() {
    return Stream.of(
        Kernels.linear(),
        Kernels.polynomial(0.5, 1, 3),
        Kernels.cosine(),
        Kernels.sum(Kernels.rbf(0.1), Kernels.linear()),
        Kernels.laplacian(0.3),
        new LessOne(1e-6));
  }

  /** Those that do not compute in float are rounded. */
  @ParameterizedTest
  @MethodSource("kernels")
  void everyKernelCanBeRounded(Kernel kernel) {
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(700, 3, 5));
    DenseMatrix vectors = units(3, 700);
    DenseMatrix expected = LinearAlgebra.multiply(vectors, whole(kernel, points));
    try (RoundedKernelMatrix rounded = RoundedKernelMatrix.of(kernel, points, Progress.NONE)) {
      assertThat(distance(applied(rounded, vectors), expected))
          .isPositive()
          .isLessThan(rounded.error());
    }
  }

  /** Points far apart beside 1/√γ: their squares leave no digits in float for the differences. */
  @Test
  void whatFloatsCannotTellApartIsComputedInDouble() {
    double[][] rows = Samples.normal(600, 3, 9);
    for (int i = 0; i < rows.length; i++) {
      rows[i][0] += 3000 * (i % 5);
    }
    DenseMatrix points = DenseMatrix.copyOf(rows);
    DenseMatrix vectors = units(3, 600);
    DenseMatrix expected = LinearAlgebra.multiply(vectors, whole(RBF, points));
    try (RoundedKernelMatrix rounded = RoundedKernelMatrix.of(RBF, points, Progress.NONE)) {
      assertThat(distance(applied(rounded, vectors), expected)).isLessThan(rounded.error());
      // Computed in double, it errs by rounding alone.
      assertThat(rounded.error()).isLessThan(8 * 0x1p-24 * Math.sqrt(600) * (1 + 1e-12));
    }
  }

  @Test
  void theFirstExactProductFindsTheMeansOfTheRows() {
    int n = 1100;
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(n, 3, 5));
    double[] sums = LinearAlgebra.sumOfRows(whole(RBF, points));
    try (RoundedKernelMatrix rounded = RoundedKernelMatrix.of(RBF, points, Progress.NONE)) {
      applied(rounded.exact(), units(2, n));
      double[] means = rounded.exact().rowMeans();
      for (int i = 0; i < n; i++) {
        assertThat(means[i]).isCloseTo(sums[i] / n, within(8 * Math.ulp(1.0)));
      }
    }
  }

  /** Squares of these are far beyond what a float can hold, in either direction. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-60, 1e-25, 1e25, 1e60, 1e150})
  void floatsHoldKernelsOfAnySize(double size) {
    double[][] rows = Samples.normal(600, 3, 6);
    for (double[] row : rows) {
      Arrays.setAll(row, j -> size * row[j]);
    }
    DenseMatrix vectors = units(2, 600);
    try (RoundedKernelMatrix rounded =
        RoundedKernelMatrix.of(Kernels.linear(), DenseMatrix.copyOf(rows), Progress.NONE)) {
      double[][] exact = applied(rounded.exact(), vectors).toArray();
      double[][] near = applied(rounded, vectors).toArray();
      double squares = 0;
      for (int i = 0; i < exact.length; i++) {
        for (int j = 0; j < exact[i].length; j++) {
          squares = Math.hypot(squares, exact[i][j] - near[i][j]);
        }
      }
      // Of two vectors together.
      assertThat(squares).isLessThan(Math.sqrt(2) * rounded.error());
      // Entries are about size² and at most 30 times that.
      assertThat(rounded.error()).isLessThan(30 * size * size * 8 * 0x1p-24 * Math.sqrt(600));
    }
  }

  @Test
  void twoPointsWithoutASimilarityAreNamed() {
    double[][] rows = Samples.normal(700, 2, 3);
    Kernel kernel =
        Kernels.of(
            "odd", (x, y) -> x[0] == rows[600][0] && x[0] != y[0] ? Double.NaN : x[0] * y[0]);
    assertThatThrownBy(
            () -> RoundedKernelMatrix.of(kernel, DenseMatrix.copyOf(rows), Progress.NONE))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Row 601: its kernel with row 1 is not finite");
  }

  @Test
  void theNumberOfThreadsDoesNotShow() {
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(1900, 4, 1));
    DenseMatrix vectors = units(3, 1900);
    int before = Parallel.threads();
    List<double[]> results = new ArrayList<>();
    try {
      for (int threads = 1; threads <= 3; threads++) {
        Parallel.setThreads(threads);
        try (RoundedKernelMatrix rounded = RoundedKernelMatrix.of(RBF, points, Progress.NONE)) {
          results.add(
              Stream.of(
                      applied(rounded, vectors).toRowMajor(),
                      applied(rounded.exact(), vectors).toRowMajor(),
                      rounded.exact().rowMeans())
                  .flatMapToDouble(Arrays::stream)
                  .toArray());
        }
      }
    } finally {
      Parallel.setThreads(before);
    }
    assertThat(results.get(1)).isEqualTo(results.get(0));
    assertThat(results.get(2)).isEqualTo(results.get(0));
  }
}
