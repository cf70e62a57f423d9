package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;

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
  void irisIsFishers() {
    Data data = Samples.iris().load().requireComplete();
    Matrix x = data.matrix();
    assertThat(x.rows()).isEqualTo(150);
    assertThat(x.row(34)).containsExactly(4.9, 3.1, 1.5, 0.2);
    assertThat(x.row(37)).containsExactly(4.9, 3.6, 1.4, 0.1);
    assertThat(data.labels().orElseThrow()).startsWith("setosa").endsWith("virginica");
  }
}
