package org.eigenlens.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class LinearSvmTest {

  @Test
  void threeClustersAreToldApart() {
    double[][] centres = {{0, 5}, {5, 0}, {-5, -5}};
    Random random = new Random(1);
    double[][] x = new double[300][];
    int[] classes = new int[x.length];
    for (int i = 0; i < x.length; i++) {
      classes[i] = i % 3;
      double[] centre = centres[classes[i]];
      x[i] = new double[] {centre[0] + random.nextGaussian(), centre[1] + random.nextGaussian()};
    }
    assertThat(LinearSvm.fit(x, 2, classes, 10, 1).error(x, classes)).isLessThan(0.02);
  }

  @Test
  void theBoundaryOfTwoPointsLiesBetweenThem() {
    // By symmetry ½w² + 2C(1 − w)² is least at w = 4C/(1 + 4C), with b = 0.
    double[][] x = {{-1}, {1}};
    int[] classes = {0, 1};
    LinearSvm svm = LinearSvm.fit(x, 1, classes, 10, 1);
    assertThat(svm.classOf(new double[] {-0.1})).isZero();
    assertThat(svm.classOf(new double[] {0.1})).isEqualTo(1);
    assertThat(svm.value(1, new double[] {1})).isCloseTo(40.0 / 41, within(0.05));
  }

  @Test
  void onlyTheFirstFeaturesCount() {
    double[][] x = {{1, -9}, {-1, 9}, {2, 9}, {-2, -9}};
    int[] classes = {1, 0, 1, 0};
    assertThat(LinearSvm.fit(x, 1, classes, 10, 1).classOf(new double[] {3, -100})).isEqualTo(1);
  }
}
