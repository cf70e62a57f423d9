package org.eigenlens.pca;

import java.util.Arrays;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.matrix.DenseMatrix;

/**
 * What every route to the principal components arrives at.
 *
 * @param rows n
 * @param mean what was subtracted from each column
 * @param scale what each column was divided by, or null
 * @param constant which columns are constant
 * @param values the squared singular values of the prepared matrix A, descending
 * @param components their directions, as rows
 * @param total ‖A‖², the sum of all squared singular values
 * @param leftSquares the sum of the squares of the values left out, NaN where the route does not
 *     learn it
 * @param floor the size of a value, relative to the first, below which the route cannot tell it
 *     from zero
 * @param certificate what was measured on the result
 * @param implicit whether sparse rows were centred without being filled in
 */
public record Decomposition(
    long rows,
    double[] mean,
    double[] scale,
    boolean[] constant,
    double[] values,
    DenseMatrix components,
    double total,
    double leftSquares,
    double floor,
    Certificate certificate,
    boolean implicit) {

  /** Returns how many of the values can be told from zero. */
  public int rank() {
    int rank = 0;
    while (rank < values.length && values[rank] > floor * values[0] && values[rank] > 0) {
      rank++;
    }
    return rank;
  }

  /** Returns the same with the first {@code count} components only. */
  Decomposition first(int count) {
    return new Decomposition(
        rows,
        mean,
        scale,
        constant,
        Arrays.copyOf(values, count),
        components.rowRange(0, count),
        total,
        leftSquares,
        floor,
        certificate,
        implicit);
  }

  /**
   * Returns the same with everything beyond the rank set to exact zeros.
   *
   * <p>A direction that belongs to a zero eigenvalue is arbitrary: it would carry noise into the
   * coordinates and differ from one solver to the next.
   */
  Decomposition zeroBeyondRank() {
    int rank = rank();
    if (rank == values.length) {
      return this;
    }
    double[] kept = Arrays.copyOf(Arrays.copyOf(values, rank), values.length);
    DenseMatrix rowsKept = DenseMatrix.zeros(components.rows(), components.columns());
    for (int i = 0; i < rank; i++) {
      rowsKept.setRow(i, components.row(i), 0);
    }
    return new Decomposition(
        rows,
        mean,
        scale,
        constant,
        kept,
        rowsKept,
        total,
        leftSquares,
        floor,
        certificate,
        implicit);
  }

  /** Returns the smallest number of values that make up a share of the total. */
  public static int countForShare(double[] values, double total, double share) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[i];
      // A relative rounding error of the sum must not cost a component.
      if (sum >= share * total * (1 - 1e-14)) {
        return i + 1;
      }
    }
    return values.length;
  }
}
