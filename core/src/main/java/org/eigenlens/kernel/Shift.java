package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * What rows are moved by before they are compared by a kernel that such a move does not change.
 *
 * <p>‖x‖² + ‖y‖² − 2x·y keeps its digits only where points lie around the origin, so that is their
 * mean. But where one value is far from all others, as 1e20 that stands for a missing cell, the
 * mean is far from them too, and they less the mean would be the same number, without the digits in
 * which they differ. Such a column is moved by its median.
 */
public final class Shift {

  /** So many rows tell where most of a column is. */
  private static final int SAMPLE = 255;

  /** So many numbers are looked at, where that leaves three rows. */
  private static final int NUMBERS = 1 << 20;

  /** So many typical differences from the median leave a double 32 of 52 bits for such a one. */
  private static final double FAR = 0x1p20;

  private Shift() {}

  /** Returns what to subtract from rows: the mean of each column, or its median. Costs a pass. */
  public static double[] of(DenseMatrix rows) {
    double[] mean = LinearAlgebra.sumOfRows(rows);
    Arrays.setAll(mean, j -> mean[j] / Math.max(1, rows.rows()));
    return of(rows, mean);
  }

  /** Returns the same for rows whose mean is known, from some of them. */
  public static double[] of(DenseMatrix rows, double[] mean) {
    int affordable = Math.max(3, NUMBERS / Math.max(1, rows.columns()));
    int count = Math.min(Math.min(SAMPLE, affordable), rows.rows());
    double[][] columns = new double[rows.columns()][count];
    double[] row = new double[rows.columns()];
    for (int i = 0; i < count; i++) {
      rows.getRow((int) ((long) i * rows.rows() / count), row, 0);
      for (int j = 0; j < row.length; j++) {
        columns[j][i] = row[j];
      }
    }
    double[] shift = mean.clone();
    for (int j = 0; j < shift.length && count > 0; j++) {
      double median = median(columns[j]);
      double[] differences =
          Arrays.stream(columns[j]).map(x -> Math.abs(x - median)).filter(x -> x > 0).toArray();
      if (differences.length > 0 && Math.abs(mean[j] - median) > FAR * median(differences)) {
        shift[j] = median;
      }
    }
    return shift;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
