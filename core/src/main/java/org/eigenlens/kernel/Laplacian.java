package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;

/**
 * k(x, y) = exp(−γ‖x − y‖₁), with the sum of absolute differences.
 *
 * <p>There is no matrix product for it: a block costs m·n·d scalar steps.
 *
 * @param gamma γ &gt; 0
 */
public record Laplacian(double gamma) implements Kernel {

  /** Checks the number. */
  public Laplacian {
    Blocks.checkedGamma(gamma);
  }

  @Override
  public String name() {
    return "laplacian";
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    Blocks.features(
        a,
        b,
        out,
        (value, others, sums) -> {
          for (int j = 0; j < sums.length; j++) {
            sums[j] += Math.abs(value - others[j]);
          }
        },
        Blocks.decay(gamma, b.rows()));
  }

  @Override
  public double[] self(DenseMatrix a) {
    double[] ones = new double[a.rows()];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Override
  public double at(double[] x, double[] y) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += Math.abs(x[j] - y[j]);
    }
    return Exponential.of(-gamma * sum);
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double slope = gamma * at(x, y);
    Arrays.setAll(out, j -> slope * Math.signum(y[j] - x[j]));
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return true;
  }

  @Override
  public boolean isPositive() {
    return true;
  }
}
