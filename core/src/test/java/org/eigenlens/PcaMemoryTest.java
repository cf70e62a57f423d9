package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.junit.jupiter.api.Test;

/** What is chosen, and what is refused, where memory is short. */
class PcaMemoryTest {

  private static final int COLUMNS = 600;

  /** Three strong directions in 600 columns, whose covariance takes 2.9 MB. */
  private static DenseMatrix rows() {
    Random random = new Random(77);
    DenseMatrix x = DenseMatrix.zeros(900, COLUMNS);
    double[] row = new double[COLUMNS];
    for (int i = 0; i < x.rows(); i++) {
      double a = 9 * random.nextGaussian();
      double b = 6 * random.nextGaussian();
      double c = 3 * random.nextGaussian();
      for (int j = 0; j < COLUMNS; j++) {
        row[j] =
            a * Math.sin(j) + b * Math.cos(3 * j) + c * (j % 5 - 2) + 0.1 * random.nextGaussian();
      }
      x.setRow(i, row, 0);
    }
    return x;
  }

  private static RowSource streamed(DenseMatrix x) {
    return Samples.streamed(x.toArray(), x.columns());
  }

  @Test
  void rowsWhoseCovarianceDoesNotFitAreReadInSeveralPasses() {
    DenseMatrix x = rows();
    Pca pca = Pca.builder().components(3).memory(4_000_000).build();
    LinearModel model = pca.fit(streamed(x), null);
    assertThat(model.provenance().solver()).isEqualTo("krylov");
    assertThat(model.provenance().solverReason()).contains("would not fit").contains("passes");
    LinearModel exact = Pca.builder().components(3).fit(x);
    for (int i = 0; i < 3; i++) {
      // Both are exact to a residual of 1e-10, so the eigenvalues to its square.
      assertThat(model.eigenvalues()[i])
          .isCloseTo(exact.eigenvalues()[i], within(1e-12 * exact.eigenvalues()[0]));
    }
  }

  @Test
  void rowsWhoseCovarianceFitsAreReadOnce() {
    LinearModel model = Pca.builder().components(3).build().fit(streamed(rows()), null);
    assertThat(model.provenance().solver()).isEqualTo("streaming");
  }

  @Test
  void matrixWhoseCovarianceDoesNotFitIsIterated() {
    LinearModel model = Pca.builder().components(3).memory(4_000_000).fit(rows());
    assertThat(model.provenance().solver()).isEqualTo("krylov");
  }

  @Test
  void allComponentsThatDoNotFitAreRefusedWithBothSizes() {
    assertThatThrownBy(() -> Pca.builder().memory(4_000_000).build().fit(streamed(rows()), null))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("the covariance of 600 columns")
        .hasMessageContaining("few components");
  }

  /** Values without squares are copied in another unit, beside the covariance of 2.9 MB × 7. */
  @Test
  void aCopyInAnotherUnitIsCounted() {
    DenseMatrix x = rows();
    double[] factors = new double[COLUMNS];
    Arrays.fill(factors, 1e-200);
    LinearAlgebra.scaleColumns(x, factors);
    Pca.Builder covariance =
        Pca.builder().components(3).standardize(true).solver(PcaSolver.COVARIANCE);
    assertThatThrownBy(() -> covariance.memory(22_000_000).fit(x))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("the covariance of 600 columns, and for the data in a unit")
        .hasMessageContaining("(24 MB beside the data) exceeds what is allowed (20 MB)");
    assertThat(covariance.memory(26_000_000).fit(x).components()).isEqualTo(3);
  }
}
