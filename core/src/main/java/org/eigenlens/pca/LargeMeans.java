package org.eigenlens.pca;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.SparseMatrix;

/**
 * Rows whose means are so large beside their spread that the rounding δ of a mean to a double
 * number is seen: nδδᵀ of it stays in their scatter, 4 % of a variance where the mean is 1e15
 * deviations.
 *
 * <p>They are moved by their rounded means first, which is exact for values within a factor of two
 * of it (Sterbenz 1974), and their components are found of what is left, whose means are small.
 */
final class LargeMeans {

  /** From so many deviations on a mean is large: below it δ² is less than 1e-25 of a variance. */
  private static final double LARGE = 1e3;

  /** What δ may do to the smallest component that was found. */
  private static final double SEEN = 1e-10;

  private final double[] means;
  private final boolean[] constant;

  private LargeMeans(Decomposition found) {
    means = found.mean();
    constant = found.constant();
  }

  /** Returns what moves rows by the means that were found. */
  static LargeMeans of(Decomposition found) {
    return new LargeMeans(found);
  }

  /** Tells whether the rounding of the means may be seen in the components that were found. */
  static boolean areSeen(Decomposition found) {
    int rank = found.rank();
    double squares = squares(found);
    if (rank == 0 || !(squares > LARGE * LARGE * found.total())) {
      return false;
    }
    double rounding = Math.ulp(1.0) / 2;
    return rounding * rounding * squares > SEEN * found.values()[rank - 1];
  }

  /** Returns n‖μ‖² in the units of the total; constant columns have no part in either. */
  static double squares(Decomposition found) {
    double sum = 0;
    for (int j = 0; j < found.mean().length; j++) {
      if (found.constant()[j]) {
        continue;
      }
      double mean = found.mean()[j] / (found.scale() == null ? 1 : found.scale()[j]);
      sum += mean * mean;
    }
    return sum * found.rows();
  }

  /** Returns the rows less the means; constant columns become zeros, not their last bits. */
  RowSource moved(RowSource source) {
    double[] factors = new double[means.length];
    Arrays.setAll(factors, j -> constant[j] ? 0 : 1);
    Moving moving = new Moving(means, factors);
    return source instanceof DenseMatrix dense
        ? moving.apply(dense.copy())
        : source.mapped(source.columns(), moving);
  }

  private record Moving(double[] means, double[] factors) implements RowSource.TileMap {
    @Override
    public DenseMatrix apply(DenseMatrix tile) {
      LinearAlgebra.subtractFromRows(tile, means);
      LinearAlgebra.scaleColumns(tile, factors);
      return tile;
    }

    @Override
    public SparseMatrix apply(SparseMatrix rows) {
      throw new AssertionError("sparse rows stay where they are");
    }
  }

  /** Returns what was found of the moved rows as components of the rows themselves. */
  Decomposition restored(Decomposition found) {
    double[] sums = new double[means.length];
    Arrays.setAll(sums, j -> means[j] + found.mean()[j]);
    return new Decomposition(
        found.rows(),
        sums,
        found.scale(),
        constant,
        found.values(),
        found.components(),
        found.total(),
        found.leftSquares(),
        found.floor(),
        found.certificate(),
        found.implicit());
  }
}
