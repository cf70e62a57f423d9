package org.eigenlens.eigen;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.operator.SymmetricOperator;

/**
 * A cheap operator near the one that counts.
 *
 * @param operator which it is
 * @param error about how far its products are from the true ones, for vectors of length one
 * @param start rows near the leading eigenvectors, to begin with; null if none are known
 */
public record StandIn(SymmetricOperator operator, double error, DenseMatrix start) {

  /** Checks that it does not claim to be exact. */
  public StandIn {
    if (!(error > 0 && error < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The error of a stand-in is positive and finite, not " + error + ".");
    }
    if (start != null && start.columns() != operator.size()) {
      throw new IllegalArgumentException(
          "The start has vectors of "
              + start.columns()
              + " values for an operator of size "
              + operator.size()
              + ".");
    }
  }

  /** Knows nothing of the eigenvectors. */
  public StandIn(SymmetricOperator operator, double error) {
    this(operator, error, null);
  }
}
