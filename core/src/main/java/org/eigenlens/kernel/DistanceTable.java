package org.eigenlens.kernel;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;

/**
 * k = −½(d + c)² of distances d that the user has measured, the kernel of classical scaling: a row
 * holds the distances of one object to every training object. c is added to distances that are not
 * zero: an object is at distance 0 to itself, and so stays one with those it cannot be told from.
 *
 * @param constant c ≥ 0
 */
public record DistanceTable(double constant) implements Kernel {

  /** What rounding may make of a distance, relative to the largest one. */
  private static final double ROUNDING = 1e-8;

  /** Checks the number. */
  public DistanceTable {
    if (!(constant >= 0 && constant < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "The constant added to distances must be finite and not negative, not " + constant + ".");
    }
  }

  /**
   * Tells whether the distances of two objects, as each of them has it, are the same but for
   * rounding.
   *
   * @param largest of all distances
   */
  public static boolean areSame(double one, double other, double largest) {
    return Math.abs(one - other) <= ROUNDING * largest;
  }

  @Override
  public String name() {
    return "distances";
  }

  /** Refuses what is no distance. */
  @Override
  public void check(DenseMatrix rows, long first) {
    checkDistances(rows, first);
  }

  /**
   * Refuses rows that hold what is no distance; a missing one passes.
   *
   * @param first the number of the first of these rows among all, from 0
   */
  public static void checkDistances(DenseMatrix rows, long first) {
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.getRow(i, row, 0);
      for (int j = 0; j < row.length; j++) {
        if (row[j] < 0) {
          throw NumericalException.atCell(
              first + i, j, "a distance is not negative, but this is " + row[j] + ".");
        }
      }
    }
  }

  /** Turns the rows of a, which are distances, into similarities; b is not read. */
  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    double[] row = new double[a.columns()];
    for (int i = 0; i < a.rows(); i++) {
      a.getRow(i, row, 0);
      for (int j = 0; j < row.length; j++) {
        double distance = row[j] == 0 ? 0 : row[j] + constant;
        row[j] = -0.5 * distance * distance;
      }
      out.setRow(i, row, 0);
    }
  }

  @Override
  public double[] self(DenseMatrix a) {
    throw noPoints();
  }

  @Override
  public double at(double[] x, double[] y) {
    throw noPoints();
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    throw noPoints();
  }

  private static UnsupportedOperationException noPoints() {
    return new UnsupportedOperationException(
        "A table of distances knows no points that they are between.");
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return false;
  }

  @Override
  public boolean isPositive() {
    return false;
  }
}
