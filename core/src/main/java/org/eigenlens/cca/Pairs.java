package org.eigenlens.cca;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * The paired directions of two views: singular vectors of the whitened cross-covariance D₁U₁ᵀU₂D₂,
 * where D = s/√(s² + c) for a ridge (Björck and Golub 1973; Vinod 1976 for the ridge).
 *
 * <p>Without a ridge the singular values are the canonical correlations. With one they are not, and
 * what counts is the correlation of the scores. Costs an SVD of rank₁ × rank₂.
 *
 * @param values all singular values, descending
 * @param left the whitened directions of the first view as columns, rank₁ × min(ranks)
 * @param right those of the second as rows, min(ranks) × rank₂
 * @param factorsX what turns the first view's whitened directions into weights
 * @param factorsY the same for the second
 * @param x the first view
 * @param y the second
 */
record Pairs(
    double[] values,
    DenseMatrix left,
    DenseMatrix right,
    double[] factorsX,
    double[] factorsY,
    View x,
    View y) {

  /** Finds the pairs. */
  static Pairs of(View x, View y, DenseMatrix product, double ridgeX, double ridgeY) {
    LinearAlgebra.Svd svd = LinearAlgebra.svd(shrunk(x, y, product, ridgeX, ridgeY));
    return new Pairs(
        svd.values(), svd.left(), svd.right(), x.factors(ridgeX), y.factors(ridgeY), x, y);
  }

  /** Finds the first pair only, at a fraction of the cost and to half the digits. */
  static Pairs first(View x, View y, DenseMatrix product, double ridgeX, double ridgeY) {
    DenseMatrix whitened = shrunk(x, y, product, ridgeX, ridgeY);
    boolean wide = x.rank() <= y.rank();
    int size = Math.min(x.rank(), y.rank());
    DenseMatrix gram = DenseMatrix.zeros(size, size);
    LinearAlgebra.addGram(whitened, wide, gram);
    LinearAlgebra.mirror(gram);
    DenseMatrix own = DenseMatrix.zeros(1, size);
    double[] square = LinearAlgebra.largestEigen(gram, own);
    double value = Math.sqrt(Math.max(0, square[0]));
    DenseMatrix other = DenseMatrix.zeros(1, wide ? y.rank() : x.rank());
    LinearAlgebra.multiply(value > 0 ? 1 / value : 0, own, false, whitened, !wide, 0, other);
    return new Pairs(
        new double[] {value},
        (wide ? own : other).transpose(),
        wide ? other : own,
        x.factors(ridgeX),
        y.factors(ridgeY),
        x,
        y);
  }

  /** Returns U₁ᵀU₂, which no ridge changes. */
  static DenseMatrix product(View x, View y) {
    DenseMatrix product = DenseMatrix.zeros(x.rank(), y.rank());
    LinearAlgebra.multiply(1, x.left(), true, y.left(), false, 0, product);
    return product;
  }

  /** Returns D₁U₁ᵀU₂D₂. */
  static DenseMatrix shrunk(View x, View y, DenseMatrix product, double ridgeX, double ridgeY) {
    DenseMatrix whitened = product.copy();
    if (ridgeX != 0) {
      LinearAlgebra.scaleRows(whitened, x.shrinkage(ridgeX));
    }
    if (ridgeY != 0) {
      LinearAlgebra.scaleColumns(whitened, y.shrinkage(ridgeY));
    }
    return whitened;
  }

  /** Returns the sum of all squared singular values. */
  double total() {
    return Arrays.stream(values).map(value -> value * value).sum();
  }

  /** Returns the first weights of the first view, a row each, whose scores have unit length. */
  DenseMatrix weightsX(int count) {
    return weights(left.columnRange(0, count).transpose(), factorsX, x);
  }

  /** Returns the first weights of the second view. */
  DenseMatrix weightsY(int count) {
    return weights(right.rowRange(0, count).copy(), factorsY, y);
  }

  private static DenseMatrix weights(DenseMatrix directions, double[] factors, View view) {
    LinearAlgebra.scaleColumns(directions, factors);
    double[] s = view.values();
    double[] units = new double[directions.rows()];
    for (int i = 0; i < units.length; i++) {
      double[] direction = directions.row(i);
      double sum = 0;
      for (int j = 0; j < s.length; j++) {
        sum += s[j] * s[j] * direction[j] * direction[j];
      }
      units[i] = sum > 0 ? 1 / Math.sqrt(sum) : 0;
    }
    LinearAlgebra.scaleRows(directions, units);
    return LinearAlgebra.multiply(directions, view.right());
  }

  /**
   * Measures ‖Tv − σu‖ and ‖Tᵀu − σv‖ on the reduced views themselves, T being their whitened
   * cross-covariance; returns the largest over σ₁.
   */
  double residual(DenseMatrix a, DenseMatrix b, int count) {
    DenseMatrix u = left.columnRange(0, count).transpose();
    DenseMatrix v = right.rowRange(0, count).copy();
    double worst =
        Math.max(
            residual(a, x, factorsX, u, b, y, factorsY, v),
            residual(b, y, factorsY, v, a, x, factorsX, u));
    return values[0] > 0 ? worst / values[0] : worst;
  }

  private double residual(
      DenseMatrix a,
      View own,
      double[] ownFactors,
      DenseMatrix expected,
      DenseMatrix b,
      View other,
      double[] otherFactors,
      DenseMatrix directions) {
    DenseMatrix weights = directions.copy();
    LinearAlgebra.scaleColumns(weights, otherFactors);
    DenseMatrix scores = DenseMatrix.zeros(b.rows(), weights.rows());
    DenseMatrix full = LinearAlgebra.multiply(weights, other.right());
    LinearAlgebra.multiply(1, b, false, full, true, 0, scores);
    DenseMatrix products = DenseMatrix.zeros(weights.rows(), a.columns());
    LinearAlgebra.multiply(1, scores, true, a, false, 0, products);
    DenseMatrix image = DenseMatrix.zeros(weights.rows(), own.rank());
    LinearAlgebra.multiply(1, products, false, own.right(), true, 0, image);
    LinearAlgebra.scaleColumns(image, ownFactors);
    double worst = 0;
    for (int i = 0; i < image.rows(); i++) {
      double[] found = image.row(i);
      double[] wanted = expected.row(i);
      double sum = 0;
      for (int j = 0; j < found.length; j++) {
        double difference = found[j] - values[i] * wanted[j];
        sum += difference * difference;
      }
      worst = Math.max(worst, Math.sqrt(sum));
    }
    return worst;
  }

  /** Returns the scores A·wᵀ of weights, as columns. */
  static DenseMatrix scores(View view, DenseMatrix weights) {
    DenseMatrix inner = DenseMatrix.zeros(view.rank(), weights.rows());
    LinearAlgebra.multiply(1, view.right(), false, weights, true, 0, inner);
    LinearAlgebra.scaleRows(inner, view.values());
    return LinearAlgebra.multiply(view.left(), inner);
  }
}
