package org.eigenlens.kpca;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Supplier;
import org.eigenlens.Progress;
import org.eigenlens.eigen.BlockKrylov;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.eigen.DirectSolver;
import org.eigenlens.eigen.Eigenpairs;
import org.eigenlens.eigen.PowerIteration;
import org.eigenlens.eigen.StandIn;
import org.eigenlens.kernel.KernelMatrix;
import org.eigenlens.kernel.RoundedKernelMatrix;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.operator.CenteredOperator;
import org.eigenlens.operator.MatrixOperator;
import org.eigenlens.operator.SymmetricOperator;
import org.eigenlens.pca.Wanted;

/**
 * Decomposes the centred kernel matrix HKH as far as wanted, whatever K is made of.
 *
 * <p>A share of the trace is reached by asking an iterative solver for twice as many pairs until
 * they suffice.
 */
final class Spectral {

  private static final int MAX_PASSES = 400;
  private static final int MAX_ITERATIONS = 20_000;

  /** What suffices, relative to the width of the spectrum, to tell how negative it becomes. */
  private static final double ROUGH = 1e-6;

  private static final int ROUGH_PASSES = 40;

  private final KernelPcaOptions options;
  private final KernelRoute route;
  private final Wanted wanted;

  Spectral(KernelPcaOptions options, KernelRoute route, Wanted wanted) {
    this.options = options;
    this.route = route;
    this.wanted = wanted;
  }

  /**
   * What was found.
   *
   * @param pairs of HKH, or of K if not centred
   * @param total the trace
   * @param kernelTrace that of K itself, which its rounding errors are relative to
   * @param rowMeans of K; zeros if not centred
   * @param lowest the smallest eigenvalue, roughly; 0 where K cannot have a negative one
   */
  record Found(
      Eigenpairs pairs, double total, double kernelTrace, double[] rowMeans, double lowest) {}

  /** Decomposes a matrix in memory, which a dense route centres in place. */
  Found of(DenseMatrix matrix, boolean positive) {
    SymmetricOperator raw = new MatrixOperator(matrix);
    if (route.solver() != KernelSolver.DENSE) {
      return of(raw, positive);
    }
    double kernelTrace = raw.trace();
    double[] means =
        options.center() ? CenteredOperator.centerMatrix(matrix) : new double[matrix.rows()];
    checkFinite(means);
    return found(raw, null, kernelTrace, () -> means, positive);
  }

  /** Decomposes an operator, around which the centring is applied. */
  Found of(SymmetricOperator raw, boolean positive) {
    return of(raw, null, positive);
  }

  /** Decomposes a kernel matrix by products in float, and sharpens what they tell in double. */
  Found of(RoundedKernelMatrix rounded, boolean positive) {
    DenseMatrix start = rounded.start(KernelMatrix.BLOCK, options.center(), options.seed());
    try {
      return of(rounded.exact(), new StandIn(rounded, rounded.error(), start), positive);
    } finally {
      if (start != null) {
        start.storage().release();
      }
    }
  }

  private Found of(SymmetricOperator raw, StandIn standIn, boolean positive) {
    if (!options.center()) {
      return found(raw, standIn, raw.trace(), () -> new double[raw.size()], positive);
    }
    CenteredOperator centered = new CenteredOperator(raw);
    if (standIn == null) {
      // Better before the iteration than after it; a stand-in's values are known to be finite.
      checkFinite(centered.innerMeans());
      return found(centered, null, raw.trace(), centered::innerMeans, positive);
    }
    SymmetricOperator near = new CenteredOperator(standIn.operator());
    return found(
        centered,
        new StandIn(near, standIn.error(), standIn.start()),
        raw.trace(),
        centered::innerMeans,
        positive);
  }

  /** Refuses values of the kernel that are no numbers: one for each row, its mean or its own. */
  static void checkFinite(double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw NumericalException.atRow(
            i,
            "its kernel with the others is not finite, since values are too large; standardise the"
                + " data, or choose a smaller gamma or another kernel.");
      }
    }
  }

  /**
   * Finds the pairs and what goes with them.
   *
   * @param rowMeans asked for afterwards, when products in double may have found them on the way
   */
  private Found found(
      SymmetricOperator operator,
      StandIn standIn,
      double kernelTrace,
      Supplier<double[]> rowMeans,
      boolean positive) {
    if (!Double.isFinite(kernelTrace)) {
      throw Points.overflowing(operator.size());
    }
    Eigenpairs pairs = pairs(operator, standIn);
    double lowest = positive ? 0 : lowest(operator, standIn, Math.max(0, pairs.values()[0]));
    return new Found(pairs, operator.trace(), kernelTrace, rowMeans.get(), lowest);
  }

  private Eigenpairs pairs(SymmetricOperator operator, StandIn standIn) {
    if (wanted instanceof Wanted.Count count) {
      return solve(operator, standIn, count.components());
    }
    if (route.solver() == KernelSolver.DENSE) {
      return enough(solve(operator, standIn, operator.size()), operator.trace());
    }
    // No route iterates for all components.
    Wanted.Share share = (Wanted.Share) wanted;
    int most = route.mostPairs();
    for (int count = Math.min(most, KernelRoute.FIRST_GUESS); ; count = Math.min(most, 2 * count)) {
      Eigenpairs found = solve(operator, standIn, count);
      double sum = Arrays.stream(found.values()).sum();
      double total = operator.trace();
      if (sum >= share.share() * total) {
        return enough(found, total);
      }
      found.vectors().storage().release();
      if (count >= most) {
        throw new NumericalException(
            String.format(
                Locale.ROOT,
                "%d components make up %.4g of the trace, not %s; ask for a smaller share, a number"
                    + " of components, or a wider kernel (smaller gamma).",
                count,
                sum / total,
                share.share()));
      }
    }
  }

  private Eigenpairs solve(SymmetricOperator operator, StandIn standIn, int count) {
    return switch (route.solver()) {
      case DENSE -> new DirectSolver().solve(operator, count, options.progress());
      case POWER ->
          new PowerIteration(options.tolerance(), options.seed(), MAX_ITERATIONS)
              .solve(operator, count, options.progress());
      case KRYLOV, AUTO, NYSTROM ->
          new BlockKrylov(options.tolerance(), options.seed(), MAX_PASSES, KernelMatrix.BLOCK)
              .solve(operator, standIn, count, options.progress());
    };
  }

  /** Keeps as many pairs as make up the share that is wanted. */
  private Eigenpairs enough(Eigenpairs pairs, double total) {
    if (!(wanted instanceof Wanted.Share share)) {
      return pairs;
    }
    int count = 0;
    double sum = 0;
    // A share reached but for rounding is reached.
    while (count < pairs.values().length
        && (count == 0 || sum < share.share() * total * (1 - 4 * Math.ulp(1.0)))) {
      sum += pairs.values()[count++];
    }
    Certificate all = pairs.certificate();
    Certificate certificate =
        new Certificate(
            Arrays.copyOf(all.residuals(), count),
            all.orthogonality(),
            all.captured(),
            all.capturedBound(),
            all.converged(),
            all.passes());
    return new Eigenpairs(
        Arrays.copyOf(pairs.values(), count), pairs.vectors().rowRange(0, count), certificate);
  }

  /**
   * Finds the smallest eigenvalue roughly, as λ₁ less the largest of λ₁I − A.
   *
   * <p>Where A has no negative eigenvalue its lowest is next to 0, and a residual relative to it
   * would never be small; relative to λ₁ it soon is. A stand-in tells no more of it than its error.
   */
  private double lowest(SymmetricOperator operator, StandIn standIn, double largest) {
    if (standIn == null) {
      return lowest(operator, largest);
    }
    double found = lowest(standIn.operator(), largest);
    return found < -standIn.error() ? found : 0;
  }

  private double lowest(SymmetricOperator operator, double largest) {
    SymmetricOperator turned =
        new SymmetricOperator() {
          @Override
          public int size() {
            return operator.size();
          }

          @Override
          public void apply(DenseMatrix in, DenseMatrix out) {
            operator.apply(in, out);
            LinearAlgebra.add(largest, in, -1, out);
          }

          @Override
          public double trace() {
            return largest * size() - operator.trace();
          }
        };
    Eigenpairs found =
        new BlockKrylov(ROUGH, options.seed(), ROUGH_PASSES).solve(turned, 1, Progress.NONE);
    found.vectors().storage().release();
    return largest - found.values()[0];
  }
}
