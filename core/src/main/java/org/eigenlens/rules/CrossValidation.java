package org.eigenlens.rules;

import java.util.Locale;
import java.util.Optional;
import org.eigenlens.pca.Preprocessing;

/**
 * Cross-validation of single cells: the number of components that predicts cells best from the rest
 * of their rows, with directions learned from other rows; see {@link HeldOut}.
 */
public record CrossValidation() implements Rule {

  @Override
  public String label() {
    return "cv";
  }

  @Override
  public String caution() {
    return "it says too few where noise is strong or components are single columns, which no other"
        + " cell foretells; rows must be independent: copies of each other foretell each other";
  }

  @Override
  public Optional<String> objection(Preprocessing preparation) {
    return Optional.empty();
  }

  @Override
  public Answer answer(Evidence evidence) {
    HeldOut heldOut = evidence.heldOut();
    if (heldOut.problem().isPresent()) {
      return Answer.none(this, heldOut.problem().get());
    }
    double[] errors = HeldOut.summed(heldOut.errors());
    int best = 0;
    for (int k = 1; k < errors.length; k++) {
      best = errors[k] < errors[best] ? k : best;
    }
    int parts = heldOut.errors().length;
    return Answer.of(
        this,
        best,
        String.format(
            Locale.ROOT,
            "predicting each cell from the rest of its row errs by %.2f %% of the mean square, the"
                + " least of 0 to %d components (%d parts of the rows)",
            100 * errors[best] / errors[0],
            heldOut.most(),
            parts));
  }
}
