package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;

/**
 * Which inputs drive a component: gradients of functions f(x) = Σ aₛ k(x, xₛ).
 *
 * <p>The coordinate of a point along a direction u = Σ aₛφ(xₛ) is f(x) minus a constant, so ∇f says
 * how it answers to each feature near x. For q points and m references of d features it costs
 * q·m·d; by matrix products for linear, rbf and polynomial kernels and sums of them, pair by pair
 * for the others. Uses all cores; the numbers do not depend on how many there are.
 */
public final class Attribution {

  private static final int PIECE = 64;

  private Attribution() {}

  /**
   * Computes ∇f at each point, a row each.
   *
   * @param coefficients a, one for each reference
   * @throws IllegalArgumentException if sizes disagree or the kernel is precomputed
   */
  public static DenseMatrix gradients(
      Kernel kernel, DenseMatrix references, double[] coefficients, DenseMatrix points) {
    DenseMatrix gradients = DenseMatrix.zeros(points.rows(), points.columns());
    int rows = points.rows();
    Parallel.forEach(
        (rows + PIECE - 1) / PIECE,
        p -> {
          int from = p * PIECE;
          int to = Math.min(rows, from + PIECE);
          try (Scratch scratch = new Scratch()) {
            DenseMatrix weights = scratch.matrix(to - from, coefficients.length);
            for (int i = 0; i < weights.rows(); i++) {
              weights.setRow(i, coefficients, 0);
            }
            DenseMatrix part = gradients.rowRange(from, to);
            addGradients(kernel, references, weights, points.rowRange(from, to), part);
          }
        });
    return gradients;
  }

  /**
   * Adds ∇ Σ wₛ k(x, xₛ) at each point to {@code out}, with weights of its own for each point.
   *
   * @param weights q × m
   * @param points q × d
   * @param out q × d
   */
  public static void addGradients(
      Kernel kernel,
      DenseMatrix references,
      DenseMatrix weights,
      DenseMatrix points,
      DenseMatrix out) {
    check(kernel, references, weights, points);
    if (kernel instanceof Sum sum) {
      for (Kernel part : sum.parts()) {
        addGradients(part, references, weights, points, out);
      }
    } else if (kernel instanceof Linear) {
      LinearAlgebra.multiply(1, weights, false, references, false, 1, out);
    } else if (kernel instanceof Rbf rbf) {
      addRbf(rbf, references, weights, points, out);
    } else if (kernel instanceof Polynomial poly && poly.degree() > 1) {
      // ∇ = pγ Σ wₛ (γx·xₛ + c)ᵖ⁻¹ xₛ
      Kernel lower = new Polynomial(poly.gamma(), poly.coef0(), poly.degree() - 1);
      try (Scratch scratch = new Scratch()) {
        DenseMatrix products = scratch.matrix(points.rows(), references.rows());
        lower.evaluate(points, references, products);
        multiplyElements(products, weights);
        double factor = poly.degree() * poly.gamma();
        LinearAlgebra.multiply(factor, products, false, references, false, 1, out);
      }
    } else {
      addPairs(kernel, references, weights, points, out);
    }
  }

  /** ∇ = 2γ Σ wₛk(x, xₛ)(xₛ − x), with both centred first: their difference may be small. */
  private static void addRbf(
      Rbf kernel,
      DenseMatrix references,
      DenseMatrix weights,
      DenseMatrix points,
      DenseMatrix out) {
    try (Scratch scratch = new Scratch()) {
      double[] mean = LinearAlgebra.sumOfRows(references);
      Arrays.setAll(mean, j -> mean[j] / references.rows());
      DenseMatrix centredReferences = centred(references, mean, scratch);
      DenseMatrix centredPoints = centred(points, mean, scratch);
      DenseMatrix products = scratch.matrix(points.rows(), references.rows());
      kernel.evaluate(centredPoints, centredReferences, products);
      multiplyElements(products, weights);
      double[] sums = new double[points.rows()];
      Arrays.setAll(sums, i -> -2 * kernel.gamma() * Arrays.stream(products.row(i)).sum());
      LinearAlgebra.multiply(2 * kernel.gamma(), products, false, centredReferences, false, 1, out);
      LinearAlgebra.scaleRows(centredPoints, sums);
      LinearAlgebra.add(1, centredPoints, 1, out);
    }
  }

  private static DenseMatrix centred(DenseMatrix points, double[] mean, Scratch scratch) {
    DenseMatrix centred = scratch.matrix(points.rows(), points.columns());
    LinearAlgebra.copy(points, centred);
    LinearAlgebra.subtractFromRows(centred, mean);
    return centred;
  }

  private static void multiplyElements(DenseMatrix values, DenseMatrix weights) {
    double[] row = new double[values.columns()];
    double[] factors = new double[values.columns()];
    for (int i = 0; i < values.rows(); i++) {
      values.getRow(i, row, 0);
      weights.getRow(i, factors, 0);
      for (int s = 0; s < row.length; s++) {
        row[s] *= factors[s];
      }
      values.setRow(i, row, 0);
    }
  }

  private static void addPairs(
      Kernel kernel,
      DenseMatrix references,
      DenseMatrix weights,
      DenseMatrix points,
      DenseMatrix out) {
    double[][] others = references.toArray();
    double[] gradient = new double[points.columns()];
    for (int i = 0; i < points.rows(); i++) {
      double[] point = points.row(i);
      double[] factors = weights.row(i);
      double[] sum = out.row(i);
      for (int s = 0; s < others.length; s++) {
        if (factors[s] != 0) {
          kernel.gradient(point, others[s], gradient);
          for (int j = 0; j < sum.length; j++) {
            sum[j] += factors[s] * gradient[j];
          }
        }
      }
      out.setRow(i, sum, 0);
    }
  }

  private static void check(
      Kernel kernel, DenseMatrix references, DenseMatrix weights, DenseMatrix points) {
    if (kernel instanceof Precomputed) {
      throw new IllegalArgumentException(
          "A precomputed kernel has no gradients: it knows similarities only, not features.");
    }
    if (points.columns() != references.columns() || weights.columns() != references.rows()) {
      throw new IllegalArgumentException(
          "The points have %d features and %d weights, but there are %d references of %d features."
              .formatted(
                  points.columns(), weights.columns(), references.rows(), references.columns()));
    }
  }
}
