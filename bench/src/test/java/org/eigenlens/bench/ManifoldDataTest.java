package org.eigenlens.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.eigenlens.KernelPca;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.KernelModel;
import org.junit.jupiter.api.Test;

class ManifoldDataTest {

  @Test
  void theKernelMatrixIsNeitherConstantNorIdentity() {
    DenseMatrix x = ManifoldData.of(600, 64, 7);

    KernelModel model = KernelPca.builder().kernel(Kernels.rbf(1.0 / 64)).components(10).fit(x);

    double[] values = model.eigenvalues();
    // The trace of HKH would be about 0 for a constant, and about n for an identity.
    assertThat(model.totalSquares() / 600).isBetween(0.3, 0.7);
    assertThat(values[9] / values[0]).isBetween(0.1, 0.5);
  }

  @Test
  void theSameSeedGivesTheSameNumbers() {
    assertThat(ManifoldData.of(1_500, 4, 2).toRowMajor())
        .isEqualTo(ManifoldData.of(1_500, 4, 2).toRowMajor());
  }
}
