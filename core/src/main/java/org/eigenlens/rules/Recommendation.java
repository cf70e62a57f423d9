package org.eigenlens.rules;

import java.util.List;
import java.util.Optional;
import org.eigenlens.model.Model;

/**
 * What all rules say of one data set.
 *
 * @param rows of the data
 * @param columns of the data
 * @param spectrum what the rules looked at first
 * @param answers of every rule, also of those that cannot be applied
 * @param consensus what those that choose by themselves say together; empty if none does
 * @param warnings what else users should know of the data
 */
public record Recommendation(
    long rows,
    int columns,
    Spectrum spectrum,
    List<Answer> answers,
    Optional<Consensus> consensus,
    List<String> warnings) {

  /**
   * Works out the consensus; shares have no part in it, as the user chooses them.
   *
   * @param model with all components of the data
   */
  static Recommendation of(Model model, Spectrum spectrum, List<Answer> answers) {
    return of(
        model.provenance().rows(),
        model.columns(),
        spectrum,
        answers,
        model.provenance().warnings());
  }

  /** Works out the consensus on data that no one model was fitted to. */
  static Recommendation of(
      long rows, int columns, Spectrum spectrum, List<Answer> answers, List<String> warnings) {
    int[] numbers =
        answers.stream()
            .filter(answer -> !answer.isShare())
            .filter(answer -> answer.components().isPresent())
            .mapToInt(answer -> answer.components().getAsInt())
            .sorted()
            .toArray();
    return new Recommendation(
        rows,
        columns,
        spectrum,
        List.copyOf(answers),
        numbers.length == 0 ? Optional.empty() : Optional.of(Consensus.of(numbers)),
        warnings);
  }

  /** Finds the answer of a rule by its name. */
  public Optional<Answer> answer(String rule) {
    return answers.stream().filter(answer -> answer.rule().equals(rule)).findFirst();
  }

  /**
   * What rules say together.
   *
   * @param components the median; the smaller one where two are in the middle
   * @param lowest the smallest answer
   * @param highest the largest answer
   * @param rules how many rules answered
   * @param near how many of them are at most one away from the median
   */
  public record Consensus(int components, int lowest, int highest, int rules, int near) {

    private static Consensus of(int[] sorted) {
      int median = sorted[(sorted.length - 1) / 2];
      int near = 0;
      for (int number : sorted) {
        near += Math.abs(number - median) <= 1 ? 1 : 0;
      }
      return new Consensus(median, sorted[0], sorted[sorted.length - 1], sorted.length, near);
    }
  }
}
