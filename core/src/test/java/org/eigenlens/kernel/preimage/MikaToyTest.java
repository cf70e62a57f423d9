package org.eigenlens.kernel.preimage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.assertj.core.data.Percentage;
import org.eigenlens.Pca;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Table 1 of Mika et al. (1999): points around 11 centres in ten dimensions, described by n
 * components; how many times further from their centres linear PCA puts them than kernel PCA does.
 * The iteration begins at the noisy point: fewer than ten components do not tell 11 clusters apart.
 */
class MikaToyTest {

  private static final int FEATURES = 10;
  private static final int CENTRES = 11;

  private record Toy(double[][] train, double[][] test, double[][] truth) {

    static Toy draw(double sigma, int each, long seed) {
      Random random = new Random(seed);
      double[][] centres = new double[CENTRES][FEATURES];
      for (double[] centre : centres) {
        for (int j = 0; j < FEATURES; j++) {
          centre[j] = 2 * random.nextDouble() - 1;
        }
      }
      double[][] train = new double[each * CENTRES][];
      double[][] test = new double[33 * CENTRES][];
      double[][] truth = new double[test.length][];
      for (int i = 0; i < train.length; i++) {
        train[i] = around(centres[i % CENTRES], sigma, random);
      }
      for (int i = 0; i < test.length; i++) {
        truth[i] = centres[i % CENTRES];
        test[i] = around(truth[i], sigma, random);
      }
      return new Toy(train, test, truth);
    }

    private static double[] around(double[] centre, double sigma, Random random) {
      double[] point = centre.clone();
      for (int j = 0; j < point.length; j++) {
        point[j] += sigma * random.nextGaussian();
      }
      return point;
    }
  }

  /** Returns the ratio of the mean squared distances for 1 to 9 components. */
  private static double[] ratios(double sigma, int each, long seed) {
    Toy toy = Toy.draw(sigma, each, seed);
    double gamma = 1 / (FEATURES * 2 * sigma * sigma);
    // The paper's kernel is exp(−‖x − y‖²/(d·c)) with c = 2σ².
    ExactKernelPca all = ExactKernelPca.fit(Kernels.rbf(gamma), toy.train(), 9);
    double[] ratios = new double[9];
    for (int n = 1; n <= 9; n++) {
      ExactKernelPca model = all.first(n);
      PreImages found =
          Decoder.of(PreImageMethod.FIXED_POINT, model.subspace())
              .denoise(model.transform(toy.test()), DenseMatrix.copyOf(toy.test()));
      double kernel = ExactKernelPca.rmse(toy.truth(), found.points());
      LinearModel pca = Pca.builder().components(n).fit(DenseMatrix.copyOf(toy.train()));
      DenseMatrix back = pca.inverseTransform(pca.transform(DenseMatrix.copyOf(toy.test())));
      double linear = ExactKernelPca.rmse(toy.truth(), back);
      ratios[n - 1] = linear * linear / (kernel * kernel);
    }
    return ratios;
  }

  @Test
  void wideClustersAsPublished() {
    double[] published = {1.23, 1.39, 1.54, 1.70, 1.80, 1.96, 2.10, 2.25, 2.39};
    double[] ratios = ratios(0.8, 100, 1);
    for (int n = 0; n < 9; n++) {
      assertThat(ratios[n])
          .as("%d components", n + 1)
          .isCloseTo(published[n], Percentage.withPercentage(15));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.1, 0.2, 0.4})
  void kernelPcaIsBetterFromThreeComponentsOn(double sigma) {
    // Fewer points than the paper's 100 around each centre, to be quick.
    double[] ratios = ratios(sigma, 40, 1);
    for (int n = 3; n <= 9; n++) {
      assertThat(ratios[n - 1]).as("%d components", n).isGreaterThan(1);
    }
  }
}
