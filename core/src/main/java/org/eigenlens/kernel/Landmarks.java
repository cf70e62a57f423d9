package org.eigenlens.kernel;

import org.eigenlens.matrix.DenseMatrix;

/**
 * Rows that stand for all others: K ≈ F·Fᵀ, where row i of F solves L·f = k(S, xᵢ).
 *
 * @param indices the rows chosen, S, in the order they were chosen
 * @param factor L, lower triangular with K_SS = L·Lᵀ; zeros above the diagonal
 * @param featureMean the mean of the rows of F
 * @param trace tr K = Σ k(x, x)
 * @param traceError tr(K − FFᵀ) ≥ 0 on the points that were chosen from
 */
public record Landmarks(
    int[] indices, DenseMatrix factor, double[] featureMean, double trace, double traceError) {

  /** Returns how many there are. */
  public int size() {
    return indices.length;
  }
}
