package org.eigenlens.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Combinations of centred rows, by whichever way the means allow. */
class DenseObservationsTest {

  private static final int ROWS = 20;
  private static final int COLUMNS = 7001;
  private static final double[][] WEIGHTS = Samples.normal(3, ROWS, 2);

  /** Returns rows around a mean, of numbers that a float holds exactly. */
  private static double[][] around(double mean) {
    double[][] x = Samples.normal(ROWS, COLUMNS, 1);
    for (double[] row : x) {
      Arrays.setAll(row, j -> mean + Math.rint(16 * row[j]) / 16);
    }
    return x;
  }

  private static void assertCombines(
      RowSource source, double[][] x, double[] mean, double[] scale) {
    double squaredNorm = 0;
    for (double[] row : x) {
      for (int j = 0; j < COLUMNS; j++) {
        squaredNorm += Math.pow((row[j] - mean[j]) * scale[j], 2);
      }
    }
    DenseObservations a = new DenseObservations(source, ROWS, mean, scale, squaredNorm);
    DenseMatrix out = DenseMatrix.zeros(WEIGHTS.length, COLUMNS);
    a.combine(DenseMatrix.copyOf(WEIGHTS), out);
    for (int c = 0; c < WEIGHTS.length; c++) {
      for (int j = 0; j < COLUMNS; j++) {
        double sum = 0;
        double terms = 0;
        for (int i = 0; i < ROWS; i++) {
          double term = WEIGHTS[c][i] * (x[i][j] - mean[j]) * scale[j];
          sum += term;
          terms += Math.abs(term);
        }
        // Thirty times, where the mean is subtracted from the product.
        assertThat(Math.abs(out.get(c, j) - sum))
            .isLessThan(30 * ROWS * Math.ulp(1.0) * (terms + scale[j]));
      }
    }
  }

  /** Small enough for products with the data as they are, at both sides of the limit, and large. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 10, 31, 33, 1e3, 65536})
  void combinesRowsLessTheirMean(double mean) {
    double[][] x = around(mean);
    double[] centre = new double[COLUMNS];
    double[] scale = new double[COLUMNS];
    Arrays.setAll(centre, j -> Arrays.stream(x).mapToDouble(row -> row[j]).sum() / ROWS);
    Arrays.setAll(scale, j -> 1 + j % 3);
    DenseMatrix dense = DenseMatrix.copyOf(x);
    List<RowSource> sources =
        List.of(dense, dense.copy(Precision.FLOAT), Samples.streamed(x, COLUMNS));
    for (RowSource source : sources) {
      assertCombines(source, x, centre, scale);
    }
  }

  @Test
  void combinesRowsThatAreNotCentred() {
    double[][] x = around(5);
    DenseMatrix narrow = DenseMatrix.copyOf(x).copy(Precision.FLOAT);
    DenseMatrix out = DenseMatrix.zeros(WEIGHTS.length, COLUMNS);
    new DenseObservations(narrow, ROWS, null, null, 1).combine(DenseMatrix.copyOf(WEIGHTS), out);
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
      sum += WEIGHTS[1][i] * x[i][COLUMNS - 1];
    }
    assertThat(Math.abs(out.get(1, COLUMNS - 1) - sum)).isLessThan(1e-12);
  }
}
