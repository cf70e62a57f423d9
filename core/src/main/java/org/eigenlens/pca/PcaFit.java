package org.eigenlens.pca;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
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

  /** Auto wants each component to six digits; rounding of the squared data leaves 1e-15 of λ₁. */
  private static final double RELIABLE = 1e-9;

  /** From this ratio of n‖μ‖² to the total on, implicit centring loses more than four digits. */
  private static final double LARGE_MEAN = 1e8;

  private final PcaOptions options;
  private final Preprocessing preprocessing;
  private final Routes routes;
  private final List<String> warnings = new ArrayList<>();
  private SolverChoice choice;

  /** Prepares a fit; an instance serves one fit only. */
  public PcaFit(PcaOptions options) {
    this.options = options;
    preprocessing = options.preprocessing();
    routes =
        new Routes(
            preprocessing,
            options.tolerance(),
            options.seed(),
            options.memory(),
            options.progress());
  }

  /** Fits to rows, whose columns are called x1, x2, … if no names are given. */
  public LinearModel fit(RowSource source, List<String> columnNames) {
    List<String> names = names(source.columns(), columnNames);
    return model(decompose(source, names), names, source instanceof SparseMatrix);
  }

  /** Returns the names given for so many columns, or x1, x2, … if there are none. */
  public static List<String> names(int columns, List<String> given) {
    if (columns == 0) {
      throw new NumericalException("There is no column to work on; at least 1 is needed.");
    }
    List<String> names = given == null ? numbered(columns) : given;
    if (names.size() != columns) {
      throw new IllegalArgumentException(
          Counted.of(names.size(), "column name")
              + " given for "
              + Counted.of(columns, "column")
              + ".");
    }
    return names;
  }

  /** Finds the components of rows, without making a model of them. */
  public Decomposition decompose(RowSource source, List<String> names) {
    int d = source.columns();
    long known = source instanceof Matrix matrix ? matrix.rows() : -1;
    checkRows(known < 0 ? Long.MAX_VALUE : known);
    checkCount(known < 0 ? Long.MAX_VALUE : known, d);
    choice = choose(source, known, d);
    Decomposition found = centred(source, names);
    checkRows(found.rows());
    checkCount(found.rows(), d);
    return found;
  }

  /** Returns the route that was taken. */
  public SolverChoice choice() {
    return choice;
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
          "There is only 1 row, and a variance needs at least 2; give more rows, or do not"
              + " centre.");
    }
  }

  private void checkCount(long rows, int columns) {
    long most = Math.min(rows, columns);
    if (options.wanted() instanceof Wanted.Count count && count.components() > most) {
      // Rows that are kept elsewhere have not been counted yet.
      String counted =
          rows == Long.MAX_VALUE ? Counted.of(columns, "column") : Counted.table(rows, columns);
      throw new NumericalException(
          "%s were asked for, but %s have at most %d; ask for %s."
              .formatted(count, counted, most, Wanted.upTo(most)));
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
            source.isDistributed()
                ? distributed(source)
                : fits(PcaSolver.STREAMING, source)
                    ? inOnePass()
                    : new SolverChoice(
                        PcaSolver.KRYLOV,
                        "the covariance of "
                            + columns
                            + " columns would not fit in the memory allowed, so the rows are read"
                            + " in several passes");
      };
    }
    if (sparse && (options.solver() == PcaSolver.GRAM || options.solver() == PcaSolver.SVD)) {
      throw Routes.filledIn(options.solver());
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

  private SolverChoice distributed(RowSource source) {
    SolverChoice best = SolverChoice.ofDistributed(source.columns(), options.wanted());
    return fits(best.solver(), source)
        ? best
        : new SolverChoice(
            PcaSolver.KRYLOV,
            MemoryNeed.of(best.solver(), source, options.wanted()).what()
                + " would not fit in the memory allowed");
  }

  /** Tells whether a route fits in memory, or block Krylov would not help either. */
  private boolean fits(PcaSolver solver, RowSource source) {
    return !(options.wanted() instanceof Wanted.Count) || fitsInMemory(solver, source);
  }

  private static SolverChoice inOnePass() {
    return new SolverChoice(
        PcaSolver.STREAMING, "the rows are read in one pass and never all in memory");
  }

  private SolverChoice asked() {
    return new SolverChoice(options.solver(), "asked for");
  }

  /** Takes the route, once more on moved data where the rounding of their means would be seen. */
  private Decomposition centred(RowSource source, List<String> names) {
    Decomposition found = guarded(source, names);
    if (!preprocessing.center() || !LargeMeans.areSeen(found) || !mayMove(source)) {
      return found;
    }
    LargeMeans means = LargeMeans.of(found);
    Decomposition again = means.restored(guarded(means.moved(source), names));
    choice = new SolverChoice(choice.solver(), choice.reason() + LargeMeans.REASON);
    return again;
  }

  /** Tells whether there is room for the moved data; sparse rows would be filled in. */
  private boolean mayMove(RowSource source) {
    if (source instanceof DenseMatrix dense) {
      MemoryNeed need = MemoryNeed.of(choice.solver(), source, options.wanted());
      return dense.precision() == Precision.DOUBLE
          && need.besideCopyOf(dense).bytes() <= options.memory();
    }
    return !(source instanceof SparseMatrix) && !source.isDistributed();
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
    boolean ordinary = total < LARGE && total > SMALL;
    if (ordinary && !(preprocessing.standardize() && hasOddColumns(found))) {
      return found;
    }
    Extent extent = Extent.of(source, names);
    double overall = extent.largest(preprocessing.center());
    if (found != null && (overall == 0 || (ordinary && !vanished(found, extent)))) {
      return found;
    }
    if (failure != null && overall * overall < LARGE && overall * overall > SMALL) {
      throw failure;
    }
    if (source instanceof DenseMatrix dense) {
      MemoryNeed.of(choice.solver(), source, options.wanted())
          .besideCopyOf(dense)
          .check(options.memory());
    }
    Units units = Units.of(source, extent, preprocessing);
    return units.restored(settled(units.rescaled(source)), names);
  }

  /** Tells whether a column seems constant, or its deviation is beyond the range of numbers. */
  private static boolean hasOddColumns(Decomposition found) {
    for (int j = 0; j < found.constant().length; j++) {
      if (found.constant()[j] || !Double.isFinite(found.scale()[j])) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether a column that varies was lost because its squares are no numbers any more. */
  private static boolean vanished(Decomposition found, Extent extent) {
    for (int j = 0; j < found.constant().length; j++) {
      boolean lost = found.constant()[j] && !extent.isConstant(j);
      if (lost || !Double.isFinite(found.scale()[j])) {
        return true;
      }
    }
    return false;
  }

  /** Takes the route; where it cannot resolve what is wanted, the most accurate one takes over. */
  private Decomposition settled(RowSource source) {
    Decomposition found = take(choice.solver(), source);
    if (options.solver() != PcaSolver.AUTO || source instanceof SparseMatrix) {
      return found;
    }
    if (choice.solver() == PcaSolver.KRYLOV && !found.certificate().converged()) {
      found = withoutPatience(source, found);
    }
    if (choice.solver() != PcaSolver.SVD
        && source instanceof Matrix
        && found.total() < LARGE
        && unresolved(found)
        && fitsInMemory(PcaSolver.SVD, source)) {
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

  /** Block Krylov takes long where the spectrum is flat: a direct route takes over if it fits. */
  private Decomposition withoutPatience(RowSource source, Decomposition found) {
    String passes = found.certificate().passes() + " passes (the spectrum is flat)";
    boolean wide = source instanceof DenseMatrix && found.rows() < source.columns();
    PcaSolver direct = wide ? PcaSolver.GRAM : PcaSolver.COVARIANCE;
    boolean fits = !SolverChoice.isTooWide(source) && fitsInMemory(direct, source);
    if (fits) {
      choice =
          new SolverChoice(
              direct,
              "block Krylov had not converged after " + passes + ", so a direct route took over");
      return take(direct, source);
    }
    choice =
        new SolverChoice(
            PcaSolver.KRYLOV,
            "it had not converged after "
                + passes
                + ", but a direct route does not fit in memory, so it went on");
    return routes.iterate(source, options.wanted(), routes.krylov(Routes.MOST_PASSES));
  }

  private boolean fitsInMemory(PcaSolver solver, RowSource source) {
    return MemoryNeed.of(solver, source, options.wanted()).bytes() <= options.memory();
  }

  /** Tells whether components that were wanted are too small to be trusted, or could be. */
  private static boolean unresolved(Decomposition found) {
    int constant = 0;
    for (boolean flag : found.constant()) {
      constant += flag ? 1 : 0;
    }
    long possible = Math.min(found.rows() - 1, found.constant().length - constant);
    int trusted = 0;
    for (double value : found.values()) {
      trusted += value > RELIABLE * found.values()[0] ? 1 : 0;
    }
    return trusted < Math.min(found.values().length, possible);
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

  private LinearModel model(Decomposition found, List<String> names, boolean sparse) {
    Decomposition result = trimmed(found);
    warn(result, names, sparse);
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
    return new LinearModel(
        provenance,
        names,
        result.mean(),
        result.scale(),
        result.components(),
        result.values(),
        result.total(),
        result.leftSquares());
  }

  /** Keeps the components asked for: zero ones only where a number was given. */
  private Decomposition trimmed(Decomposition found) {
    Decomposition zeroed = found.zeroBeyondRank();
    int rank = Math.max(1, zeroed.rank());
    return options.wanted() instanceof Wanted.Count || rank >= zeroed.values().length
        ? zeroed
        : zeroed.first(rank);
  }

  private void warn(Decomposition result, List<String> names, boolean sparse) {
    List<String> constant = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      if (result.constant()[j]) {
        constant.add(names.get(j));
      }
    }
    if (!constant.isEmpty()) {
      boolean divided = preprocessing.standardize();
      warnings.add(
          Preprocessing.named(
              constant,
              names.size(),
              "is constant" + (divided ? " and was not divided by its deviation" : ""),
              "are constant" + (divided ? " and were not divided by their deviation" : "")));
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
    if ((sparse || result.implicit()) && LargeMeans.squares(result) > LARGE_MEAN * result.total()) {
      warnings.add(
          "the means of these sparse data are large beside their spread, and centring them without"
              + " filling them in costs digits; give them as a dense table");
    }
    if (preprocessing.center()
        && result.total() > 0
        && LargeMeans.areHuge(LargeMeans.squares(result), result.total())) {
      warnings.add(LargeMeans.WARNING);
    }
    if (!preprocessing.center()) {
      warnings.add("the data were not centred: shares are of the sum of squares, not of variance");
    }
  }
}
