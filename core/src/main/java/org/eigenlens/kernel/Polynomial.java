package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;

/**
 * k(x, y) = (γ·x·y + c)^p: the inner product of all monomials of degree p, weighted by the roots of
 * the multinomial coefficients; with c &gt; 0 of all degrees up to p.
 *
 * @param gamma γ &gt; 0
 * @param coef0 c; with a negative one the kernel is not positive
 * @param degree p, from 1 to {@value #MOST}
 */
public record Polynomial(double gamma, double coef0, int degree) implements Kernel {

  /** Beyond this degree no similarity but 0 and 1 is far from 0 and infinity. */
  public static final int MOST = 1000;

  /** Checks the numbers. */
  public Polynomial {
    Blocks.checkedGamma(gamma);
    Blocks.checkedCoef0(coef0);
    if (degree < 1 || degree > MOST) {
      throw new IllegalArgumentException(
          "The degree must be from 1 to " + MOST + ", not " + degree + ".");
    }
  }

  @Override
  public String name() {
    return "poly";
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    Blocks.products(
        a,
        b,
        out,
        (row, values) -> {
          for (int j = 0; j < values.length; j++) {
            values[j] = power(gamma * values[j] + coef0, degree);
          }
        });
  }

  @Override
  public double[] self(DenseMatrix a) {
    return Arrays.stream(Blocks.squaredNorms(a))
        .map(square -> power(gamma * square + coef0, degree))
        .toArray();
  }

  @Override
  public double at(double[] x, double[] y) {
    return power(gamma * Blocks.dot(x, y) + coef0, degree);
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double slope = degree * gamma * power(gamma * Blocks.dot(x, y) + coef0, degree - 1);
    Arrays.setAll(out, j -> slope * y[j]);
  }

  /** Multiplies by squaring: exact signs, and far faster than {@link Math#pow}. */
  public static double power(double base, int exponent) {
    double result = 1;
    double square = base;
    for (int left = exponent; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        result *= square;
      }
      square *= square;
    }
    return result;
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return false;
  }

  @Override
  public boolean isCheap() {
    return true;
  }

  @Override
  public boolean isPositive() {
    return coef0 >= 0;
  }
}
