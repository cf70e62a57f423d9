package org.eigenlens.kernel;

import org.eigenlens.matrix.DenseMatrix;

/**
 * A kernel made from data: it knows its reference points itself, and what a new row has to do with
 * each of them depends on them all.
 *
 * <p>So there is no formula for one pair, no gradient, and no way back to points.
 */
public non-sealed interface DataKernel extends Kernel {

  /** Returns how many rows it was made from. */
  int rows();

  /** Returns how many similarities a row has. */
  int size();

  /** Finds what all comparisons need, on all cores; without it the first of them has to. */
  default void prepare() {}

  /** Writes the similarities of each row, one a column. */
  void compare(DenseMatrix rows, DenseMatrix out);

  /**
   * Returns what the coefficients of a component are multiplied by to give the coordinates of the
   * training rows.
   */
  double trainingFactor(double eigenvalue);

  /** Tells whether eigenvalues are costs, the smallest first, and not sums of squares. */
  boolean minimizes();

  /** Compares rows with the kernel's own points; b is not read. */
  @Override
  default void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    compare(a, out);
  }

  @Override
  default double[] self(DenseMatrix a) {
    throw noFormula();
  }

  @Override
  default double at(double[] x, double[] y) {
    throw noFormula();
  }

  @Override
  default void gradient(double[] x, double[] y, double[] out) {
    throw noFormula();
  }

  private UnsupportedOperationException noFormula() {
    return new UnsupportedOperationException(
        "The " + name() + " kernel is made from data; it has no formula for a pair of points.");
  }

  @Override
  default boolean isShiftInvariant(boolean centered) {
    return true;
  }

  @Override
  default boolean isPositive() {
    return false;
  }
}
