package org.eigenlens.model;

import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.DenseMatrix;

/**
 * What a canonical correlation analysis found beside the weights.
 *
 * @param correlations of the scores of each pair, on the training rows
 * @param singularValues of the whitened cross-covariance, undivided; the correlations again where
 *     there is no ridge
 * @param total the sum of all squared singular values, also of pairs left out
 * @param ridgeX what was added to the covariance of the first view; infinite for the limit
 * @param ridgeY the same for the second view
 * @param wilks a test for each dimension, fewer or none where rows are too few; none with a ridge
 * @param permutations how many shuffles tested each dimension; 0 for none
 * @param permutationPValues a p-value for each dimension; empty without shuffles
 * @param folds how many parts cross-validation had; 0 for none
 * @param crossValidated the correlation of each pair on rows left out, with a ridge chosen without
 *     them where cross-validation chooses it; empty without folds, and without the last pairs where
 *     no fold has so many
 * @param crossValidatedSpread how far that correlation differs between folds: the standard
 *     deviation of those of each fold, of the pairs that two folds have
 * @param loadings the correlation of each column, the first view's first, with the scores of the
 *     first view and then of the second; null where components are no weighted sums of columns
 */
public record Findings(
    double[] correlations,
    double[] singularValues,
    double total,
    double ridgeX,
    double ridgeY,
    List<Wilks> wilks,
    int permutations,
    double[] permutationPValues,
    int folds,
    double[] crossValidated,
    double[] crossValidatedSpread,
    DenseMatrix loadings) {

  /** Keeps what was found from being changed. */
  public Findings {
    correlations = correlations.clone();
    singularValues = singularValues.clone();
    wilks = List.copyOf(wilks);
    permutationPValues = permutationPValues.clone();
    crossValidated = crossValidated.clone();
    crossValidatedSpread = crossValidatedSpread.clone();
    loadings = loadings == null ? null : loadings.copy();
  }

  /** Returns a copy. */
  @Override
  public double[] correlations() {
    return correlations.clone();
  }

  /** Returns a copy. */
  @Override
  public double[] singularValues() {
    return singularValues.clone();
  }

  /** Returns a copy. */
  @Override
  public double[] permutationPValues() {
    return permutationPValues.clone();
  }

  /** Returns a copy. */
  @Override
  public double[] crossValidated() {
    return crossValidated.clone();
  }

  /** Returns a copy. */
  @Override
  public double[] crossValidatedSpread() {
    return crossValidatedSpread.clone();
  }

  /** Returns a copy, or null. */
  @Override
  public DenseMatrix loadings() {
    return loadings == null ? null : loadings.copy();
  }

  /** Returns how many pairs there are. */
  int components() {
    return correlations.length;
  }

  /**
   * Returns how much a score of the given number tells of its partner, for predictions: nothing
   * where the correlation on rows left out is negative, or no fold has the pair.
   */
  double slope(int component) {
    if (folds == 0) {
      return Math.max(0, correlations[component]);
    }
    return component < crossValidated.length ? Math.max(0, crossValidated[component]) : 0;
  }

  /** Returns the same with other loadings, or none. */
  public Findings withLoadings(DenseMatrix other) {
    return new Findings(
        correlations,
        singularValues,
        total,
        ridgeX,
        ridgeY,
        wilks,
        permutations,
        permutationPValues,
        folds,
        crossValidated,
        crossValidatedSpread,
        other);
  }

  /** Returns a table of the pairs for people to read: what does not apply has no column. */
  String table() {
    StringBuilder table = new StringBuilder();
    table.append("component  correlation");
    boolean spreads = crossValidatedSpread.length > 0;
    table.append(folds > 0 ? "  cross-validated" + (spreads ? "  ± (folds)" : "") : "");
    table.append(wilks.isEmpty() ? "" : "  Wilks' lambda           F      df1      df2    p-value");
    table.append(permutations > 0 ? "  permutation p" : "");
    table.append(System.lineSeparator());
    for (int i = 0; i < components(); i++) {
      table.append(line("%9d  %11.6f", i + 1, correlations[i]));
      table.append(folds > 0 ? cell("  %15s", "%.6f", crossValidated, i) : "");
      table.append(spreads ? cell("  %9s", "%.4f", crossValidatedSpread, i) : "");
      if (i < wilks.size()) {
        Wilks test = wilks.get(i);
        table.append(
            line(
                "  %13.6g  %10s  %7.0f  %7.2f  %9s",
                test.lambda(),
                Double.isInfinite(test.f()) ? "infinite" : line("%.5g", test.f()),
                test.df1(),
                test.df2(),
                p(test)));
      }
      table.append(permutations > 0 ? line("  %13.4g", permutationPValues[i]) : "");
      table.append(System.lineSeparator());
    }
    return table.toString();
  }

  /** A p-value that is too small for a number is not zero; that of a perfect correlation is. */
  private static String p(Wilks test) {
    if (Double.isInfinite(test.f())) {
      return "0";
    }
    return test.pValue() == 0 ? "<1e-300" : line("%.3g", test.pValue());
  }

  private static String cell(String place, String format, double[] values, int i) {
    return line(place, i < values.length ? line(format, values[i]) : "–");
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
