package org.eigenlens.kernel;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/** k(x, y) = x·y; kernel PCA with it is PCA. */
public record Linear() implements Kernel {

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    LinearAlgebra.multiply(1, a, false, b, true, 0, out);
  }

  @Override
  public double[] self(DenseMatrix a) {
    return Blocks.squaredNorms(a);
  }

  @Override
  public double at(double[] x, double[] y) {
    return Blocks.dot(x, y);
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    System.arraycopy(y, 0, out, 0, y.length);
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return centered;
  }

  @Override
  public boolean isCheap() {
    return true;
  }

  @Override
  public boolean isPositive() {
    return true;
  }
}
