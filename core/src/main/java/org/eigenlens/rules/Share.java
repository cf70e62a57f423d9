package org.eigenlens.rules;

import java.util.Locale;
import java.util.Optional;
import org.eigenlens.pca.Preprocessing;

/**
 * The smallest number whose cumulative share of the total variance is at least a given one.
 *
 * @param share above 0 and at most 1
 */
public record Share(double share) implements Rule {

  /** A share reached but for rounding is reached. */
  private static final double ROUNDING = 1e-14;

  /** Components that cannot be told from zero, and are not in the spectrum, have less than this. */
  private static final double UNSEEN = 1e-9;

  /** What the names of shares begin with. */
  static final String PREFIX = "share-";

  @Override
  public String label() {
    return PREFIX + String.format(Locale.ROOT, "%.2f", share);
  }

  @Override
  public String caution() {
    return "the share is a convention: noise has variance too, and a few columns of large variance"
        + " reach any share by themselves";
  }

  @Override
  public Optional<String> objection(Preprocessing preparation) {
    return Optional.empty();
  }

  @Override
  public Answer answer(Evidence evidence) {
    return answer(evidence.spectrum());
  }

  /** Applies the rule to a spectrum, of whatever operator. */
  Answer answer(Spectrum spectrum) {
    int count = 1;
    while (count < spectrum.values().length && spectrum.share(count) < share * (1 - ROUNDING)) {
      count++;
    }
    if (spectrum.share(count) < share * (1 - UNSEEN)) {
      return Answer.none(
          this,
          "%s up only %s in all"
              .formatted(
                  count == 1 ? "1 component makes" : count + " components make",
                  percent(spectrum.share(count))));
    }
    String reached = percent(spectrum.share(count));
    return Answer.of(
        this,
        count,
        count == 1
            ? "the first component alone makes up " + reached
            : "%d components make up %s, %d only %s"
                .formatted(count, reached, count - 1, percent(spectrum.share(count - 1))));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * share);
  }
}
