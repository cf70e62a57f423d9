package org.eigenlens.rules;

import java.util.List;
import java.util.Optional;

/** All rules for linear models, in the order they are reported in. */
public final class Rules {

  private static final List<Rule> ALL =
      List.of(
          new Share(0.80),
          new Share(0.90),
          new Share(0.95),
          new Share(0.99),
          new Elbow(),
          new Kaiser(),
          new BrokenStick(),
          new ParallelAnalysis(ParallelAnalysis.Null.PERMUTED),
          new ParallelAnalysis(ParallelAnalysis.Null.NORMAL),
          new Minka(),
          new Likelihood(),
          new GavishDonoho(),
          new CrossValidation());

  private Rules() {}

  /** Returns every rule. */
  public static List<Rule> all() {
    return ALL;
  }

  /** Returns the rules that choose by themselves: all but the shares, which the user chooses. */
  public static List<Rule> choosing() {
    return ALL.stream().filter(rule -> !(rule instanceof Share)).toList();
  }

  /** Finds a rule by its name, as in {@code -k}. */
  public static Optional<Rule> named(String label) {
    return choosing().stream().filter(rule -> rule.label().equalsIgnoreCase(label)).findFirst();
  }

  /** Asks a rule, unless the preparation of the data rules it out. */
  static Answer ask(Rule rule, Evidence evidence) {
    return rule.objection(evidence.options().preparation())
        .map(objection -> Answer.none(rule, objection))
        .orElseGet(() -> rule.answer(evidence));
  }
}
