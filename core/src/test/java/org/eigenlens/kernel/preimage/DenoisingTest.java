package org.eigenlens.kernel.preimage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;

/** Digits with Gaussian noise of a quarter of their range, described by what 400 others have. */
class DenoisingTest {

  private static final double[][] ALL = Samples.table("digits");
  private static final double[][] TRAIN = Arrays.copyOfRange(ALL, 0, 400);
  private static final double[][] CLEAN = Arrays.copyOfRange(ALL, 1000, 1060);
  private static final double[][] NOISY = noisy(CLEAN);

  /** About twice the total variance of the digits. */
  private static final Kernel RBF = Kernels.rbf(1 / 2400.0);

  private static double[][] noisy(double[][] x) {
    Random random = new Random(3);
    return Arrays.stream(x)
        .map(row -> Arrays.stream(row).map(value -> value + 4 * random.nextGaussian()).toArray())
        .toArray(double[][]::new);
  }

  private static double bestOfLinearPca() {
    double best = Double.POSITIVE_INFINITY;
    for (int k : new int[] {5, 10, 15, 20, 25, 30, 40}) {
      LinearModel pca = Pca.builder().components(k).fit(DenseMatrix.copyOf(TRAIN));
      DenseMatrix back = pca.inverseTransform(pca.transform(DenseMatrix.copyOf(NOISY)));
      best = Math.min(best, ExactKernelPca.rmse(CLEAN, back));
    }
    return best;
  }

  @Test
  void kernelPcaRemovesMoreNoiseThanTheBestLinearOne() {
    double linear = bestOfLinearPca();
    ExactKernelPca rbf = ExactKernelPca.fit(RBF, TRAIN, 100);
    ExactKernelPca cubic = ExactKernelPca.fit(Kernels.polynomial(1 / 64.0, 1, 3), TRAIN, 50);
    for (ExactKernelPca model : List.of(rbf, cubic)) {
      PreImages found = model.decode(PreImageMethod.FIXED_POINT, model.transform(NOISY));
      // Seen: 0.79 times the error of linear PCA, both.
      assertThat(ExactKernelPca.rmse(CLEAN, found.points())).isLessThan(0.9 * linear);
      assertThat(found.unconverged()).isZero();
    }
  }

  @Test
  void iteratingNeverIncreasesTheError() {
    for (Kernel kernel : List.of(RBF, Kernels.polynomial(1 / 64.0, 1, 3))) {
      ExactKernelPca model = ExactKernelPca.fit(kernel, TRAIN, 30);
      Frame frame = new Frame(model.subspace());
      DenseMatrix coordinates = model.transform(NOISY);
      double[] start = new FixedPointDecoder(frame, 1).decode(coordinates).errors();
      double[] end = new FixedPointDecoder(frame).decode(coordinates).errors();
      double[] distances = new DistanceDecoder(frame).decode(coordinates).errors();
      double[] ridge = new RidgeDecoder(frame).decode(coordinates).errors();
      for (int i = 0; i < end.length; i++) {
        // Local minima, but of the very thing that is measured: no other method comes lower here.
        assertThat(end[i]).isLessThanOrEqualTo(start[i] + 1e-9);
        assertThat(end[i]).isLessThanOrEqualTo(Math.min(distances[i], ridge[i]) + 1e-9);
      }
    }
  }
}
