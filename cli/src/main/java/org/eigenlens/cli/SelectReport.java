package org.eigenlens.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eigenlens.data.Words;
import org.eigenlens.rules.Answer;
import org.eigenlens.rules.Recommendation;

/** What the rules for the number of components say, as JSON for scripts and as text for people. */
final class SelectReport {

  private static final int WIDTH = 100;

  private SelectReport() {}

  /** Returns the names and values that describe a recommendation. */
  static Map<String, Object> json(Recommendation advice, Method method) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("method", method.label());
    report.put("rows", advice.rows());
    report.put("columns", advice.columns());
    double[] values = advice.spectrum().values();
    double total = advice.spectrum().total();
    if (method.isPaired()) {
      report.put("correlations", values);
    } else {
      report.put(method.hasKernel() ? "eigenvalues" : "explainedVariance", values);
      report.put(
          "explainedVarianceRatio", Arrays.stream(values).map(value -> value / total).toArray());
    }
    if (!method.hasKernel() && !method.isPaired()) {
      report.put("totalVariance", total);
    }
    report.put("rules", json(advice.answers()));
    advice
        .consensus()
        .ifPresent(
            consensus -> {
              report.put("consensus", consensus.components());
              Map<String, Object> spread = new LinkedHashMap<>();
              spread.put("lowest", consensus.lowest());
              spread.put("highest", consensus.highest());
              spread.put("rules", consensus.rules());
              spread.put("withinOne", consensus.near());
              report.put("spread", spread);
            });
    return report;
  }

  /** Returns the answers of rules; one that does not apply has no number. */
  static List<Map<String, Object>> json(List<Answer> answers) {
    return answers.stream()
        .map(
            answer -> {
              Map<String, Object> entry = new LinkedHashMap<>();
              entry.put("rule", answer.rule());
              answer.components().ifPresent(number -> entry.put("components", number));
              entry.put("why", answer.why());
              entry.put("caution", answer.caution());
              return entry;
            })
        .toList();
  }

  /** Prints a recommendation for people. */
  static void print(
      PrintWriter out,
      Recommendation advice,
      Method method,
      String preparation,
      List<String> notes) {
    out.printf(
        "how many components: %s of %s × %s, %s%n%n",
        method.title(),
        Words.count(advice.rows(), "row"),
        Words.count(advice.columns(), "column"),
        preparation);
    out.printf("%-16s %10s  %s%n", "rule", "components", "why");
    for (Answer answer : advice.answers()) {
      String number = answer.components().isPresent() ? "" + answer.components().getAsInt() : "–";
      wrapped(out, String.format(Locale.ROOT, "%-16s %10s  ", answer.rule(), number), answer.why());
    }
    out.println();
    out.println(consensus(advice));
    out.println();
    out.println("when not to believe them");
    String last = "";
    for (Answer answer : advice.answers()) {
      if (answer.components().isPresent() && !answer.caution().equals(last)) {
        String name = answer.isShare() ? "share" : answer.rule();
        wrapped(out, String.format(Locale.ROOT, "%-16s ", name), answer.caution());
        last = answer.caution();
      }
    }
    TextWriter.warn(out, notes);
  }

  private static String consensus(Recommendation advice) {
    return advice
        .consensus()
        .map(
            found ->
                found.rules() == 1
                    ? "consensus: %d, of the only rule that applies and chooses by itself"
                        .formatted(found.components())
                    : "consensus: %d, the median of %d rules; they say %d to %d, and %d of them at most one away"
                        .formatted(
                            found.components(),
                            found.rules(),
                            found.lowest(),
                            found.highest(),
                            found.near()))
        .orElse("consensus: none, since no rule applies that chooses by itself");
  }

  /** Prints words in lines of limited width, after a head and below it. */
  private static void wrapped(PrintWriter out, String head, String text) {
    StringBuilder line = new StringBuilder(head);
    boolean empty = true;
    for (String word : text.split(" ", -1)) {
      if (!empty && line.length() + 1 + word.length() > WIDTH) {
        out.println(line);
        line = new StringBuilder(" ".repeat(head.length()));
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    out.println(line);
  }
}
