package org.eigenlens.kernel.preimage;

import org.eigenlens.kernel.Polynomial;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;

/**
 * Finds the point with given distances to its neighbours (Kwok and Tsang, 2004).
 *
 * <p>Each distance ‖P − φ(xₛ)‖ in feature space names a distance dₛ in input space. With the N
 * nearest references centred at x̄ in the rows of Y, and b = ½(‖Yₛ‖² − dₛ²), the point is z = x̄ +
 * Y⁺b: the least-squares answer in the span of the neighbours. Costs m for the search and N²(N +
 * d).
 */
final class Distances {

  /** Kernel values below it would give distances that are nothing but rounding. */
  private static final double SMALLEST = 1e-12;

  /**
   * Eigenvalues of YYᵀ are right to about 1e-15 of the largest; a pseudo-inverse must not divide by
   * those that may be rounding. In terms of Y this drops directions thinner than 1e-7.
   */
  private static final double RANK = 1e-14;

  private final Frame frame;
  private final Neighbours neighbours;

  Distances(Frame frame) {
    this.frame = frame;
    this.neighbours = new Neighbours(frame.references);
  }

  double[] point(Targets targets, int row) {
    int[] nearest = neighbours.nearest(targets.objectives(row));
    int n = nearest.length;
    double[][] points = new double[n][];
    double[] mean = new double[frame.references.columns()];
    for (int i = 0; i < n; i++) {
      points[i] = frame.references.row(nearest[i]);
      for (int j = 0; j < mean.length; j++) {
        mean[j] += points[i][j] / n;
      }
    }
    double[] right = new double[n];
    for (int i = 0; i < n; i++) {
      double squared = squaredDistance(targets, row, nearest[i], points[i]);
      for (int j = 0; j < mean.length; j++) {
        points[i][j] -= mean[j];
      }
      right[i] = 0.5 * (Vectors.dot(points[i], points[i]) - squared);
    }
    double[] combination = solve(points, right);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += combination[i] * points[i][j];
      }
    }
    return mean;
  }

  /** Returns the squared distance of the pre-image to a reference, as feature space has it. */
  private double squaredDistance(Targets targets, int row, int reference, double[] point) {
    double inner = targets.inner.get(row, reference);
    double square = targets.squares[row];
    if (frame.kernel instanceof Rbf rbf) {
      // ‖φ(z) − φ(x)‖² = 2 − 2 exp(−γ d²)
      double similarity = 1 - 0.5 * (square + 1 - 2 * inner);
      return -Math.log(Math.max(SMALLEST, Math.min(1, similarity))) / rbf.gamma();
    }
    if (frame.kernel instanceof Polynomial poly) {
      double product = product(inner, poly);
      double self = Math.max(0, product(square, poly));
      return Math.max(0, self + Vectors.dot(point, point) - 2 * product);
    }
    throw new AssertionError("no distances from " + frame.kernel.name());
  }

  /** Undoes (γ·x·y + c)^p of odd p, which is one-to-one. */
  private static double product(double value, Polynomial poly) {
    double root = Math.copySign(Math.pow(Math.abs(value), 1.0 / poly.degree()), value);
    return (root - poly.coef0()) / poly.gamma();
  }

  /** Returns c such that Yᵀc is the least-squares solution of Yx = b of least length. */
  private static double[] solve(double[][] rows, double[] right) {
    int n = rows.length;
    double[] solution = new double[n];
    try (Scratch scratch = new Scratch()) {
      DenseMatrix gram = scratch.matrix(n, n);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          gram.set(i, j, Vectors.dot(rows[i], rows[j]));
        }
      }
      double[] eigenvalues = LinearAlgebra.symmetricEigen(gram);
      for (int e = 0; e < n; e++) {
        if (eigenvalues[e] > RANK * eigenvalues[n - 1]) {
          double[] vector = gram.row(e);
          double factor = Vectors.dot(vector, right) / eigenvalues[e];
          for (int i = 0; i < n; i++) {
            solution[i] += factor * vector[i];
          }
        }
      }
    }
    return solution;
  }
}
