package org.eigenlens.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.eigenlens.EmbeddingQuality;

/** How good coordinates are, as JSON for scripts and as text for people. */
final class QualityReport {

  private QualityReport() {}

  static Map<String, Object> json(EmbeddingQuality quality) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("neighbors", quality.neighbors());
    report.put("sampledRows", quality.sampled());
    report.put("trustworthiness", quality.trustworthiness());
    report.put("continuity", quality.continuity());
    report.put("neighborhoodPreservation", quality.neighborhoodPreservation());
    report.put("residualVariance", quality.residualVariance());
    return report;
  }

  static void print(PrintWriter out, EmbeddingQuality quality) {
    String rows =
        quality.sampled() == quality.rows()
            ? "%d rows".formatted(quality.rows())
            : "%d of %d rows, drawn by the seed".formatted(quality.sampled(), quality.rows());
    out.printf(
        Locale.ROOT,
        "quality over the %d nearest of %s: trustworthiness %.4f, continuity %.4f,"
            + " neighbourhoods preserved %.4f, residual variance %.4f%n",
        quality.neighbors(),
        rows,
        quality.trustworthiness(),
        quality.continuity(),
        quality.neighborhoodPreservation(),
        quality.residualVariance());
  }

  /** Prints what was measured of a fit. */
  static void printMeasures(PrintWriter out, Map<String, Double> measures) {
    if (measures.containsKey("additiveConstant")) {
      out.printf(
          "constant     %s added to distances, the least that makes them Euclidean%n",
          number(measures, "additiveConstant"));
    }
    if (measures.containsKey("goodnessOfFit")) {
      out.printf(
          Locale.ROOT,
          "fit          %.6f of all eigenvalues in magnitude, %.6f of the positive ones%n",
          measures.get("goodnessOfFit"),
          measures.get("goodnessOfFitPositive"));
    }
    if (measures.getOrDefault("negativeEigenvalues", 0.0) > 0) {
      out.printf(
          "negative     %s eigenvalues, the lowest %s%n",
          number(measures, "negativeEigenvalues"), number(measures, "lowestEigenvalue"));
    }
  }

  private static String number(Map<String, Double> measures, String name) {
    double value = measures.get(name);
    // As the table of components has it, which stands below.
    return Math.abs(value) < 1e6 ? Report.number(value) : String.format(Locale.ROOT, "%.6g", value);
  }
}
