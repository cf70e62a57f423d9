package org.eigenlens.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.operator.MatrixOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Few pairs of matrices most of whose eigenvalues are the same, which LAPACK alone gets wrong. */
class RepeatedEigenvaluesTest {

  /** Returns c·I + diagonal, and what its largest eigenvalues are. */
  private static DenseMatrix matrix(int n, double same, double inside, double outlier) {
    DenseMatrix a = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a.set(i, j, i == j ? same + inside : inside);
      }
    }
    a.set(n - 2, n - 2, same + inside + outlier);
    return a;
  }

  static Stream<Arguments> cases() {
    return Stream.of(65, 120, 150, 300)
        .flatMap(
            n ->
                Stream.of(
                    Arguments.of("identity", matrix(n, 1, 0, 0)),
                    // Balanced dummy columns: one value less than the others.
                    Arguments.of("centred identity", matrix(n, 1, -1.0 / n, 0)),
                    Arguments.of("one above the others", matrix(n, 1, 0, 0.98667)),
                    Arguments.of("last bits differ", matrix(n, 1, 1e-17, 0)),
                    Arguments.of("zero", matrix(n, 0, 0, 0))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void fewPairsOfMany(String name, DenseMatrix a) {
    int n = a.rows();
    for (int k : new int[] {1, 2, 3, 10}) {
      Eigenpairs pairs = new DirectSolver().solve(new MatrixOperator(a), k, Progress.NONE);
      Eigenpairs all = new DirectSolver().solve(new MatrixOperator(a), n, Progress.NONE);
      // The backward error of a symmetric eigensolver: a few nε of the largest eigenvalue.
      double rounding = 10 * n * Math.ulp(1.0);
      assertThat(pairs.values())
          .as("%d of %d", k, n)
          .containsExactly(Arrays.copyOf(all.values(), k), within(2 * rounding));
      assertThat(pairs.certificate().maxRelativeResidual()).isLessThan(rounding);
      assertThat(pairs.certificate().orthogonality()).isLessThan(rounding);
    }
  }
}
