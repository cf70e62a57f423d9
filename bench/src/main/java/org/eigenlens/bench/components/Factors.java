package org.eigenlens.bench.components;

import java.util.Arrays;
import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Data of known rank in noise: x = Bᵀz + noise, with standard normal factors z and loadings B.
 *
 * @param rows n
 * @param columns d
 * @param factors the rank
 * @param noise the deviation of the noise of a typical column; each factor adds about 1 to the
 *     variance of a column
 * @param uneven how much columns differ in noise: the deviation of the logarithm of theirs
 */
record Factors(int rows, int columns, int factors, double noise, double uneven) {

  /** Draws one data set. */
  DenseMatrix draw(long seed) {
    Random random = new Random(seed);
    double[][] loadings = new double[factors][columns];
    for (double[] loading : loadings) {
      Arrays.setAll(loading, j -> random.nextGaussian());
    }
    double[] deviations = new double[columns];
    Arrays.setAll(deviations, j -> noise * Math.exp(uneven * random.nextGaussian()));
    DenseMatrix x = DenseMatrix.zeros(rows, columns);
    double[] row = new double[columns];
    for (int i = 0; i < rows; i++) {
      Arrays.setAll(row, j -> deviations[j] * random.nextGaussian());
      for (double[] loading : loadings) {
        double factor = random.nextGaussian();
        for (int j = 0; j < columns; j++) {
          row[j] += factor * loading[j];
        }
      }
      x.setRow(i, row, 0);
    }
    return x;
  }
}
