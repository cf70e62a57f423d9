package org.eigenlens.pca;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;

/**
 * How far columns reach, without squaring anything, for data whose squares are no numbers.
 *
 * @param first the first row
 * @param deviations the largest |x − first| of each column
 * @param magnitude the largest |x| of all
 */
public record Extent(double[] first, double[] deviations, double magnitude) {

  /**
   * Measures all rows.
   *
   * @throws NumericalException that names the first cell which is not a finite number
   */
  public static Extent of(RowSource source, List<String> names) {
    int d = source.columns();
    double[] first = new double[d];
    double[] deviations = new double[d];
    double[] magnitude = new double[1];
    source.forEachTile(
        ColumnStatistics.tileRows(d),
        1,
        (lane, firstRow, tile) -> {
          double[] row = new double[d];
          for (int i = 0; i < tile.rows(); i++) {
            tile.getRow(i, row, 0);
            if (firstRow + i == 0) {
              System.arraycopy(row, 0, first, 0, d);
            }
            for (int j = 0; j < d; j++) {
              if (!Double.isFinite(row[j])) {
                throw NumericalException.inColumn(
                    j,
                    "Row %d, column '%s' is %s; every cell must be a finite number."
                        .formatted(firstRow + i + 1, names.get(j), row[j]));
              }
              deviations[j] = Math.max(deviations[j], Math.abs(row[j] - first[j]));
              magnitude[0] = Math.max(magnitude[0], Math.abs(row[j]));
            }
          }
        });
    return new Extent(first, deviations, magnitude[0]);
  }

  /** Returns the largest deviation of all. */
  double deviation() {
    return Arrays.stream(deviations).max().orElse(0);
  }

  /** Tells whether a column is constant. */
  public boolean isConstant(int column) {
    return Preprocessing.isConstant(first[column], deviations[column]);
  }
}
