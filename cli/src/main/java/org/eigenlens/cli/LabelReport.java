package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.eigenlens.data.Words;
import org.eigenlens.model.LabelUse;

/** How labels chose the components of a model, as JSON for scripts and as text for people. */
final class LabelReport {

  private static final int NAMED = 8;

  private LabelReport() {}

  /** Adds what there is to say. */
  static void json(LabelUse labels, Map<String, Object> report) {
    if (labels.classes() > 0) {
      report.put("classes", labels.classes());
    }
    if (!labels.sizes().isEmpty()) {
      report.put("classSizes", labels.sizes());
    }
    if (!labels.kernel().isEmpty()) {
      report.put("labelKernel", labels.kernel());
      report.put("blend", labels.blend());
    }
  }

  /** Says it in a line: {@code 3 classes (a 50, b 50, c 50), kernel delta, blend 0.5}. */
  static String words(LabelUse labels) {
    List<String> words = new ArrayList<>();
    words.add(labels.classes() == 0 ? "numbers" : classes(labels));
    if (!labels.kernel().isEmpty()) {
      words.add("kernel " + Report.words(labels.kernel()));
    }
    if (labels.blend() > 0) {
      words.add("blend " + Report.number(labels.blend()));
    }
    return String.join(", ", words);
  }

  private static String classes(LabelUse labels) {
    String count = Words.count(labels.classes(), "class");
    if (labels.sizes().isEmpty()) {
      return count;
    }
    return labels.sizes().entrySet().stream()
        .limit(NAMED)
        .map(size -> Words.shown(size.getKey()) + " " + size.getValue())
        .collect(Collectors.joining(", ", count + " (", labels.classes() > NAMED ? ", …)" : ")"));
  }

  /** Says what the eigenvalues mean. */
  static String meaning(LabelUse labels, boolean fisher) {
    if (fisher) {
      return "eigenvalues say how much classes differ between each other for how much within";
    }
    if (labels != null && labels.blend() == 1) {
      return "eigenvalues are those of PCA";
    }
    if (labels != null && labels.blend() > 0) {
      return "eigenvalues are of the labels' kernel blended with the identity, and shares of them all";
    }
    return "eigenvalues say how much a component depends on the labels, and shares are of all such"
        + " dependence";
  }
}
