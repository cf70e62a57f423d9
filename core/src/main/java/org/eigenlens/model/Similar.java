package org.eigenlens.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;

/**
 * A row that points the same way as another one.
 *
 * @param row its number
 * @param cosine of the angle between both: 1 for the same direction
 */
public record Similar(int row, double cosine) {

  /**
   * Finds the rows at the smallest angle from a point, nearest first; ties in their order.
   *
   * <p>Rows of length zero point nowhere and are left out. Costs a pass over the rows.
   *
   * @param count how many at most
   */
  public static List<Similar> nearest(DenseMatrix rows, double[] point, int count) {
    if (rows.columns() != point.length) {
      throw new IllegalArgumentException(
          "Rows of %d coordinates and a point of %d.".formatted(rows.columns(), point.length));
    }
    double length = Math.sqrt(dot(point, point));
    List<Similar> found = new ArrayList<>();
    double[] row = new double[point.length];
    for (int i = 0; i < rows.rows(); i++) {
      rows.getRow(i, row, 0);
      double product = length * Math.sqrt(dot(row, row));
      if (product > 0) {
        found.add(new Similar(i, dot(row, point) / product));
      }
    }
    found.sort(Comparator.comparingDouble(Similar::cosine).reversed());
    return List.copyOf(found.subList(0, Math.min(count, found.size())));
  }

  /**
   * Finds the columns that behave most like a row: column j is where V puts it, vⱼ·Σ, and a row
   * with coordinates z lies at z·Σ, so that a row of one column lies at that column.
   *
   * @param coordinates of the row, in the model
   */
  public static List<Similar> columns(LinearModel model, double[] coordinates, int count) {
    double[] singular = model.singularValues();
    DenseMatrix columns = model.directions().transpose();
    double[] point = new double[singular.length];
    double[] row = new double[singular.length];
    for (int c = 0; c < point.length; c++) {
      point[c] = coordinates[c] * singular[c];
    }
    for (int j = 0; j < columns.rows(); j++) {
      columns.getRow(j, row, 0);
      for (int c = 0; c < row.length; c++) {
        row[c] *= singular[c];
      }
      columns.setRow(j, row, 0);
    }
    return nearest(columns, point, count);
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
