package org.eigenlens.rules;

import java.util.Locale;
import java.util.Optional;
import org.eigenlens.pca.Preprocessing;

/**
 * Kaiser's rule (1960): components that carry more variance than one standardised column.
 *
 * <p>Constant columns carry none and do not count.
 */
public record Kaiser() implements Rule {

  @Override
  public String label() {
    return "kaiser";
  }

  @Override
  public String caution() {
    return "of columns that have nothing to do with each other it still keeps about half, so it says"
        + " too many where columns are many or rows few";
  }

  @Override
  public Optional<String> objection(Preprocessing preparation) {
    return Rule.super
        .objection(preparation)
        .or(
            () ->
                preparation.standardize()
                    ? Optional.empty()
                    : Optional.of(
                        "it compares with the variance of one standardised column, and the data are"
                            + " not standardised; standardise them"));
  }

  @Override
  public Answer answer(Evidence evidence) {
    double[] values = evidence.spectrum().values();
    // 1 with the divisor of the variances; the mean says the same whatever that is.
    double one = evidence.spectrum().total() / evidence.columns();
    int count = 0;
    while (count < values.length && Spectrum.exceeds(values[count], one)) {
      count++;
    }
    return Answer.of(
        this,
        count,
        count == 0
            ? "no eigenvalue exceeds 1, the variance of one column"
            : String.format(
                Locale.ROOT,
                "%s 1, the variance of one column: number %d is %.4g%s",
                count == 1 ? "1 eigenvalue exceeds" : count + " eigenvalues exceed",
                count,
                values[count - 1] / one,
                count < values.length
                    ? String.format(Locale.ROOT, ", the next %.4g", values[count] / one)
                    : ""));
  }
}
