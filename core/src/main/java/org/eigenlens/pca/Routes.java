package org.eigenlens.pca;

import java.util.Arrays;
import org.eigenlens.Progress;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.eigen.DirectSolver;
import org.eigenlens.eigen.Eigenpairs;
import org.eigenlens.eigen.Eigensolver;
import org.eigenlens.eigen.PowerIteration;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.CenteredOperator;
import org.eigenlens.operator.GramOperator;
import org.eigenlens.operator.MatrixOperator;
import org.eigenlens.operator.Observations;
import org.eigenlens.operator.ScatterOperator;
import org.eigenlens.operator.SymmetricOperator;

/**
 * The ways from rows to principal components. All give the same answer; they differ in cost, in
 * memory and in how small a component they can tell from zero.
 *
 * @param preprocessing what is done to the data first
 * @param tolerance of the iterative eigensolvers
 * @param seed of their random start
 * @param memory bytes that may be taken beside the data
 * @param progress hears what is going on
 */
record Routes(
    Preprocessing preprocessing, double tolerance, long seed, long memory, Progress progress) {

  /** How many components an iteration asks for first where a share is wanted. */
  static final int FIRST = 16;

  /** Passes after which an iteration that nobody insisted on gives way to a direct solver. */
  static final int PATIENCE = 60;

  static final int MOST_PASSES = 500;
  private static final int MOST_POWER_STEPS = 20_000;

  /** What is 2⁻⁵² of less than this is not a normal number any more. */
  private static final double VANISHING = 1e-290;

  /**
   * Squaring a matrix costs half the digits: the eigenvalues of AᵀA are known to a few ε·λ₁, the
   * rounding of the products growing with the square root of the size.
   */
  static double squaredFloor(int size) {
    return 100 * Math.sqrt(Math.max(1, size)) * Math.ulp(1.0);
  }

  /** Takes the eigenvectors of the d × d scatter matrix, gathered in one pass over the rows. */
  Decomposition covariance(RowSource source, Wanted wanted) {
    progress.at("summing up the covariance");
    boolean center = preprocessing.center();
    Moments moments = Moments.of(source, center);
    Prepared prepared = Prepared.of(source, moments.columns(), preprocessing);
    DenseMatrix scatter = moments.scatter();
    if (center) {
      clear(scatter, prepared.constant());
    }
    if (prepared.scale() != null) {
      double[] inverse = Preprocessing.inverse(prepared.scale());
      LinearAlgebra.scaleColumns(scatter, inverse);
      LinearAlgebra.scaleRows(scatter, inverse);
    }
    int limit = limit(moments.rows(), source.columns());
    Eigenpairs pairs = leading(new MatrixOperator(scatter), wanted, limit);
    double total = new MatrixOperator(scatter).trace();
    double left = leftSquares(scatter, pairs, limit);
    scatter.storage().release();
    return prepared.decomposition(pairs, total, left, squaredFloor(source.columns()));
  }

  /** Takes the eigenvectors u of the n × n Gram matrix AAᵀ; the directions are Aᵀu/σ. */
  Decomposition gram(DenseMatrix x, Wanted wanted) {
    progress.at("summing up the Gram matrix");
    if (wanted instanceof Wanted.Count count
        && count.components() <= x.rows() / 2
        && WideSums.mayStayInPlace(x, preprocessing)) {
      WideSums sums = WideSums.inPlace(x, preprocessing);
      LinearAlgebra.mirror(sums.square());
      double squares = requireNumbers(new MatrixOperator(sums.square()).trace());
      if (preprocessing.center()) {
        CenteredOperator.centerMatrix(sums.square());
      }
      Eigenpairs pairs = leading(new MatrixOperator(sums.square()), wanted, x.rows());
      // The rounding of XXᵀ is ε of its trace, most of which may have been the mean's.
      if (Math.ulp(1.0) * squares <= tolerance * pairs.values()[pairs.values().length - 1]) {
        return gram(x, sums, pairs);
      }
      sums.square().storage().release();
    }
    WideSums sums = WideSums.of(x, preprocessing);
    LinearAlgebra.mirror(sums.square());
    MatrixOperator operator = new MatrixOperator(sums.square());
    requireNumbers(operator.trace());
    return gram(x, sums, leading(operator, wanted, limit(x.rows(), x.columns())));
  }

  /** Refuses squares of which hardly a digit is left: to decompose as many takes minutes. */
  private static double requireNumbers(double squares) {
    if (squares > 0 && squares < VANISHING) {
      throw new NumericalException(
          "The squares of the values are too small for double numbers; multiply the data by a"
              + " constant first.");
    }
    return squares;
  }

  private Decomposition gram(DenseMatrix x, WideSums sums, Eigenpairs pairs) {
    Prepared prepared = new Prepared(x.rows(), sums.mean(), sums.scale(), sums.constant());
    double total = new MatrixOperator(sums.square()).trace();
    double left = leftSquares(sums.square(), pairs, limit(x.rows(), x.columns()));
    sums.square().storage().release();
    Observations a = prepared.observations(x, total);
    return prepared.fromLeftVectors(
        a, pairs.values(), pairs.vectors(), pairs.certificate(), left, squaredFloor(x.rows()));
  }

  /** Takes the singular vectors of A itself, by QR first: no squaring, so no digits lost. */
  Decomposition svd(RowSource source, Wanted wanted) {
    boolean wide = source instanceof DenseMatrix matrix && matrix.rows() < matrix.columns();
    return wide ? wideSvd((DenseMatrix) source, wanted) : tallSvd(source, wanted);
  }

  private Decomposition tallSvd(RowSource source, Wanted wanted) {
    progress.at("measuring the columns");
    ColumnStatistics statistics = ColumnStatistics.of(source, preprocessing.center());
    if (statistics.sparse()) {
      throw filledIn(PcaSolver.SVD);
    }
    Prepared prepared = Prepared.of(source, statistics, preprocessing);
    progress.at("factoring the rows");
    DenseMatrix r = TallQr.triangle(source, prepared.mean());
    if (preprocessing.center()) {
      clearColumns(r, prepared.constant());
    }
    if (prepared.scale() != null) {
      LinearAlgebra.scaleColumns(r, Preprocessing.inverse(prepared.scale()));
    }
    LinearAlgebra.Svd svd = LinearAlgebra.svd(r);
    int limit = limit(statistics.rows(), source.columns());
    double[] squares = zeroFrom(limit, squared(svd.values()));
    int k = count(wanted, squares, limit);
    DenseMatrix components = svd.right().rowRange(0, k);
    SignRule.apply(components);
    Certificate certificate =
        Prepared.measured(
            prepared.observations(source, sum(squares)), Arrays.copyOf(squares, k), components);
    return prepared.decomposition(
        new Eigenpairs(Arrays.copyOf(squares, k), components, certificate),
        sum(squares),
        sum(squared(Arrays.copyOfRange(squares, k, squares.length))),
        svdFloor(statistics.rows(), source.columns()));
  }

  /** Returns what to say of a route that needs all elements of sparse data. */
  static IllegalArgumentException filledIn(PcaSolver solver) {
    return new IllegalArgumentException(
        "The "
            + solver.label()
            + " route would fill sparse data in; use krylov, power or covariance.");
  }

  private Decomposition wideSvd(DenseMatrix x, Wanted wanted) {
    progress.at("factoring the columns");
    WideSums sums = WideSums.triangle(x, preprocessing);
    Prepared prepared = new Prepared(x.rows(), sums.mean(), sums.scale(), sums.constant());
    LinearAlgebra.Svd svd = LinearAlgebra.svd(sums.square());
    int limit = limit(x.rows(), x.columns());
    double[] squares = zeroFrom(limit, squared(svd.values()));
    int k = count(wanted, squares, limit);
    DenseMatrix left = svd.left().transpose().rowRange(0, k);
    Observations a = prepared.observations(x, sum(squares));
    return prepared.fromLeftVectors(
        a,
        Arrays.copyOf(squares, k),
        left,
        null,
        sum(squared(Arrays.copyOfRange(squares, k, squares.length))),
        svdFloor(x.rows(), x.columns()));
  }

  /** Iterates on AᵀA or AAᵀ, whichever is smaller, without forming either. */
  Decomposition iterate(RowSource source, Wanted wanted, Eigensolver solver) {
    progress.at("measuring the columns");
    ColumnStatistics statistics = ColumnStatistics.of(source, preprocessing.center());
    Prepared prepared = Prepared.of(source, statistics, preprocessing);
    double total = prepared.total(statistics);
    if (!Double.isFinite(total)) {
      throw new NumericalException("A cell, or the sum of the squares, is not finite.");
    }
    Observations a = prepared.observations(source, total);
    boolean tall = source.isDistributed() || a.rows() >= a.columns();
    SymmetricOperator operator = tall ? new ScatterOperator(a) : new GramOperator(a);
    int limit = limit(statistics.rows(), source.columns());
    Eigenpairs pairs = growing(source, operator, wanted, limit, solver);
    double floor = floor(solver, operator);
    if (tall) {
      return prepared.decomposition(pairs, total, Double.NaN, floor, statistics.sparse());
    }
    return prepared.fromLeftVectors(
        a, pairs.values(), pairs.vectors(), pairs.certificate(), Double.NaN, floor);
  }

  /** A value below a power iteration's tolerance is accepted unseen, as is any without variance. */
  private double floor(Eigensolver solver, SymmetricOperator operator) {
    double floor = squaredFloor(operator.size());
    if (operator.trace() == 0) {
      return 1;
    }
    return solver instanceof PowerIteration ? Math.max(floor, tolerance) : floor;
  }

  Eigensolver krylov(int maxPasses) {
    return new BlockKrylov(tolerance, seed, maxPasses);
  }

  Eigensolver power() {
    return new PowerIteration(tolerance, seed, MOST_POWER_STEPS);
  }

  /** Returns how many components there can be: centring costs one where the rows are few. */
  int limit(long rows, int columns) {
    return (int) Math.min(preprocessing.center() ? Math.max(0, rows - 1) : rows, columns);
  }

  /** Solves for a matrix in memory: few pairs of a large one by iteration, otherwise directly. */
  private Eigenpairs leading(MatrixOperator operator, Wanted wanted, int limit) {
    int n = operator.size();
    if (wanted instanceof Wanted.Count count
        && n >= 400
        && BlockKrylov.basisSize(n, count.components()) <= n / 3) {
      Eigenpairs pairs = krylov(PATIENCE).solve(operator, count.components(), progress);
      if (pairs.certificate().converged()) {
        return pairs;
      }
    }
    DirectSolver direct = new DirectSolver();
    if (wanted instanceof Wanted.Count count) {
      return direct.solve(operator, Math.min(n, count.components()), progress);
    }
    Eigenpairs all = direct.solve(operator, limit, progress);
    int k = count(wanted, all.values(), limit, operator.trace());
    return first(all, k);
  }

  /** Solves by iteration, asking for more pairs until a share is reached. */
  private Eigenpairs growing(
      RowSource source, SymmetricOperator operator, Wanted wanted, int limit, Eigensolver solver) {
    if (wanted instanceof Wanted.Count count) {
      return solver.solve(operator, Math.min(count.components(), operator.size()), progress);
    }
    int k = wanted instanceof Wanted.All ? limit : Math.min(limit, FIRST);
    while (true) {
      Eigenpairs pairs = solver.solve(operator, k, progress);
      double trace = operator.trace();
      if (k == limit || !(wanted instanceof Wanted.Share share)) {
        return first(pairs, count(wanted, pairs.values(), limit, trace));
      }
      if (sum(pairs.values()) >= share.share() * trace) {
        return first(pairs, Decomposition.countForShare(pairs.values(), trace, share.share()));
      }
      k = Math.min(limit, 2 * k);
      MemoryNeed.of(PcaSolver.KRYLOV, source, new Wanted.Count(k)).check(memory);
    }
  }

  private static Eigenpairs first(Eigenpairs pairs, int k) {
    Certificate all = pairs.certificate();
    double lost = 0;
    for (int i = k; i < pairs.values().length; i++) {
      lost += pairs.values()[i];
    }
    double trace = all.captured() > 0 ? sum(pairs.values()) / all.captured() : 0;
    double captured = trace > 0 ? all.captured() - lost / trace : 0;
    Certificate certificate =
        new Certificate(
            Arrays.copyOf(all.residuals(), k),
            all.orthogonality(),
            captured,
            Math.min(1, captured + (all.capturedBound() - all.captured())),
            all.converged(),
            all.passes());
    return new Eigenpairs(
        Arrays.copyOf(pairs.values(), k), pairs.vectors().rowRange(0, k), certificate);
  }

  private static int count(Wanted wanted, double[] values, int limit) {
    return count(wanted, values, limit, sum(values));
  }

  private static int count(Wanted wanted, double[] values, int limit, double total) {
    if (wanted instanceof Wanted.Count count) {
      return Math.min(count.components(), values.length);
    }
    if (wanted instanceof Wanted.Share share) {
      return Decomposition.countForShare(values, total, share.share());
    }
    return Math.min(limit, values.length);
  }

  /** Clears what belongs to constant columns in a scatter matrix. */
  private static void clear(DenseMatrix scatter, boolean[] constant) {
    clearColumns(scatter, constant);
    for (int j = 0; j < constant.length; j++) {
      if (constant[j]) {
        LinearAlgebra.fill(scatter.rowRange(j, j + 1), 0);
      }
    }
  }

  private static void clearColumns(DenseMatrix a, boolean[] constant) {
    for (int j = 0; j < constant.length; j++) {
      if (constant[j]) {
        LinearAlgebra.fill(a.columnRange(j, j + 1), 0);
      }
    }
  }

  private static double svdFloor(long rows, int columns) {
    return Math.pow(Math.max(rows, columns) * Math.ulp(1.0), 2);
  }

  /**
   * Returns Σλ² of the eigenvalues left out, as ‖C − VᵀΛV‖² of what is left of the matrix, which is
   * overwritten. Taking Σλ² from ‖C‖² instead would cancel where the first one is large.
   */
  private static double leftSquares(DenseMatrix matrix, Eigenpairs pairs, int limit) {
    if (pairs.values().length >= limit) {
      return 0;
    }
    try (Scratch scratch = new Scratch()) {
      DenseMatrix scaled = scratch.matrix(pairs.vectors().rows(), matrix.columns());
      LinearAlgebra.copy(pairs.vectors(), scaled);
      LinearAlgebra.scaleRows(scaled, pairs.values());
      LinearAlgebra.multiply(-1, scaled, true, pairs.vectors(), false, 1, matrix);
    }
    double sum = 0;
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.getRow(i, row, 0);
      for (double value : row) {
        sum += value * value;
      }
    }
    return sum;
  }

  /** Clears what n centred rows cannot have: there the rounding of a large mean shows. */
  private static double[] zeroFrom(int limit, double[] values) {
    Arrays.fill(values, Math.min(limit, values.length), values.length, 0);
    return values;
  }

  private static double[] squared(double[] values) {
    double[] squares = new double[values.length];
    Arrays.setAll(squares, i -> values[i] * values[i]);
    return squares;
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
