package org.eigenlens.model;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;

/** Measures how unusual rows are to a model of principal components. */
record Unusual(LinearModel model) {

  Diagnostics of(Matrix rows, DenseMatrix coordinates, double level) {
    DenseMatrix back = model.inverseTransform(coordinates);
    double[] variance = model.explainedVariance();
    int n = rows.rows();
    double[] tSquared = new double[n];
    double[] spe = new double[n];
    double[] z = new double[model.components()];
    double[] scale = model.scale();
    for (int i = 0; i < n; i++) {
      coordinates.getRow(i, z, 0);
      for (int c = 0; c < z.length; c++) {
        double unit = model.provenance().whitened() ? 1 : variance[c];
        tSquared[i] += variance[c] > 0 ? z[c] * z[c] / unit : 0;
      }
      double[] x = rows.row(i);
      double[] y = back.row(i);
      for (int j = 0; j < x.length; j++) {
        double deviation = (x[j] - y[j]) / scale[j];
        spe[i] += Double.isNaN(x[j]) ? 0 : deviation * deviation;
      }
      spe[i] = Double.isNaN(tSquared[i]) ? Double.NaN : spe[i];
    }
    back.storage().release();
    return new Diagnostics(tSquared, spe, tSquaredLimit(level), speLimit(level), level);
  }

  private double tSquaredLimit(double level) {
    double n = model.provenance().rows();
    double k = Arrays.stream(model.eigenvalues()).filter(value -> value > 0).count();
    if (k == 0 || n <= k) {
      return Double.POSITIVE_INFINITY;
    }
    double quantile = FDistribution.of(k, n - k).inverseCumulativeProbability(level);
    // The formula is for variances that divide by n − 1.
    return k * (n * n - 1) / (n * (n - k)) * quantile * model.provenance().divisor() / (n - 1);
  }

  private double speLimit(double level) {
    double left =
        (model.totalSquares() - Arrays.stream(model.eigenvalues()).sum())
            / model.provenance().divisor();
    boolean whole = model.leftSquares() == 0 && left <= 1e-9 * model.totalVariance();
    if (whole || !(left > 1e-14 * model.totalVariance())) {
      // Nothing was left out, so whatever lies away from the model is unusual, but for rounding.
      return 1e-12 * model.totalVariance();
    }
    double squares =
        model.leftSquares() / (model.provenance().divisor() * model.provenance().divisor());
    // Not known, or of values so large or small that their squares are no numbers any more.
    if (!(squares >= Double.MIN_NORMAL && squares <= Double.MAX_VALUE)) {
      return Double.NaN;
    }
    double quantile =
        ChiSquaredDistribution.of(left * left / squares).inverseCumulativeProbability(level);
    return squares / left * quantile;
  }
}
