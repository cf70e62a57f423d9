package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Precision;

/**
 * k(x, y) = exp(−γ‖x − y‖²), the Gaussian kernel; γ = 1/(2σ²) for a Gaussian of width σ.
 *
 * <p>Blocks take ‖x‖² + ‖y‖² − 2x·y for the squared distance, at the speed of a matrix product.
 * That loses digits where points lie far from the origin beside their distances: what loses more
 * than some 1e-12 is computed anew from differences, pair by pair, which takes 5 to 25 times as
 * long. So centre points first; groups that are far apart are dear all the same.
 *
 * @param gamma γ &gt; 0
 */
public record Rbf(double gamma) implements Kernel {

  /** Sums of two squares and twice a product of their roots are finite below this. */
  private static final double LARGEST_SQUARE = Double.MAX_VALUE / 4;

  /** Where no exponent is lower than this, rounding of squares included, its power is normal. */
  private static final double NORMAL_FROM = Exponential.LOWEST + 1;

  /**
   * Sums of squares, times γ, of which 2⁻⁵³ is still 5e-13: beyond it, what rounding of the squares
   * and of their product puts on exponents is seen in their powers.
   */
  private static final double LARGEST_SUM = 4096;

  /** Squared distances of this part of the squares are right in their first digits at least. */
  private static final double SURE = 0x1p-20;

  /** Checks the number. */
  public Rbf {
    Blocks.checkedGamma(gamma);
  }

  @Override
  public String name() {
    return "rbf";
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    double[] left = Blocks.squaredNorms(a);
    double[] right = Blocks.squaredNorms(b);
    if (out.precision() == Precision.FLOAT) {
      evaluateInFloat(a, left, b, right, out);
      return;
    }
    if (!(largest(left) < LARGEST_SQUARE && largest(right) < LARGEST_SQUARE)) {
      // ∞ − ∞ would be no number, while differences are merely large.
      Blocks.features(
          a,
          b,
          out,
          (value, others, sums) -> {
            for (int j = 0; j < sums.length; j++) {
              sums[j] += (value - others[j]) * (value - others[j]);
            }
          },
          Blocks.decay(gamma, right.length));
      return;
    }
    double[] room = new double[right.length];
    double largest = largest(right);
    double farthest = Math.sqrt(largest);
    Blocks.products(
        a,
        b,
        out,
        (row, values) -> {
          double square = left[row];
          for (int j = 0; j < values.length; j++) {
            // Where rounding makes it negative it is as near to 0 as its absolute value is.
            values[j] = -gamma * Math.abs(square + right[j] - 2 * values[j]);
          }
          if (losesDigits(square + largest)) {
            renew(a.row(row), square, b, right, values);
          }
          double reach = Math.sqrt(square) + farthest;
          if (-gamma * reach * reach > NORMAL_FROM) {
            Exponential.applyToNormal(values, room);
          } else {
            Exponential.apply(values, room);
          }
        });
  }

  /** Tells whether sums of squares this large, less products, are no longer exact enough. */
  public boolean losesDigits(double squares) {
    return gamma * squares > LARGEST_SUM;
  }

  /** Computes exponents anew that rounding may have spoilt, and whose powers are not 0. */
  private void renew(
      double[] point, double square, DenseMatrix b, double[] right, double[] exponents) {
    double[] other = new double[point.length];
    for (int j = 0; j < exponents.length; j++) {
      double sum = square + right[j];
      if (losesDigits(sum)
          && (exponents[j] > Exponential.LOWEST || -exponents[j] < SURE * gamma * sum)) {
        b.getRow(j, other, 0);
        exponents[j] = -gamma * Bandwidth.Family.RBF.distance(point, other);
      }
    }
  }

  private void evaluateInFloat(
      DenseMatrix a, double[] left, DenseMatrix b, double[] right, DenseMatrix out) {
    LinearAlgebra.multiply(1, a, false, b, true, 0, out);
    float[] squares = new float[right.length];
    for (int j = 0; j < squares.length; j++) {
      squares[j] = (float) right[j];
    }
    float minus = (float) -gamma;
    float[] values = new float[squares.length];
    for (int i = 0; i < out.rows(); i++) {
      out.getRow(i, values, 0);
      float square = (float) left[i];
      for (int j = 0; j < values.length; j++) {
        values[j] = minus * Math.abs(square + squares[j] - 2 * values[j]);
      }
      Exponential.apply(values);
      out.setRow(i, values, 0);
    }
  }

  @Override
  public boolean computesInFloat() {
    return gamma <= Float.MAX_VALUE;
  }

  /** Returns the largest of numbers that are not negative; infinity if one is no number. */
  private static double largest(double[] norms) {
    double largest = 0;
    for (double norm : norms) {
      if (!(norm <= largest)) {
        largest = norm < Double.POSITIVE_INFINITY ? norm : Double.POSITIVE_INFINITY;
      }
    }
    return largest;
  }

  @Override
  public double[] self(DenseMatrix a) {
    double[] ones = new double[a.rows()];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Override
  public double at(double[] x, double[] y) {
    double square = 0;
    for (int j = 0; j < x.length; j++) {
      square += (x[j] - y[j]) * (x[j] - y[j]);
    }
    return Exponential.of(-gamma * square);
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double slope = 2 * gamma * at(x, y);
    Arrays.setAll(out, j -> slope * (y[j] - x[j]));
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return true;
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
