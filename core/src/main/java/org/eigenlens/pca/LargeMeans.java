package org.eigenlens.pca;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;

/**
 * Rows whose means are so large beside their spread that the rounding δ of a mean to a double
 * number is seen: nδδᵀ of it stays in their scatter, 4 % of a variance where the mean is 1e15
 * deviations.
 *
 * <p>They are moved by their rounded means first, which is exact for values within a factor of two
 * of it (Sterbenz 1974), and their directions are found of what is left, whose means are small.
 */
public final class LargeMeans {

  /** What to add to the reason of a solver. */
  public static final String REASON =
      "; done once more with the large means taken from the rows first";

  /** What to say of huge means. */
  public static final String WARNING =
      "the values are so large beside their differences that numbers hold fewer than three digits of"
          + " these: what was rounded to them is lost, unless a constant is subtracted from the"
          + " columns where they are made";

  /** From so many deviations on a mean is large: below it δ² is less than 1e-25 of a variance. */
  private static final double LARGE = 1e3;

  /** What δ may do to the smallest direction that was found. */
  private static final double SEEN = 1e-10;

  /** Numbers have 16 digits, of which a mean of so many deviations leaves three. */
  private static final double HUGE = 1e13;

  private final double[] means;
  private final boolean[] constant;

  /** Takes the means of columns; constant ones become zeros when they are moved. */
  public LargeMeans(double[] means, boolean[] constant) {
    this.means = means;
    this.constant = constant;
  }

  /** Returns what moves rows by the means that were found. */
  static LargeMeans of(Decomposition found) {
    return new LargeMeans(found.mean(), found.constant());
  }

  /** Tells whether the rounding of the means may be seen in the components that were found. */
  static boolean areSeen(Decomposition found) {
    int rank = found.rank();
    double squares = squares(found);
    return rank > 0
        && areLarge(squares, found.total())
        && areSeen(squares, found.values()[rank - 1]);
  }

  /**
   * Tells whether means are large enough to look closer.
   *
   * @param squares nμ²
   * @param deviations Σ(x − μ)² in the same units
   */
  public static boolean areLarge(double squares, double deviations) {
    return squares > LARGE * LARGE * deviations;
  }

  /**
   * Tells whether the rounding of means may be seen in a direction.
   *
   * @param squares n‖μ‖²
   * @param smallest the sum of squares along the direction that varies least
   */
  public static boolean areSeen(double squares, double smallest) {
    double rounding = Math.ulp(1.0) / 2;
    return rounding * rounding * squares > SEEN * smallest;
  }

  /**
   * Tells whether numbers of this size hold few digits of what they differ by.
   *
   * @param squares nμ²
   * @param deviations Σ(x − μ)² in the same units
   */
  public static boolean areHuge(double squares, double deviations) {
    return squares > HUGE * HUGE * deviations;
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
    return source instanceof DenseMatrix dense
        ? moving().apply(dense.copy())
        : movedOnTheWay(source);
  }

  /** Returns the same without a copy: tiles are moved whenever they are read. */
  public RowSource movedOnTheWay(RowSource source) {
    return source.mapped(source.columns(), moving());
  }

  private Moving moving() {
    double[] factors = new double[means.length];
    Arrays.setAll(factors, j -> constant[j] ? 0 : 1);
    return new Moving(means, factors);
  }

  private record Moving(double[] means, double[] factors) implements RowSource.TileMap {
    @Override
    public DenseMatrix apply(DenseMatrix tile) {
      LinearAlgebra.subtractFromRows(tile, means);
      LinearAlgebra.scaleColumns(tile, factors);
      return tile;
    }
  }

  /** Returns what was found of the moved rows as components of the rows themselves. */
  Decomposition restored(Decomposition found) {
    return new Decomposition(
        found.rows(),
        restored(found.mean()),
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

  /** Returns means of the moved rows as means of the rows themselves. */
  public double[] restored(double[] moved) {
    double[] sums = new double[means.length];
    Arrays.setAll(sums, j -> means[j] + moved[j]);
    return sums;
  }
}
