package org.eigenlens.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.model.LinearModel;

/** Compares models. */
final class Models {

  private Models() {}

  /** Compares what the fits say in numbers: sizes to 1e-8 of the largest, directions to 1e-8. */
  static void assertSame(LinearModel found, LinearModel expected) {
    assertThat(found.components()).isEqualTo(expected.components());
    double[] values = expected.eigenvalues();
    assertThat(found.eigenvalues()).containsExactly(values, within(1e-8 * values[0]));
    assertThat(found.totalSquares())
        .isCloseTo(expected.totalSquares(), within(1e-8 * expected.totalSquares()));
    assertThat(found.mean())
        .containsExactly(expected.mean(), within(1e-8 * largest(expected.mean())));
    for (int i = 0; i < found.components(); i++) {
      assertThat(found.directions().row(i))
          .as("direction %d", i + 1)
          .containsExactly(expected.directions().row(i), within(1e-8));
    }
    if (expected.scale() != null) {
      assertThat(found.scale())
          .containsExactly(expected.scale(), within(1e-8 * largest(expected.scale())));
    }
  }

  private static double largest(double[] values) {
    return Arrays.stream(values).map(Math::abs).max().orElse(0) + 1e-300;
  }
}
