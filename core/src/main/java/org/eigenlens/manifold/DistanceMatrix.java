package org.eigenlens.manifold;

import java.util.Locale;
import org.eigenlens.kpca.Points;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;

/** A square table of distances, looked at cell by cell before anything is made of it. */
final class DistanceMatrix {

  /** Differences below this, relative to the largest distance, are roundings of the user's. */
  private static final double ROUNDING = 1e-8;

  private static final double LARGEST = 1e140;

  private DistanceMatrix() {}

  /**
   * Copies a table that is one of distances.
   *
   * @throws NumericalException at the first cell that is negative, not finite, on the diagonal and
   *     not zero, or different from the one across the diagonal
   */
  static DenseMatrix checked(Matrix given) {
    int n = given.rows();
    if (n != given.columns()) {
      throw new NumericalException(
          "Distances are a square table, but this one is %d × %d; give the distance of each row to"
                  .formatted(n, given.columns())
              + " every row, and nothing else.");
    }
    if (n < 2) {
      throw new NumericalException("One object has no distances to others; give more.");
    }
    DenseMatrix matrix = Points.copy(given);
    double largest = 0;
    for (int i = 0; i < n; i++) {
      double[] row = matrix.row(i);
      for (int j = 0; j < n; j++) {
        checkCell(i, j, row[j]);
        largest = Math.max(largest, row[j]);
      }
    }
    if (largest > LARGEST || (largest > 0 && largest < 1 / LARGEST)) {
      throw new NumericalException(
          String.format(
              Locale.ROOT,
              "The largest distance is %.3g, whose square cannot be computed with; use other"
                  + " units.",
              largest));
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        double below = matrix.get(i, j);
        double above = matrix.get(j, i);
        if (Math.abs(below - above) > ROUNDING * largest) {
          throw NumericalException.atCell(
              i,
              j,
              "the distance is %s, but across the diagonal (row %d, column %d) it is %s; make the"
                      .formatted(below, j + 1, i + 1, above)
                  + " table symmetric.");
        }
        matrix.set(i, j, (below + above) / 2);
        matrix.set(j, i, (below + above) / 2);
      }
    }
    return matrix;
  }

  private static void checkCell(int i, int j, double value) {
    if (!Double.isFinite(value)) {
      throw NumericalException.atCell(
          i, j, "a distance is a finite number, but this is " + value + ".");
    }
    if (value < 0) {
      throw NumericalException.atCell(
          i, j, "a distance is not negative, but this is " + value + ".");
    }
    if (i == j && value != 0) {
      throw NumericalException.atCell(
          i,
          j,
          "the distance of an object to itself is 0, but this is "
              + value
              + "; are these similarities?");
    }
  }
}
