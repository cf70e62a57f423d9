package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;

class AttributionTest {

  private static final double STEP = 1e-5;

  private static double value(
      Kernel kernel, double[][] references, double[] coefficients, double[] point) {
    double sum = 0;
    for (int s = 0; s < references.length; s++) {
      sum += coefficients[s] * kernel.at(point, references[s]);
    }
    return sum;
  }

  @Test
  void gradientsAgreeWithDifferences() {
    double[][] references = positive(Samples.normal(20, 4, 1));
    double[][] points = positive(Samples.normal(70, 4, 2));
    double[] coefficients = Samples.normal(1, 20, 3)[0];
    for (Kernel kernel :
        List.of(
            Kernels.linear(),
            Kernels.polynomial(0.3, 1, 1),
            Kernels.polynomial(0.3, 1, 3),
            Kernels.rbf(0.4),
            Kernels.sigmoid(0.2, 0.1),
            Kernels.laplacian(0.4),
            Kernels.cosine(),
            Kernels.chiSquared(0.4),
            Kernels.sum(Kernels.rbf(0.4), Kernels.linear(), Kernels.cosine()),
            Kernels.product(Kernels.rbf(0.4), Kernels.polynomial(0.3, 1, 2)),
            Kernels.of("inverse", (x, y) -> 1 / (2 + Blocks.dot(x, y))))) {
      DenseMatrix gradients =
          Attribution.gradients(
              kernel, DenseMatrix.copyOf(references), coefficients, DenseMatrix.copyOf(points));
      for (int i = 0; i < points.length; i++) {
        for (int j = 0; j < 4; j++) {
          double[] moved = points[i].clone();
          moved[j] += STEP;
          double above = value(kernel, references, coefficients, moved);
          moved[j] -= 2 * STEP;
          double below = value(kernel, references, coefficients, moved);
          // Differences err by the order of STEP² and of 1e-16/STEP times the value, 1e-10 each.
          assertThat(gradients.get(i, j))
              .as("%s, point %d, feature %d", kernel.name(), i, j)
              .isCloseTo((above - below) / (2 * STEP), within(1e-7));
        }
      }
    }
  }

  /** Returns numbers from 0.1 on, for the kernel of counts. */
  private static double[][] positive(double[][] x) {
    return Arrays.stream(x)
        .map(row -> Arrays.stream(row).map(value -> 0.1 + Math.abs(value)).toArray())
        .toArray(double[][]::new);
  }

  @Test
  void farFromTheOriginNothingIsLost() {
    double[][] references = Samples.normal(20, 3, 4);
    double[][] points = Samples.normal(5, 3, 5);
    double[] coefficients = Samples.normal(1, 20, 6)[0];
    double[] near = gradients(references, coefficients, points);
    double[] far =
        gradients(Samples.moved(references, 1, 1e6), coefficients, Samples.moved(points, 1, 1e6));
    // Adding 1e6 rounds the points themselves to 1e-10.
    assertThat(far).containsExactly(near, within(1e-8));
  }

  private static double[] gradients(
      double[][] references, double[] coefficients, double[][] points) {
    return Attribution.gradients(
            Kernels.rbf(0.5),
            DenseMatrix.copyOf(references),
            coefficients,
            DenseMatrix.copyOf(points))
        .toRowMajor();
  }

  @Test
  void mistakesAreNamed() {
    DenseMatrix three = DenseMatrix.zeros(3, 2);
    DenseMatrix one = DenseMatrix.zeros(1, 2);
    assertThatThrownBy(() -> Attribution.gradients(Kernels.rbf(1), three, new double[4], one))
        .hasMessage(
            "The points have 2 features and 4 weights, but there are 3 references of 2 features.");
    assertThatThrownBy(
            () -> Attribution.gradients(Kernels.precomputed(), three, new double[3], one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no gradients");
  }
}
