package org.eigenlens.cca;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.Findings;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.Version;
import org.eigenlens.pca.LargeMeans;
import org.eigenlens.pca.Preprocessing;

/** One fit: reduces the views, finds the pairs, tests them, and makes the model. */
public final class CcaFit {

  /** From this rounding on sums of squares are not good enough for auto, and are warned of. */
  private static final double TRUSTED = 1e-8;

  /** The same for rows in memory, where another pass costs little. */
  private static final double ALL_DIGITS = 1e-12;

  private final CcaOptions options;
  private final List<String> warnings = new ArrayList<>();

  /** Prepares a fit; an instance serves one fit only. */
  public CcaFit(CcaOptions options) {
    this.options = options;
  }

  /** Fits to two matrices with the same rows; columns are called x1, …, y1, … without names. */
  public PairedModel fit(Matrix x, List<String> namesX, Matrix y, List<String> namesY) {
    List<String> first = namesX == null ? numbered("x", x.columns()) : namesX;
    List<String> second = namesY == null ? numbered("y", y.columns()) : namesY;
    JoinedRows joined = new JoinedRows(x, y);
    return fit(joined, x.rows(), JoinedRows.names(first, second), x.columns());
  }

  /** Fits to rows that need not fit in memory: the first columns are one view, the rest another. */
  public PairedModel fit(RowSource rows, List<String> names, int split) {
    return fit(rows, rows instanceof Matrix matrix ? matrix.rows() : -1, names, split);
  }

  static List<String> numbered(String prefix, int count) {
    List<String> names = new ArrayList<>();
    for (int j = 1; j <= count; j++) {
      names.add(prefix + j);
    }
    return names;
  }

  private PairedModel fit(RowSource rows, long known, List<String> names, int split) {
    checkViews(rows, names, split);
    return model(solve(rows, known, names, split, true), names, split);
  }

  /** Refuses views without columns, and names that are too many or too few. */
  static void checkViews(RowSource rows, List<String> names, int split) {
    int d = rows.columns();
    if (names.size() != d) {
      throw new IllegalArgumentException(
          Counted.of(names.size(), "column name") + " given for " + Counted.of(d, "column") + ".");
    }
    if (split < 1 || split >= d) {
      throw new NumericalException(
          "Both views need a column, but they have %d and %d.".formatted(split, d - split));
    }
  }

  /**
   * Finds and tests the pairs.
   *
   * @param columns whether these are columns of data, of which users want to hear
   */
  Solution solve(RowSource rows, long known, List<String> names, int split, boolean columns) {
    boolean[] equalized = {
      options.ridge() instanceof Ridge.Fixed fixed && fixed.x() == 0,
      options.ridge() instanceof Ridge.Fixed other && other.y() == 0
    };
    Preprocessing asked = options.preprocessing();
    Preprocessing own = columns ? asked : new Preprocessing(true, false, asked.ddof());
    Reduction.Target target = new Reduction.Target(options, own, names);
    Problem problem = new Problem(rows, known, split, equalized, target, columns);
    Reduction reduced = problem.reduced();
    if (columns && reduced.hasHugeMeans()) {
      warnings.add(LargeMeans.WARNING);
    }
    if (rows.isDistributed() || !reduced.showsRoundedMeans(split)) {
      return solve(problem, reduced);
    }
    LargeMeans means = new LargeMeans(reduced.mean(), reduced.constant());
    reduced.matrix().storage().release();
    Problem moved = problem.with(means.movedOnTheWay(rows));
    return solve(moved, moved.reduced()).restored(means);
  }

  /**
   * Rows of two views, and what is asked of them.
   *
   * @param known how many rows there are, or −1
   * @param equalized whose columns are of length 1, so that ranks do not depend on units
   * @param columns whether these are columns of data, of which users want to hear
   */
  private record Problem(
      RowSource rows,
      long known,
      int split,
      boolean[] equalized,
      Reduction.Target target,
      boolean columns) {

    Problem with(RowSource others) {
      return new Problem(others, known, split, equalized, target, columns);
    }

    Reduction reduced() {
      return Reduction.of(rows, known, split, equalized, target);
    }

    Reduction reducedBy(CcaSolver solver, String reason) {
      return Reduction.by(solver, rows, known, split, equalized, target, reason);
    }
  }

  private Solution solve(Problem problem, Reduction first) {
    RowSource rows = problem.rows;
    long known = problem.known;
    int split = problem.split;
    boolean columns = problem.columns;
    Reduction reduced = first;
    CrossValidation validation = validation(rows, known, reduced, split);
    Ridge.Fixed ridge =
        options.ridge() instanceof Ridge.Fixed fixed
            ? fixed
            : validation.choose(options.progress());
    Parts parts = Parts.of(reduced, split, ridge, options);
    if (options.solver() == CcaSolver.AUTO
        && parts.rounding() > (known < 0 ? TRUSTED : ALL_DIGITS)) {
      String reason =
          (parts.rounding() < 1
                  ? String.format(
                      Locale.ROOT,
                      "columns of a view are so dependent that their covariance would leave an"
                          + " error of %.0e",
                      parts.rounding())
                  : "columns of a view are dependent, or so nearly that their covariance cannot"
                      + " tell")
              + "; the rows were read again for their triangular factor";
      reduced = problem.reducedBy(CcaSolver.SVD, reason);
      parts = Parts.of(reduced, split, ridge, options);
    }
    Solution found = solution(parts, ridge, columns).tested(options, validation, rows, split);
    if (validation != null) {
      validation.close();
      warnings.addAll(validation.notes());
    }
    warn(found, problem.target.names(), split, columns);
    warnOfNothingShared(found.findings());
    return found;
  }

  /** Warns where the first pair does not hold on rows left out, by more than its own error. */
  private void warnOfNothingShared(Findings found) {
    double[] held = found.crossValidated();
    double[] spread = found.crossValidatedSpread();
    if (held.length == 0 || spread.length == 0) {
      return;
    }
    double error = spread[0] / Math.sqrt(found.folds());
    if (held[0] <= error) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "on rows left out the first pair correlates by %.3f ± %.3f only: it does not hold,"
                  + " whatever the training rows say",
              held[0],
              error));
    }
  }

  /** Both views of a reduction, with what their squares cost. */
  private record Parts(Reduction reduced, int split, View x, View y, double rounding) {

    static Parts of(Reduction reduced, int split, Ridge.Fixed ridge, CcaOptions options) {
      options.progress().at("decomposing both views");
      DenseMatrix all = reduced.matrix();
      double divisor = reduced.rows() - options.preprocessing().ddof();
      View x = View.of(all.columnRange(0, split).copy(), reduced.floor(), divisor);
      View y = View.of(all.columnRange(split, all.columns()).copy(), reduced.floor(), divisor);
      double condition =
          Math.max(
              x.squaredCondition(ridge.x(), reduced.isWhole(x.rank(), 0, split)),
              y.squaredCondition(ridge.y(), reduced.isWhole(y.rank(), split, all.columns())));
      // Rounding of squares, where they were taken; no correlation moves further than by 1.
      double rounding = reduced.solver().squares() ? Math.min(1, Math.ulp(1.0) * condition) : 0;
      return new Parts(reduced, split, x, y, rounding);
    }
  }

  private Solution solution(Parts parts, Ridge.Fixed ridge, boolean columns) {
    DenseMatrix all = parts.reduced.matrix();
    int count = options.kept(parts.x.rank(), parts.y.rank(), columns);
    Pairs pairs = Pairs.of(parts.x, parts.y, Pairs.product(parts.x, parts.y), ridge.x(), ridge.y());
    return new Solution(
        parts.reduced,
        pairs,
        ridge,
        pairs.weightsX(count),
        pairs.weightsY(count),
        pairs.residual(
            all.columnRange(0, parts.split), all.columnRange(parts.split, all.columns()), count),
        parts.rounding);
  }

  private CrossValidation validation(RowSource rows, long known, Reduction reduced, int split) {
    if (options.folds() > 0 || options.permutations() > 0) {
      if (reduced.rows() > Integer.MAX_VALUE - 8) {
        throw new NumericalException(
            reduced.rows() + " rows are too many for folds or permutations; leave them out.");
      }
      if (known < 0 && options.permutations() > 0) {
        throw new NumericalException(
            "A permutation test needs all rows in memory; allow more memory, or leave it out.");
      }
    }
    return options.folds() == 0 ? null : new CrossValidation(rows, reduced, split, options);
  }

  private PairedModel model(Solution found, List<String> names, int split) {
    Solution signed = found.signed(found.signsOfLoadings(split));
    Provenance provenance = provenance(signed);
    return new PairedModel(
        provenance,
        side(signed, provenance, names, 0, split, signed.weightsX()),
        side(signed, provenance, names, split, names.size(), signed.weightsY()),
        signed.findings());
  }

  private Provenance provenance(Solution found) {
    Reduction reduced = found.reduced();
    return provenance(found, reduced.solver().label(), reduced.reason(), List.of());
  }

  Provenance provenance(Solution found, String solver, String reason, List<String> more) {
    Reduction reduced = found.reduced();
    warnings.addAll(more);
    String chosen =
        options.ridge() instanceof Ridge.CrossValidated
            ? "; ridge chosen by cross-validation, " + CrossValidation.range()
            : "";
    return new Provenance(
        options.method(),
        solver,
        reason + chosen,
        reduced.rows(),
        true,
        options.preprocessing().standardize(),
        false,
        options.preprocessing().ddof(),
        options.seed(),
        Math.ulp(1.0),
        found.residual() + found.rounding(),
        found.orthogonality(),
        Version.current(),
        warnings);
  }

  /** Makes the encoder of one view: scores of unit variance from rows in their own units. */
  private LinearModel side(
      Solution found,
      Provenance provenance,
      List<String> names,
      int from,
      int to,
      DenseMatrix weights) {
    Reduction reduced = found.reduced();
    DenseMatrix directions = weights.copy();
    double unit = Math.sqrt(provenance.divisor());
    double[] factors = new double[to - from];
    double[] scale = reduced.scale() == null ? null : new double[to - from];
    double[] mean = new double[to - from];
    for (int j = from; j < to; j++) {
      double inUnits = reduced.factors()[j] * unit;
      factors[j - from] = scale == null ? inUnits : inUnits * reduced.scale()[j];
      mean[j - from] = reduced.mean()[j];
      if (scale != null) {
        scale[j - from] = reduced.scale()[j];
      }
    }
    LinearAlgebra.scaleColumns(directions, factors);
    // Weights are not orthonormal, so the side claims nothing of the kind.
    Provenance own = provenance.asPart();
    return new LinearModel(
        own,
        names.subList(from, to),
        mean,
        scale,
        directions,
        found.squares(),
        found.pairs().total(),
        0);
  }

  private void warn(Solution found, List<String> names, int split, boolean columns) {
    Reduction reduced = found.reduced();
    if (columns) {
      boolean[] ridges = {found.ridge().x() > 0, found.ridge().y() > 0};
      warn(reduced, "x", names, 0, split, found.pairs().x().rank(), ridges[0]);
      warn(reduced, "y", names, split, names.size(), found.pairs().y().rank(), ridges[1]);
    }
    long free = reduced.rows() - 1;
    long spurious = found.pairs().x().rank() + found.pairs().y().rank() - free;
    boolean bare = found.ridge().x() == 0 && found.ridge().y() == 0;
    if (bare && spurious > 0) {
      warnings.add(
          "%d rows are too few for ranks %d and %d: %s 1 whatever the data, and there is no Wilks'"
                  .formatted(
                      reduced.rows(),
                      found.pairs().x().rank(),
                      found.pairs().y().rank(),
                      spurious == 1 ? "1 correlation is" : spurious + " correlations are")
              + " test; add a ridge, or give more rows");
    }
    if (found.rounding() > TRUSTED) {
      warnings.add(
          found.rounding() < 1
              ? String.format(
                  Locale.ROOT,
                  "columns of a view are nearly dependent: by their covariance correlations are"
                      + " right to about %.0e; the svd solver keeps more digits",
                  found.rounding())
              : "columns of a view are dependent, or so nearly that their covariance cannot tell,"
                  + " and correlations of what it does not see are missing; the svd solver tells");
    }
    if (bare && found.findings().wilks().size() < found.count() && spurious <= 0) {
      warnings.add("there are too few rows for Wilks' test of every dimension");
    }
  }

  private void warn(
      Reduction reduced,
      String view,
      List<String> names,
      int from,
      int to,
      int rank,
      boolean ridge) {
    List<String> constant = reduced.constant(names, from, to);
    if (!constant.isEmpty()) {
      warnings.add(
          "view "
              + view
              + ": "
              + Preprocessing.named(
                  constant,
                  to - from,
                  "is constant and has no part",
                  "are constant and have no part"));
    }
    int varying = reduced.varying(from, to);
    if (rank < varying) {
      warnings.add(
          "view %s has rank %d with %d columns that vary%s; %s"
              .formatted(
                  view,
                  rank,
                  varying,
                  varying >= reduced.rows() ? " and no more rows" : "",
                  ridge
                      ? "the ridge decides how dependent columns share their weight"
                      : "weights of dependent columns are the smallest that do"));
    }
  }
}
