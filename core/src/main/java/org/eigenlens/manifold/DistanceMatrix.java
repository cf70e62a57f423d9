package org.eigenlens.manifold;

import java.util.Locale;
import org.eigenlens.kernel.DistanceTable;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;

/** A square table of distances, looked at cell by cell before anything is made of it. */
final class DistanceMatrix {

  private static final double LARGEST = 1e140;

  private DistanceMatrix() {}

  /** Refuses what cannot be a table of distances, before it is copied. */
  static void checkSquare(Matrix given) {
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
  }

  /**
   * Copies a table that is one of distances.
   *
   * @param allowance that the copy is taken from
   * @throws NumericalException at the first cell that is negative, not finite, on the diagonal and
   *     not zero, or different from the one across the diagonal
   */
  static DenseMatrix checked(Matrix given, Allowance allowance) {
    checkSquare(given);
    int n = given.rows();
    DenseMatrix matrix = allowance.copy(given);
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
        if (!DistanceTable.areSame(below, above, largest)) {
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

  /**
   * Returns the distances between objects that are not at distance 0: of those that are, the first
   * stands for all.
   *
   * @throws NumericalException if objects at distance 0 differ in their distances to another: a
   *     constant that is added to distances but not to zeros could not make them Euclidean
   */
  static DenseMatrix distinct(DenseMatrix distances) {
    int n = distances.rows();
    int[] kept = new int[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      double[] row = distances.row(i);
      int first = 0;
      while (row[first] != 0) {
        first++;
      }
      if (first == i) {
        kept[count++] = i;
      } else {
        checkAlike(first, i, distances.row(first), row);
      }
    }
    if (count == n) {
      return distances;
    }
    DenseMatrix distinct = DenseMatrix.zeros(count, count);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        distinct.set(i, j, distances.get(kept[i], kept[j]));
      }
    }
    return distinct;
  }

  private static void checkAlike(int first, int second, double[] one, double[] other) {
    for (int j = 0; j < one.length; j++) {
      if (one[j] != other[j]) {
        throw NumericalException.atCell(
            second,
            first,
            "the distance is 0, but to object %d these two have the distances %s and %s; no constant"
                    .formatted(j + 1, one[j], other[j])
                + " makes such distances Euclidean while they stay together.");
      }
    }
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
