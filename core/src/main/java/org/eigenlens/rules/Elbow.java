package org.eigenlens.rules;

import java.util.Locale;
import java.util.Optional;
import org.eigenlens.pca.Preprocessing;

/**
 * The elbow of the scree plot: the point of largest distance below the chord from the first
 * eigenvalue to the last.
 *
 * <p>The distance to a line is a constant times the vertical one, so the answer does not depend on
 * how the plot's axes are scaled. The component at the elbow is counted in.
 */
public record Elbow() implements Rule {

  @Override
  public String label() {
    return "elbow";
  }

  @Override
  public String caution() {
    return "where eigenvalues fall evenly there is no elbow, and a point is named all the same; after"
        + " a sharp drop it is the first small eigenvalue, one more than there are large ones";
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
    double[] values = spectrum.values();
    int last = values.length - 1;
    if (last < 2) {
      return Answer.none(
          this, "%s no elbow; three are needed".formatted(Texts.have(values.length, "eigenvalue")));
    }
    int elbow = 0;
    double deepest = 0;
    double rounding = Spectrum.ROUNDING * values[0];
    for (int i = 1; i < last; i++) {
      double chord = values[0] + (values[last] - values[0]) * i / last;
      if (chord - values[i] > deepest + rounding) {
        deepest = chord - values[i];
        elbow = i;
      }
    }
    if (elbow == 0) {
      return Answer.none(this, "no eigenvalue lies below the line from the first to the last");
    }
    return Answer.of(
        this,
        elbow + 1,
        String.format(
            Locale.ROOT,
            "eigenvalue %d (%.4g) lies farthest below the line from the first (%.4g) to the last"
                + " (number %d, %.4g)",
            elbow + 1,
            values[elbow],
            values[0],
            last + 1,
            values[last]));
  }
}
