package org.eigenlens.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;

/**
 * A row that points the same way as another one.
 *
 * @param row its number
 * @param cosine of the angle between both: 1 for the same direction
 */
public record Similar(int row, double cosine) {

  /** Shorter rows than this, relative to the longest, are what rounding leaves of zero. */
  private static final double ROUNDING = 1e-12;

  /**
   * Finds the rows at the smallest angle from a point, nearest first; ties in their order.
   *
   * <p>Rows of no length but by rounding point nowhere and are left out; nothing is found where the
   * point is that short itself. Costs two passes over the rows.
   *
   * @param count how many at most
   */
  public static List<Similar> nearest(DenseMatrix rows, double[] point, int count) {
    return nearest(rows, point, count, ROUNDING);
  }

  /**
   * Finds the rows at the smallest angle from a point, where rows are known only so well.
   *
   * @param tolerance rows and points not longer than this times the longest row point nowhere; what
   *     is below rounding, also NaN, counts as rounding
   */
  public static List<Similar> nearest(
      DenseMatrix rows, double[] point, int count, double tolerance) {
    if (rows.columns() != point.length) {
      throw new IllegalArgumentException(
          "Rows of %d coordinates and a point of %d.".formatted(rows.columns(), point.length));
    }
    double[] row = new double[point.length];
    double[] lengths = new double[rows.rows()];
    double longest = 0;
    for (int i = 0; i < lengths.length; i++) {
      rows.getRow(i, row, 0);
      lengths[i] = Math.sqrt(dot(row, row));
      longest = Math.max(longest, lengths[i]);
    }
    double least = longest * (tolerance > ROUNDING ? tolerance : ROUNDING);
    double length = Math.sqrt(dot(point, point));
    List<Similar> found = new ArrayList<>();
    for (int i = 0; i < lengths.length && length > least; i++) {
      if (lengths[i] > least) {
        rows.getRow(i, row, 0);
        found.add(new Similar(i, dot(row, point) / (length * lengths[i])));
      }
    }
    found.sort(Comparator.comparingDouble(Similar::cosine).reversed());
    return List.copyOf(found.subList(0, Math.min(count, found.size())));
  }

  /**
   * Finds the columns that behave most like a row x: column j is where V puts it, vⱼ·Σ, and the row
   * lies at x·V·Σ, so that a row of one column lies at that column. Neither the mean is taken from
   * the row nor is it whitened: both would move it away from the columns it has.
   *
   * @param row of the data, as it is before any preparation
   */
  public static List<Similar> columns(LinearModel model, double[] row, int count) {
    double[] singular = model.singularValues();
    double[] scale = model.scale();
    DenseMatrix columns = model.directions().transpose();
    if (row.length != columns.rows()) {
      throw new IllegalArgumentException(
          "A row of %s and a model of %d."
              .formatted(Counted.of(row.length, "column"), columns.rows()));
    }
    double[] point = new double[singular.length];
    double[] column = new double[singular.length];
    for (int j = 0; j < row.length; j++) {
      columns.getRow(j, column, 0);
      for (int c = 0; c < column.length; c++) {
        column[c] *= singular[c];
        point[c] += row[j] / scale[j] * column[c];
      }
      columns.setRow(j, column, 0);
    }
    return nearest(columns, point, count, model.provenance().tolerance());
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
