package org.eigenlens.pca;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.SparseMatrix;

/**
 * Powers of two to measure columns in whose squares are no numbers in their own units: to divide by
 * one is exact.
 */
final class Units {

  private final double[] units;
  private final Extent extent;
  private final Preprocessing preprocessing;

  private Units(double[] units, Extent extent, Preprocessing preprocessing) {
    this.units = units;
    this.extent = extent;
    this.preprocessing = preprocessing;
  }

  /**
   * Chooses units in which values are about 1: one for all, or one for each standardised column.
   */
  static Units of(RowSource source, Extent extent, Preprocessing preprocessing) {
    double overall = extent.largest(preprocessing.center());
    boolean apart = preprocessing.standardize() && !(source instanceof SparseMatrix);
    double[] units = new double[source.columns()];
    Arrays.setAll(
        units, j -> unit(!apart ? overall : extent.isConstant(j) ? 0 : extent.deviations()[j]));
    return new Units(units, extent, preprocessing);
  }

  private static double unit(double largest) {
    return largest == 0 ? 1 : Math.scalb(1.0, Math.getExponent(largest));
  }

  /** Returns the rows in these units. */
  RowSource rescaled(RowSource source) {
    double[] factors = new double[units.length];
    Arrays.setAll(factors, j -> 1 / units[j]);
    if (source instanceof SparseMatrix sparse) {
      return sparse.scaled(factors[0]);
    }
    if (source instanceof DenseMatrix dense) {
      DenseMatrix copy = dense.copy();
      LinearAlgebra.scaleColumns(copy, factors);
      return copy;
    }
    return source.mapped(source.columns(), new Rescaling(factors));
  }

  /** Multiplies each column with a factor. */
  private record Rescaling(double[] factors) implements RowSource.TileMap {
    @Override
    public DenseMatrix apply(DenseMatrix tile) {
      LinearAlgebra.scaleColumns(tile, factors);
      return tile;
    }

    @Override
    public SparseMatrix apply(SparseMatrix rows) {
      return rows.scaled(factors);
    }
  }

  /**
   * Returns what was found in these units in the units of the data.
   *
   * @param names of the columns
   * @throws NumericalException if it is no number there, or one with fewer digits
   */
  Decomposition restored(Decomposition found, List<String> names) {
    // In a unit that all columns share, the small ones vanish but are not constant.
    boolean[] constant = found.constant().clone();
    for (int j = 0; j < constant.length; j++) {
      constant[j] &= extent.isConstant(j);
    }
    // Standardised values have no unit; the others share one.
    double square = preprocessing.standardize() ? 1 : units[0] * units[0];
    double[] values = Arrays.stream(found.values()).map(value -> value * square).toArray();
    double total = found.total() * square;
    requireDigits(found, total);
    double[] scale = found.scale() == null ? null : times(found.scale(), units);
    if (scale != null) {
      extent.requireRange(scale, names);
    }
    return new Decomposition(
        found.rows(),
        times(found.mean(), units),
        scale,
        constant,
        values,
        found.components(),
        total,
        found.leftSquares() * square * square,
        found.floor(),
        found.certificate(),
        found.implicit());
  }

  /** Refuses a total that is not finite, or whose variance is denormal and so lacks digits. */
  private void requireDigits(Decomposition found, double total) {
    double variance = total / Math.max(1, found.rows() - preprocessing.ddof());
    boolean tiny = found.total() > 0 && variance < Double.MIN_NORMAL;
    if (tiny || !Double.isFinite(total)) {
      throw extent.beyond(preprocessing.center(), tiny);
    }
  }

  private static double[] times(double[] values, double[] factors) {
    double[] products = new double[values.length];
    Arrays.setAll(products, j -> values[j] * factors[j]);
    return products;
  }
}
