package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Shift;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;

/**
 * A subspace made ready for decoding: the directions and the mean in one matrix, and their inner
 * products with the images of all references.
 *
 * <p>With B = [A; wᵀ], the target of coordinates β has the weights γ̃ = Bᵀ[β; 1], and its inner
 * products with the references are κ = Kγ̃ = (BK)ᵀ[β; 1]. So BK, computed once, spares every later
 * pass over the m × m kernel matrix. It holds the coordinates of the references too.
 */
final class Frame {

  private static final int BLOCK_ELEMENTS = 1 << 21;

  final Subspace subspace;
  final Kernel kernel;

  /** The references, minus the shift. */
  final DenseMatrix references;

  /** k(x, x) of each reference. */
  final double[] selves;

  /** The mean of k(x, x), a scale for what is negligible. */
  final double scale;

  /** ‖x − x̄‖ as its root mean square over the references. */
  final double spread;

  private final double[] shift;
  private final DenseMatrix directions;
  private final DenseMatrix products;

  Frame(Subspace subspace) {
    this.subspace = subspace;
    this.kernel = subspace.kernel();
    int m = subspace.references().rows();
    int k = subspace.components();
    double[] mean = mean(subspace.references());
    this.spread = spread(subspace.references(), mean);
    this.shift =
        kernel.isShiftInvariant(false)
            ? Shift.of(subspace.references(), mean)
            : new double[subspace.features()];
    this.references = subspace.references().copy();
    LinearAlgebra.subtractFromRows(references, shift);
    this.selves = kernel.self(references);
    this.scale = Arrays.stream(selves).map(Math::abs).sum() / m;
    this.directions = DenseMatrix.zeros(k + 1, m);
    LinearAlgebra.copy(subspace.coefficients(), directions.rowRange(0, k));
    directions.setRow(k, subspace.meanWeights(), 0);
    this.products = products(kernel, references, directions);
  }

  static double[] mean(DenseMatrix points) {
    double[] mean = LinearAlgebra.sumOfRows(points);
    Arrays.setAll(mean, j -> mean[j] / points.rows());
    return mean;
  }

  private static double spread(DenseMatrix points, double[] mean) {
    double sum = 0;
    double[] row = new double[points.columns()];
    for (int i = 0; i < points.rows(); i++) {
      points.getRow(i, row, 0);
      double distance = Vectors.distance(row, mean);
      sum += distance * distance;
    }
    return Math.sqrt(sum / points.rows());
  }

  private static DenseMatrix products(
      Kernel kernel, DenseMatrix references, DenseMatrix directions) {
    int m = references.rows();
    DenseMatrix products = DenseMatrix.zeros(directions.rows(), m);
    int block = Math.max(16, Math.min(256, BLOCK_ELEMENTS / m));
    Parallel.forEach(
        (m + block - 1) / block,
        b -> {
          int from = b * block;
          int to = Math.min(m, from + block);
          try (Scratch scratch = new Scratch()) {
            DenseMatrix similarities = scratch.matrix(to - from, m);
            kernel.evaluate(references.rowRange(from, to), references, similarities);
            DenseMatrix out = products.columnRange(from, to);
            LinearAlgebra.multiply(1, directions, false, similarities, true, 0, out);
          }
        });
    return products;
  }

  /** Tells whether squared distances between references are numbers: far ones are beyond them. */
  boolean hasDistances() {
    return Double.isFinite(spread);
  }

  /** Returns the coordinates A·k(xₛ) − c of the references, m × k. */
  DenseMatrix referenceCoordinates() {
    DenseMatrix coordinates = products.rowRange(0, subspace.components()).transpose();
    LinearAlgebra.subtractFromRows(coordinates, subspace.offsets());
    return coordinates;
  }

  /** Returns how many rows to decode at once: by size alone, so that threads change nothing. */
  int pieceRows(int rows) {
    int largest = Math.max(16, Math.min(256, BLOCK_ELEMENTS / references.rows()));
    return Math.min(largest, Math.max(16, (rows + 7) / 8));
  }

  /** Computes the weights and inner products of some rows of coordinates. */
  Targets targets(DenseMatrix coordinates, Scratch scratch) {
    int rows = coordinates.rows();
    int k = coordinates.columns();
    DenseMatrix extended = scratch.matrix(rows, k + 1);
    double[] row = new double[k + 1];
    row[k] = 1;
    for (int i = 0; i < rows; i++) {
      coordinates.getRow(i, row, 0);
      extended.setRow(i, row, 0);
    }
    DenseMatrix weights = scratch.matrix(rows, references.rows());
    DenseMatrix inner = scratch.matrix(rows, references.rows());
    LinearAlgebra.multiply(1, extended, false, directions, false, 0, weights);
    LinearAlgebra.multiply(1, extended, false, products, false, 0, inner);
    return new Targets(this, weights, inner);
  }

  /** Moves points from where users see them. */
  void shift(DenseMatrix points) {
    LinearAlgebra.subtractFromRows(points, shift);
  }

  /** Moves points to where users see them. */
  void unshift(DenseMatrix points) {
    LinearAlgebra.subtractFromRows(points, origin());
  }

  /** Returns where the users' origin is among the shifted points. */
  double[] origin() {
    return Arrays.stream(shift).map(value -> -value).toArray();
  }
}
