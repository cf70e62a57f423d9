package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eigenlens.Samples;
import org.eigenlens.kernel.Bandwidth.Family;
import org.eigenlens.kernel.Bandwidth.Response;
import org.eigenlens.kernel.Bandwidth.Verdict;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.junit.jupiter.api.Test;

class BandwidthTest {

  private static Bandwidth measure(Family family, double... line) {
    double[][] x = new double[line.length][1];
    for (int i = 0; i < line.length; i++) {
      x[i][0] = line[i];
    }
    return Bandwidth.measure(Matrix.of(x), family, 1);
  }

  @Test
  void medianOfAnOddNumberIsTheMiddleOne() {
    // Squared distances 1, 4, 9; absolute ones 1, 2, 3.
    assertThat(measure(Family.RBF, 0, 1, 3).median()).isEqualTo(1.0 / 8);
    assertThat(measure(Family.LAPLACIAN, 0, 1, 3).median()).isEqualTo(1.0 / 4);
  }

  @Test
  void quantilesInterpolate() {
    // Squared distances 1, 4, 9, 16, 36, 49: positions 2.5, 4.5 and 0.5.
    Bandwidth bandwidth = measure(Family.RBF, 0, 1, 3, 7);
    assertThat(bandwidth.median()).isEqualTo(1 / (2 * 12.5));
    assertThat(bandwidth.smallest()).isCloseTo(1 / (2 * 42.5), within(1e-15));
    assertThat(bandwidth.largest()).isCloseTo(1 / (2 * 2.5), within(1e-15));
    assertThat(bandwidth.grid(3)[0]).isEqualTo(bandwidth.smallest());
    assertThat(bandwidth.grid(3)[1])
        .isCloseTo(Math.sqrt(bandwidth.smallest() * bandwidth.largest()), within(1e-15));
    assertThat(bandwidth.grid(3)[2]).isCloseTo(bandwidth.largest(), within(1e-15));
  }

  @Test
  void pairsAtDistanceZeroDoNotCount() {
    // Left are 1, 1, 4, 9, 9.
    assertThat(measure(Family.RBF, 0, 0, 1, 3).median()).isEqualTo(1.0 / 8);
  }

  @Test
  void coincidingPointsHaveNoBandwidth() {
    assertThatThrownBy(() -> measure(Family.RBF, 2, 2, 2))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("none of the 3 rows looked at differs");
    assertThatThrownBy(() -> measure(Family.RBF, 2))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("none of the 1 rows");
    assertThatThrownBy(() -> measure(Family.RBF, 1e200, -1e200))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("multiply the data by a small constant");
    assertThatThrownBy(() -> measure(Family.RBF, 1e-160, -1e-160))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("multiply the data by a large constant");
  }

  @Test
  void aSampleOfManyRowsIsNearTheirMedian() {
    double[][] x = Samples.normal(6000, 4, 71);
    Bandwidth bandwidth = Bandwidth.measure(Matrix.of(x), Family.RBF, 3);
    // Squared distances are 2χ²₄ with the median 6.713; that of 2,000 rows errs by about 2 %.
    assertThat(1 / (2 * bandwidth.median())).isCloseTo(6.713, within(0.4));
    assertThat(Bandwidth.measure(Samples.streamed(x, 4), Family.RBF, 3).median())
        .isEqualTo(bandwidth.median());
    assertThat(Bandwidth.measure(Matrix.of(x), Family.RBF, 4).median())
        .isNotEqualTo(bandwidth.median());
  }

  @Test
  void spectrumRespondsToGamma() {
    double[][] x = Samples.decaying(150, 3, 0.7, 72);
    for (Family family : Family.values()) {
      Bandwidth bandwidth = Bandwidth.measure(Matrix.of(x), family, 1);
      double median = bandwidth.median();
      List<Response> responses =
          bandwidth.responses(1e-5 * median, bandwidth.smallest(), median, 1e6 * median);
      assertThat(responses)
          .extracting(Response::verdict)
          .containsExactly(
              Verdict.NEARLY_CONSTANT,
              Verdict.INFORMATIVE,
              Verdict.INFORMATIVE,
              Verdict.NEARLY_IDENTITY);
      assertThat(responses).extracting(Response::effectiveRank).isSorted();
      // The identity, centred, has n − 1 equal eigenvalues.
      assertThat(responses.get(3).effectiveRank()).isCloseTo(149, within(1.0));
      assertThat(responses.get(2).shares()).hasSize(10);
      assertThat(responses.get(2).gamma()).isEqualTo(median);
    }
  }

  @Test
  void sharesAreThoseOfTheExactSpectrum() {
    double[][] x = Samples.normal(30, 2, 73);
    double[][] k = DenseKernel.centered(DenseKernel.of(Kernels.rbf(0.5), x));
    double[] exact = DenseKernel.eigenvalues(k);
    Response response = Bandwidth.measure(Matrix.of(x), Family.RBF, 1).responses(0.5).get(0);
    double squares = 0;
    for (int j = 0; j < 30; j++) {
      squares += exact[j] * exact[j];
    }
    double trace = DenseKernel.trace(k);
    for (int j = 0; j < 10; j++) {
      assertThat(response.shares()[j]).isCloseTo(exact[j] / trace, within(1e-12));
    }
    assertThat(response.effectiveRank()).isCloseTo(trace * trace / squares, within(1e-10));
  }

  @Test
  void warningsSayWhatToDo() {
    assertThat(Bandwidth.warning(1.01, 99, 100, false)).get().asString().contains("smaller gamma");
    assertThat(Bandwidth.warning(0.05, 0.09, 100, false)).get().asString().contains("larger gamma");
    assertThat(Bandwidth.warning(59.9, 60, 100, false)).get().asString().contains("larger gamma");
    assertThat(Bandwidth.warning(0, 0, 100, false)).get().asString().contains("larger gamma");
    assertThat(Bandwidth.warning(20, 60, 100, false)).isEmpty();
    assertThat(Bandwidth.warning(1, 1, 2, false)).isEmpty();
  }

  @Test
  void aGridHasTwoEnds() {
    assertThatThrownBy(() -> measure(Family.RBF, 0, 1).grid(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 1");
  }

  @Test
  void theMedianIsNoAdviceToThoseWhoTookIt() {
    assertThat(Bandwidth.warning(1.01, 99, 100, false)).get().asString().contains("median");
    assertThat(Bandwidth.warning(1.01, 99, 100, true)).get().asString().endsWith("a smaller gamma");
    assertThat(Bandwidth.warning(59.9, 60, 100, true))
        .get()
        .asString()
        .endsWith("try a larger gamma");
  }
}
