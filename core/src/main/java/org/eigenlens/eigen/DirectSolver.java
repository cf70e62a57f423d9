package org.eigenlens.eigen;

import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.MatrixOperator;
import org.eigenlens.operator.SymmetricOperator;

/**
 * Decomposes the whole matrix by LAPACK: divide and conquer for many vectors, relatively robust
 * representations for few.
 *
 * <p>Costs 4n³/3 operations for few pairs and about 9n³ for all, and memory for two n × n matrices.
 * An operator that is not a matrix is turned into one by applying it to the identity.
 */
public final class DirectSolver implements Eigensolver {

  private static final int BLOCK = 256;

  @Override
  public Eigenpairs solve(SymmetricOperator operator, int count, Progress progress) {
    Eigensolver.checkCount(operator, count);
    DenseMatrix matrix = operator instanceof MatrixOperator m ? m.matrix() : toMatrix(operator);
    int n = operator.size();
    progress.at("decomposing a matrix of size " + n);
    double[] ascending;
    DenseMatrix rows;
    double seen;
    // Few vectors of a large matrix: the back-transformation of all of them is not worth it.
    if (n > 64 && count < n / 4) {
      rows = DenseMatrix.unset(count, n, Precision.DOUBLE);
      ascending = LinearAlgebra.largestEigen(matrix, rows);
      // LAPACK's spectrum is complete: nothing larger was left out, whatever the others are.
      seen = operator.trace();
    } else {
      rows = matrix.copy();
      ascending = LinearAlgebra.symmetricEigen(rows);
      seen = operator.trace();
    }
    double[] values = new double[count];
    DenseMatrix vectors = DenseMatrix.unset(count, n, Precision.DOUBLE);
    double[] row = new double[n];
    for (int i = 0; i < count; i++) {
      int from = ascending.length - 1 - i;
      values[i] = ascending[from];
      rows.getRow(from, row, 0);
      vectors.setRow(i, row, 0);
    }
    rows.storage().release();
    SignRule.apply(vectors);
    Certificate certificate =
        Certificate.measure(new MatrixOperator(matrix), values, vectors, seen, true, 1);
    return new Eigenpairs(values, vectors, certificate);
  }

  /** Applies the operator to the identity, a block at a time. */
  private static DenseMatrix toMatrix(SymmetricOperator operator) {
    int n = operator.size();
    DenseMatrix matrix = DenseMatrix.unset(n, n, Precision.DOUBLE);
    for (int from = 0; from < n; from += BLOCK) {
      int to = Math.min(n, from + BLOCK);
      try (Scratch scratch = new Scratch()) {
        DenseMatrix unit = scratch.zeros(to - from, n);
        for (int i = from; i < to; i++) {
          unit.set(i - from, i, 1);
        }
        operator.apply(unit, matrix.rowRange(from, to));
      }
    }
    return matrix;
  }
}
