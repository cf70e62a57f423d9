package org.eigenlens.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.Diagnostics;
import org.eigenlens.model.LinearModel;

/** How unusual rows are, as three columns beside their coordinates. */
final class Outliers {

  static final List<String> COLUMNS = List.of("T2", "SPE", "outlier");

  private static final double LEVEL = 0.95;

  private final LinearModel model;
  private double tSquaredLimit = Double.POSITIVE_INFINITY;
  private double speLimit = Double.POSITIVE_INFINITY;

  Outliers(LinearModel model) {
    this.model = model;
  }

  /** Returns the coordinates of rows with the three columns after them. */
  DenseMatrix beside(ModelInput.Encoded encoded) {
    DenseMatrix coordinates = encoded.coordinates();
    Diagnostics found = model.diagnose(encoded.rows(), coordinates, LEVEL);
    tSquaredLimit = found.tSquaredLimit();
    speLimit = found.speLimit();
    int k = coordinates.columns();
    DenseMatrix all = DenseMatrix.zeros(coordinates.rows(), k + COLUMNS.size());
    LinearAlgebra.copy(coordinates, all.columnRange(0, k));
    for (int i = 0; i < all.rows(); i++) {
      double tSquared = found.tSquared()[i];
      double spe = found.spe()[i];
      if (Double.isInfinite(tSquared) || Double.isInfinite(spe)) {
        throw NumericalException.atRow(
            i,
            "%s, a square, is beyond the largest number, 1.8e308; leave the row or --diagnostics out"
                .formatted(Double.isInfinite(spe) ? "its SPE" : "its T2"));
      }
      all.set(i, k, tSquared);
      all.set(i, k + 1, spe);
      all.set(i, k + 2, Double.isNaN(tSquared) ? Double.NaN : found.outlier(i) ? 1 : 0);
    }
    return all;
  }

  /** Returns the limits in a line for people. */
  String limits() {
    return "limits at 95 %: T2 " + text(tSquaredLimit) + ", SPE " + text(speLimit);
  }

  private static String text(double limit) {
    if (Double.isNaN(limit)) {
      // The route did not learn it, or squares of the variances are no numbers.
      return "unknown (fit with --solver covariance, gram or svd to learn it, and in units in which"
          + " variances can be squared)";
    }
    return Double.isFinite(limit) ? String.format(Locale.ROOT, "%.6g", limit) : "none";
  }

  /** Returns the limits that there are. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    if (Double.isFinite(tSquaredLimit)) {
      json.put("tSquaredLimit", tSquaredLimit);
    }
    if (Double.isFinite(speLimit)) {
      json.put("speLimit", speLimit);
    }
    return json;
  }
}
