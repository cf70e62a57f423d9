package org.eigenlens.manifold;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.eigen.DirectSolver;
import org.eigenlens.eigen.Eigenpairs;
import org.eigenlens.eigen.Eigensolver;
import org.eigenlens.eigen.PowerIteration;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.kpca.KernelRoute;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.operator.BandedInverse;
import org.eigenlens.operator.SparseOperator;
import org.eigenlens.operator.SymmetricOperator;

/**
 * The smallest eigenpairs of a sparse positive semi-definite matrix A, beside a vector that A is
 * known to map to 0, as the largest of a kernel with the same vectors (Ham et al., 2004).
 *
 * <p>The kernel is cI − A for small matrices, c being a bound of the largest eigenvalue, and
 * otherwise (A + σI)⁻¹, the pseudo-inverse but for a shift σ of 10⁻¹²c that keeps it finite: there
 * the eigenvalues that are wanted lie far apart, however crowded they are at the bottom of A. In
 * both the known vector is projected out. Whatever the way, values are vᵀAv and the residuals are
 * measured on A itself, relative to c: an inverse that went wrong would show.
 */
final class SmallestPairs {

  /** Up to here LAPACK needs about a second. */
  private static final int SMALL = 1500;

  /** LAPACK counts the elements in int. */
  private static final int LARGEST_DENSE = 46_340;

  private static final double SHIFT = 1e-12;

  /** Residuals on A, relative to c, up to which pairs are called converged. */
  private static final double ACCEPTED = 1e-10;

  private static final int MAX_PASSES = 2000;

  /** Operations a second and core of a factorisation, and for how many seconds it is waited. */
  private static final double RATE = 1e10;

  private static final double PATIENCE_SECONDS = 1800;

  /** Vectors this uncertain, as an angle, are not to be relied on. */
  private static final double UNCERTAIN = 1e-3;

  private final KernelPcaOptions options;
  private final List<String> warnings;
  private final Allowance allowance;
  private final SparseOperator a;
  private final double[] known;
  private final double bound;

  /**
   * Takes a problem.
   *
   * @param allowance with the copies that are there besides
   * @param known a unit vector with A·known = 0
   */
  SmallestPairs(
      KernelPcaOptions options,
      Allowance allowance,
      List<String> warnings,
      SparseMatrix matrix,
      double[] known) {
    this.options = options;
    this.allowance = allowance;
    this.warnings = warnings;
    this.a = new SparseOperator(matrix);
    this.known = known;
    this.bound = bound(matrix);
  }

  /** Returns a bound of the largest eigenvalue: no row's absolute sum is larger (Gershgorin). */
  private static double bound(SparseMatrix matrix) {
    double largest = Double.MIN_NORMAL;
    for (int i = 0; i < matrix.rows(); i++) {
      double sum = 0;
      for (int p = matrix.start(i); p < matrix.end(i); p++) {
        sum += Math.abs(matrix.valueOf(p));
      }
      largest = Math.max(largest, sum);
    }
    return largest;
  }

  /**
   * What was found.
   *
   * @param pairs smallest value first
   * @param solver the route that was taken
   * @param reason why
   */
  record Found(Eigenpairs pairs, KernelSolver solver, String reason) {}

  /** Returns how many are looked for: one more than asked for, to see how far the next is. */
  private static int looked(int nodes, int count) {
    return Math.min(nodes - 1, count + 1);
  }

  private static boolean isDense(KernelPcaOptions options, int nodes) {
    return options.solver() == KernelSolver.DENSE
        || (options.solver() == KernelSolver.AUTO && nodes <= SMALL);
  }

  /**
   * Refuses what has no room.
   *
   * @param allowance with the copies that are there besides
   * @param made the bytes of the matrix and what it is made of, on the heap
   * @param what it is made of
   */
  static void requireRoom(
      KernelPcaOptions options,
      Allowance allowance,
      int nodes,
      int count,
      double made,
      String what) {
    int looked = looked(nodes, count);
    double vectors = KernelRoute.iterationBytes(nodes, looked);
    if (isDense(options, nodes)) {
      vectors = 8.0 * nodes * (3.0 * nodes + 3.0 * looked);
      String dense = "The dense route for " + nodes + " rows";
      allowance.require(dense, vectors, "use the krylov solver");
      if (nodes > LARGEST_DENSE) {
        throw KernelRoute.tooLarge(
            dense, vectors, KernelRoute.allowed(options), "use the krylov solver");
      }
    }
    String remedy = "allow more memory, or take fewer neighbours or rows";
    allowance.require(what, made + vectors, remedy);
    double heap = (double) Runtime.getRuntime().maxMemory();
    if (made > heap) {
      throw KernelRoute.tooLarge(what, made, heap, remedy);
    }
  }

  /** Finds so many pairs. */
  Found find(int count) {
    int n = a.size();
    int looked = looked(n, count);
    KernelSolver asked = options.solver();
    if (isDense(options, n)) {
      Eigenpairs pairs = new DirectSolver().solve(turned(), looked, options.progress());
      String reason =
          asked == KernelSolver.DENSE
              ? "asked for"
              : n + " rows are few: the whole matrix is decomposed";
      return new Found(judged(pairs, count), KernelSolver.DENSE, reason);
    }
    if (asked == KernelSolver.POWER) {
      return new Found(
          judged(
              new PowerIteration(1e-12, options.seed(), 20_000)
                  .solve(turned(), looked, options.progress()),
              count),
          KernelSolver.POWER,
          "asked for");
    }
    return iterate(looked, count);
  }

  private Found iterate(int looked, int count) {
    BandedInverse.Ordering order = BandedInverse.order(a.matrix());
    double seconds = order.operations() / (RATE * Parallel.threads());
    if (order.bytes() > allowance.left() || seconds > PATIENCE_SECONDS) {
      Eigensolver solver = new BlockKrylov(1e-12, options.seed(), MAX_PASSES);
      return new Found(
          judged(solver.solve(turned(), looked, options.progress()), count),
          KernelSolver.KRYLOV,
          String.format(
              Locale.ROOT,
              "a factor of %d rows in a band of %d would be too large, so the matrix itself is"
                  + " iterated",
              a.size(),
              order.width()));
    }
    options.progress().at("factorising " + a.size() + " rows in a band of " + order.width());
    try (BandedInverse inverse = BandedInverse.of(a.matrix(), SHIFT * bound, order)) {
      Eigensolver solver =
          new BlockKrylov(Math.min(1e-10, options.tolerance()), options.seed(), MAX_PASSES);
      Eigenpairs pairs =
          solver.solve(
              new Projected(known, inverse::apply, inverse.size()), looked, options.progress());
      return new Found(
          judged(pairs, count),
          KernelSolver.KRYLOV,
          "%d rows: the inverse is iterated, factorised in a band of %d"
              .formatted(a.size(), order.width()));
    }
  }

  /** An operator with a vector projected out before and after. */
  private record Projected(double[] known, Application inner, int size)
      implements SymmetricOperator {

    @FunctionalInterface
    interface Application {
      void apply(DenseMatrix in, DenseMatrix out);
    }

    @Override
    public void apply(DenseMatrix in, DenseMatrix out) {
      DenseMatrix clean = in.copy();
      project(clean);
      inner.apply(clean, out);
      project(out);
      clean.storage().release();
    }

    private void project(DenseMatrix rows) {
      double[] row = new double[size];
      for (int i = 0; i < rows.rows(); i++) {
        rows.getRow(i, row, 0);
        double along = 0;
        for (int j = 0; j < size; j++) {
          along += row[j] * known[j];
        }
        for (int j = 0; j < size; j++) {
          row[j] -= along * known[j];
        }
        rows.setRow(i, row, 0);
      }
    }

    /** Is not known, and needed for shares only, which there are none of. */
    @Override
    public double trace() {
      return Double.NaN;
    }
  }

  /** Returns cI − A without the known vector. */
  private SymmetricOperator turned() {
    double c = 1.01 * bound;
    return new Projected(
        known,
        (in, out) -> {
          a.apply(in, out);
          LinearAlgebra.add(c, in, -1, out);
        },
        a.size());
  }

  /** Measures vectors on A, puts them in order, and says how far to trust them. */
  private Eigenpairs judged(Eigenpairs found, int count) {
    int looked = found.values().length;
    int n = a.size();
    DenseMatrix image = DenseMatrix.zeros(looked, n);
    a.apply(found.vectors(), image);
    double[] values = new double[looked];
    double[] residuals = new double[looked];
    for (int i = 0; i < looked; i++) {
      double[] v = found.vectors().row(i);
      double[] av = image.row(i);
      double value = 0;
      for (int j = 0; j < n; j++) {
        value += v[j] * av[j];
      }
      values[i] = Math.max(0, value);
      double square = 0;
      for (int j = 0; j < n; j++) {
        square += (av[j] - value * v[j]) * (av[j] - value * v[j]);
      }
      residuals[i] = Math.sqrt(square) / bound;
    }
    image.storage().release();
    Integer[] order = new Integer[looked];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (x, y) -> Double.compare(values[x], values[y]));
    DenseMatrix vectors = DenseMatrix.zeros(count, n);
    double[] kept = new double[count];
    double[] left = new double[count];
    for (int i = 0; i < count; i++) {
      kept[i] = values[order[i]];
      left[i] = residuals[order[i]];
      vectors.setRow(i, found.vectors().row(order[i]), 0);
    }
    SignRule.apply(vectors);
    double largest = Arrays.stream(left).max().orElse(0);
    boolean converged = found.certificate().converged() && largest <= ACCEPTED;
    if (!converged) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the iteration did not converge: the largest residual is %.1e of the largest"
                  + " eigenvalue; use another solver, fewer components, or fewer rows",
              largest));
    }
    if (looked > count) {
      double gap = values[order[count]] - kept[count - 1];
      double angle = largest * bound / Math.max(gap, Double.MIN_NORMAL);
      if (angle > UNCERTAIN) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "eigenvalues %d and %d, %.6g and %.6g, can hardly be told apart: another number of"
                    + " components may be better defined",
                count,
                count + 1,
                kept[count - 1],
                values[order[count]]));
      }
    }
    return new Eigenpairs(
        kept,
        vectors,
        new Certificate(
            left,
            Certificate.orthogonality(vectors),
            0,
            0,
            converged,
            found.certificate().passes()));
  }

  /** Refuses more components than there are. */
  static int checkedCount(int count, int nodes) {
    if (count > nodes - 1) {
      throw new NumericalException(
          "%d components were asked for, but %d different rows have at most %d; ask for fewer."
              .formatted(count, nodes, nodes - 1));
    }
    return count;
  }
}
