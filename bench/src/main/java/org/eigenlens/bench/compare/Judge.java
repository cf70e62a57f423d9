package org.eigenlens.bench.compare;

import java.util.Arrays;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.operator.DenseObservations;
import org.eigenlens.operator.ScatterOperator;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.PcaSolver;

/**
 * Measures how right a result is, the same way for everybody and before anybody is timed.
 *
 * <p>The reference variances come from the singular values of the centred data, which squares
 * nothing; residuals are measured on rows that are centred before they are multiplied.
 */
final class Judge {

  /** Largest relative error of any of the k variances at which a result counts as right. */
  static final double RIGHT = 1e-6;

  /**
   * How right a result is.
   *
   * @param leading relative error of the largest variance
   * @param worst largest relative error of any variance
   * @param residual largest ‖Cv − λv‖ / λ₁, with C the covariance
   */
  record Verdict(double leading, double worst, double residual) {

    boolean right() {
      return worst <= RIGHT;
    }
  }

  private final ScatterOperator scatter;
  private final double divisor;
  private final double[] reference;

  Judge(DenseMatrix x, int components) {
    LinearModel model = Pca.builder().components(components).solver(PcaSolver.SVD).fit(x);
    reference = model.explainedVariance();
    divisor = x.rows() - 1.0;
    ColumnStatistics columns = ColumnStatistics.of(x, true);
    scatter =
        new ScatterOperator(
            new DenseObservations(x, x.rows(), columns.mean(), null, columns.total()));
  }

  Verdict of(Spectrum found) {
    int k = reference.length;
    if (found.variances().length != k) {
      throw new IllegalArgumentException(
          found.variances().length + " variances were found, but " + k + " asked for.");
    }
    double worst = 0;
    for (int i = 0; i < k; i++) {
      worst = Math.max(worst, error(found.variances()[i], reference[i]));
    }
    DenseMatrix image = DenseMatrix.zeros(k, scatter.size());
    scatter.apply(found.directions(), image);
    double residual = 0;
    for (int i = 0; i < k; i++) {
      double[] v = found.directions().row(i);
      double[] cv = image.row(i);
      double variance = found.variances()[i];
      double[] rest = new double[v.length];
      Arrays.setAll(rest, j -> cv[j] / divisor - variance * v[j]);
      residual = Math.max(residual, Math.sqrt(Arrays.stream(rest).map(r -> r * r).sum()));
    }
    image.storage().release();
    double leading = error(found.variances()[0], reference[0]);
    return new Verdict(leading, worst, residual / reference[0]);
  }

  /** Not a number counts as wholly wrong. */
  private static double error(double found, double right) {
    double error = Math.abs(found - right) / right;
    return Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
  }
}
