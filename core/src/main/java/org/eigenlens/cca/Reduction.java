package org.eigenlens.cca;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.LargeMeans;
import org.eigenlens.pca.MemoryNeed;
import org.eigenlens.pca.Moments;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.pca.TallQr;

/**
 * Two views side by side, centred and scaled, with no more rows than it takes: a matrix M with MᵀM
 * = AᵀA, where A are the prepared rows. Every correlation of A's columns is that of M's.
 *
 * <p>For tall data M is the triangular factor of A, from tiles of rows (nothing is squared), or the
 * root of the covariance, from one pass; for wide data A itself.
 *
 * @param rows n
 * @param mean of each column
 * @param factors what each centred column was multiplied by; 0 for constant ones
 * @param scale the standard deviation of each column, 1 for constant ones; null if not asked for
 * @param matrix M
 * @param floor below what part of the largest a singular value of a view is rounding
 * @param solver the route that was taken
 * @param reason why
 */
record Reduction(
    long rows,
    double[] mean,
    double[] factors,
    double[] scale,
    DenseMatrix matrix,
    double floor,
    CcaSolver solver,
    String reason) {

  /** From this many operations on time matters: QR takes several times as long as products. */
  private static final double LARGE = 5e7;

  /** Takes the route asked for, or for auto the one that suits the shape. */
  static Reduction of(RowSource source, long known, int split, boolean[] equalized, Target target) {
    int d = source.columns();
    CcaSolver asked = target.options().solver();
    if (asked != CcaSolver.AUTO) {
      return by(asked, source, known, split, equalized, target, "asked for");
    }
    if (known < 0) {
      String reason = "the rows are read in one pass and never all in memory";
      return by(CcaSolver.STREAMING, source, known, split, equalized, target, reason);
    }
    String shape = "%d rows × %d + %d columns".formatted(known, split, d - split);
    CcaSolver best = CcaSolver.SVD;
    String reason = shape + " become one triangle by QR, whose singular values keep their digits";
    if (known <= d) {
      best = CcaSolver.GRAM;
      reason = shape + " are wide: the dual form works on as many columns as rows";
    } else if ((double) known * d * d > LARGE) {
      best = CcaSolver.COVARIANCE;
      reason =
          shape + " are summed up in one pass; columns are independent enough to lose no digit";
    }
    return by(best, source, known, split, equalized, target, reason);
  }

  /**
   * What is to be done.
   *
   * @param preprocessing of the columns, which features of a kernel do without
   * @param names of the columns
   */
  record Target(CcaOptions options, Preprocessing preprocessing, List<String> names) {}

  /** Takes a route. */
  static Reduction by(
      CcaSolver solver,
      RowSource source,
      long known,
      int split,
      boolean[] equalized,
      Target target,
      String reason) {
    if (solver == CcaSolver.GRAM && known < 0) {
      throw new NumericalException(
          "The gram solver holds all rows in memory, and how many there are is not known before"
              + " they are read; choose svd or streaming, or leave the solver out.");
    }
    need(solver, known, source.columns()).check(target.options().memory());
    target.options().progress().at("reading both views");
    if (solver.squares()) {
      Moments moments = Moments.of(source, true);
      ColumnStatistics statistics = moments.columns();
      Frame frame = Frame.of(statistics, source, split, equalized, target);
      DenseMatrix root = root(moments.scatter(), frame.factors);
      return frame.reduction(statistics, root, squaredFloor(source.columns()), solver, reason);
    }
    ColumnStatistics statistics = ColumnStatistics.of(source, true);
    Frame frame = Frame.of(statistics, source, split, equalized, target);
    double floor = floor(statistics.rows(), source.columns());
    DenseMatrix matrix =
        solver == CcaSolver.GRAM
            ? copy(source, Math.toIntExact(statistics.rows()), statistics.mean())
            : TallQr.triangle(source, statistics.mean());
    LinearAlgebra.scaleColumns(matrix, frame.factors);
    return frame.reduction(statistics, matrix, floor, solver, reason);
  }

  private static MemoryNeed need(CcaSolver solver, long rows, double d) {
    return switch (solver) {
      // As of PCA, and the decompositions of both views.
      case COVARIANCE, STREAMING ->
          new MemoryNeed(
              "the joint covariance of " + (int) d + " columns",
              8 * d * d * (d < 512 ? 20 : 13),
              "choose fewer columns");
      case SVD ->
          new MemoryNeed(
              "the triangular factors of " + (int) d + " columns",
              8 * d * d * 40,
              "choose fewer columns");
      case GRAM ->
          new MemoryNeed(
              "copies of both views", 8.0 * rows * (4 * d + 10.0 * rows), "choose fewer columns");
      case AUTO -> throw new AssertionError("a route was chosen before");
    };
  }

  /** Rounding of rows leaves this part of the largest singular value. */
  static double floor(long rows, int columns) {
    return Math.max(rows, columns) * Math.ulp(1.0);
  }

  /** Rounding of squares leaves √ε of the largest singular value. */
  private static double squaredFloor(int columns) {
    return Math.sqrt(10 * columns * Math.ulp(1.0));
  }

  /** Returns M with MᵀM = D·S·D: √Λ·Vᵀ of its eigenvectors. */
  private static DenseMatrix root(DenseMatrix scatter, double[] factors) {
    LinearAlgebra.scaleColumns(scatter, factors);
    LinearAlgebra.scaleRows(scatter, factors);
    double[] values = LinearAlgebra.symmetricEigen(scatter);
    LinearAlgebra.scaleRows(
        scatter, Arrays.stream(values).map(value -> Math.sqrt(Math.max(0, value))).toArray());
    return scatter;
  }

  private static DenseMatrix copy(RowSource source, int rows, double[] mean) {
    DenseMatrix copy = DenseMatrix.unset(rows, source.columns(), Precision.DOUBLE);
    forEachCentred(
        source,
        mean,
        (lane, first, tile) -> {
          int from = Math.toIntExact(first);
          LinearAlgebra.copy(tile, copy.rowRange(from, from + tile.rows()));
        });
    return copy;
  }

  /** Visits rows less their mean. */
  static void forEachCentred(RowSource source, double[] mean, RowSource.TileVisitor visitor) {
    int tileRows = Math.max(16, Math.min(4096, (1 << 17) / Math.max(1, source.columns())));
    source.forEachTile(
        tileRows,
        8,
        (lane, first, tile) -> {
          LinearAlgebra.subtractFromRows(tile, mean);
          visitor.visit(lane, first, tile);
        });
  }

  /** Returns the same for rows that were moved by means. */
  Reduction restored(LargeMeans means) {
    String moved = reason + LargeMeans.REASON;
    return new Reduction(rows, means.restored(mean), factors, scale, matrix, floor, solver, moved);
  }

  /** Tells whether the rounding of the means may be seen in a direction of either view. */
  boolean showsRoundedMeans(int split) {
    return anyMean(LargeMeans::areLarge)
        && (showsRoundedMeans(0, split) || showsRoundedMeans(split, factors.length));
  }

  private boolean showsRoundedMeans(int from, int to) {
    double squares = 0;
    for (int j = from; j < to; j++) {
      squares += squareOfMean(j);
    }
    double[] values = View.of(matrix.columnRange(from, to).copy(), floor, 1).values();
    double smallest = values[values.length - 1];
    return LargeMeans.areSeen(squares, smallest * smallest);
  }

  /** Tells whether numbers as large as those of a column hold few digits of what it varies by. */
  boolean hasHugeMeans() {
    return anyMean(LargeMeans::areHuge);
  }

  private boolean anyMean(DoubleComparison condition) {
    double[] squares = columnSquares();
    return IntStream.range(0, factors.length)
        .anyMatch(j -> factors[j] != 0 && condition.test(squareOfMean(j), squares[j]));
  }

  /** Compares nμ² of a column with the sum of its squares. */
  private interface DoubleComparison {
    boolean test(double squareOfMean, double squares);
  }

  /** Returns nμ² of a column in the units of the matrix. */
  private double squareOfMean(int column) {
    double prepared = factors[column] * mean[column];
    return rows * (prepared * prepared);
  }

  /** Returns the sum of squares of each prepared column. */
  double[] columnSquares() {
    double[] squares = new double[factors.length];
    for (int i = 0; i < matrix.rows(); i++) {
      double[] row = matrix.row(i);
      for (int j = 0; j < squares.length; j++) {
        squares[j] += row[j] * row[j];
      }
    }
    return squares;
  }

  /** Tells which columns are constant. */
  boolean[] constant() {
    boolean[] constant = new boolean[factors.length];
    for (int j = 0; j < constant.length; j++) {
      constant[j] = factors[j] == 0;
    }
    return constant;
  }

  /** Returns how many of the columns of a view are not constant. */
  int varying(int from, int to) {
    return (int) Arrays.stream(factors, from, to).filter(factor -> factor != 0).count();
  }

  /** Tells whether a rank is as high as the columns that vary, and the rows, allow. */
  boolean isWhole(int rank, int from, int to) {
    return rank >= Math.min(varying(from, to), rows - 1);
  }

  /** Returns the constant columns of a view by name. */
  List<String> constant(List<String> names, int from, int to) {
    List<String> constant = new ArrayList<>();
    for (int j = from; j < to; j++) {
      if (factors[j] == 0) {
        constant.add(names.get(j));
      }
    }
    return constant;
  }

  /** Says that a view has nothing to correlate with. */
  static NumericalException allConstant(int columns, int view) {
    String name = view == 0 ? "x" : "y";
    return new NumericalException(
            "%s constant, and a constant has no correlation; give a column that varies."
                .formatted(
                    columns == 1
                        ? "The only column of view " + name + " is"
                        : "All " + columns + " columns of view " + name + " are"))
        .inView(view);
  }

  /** What is done to each centred column. */
  private record Frame(double[] factors, double[] scale) {

    /**
     * Works out the factors: one over the standard deviation if asked for; otherwise one over the
     * length where a view is equalized, so that its rank does not depend on units, and 1 where a
     * ridge gives units a meaning.
     */
    static Frame of(
        ColumnStatistics statistics,
        RowSource source,
        int split,
        boolean[] equalized,
        Target target) {
      if (statistics.rows() < 2) {
        throw new NumericalException(
            "There %s, and a correlation needs at least 2; give more rows."
                .formatted(statistics.rows() == 0 ? "are no rows" : "is only 1 row"));
      }
      try {
        statistics.requireFinite(source, target.names(), true);
      } catch (NumericalException e) {
        throw e.column().isPresent() ? e.inView(e.column().getAsInt() < split ? 0 : 1) : e;
      }
      boolean[] constant = Preprocessing.constantColumns(source, statistics);
      double[] scale = target.preprocessing().scale(statistics, constant);
      double[] factors = new double[constant.length];
      for (int j = 0; j < factors.length; j++) {
        boolean equal = equalized[j < split ? 0 : 1];
        double unit = scale != null ? scale[j] : equal ? Math.sqrt(statistics.squares()[j]) : 1;
        factors[j] = constant[j] || statistics.squares()[j] == 0 ? 0 : 1 / unit;
      }
      requireVariation(factors, 0, split, 0);
      requireVariation(factors, split, factors.length, 1);
      return new Frame(factors, scale);
    }

    private static void requireVariation(double[] factors, int from, int to, int view) {
      if (Arrays.stream(factors, from, to).allMatch(factor -> factor == 0)) {
        throw allConstant(to - from, view);
      }
    }

    Reduction reduction(
        ColumnStatistics statistics,
        DenseMatrix matrix,
        double floor,
        CcaSolver solver,
        String reason) {
      return new Reduction(
          statistics.rows(), statistics.mean(), factors, scale, matrix, floor, solver, reason);
    }
  }
}
