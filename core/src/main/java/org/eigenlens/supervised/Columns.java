package org.eigenlens.supervised;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.Spread;
import org.eigenlens.operator.DenseObservations;
import org.eigenlens.operator.Observations;
import org.eigenlens.operator.SparseObservations;
import org.eigenlens.operator.SummedObservations;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.Extent;
import org.eigenlens.pca.LargeMeans;
import org.eigenlens.pca.Preprocessing;

/**
 * What is done to columns before labels choose directions.
 *
 * @param statistics mean and spread of each
 * @param scale what each is divided by; null if by nothing
 * @param constant which are constant
 * @param factors 1/scale, and 0 where a column is constant
 * @param total the sum of all squares about the mean, after scaling
 * @param names what they are called
 */
record Columns(
    ColumnStatistics statistics,
    double[] scale,
    boolean[] constant,
    double[] factors,
    double total,
    List<String> names) {

  static Columns of(
      RowSource source,
      ColumnStatistics statistics,
      boolean standardize,
      int ddof,
      List<String> names) {
    for (int j = 0; j < names.size(); j++) {
      if (!Double.isFinite(statistics.mean()[j]) || !Double.isFinite(statistics.squares()[j])) {
        throw new NumericalException(
            "Column '"
                + names.get(j)
                + "' has a cell that is no finite number, or values too large to square; correct"
                + " it, or multiply the column by a small constant.");
      }
    }
    boolean[] constant = Preprocessing.constantColumns(source, statistics);
    double[] scale = new Preprocessing(true, standardize, ddof).scale(statistics, constant);
    double[] factors = new double[constant.length];
    Arrays.setAll(factors, j -> constant[j] ? 0 : scale == null ? 1 : 1 / scale[j]);
    double total = 0;
    for (int j = 0; j < factors.length; j++) {
      total += statistics.squares()[j] * factors[j] * factors[j];
    }
    return new Columns(statistics, scale, constant, factors, total, names);
  }

  long rows() {
    return statistics.rows();
  }

  /** Returns how many columns are not constant. */
  int varying() {
    int count = 0;
    for (boolean still : constant) {
      count += still ? 0 : 1;
    }
    return count;
  }

  /**
   * Refuses columns that are all constant, or whose squares are: of the latter nothing is left, or
   * too few digits.
   */
  void requireVariance(RowSource source, int ddof) {
    boolean none = varying() == 0;
    boolean tiny = scale == null && total / Math.max(1, rows() - ddof) < Double.MIN_NORMAL;
    if (none || tiny) {
      Extent extent = Extent.of(source, names);
      throw extent.isConstant() ? allConstant() : extent.beyond(true, true);
    }
  }

  /** Says that there is nothing to look at. */
  static NumericalException allConstant() {
    return new NumericalException(
        "Every column has the same value in all rows, so that nothing can depend on the labels;"
            + " give columns that vary.");
  }

  /** Names the columns that are constant, and says where numbers hold few digits. */
  void warn(List<String> warnings) {
    List<String> found = new ArrayList<>();
    for (int j = 0; j < constant.length; j++) {
      if (constant[j]) {
        found.add(names.get(j));
      }
    }
    if (!found.isEmpty()) {
      warnings.add(Preprocessing.named(found, names.size(), "is constant", "are constant"));
    }
    double[] mean = statistics.mean();
    double[] squares = statistics.squares();
    for (int j = 0; j < constant.length; j++) {
      if (!constant[j] && LargeMeans.areHuge(rows() * (mean[j] * mean[j]), squares[j])) {
        warnings.add(LargeMeans.WARNING);
        return;
      }
    }
  }

  /**
   * Measures how far rows spread along unit directions: from the scatter if known, or by a pass.
   */
  Spread spread(LabelledRows rows, LabelSums sums, DenseMatrix directions) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix image = scratch.matrix(directions.rows(), directions.columns());
      if (sums.scatter() == null) {
        observations(rows.rows()).scatter(directions, image);
      } else {
        DenseMatrix weights = scratch.matrix(directions.rows(), directions.columns());
        LinearAlgebra.copy(directions, weights);
        LinearAlgebra.scaleColumns(weights, factors);
        LinearAlgebra.multiply(1, weights, false, sums.scatter(), false, 0, image);
        LinearAlgebra.scaleColumns(image, factors);
      }
      double[] squares = new double[directions.rows()];
      for (int i = 0; i < squares.length; i++) {
        double[] v = directions.row(i);
        double[] sv = image.row(i);
        for (int j = 0; j < v.length; j++) {
          squares[i] += v[j] * sv[j];
        }
        squares[i] = Math.max(0, squares[i]);
      }
      return new Spread(squares, total);
    }
  }

  private Observations observations(RowSource x) {
    if (x.isDistributed()) {
      return new SummedObservations(x, statistics.rows(), statistics.mean(), factors, total);
    }
    return x instanceof SparseMatrix sparse
        ? new SparseObservations(sparse, statistics.mean(), factors, total)
        : new DenseObservations(
            x, Math.toIntExact(statistics.rows()), statistics.mean(), factors, total);
  }
}
