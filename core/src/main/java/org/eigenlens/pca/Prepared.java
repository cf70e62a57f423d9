package org.eigenlens.pca;

import java.util.Arrays;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.eigen.Eigenpairs;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.operator.DenseObservations;
import org.eigenlens.operator.Observations;
import org.eigenlens.operator.ScatterOperator;
import org.eigenlens.operator.SparseObservations;
import org.eigenlens.operator.SummedObservations;

/**
 * The mean and scale of data, ready to make observations of rows and results of eigenpairs.
 *
 * @param rows n
 * @param mean what is subtracted from each column, null if nothing
 * @param scale what each column is divided by, null if by nothing
 * @param constant which columns are constant; all false where nobody asked
 */
record Prepared(long rows, double[] mean, double[] scale, boolean[] constant) {

  /** Works out mean and scale from statistics that were taken with the same centring. */
  static Prepared of(RowSource source, ColumnStatistics statistics, Preprocessing preprocessing) {
    if (!preprocessing.center() && !preprocessing.standardize()) {
      return new Prepared(statistics.rows(), null, null, new boolean[source.columns()]);
    }
    // A standard deviation is always taken about the mean, whether or not the mean is subtracted.
    ColumnStatistics centred =
        preprocessing.center() ? statistics : ColumnStatistics.of(source, true);
    boolean[] constant = Preprocessing.constantColumns(source, centred);
    return new Prepared(
        statistics.rows(),
        preprocessing.center() ? statistics.mean() : null,
        preprocessing.scale(centred, constant),
        constant);
  }

  double total(ColumnStatistics statistics) {
    double total = 0;
    for (int j = 0; j < constant.length; j++) {
      double squares = mean != null && constant[j] ? 0 : statistics.squares()[j];
      total += scale == null ? squares : squares / (scale[j] * scale[j]);
    }
    return total;
  }

  Observations observations(RowSource source, double total) {
    double[] inverse = Preprocessing.inverse(scale);
    if (source instanceof SparseMatrix sparse) {
      return new SparseObservations(sparse, mean, inverse, total);
    }
    if (source.isDistributed()) {
      return new SummedObservations(source, rows, mean, inverse, total);
    }
    return new DenseObservations(source, Math.toIntExact(rows), mean, inverse, total);
  }

  Decomposition decomposition(Eigenpairs pairs, double total, double leftSquares, double floor) {
    return decomposition(pairs, total, leftSquares, floor, false);
  }

  Decomposition decomposition(
      Eigenpairs pairs, double total, double leftSquares, double floor, boolean implicit) {
    return new Decomposition(
        rows,
        mean == null ? new double[constant.length] : mean,
        scale,
        constant,
        pairs.values(),
        pairs.vectors(),
        total,
        leftSquares,
        floor,
        pairs.certificate(),
        implicit);
  }

  /**
   * Recovers the directions Aᵀu/σ from left vectors (lecture equation 36) and makes them
   * orthonormal again: dividing by a small σ magnifies the rounding errors of the product.
   */
  Decomposition fromLeftVectors(
      Observations a,
      double[] values,
      DenseMatrix left,
      Certificate certificate,
      double leftSquares,
      double floor) {
    int k = values.length;
    int rank = 0;
    while (rank < k && values[rank] > floor * values[0] && values[rank] > 0) {
      rank++;
    }
    DenseMatrix components = DenseMatrix.zeros(k, a.columns());
    if (rank > 0) {
      DenseMatrix directions = components.rowRange(0, rank);
      a.combine(left.rowRange(0, rank), directions);
      double[] factors = new double[rank];
      Arrays.setAll(factors, i -> 1 / Math.sqrt(values[i]));
      LinearAlgebra.scaleRows(directions, factors);
      LinearAlgebra.lq(directions).storage().release();
      SignRule.apply(directions);
    }
    DenseMatrix used = components.rowRange(0, rank);
    Certificate measured =
        certificate == null
            ? measured(a, Arrays.copyOf(values, rank), used)
            : new Certificate(
                certificate.residuals(),
                Certificate.orthogonality(used),
                certificate.captured(),
                certificate.capturedBound(),
                certificate.converged(),
                certificate.passes());
    return decomposition(
        new Eigenpairs(values, components, measured), a.squaredNorm(), leftSquares, floor);
  }

  static Certificate measured(Observations a, double[] values, DenseMatrix components) {
    return Certificate.measure(
        new ScatterOperator(a), values, components, a.squaredNorm(), true, 1);
  }
}
