package org.eigenlens.pca;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Parallel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scatter matrices of rows in place and of centred tiles, and when which is taken. */
class MomentsTest {

  private static final int THREADS = Parallel.threads();
  private static final int ROWS = 3000;
  private static final int COLUMNS = 4;

  @AfterEach
  void restoreThreads() {
    Parallel.setThreads(THREADS);
  }

  /** Returns normal rows of spread 1 whose mean is exactly as given but for rounding. */
  private static double[][] around(double mean) {
    return Samples.moved(Samples.normal(ROWS, COLUMNS, 5), 1, mean);
  }

  private static double[][] scatter(double[][] x) {
    return Moments.of(DenseMatrix.copyOf(x), true).scatter().toArray();
  }

  /** Rows that are not in memory are always centred before they are squared. */
  private static double[][] safeScatter(double[][] x) {
    return Moments.of(Samples.streamed(x, x[0].length), true).scatter().toArray();
  }

  private static double[][] exactScatter(double[][] x) {
    MathContext digits = new MathContext(60);
    int d = x[0].length;
    BigDecimal n = BigDecimal.valueOf(x.length);
    BigDecimal[] sums = new BigDecimal[d];
    BigDecimal[][] products = new BigDecimal[d][d];
    Arrays.fill(sums, BigDecimal.ZERO);
    for (BigDecimal[] row : products) {
      Arrays.fill(row, BigDecimal.ZERO);
    }
    for (double[] row : x) {
      for (int i = 0; i < d; i++) {
        sums[i] = sums[i].add(new BigDecimal(row[i]));
        for (int j = 0; j < d; j++) {
          products[i][j] =
              products[i][j].add(new BigDecimal(row[i]).multiply(new BigDecimal(row[j])));
        }
      }
    }
    double[][] scatter = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        BigDecimal ofMeans = sums[i].multiply(sums[j]).divide(n, digits);
        scatter[i][j] = products[i][j].subtract(ofMeans).doubleValue();
      }
    }
    return scatter;
  }

  /** Sums of n products round to √n·ε of their terms, which are lost·(x − μ)² on average. */
  private static void assertClose(double[][] found, double[][] exact, double lost) {
    for (int i = 0; i < exact.length; i++) {
      for (int j = 0; j < exact.length; j++) {
        double size = Math.sqrt(exact[i][i] * exact[j][j]);
        assertThat(Math.abs(found[i][j] - exact[i][j]) / size)
            .as("entry %d, %d", i, j)
            .isLessThan(lost * Math.sqrt(ROWS) * Math.ulp(1.0));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 3, 3.3, 10, 100, 1e6, 1e9})
  void scatterIsRightWhateverTheMean(double mean) {
    double[][] x = around(mean);
    assertClose(scatter(x), exactScatter(x), 11);
  }

  @ParameterizedTest
  @ValueSource(doubles = {3.3, 10, 1e6, 1e9, -1e9})
  void meanBeyondTheLimitIsSubtractedFirst(double mean) {
    double[][] x = around(mean);
    assertThat(scatter(x)).isDeepEqualTo(safeScatter(x));
  }

  @Test
  void limitOnTheAverageIsTen() {
    double[] mean = {1, 1};
    assertThat(Moments.hasSmallMean(new ColumnStatistics(10, mean, new double[] {1, 1}))).isTrue();
    assertThat(Moments.hasSmallMean(new ColumnStatistics(10, mean, new double[] {1, 0.99})))
        .isFalse();
    // The sum of squares is ten times too small, though the average of ratios is not.
    double[] uneven = {0, 0, 0, 0, 0, 0, 0, 0, 0, 9};
    double[] squares = {1, 1, 1, 1, 1, 1, 1, 1, 1, 9};
    assertThat(Moments.hasSmallMean(new ColumnStatistics(10, uneven, squares))).isFalse();
    // And the other way round: one wide column hides what narrow ones lose.
    assertThat(
            Moments.hasSmallMean(
                new ColumnStatistics(10, new double[] {0, 1, 1}, new double[] {100, 0.2, 0.2})))
        .isFalse();
  }

  @Test
  void limitOfAColumnIsAHundred() {
    double[] mean = new double[20];
    double[] squares = new double[20];
    Arrays.fill(squares, 1);
    mean[3] = 1;
    assertThat(Moments.hasSmallMean(new ColumnStatistics(100, mean, squares))).isTrue();
    assertThat(Moments.hasSmallMean(new ColumnStatistics(101, mean, squares))).isFalse();
  }

  @Test
  void whatIsNoNumberIsNotTrusted() {
    for (double odd : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThat(
              Moments.hasSmallMean(
                  new ColumnStatistics(9, new double[] {odd}, new double[] {Double.NaN})))
          .isFalse();
    }
  }

  @Test
  void firstRowsThatMisleadAreFoundOut() {
    // Around zero for longer than the sample, then far away: the mean is six times the spread.
    double[][] x = Samples.normal(100_000, 1, 6);
    for (int i = 2100; i < x.length; i++) {
      x[i][0] += 1e9;
    }
    assertThat(scatter(x)).isDeepEqualTo(safeScatter(x));
  }

  @Test
  void constantColumnsAreCentredFirst() {
    double[][] x = around(0);
    for (double[] row : x) {
      row[1] = 0.1;
      row[2] = 1e9;
    }
    assertThat(scatter(x)).isDeepEqualTo(safeScatter(x));
  }

  @Test
  void columnOfZerosStaysZero() {
    double[][] x = around(1);
    for (double[] row : x) {
      row[1] = 0;
    }
    double[][] scatter = scatter(x);
    assertThat(scatter[1]).containsOnly(0);
    assertClose(new double[][] {{scatter[0][0]}}, new double[][] {{exactScatter(x)[0][0]}}, 2);
  }

  @Test
  void powersOfTwoScaleExactly() {
    double[][] x = around(1);
    double[][] one = scatter(x);
    double[][] large = scatter(Samples.moved(x, 0x1p500, 0));
    for (int i = 0; i < COLUMNS; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        assertThat(large[i][j] * 0x1p-1000).isEqualTo(one[i][j]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0x1p-500, 1e-150, 1e150, 0x1p500})
  void sizeOfTheNumbersDoesNotMatterToTheFit(double factor) {
    double[][] x = around(1);
    Pca pca = Pca.builder().solver(PcaSolver.COVARIANCE).components(2).build();
    double[] small = pca.fit(DenseMatrix.copyOf(x)).singularValues();
    double[] large = pca.fit(DenseMatrix.copyOf(Samples.moved(x, factor, 0))).singularValues();
    for (int i = 0; i < 2; i++) {
      assertThat(Math.abs(large[i] / factor / small[i] - 1)).isLessThan(1e-13);
    }
  }

  @Test
  void withoutCentringTheMeanStays() {
    double[][] x = around(1e3);
    Moments moments = Moments.of(DenseMatrix.copyOf(x), false);
    assertThat(moments.mean()).containsOnly(0);
    double square = Arrays.stream(x).mapToDouble(row -> row[0] * row[0]).sum();
    assertThat(Math.abs(moments.scatter().get(0, 0) / square - 1)).isLessThan(1e-12);
  }

  @Test
  void columnsOfALargerMatrixAreFoundWhereTheyAre() {
    double[][] x = around(1);
    DenseMatrix middle = DenseMatrix.copyOf(x).columnRange(1, 3);
    assertClose(Moments.of(middle, true).scatter().toArray(), exactScatter(middle.toArray()), 2);
  }

  @Test
  void threadsDoNotChangeABit() {
    double[][] x = around(1);
    Parallel.setThreads(1);
    double[][] alone = scatter(x);
    Parallel.setThreads(3);
    assertThat(scatter(x)).isDeepEqualTo(alone);
  }
}
