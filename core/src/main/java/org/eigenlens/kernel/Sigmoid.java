package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;

/**
 * k(x, y) = tanh(γ·x·y + c). Not positive in general: its matrices may have negative eigenvalues.
 *
 * @param gamma γ &gt; 0
 * @param coef0 c
 */
public record Sigmoid(double gamma, double coef0) implements Kernel {

  /** Checks the numbers. */
  public Sigmoid {
    Blocks.checkedGamma(gamma);
    Blocks.checkedCoef0(coef0);
  }

  @Override
  public String name() {
    return "sigmoid";
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    Blocks.products(
        a,
        b,
        out,
        (row, values) -> {
          for (int j = 0; j < values.length; j++) {
            values[j] = Math.tanh(gamma * values[j] + coef0);
          }
        });
  }

  @Override
  public double[] self(DenseMatrix a) {
    return Arrays.stream(Blocks.squaredNorms(a))
        .map(square -> Math.tanh(gamma * square + coef0))
        .toArray();
  }

  @Override
  public double at(double[] x, double[] y) {
    return Math.tanh(gamma * Blocks.dot(x, y) + coef0);
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double value = at(x, y);
    double slope = gamma * (1 - value * value);
    Arrays.setAll(out, j -> slope * y[j]);
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
