package org.eigenlens.eigen;

import org.eigenlens.matrix.DenseMatrix;

/**
 * Fixes the sign of eigenvectors: in each the entry of largest magnitude is positive.
 *
 * <p>Among entries that tie to one part in a million the first decides. A plain maximum would be
 * decided by rounding there, and flip from one solver or machine to the next.
 */
public final class SignRule {

  private static final double TIE = 1 - 1e-6;

  private SignRule() {}

  /** Flips the rows that break the rule. */
  public static void apply(DenseMatrix vectors) {
    double[] v = new double[vectors.columns()];
    for (int i = 0; i < vectors.rows(); i++) {
      vectors.getRow(i, v, 0);
      if (sign(v) < 0) {
        for (int j = 0; j < v.length; j++) {
          v[j] = -v[j];
        }
        vectors.setRow(i, v, 0);
      }
    }
  }

  /** Returns −1 for a vector that breaks the rule, otherwise 1. */
  public static int sign(double[] v) {
    double largest = 0;
    for (double value : v) {
      largest = Math.max(largest, Math.abs(value));
    }
    for (double value : v) {
      if (Math.abs(value) >= TIE * largest) {
        return value < 0 ? -1 : 1;
      }
    }
    return 1;
  }
}
