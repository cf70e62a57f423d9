package org.eigenlens.rules;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.model.LinearModel;

/**
 * Judges principal components by rows they were not fitted to, for every number of them at once.
 *
 * <p>A cell is predicted from the other cells of its row: by the point of the subspace that lies
 * nearest to them, whose coordinates least squares finds. Its error has a closed form (Bro et al.
 * 2008): with directions V_k it is (x − V_kV_kᵀx)ⱼ / (1 − hⱼ), where hⱼ is the j-th diagonal
 * element of V_kV_kᵀ. A component that is a single column makes hⱼ come near 1, since no other cell
 * foretells it; where hⱼ is 1 the prediction is the mean.
 *
 * <p>The likelihood is that of probabilistic PCA (Tipping and Bishop 1999): rows are normal with
 * covariance C = V_k(Λ_k − σ²)V_kᵀ + σ²I, where σ² = (total − λ₁ − … − λ_k)/(d − k).
 *
 * <p>Both depend on rows only through the sum of their outer products, so more rows than columns
 * are replaced by the triangle of their QR factorisation. Costs m·d·k operations for m rows, at
 * most d of them.
 *
 * @param errors the sum of squared errors for 0, 1, … components
 * @param likelihoods the log-likelihood for 0, 1, … components
 */
record PartErrors(double[] errors, double[] likelihoods) {

  /** The noise is at least this, relative to the largest variance. */
  private static final double LEAST_NOISE = 1e-14;

  /** Below this, other cells tell nothing of a cell. */
  private static final double UNFORETOLD = 1e-10;

  private static final int ROWS_AT_ONCE = 8;

  /**
   * Judges a model.
   *
   * @param model with as many components as are to be tried
   * @param rows raw rows, which are overwritten and released
   * @param columns how many columns vary
   */
  static PartErrors of(LinearModel model, DenseMatrix rows, int columns, int most) {
    int count = rows.rows();
    prepare(model, rows);
    DenseMatrix judged = rows.rows() > rows.columns() ? LinearAlgebra.qrTriangle(rows) : rows;
    Model fitted = Model.of(model, columns, most);
    double[][] scores = scores(fitted, judged);
    PartErrors found =
        new PartErrors(errors(fitted, judged, scores), likelihoods(fitted, judged, scores, count));
    judged.storage().release();
    if (judged != rows) {
      rows.storage().release();
    }
    return found;
  }

  private static void prepare(LinearModel model, DenseMatrix rows) {
    if (model.provenance().centered()) {
      LinearAlgebra.subtractFromRows(rows, model.mean());
    }
    if (model.provenance().standardized()) {
      double[] inverse = Arrays.stream(model.scale()).map(s -> 1 / s).toArray();
      LinearAlgebra.scaleColumns(rows, inverse);
    }
  }

  /**
   * A fitted probabilistic PCA of each size.
   *
   * @param directions as rows
   * @param variances along them
   * @param noise σ² for 0, 1, … components
   * @param columns d
   */
  private record Model(double[][] directions, double[] variances, double[] noise, int columns) {

    static Model of(LinearModel model, int columns, int most) {
      double[] variances = model.explainedVariance();
      double[] noise = new double[most + 1];
      double left = model.totalVariance();
      double least = LEAST_NOISE * Math.max(variances[0], Double.MIN_NORMAL / LEAST_NOISE);
      for (int k = 0; k <= most; k++) {
        noise[k] = Math.max(least, left / (columns - k));
        left -= k < most ? variances[k] : 0;
      }
      // Where all variance is used up, or a variance falls below the noise, nothing is left to
      // gain.
      double[] lifted = new double[most];
      Arrays.setAll(lifted, k -> Math.max(variances[k], least));
      DenseMatrix directions = model.directions();
      Model made = new Model(directions.toArray(), lifted, noise, columns);
      directions.storage().release();
      return made;
    }

    int most() {
      return directions.length;
    }
  }

  private static double[][] scores(Model model, DenseMatrix rows) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix directions = scratch.matrix(model.most(), rows.columns());
      for (int k = 0; k < model.most(); k++) {
        directions.setRow(k, model.directions[k], 0);
      }
      DenseMatrix scores = scratch.matrix(rows.rows(), model.most());
      LinearAlgebra.multiply(1, rows, false, directions, true, 0, scores);
      return scores.toArray();
    }
  }

  private static double[] errors(Model model, DenseMatrix rows, double[][] scores) {
    double[][] weights = weights(model, rows.columns());
    int pieces = (rows.rows() + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE;
    double[][] sums = new double[pieces][model.most() + 1];
    Parallel.forEach(
        pieces,
        piece -> {
          int last = Math.min(rows.rows(), (piece + 1) * ROWS_AT_ONCE);
          for (int i = piece * ROWS_AT_ONCE; i < last; i++) {
            addErrors(model, weights, rows.row(i), scores[i], sums[piece]);
          }
        });
    return HeldOut.summed(sums);
  }

  /** Adds the squared errors of one row for every number of components. */
  private static void addErrors(
      Model model, double[][] weights, double[] row, double[] scores, double[] sums) {
    int d = row.length;
    double[] outside = row.clone();
    for (int k = 0; k <= model.most(); k++) {
      if (k > 0) {
        double[] direction = model.directions[k - 1];
        double score = scores[k - 1];
        for (int j = 0; j < d; j++) {
          outside[j] -= score * direction[j];
        }
      }
      double[] weight = weights[k];
      double sum = 0;
      for (int j = 0; j < d; j++) {
        double error = weight[j] > 0 ? outside[j] * weight[j] : row[j];
        sum += error * error;
      }
      sums[k] += sum;
    }
  }

  /** Returns 1/(1 − hⱼ) for every number of components; 0 where hⱼ is 1. */
  private static double[][] weights(Model model, int d) {
    double[][] weights = new double[model.most() + 1][d];
    double[] outside = new double[d];
    Arrays.fill(outside, 1);
    for (int k = 0; k <= model.most(); k++) {
      for (int j = 0; j < d; j++) {
        double entry = k == 0 ? 0 : model.directions[k - 1][j];
        outside[j] -= entry * entry;
        weights[k][j] = outside[j] > UNFORETOLD ? 1 / outside[j] : 0;
      }
    }
    return weights;
  }

  /** Returns −½ Σ (d ln 2π + ln det C + xᵀC⁻¹x) for every number of components. */
  private static double[] likelihoods(Model model, DenseMatrix rows, double[][] scores, int count) {
    double left = 0;
    for (int i = 0; i < rows.rows(); i++) {
      for (double value : rows.row(i)) {
        left += value * value;
      }
    }
    double[] likelihoods = new double[model.most() + 1];
    double logs = 0;
    double within = 0;
    for (int k = 0; k <= model.most(); k++) {
      if (k > 0) {
        double squares = 0;
        for (double[] score : scores) {
          squares += score[k - 1] * score[k - 1];
        }
        left -= squares;
        logs += Math.log(model.variances[k - 1]);
        within += squares / model.variances[k - 1];
      }
      double noise = model.noise[k];
      double logDeterminant = logs + (model.columns - k) * Math.log(noise);
      likelihoods[k] =
          -0.5
              * (count * (model.columns * Math.log(2 * Math.PI) + logDeterminant)
                  + within
                  + Math.max(0, left) / noise);
    }
    return likelihoods;
  }
}
