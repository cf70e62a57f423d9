package org.eigenlens.pca;

import java.util.Arrays;
import org.eigenlens.matrix.RowSource;

/**
 * What is done to the data before their directions are sought.
 *
 * @param center whether the mean is subtracted
 * @param standardize whether columns are divided by their standard deviation
 * @param ddof variances divide by n − ddof
 */
public record Preprocessing(boolean center, boolean standardize, int ddof) {

  /** Relative rounding error of a mean that could make a constant column look otherwise. */
  private static final double SUSPECT = 1e-10;

  /** Checks the divisor. */
  public Preprocessing {
    if (ddof != 0 && ddof != 1) {
      throw new IllegalArgumentException("ddof can be 0 or 1, not " + ddof + ".");
    }
  }

  /**
   * Returns what each column is divided by: its deviation, or 1 where it is constant; null if
   * nothing is to be divided.
   */
  double[] scale(ColumnStatistics centred, boolean[] constant) {
    if (!standardize) {
      return null;
    }
    double[] scale = centred.deviations(ddof);
    for (int j = 0; j < scale.length; j++) {
      if (constant[j] || scale[j] == 0) {
        scale[j] = 1;
      }
    }
    return scale;
  }

  /**
   * Finds the columns whose values are all equal, bit for bit.
   *
   * <p>The mean of equal numbers may be off by a rounding error, so a tiny spread makes a column
   * only suspect; another look at the data settles it. That look is rare.
   */
  static boolean[] constantColumns(RowSource source, ColumnStatistics centred) {
    int d = centred.mean().length;
    boolean[] constant = new boolean[d];
    boolean any = false;
    for (int j = 0; j < d; j++) {
      double spread = Math.sqrt(centred.squares()[j] / Math.max(1, centred.rows()));
      constant[j] = spread <= SUSPECT * Math.abs(centred.mean()[j]);
      any |= constant[j] && centred.squares()[j] > 0;
    }
    if (!any) {
      return constant;
    }
    double[] first = new double[d];
    boolean[] known = new boolean[1];
    source.forEachTile(
        ColumnStatistics.tileRows(d),
        1,
        (lane, row, tile) -> {
          double[] values = new double[d];
          for (int i = 0; i < tile.rows(); i++) {
            tile.getRow(i, values, 0);
            if (!known[0]) {
              known[0] = true;
              System.arraycopy(values, 0, first, 0, d);
            }
            for (int j = 0; j < d; j++) {
              if (values[j] != first[j]) {
                constant[j] = false;
              }
            }
          }
        });
    return constant;
  }

  /** Returns the factors 1/scale, or null. */
  static double[] inverse(double[] scale) {
    if (scale == null) {
      return null;
    }
    double[] inverse = new double[scale.length];
    Arrays.setAll(inverse, j -> 1 / scale[j]);
    return inverse;
  }
}
