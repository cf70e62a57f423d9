package org.eigenlens.model;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;

/** Refuses rows that a model makes numbers of that are none: beyond the largest, 1.8e308. */
final class FiniteRows {

  static final String COORDINATES = "its coordinates are";

  private FiniteRows() {}

  /**
   * Refuses the first row that is not finite, unless nothing could be made of it.
   *
   * @param first the number of the first row
   * @param empty tells whether a row has a missing cell, so that it stays without numbers
   * @param what as in {@link #COORDINATES}
   */
  static void require(DenseMatrix made, long first, IntPredicate empty, String what) {
    double[] row = new double[made.columns()];
    for (int i = 0; i < made.rows(); i++) {
      made.getRow(i, row, 0);
      if (!isFinite(row) && !empty.test(i)) {
        throw refusal(first + i, what);
      }
    }
  }

  /** Returns the coordinates of one row. */
  static double[] required(double[] coordinates, double[] row) {
    if (!isFinite(coordinates) && !hasGap(row)) {
      throw refusal(-1, COORDINATES);
    }
    return coordinates;
  }

  /** Returns the refusal of a row by its number, or of the only one (−1). */
  static NumericalException refusal(long row, String what) {
    return NumericalException.atRow(
        row,
        what
            + " beyond the largest number, 1.8e308; correct its values or leave it out, or fit in"
            + " larger units");
  }

  /** Looks without making anything: single rows are scored by the million. */
  static boolean isFinite(double[] row) {
    for (double value : row) {
      if (!Double.isFinite(value)) {
        return false;
      }
    }
    return true;
  }

  /** Tells whether a row has a missing cell. */
  static boolean hasGap(double[] row) {
    return Arrays.stream(row).anyMatch(Double::isNaN);
  }
}
