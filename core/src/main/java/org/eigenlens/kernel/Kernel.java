package org.eigenlens.kernel;

import java.io.Serializable;
import org.eigenlens.matrix.DenseMatrix;

/**
 * A similarity k(x, y) of two points: their inner product in some feature space.
 *
 * <p>Kernels are immutable values, safe to share. Blocks of similarities are computed by matrix
 * products where the kernel allows it; {@link #at} is the plain formula for one pair.
 */
public sealed interface Kernel extends Serializable
    permits Linear,
        Polynomial,
        Rbf,
        Sigmoid,
        Laplacian,
        Cosine,
        ChiSquared,
        Delta,
        Sum,
        Product,
        Custom,
        Precomputed,
        LessOne,
        DistanceTable,
        DataKernel {

  /** Returns the name as users write it, such as {@code rbf}. */
  String name();

  /**
   * Refuses rows that the kernel is not made for.
   *
   * @param first the number of the first of these rows among all, from 0
   * @throws org.eigenlens.matrix.NumericalException that names the first such cell
   */
  default void check(DenseMatrix rows, long first) {}

  /**
   * Computes {@code out[i][j] = k(a[i], b[j])} for the rows of a and b.
   *
   * @param a points, in double, or in float if the kernel {@link #computesInFloat}
   * @param b others, likewise
   * @param out a.rows() × b.rows(), likewise; overwritten
   * @throws org.eigenlens.matrix.NumericalException if the kernel is not made for a row, as chi2
   *     for negative values
   */
  void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out);

  /** Computes k(x, x) for each row. */
  double[] self(DenseMatrix a);

  /** Computes k(x, y) for one pair. */
  double at(double[] x, double[] y);

  /** Writes the gradient of k(x, y) with respect to x; where there is none, one of its limits. */
  void gradient(double[] x, double[] y, double[] out);

  /**
   * Tells whether moving all points alike changes nothing; then they may be moved to where rounding
   * errors are smallest.
   *
   * @param centered whether only the centred kernel matrix matters
   */
  boolean isShiftInvariant(boolean centered);

  /**
   * Tells whether it takes points in float too, and then computes in float, to about six digits.
   */
  default boolean computesInFloat() {
    return false;
  }

  /**
   * Tells whether a block of similarities costs hardly more than a matrix product, so that it may
   * as well be computed once more as kept.
   */
  default boolean isCheap() {
    return false;
  }

  /** Tells whether every matrix of this kernel is known to have no negative eigenvalue. */
  boolean isPositive();
}
