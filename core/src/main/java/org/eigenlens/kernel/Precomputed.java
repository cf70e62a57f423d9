package org.eigenlens.kernel;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * Similarities that the user has computed: a row holds those of one sample with every training
 * sample.
 *
 * <p>There are no points, so there is nothing to evaluate pairs or gradients of.
 */
public record Precomputed() implements Kernel {

  @Override
  public String name() {
    return "precomputed";
  }

  /** Copies the rows of a, which are similarities already; b is not read. */
  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    LinearAlgebra.copy(a, out);
  }

  @Override
  public double[] self(DenseMatrix a) {
    throw noPoints();
  }

  @Override
  public double at(double[] x, double[] y) {
    throw noPoints();
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    throw noPoints();
  }

  private static UnsupportedOperationException noPoints() {
    return new UnsupportedOperationException(
        "A precomputed kernel knows similarities only, not the points they are of.");
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return false;
  }

  @Override
  public boolean isPositive() {
    return false;
  }
}
