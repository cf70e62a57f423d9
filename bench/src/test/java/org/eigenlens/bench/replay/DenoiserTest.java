package org.eigenlens.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.eigenlens.Pca;
import org.eigenlens.bench.SyntheticData;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;

class DenoiserTest {

  private final DenseMatrix training = SyntheticData.of(80, 6, 0, 1);
  private final DenseMatrix clean = SyntheticData.of(20, 6, 0, 2);
  private final DenseMatrix noisy = SyntheticData.of(20, 6, 0, 3);

  @Test
  void theErrorsOfLinearPcaAreThoseOfItsReconstructions() {
    double[] errors = new Denoiser(training.toArray(), 0.01, 5).linear(noisy, clean);
    assertThat(errors).hasSize(7);
    for (int k = 1; k <= 6; k++) {
      LinearModel model = Pca.builder().components(k).fit(training);
      DenseMatrix back = model.inverseTransform(model.transform(noisy));
      assertThat(errors[k]).isCloseTo(Denoiser.error(back, clean), within(1e-9 * errors[0]));
    }
    assertThat(errors[6]).isCloseTo(Denoiser.error(noisy, clean), within(1e-9 * errors[0]));
  }

  @Test
  void fewerComponentsOfKernelPcaAreThoseOfASmallerModel() {
    double few = new Denoiser(training.toArray(), 0.001, 3).kernel(noisy, clean, 3);
    double many = new Denoiser(training.toArray(), 0.001, 10).kernel(noisy, clean, 3);
    assertThat(many).isCloseTo(few, within(1e-6 * few));
  }
}
