package org.eigenlens.eigen;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.SymmetricOperator;

/**
 * What was measured on computed eigenpairs: after the fact and independently of the solver, or by
 * the solver with products of the operator itself.
 *
 * <p>For a symmetric operator an eigenvalue lies within ‖Av − θv‖ of each θ, so the residuals bound
 * the error of the eigenvalues without further assumptions; the vectors are as good as the residual
 * divided by the gap to the next eigenvalue.
 *
 * @param residuals ‖Av − θv‖ / θ₁ for each pair
 * @param orthogonality the largest deviation of VVᵀ from the identity
 * @param captured Σθ / trace, the share of the trace that these pairs have
 * @param capturedBound what no pairs of the same number can exceed: captured plus what the solver
 *     did not see (Ky Fan)
 * @param converged whether the solver came to an end, and every measured residual confirms it
 * @param passes how often the operator was applied to a block of vectors
 */
public record Certificate(
    double[] residuals,
    double orthogonality,
    double captured,
    double capturedBound,
    boolean converged,
    int passes) {

  /** Returns the largest relative residual. */
  public double maxRelativeResidual() {
    double max = 0;
    for (double residual : residuals) {
      max = Math.max(max, residual);
    }
    return max;
  }

  /** Returns the same, converged only if every measured residual is within its limit. */
  Certificate confirmedBy(double[] limits) {
    boolean within = converged;
    for (int i = 0; i < residuals.length; i++) {
      within &= residuals[i] <= limits[i];
    }
    return new Certificate(residuals, orthogonality, captured, capturedBound, within, passes);
  }

  /**
   * Measures eigenpairs with one more application of the operator.
   *
   * @param seen the sum of all eigenvalues the solver knows of, these included
   */
  public static Certificate measure(
      SymmetricOperator operator,
      double[] values,
      DenseMatrix vectors,
      double seen,
      boolean converged,
      int passes) {
    int k = values.length;
    double[] residuals = new double[k];
    if (k == 0) {
      return new Certificate(residuals, 0, 0, operator.trace() > 0 ? 1 : 0, converged, passes);
    }
    try (Scratch scratch = new Scratch()) {
      DenseMatrix applied = scratch.matrix(k, operator.size());
      operator.apply(vectors, applied);
      double largest = Math.abs(values[0]);
      double[] v = new double[operator.size()];
      double[] av = new double[operator.size()];
      for (int i = 0; i < k; i++) {
        vectors.getRow(i, v, 0);
        applied.getRow(i, av, 0);
        for (int j = 0; j < v.length; j++) {
          av[j] -= values[i] * v[j];
        }
        residuals[i] = largest == 0 ? norm(av) : norm(av) / largest;
      }
    }
    return of(operator, values, vectors, residuals, seen, converged, passes);
  }

  /** Puts together what a solver measured itself; the operator is asked for its trace alone. */
  static Certificate of(
      SymmetricOperator operator,
      double[] values,
      DenseMatrix vectors,
      double[] residuals,
      double seen,
      boolean converged,
      int passes) {
    double trace = operator.trace();
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    double captured = trace > 0 ? Math.min(1, sum / trace) : 0;
    double slack = trace > 0 ? Math.max(0, (trace - seen) / trace) : 0;
    return new Certificate(
        residuals,
        orthogonality(vectors),
        captured,
        Math.min(1, captured + slack),
        converged,
        passes);
  }

  /** Returns the largest deviation of VVᵀ from the identity, for vectors as rows. */
  public static double orthogonality(DenseMatrix vectors) {
    int k = vectors.rows();
    double worst = 0;
    try (Scratch scratch = new Scratch()) {
      DenseMatrix products = scratch.matrix(k, k);
      LinearAlgebra.multiply(1, vectors, false, vectors, true, 0, products);
      for (int i = 0; i < k; i++) {
        double[] row = products.row(i);
        for (int j = 0; j < k; j++) {
          worst = Math.max(worst, Math.abs(row[j] - (i == j ? 1 : 0)));
        }
      }
    }
    return worst;
  }

  /** Returns the Euclidean norm without overflow for entries of any size. */
  static double norm(double[] x) {
    double largest = 0;
    for (double value : x) {
      largest = Math.max(largest, Math.abs(value));
    }
    if (largest == 0 || Double.isInfinite(largest)) {
      return largest;
    }
    double sum = 0;
    for (double value : x) {
      double scaled = value / largest;
      sum += scaled * scaled;
    }
    return largest * Math.sqrt(sum);
  }
}
