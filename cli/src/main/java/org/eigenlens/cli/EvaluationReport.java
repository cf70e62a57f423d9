package org.eigenlens.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.eigenlens.supervised.Evaluation;

/**
 * How well components predict labels, beside PCA's.
 *
 * @param method the name of the method
 * @param own how well its components do
 * @param pca how well principal components do on the same folds
 * @param columns how well all columns do as they are, where that was found out
 */
record EvaluationReport(String method, Evaluation own, Evaluation pca, OptionalDouble columns) {

  void addTo(Map<String, Object> report) {
    report.put(own.classes() ? "accuracy" : "r2", own.scores());
    report.put(own.classes() ? "pcaAccuracy" : "pcaR2", pca.scores());
    columns.ifPresent(score -> report.put(own.classes() ? "columnsAccuracy" : "columnsR2", score));
    report.put("folds", own.folds());
  }

  void print(PrintWriter out, long rows) {
    out.printf(
        Locale.ROOT,
        "%nheld-out rows, %s: %s%n",
        own.folds() == rows ? "one at a time" : own.folds() + " folds",
        own.classes()
            ? "how many have the class of their nearest neighbour"
            : "R² of linear regression on the components");
    // Beside itself PCA says nothing new.
    boolean alone = method.equals(Method.PCA.label());
    int width = Math.max(10, method.length());
    String line = "%10s  %" + width + "s" + (alone ? "%n" : "  %10s%n");
    out.printf(Locale.ROOT, line, "components", method, "pca");
    for (int k = 0; k < own.scores().length; k++) {
      out.printf(Locale.ROOT, line, k + 1, score(own.scores()[k]), score(pca.scores()[k]));
    }
    columns.ifPresent(score -> out.printf("without reduction, by all columns: %s%n", score(score)));
  }

  private String score(double value) {
    return own.classes()
        ? String.format(Locale.ROOT, "%.2f%%", 100 * value)
        : String.format(Locale.ROOT, "%.4f", value);
  }
}
