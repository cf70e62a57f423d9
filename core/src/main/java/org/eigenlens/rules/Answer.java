package org.eigenlens.rules;

import java.util.OptionalInt;
import org.eigenlens.matrix.NumericalException;

/**
 * What one rule says of one data set.
 *
 * @param rule the name of the rule, as in {@code -k}
 * @param components how many components; empty where the rule cannot be applied
 * @param why one sentence with the figures it rests on, or why the rule cannot be applied
 * @param caution when not to believe the rule
 */
public record Answer(String rule, OptionalInt components, String why, String caution) {

  /**
   * Returns the number of components for a model, which needs at least one.
   *
   * @throws NumericalException if the rule cannot be applied, or finds no component
   */
  public int required() {
    int number =
        components.orElseThrow(
            () -> new NumericalException("The rule " + rule + " cannot be applied: " + why + "."));
    if (number == 0) {
      throw new NumericalException(
          "The rule "
              + rule
              + " finds no component: "
              + why
              + "; ask for a number to have one all"
              + " the same.");
    }
    return number;
  }

  /** Tells whether this answers for a share, which is the user's choice. */
  public boolean isShare() {
    return rule.startsWith(Share.PREFIX);
  }

  /** Returns an answer of so many components. */
  static Answer of(Rule rule, int components, String why) {
    return new Answer(rule.label(), OptionalInt.of(components), why, rule.caution());
  }

  /** Returns the answer of a rule that cannot be applied. */
  static Answer none(Rule rule, String why) {
    return new Answer(rule.label(), OptionalInt.empty(), why, rule.caution());
  }
}
