package org.eigenlens.supervised;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.Spread;
import org.eigenlens.model.Version;
import org.eigenlens.pca.Decomposition;
import org.eigenlens.pca.PcaFit;
import org.eigenlens.pca.PcaOptions;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.pca.Wanted;

/**
 * One fit of Fisher's discriminant directions.
 *
 * <p>With the principal directions V of all rows and their squares λ, the rows VᵀX_c/√λ have the
 * identity for their scatter. In that space the scatter between classes, BᵀB with a row
 * √n_c·VᵀX(m_c − μ)/√λ for each class, and that within them share their eigenvectors e, with μ and
 * 1 − μ for eigenvalues; so the ratio of both is μ/(1 − μ), and nothing is inverted. The direction
 * is V(e/√λ), scaled to length 1.
 */
public final class FisherFit {

  /** A share of the scatter within classes below this is nothing but rounding. */
  private static final double NOTHING_WITHIN = 1e-12;

  private final SupervisedOptions options;
  private final List<String> warnings = new ArrayList<>();

  /** Prepares a fit; an instance serves one fit only. */
  public FisherFit(SupervisedOptions options) {
    this.options = options;
  }

  /** Fits to rows with classes, whose columns are called x1, x2, … if no names are given. */
  public LinearModel fit(LabelledRows rows, List<String> columnNames) {
    List<String> names = PcaFit.names(rows.columns(), columnNames);
    if (!rows.areClasses()) {
      throw new IllegalArgumentException(
          "Fisher's directions tell classes apart, and these labels are numbers; give classes.");
    }
    LabelSums sums = LabelSums.of(rows, LabelFactor.of(rows, options), options.memory());
    String what = SupervisedFit.describe(rows, sums, warnings);
    long n = sums.columns().rows();
    int classes = sums.classes();
    if (n <= classes) {
      throw new NumericalException(
          "%s of %s, so none differs within its class; Fisher's directions need more rows than classes."
              .formatted(Counted.of(n, "row"), Counted.of(classes, "class")));
    }
    // Whatever the unit, a column may tell classes apart.
    sums.columns().requireFinite(rows.rows(), names, true);
    Columns columns =
        Columns.of(rows.rows(), sums.columns(), options.standardize(), options.ddof(), names);
    columns.warn(warnings);
    Decomposition all = principal(rows, names);
    int kept = (int) Math.min(all.rank(), n - classes);
    Space space = Space.of(all, kept);
    Between found = between(sums, columns, space, what);
    while (found.nothingWithin() > 0) {
      // Equal rows of a class leave fewer directions within classes than rows less classes.
      boolean tooFewRows = all.rank() < columns.varying() && !constantWithin(sums, columns);
      kept -= found.nothingWithin();
      if (!tooFewRows || kept < 1) {
        throw singular();
      }
      space = Space.of(all, kept);
      found = between(sums, columns, space, what);
    }
    if (kept < all.rank()) {
      warnings.add(
          space.reason()
              + " (at most rows less classes); the directions may fit the training rows too closely");
    }
    return model(rows, sums, columns, space, found, names);
  }

  /**
   * The principal space in which classes are told apart.
   *
   * @param directions a row each
   * @param squares of the rows along them
   */
  private record Space(DenseMatrix directions, double[] squares, String reason) {

    static Space of(Decomposition all, int kept) {
      String reason =
          kept < all.rank()
              ? String.format(
                  Locale.ROOT,
                  "the scatter within classes is singular, so PCA to %d of %d dimensions came first",
                  kept,
                  all.rank())
              : "the scatter within classes in " + kept + " dimensions";
      return new Space(
          all.components().rowRange(0, kept), Arrays.copyOf(all.values(), kept), reason);
    }
  }

  private Decomposition principal(LabelledRows rows, List<String> names) {
    PcaFit fit =
        new PcaFit(
            new PcaOptions(
                options.method(),
                new Wanted.All(),
                new Preprocessing(true, options.standardize(), options.ddof()),
                false,
                options.solver(),
                options.tolerance(),
                options.seed(),
                options.memory(),
                options.progress()));
    Decomposition all = fit.decompose(rows.rows(), names);
    if (all.rank() == 0) {
      throw new NumericalException("All rows are alike, so there is nothing to tell apart.");
    }
    return all;
  }

  /** Tells whether some column differs between classes, but within none. */
  private static boolean constantWithin(LabelSums sums, Columns columns) {
    double[] within = sums.columns().squares().clone();
    for (int c = 0; c < sums.counts().length; c++) {
      double[] sum = sums.sums().row(c);
      for (int j = 0; sums.counts()[c] > 0 && j < sum.length; j++) {
        within[j] -= sum[j] * (sum[j] / sums.counts()[c]);
      }
    }
    double[] squares = sums.columns().squares();
    return IntStream.range(0, within.length)
        .anyMatch(j -> !columns.constant()[j] && within[j] <= NOTHING_WITHIN * squares[j]);
  }

  /** Finds the directions between classes in the space where all rows have identity scatter. */
  private Between between(LabelSums sums, Columns columns, Space space, String what) {
    DenseMatrix means = sums.sums().copy();
    LinearAlgebra.scaleColumns(means, columns.factors());
    double[] weights = new double[means.rows()];
    Arrays.setAll(
        weights, c -> sums.counts()[c] > 0 ? 1 / Math.sqrt((double) sums.counts()[c]) : 0);
    LinearAlgebra.scaleRows(means, weights);
    int p = space.squares().length;
    DenseMatrix b = DenseMatrix.zeros(means.rows(), p);
    LinearAlgebra.multiply(1, means, false, space.directions(), true, 0, b);
    LinearAlgebra.scaleColumns(b, inverseRoots(space.squares()));
    Wanted most = new Wanted.Count(Math.min(sums.classes() - 1, p));
    Decomposition found =
        new PcaFit(options.options(most, PcaSolver.SVD)).decompose(b, PcaFit.names(p, null));
    int rank = 0;
    // Class means are right to rounding of the sums, as in the operator of supervised PCA.
    double noise = Math.pow(8 * Math.ulp(1.0), 2) * sums.columns().rows() * p;
    while (rank < found.rank() && found.values()[rank] > noise) {
      rank++;
    }
    if (rank == 0) {
      throw new NumericalException(
          "All classes have the same mean, so no direction tells them apart by it.");
    }
    if (options.wanted() instanceof Wanted.Count count && count.components() > rank) {
      throw new NumericalException(
          "%d components were asked for, but only %d tell the classes apart (%s); ask for at most %d."
              .formatted(count.components(), rank, what, rank));
    }
    return new Between(
        Arrays.stream(found.values()).limit(rank).map(value -> value / (1 - value)).toArray(),
        (int) Arrays.stream(found.values()).filter(value -> value >= 1 - NOTHING_WITHIN).count(),
        found.components(),
        found.certificate());
  }

  /**
   * The ratios of the scatter between classes to that within them, and their eigenvectors.
   *
   * @param nothingWithin along how many of them no class varies
   */
  private record Between(
      double[] ratios, int nothingWithin, DenseMatrix vectors, Certificate certificate) {}

  private static double[] inverseRoots(double[] squares) {
    return Arrays.stream(squares).map(value -> 1 / Math.sqrt(value)).toArray();
  }

  private static NumericalException singular() {
    return new NumericalException(
        "Along some direction no class varies at all, so the scatter within classes is singular:"
            + " leave out the columns that are constant within every class, such as a copy of the"
            + " label.");
  }

  private LinearModel model(
      LabelledRows rows,
      LabelSums sums,
      Columns columns,
      Space space,
      Between found,
      List<String> names) {
    double[] ratios = found.ratios();
    double total = Arrays.stream(ratios).sum();
    int k = kept(ratios, total);
    double[] eigenvalues = Arrays.copyOf(ratios, k);
    DenseMatrix e = found.vectors().rowRange(0, k).copy();
    LinearAlgebra.scaleColumns(e, inverseRoots(space.squares()));
    DenseMatrix directions = LinearAlgebra.multiply(e, space.directions());
    double[] lengths = new double[k];
    for (int i = 0; i < k; i++) {
      double square = Arrays.stream(directions.row(i)).map(value -> value * value).sum();
      lengths[i] = 1 / Math.sqrt(square);
    }
    LinearAlgebra.scaleRows(directions, lengths);
    SignRule.apply(directions);
    Spread spread = columns.spread(rows, sums, directions);
    Provenance provenance =
        new Provenance(
            options.method(),
            "svd",
            space.reason(),
            sums.columns().rows(),
            options.project(),
            options.standardize(),
            options.whiten(),
            options.ddof(),
            options.seed(),
            options.tolerance(),
            found.certificate().maxRelativeResidual(),
            Certificate.orthogonality(directions),
            Version.current(),
            warnings);
    return new LinearModel(
        provenance.withLabels(rows.use(sums.counts(), null, 0)),
        names,
        options.project() ? sums.columns().mean() : new double[names.size()],
        columns.scale(),
        directions,
        eigenvalues,
        total,
        spread);
  }

  /** Returns how many directions a share takes; all without one. */
  private int kept(double[] ratios, double total) {
    if (options.wanted() instanceof Wanted.Count count) {
      return count.components();
    }
    if (!(options.wanted() instanceof Wanted.Share share)) {
      return ratios.length;
    }
    return Decomposition.countForShare(ratios, total, share.share());
  }
}
