package org.eigenlens.kernel;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;

/** Coordinates by the formula: k(x − shift, S)·B − c. */
final class NystromScores {

  private NystromScores() {}

  static DenseMatrix of(NystromPca pca, Matrix x) {
    DenseMatrix scores = DenseMatrix.zeros(x.rows(), pca.offset().length);
    if (pca.landmarks().rows() == 0) {
      return scores;
    }
    DenseMatrix moved = DenseMatrix.copyOf(x.toArray());
    LinearAlgebra.subtractFromRows(moved, pca.shift());
    DenseMatrix similarities = DenseMatrix.zeros(x.rows(), pca.landmarks().rows());
    pca.kernel().evaluate(moved, pca.landmarks(), similarities);
    LinearAlgebra.multiply(1, similarities, false, pca.coefficients(), false, 0, scores);
    LinearAlgebra.subtractFromRows(scores, pca.offset());
    return scores;
  }
}
