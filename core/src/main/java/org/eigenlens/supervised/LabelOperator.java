package org.eigenlens.supervised;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.pca.Decomposition;
import org.eigenlens.pca.PcaFit;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.Wanted;

/**
 * Xᵀ H K_y H X as BᵀB, whose leading eigenvectors are the principal directions of B's rows.
 *
 * <p>With K_y = RRᵀ, B = RᵀHX has a row for each column of R: supervised PCA is PCA of rows that
 * labels have summed up, and K_y = I is PCA itself. For classes, whose rows of B sum to zero, one
 * row less says the same (Helmert's contrasts), so that no rounding passes for a last component. A
 * blend (1 − η)K_y + ηI puts the centred rows, times √η, below √(1 − η)·B.
 *
 * @param rows B, in memory or not
 * @param most how many of its eigenvalues can be other than zero
 * @param noise what rounding may make of an eigenvalue that is zero
 */
record LabelOperator(RowSource rows, int most, double noise) {

  /** Up to so many operations singular values, which square nothing, cost next to nothing. */
  private static final double FREE = 2e9;

  /** What a copy of the rows may take of the memory allowed. */
  private static final double COPIED = 0.25;

  /**
   * Makes the operator.
   *
   * @param x the rows themselves
   * @param sums RᵀHX, as it was summed
   * @param factors what each column is multiplied by: 0 where it is constant
   * @param total ‖HX‖² after that
   * @param labelRounding what rounding may make of an eigenvalue of K_y; what landmarks among the
   *     labels miss is no such thing, as it makes every eigenvalue smaller
   */
  static LabelOperator of(
      RowSource x,
      LabelSums sums,
      double[] factors,
      double total,
      double labelRounding,
      SupervisedOptions options) {
    DenseMatrix b = sums.counts() == null ? sums.sums().copy() : contrasts(sums);
    LinearAlgebra.scaleColumns(b, factors);
    double n = sums.columns().rows();
    int d = b.columns();
    // A sum of products errs by at most ε times the sum of their sizes, and by Cauchy and Schwarz
    // (Σ|rx|)² ≤ Σr²·Σx².
    double relative = 8 * Math.ulp(1.0);
    double noise = Math.max(relative * relative * sums.labelSquares(), labelRounding) * total;
    double eta = options.blend();
    if (eta == 0) {
      return new LabelOperator(b, Math.min(b.rows(), d), noise);
    }
    double[] weights = new double[b.rows()];
    Arrays.fill(weights, Math.sqrt(1 - eta));
    LinearAlgebra.scaleRows(b, weights);
    double[] blended = new double[d];
    Arrays.setAll(blended, j -> factors[j] * Math.sqrt(eta));
    RowSource all = new Stacked(b, x, sums.columns().mean(), blended);
    int most = (int) Math.min(n - 1, d);
    boolean copies = x instanceof Matrix && 8.0 * n * d <= COPIED * options.memory();
    return new LabelOperator(
        copies ? copy(all, (int) n + b.rows()) : all, most, relative * relative * n * total);
  }

  /** Returns Eᵀ·sums for the Helmert basis E of all that sums to zero. */
  private static DenseMatrix contrasts(LabelSums sums) {
    DenseMatrix contrasts =
        DenseMatrix.zeros(Math.max(0, sums.classes() - 1), sums.sums().columns());
    double[] before = new double[contrasts.columns()];
    int seen = 0;
    for (int c = 0; c < sums.counts().length; c++) {
      if (sums.counts()[c] == 0) {
        continue;
      }
      double[] sum = sums.sums().row(c);
      if (seen > 0) {
        double number = seen;
        double length = Math.sqrt(number * (number + 1));
        double[] contrast = new double[sum.length];
        Arrays.setAll(contrast, j -> (before[j] - number * sum[j]) / length);
        contrasts.setRow(seen - 1, contrast, 0);
      }
      seen++;
      Arrays.setAll(before, j -> before[j] + sum[j]);
    }
    return contrasts;
  }

  private static DenseMatrix copy(RowSource rows, int count) {
    DenseMatrix copy = DenseMatrix.zeros(count, rows.columns());
    rows.forEachTile(
        1024,
        1,
        (lane, first, tile) -> {
          int from = Math.toIntExact(first);
          LinearAlgebra.copy(tile, copy.rowRange(from, from + tile.rows()));
        });
    return copy;
  }

  /** Rows of B, then the centred and scaled rows of the data. */
  private record Stacked(DenseMatrix first, RowSource x, double[] mean, double[] factors)
      implements RowSource {

    @Override
    public int columns() {
      return x.columns();
    }

    @Override
    public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
      int offset = first.rows();
      first.forEachTile(Math.max(tileRows, Math.max(1, offset)), 1, visitor);
      x.forEachTile(
          tileRows,
          lanes,
          (lane, from, tile) -> {
            LinearAlgebra.subtractFromRows(tile, mean);
            LinearAlgebra.scaleColumns(tile, factors);
            visitor.visit(lane, offset + from, tile);
          });
    }
  }

  /**
   * The leading directions.
   *
   * @param values eigenvalues, all above the noise
   * @param directions a row each
   * @param trace the sum of all eigenvalues
   * @param found what was measured, and the route
   */
  record Leading(
      double[] values, DenseMatrix directions, double trace, Decomposition found, PcaFit fit) {

    /** Returns so many of these at most. */
    Leading first(int count) {
      int k = Math.min(count, values.length);
      return new Leading(Arrays.copyOf(values, k), directions.rowRange(0, k), trace, found, fit);
    }

    /**
     * Says how much of the trace a blend owes to the identity, to go on a reason; otherwise
     * nothing. By that much labels have a say, whatever the units of targets make of their kernel.
     *
     * @param total ‖HX‖²
     */
    String identity(double blend, double total) {
      return blend == 0
          ? ""
          : String.format(
              Locale.ROOT, "; the identity has %.3g%% of the trace", 100 * blend * total / trace);
    }

    String solver() {
      return fit.choice().solver().label();
    }

    /** Tells whether the route was taken here, since what there is to decompose is small. */
    boolean isSmall() {
      return fit.choice().reason().equals("asked for");
    }
  }

  /**
   * Finds the leading directions.
   *
   * @param what says what determines how many there are, for the user
   * @throws NumericalException if there are fewer than asked for
   */
  Leading leading(SupervisedOptions options, List<String> names, String what) {
    Wanted wanted = options.wanted();
    if (most == 0) {
      throw nothing(what);
    }
    Wanted possible =
        wanted instanceof Wanted.Count count
            ? new Wanted.Count(Math.min(count.components(), most))
            : wanted;
    PcaFit fit = new PcaFit(options.options(possible, route(options.solver())));
    Decomposition found = fit.decompose(rows, names);
    double[] values = found.values();
    int rank = 0;
    while (rank < Math.min(found.rank(), most) && values[rank] > noise) {
      rank++;
    }
    if (rank == 0) {
      throw nothing(what);
    }
    if (wanted instanceof Wanted.Count count && count.components() > rank) {
      throw tooMany(count.components(), rank, what, options.blend());
    }
    return new Leading(
        Arrays.copyOf(values, rank),
        found.components().rowRange(0, rank),
        found.total(),
        found,
        fit);
  }

  private PcaSolver route(PcaSolver asked) {
    boolean small =
        rows instanceof DenseMatrix b
            && (double) b.rows() * b.columns() * Math.min(b.rows(), b.columns()) <= FREE;
    if (asked == PcaSolver.AUTO && small) {
      return PcaSolver.SVD;
    }
    // What streams is the pass that sums up; the sums themselves are in memory.
    return asked == PcaSolver.STREAMING && rows instanceof DenseMatrix
        ? (small ? PcaSolver.SVD : PcaSolver.AUTO)
        : asked;
  }

  static NumericalException nothing(String what) {
    return new NumericalException(
        "No direction depends on the labels (" + what + "), so there is no component; use PCA.");
  }

  static NumericalException tooMany(int asked, int rank, String what, double blend) {
    return new NumericalException(
        String.format(
            Locale.ROOT,
            "%d components were asked for, but only %d %s (%s); ask for at most %d%s.",
            asked,
            rank,
            blend == 0
                ? rank == 1 ? "depends on the labels" : "depend on the labels"
                : rank == 1 ? "carries variance" : "carry variance",
            what,
            rank,
            blend == 0 ? ", or blend the labels with the identity (--blend 0.1)" : ""));
  }
}
