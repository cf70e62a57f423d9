package org.eigenlens.kpca;

import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;

/** Makes a symmetric matrix of what a user has computed, and says what was wrong with it. */
final class Similarities {

  /** Differences below this, relative to the largest entry, are roundings of the user's. */
  private static final double ROUNDING = 1e-8;

  private Similarities() {}

  /** Refuses a table that is not square. */
  static void checkSquare(Matrix given) {
    if (given.rows() != given.columns()) {
      throw new NumericalException(
          "A precomputed kernel is a square table, but this one is %d × %d; give the similarity of"
                  .formatted(given.rows(), given.columns())
              + " each row with every row, and nothing else.");
    }
  }

  /** Replaces K by its symmetric part (K + Kᵀ)/2; a difference worth naming is a warning. */
  static void makeSymmetric(DenseMatrix matrix, List<String> warnings) {
    int n = matrix.rows();
    double largest = 0;
    double worst = 0;
    int at = 0;
    int across = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double below = matrix.get(i, j);
        double above = matrix.get(j, i);
        if (!Double.isFinite(below) || !Double.isFinite(above)) {
          boolean first = !Double.isFinite(below);
          throw new NumericalException(
              "Row %d, column %d of the kernel is %s; every cell must be a finite number."
                  .formatted((first ? i : j) + 1, (first ? j : i) + 1, first ? below : above));
        }
        largest = Math.max(largest, Math.max(Math.abs(below), Math.abs(above)));
        if (Math.abs(below - above) > worst) {
          worst = Math.abs(below - above);
          at = i;
          across = j;
        }
        double mean = below / 2 + above / 2;
        matrix.set(i, j, mean);
        matrix.set(j, i, mean);
      }
    }
    if (largest > 0 && hasZeroDiagonal(matrix)) {
      warnings.add(
          "the diagonal of the kernel matrix is zero, as in a table of distances; a kernel is a table"
              + " of similarities");
    }
    if (worst > ROUNDING * largest) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the kernel matrix is not symmetric: rows %d and %d differ by %.6g across the"
                  + " diagonal; the mean of both triangles was used",
              across + 1,
              at + 1,
              worst));
    }
  }

  private static boolean hasZeroDiagonal(DenseMatrix matrix) {
    for (int i = 0; i < matrix.rows(); i++) {
      if (matrix.get(i, i) != 0) {
        return false;
      }
    }
    return true;
  }
}
