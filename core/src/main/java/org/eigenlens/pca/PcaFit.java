package org.eigenlens.pca;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Provenance;
import org.eigenlens.model.Version;

/** One fit: chooses a route, takes it, checks where it led, and makes the model. */
public final class PcaFit {

  /** Sums of squares beyond these have overflowed or lost digits to underflow. */
  private static final double LARGE = 1e290;

  private static final double SMALL = 1e-280;

  /** A difference of squares below this share of them has lost its digits. */
  private static final double LOST = 1e-10;

  private final PcaOptions options;
  private final Preprocessing preprocessing;
  private final Routes routes;
  private final List<String> warnings = new ArrayList<>();
  private SolverChoice choice;

  /** Prepares a fit; an instance serves one fit only. */
  public PcaFit(PcaOptions options) {
    this.options = options;
    preprocessing = options.preprocessing();
    routes = new Routes(preprocessing, options.tolerance(), options.seed(), options.progress());
  }

  /** Fits to rows, whose columns are called x1, x2, … if no names are given. */
  public LinearModel fit(RowSource source, List<String> columnNames) {
    int d = source.columns();
    if (d == 0) {
      throw new NumericalException("There is no column to work on; at least 1 is needed.");
    }
    List<String> names = columnNames == null ? numbered(d) : columnNames;
    if (names.size() != d) {
      throw new IllegalArgumentException(
          names.size() + " column names were given for " + d + " columns.");
    }
    long known = source instanceof Matrix matrix ? matrix.rows() : -1;
    checkRows(known < 0 ? Long.MAX_VALUE : known);
    checkCount(known < 0 ? Long.MAX_VALUE : known, d);
    choice = choose(source, known, d);
    Decomposition found = guarded(source, names);
    checkRows(found.rows());
    checkCount(found.rows(), d);
    return model(source, found, names);
  }

  private static List<String> numbered(int count) {
    List<String> names = new ArrayList<>(count);
    for (int j = 1; j <= count; j++) {
      names.add("x" + j);
    }
    return names;
  }

  private void checkRows(long rows) {
    if (rows < 1) {
      throw new NumericalException("There are no rows to fit to.");
    }
    if (rows < 2 && preprocessing.center()) {
      throw new NumericalException(
          "There is only 1 row, and a variance needs at least 2; give more rows, or do not centre.");
    }
  }

  private void checkCount(long rows, int columns) {
    long most = Math.min(rows, columns);
    if (options.wanted() instanceof Wanted.Count count && count.components() > most) {
      throw new NumericalException(
          "%s were asked for, but %d rows × %d columns have at most %d; ask for 1 to %d."
              .formatted(count, rows, columns, most, most));
    }
  }

  private SolverChoice choose(RowSource source, long rows, int columns) {
    boolean sparse = source instanceof SparseMatrix;
    if (rows < 0) {
      return switch (options.solver()) {
        case KRYLOV, POWER, SVD -> asked();
        case GRAM ->
            throw new IllegalArgumentException(
                "The Gram route needs all rows in memory; use covariance, krylov or streaming.");
        case STREAMING, COVARIANCE -> inOnePass();
        case AUTO ->
            fits(PcaSolver.STREAMING, source)
                ? inOnePass()
                : new SolverChoice(
                    PcaSolver.KRYLOV,
                    "the covariance of "
                        + columns
                        + " columns would not fit in the memory allowed, so the rows are read in"
                        + " several passes");
      };
    }
    if (sparse && (options.solver() == PcaSolver.GRAM || options.solver() == PcaSolver.SVD)) {
      throw new IllegalArgumentException(
          "The "
              + options.solver().label()
              + " route would fill sparse data in; use krylov, power or covariance.");
    }
    if (options.solver() != PcaSolver.AUTO) {
      return asked();
    }
    SolverChoice best = SolverChoice.of(rows, columns, options.wanted(), sparse);
    if (!fits(best.solver(), source)) {
      String what = MemoryNeed.of(best.solver(), source, options.wanted()).what();
      return new SolverChoice(PcaSolver.KRYLOV, what + " would not fit in the memory allowed");
    }
    // All components of sparse data need a matrix of the smaller side anyway.
    if (sparse && !(options.wanted() instanceof Wanted.Count) && columns <= 2000) {
      return new SolverChoice(
          PcaSolver.COVARIANCE,
          options.wanted() + " of " + columns + " sparse columns: one pass sums up a small matrix");
    }
    return best;
  }

  /** Tells whether a route fits in memory, or block Krylov would not help either. */
  private boolean fits(PcaSolver solver, RowSource source) {
    return !(options.wanted() instanceof Wanted.Count)
        || MemoryNeed.of(solver, source, options.wanted()).bytes() <= options.memory();
  }

  private static SolverChoice inOnePass() {
    return new SolverChoice(
        PcaSolver.STREAMING, "the rows are read in one pass and never all in memory");
  }

  private SolverChoice asked() {
    return new SolverChoice(options.solver(), "asked for");
  }

  /** Takes the route, on rescaled data where squares would overflow or vanish. */
  private Decomposition guarded(RowSource source, List<String> names) {
    MemoryNeed.of(choice.solver(), source, options.wanted()).check(options.memory());
    Decomposition found = null;
    NumericalException failure = null;
    try {
      found = settled(source);
    } catch (NumericalException e) {
      failure = e;
    }
    double total = found == null ? Double.NaN : found.total();
    if (total < LARGE && total > SMALL) {
      return found;
    }
    double largest = largestDeviation(source, names, Double.isFinite(total) ? found.mean() : null);
    if (found != null && largest == 0) {
      return found;
    }
    if (failure != null && largest * largest < LARGE && largest * largest > SMALL) {
      throw failure;
    }
    double unit = Math.scalb(1.0, Math.getExponent(largest));
    return inOldUnits(settled(rescaled(source, 1 / unit)), unit);
  }

  /** Takes the route; where it cannot resolve what is wanted, the most accurate one takes over. */
  private Decomposition settled(RowSource source) {
    Decomposition found = take(choice.solver(), source);
    if (options.solver() != PcaSolver.AUTO) {
      return found;
    }
    boolean iterated = choice.solver() == PcaSolver.KRYLOV;
    boolean sparse = source instanceof SparseMatrix;
    if (iterated && !found.certificate().converged() && !sparse) {
      PcaSolver direct = found.rows() < source.columns() ? PcaSolver.GRAM : PcaSolver.COVARIANCE;
      choice =
          new SolverChoice(
              direct,
              "block Krylov had not converged after "
                  + found.certificate().passes()
                  + " passes (the spectrum is flat), so a direct route took over");
      found = take(direct, source);
      iterated = false;
    }
    boolean direct = choice.solver() == PcaSolver.COVARIANCE || choice.solver() == PcaSolver.GRAM;
    if (direct && !sparse && found.total() < LARGE && unresolved(found)) {
      choice =
          new SolverChoice(
              PcaSolver.SVD,
              "some components are too small for "
                  + choice.solver().label()
                  + ", which squares the data, so the singular values were taken from the data");
      found = take(PcaSolver.SVD, source);
    }
    return found;
  }

  /** Tells whether values below the floor could be more than rounding. */
  private static boolean unresolved(Decomposition found) {
    int constant = 0;
    for (boolean flag : found.constant()) {
      constant += flag ? 1 : 0;
    }
    int d = found.constant().length;
    long possible = Math.min(found.rows() - 1, d - constant);
    return found.rank() < Math.min(found.values().length, possible);
  }

  private Decomposition take(PcaSolver solver, RowSource source) {
    MemoryNeed.of(solver, source, options.wanted()).check(options.memory());
    Wanted wanted = options.wanted();
    return switch (solver) {
      case COVARIANCE, STREAMING -> routes.covariance(source, wanted);
      case GRAM -> routes.gram((DenseMatrix) source, wanted);
      case SVD -> routes.svd(source, wanted);
      case KRYLOV -> {
        boolean insisted = options.solver() == PcaSolver.KRYLOV || source instanceof SparseMatrix;
        int passes = insisted ? Routes.MOST_PASSES : Routes.PATIENCE;
        yield routes.iterate(source, wanted, routes.krylov(passes));
      }
      case POWER -> routes.iterate(source, wanted, routes.power());
      case AUTO -> throw new AssertionError("a route was chosen before");
    };
  }

  private LinearModel model(RowSource source, Decomposition found, List<String> names) {
    Decomposition result = trimmed(found);
    warn(result, names);
    Certificate certificate = result.certificate();
    Provenance provenance =
        new Provenance(
            options.method(),
            choice.solver().label(),
            choice.reason(),
            result.rows(),
            preprocessing.center(),
            preprocessing.standardize(),
            options.whiten(),
            preprocessing.ddof(),
            options.seed(),
            options.tolerance(),
            certificate.maxRelativeResidual(),
            certificate.orthogonality(),
            Version.current(),
            warnings);
    double left = result.totalSquares();
    for (double value : result.values()) {
      left -= value * value;
    }
    if (!(left > LOST * result.totalSquares()) && leavesOut(result) && !sparse(source)) {
      options.progress().at("measuring what was left out");
      left = Residuals.sumOfSquares(source, result, preprocessing.ddof());
    }
    return new LinearModel(
        provenance,
        names,
        result.mean(),
        result.scale(),
        result.components(),
        result.values(),
        result.total(),
        Math.max(0, left));
  }

  private static boolean sparse(RowSource source) {
    return source instanceof SparseMatrix;
  }

  /** Tells whether there is more to the total than the values and their rounding. */
  private static boolean leavesOut(Decomposition result) {
    double kept = Arrays.stream(result.values()).sum();
    return result.total() - kept > 1e-14 * result.total();
  }

  /** Keeps the components asked for: zero ones only where a number was given. */
  private Decomposition trimmed(Decomposition found) {
    Decomposition zeroed = found.zeroBeyondRank();
    int rank = Math.max(1, zeroed.rank());
    return options.wanted() instanceof Wanted.Count || rank >= zeroed.values().length
        ? zeroed
        : zeroed.first(rank);
  }

  private void warn(Decomposition result, List<String> names) {
    List<String> constant = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      if (result.constant()[j]) {
        constant.add(names.get(j));
      }
    }
    if (!constant.isEmpty()) {
      String listed = String.join(", ", constant.subList(0, Math.min(10, constant.size())));
      warnings.add(
          "%d of %d columns are constant%s: %s%s"
              .formatted(
                  constant.size(),
                  names.size(),
                  preprocessing.standardize() ? " and were not divided by their deviation" : "",
                  listed,
                  constant.size() > 10 ? ", …" : ""));
    }
    int rank = result.rank();
    if (rank < result.values().length) {
      warnings.add(
          "only %d of %d components carry variance that %s can tell from zero; the others are 0"
              .formatted(rank, result.values().length, choice.solver().label()));
    }
    if (!result.certificate().converged()) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "%s did not converge: the largest relative residual is %.1e, above the tolerance"
                  + " %.1e; use another solver, or a larger tolerance",
              choice.solver().label(),
              result.certificate().maxRelativeResidual(),
              options.tolerance()));
    }
    if (!preprocessing.center()) {
      warnings.add("the data were not centred: shares are of the sum of squares, not of variance");
    }
  }

  /** Finds the largest |x − mean|, or the first cell that is not a finite number. */
  private static double largestDeviation(RowSource source, List<String> names, double[] mean) {
    double[] largest = new double[1];
    source.forEachTile(
        ColumnStatistics.tileRows(source.columns()),
        1,
        (lane, first, tile) -> {
          double[] row = new double[tile.columns()];
          for (int i = 0; i < tile.rows(); i++) {
            tile.getRow(i, row, 0);
            for (int j = 0; j < row.length; j++) {
              if (!Double.isFinite(row[j])) {
                throw new NumericalException(
                    "Row %d, column '%s' is %s; every cell must be a finite number."
                        .formatted(first + i + 1, names.get(j), row[j]));
              }
              largest[0] = Math.max(largest[0], Math.abs(row[j] - (mean == null ? 0 : mean[j])));
            }
          }
        });
    return largest[0];
  }

  /** Returns the rows multiplied by a power of two, which is exact. */
  private static RowSource rescaled(RowSource source, double factor) {
    if (source instanceof SparseMatrix sparse) {
      return sparse.scaled(factor);
    }
    if (source instanceof DenseMatrix dense) {
      DenseMatrix copy = dense.copy();
      LinearAlgebra.add(factor, dense.copy(), 0, copy);
      return copy;
    }
    return new RowSource() {
      @Override
      public int columns() {
        return source.columns();
      }

      @Override
      public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
        source.forEachTile(
            tileRows,
            lanes,
            (lane, first, tile) -> {
              double[] factors = new double[tile.columns()];
              Arrays.fill(factors, factor);
              LinearAlgebra.scaleColumns(tile, factors);
              visitor.visit(lane, first, tile);
            });
      }
    };
  }

  private Decomposition inOldUnits(Decomposition found, double unit) {
    double square = preprocessing.standardize() ? 1 : unit * unit;
    double fourth = preprocessing.standardize() ? 1 : square * square;
    double[] values = times(found.values(), square);
    boolean vanished = found.values()[0] > 0 && values[0] < Double.MIN_NORMAL;
    if (!Double.isFinite(values[0]) || vanished) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "The data reach %.1e, and their variance is beyond the range of double numbers;"
                  + " multiply them by a constant first.",
              unit));
    }
    return new Decomposition(
        found.rows(),
        times(found.mean(), unit),
        found.scale() == null ? null : times(found.scale(), unit),
        found.constant(),
        values,
        found.components(),
        found.total() * square,
        found.totalSquares() * fourth,
        found.floor(),
        found.certificate());
  }

  private static double[] times(double[] values, double factor) {
    return Arrays.stream(values).map(value -> value * factor).toArray();
  }
}
