package org.eigenlens.rules;

import java.util.Optional;
import org.eigenlens.pca.Preprocessing;

/** A rule for the number of components of a linear model. */
public sealed interface Rule
    permits Share,
        Elbow,
        Kaiser,
        BrokenStick,
        ParallelAnalysis,
        Minka,
        Likelihood,
        GavishDonoho,
        CrossValidation {

  /** Returns the name of the rule, as in {@code -k}. */
  String label();

  /** Says in one sentence when not to believe the rule. */
  String caution();

  /** Says what about the preparation of the data rules it out, if anything, and what to do. */
  default Optional<String> objection(Preprocessing preparation) {
    return preparation.center()
        ? Optional.empty()
        : Optional.of("it compares variances, and the data are not centred; centre them");
  }

  /** Applies the rule to data whose preparation it does not object to. */
  Answer answer(Evidence evidence);
}
