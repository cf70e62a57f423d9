package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Polynomial;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * Where the gradient of ρ vanishes for one kind of kernel, written as z = Σ wₛ(z) xₛ / D(z).
 *
 * <p>The step to the right side is a descent direction of ρ wherever D is positive, so a step that
 * is short enough never makes things worse.
 */
interface FixedPoint {

  /** Denominators below this part of their terms are nothing but rounding. */
  double VANISHING = 1e-10;

  /**
   * What is known of a point once its weights are.
   *
   * @param objective ρ(z)
   * @param magnitude the sum of the absolute terms of ρ, the scale of its rounding
   * @param denominator D, or 0 if it vanishes
   */
  record Step(double objective, double magnitude, double denominator) {}

  /** Computes from what the weights are made: a row for each point, a column for each reference. */
  void evaluate(DenseMatrix points, DenseMatrix references, DenseMatrix out);

  /** Computes for each point what {@link #weigh} needs of it alone. */
  double[] selves(DenseMatrix points);

  /** Replaces the values of a row by the weights wₛ. */
  Step weigh(double[] gamma, double[] values, double self);

  /**
   * Replaces the inner products of P with the references by the values that a perfect pre-image
   * would have, and returns its self value; weighing them gives a start without any iteration.
   */
  double ideal(double[] inner, double square);

  /** Returns what part of the first move to make. */
  double damping();

  /** Returns a length below which a move is none. */
  double tolerance(double spread);

  static FixedPoint of(Kernel kernel) {
    if (kernel instanceof Rbf rbf) {
      return new OfRbf(rbf);
    }
    return new OfPolynomial((Polynomial) kernel);
  }

  /**
   * z = Σ γ̃ₛk(z, xₛ)xₛ / Σ γ̃ₛk(z, xₛ), Mika et al. (1999), equation 10, with the mean of the
   * feature space in γ̃; the start is the closed form of Rathi and Dambreville (2006).
   */
  record OfRbf(Rbf kernel) implements FixedPoint {

    @Override
    public void evaluate(DenseMatrix points, DenseMatrix references, DenseMatrix out) {
      kernel.evaluate(points, references, out);
    }

    @Override
    public double[] selves(DenseMatrix points) {
      return kernel.self(points);
    }

    @Override
    public Step weigh(double[] gamma, double[] values, double self) {
      double sum = 0;
      double size = 0;
      for (int s = 0; s < values.length; s++) {
        values[s] *= gamma[s];
        sum += values[s];
        size += Math.abs(values[s]);
      }
      return new Step(self - 2 * sum, self + 2 * size, sum > VANISHING * size ? sum : 0);
    }

    @Override
    public double ideal(double[] inner, double square) {
      // k = 1 − ½‖P − φ(x)‖², as if P were the image of a point
      for (int s = 0; s < inner.length; s++) {
        inner[s] += 0.5 * (1 - square);
      }
      return 1;
    }

    @Override
    public double damping() {
      return 1;
    }

    @Override
    public double tolerance(double spread) {
      return 1e-7 * Math.min(spread, 1 / Math.sqrt(2 * kernel.gamma()));
    }
  }

  /**
   * z = Σ γ̃ₛ(γz·xₛ + c)ᵖ⁻¹xₛ / (γz·z + c)ᵖ⁻¹, Kwok and Tsang (2004). If p is even and c is 0, z
   * and −z have the same image, and which of them is found depends on the start.
   */
  record OfPolynomial(Polynomial kernel) implements FixedPoint {

    @Override
    public void evaluate(DenseMatrix points, DenseMatrix references, DenseMatrix out) {
      LinearAlgebra.multiply(kernel.gamma(), points, false, references, true, 0, out);
    }

    @Override
    public double[] selves(DenseMatrix points) {
      double[] selves = new double[points.rows()];
      Arrays.setAll(selves, i -> kernel.gamma() * Vectors.dot(points.row(i), points.row(i)));
      return selves;
    }

    @Override
    public Step weigh(double[] gamma, double[] values, double self) {
      double sum = 0;
      double size = 0;
      double weights = 0;
      for (int s = 0; s < values.length; s++) {
        double base = values[s] + kernel.coef0();
        values[s] = gamma[s] * Polynomial.power(base, kernel.degree() - 1);
        sum += values[s] * base;
        size += Math.abs(values[s] * base);
        weights += Math.abs(values[s]);
      }
      double base = self + kernel.coef0();
      double denominator = Polynomial.power(base, kernel.degree() - 1);
      double square = denominator * base;
      return new Step(
          square - 2 * sum,
          Math.abs(square) + 2 * size,
          denominator > VANISHING * weights ? denominator : 0);
    }

    @Override
    public double ideal(double[] inner, double square) {
      for (int s = 0; s < inner.length; s++) {
        inner[s] = root(inner[s]) - kernel.coef0();
      }
      return root(Math.max(0, square)) - kernel.coef0();
    }

    /** Returns the p-th root; of the two that an even p allows, the one with the sign of k. */
    private double root(double value) {
      return Math.copySign(Math.pow(Math.abs(value), 1.0 / kernel.degree()), value);
    }

    /** Along the ray from the origin the map goes p times too far. */
    @Override
    public double damping() {
      return 1.0 / kernel.degree();
    }

    @Override
    public double tolerance(double spread) {
      return 1e-7 * spread;
    }
  }
}
