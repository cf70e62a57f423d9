package org.eigenlens.supervised;

import java.util.ArrayList;
import java.util.List;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.Spread;
import org.eigenlens.model.Version;
import org.eigenlens.pca.PcaFit;
import org.eigenlens.pca.PcaSolver;

/**
 * One fit of supervised PCA: sums up in one pass, decomposes the sums, and makes the model.
 *
 * <p>Rows in memory are looked at once more, for the variance along the components, which costs
 * less than their scatter would. Rows that are not in memory are read again to measure the variance
 * along the components if they have more than 512 columns, for a blend, and for labels whose kernel
 * is neither delta nor linear.
 */
public final class SupervisedFit {

  /** What to say where the identity has all the weight. */
  static final String IDENTITY_ALONE = "with a blend of 1 labels have no part: this is PCA";

  private final SupervisedOptions options;
  private final List<String> warnings = new ArrayList<>();

  /** Prepares a fit; an instance serves one fit only. */
  public SupervisedFit(SupervisedOptions options) {
    this.options = options;
  }

  /** Fits to rows, whose columns are called x1, x2, … if no names are given. */
  public LinearModel fit(LabelledRows rows, List<String> columnNames) {
    List<String> names = PcaFit.names(rows.columns(), columnNames);
    LabelFactor factor = LabelFactor.of(rows, options);
    options.progress().at("summing up the rows by their labels");
    LabelSums sums = LabelSums.of(rows, factor, options.memory());
    if (options.standardize()) {
      sums.columns().requireFinite(rows.rows(), names, true);
    }
    Columns columns =
        Columns.of(rows.rows(), sums.columns(), options.standardize(), options.ddof(), names);
    String what = describe(rows, sums, warnings);
    columns.requireVariance(rows.rows(), options.ddof());
    columns.warn(warnings);
    if (options.blend() == 1) {
      warnings.add(IDENTITY_ALONE);
    }
    if (options.blend() > 0 && rows.isSparse()) {
      warnings.add("a blend is of all rows about their mean, so sparse ones were filled in");
    }
    LabelOperator operator =
        LabelOperator.of(
            rows.rows(), sums, columns.factors(), columns.total(), factor.rounding(), options);
    LabelOperator.Leading found = operator.leading(options, names, what);
    Spread spread = columns.spread(rows, sums, found.directions());
    Provenance provenance =
        new Provenance(
            options.method(),
            solver(rows, found),
            reason(factor, columns, found),
            sums.columns().rows(),
            options.project(),
            options.standardize(),
            options.whiten(),
            options.ddof(),
            options.seed(),
            options.tolerance(),
            found.found().certificate().maxRelativeResidual(),
            found.found().certificate().orthogonality(),
            Version.current(),
            warnings);
    return new LinearModel(
        provenance.withLabels(rows.use(sums.counts(), factor.kernel(), options.blend())),
        names,
        options.project() ? sums.columns().mean() : new double[names.size()],
        columns.scale(),
        found.directions(),
        found.values(),
        found.trace(),
        spread);
  }

  /** Says what determines the rank, after refusing labels that determine nothing. */
  static String describe(LabelledRows rows, LabelSums sums, List<String> warnings) {
    long n = sums.columns().rows();
    if (n < 2) {
      throw new NumericalException(
          n == 0
              ? "There are no rows to fit to."
              : "There is only 1 row, and dependence on labels needs at least 2; give more rows.");
    }
    if (!rows.areClasses()) {
      if (sums.labelSquares() == 0) {
        throw LabelFactor.constantTargets(rows.labelColumns());
      }
      return Counted.of(rows.labelColumns(), "target");
    }
    int classes = sums.classes();
    if (classes == 1) {
      int only = 0;
      while (sums.counts()[only] == 0) {
        only++;
      }
      throw new NumericalException(
          "All %d rows have the same label, '%s', so there is nothing to tell apart; at least 2 classes are needed."
              .formatted(n, rows.className(only)));
    }
    if (classes == n) {
      warnings.add("every row is a class of its own, so this is PCA");
    }
    return classes + " classes have at most " + (classes - 1);
  }

  private static String operatorShape(LabelOperator.Leading found) {
    return found.found().rows() + " × " + found.directions().columns() + " numbers";
  }

  private String solver(LabelledRows rows, LabelOperator.Leading found) {
    return options.blend() == 0 && options.solver() == PcaSolver.STREAMING && !rows.inMemory()
        ? PcaSolver.STREAMING.label()
        : found.solver();
  }

  private String reason(LabelFactor factor, Columns columns, LabelOperator.Leading found) {
    String asked = options.solver() == PcaSolver.AUTO ? "" : "asked for; ";
    String route =
        options.blend() == 0
            ? "one pass over the rows sums them up by their labels, to " + operatorShape(found)
            : "the rows, and their sums by labels"
                + (asked.isEmpty() && !found.isSmall()
                    ? ": " + found.fit().choice().reason()
                    : " together");
    return asked
        + route
        + found.identity(options.blend(), columns.total())
        + factor.remark(options.blend(), columns.total());
  }
}
