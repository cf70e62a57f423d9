package org.eigenlens.kernel.preimage;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;

/**
 * Points P = Σ γ̃ₛ φ(xₛ) of feature space, a row each, with their inner products with φ(xₛ).
 *
 * <p>‖P − φ(x)‖² = ‖P‖² + ρ(x) with the objective ρ(x) = k(x, x) − 2 Σ γ̃ₛ k(x, xₛ) that all
 * methods are compared by; for the references it is known without a single kernel evaluation.
 */
final class Targets {

  /** γ̃, a row each. */
  final DenseMatrix weights;

  /** κ = Kγ̃, a row each. */
  final DenseMatrix inner;

  /** ‖P‖² = γ̃·κ of each row. */
  final double[] squares;

  private final Frame frame;

  Targets(Frame frame, DenseMatrix weights, DenseMatrix inner) {
    this.frame = frame;
    this.weights = weights;
    this.inner = inner;
    this.squares = new double[weights.rows()];
    double[] gamma = new double[weights.columns()];
    double[] kappa = new double[weights.columns()];
    for (int i = 0; i < squares.length; i++) {
      weights.getRow(i, gamma, 0);
      inner.getRow(i, kappa, 0);
      squares[i] = Vectors.dot(gamma, kappa);
    }
  }

  int rows() {
    return squares.length;
  }

  /** Returns ρ of every reference for one target. */
  double[] objectives(int row) {
    double[] values = inner.row(row);
    for (int s = 0; s < values.length; s++) {
      values[s] = frame.selves[s] - 2 * values[s];
    }
    return values;
  }

  /** Returns the reference whose image is nearest, the first of equals. */
  int nearest(int row) {
    double[] values = objectives(row);
    int nearest = 0;
    for (int s = 1; s < values.length; s++) {
      nearest = values[s] < values[nearest] ? s : nearest;
    }
    return nearest;
  }

  /** Computes ρ of one point for one target. */
  double objective(int row, double[] point) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix one = scratch.matrix(1, point.length);
      one.setRow(0, point, 0);
      DenseMatrix similarities = scratch.matrix(1, weights.columns());
      frame.kernel.evaluate(one, frame.references, similarities);
      double self = frame.kernel.self(one)[0];
      return self - 2 * Vectors.dot(weights.row(row), similarities.row(0));
    }
  }

  /** Computes ‖φ(z) − P‖²/‖P‖² for a point of each row. */
  void errors(DenseMatrix points, double[] errors, int at) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix similarities = scratch.matrix(rows(), weights.columns());
      frame.kernel.evaluate(points, frame.references, similarities);
      double[] selves = frame.kernel.self(points);
      double[] gamma = new double[weights.columns()];
      double[] values = new double[weights.columns()];
      for (int i = 0; i < rows(); i++) {
        weights.getRow(i, gamma, 0);
        similarities.getRow(i, values, 0);
        double distance = selves[i] - 2 * Vectors.dot(gamma, values) + squares[i];
        // Rounding, and kernels that are not positive, may make a squared distance negative.
        double size = squares[i] > 1e-12 * frame.scale ? squares[i] : frame.scale;
        errors[at + i] = size > 0 ? Math.max(0, distance) / size : 0;
      }
    }
  }

  /** Computes the weighted sums Σ wₛ xₛ of the references, a row for each row of weights. */
  void combine(DenseMatrix combination, DenseMatrix points) {
    LinearAlgebra.multiply(1, combination, false, frame.references, false, 0, points);
  }
}
