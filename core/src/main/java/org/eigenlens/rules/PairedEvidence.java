package org.eigenlens.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.IntToDoubleFunction;
import org.eigenlens.model.Findings;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.Wilks;

/**
 * Rules for the number of pairs of a canonical correlation analysis: tests, one dimension after the
 * other, that it and all later ones are uncorrelated; the first that is not refuted ends the
 * sequence.
 *
 * @param model with all pairs
 */
public record PairedEvidence(PairedModel model) {

  /** The probability with which a dimension that is not there may be kept. */
  private static final double LEVEL = 0.05;

  /** Asks Wilks' test, and the permutation test where the model has one. */
  public Recommendation recommendation() {
    Findings findings = model.findings();
    List<Answer> answers = new ArrayList<>();
    answers.add(wilks(findings));
    if (findings.permutations() > 0) {
      double[] values = findings.permutationPValues();
      answers.add(
          sequence(
              "permutation",
              values.length,
              i -> values[i],
              findings.permutations() + " shuffles",
              "shuffles are few: no p-value is below 1/(shuffles + 1); rows must not depend on each"
                  + " other"));
    }
    double[] correlations = model.correlations();
    double total = 0;
    for (double value : correlations) {
      total += value;
    }
    return Recommendation.of(model, new Spectrum(correlations, total), answers);
  }

  private static Answer wilks(Findings findings) {
    List<Wilks> tests = findings.wilks();
    String caution =
        "rows are few for so many columns, or far from normal: then shuffle rows instead"
            + " (--permutations)";
    if (tests.isEmpty()) {
      boolean ridge = findings.ridgeX() > 0 || findings.ridgeY() > 0;
      String why =
          ridge
              ? "its distribution is known without a ridge only"
              : "there are too few rows for so many columns";
      return new Answer("wilks", OptionalInt.empty(), why, caution);
    }
    return sequence("wilks", tests.size(), i -> tests.get(i).pValue(), "Wilks' lambda", caution);
  }

  private static Answer sequence(
      String rule, int tests, IntToDoubleFunction pValue, String by, String caution) {
    int kept = 0;
    while (kept < tests && pValue.applyAsDouble(kept) < LEVEL) {
      kept++;
    }
    String last =
        kept == 0
            ? ""
            : String.format(Locale.ROOT, "p = %.3g for pair %d", at(pValue, kept - 1), kept);
    String next =
        kept == tests
            ? ""
            : String.format(Locale.ROOT, "p = %.3g for pair %d", at(pValue, kept), kept + 1);
    String why =
        kept == 0
            ? next + " and later ones: nothing shows that the views are related"
            : kept == tests ? last + ", the last that can be tested" : last + ", " + next;
    return new Answer(rule, OptionalInt.of(kept), why + ", by " + by, caution);
  }

  private static double at(IntToDoubleFunction pValue, int index) {
    return pValue.applyAsDouble(index);
  }
}
