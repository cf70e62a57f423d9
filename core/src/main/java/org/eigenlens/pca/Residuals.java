package org.eigenlens.pca;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;

/**
 * What iterative routes do not learn about the eigenvalues they leave out.
 *
 * <p>For normal data the squared prediction error ‖a‖² − ‖Wa‖² of a row has variance 2θ₂, where θ₂
 * is the sum of the squared variances left out. One more pass over the rows measures it.
 */
final class Residuals {

  private static final int LANES = 8;

  private Residuals() {}

  /** Returns Σ λ² of what was left out, in the undivided units of the decomposition. */
  static double sumOfSquares(RowSource source, Decomposition found, int ddof) {
    int k = found.values().length;
    int d = source.columns();
    double[] inverse = Preprocessing.inverse(found.scale());
    double[][] sums = new double[LANES][3];
    // Deviations from the mean error keep the variance from cancelling.
    double left = Math.max(0, found.total() - Arrays.stream(found.values()).sum());
    double mean = left / found.rows();
    source.forEachTile(
        ColumnStatistics.tileRows(d),
        LANES,
        (lane, first, tile) -> {
          LinearAlgebra.subtractFromRows(tile, found.mean());
          if (inverse != null) {
            LinearAlgebra.scaleColumns(tile, inverse);
          }
          try (Scratch scratch = new Scratch()) {
            DenseMatrix scores = scratch.matrix(tile.rows(), k);
            LinearAlgebra.multiply(1, tile, false, found.components(), true, 0, scores);
            double[] a = new double[d];
            double[] z = new double[k];
            for (int i = 0; i < tile.rows(); i++) {
              tile.getRow(i, a, 0);
              scores.getRow(i, z, 0);
              double error = Math.max(0, squares(a) - squares(z)) - mean;
              sums[lane][0] += error;
              sums[lane][1] += error * error;
            }
          }
        });
    double sum = 0;
    double square = 0;
    for (double[] lane : sums) {
      sum += lane[0];
      square += lane[1];
    }
    double n = found.rows();
    double variance = Math.max(0, square - sum * sum / n) / Math.max(1, n - 1);
    double divisor = Math.max(1, n - ddof);
    return variance / 2 * divisor * divisor;
  }

  private static double squares(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }
}
