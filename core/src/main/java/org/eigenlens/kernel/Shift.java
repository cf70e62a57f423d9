package org.eigenlens.kernel;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * What rows are moved by before they are compared by a kernel that such a move does not change.
 *
 * <p>‖x‖² + ‖y‖² − 2x·y keeps its digits only where points lie around the origin, so that is their
 * mean. But where one value is far from all others, as 1e20 that stands for a missing cell, the
 * mean is far from them too, and they less the mean would be the same number, without the digits in
 * which they differ. Such a column stays where it is.
 */
public final class Shift {

  /** Values of this part of the mean keep 32 of their 52 bits when it is subtracted. */
  private static final double LEAST = 0x1p-20;

  private Shift() {}

  /** Returns what to subtract from rows, from a pass over them: their mean, or 0 in a column. */
  public static double[] of(DenseMatrix rows) {
    double[] mean = LinearAlgebra.sumOfRows(rows);
    for (int j = 0; j < mean.length; j++) {
      mean[j] /= Math.max(1, rows.rows());
    }
    return of(rows, mean);
  }

  /** Returns the same for rows whose mean is known. */
  public static double[] of(DenseMatrix rows, double[] mean) {
    double[] shift = mean.clone();
    double[] row = new double[shift.length];
    for (int i = 0; i < rows.rows(); i++) {
      rows.getRow(i, row, 0);
      for (int j = 0; j < row.length; j++) {
        double size = Math.abs(row[j]);
        if (size > 0 && size < LEAST * Math.abs(mean[j])) {
          shift[j] = 0;
        }
      }
    }
    return shift;
  }
}
