package org.eigenlens.cca;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * One view, reduced and decomposed: A = U·diag(s)·V up to its rank.
 *
 * @param left U, rows × rank
 * @param values s, descending and positive
 * @param right V, rank × columns
 */
record View(DenseMatrix left, double[] values, DenseMatrix right) {

  /**
   * Decomposes a view, which is destroyed.
   *
   * @param floor singular values up to this part of the largest count as zero
   */
  static View of(DenseMatrix a, double floor) {
    if (a.columns() > a.rows()) {
      // A = L·Q: as many columns as rows carry everything, and Q brings back the others.
      DenseMatrix lower = LinearAlgebra.lq(a);
      View narrow = of(lower, floor);
      return new View(narrow.left, narrow.values, LinearAlgebra.multiply(narrow.right, a));
    }
    LinearAlgebra.Svd svd = LinearAlgebra.svd(a);
    double[] s = svd.values();
    int rank = 0;
    while (rank < s.length && s[rank] > floor * s[0] && s[rank] > 0) {
      rank++;
    }
    return new View(
        svd.left().columnRange(0, rank), Arrays.copyOf(s, rank), svd.right().rowRange(0, rank));
  }

  int rank() {
    return values.length;
  }

  /**
   * Returns the condition of the view's covariance with a ridge.
   *
   * @param whole whether all directions were kept; of one that was cut nothing is known
   */
  double squaredCondition(double c, boolean whole) {
    double first = values[0] * values[0];
    double last = whole ? values[rank() - 1] * values[rank() - 1] : 0;
    return Double.isInfinite(c) ? 1 : (first + c) / (last + c);
  }

  /** Returns the same without U, which is as tall as the rows. */
  View withoutBasis() {
    return new View(DenseMatrix.zeros(0, rank()), values, right);
  }

  /** Returns Σ s². */
  double squares() {
    return Arrays.stream(values).map(s -> s * s).sum();
  }

  /**
   * Returns what turns singular vectors into weights: 1/√(s² + c), and 1 in the limit.
   *
   * @param c the ridge, in the units of s²
   */
  double[] factors(double c) {
    return Arrays.stream(values)
        .map(s -> Double.isInfinite(c) ? 1 : 1 / Math.sqrt(s * s + c))
        .toArray();
  }

  /** Returns what the ridge leaves of each whitened coordinate: s/√(s² + c), and s in the limit. */
  double[] shrinkage(double c) {
    double[] shrunk = factors(c);
    Arrays.setAll(shrunk, i -> shrunk[i] * values[i]);
    return shrunk;
  }
}
