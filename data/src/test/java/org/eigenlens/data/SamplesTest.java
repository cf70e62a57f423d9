package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.eigenlens.matrix.Matrix;
import org.junit.jupiter.api.Test;

class SamplesTest {

  @Test
  void digits() {
    Data data = Samples.digits().load().requireComplete();
    assertThat(data.matrix().rows()).isEqualTo(1797);
    assertThat(data.matrix().columns()).isEqualTo(64);
    assertThat(data.labels().orElseThrow()).startsWith("0", "1", "2").hasSize(1797);
  }

  @Test
  void ninePoints() {
    Data data = Samples.ninePoints().load().requireComplete();
    assertThat(data.featureNames()).containsExactly("first", "second");
    assertThat(data.matrix().rows()).isEqualTo(9);
    assertThat(data.matrix().row(8)).containsExactly(1.95, 20);
  }

  @Test
  void flightsAreAsLongThereAsBack() {
    Data data = Samples.flights().load().requireComplete();
    assertThat(data.ids().orElseThrow()).isEqualTo(data.featureNames()).hasSize(10);
    // The great circle from Berlin, 52.52° N 13.405° E, to Rome, 41.9028° N 12.4964° E, on a sphere
    // of 6,371 km; the earth is flatter by a third of a percent, and a town is some km wide.
    assertThat(data.featureNames()).element(1).isEqualTo("Berlin");
    assertThat(data.featureNames()).element(8).isEqualTo("Rome");
    assertThat(data.matrix().row(1)[8]).isCloseTo(1182.5, within(6.0));
    for (int i = 0; i < 10; i++) {
      assertThat(data.matrix().row(i)[i]).isZero();
      for (int j = 0; j < 10; j++) {
        assertThat(data.matrix().row(i)[j]).isEqualTo(data.matrix().row(j)[i]);
      }
    }
  }

  @Test
  void rollIsASpiralOfGivenLength() {
    Data data = Samples.roll().load().requireComplete();
    assertThat(data.featureNames()).containsExactly("x", "y", "z", "along");
    assertThat(data.matrix().rows()).isEqualTo(800);
    double start = length(1.5 * Math.PI);
    for (int i = 0; i < 800; i++) {
      double[] point = data.matrix().row(i);
      // Coordinates have three digits after the point, and the length changes 14 times as fast.
      assertThat(length(Math.hypot(point[0], point[2])) - start).isCloseTo(point[3], within(0.02));
    }
  }

  /** Returns the length of the spiral of radius t up to t. */
  private static double length(double t) {
    double root = Math.sqrt(1 + t * t);
    return (t * root + Math.log(t + root)) / 2;
  }

  @Test
  void irisIsFishers() {
    Data data = Samples.iris().load().requireComplete();
    Matrix x = data.matrix();
    assertThat(x.rows()).isEqualTo(150);
    assertThat(x.row(34)).containsExactly(4.9, 3.1, 1.5, 0.2);
    assertThat(x.row(37)).containsExactly(4.9, 3.6, 1.4, 0.1);
    assertThat(data.labels().orElseThrow()).startsWith("setosa").endsWith("virginica");
  }
}
