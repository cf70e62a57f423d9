package org.eigenlens.supervised;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.Preprocessing;

/** Finds for each of some rows the nearest of others, by all their columns. */
final class NearestRows {

  private static final int AT_ONCE = 256;

  private NearestRows() {}

  /**
   * Finds the nearest, the first of them where several are.
   *
   * <p>‖o − r‖² = ‖o‖² − 2o·r + ‖r‖², whose last term is the same for all others. Both matrices are
   * changed: the mean of the others is taken from them, so that little is lost in the differences.
   *
   * @param standardize whether columns are divided by their spread among the others; those without
   *     any do not count then
   */
  static int[] find(DenseMatrix others, DenseMatrix rows, boolean standardize) {
    // What rounding leaves of a constant column would count as much as any other.
    boolean[] constant =
        standardize
            ? Preprocessing.constantColumns(others, ColumnStatistics.of(others, true))
            : null;
    double[] mean = LinearAlgebra.sumOfRows(others);
    Arrays.setAll(mean, j -> mean[j] / others.rows());
    LinearAlgebra.subtractFromRows(others, mean);
    LinearAlgebra.subtractFromRows(rows, mean);
    if (standardize) {
      double[] factors = new double[mean.length];
      for (int i = 0; i < others.rows(); i++) {
        double[] row = others.row(i);
        for (int j = 0; j < row.length; j++) {
          factors[j] += row[j] * row[j];
        }
      }
      for (int j = 0; j < factors.length; j++) {
        factors[j] = constant[j] || factors[j] == 0 ? 0 : 1 / Math.sqrt(factors[j]);
      }
      LinearAlgebra.scaleColumns(others, factors);
      LinearAlgebra.scaleColumns(rows, factors);
    }
    double[] squares = new double[others.rows()];
    Arrays.setAll(squares, i -> Arrays.stream(others.row(i)).map(value -> value * value).sum());
    int[] nearest = new int[rows.rows()];
    for (int from = 0; from < nearest.length; from += AT_ONCE) {
      int to = Math.min(nearest.length, from + AT_ONCE);
      try (Scratch scratch = new Scratch()) {
        DenseMatrix products = scratch.matrix(to - from, others.rows());
        LinearAlgebra.multiply(-2, rows.rowRange(from, to), false, others, true, 0, products);
        for (int i = from; i < to; i++) {
          nearest[i] = lowest(products.row(i - from), squares);
        }
      }
    }
    return nearest;
  }

  private static int lowest(double[] products, double[] squares) {
    int best = 0;
    for (int j = 1; j < products.length; j++) {
      best = products[j] + squares[j] < products[best] + squares[best] ? j : best;
    }
    return best;
  }
}
