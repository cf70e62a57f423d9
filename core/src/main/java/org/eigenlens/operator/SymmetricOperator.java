package org.eigenlens.operator;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;

/** A symmetric linear map, known by what it does to vectors. */
public interface SymmetricOperator {

  /** Returns the length of the vectors. */
  int size();

  /**
   * Applies the operator to each row of {@code in} and writes the results to the rows of {@code
   * out}.
   */
  void apply(DenseMatrix in, DenseMatrix out);

  /** Returns the mean of each row, A·1/n; applies the operator to one vector if nobody has. */
  default double[] rowMeans() {
    int n = size();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix ones = scratch.matrix(1, n);
      LinearAlgebra.fill(ones, 1.0 / n);
      DenseMatrix means = scratch.matrix(1, n);
      apply(ones, means);
      return means.row(0);
    }
  }

  /** Returns the trace, which is the sum of all eigenvalues. */
  double trace();
}
