package org.eigenlens.rules;

import java.util.Locale;

/**
 * The likelihood of probabilistic PCA (Tipping and Bishop 1999) for rows that were held back: on
 * the rows it was fitted to it would only ever rise with more components; see {@link HeldOut}.
 */
public record Likelihood() implements Rule {

  @Override
  public String label() {
    return "likelihood";
  }

  @Override
  public String caution() {
    return "it takes noise to be normal and of one size in all columns; where it is not, it names too"
        + " many";
  }

  @Override
  public Answer answer(Evidence evidence) {
    HeldOut heldOut = evidence.heldOut();
    if (heldOut.problem().isPresent()) {
      return Answer.none(this, heldOut.problem().get());
    }
    double[] sums = HeldOut.summed(heldOut.likelihoods());
    int best = 0;
    for (int k = 1; k < sums.length; k++) {
      best = sums[k] > sums[best] ? k : best;
    }
    double rows = evidence.rows();
    return Answer.of(
        this,
        best,
        String.format(
            Locale.ROOT,
            "rows held back are likeliest with it: log-likelihood %.4f a row, the most of 0 to %d"
                + " components%s",
            sums[best] / rows,
            heldOut.most(),
            best == 0
                ? ""
                : String.format(Locale.ROOT, " (%.4f with one less)", sums[best - 1] / rows)));
  }
}
