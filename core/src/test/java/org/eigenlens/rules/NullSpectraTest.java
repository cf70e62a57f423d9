package org.eigenlens.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.Progress;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.rules.ParallelAnalysis.Null;
import org.junit.jupiter.api.Test;

/** Eigenvalues of correlation matrices without structure, against numpy's. */
class NullSpectraTest {

  private static final int DRAWS = 4000;

  private static RuleOptions options(int draws, long memory) {
    return new RuleOptions(
        new Preprocessing(true, true, 1), draws, 0.95, 5, 0, memory, Progress.NONE);
  }

  private static double[] quantiles(Null kind, double[][] x, double quantile) {
    Evidence evidence =
        new Evidence(DenseMatrix.copyOf(x), options(DRAWS, Long.MAX_VALUE)).standardized();
    double[][] spectra = NullSpectra.draw(kind, evidence);
    double[] found = new double[spectra[0].length];
    for (int k = 0; k < found.length; k++) {
      int index = k;
      double[] sorted = Arrays.stream(spectra).mapToDouble(s -> s[index]).sorted().toArray();
      found[k] = sorted[(int) (quantile * DRAWS)] * evidence.spectrum().total();
    }
    return found;
  }

  /**
   * numpy: quantiles of the eigenvalues of np.corrcoef of 40,000 normal samples of 60 × 5. Ours of
   * 4,000 have a deviation of √(q(1 − q)/4000)/density, at most 0.005; four of them are allowed.
   */
  @Test
  void tallNullsHaveTheQuantilesOfNumpy() {
    double[] upper = {1.56154591, 1.26934847, 1.07524854, 0.93332973, 0.7829616};
    double[] middle = {1.36579371, 1.14611329, 0.98763136, 0.83444859, 0.66098416};
    double[][] x = Samples.normal(60, 5, 1);
    assertThat(quantiles(Null.NORMAL, x, 0.95)).containsExactly(upper, within(0.02));
    assertThat(quantiles(Null.NORMAL, x, 0.5)).containsExactly(middle, within(0.02));
    assertThat(quantiles(Null.PERMUTED, x, 0.95)).containsExactly(upper, within(0.02));
    assertThat(quantiles(Null.PERMUTED, x, 0.5)).containsExactly(middle, within(0.02));
  }

  /** The same of 8 × 12, whose eigenvalues scatter five times as much. */
  @Test
  void wideNullsHaveTheQuantilesOfNumpy() {
    double[] upper = {
      4.64721023, 3.31208739, 2.47734177, 1.84175901, 1.32494582, 0.88079744, 0.48878759
    };
    double[][] x = Samples.normal(8, 12, 2);
    assertThat(quantiles(Null.NORMAL, x, 0.95)).containsExactly(upper, within(0.1));
  }

  /**
   * Two copies and a scatter suffice, however many threads there are: draws wait for each other.
   */
  @Test
  void fewDrawsAtOnceAreTheSameDraws() {
    Matrix x = DenseMatrix.copyOf(Samples.normal(4000, 5, 9));
    long least = 8 * (2 * 4000 * 5 + 2 * 5 * 5);
    int before = Parallel.threads();
    try {
      Parallel.setThreads(4);
      ParallelAnalysis rule = new ParallelAnalysis(Null.PERMUTED);
      Answer ample = rule.answer(new Evidence(x, options(10, Long.MAX_VALUE)));
      assertThat(ample.components()).isPresent();
      assertThat(rule.answer(new Evidence(x, options(10, least)))).isEqualTo(ample);
      assertThat(rule.answer(new Evidence(x, options(10, least - 8))).components()).isEmpty();
    } finally {
      Parallel.setThreads(before);
    }
  }
}
