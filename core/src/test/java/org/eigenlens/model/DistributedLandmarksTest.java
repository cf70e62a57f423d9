package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.KernelPca;
import org.eigenlens.Samples;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.Parts;
import org.junit.jupiter.api.Test;

class DistributedLandmarksTest {

  private static double[][] landmarks(Parts rows) {
    KernelModel model =
        KernelPca.builder()
            .kernel(Kernels.rbf(0.2))
            .components(3)
            .landmarks(20)
            .standardize(true)
            .build()
            .fit(rows, List.of("a", "b", "c", "d"));
    return model.referencePoints().toArray();
  }

  /** 200 candidates among 2,000 rows, so that another sample would be other landmarks. */
  @Test
  void standardizedRowsHaveTheSameLandmarksHoweverTheyAreDivided() {
    double[][] x = Samples.moved(Samples.decaying(2000, 4, 0.7, 8), 1, 3);
    double[][] whole = landmarks(Parts.dense(x, 1));
    assertThat(whole).hasDimensions(20, 4);
    for (double[][] other :
        Arrays.asList(
            landmarks(Parts.dense(x, 7)),
            landmarks(Parts.dense(x, 32)),
            landmarks(Parts.sparse(x, 5)))) {
      for (int i = 0; i < whole.length; i++) {
        // Means and deviations differ in their last bits.
        assertThat(other[i]).containsExactly(whole[i], within(1e-12));
      }
    }
  }
}
