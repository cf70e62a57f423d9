package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;

/**
 * k(x, y) = 1 where x and y are the same in every column, and 0 where they are not: the kernel of
 * classes, written as numbers.
 *
 * <p>It is the inner product of one-hot codes.
 */
public record Delta() implements Kernel {

  @Override
  public String name() {
    return "delta";
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    Blocks.features(
        a,
        b,
        out,
        (value, others, sums) -> {
          for (int j = 0; j < sums.length; j++) {
            sums[j] += value == others[j] ? 0 : 1;
          }
        },
        (row, sums) -> {
          for (int j = 0; j < sums.length; j++) {
            sums[j] = sums[j] == 0 ? 1 : 0;
          }
        });
  }

  @Override
  public double[] self(DenseMatrix a) {
    double[] ones = new double[a.rows()];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Override
  public double at(double[] x, double[] y) {
    return Arrays.equals(x, y) ? 1 : 0;
  }

  /** Writes zeros: nothing changes near a point, and at it there is a jump. */
  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    Arrays.fill(out, 0);
  }

  /** Returns false: two numbers that differ in their last bits may become the same. */
  @Override
  public boolean isShiftInvariant(boolean centered) {
    return false;
  }

  @Override
  public boolean isPositive() {
    return true;
  }
}
