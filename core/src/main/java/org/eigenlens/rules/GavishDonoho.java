package org.eigenlens.rules;

import java.util.Locale;
import java.util.Optional;
import org.eigenlens.pca.Preprocessing;

/**
 * Gavish and Donoho's threshold for singular values (2014), with the noise level estimated.
 *
 * <p>In a low-rank matrix plus white noise of deviation σ, with β the smaller side over the larger
 * one N, keeping the singular values above λ(β)·√N·σ comes nearest to the matrix without noise. The
 * median of the singular values, which are nearly all noise, estimates √(N·μ_β)·σ, where μ_β is the
 * median of the Marchenko–Pastur law; so the threshold is λ(β)/√μ_β times the median.
 */
public record GavishDonoho() implements Rule {

  @Override
  public String label() {
    return "gavish-donoho";
  }

  @Override
  public String caution() {
    return "it takes noise to be independent and of one size in all cells, and fewer than half of the"
        + " components to be structure";
  }

  /** It is a rule for matrices with or without a mean. */
  @Override
  public Optional<String> objection(Preprocessing preparation) {
    return Optional.empty();
  }

  @Override
  public Answer answer(Evidence evidence) {
    double[] values = evidence.singularValues();
    int all = evidence.components();
    double larger = Math.max(evidence.freeRows(), evidence.columns());
    double beta = all / larger;
    double median = (valueAt(values, (all - 1) / 2) + valueAt(values, all / 2)) / 2;
    if (!(median > 0)) {
      return Answer.none(
          this,
          "%d of %d singular values are zero, so no noise can be measured by their median"
              .formatted(all - values.length, all));
    }
    double threshold = coefficient(beta) / Math.sqrt(MarchenkoPastur.median(beta)) * median;
    int count = 0;
    while (count < values.length && values[count] > threshold) {
      count++;
    }
    return Answer.of(
        this,
        count,
        String.format(
            Locale.ROOT,
            "%s %.4g, %.3f times the median singular value %.4g (noise of deviation %.4g a cell)",
            count == 1 ? "1 singular value exceeds" : count + " singular values exceed",
            threshold,
            threshold / median,
            median,
            median / Math.sqrt(larger * MarchenkoPastur.median(beta))));
  }

  private static double valueAt(double[] values, int index) {
    return index < values.length ? values[index] : 0;
  }

  /**
   * Returns λ(β), the best threshold in units of √N·σ for a matrix whose sides have the ratio β in
   * (0, 1]: 4/√3 for a square one.
   */
  static double coefficient(double beta) {
    double b = beta + 1;
    return Math.sqrt(2 * b + 8 * beta / (b + Math.sqrt(beta * beta + 14 * beta + 1)));
  }
}
