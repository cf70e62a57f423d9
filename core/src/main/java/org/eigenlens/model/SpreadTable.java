package org.eigenlens.model;

import java.util.Locale;

/**
 * The table of components whose eigenvalues are no variances: both are shown, with their shares.
 */
final class SpreadTable {

  private SpreadTable() {}

  /** Returns the table of components whose eigenvalues are costs, of which shares say nothing. */
  static String ofCosts(Model model) {
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(Locale.ROOT, "%-9s %14s %14s%n", "component", "eigenvalue", "variance"));
    double[] eigenvalues = model.eigenvalues();
    double[] variance = model.explainedVariance();
    for (int i = 0; i < model.components(); i++) {
      table.append(
          String.format(
              Locale.ROOT, "%-9s %14.6g %14.6g%n", "PC" + (i + 1), eigenvalues[i], variance[i]));
    }
    return table.toString();
  }

  static String of(Model model) {
    StringBuilder table = new StringBuilder();
    table.append(
        String.format(
            Locale.ROOT,
            "%-9s %14s %9s %11s %14s %12s%n",
            "component",
            "eigenvalue",
            "share",
            "cumulative",
            "variance",
            "of variance"));
    double[] eigenvalues = model.eigenvalues();
    double[] variance = model.explainedVariance();
    double[] ratio = model.explainedVarianceRatio();
    double total = model.totalSquares();
    double cumulative = 0;
    for (int i = 0; i < model.components(); i++) {
      double share = total > 0 ? eigenvalues[i] / total : 0;
      cumulative += share;
      table.append(
          String.format(
              Locale.ROOT,
              "%-9s %14.6g %8.2f%% %10.2f%% %14.6g %11.2f%%%n",
              "PC" + (i + 1),
              eigenvalues[i],
              100 * share,
              100 * cumulative,
              variance[i],
              100 * ratio[i]));
    }
    return table.toString();
  }
}
