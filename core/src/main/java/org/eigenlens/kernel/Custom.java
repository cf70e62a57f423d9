package org.eigenlens.kernel;

import java.util.Arrays;
import java.util.function.ToDoubleBiFunction;
import org.eigenlens.matrix.DenseMatrix;

/**
 * A user's own kernel, as a function of two points.
 *
 * <p>The function must be symmetric, must not keep or change its arguments, and is called from
 * several threads at once. Each pair costs one call; gradients are taken by central differences.
 *
 * @param name what to call it
 * @param function k(x, y)
 */
public record Custom(String name, ToDoubleBiFunction<double[], double[]> function)
    implements Kernel {

  /** The cube root of the unit roundoff balances the errors of a central difference. */
  private static final double RELATIVE_STEP = Math.cbrt(Math.ulp(1.0));

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    double[][] left = a.toArray();
    double[][] right = b.toArray();
    double[] row = new double[right.length];
    for (int i = 0; i < left.length; i++) {
      double[] x = left[i];
      Arrays.setAll(row, j -> function.applyAsDouble(x, right[j]));
      out.setRow(i, row, 0);
    }
  }

  @Override
  public double[] self(DenseMatrix a) {
    return Arrays.stream(a.toArray()).mapToDouble(x -> function.applyAsDouble(x, x)).toArray();
  }

  @Override
  public double at(double[] x, double[] y) {
    return function.applyAsDouble(x, y);
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double[] moved = x.clone();
    for (int j = 0; j < x.length; j++) {
      double step = RELATIVE_STEP * Math.max(1, Math.abs(x[j]));
      moved[j] = x[j] + step;
      double above = at(moved, y);
      moved[j] = x[j] - step;
      out[j] = (above - at(moved, y)) / (2 * step);
      moved[j] = x[j];
    }
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return false;
  }

  /** Returns false: nothing is known of a function. */
  @Override
  public boolean isPositive() {
    return false;
  }
}
