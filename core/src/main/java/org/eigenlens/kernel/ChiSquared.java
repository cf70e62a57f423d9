package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;

/**
 * k(x, y) = exp(−γ·Σ (xⱼ − yⱼ)²/(xⱼ + yⱼ)), for counts and histograms; 0/0 counts as 0.
 *
 * <p>There is no matrix product for it: a block costs m·n·d scalar steps.
 *
 * @param gamma γ &gt; 0
 */
public record ChiSquared(double gamma) implements Kernel {

  /** Checks the number. */
  public ChiSquared {
    Blocks.checkedGamma(gamma);
  }

  @Override
  public String name() {
    return "chi2";
  }

  /**
   * {@inheritDoc}
   *
   * @throws NumericalException if a value is negative; its row is counted within its own block
   */
  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    check(a, 0);
    check(b, 0);
    Blocks.features(
        a,
        b,
        out,
        (value, others, sums) -> {
          for (int j = 0; j < sums.length; j++) {
            double sum = value + others[j];
            double difference = value - others[j];
            sums[j] += sum == 0 ? 0 : difference * difference / sum;
          }
        },
        Blocks.decay(gamma, b.rows()));
  }

  @Override
  public void check(DenseMatrix rows, long first) {
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.getRow(i, row, 0);
      for (int j = 0; j < row.length; j++) {
        if (row[j] < 0) {
          throw NumericalException.atCell(first + i, j, noCount(row[j]));
        }
      }
    }
  }

  private static void checkSigns(double[] point) {
    for (double value : point) {
      if (value < 0) {
        throw new NumericalException(noCount(value));
      }
    }
  }

  private static String noCount(double value) {
    return value
        + " is negative, and the chi2 kernel is for counts; use another kernel, or data without"
        + " negative values.";
  }

  @Override
  public double[] self(DenseMatrix a) {
    double[] ones = new double[a.rows()];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Override
  public double at(double[] x, double[] y) {
    checkSigns(x);
    checkSigns(y);
    double distance = 0;
    for (int j = 0; j < x.length; j++) {
      double sum = x[j] + y[j];
      distance += sum == 0 ? 0 : (x[j] - y[j]) * (x[j] - y[j]) / sum;
    }
    return Exponential.of(-gamma * distance);
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double value = at(x, y);
    // d/dx (x − y)²/(x + y) = (x − y)(x + 3y)/(x + y)²
    for (int j = 0; j < x.length; j++) {
      double sum = x[j] + y[j];
      double slope = sum == 0 ? 1 : (x[j] - y[j]) * (x[j] + 3 * y[j]) / (sum * sum);
      out[j] = -gamma * value * slope;
    }
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return false;
  }

  @Override
  public boolean isPositive() {
    return true;
  }
}
