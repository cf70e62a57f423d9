package org.eigenlens.model;

import java.util.Arrays;
import org.eigenlens.matrix.Cholesky;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;

/**
 * Coordinates of rows some of whose cells are missing, from the cells that are there.
 *
 * <p>z = (WₒWₒᵀ + σ²·diag(1/(λ − σ²)))⁻¹·Wₒ(xₒ − μₒ), the mean of the coordinates given the
 * observed cells o under probabilistic PCA with noise variance σ² (Tipping and Bishop, 1999).
 */
final class IncompleteRows {

  /** Keeps the system solvable where fewer cells than components are there. */
  private static final double LEAST_RIDGE = 1e-10;

  private final double[][] directions;
  private final double[] mean;
  private final double[] scale;
  private final double[] ridges;

  private IncompleteRows(LinearModel model) {
    directions = model.directions().toArray();
    mean = model.mean();
    scale = model.scale();
    double[] variance = model.explainedVariance();
    int k = variance.length;
    double left = Math.max(0, model.totalVariance() - Arrays.stream(variance).sum());
    double noise = model.columns() > k ? left / (model.columns() - k) : 0;
    ridges = new double[k];
    Arrays.setAll(
        ridges,
        c -> Math.max(noise / Math.max(variance[c] - noise, 1e-12 * variance[0]), LEAST_RIDGE));
  }

  /** Overwrites the coordinates of incomplete rows; one without any value keeps what it has. */
  static void encode(LinearModel model, Matrix rows, DenseMatrix coordinates) {
    IncompleteRows incomplete = new IncompleteRows(model);
    double[] variance = model.explainedVariance();
    for (int i = 0; i < rows.rows(); i++) {
      double[] x = rows.row(i);
      long missing = Arrays.stream(x).filter(Double::isNaN).count();
      if (missing == 0 || missing == x.length) {
        continue;
      }
      double[] z = incomplete.coordinates(x);
      for (int c = 0; c < z.length; c++) {
        double unit = model.provenance().whitened() ? Math.sqrt(variance[c]) : 1;
        z[c] = variance[c] > 0 ? z[c] / unit : 0;
      }
      coordinates.setRow(i, z, 0);
    }
  }

  private double[] coordinates(double[] x) {
    int k = directions.length;
    double[][] normal = new double[k][k];
    double[] right = new double[k];
    for (int j = 0; j < x.length; j++) {
      if (Double.isNaN(x[j])) {
        continue;
      }
      double a = (x[j] - mean[j]) / scale[j];
      for (int c = 0; c < k; c++) {
        right[c] += directions[c][j] * a;
        for (int e = 0; e <= c; e++) {
          normal[c][e] += directions[c][j] * directions[e][j];
        }
      }
    }
    for (int c = 0; c < k; c++) {
      normal[c][c] += ridges[c];
    }
    return Cholesky.solve(normal, right);
  }
}
