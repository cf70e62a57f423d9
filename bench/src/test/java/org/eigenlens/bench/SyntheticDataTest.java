package org.eigenlens.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;

class SyntheticDataTest {

  @Test
  void deviationsFallAsPromised() {
    DenseMatrix x = SyntheticData.of(5_000, 30, 0, 1);

    double[] variances = Pca.builder().components(3).fit(x).explainedVariance();

    assertThat(variances[0]).isCloseTo(100, within(10.0));
    assertThat(variances[1]).isCloseTo(25, within(2.5));
    assertThat(variances[2]).isCloseTo(100.0 / 9, within(1.2));
  }

  @Test
  void theSameSeedGivesTheSameNumbers() {
    assertThat(SyntheticData.of(1_500, 4, 1e6, 2).toRowMajor())
        .isEqualTo(SyntheticData.of(1_500, 4, 1e6, 2).toRowMajor());
  }
}
