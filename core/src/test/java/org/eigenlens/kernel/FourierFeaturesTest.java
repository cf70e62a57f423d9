package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FourierFeaturesTest {

  private static final double[][] X = Samples.normal(40, 3, 61);

  /** Returns ZZᵀ − K. */
  private static double[][] error(FourierFeatures features, double[][] x) {
    double[][] z = features.map(Matrix.of(x)).toArray();
    double[][] product = Samples.product(z, Matrix.of(z).transpose().toArray());
    double[][] k = DenseKernel.of(features.kernel(), x);
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        product[i][j] -= k[i][j];
      }
    }
    return product;
  }

  private static double squares(double[][] a) {
    return Arrays.stream(a).flatMapToDouble(Arrays::stream).map(v -> v * v).sum();
  }

  /**
   * cos ω(x − y) has the variance ½(1 − k²)² ≤ ½, so the mean of D/2 has a standard deviation of at
   * most 1/√D; twice that over all pairs, which are not independent, and six times for the worst.
   */
  @ParameterizedTest
  @ValueSource(ints = {60, 600, 6000})
  void approximatesTheKernelWithinOneOverTheRootOfTheirNumber(int size) {
    double[][] error = error(FourierFeatures.of(0.4, 3, size, 1), X);
    assertThat(Math.sqrt(squares(error) / (40 * 39))).isLessThan(2 / Math.sqrt(size));
    for (double[] row : error) {
      for (double value : row) {
        assertThat(value).isCloseTo(0, within(6 / Math.sqrt(size)));
      }
    }
  }

  @Test
  void meanOverSeedsIsTheKernel() {
    double[][] x = {{0.3, -0.2, 0.5, 0}, {1, 0.1, -0.4, 0.7}};
    int runs = 500;
    double sum = 0;
    for (int seed = 0; seed < runs; seed++) {
      sum += error(FourierFeatures.of(0.5, 4, 8, seed), x)[0][1];
    }
    // Four frequencies of variance below ½ in each run: five standard deviations of the mean.
    assertThat(sum / runs).isCloseTo(0, within(5 * Math.sqrt(0.5 / (4 * runs))));
  }

  @Test
  void everyPointHasLengthOne() {
    double[][] error = error(FourierFeatures.of(2, 3, 100, 2), X);
    for (int i = 0; i < X.length; i++) {
      assertThat(error[i][i]).isCloseTo(0, within(100 * Math.ulp(1.0)));
    }
  }

  /** Weyl: eigenvalues differ by no more than the norm of what the kernel matrices differ by. */
  @Test
  void pcaOfTheFeaturesIsNearlyKernelPca() {
    double[][] x = Samples.normal(200, 3, 62);
    FourierFeatures features = FourierFeatures.of(0.1, 3, 1000, 3);
    double[][] k = DenseKernel.centered(DenseKernel.of(features.kernel(), x));
    double[] exact = DenseKernel.eigenvalues(k);
    double bound = Math.sqrt(squares(error(features, x)));
    LinearModel pca = Pca.builder().components(5).build().fit(features.map(Matrix.of(x)));
    for (int j = 0; j < 5; j++) {
      assertThat(pca.eigenvalues()[j]).isCloseTo(exact[j], within(bound));
    }
    assertThat(bound).isLessThan(0.1 * exact[0]);
  }

  @Test
  void streamedRowsAreMappedAlike() {
    FourierFeatures features = FourierFeatures.of(0.4, 3, 50, 4);
    DenseMatrix mapped = features.map(Matrix.of(X));
    LinearModel inMemory = Pca.builder().components(3).build().fit(mapped);
    LinearModel streamed =
        Pca.builder().components(3).build().fit(features.map(Samples.streamed(X, 3)), null);
    for (int j = 0; j < 3; j++) {
      assertThat(streamed.eigenvalues()[j])
          .isCloseTo(inMemory.eigenvalues()[j], within(1e-12 * inMemory.eigenvalues()[0]));
    }
  }

  @Test
  void theSeedDecides() {
    DenseMatrix x = Matrix.of(X);
    double[] one = FourierFeatures.of(1, 3, 10, 5).map(x).toRowMajor();
    assertThat(FourierFeatures.of(1, 3, 10, 5).map(x).toRowMajor()).isEqualTo(one);
    assertThat(FourierFeatures.of(1, 3, 10, 6).map(x).toRowMajor()).isNotEqualTo(one);
  }

  @Test
  void refusesSenselessNumbers() {
    assertThatThrownBy(() -> FourierFeatures.of(1, 3, 7, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 7");
    assertThatThrownBy(() -> FourierFeatures.of(-1, 3, 8, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1.0");
    assertThatThrownBy(() -> FourierFeatures.of(1, 0, 8, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 0");
    assertThatThrownBy(() -> FourierFeatures.of(1, 2, 8, 0).map(Matrix.of(X)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 columns")
        .hasMessageContaining("2");
  }
}
