package org.eigenlens.kernel;

import java.util.Arrays;
import java.util.function.DoubleSupplier;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.matrix.Summary;

/**
 * Candidates for landmarks that were drawn together, each by what the landmarks before them leave
 * of it, of which some are accepted in turn.
 */
final class CandidateBlock {

  private final Kernel kernel;

  /** K − FFᵀ on the candidates; columns of those accepted become columns of its factor. */
  private final double[][] schur;

  private final double[] self;
  private final double[] residual;

  /**
   * Compares candidates with one another.
   *
   * @param points the candidates
   * @param known their features by the landmarks there are
   */
  CandidateBlock(Kernel kernel, DenseMatrix points, DenseMatrix known) {
    this.kernel = kernel;
    self = kernel.self(points);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix block = scratch.matrix(points.rows(), points.rows());
      kernel.evaluate(points, points, block);
      LinearAlgebra.multiply(-1, known, false, known, true, 1, block);
      schur = block.toArray();
    }
    residual = new double[self.length];
    Arrays.setAll(residual, j -> schur[j][j]);
  }

  /**
   * Factors the block, skipping each candidate with the probability that those before it have taken
   * from it; returns the others. The first is accepted if anything is left of it.
   *
   * @param room how many to accept at most
   * @param drop what is left below this part of k(x, x) is rounding
   * @param uniform decides; null to skip only what is rounding
   */
  int[] accept(int room, double drop, DoubleSupplier uniform) {
    int[] accepted = new int[self.length];
    int size = 0;
    for (int j = 0; j < self.length && size < room; j++) {
      double pivot = schur[j][j];
      RandomPivotedCholesky.checkResidual(kernel, pivot, self[j], Summary.UNNUMBERED);
      double threshold = uniform == null ? 0 : uniform.getAsDouble() * residual[j];
      boolean significant = pivot > drop * self[j];
      if (significant && (j == 0 || threshold < pivot)) {
        eliminate(j);
        accepted[size++] = j;
      }
    }
    return Arrays.copyOf(accepted, size);
  }

  private void eliminate(int j) {
    double root = Math.sqrt(schur[j][j]);
    double[] column = new double[self.length];
    for (int i = j; i < self.length; i++) {
      schur[i][j] /= root;
      column[i] = schur[i][j];
    }
    for (int i = j + 1; i < self.length; i++) {
      for (int l = j + 1; l <= i; l++) {
        schur[i][l] -= column[i] * column[l];
      }
    }
  }

  /** Writes the lower triangle that belongs to those accepted. */
  void writeFactor(int[] accepted, DenseMatrix triangle) {
    for (int i = 0; i < accepted.length; i++) {
      for (int j = 0; j <= i; j++) {
        triangle.set(i, j, schur[accepted[i]][accepted[j]]);
      }
    }
  }
}
