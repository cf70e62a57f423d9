package org.eigenlens.operator;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/** A symmetric matrix in memory as an operator; both triangles must be filled. */
public record MatrixOperator(DenseMatrix matrix) implements SymmetricOperator {

  /** Checks that the matrix is square. */
  public MatrixOperator {
    if (matrix.rows() != matrix.columns()) {
      throw new IllegalArgumentException(
          "A symmetric matrix is square, not " + matrix.rows() + " × " + matrix.columns() + ".");
    }
  }

  @Override
  public int size() {
    return matrix.rows();
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    LinearAlgebra.multiply(1, in, false, matrix, false, 0, out);
  }

  @Override
  public double trace() {
    double sum = 0;
    for (int i = 0; i < matrix.rows(); i++) {
      sum += matrix.get(i, i);
    }
    return sum;
  }
}
