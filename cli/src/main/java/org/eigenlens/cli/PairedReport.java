package org.eigenlens.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.eigenlens.data.Words;
import org.eigenlens.model.Findings;
import org.eigenlens.model.KernelDescription;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.PairedModel.Side;
import org.eigenlens.model.Wilks;

/** What a model of two views is, as JSON for scripts and as text for people. */
final class PairedReport {

  /** Correlations that differ by less are equal to people. */
  private static final double ROUNDING = 1e-6;

  private PairedReport() {}

  /** Adds what only such a model has. */
  static void json(PairedModel model, Map<String, Object> report) {
    Findings found = model.findings();
    report.put("correlations", found.correlations());
    if (found.folds() > 0) {
      report.put("crossValidatedCorrelations", found.crossValidated());
      report.put("crossValidatedSpread", found.crossValidatedSpread());
      report.put("folds", found.folds());
    }
    if (!found.wilks().isEmpty()) {
      report.put("wilks", found.wilks().stream().map(PairedReport::describe).toList());
    }
    if (found.permutations() > 0) {
      report.put("permutations", found.permutations());
      report.put("permutationPValues", found.permutationPValues());
    }
    report.put("ridge", List.of(ridge(found.ridgeX()), ridge(found.ridgeY())));
    List<Map<String, Object>> views = new ArrayList<>();
    for (Side side : Side.values()) {
      Map<String, Object> view = new LinkedHashMap<>();
      view.put("columns", model.columnNames(side).size());
      if (model.isLinear()) {
        view.put("varianceExtracted", model.varianceExtracted(side));
        view.put("redundancy", model.redundancy(side));
      } else {
        view.put("kernel", KernelDescription.of(model.kernelSide(side).kernel()));
        view.put("landmarks", model.kernelSide(side).references());
      }
      views.add(view);
    }
    report.put("views", views);
  }

  private static Map<String, Object> describe(Wilks test) {
    Map<String, Object> names = new LinkedHashMap<>();
    names.put("lambda", test.lambda());
    names.put("f", test.f());
    names.put("df1", test.df1());
    names.put("df2", test.df2());
    names.put("pValue", test.pValue());
    return names;
  }

  private static Object ridge(double amount) {
    return Double.isInfinite(amount) ? "pls" : amount;
  }

  /** Prints a model for people. */
  static void print(PrintWriter out, PairedModel model, List<String> warnings) {
    out.printf(
        Locale.ROOT,
        "%s of %d rows × %d + %d columns, %s%n",
        Method.title(model.provenance().method()),
        model.provenance().rows(),
        model.columnNames(Side.X).size(),
        model.columnNames(Side.Y).size(),
        Report.preparation(model.provenance()));
    Findings found = model.findings();
    if (!model.isLinear()) {
      for (Side side : Side.values()) {
        out.printf(
            "kernel %-5s %s%n",
            side.name().toLowerCase(Locale.ROOT),
            Report.words(KernelDescription.of(model.kernelSide(side).kernel())));
      }
    }
    if (found.ridgeX() != 0 || found.ridgeY() != 0) {
      out.printf("ridge        %s, %s%n", words(found.ridgeX()), words(found.ridgeY()));
    }
    Report.solverAndComponents(out, model);
    if (model.isLinear()) {
      for (Side side : Side.values()) {
        String view = side.name().toLowerCase(Locale.ROOT);
        out.printf(
            Locale.ROOT,
            "view %s: %.2f%% of its standardised variance is in %s1, %.2f%% is told by %s1"
                + " (redundancy)%n",
            view,
            100 * model.varianceExtracted(side)[0],
            side.name(),
            100 * model.redundancy(side)[0],
            side.other().name());
      }
    }
    if (found.folds() > 0) {
      out.printf(
          "cross-validated: on rows left out, in %d folds%s%n",
          found.folds(),
          found.crossValidatedSpread().length > 0 ? ", ± the standard deviation between them" : "");
      if (found.crossValidated().length < model.components()) {
        out.println("–: no fold has rows enough for so many pairs");
      }
    }
    if (found.permutations() > 0) {
      out.printf(
          Locale.ROOT,
          "permutation p: by %s of the rows of view y, ± %.1g at most%n",
          Words.count(found.permutations(), "shuffle"),
          Math.sqrt(0.25 / (found.permutations() + 1)));
    }
    if (!isDescending(found.correlations())) {
      out.println("pairs are in the order of the regularised problem");
    }
    TextWriter.warn(out, warnings);
  }

  private static boolean isDescending(double[] correlations) {
    return IntStream.range(1, correlations.length)
        .allMatch(i -> correlations[i] <= correlations[i - 1] + ROUNDING);
  }

  private static String words(double ridge) {
    return Double.isInfinite(ridge) ? "pls" : Report.number(ridge);
  }
}
