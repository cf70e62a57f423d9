package org.eigenlens.cli;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eigenlens.data.Words;
import org.eigenlens.model.KernelDescription;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.Provenance;
import org.eigenlens.neighbors.Affinity;
import org.eigenlens.neighbors.Geodesic;

/** What a model is, as JSON for scripts and as text for people. */
final class Report {

  private static final int MOST_COMPONENTS = 20;

  /** Measures that count something. */
  private static final Set<String> COUNTS = Set.of("negativeEigenvalues", "pieces", "bridges");

  /** Directions further from right angles than this are so by their method, as Fisher's. */
  private static final double ASKEW = 1e-6;

  private Report() {}

  /** Returns the names and values that describe a model. */
  static Map<String, Object> json(Model model) {
    Provenance p = model.provenance();
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("method", p.method());
    report.put("rows", p.rows());
    report.put("columns", model.columns());
    report.put("components", model.components());
    report.put("solver", p.solver());
    report.put("solverReason", p.solverReason());
    report.put("eigenvalues", model.eigenvalues());
    if (model instanceof PairedModel paired) {
      PairedReport.json(paired, report);
    } else {
      if (model.spread() == null) {
        report.put("singularValues", model.singularValues());
      } else if (!(model instanceof KernelModel kernel && kernel.minimizes())) {
        double trace = model.totalSquares();
        report.put(
            "eigenvalueShare",
            Arrays.stream(model.eigenvalues()).map(value -> value / trace).toArray());
      }
      report.put("explainedVariance", model.explainedVariance());
      if (!(model instanceof KernelModel kernel && kernel.minimizes())) {
        report.put("explainedVarianceRatio", model.explainedVarianceRatio());
        if (!isOutweighed(model)) {
          report.put("totalVariance", model.totalVariance());
        }
      }
    }
    if (model instanceof KernelModel kernel) {
      report.put("kernel", KernelDescription.of(kernel.kernel()));
      if (!kernel.isExact()) {
        report.put("landmarks", kernel.references());
        if (kernel.preImage() != null) {
          report.put("traceError", kernel.spectrum().traceError());
        }
      }
      kernel.measures().forEach((name, value) -> report.put(name, measure(name, value)));
    }
    if (p.origin() != null) {
      report.put("origin", origin(model));
    }
    if (p.labels() != null) {
      LabelReport.json(p.labels(), report);
    }
    Map<String, Object> certificate = new LinkedHashMap<>();
    certificate.put("maxRelativeResidual", p.maxRelativeResidual());
    certificate.put("orthogonality", p.orthogonality());
    report.put("certificate", certificate);
    return report;
  }

  /** Says what rows were before they were numbers. */
  private static Map<String, Object> origin(Model model) {
    Map<String, Object> report = new LinkedHashMap<>();
    if (model.provenance().origin() instanceof Origin.Images images) {
      report.put("kind", "images");
      report.put("width", images.width());
      report.put("height", images.height());
      report.put("channels", images.channels());
    } else if (model.provenance().origin() instanceof Origin.Texts texts) {
      report.put("kind", "texts");
      report.put("language", texts.language());
      report.put("weighting", texts.weighting());
      report.put("documents", model.provenance().rows());
      report.put("terms", model.columns());
      report.put("documentsKept", texts.documents().size());
    }
    return report;
  }

  /** Returns a measure; a count is a whole number. */
  private static Object measure(String name, double value) {
    if (COUNTS.contains(name)) {
      return (long) value;
    }
    return value;
  }

  /** Returns the names of the columns of coordinates. */
  static List<String> coordinateNames(Model model) {
    return model instanceof PairedModel
        ? PairedFit.scoreColumns(model.components())
        : Words.numbered("PC", model.components());
  }

  /** Prints a model for people. */
  static void print(PrintWriter out, Model model, List<String> warnings) {
    if (model instanceof PairedModel paired) {
      PairedReport.print(out, paired, warnings);
      return;
    }
    Provenance p = model.provenance();
    out.printf(
        Locale.ROOT,
        "%s of %s × %s, %s%n",
        Method.title(p.method()),
        Words.count(p.rows(), "row"),
        Words.count(model.columns(), "column"),
        preparation(p));
    if (model instanceof KernelModel kernel) {
      out.printf("kernel       %s%n", words(KernelDescription.of(kernel.kernel())));
      if (kernel.preImage() != null) {
        out.printf("way back     %s%n", kernel.preImage().label());
      }
      QualityReport.printMeasures(out, kernel.measures());
    }
    if (p.labels() != null) {
      out.printf("labels       %s%n", LabelReport.words(p.labels()));
    }
    if (p.origin() != null) {
      out.printf("rows are     %s%n", words(p.origin()));
    }
    solverAndComponents(out, model);
    printTotal(out, model);
    TextWriter.warn(out, warnings);
  }

  private static void printTotal(PrintWriter out, Model model) {
    Provenance p = model.provenance();
    if (model instanceof KernelModel kernel && kernel.minimizes()) {
      out.println(
          "eigenvalues are costs, the smallest first; coordinates are scaled to a mean square of 1 over"
              + " the different rows"
              + (kernel.kernel() instanceof Affinity weights && weights.normalized()
                  ? ", weighted by degree"
                  : ""));
      return;
    }
    if (model.spread() != null) {
      out.printf(
          Locale.ROOT,
          "total variance %.6g; %s%n",
          model.totalVariance(),
          LabelReport.meaning(p.labels(), p.method().equals(Method.FISHER.label())));
      return;
    }
    if (isOutweighed(model)) {
      out.printf(
          "no total variance, since negative eigenvalues outweigh the others; what is called variance"
              + " is an eigenvalue divided by %d%n",
          Math.max(1, p.rows() - p.ddof()));
    } else {
      out.printf(
          Locale.ROOT,
          "total %s %.6g; %s is an eigenvalue divided by %d%n",
          p.centered() ? "variance" : "of squares",
          p.centered() ? model.totalVariance() : model.totalSquares(),
          p.centered() ? "a variance" : "what is called variance",
          Math.max(1, p.rows() - p.ddof()));
    }
    if (isOfLandmarkPaths(model)) {
      out.println("eigenvalues, shares and the total are guesses from the landmarks");
    }
  }

  /** Tells whether a kernel has components, and yet no trace that they could be a share of. */
  private static boolean isOutweighed(Model model) {
    return model instanceof KernelModel kernel
        && kernel.spread() == null
        && kernel.totalSquares() == 0
        && kernel.eigenvalues()[0] > 0;
  }

  /** Tells whether paths were found between landmarks only, so that nothing bounds the error. */
  private static boolean isOfLandmarkPaths(Model model) {
    return model instanceof KernelModel kernel
        && kernel.kernel() instanceof Geodesic
        && kernel.references() < kernel.provenance().rows();
  }

  /** Returns what the certificate is about, where that is not all there is. */
  private static String certified(Model model) {
    if (isOfLandmarkPaths(model)) {
      return "of the landmarks only: ";
    }
    boolean missing = model instanceof KernelModel kernel && kernel.spectrum().traceError() > 0;
    return missing ? "of what the landmarks see: " : "";
  }

  /** Prints how the model was found, how exactly, and the table of its components. */
  static void solverAndComponents(PrintWriter out, Model model) {
    Provenance p = model.provenance();
    out.printf("solver       %s: %s%n", p.solver(), p.solverReason());
    out.printf(
        Locale.ROOT,
        "certificate  %slargest relative residual %s, %s %.1e%n%n",
        certified(model),
        Double.isNaN(p.maxRelativeResidual())
            ? "not measured"
            : String.format(Locale.ROOT, "%.1e", p.maxRelativeResidual()),
        p.orthogonality() > ASKEW ? "directions askew by up to" : "orthogonal to",
        p.orthogonality());
    model.explained().lines().limit(MOST_COMPONENTS + 1L).forEach(out::println);
    if (model.components() > MOST_COMPONENTS) {
      out.printf(Locale.ROOT, "… and %d more%n", model.components() - MOST_COMPONENTS);
    }
    out.println();
  }

  /** Says what rows were before they were numbers. */
  private static String words(Origin origin) {
    return origin instanceof Origin.Texts texts && !texts.documents().isEmpty()
        ? "%s; the model keeps where each of %s is"
            .formatted(texts.words(), Words.count(texts.documents().size(), "document"))
        : origin.words();
  }

  /** Puts a kernel in words: {@code rbf, gamma 0.25}. */
  static String words(Map<String, Object> kernel) {
    List<String> words = new ArrayList<>();
    kernel.forEach(
        (name, value) ->
            words.add(
                name.equals("name")
                    ? value + ""
                    : name + " " + (value instanceof Double number ? number(number) : value)));
    return String.join(", ", words);
  }

  /** Writes a p-value; one too small for a number is not zero. */
  static String pValue(double value) {
    return value == 0 ? "below 1e-300" : number(value);
  }

  /** Writes a number for people: six digits at most, without zeros at the end. */
  static String number(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : String.valueOf(value);
    }
    BigDecimal rounded =
        new BigDecimal(value)
            .round(new MathContext(6, RoundingMode.HALF_EVEN))
            .stripTrailingZeros();
    boolean plain = Math.abs(value) >= 1e-4 && Math.abs(value) < 1e6;
    return plain ? rounded.toPlainString() : scientific(rounded);
  }

  private static String scientific(BigDecimal value) {
    int exponent = value.precision() - value.scale() - 1;
    return value.scaleByPowerOfTen(-exponent).toPlainString() + "e" + exponent;
  }

  static String preparation(Provenance p) {
    List<String> words = new ArrayList<>();
    words.add(p.centered() ? "centred" : "not centred");
    if (p.standardized()) {
      words.add("standardised");
    }
    if (p.whitened()) {
      words.add("whitened");
    }
    return String.join(", ", words);
  }
}
