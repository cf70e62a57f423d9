package org.eigenlens.rules;

import java.util.Locale;

/**
 * The broken stick (Frontier 1976): components whose share exceeds that of the j-th longest piece
 * of a stick broken at random in p, which is (1/p) Σ_{i=j..p} 1/i; up to the first that does not.
 */
public record BrokenStick() implements Rule {

  @Override
  public String label() {
    return "broken-stick";
  }

  @Override
  public String caution() {
    return "it knows nothing of the number of rows and stops early: components of equal size look"
        + " like a stick broken evenly";
  }

  @Override
  public Answer answer(Evidence evidence) {
    Spectrum spectrum = evidence.spectrum();
    int pieces = evidence.components();
    if (pieces < 2) {
      return Answer.none(this, "data with 1 eigenvalue are a stick that was not broken");
    }
    double[] expected = pieces(pieces);
    int count = 0;
    while (count < pieces && Spectrum.exceeds(spectrum.shareOf(count), expected[count])) {
      count++;
    }
    String next =
        count < pieces
            ? String.format(
                Locale.ROOT,
                "component %d has %.2f %% of the variance, a piece of a stick broken at random"
                    + " %.2f %%",
                count + 1,
                100 * spectrum.shareOf(count),
                100 * expected[count])
            : "every component is longer than a piece of a stick broken at random";
    return Answer.of(this, count, next);
  }

  /** Returns the expected lengths of p pieces of a stick of length 1, longest first. */
  static double[] pieces(int p) {
    double[] lengths = new double[p];
    double sum = 0;
    for (int j = p; j >= 1; j--) {
      sum += 1.0 / j;
      lengths[j - 1] = sum / p;
    }
    return lengths;
  }
}
