package org.eigenlens.operator;

import org.eigenlens.matrix.DenseMatrix;

/** A symmetric linear map, known by what it does to vectors. */
public interface SymmetricOperator {

  /** Returns the length of the vectors. */
  int size();

  /**
   * Applies the operator to each row of {@code in} and writes the results to the rows of {@code
   * out}.
   */
  void apply(DenseMatrix in, DenseMatrix out);

  /** Returns the trace, which is the sum of all eigenvalues. */
  double trace();
}
