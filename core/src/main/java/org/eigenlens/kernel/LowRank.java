package org.eigenlens.kernel;

import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;

/**
 * A kernel matrix as a product of thin factors: K ≈ FFᵀ, with what that misses.
 *
 * <p>The landmarks that span F are chosen by {@link RandomPivotedCholesky} among the rows, or among
 * a uniform sample of 50,000 of them. The delta kernel is exact with a landmark for each class, the
 * linear one with the points themselves. Costs n·m kernel values and 2n·m² operations for m
 * landmarks, and memory for n × m doubles.
 *
 * @param features F, a row for each point
 * @param landmarks the points that features refer to, m × d; null for the linear kernel
 * @param factor L with K_SS = LLᵀ, so that f(x) solves L·f = k(S, x); null for the linear kernel
 * @param traceError tr(K − FFᵀ), of a matrix that has no negative eigenvalue
 */
public record LowRank(
    DenseMatrix features, DenseMatrix landmarks, DenseMatrix factor, double traceError) {

  private static final int SAMPLE = 50_000;
  private static final int PIECE = 2048;

  /**
   * Factors the kernel matrix of points.
   *
   * @param most how many landmarks to take at most
   * @param tolerance the share of the trace that may be missed; 0 to take landmarks until what is
   *     left is rounding
   * @throws org.eigenlens.matrix.NumericalException if the kernel is not positive
   */
  public static LowRank of(
      Kernel kernel, DenseMatrix points, int most, double tolerance, long seed) {
    if (kernel instanceof Linear && points.columns() <= most) {
      return new LowRank(points, null, null, 0);
    }
    return byLandmarks(kernel, points, most, tolerance, seed);
  }

  /** Factors the kernel matrix of points by landmarks, also where they themselves would do. */
  public static LowRank byLandmarks(
      Kernel kernel, DenseMatrix points, int most, double tolerance, long seed) {
    boolean all = sampleBytes(points.rows(), points.columns(), most) == 0;
    RowSample sample =
        all ? RowSample.all(points) : RowSample.of(points, Math.max(most, SAMPLE), seed);
    Landmarks chosen = sample.choose(new RandomPivotedCholesky(most, tolerance, seed), kernel);
    int m = chosen.size();
    DenseMatrix landmarks = DenseMatrix.unset(m, points.columns(), Precision.DOUBLE);
    for (int s = 0; s < m; s++) {
      landmarks.setRow(s, sample.rows().row(chosen.indices()[s]), 0);
    }
    if (!all) {
      sample.rows().storage().release();
    }
    DenseMatrix features = DenseMatrix.unset(points.rows(), m, Precision.DOUBLE);
    int pieces = (points.rows() + PIECE - 1) / PIECE;
    double[] missed = new double[pieces];
    Parallel.forEach(
        pieces,
        piece -> {
          int from = piece * PIECE;
          int to = Math.min(points.rows(), from + PIECE);
          DenseMatrix some = points.rowRange(from, to);
          DenseMatrix part = features.rowRange(from, to);
          features(kernel, landmarks, chosen.factor(), some, part);
          missed[piece] = missed(kernel, some, part, from);
        });
    double error = 0;
    for (double value : missed) {
      error += value;
    }
    return new LowRank(features, landmarks, chosen.factor(), error);
  }

  /** Returns what a copy of the rows takes that landmarks are chosen from: none of all of them. */
  public static double sampleBytes(int rows, int columns, int most) {
    int sample = Math.max(most, SAMPLE);
    return rows <= sample ? 0 : Allowance.copyBytes(sample, columns);
  }

  /** Computes f(x) of some rows. */
  private static void features(
      Kernel kernel, DenseMatrix landmarks, DenseMatrix factor, DenseMatrix rows, DenseMatrix out) {
    if (landmarks.rows() > 0) {
      kernel.evaluate(rows, landmarks, out);
      LinearAlgebra.solveLower(factor, false, out);
    }
  }

  /** Sums up k(x, x) − ‖f‖² of some rows. */
  private static double missed(Kernel kernel, DenseMatrix rows, DenseMatrix features, long first) {
    double[] self = kernel.self(rows);
    double[] squares = Blocks.squaredNorms(features);
    double sum = 0;
    for (int i = 0; i < self.length; i++) {
      RandomPivotedCholesky.checkResidual(kernel, self[i] - squares[i], self[i], first + i);
      // Rounding below zero counts as zero, which can only widen a bound.
      sum += Math.max(0, self[i] - squares[i]);
    }
    return sum;
  }
}
