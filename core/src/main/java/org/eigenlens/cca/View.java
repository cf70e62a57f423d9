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
 * @param divisor what squares are divided by to be variances: a ridge is an amount of variance
 */
record View(DenseMatrix left, double[] values, DenseMatrix right, double divisor) {

  /**
   * Decomposes a view, which is destroyed.
   *
   * @param floor singular values up to this part of the largest count as zero
   */
  static View of(DenseMatrix a, double floor, double divisor) {
    if (a.columns() > a.rows()) {
      // A = L·Q: as many columns as rows carry everything, and Q brings back the others.
      DenseMatrix lower = LinearAlgebra.lq(a);
      View narrow = of(lower, floor, divisor);
      return new View(narrow.left, narrow.values, LinearAlgebra.multiply(narrow.right, a), divisor);
    }
    LinearAlgebra.Svd svd = LinearAlgebra.svd(a);
    double[] s = svd.values();
    int rank = 0;
    while (rank < s.length && s[rank] > floor * s[0] && s[rank] > 0) {
      rank++;
    }
    return new View(
        svd.left().columnRange(0, rank),
        Arrays.copyOf(s, rank),
        svd.right().rowRange(0, rank),
        divisor);
  }

  int rank() {
    return values.length;
  }

  /**
   * Returns the condition of the view's covariance with a ridge.
   *
   * @param whole whether all directions were kept; of one that was cut nothing is known
   */
  double squaredCondition(double ridge, boolean whole) {
    double c = ridge * divisor;
    double first = values[0] * values[0];
    double last = whole ? values[rank() - 1] * values[rank() - 1] : 0;
    return Double.isInfinite(c) ? 1 : (first + c) / (last + c);
  }

  /** Returns the same without U, which is as tall as the rows. */
  View withoutBasis() {
    return new View(DenseMatrix.zeros(0, rank()), values, right, divisor);
  }

  /** Returns the variance of a direction on average. */
  double meanVariance() {
    return Arrays.stream(values).map(s -> s * s).sum() / divisor / rank();
  }

  /**
   * Returns what turns singular vectors into weights: 1/√(s² + c) with c = ridge·divisor. In the
   * limit nothing is whitened and a deviation remains one: 1/√divisor.
   */
  double[] factors(double ridge) {
    double c = ridge * divisor;
    return Arrays.stream(values)
        .map(s -> 1 / Math.sqrt(Double.isInfinite(c) ? divisor : s * s + c))
        .toArray();
  }

  /**
   * Returns what the ridge leaves of each whitened coordinate: s/√(s² + c), and in the limit the
   * deviation s/√divisor.
   */
  double[] shrinkage(double ridge) {
    double[] shrunk = factors(ridge);
    Arrays.setAll(shrunk, i -> shrunk[i] * values[i]);
    return shrunk;
  }
}
