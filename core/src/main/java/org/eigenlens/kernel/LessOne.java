package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * k(x, y) − 1 = expm1(−γ‖x − y‖²): the Gaussian kernel where it is so wide that all its values are
 * next to 1.
 *
 * <p>A constant does not change the centred kernel matrix, H(K − 1)H = HKH, nor coordinates whose
 * weights sum to zero; but 1 less a tiny number keeps only the first digits of it. This keeps them
 * all, down to the smallest γ. It stands in for the kernel within fits and models that are centred
 * and exact, and is never one of its own.
 *
 * @param gamma γ &gt; 0
 */
public record LessOne(double gamma) implements Kernel {

  /** Where all values are this near to 1, a constant in them costs three digits or more. */
  private static final double NEAR = 1e-3;

  /** Returns what to compare these points with instead of a kernel: usually the kernel itself. */
  public static Kernel inPlaceOf(Kernel kernel, DenseMatrix points) {
    if (!(kernel instanceof Rbf rbf)) {
      return kernel;
    }
    // No two points are farther apart than twice the largest distance to the first of them.
    double[] first = points.rows() == 0 ? new double[0] : points.row(0);
    double[] point = new double[points.columns()];
    double largest = 0;
    for (int i = 0; i < points.rows(); i++) {
      points.getRow(i, point, 0);
      largest = Math.max(largest, Bandwidth.Family.RBF.distance(point, first));
    }
    return 4 * rbf.gamma() * largest < NEAR ? new LessOne(rbf.gamma()) : kernel;
  }

  @Override
  public String name() {
    return "rbf less one";
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    double[] left = Blocks.squaredNorms(a);
    double[] right = Blocks.squaredNorms(b);
    LinearAlgebra.multiply(1, a, false, b, true, 0, out);
    double[] values = new double[out.columns()];
    for (int i = 0; i < out.rows(); i++) {
      out.getRow(i, values, 0);
      for (int j = 0; j < values.length; j++) {
        values[j] = Math.expm1(-gamma * Math.max(0, left[i] + right[j] - 2 * values[j]));
      }
      out.setRow(i, values, 0);
    }
  }

  @Override
  public double[] self(DenseMatrix a) {
    return new double[a.rows()];
  }

  @Override
  public double at(double[] x, double[] y) {
    return Math.expm1(-gamma * Bandwidth.Family.RBF.distance(x, y));
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double slope = 2 * gamma * (1 + at(x, y));
    Arrays.setAll(out, j -> slope * (y[j] - x[j]));
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return true;
  }

  /** Returns true, which holds for the centred matrix alone. */
  @Override
  public boolean isPositive() {
    return true;
  }
}
