package org.eigenlens.studio;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/**
 * How far the values of columns reach, and what is a large and a small step for each.
 *
 * @param middles the mean of each column; none where columns are alike
 * @param lows the least of each column; one alone is that of all
 * @param highs the largest, likewise
 * @param noises how large noise of the amount 1 is, likewise
 * @param units in what errors are counted, likewise
 */
record Spread(double[] middles, double[] lows, double[] highs, double[] noises, double[] units) {

  /** Where the spreads of columns differ by more, the smallest are not seen beside the largest. */
  private static final double UNLIKE = 10;

  /** Takes all columns as alike, as pixels are: noise is a share of their range. */
  static Spread ofAll(FloatFile values) {
    double low = values.least();
    double high = values.largest();
    return new Spread(
        new double[0],
        new double[] {low},
        new double[] {high},
        new double[] {high - low},
        new double[] {1});
  }

  /** Takes each column by its standard deviation; costs a pass over the values, NaN left out. */
  static Spread ofEach(FloatFile values) throws IOException {
    int columns = values.columns();
    double[] lows = new double[columns];
    double[] highs = new double[columns];
    double[] means = new double[columns];
    double[] squares = new double[columns];
    long[] counts = new long[columns];
    Arrays.fill(lows, Double.POSITIVE_INFINITY);
    Arrays.fill(highs, Double.NEGATIVE_INFINITY);
    values.forEach(
        (first, rows, batch) -> {
          for (int at = 0; at < rows * columns; at++) {
            double value = batch.getFloat(at * Float.BYTES);
            int j = at % columns;
            if (!Double.isNaN(value)) {
              lows[j] = Math.min(lows[j], value);
              highs[j] = Math.max(highs[j], value);
              counts[j]++;
              double before = value - means[j];
              means[j] += before / counts[j];
              squares[j] += before * (value - means[j]);
            }
          }
        });
    double[] deviations = new double[columns];
    Arrays.setAll(deviations, j -> Math.sqrt(squares[j] / Math.max(1, counts[j] - 1)));
    double[] units = deviations.clone();
    Arrays.setAll(units, j -> units[j] > 0 ? units[j] : 1);
    return new Spread(means, lows, highs, deviations, units);
  }

  /**
   * Returns what columns are to be shown by in one picture: nothing where they can be compared as
   * they are, otherwise the mean and the standard deviation of each.
   */
  Map<String, double[]> scale() {
    double[] varying = Arrays.stream(noises).filter(noise -> noise > 0).sorted().toArray();
    boolean differ =
        middles.length > 0
            && varying.length > 1
            && varying[varying.length - 1] > UNLIKE * varying[0];
    return differ ? Map.of("middles", middles, "units", units) : Map.of();
  }

  double least(int column) {
    return of(lows, column);
  }

  double largest(int column) {
    return of(highs, column);
  }

  double noise(int column) {
    return of(noises, column);
  }

  double unit(int column) {
    return of(units, column);
  }

  private static double of(double[] values, int column) {
    return values[values.length == 1 ? 0 : column];
  }
}
