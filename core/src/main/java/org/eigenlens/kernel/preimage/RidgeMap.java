package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;

/**
 * A map from coordinates to points, learned from the references by kernel ridge regression: x(y) =
 * μ + k(y, Y)(K + αI)⁻¹(X − μ) (Bakır, Weston and Schölkopf, 2004).
 *
 * <p>Points are centred first, so that far from all references the answer is their mean, not zero.
 * Of more than 2,000 references as many are taken, evenly spaced. Learning costs one
 * eigendecomposition of their kernel matrix and r²d for each α tried; answering costs r(k + d) a
 * row.
 */
final class RidgeMap {

  private static final int MOST = 2000;
  private static final int WIDTH_SAMPLE = 500;

  /** The kernel's diagonal is 1, so these go from heavy smoothing to hardly any. */
  private static final double[] ALPHAS = {10, 1, .1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

  private final Kernel kernel;
  private final DenseMatrix inputs;
  private final DenseMatrix duals;
  private final double[] mean;
  private final double alpha;

  /** Learns with an rbf kernel of median width and the α of the least leave-one-out error. */
  RidgeMap(Frame frame) {
    this(frame, null, true, MOST, ALPHAS);
  }

  /**
   * Learns with a given kernel of the coordinates and the best of the given α.
   *
   * @param centred whether to centre the points; scikit-learn does not
   * @param most how many references to learn from at most
   */
  RidgeMap(Frame frame, Kernel given, boolean centred, int most, double... alphas) {
    DenseMatrix points = strided(frame.references, most);
    this.inputs = strided(frame.referenceCoordinates(), most);
    this.kernel = given == null ? new Rbf(medianGamma(inputs)) : given;
    this.mean = centred ? Frame.mean(points) : frame.origin();
    LinearAlgebra.subtractFromRows(points, mean);
    int r = points.rows();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix vectors = scratch.matrix(r, r);
      kernel.evaluate(inputs, inputs, vectors);
      double[] eigenvalues = LinearAlgebra.symmetricEigen(vectors);
      DenseMatrix rotated = scratch.matrix(r, points.columns());
      LinearAlgebra.multiply(1, vectors, false, points, false, 0, rotated);
      DenseMatrix trial = DenseMatrix.zeros(r, points.columns());
      double best = alphas[0];
      double least = Double.POSITIVE_INFINITY;
      for (double candidate : alphas.length > 1 ? alphas : new double[0]) {
        double error = leaveOneOut(vectors, eigenvalues, rotated, candidate, trial);
        if (error < least) {
          least = error;
          best = candidate;
        }
      }
      this.alpha = best;
      solve(vectors, eigenvalues, rotated, alpha, trial);
      this.duals = trial;
    }
  }

  /** Returns at most so many rows, evenly spaced, as a copy. */
  private static DenseMatrix strided(DenseMatrix rows, int most) {
    int taken = Math.min(most, rows.rows());
    DenseMatrix copy = DenseMatrix.zeros(taken, rows.columns());
    for (int i = 0; i < taken; i++) {
      copy.setRow(i, rows.row((int) ((long) i * rows.rows() / taken)), 0);
    }
    return copy;
  }

  /** Returns 1/median of the squared distances between some coordinates. */
  private static double medianGamma(DenseMatrix coordinates) {
    double[][] sample = strided(coordinates, WIDTH_SAMPLE).toArray();
    double[] squares = new double[sample.length * (sample.length - 1) / 2];
    int filled = 0;
    for (int i = 0; i < sample.length; i++) {
      for (int j = 0; j < i; j++) {
        double distance = Vectors.distance(sample[i], sample[j]);
        squares[filled++] = distance * distance;
      }
    }
    Arrays.sort(squares);
    double median = filled == 0 ? 0 : squares[filled / 2];
    double gamma = 1 / median;
    // All coordinates equal, or nearly: any width says the same.
    return gamma < Double.POSITIVE_INFINITY ? gamma : 1;
  }

  /** Computes (K + αI)⁻¹X from K = QΛQᵀ, given QᵀX. */
  private static void solve(
      DenseMatrix vectors,
      double[] eigenvalues,
      DenseMatrix rotated,
      double alpha,
      DenseMatrix duals) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix scaled = scratch.matrix(rotated.rows(), rotated.columns());
      LinearAlgebra.copy(rotated, scaled);
      LinearAlgebra.scaleRows(scaled, inverses(eigenvalues, alpha));
      LinearAlgebra.multiply(1, vectors, true, scaled, false, 0, duals);
    }
  }

  private static double[] inverses(double[] eigenvalues, double alpha) {
    return Arrays.stream(eigenvalues).map(value -> 1 / (Math.max(0, value) + alpha)).toArray();
  }

  /** Returns the sum of squares of [(K + αI)⁻¹X]ᵢ/[(K + αI)⁻¹]ᵢᵢ, the errors at points left out. */
  private static double leaveOneOut(
      DenseMatrix vectors,
      double[] eigenvalues,
      DenseMatrix rotated,
      double alpha,
      DenseMatrix duals) {
    solve(vectors, eigenvalues, rotated, alpha, duals);
    double[] inverses = inverses(eigenvalues, alpha);
    double[] diagonal = new double[inverses.length];
    double[] vector = new double[inverses.length];
    for (int e = 0; e < inverses.length; e++) {
      vectors.getRow(e, vector, 0);
      for (int i = 0; i < vector.length; i++) {
        diagonal[i] += vector[i] * vector[i] * inverses[e];
      }
    }
    double sum = 0;
    for (int i = 0; i < diagonal.length; i++) {
      double[] row = duals.row(i);
      sum += Vectors.dot(row, row) / (diagonal[i] * diagonal[i]);
    }
    return sum;
  }

  /** Writes a point for each row of coordinates. */
  void apply(DenseMatrix coordinates, DenseMatrix points) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix similarities = scratch.matrix(coordinates.rows(), inputs.rows());
      kernel.evaluate(coordinates, inputs, similarities);
      LinearAlgebra.multiply(1, similarities, false, duals, false, 0, points);
      LinearAlgebra.subtractFromRows(points, Arrays.stream(mean).map(value -> -value).toArray());
    }
  }

  /** Returns how many references it was learned from. */
  int learnedFrom() {
    return inputs.rows();
  }

  double alpha() {
    return alpha;
  }
}
