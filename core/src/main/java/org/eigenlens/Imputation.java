package org.eigenlens;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.model.Filling;
import org.eigenlens.model.LinearModel;

/**
 * Fills missing cells (NaN) so that a method which needs all of them can run.
 *
 * <pre>{@code
 * Matrix gaps = Matrix.of(new double[][] {{1, 2}, {2, Double.NaN}, {3, 6}, {4, 8}});
 * Imputation imputation = Imputation.byComponents(gaps, 1, false, Progress.NONE);
 * LinearModel line = Pca.builder().components(1).fit(imputation.filled());
 * }</pre>
 *
 * @param filled a copy of the data without missing cells
 * @param filling what the cells were taken to be, given the others of their row: for {@link
 *     org.eigenlens.model.Model#withFilling}, so that other rows are filled alike
 * @param cells how many cells were filled
 * @param iterations how many rounds it took
 * @param note what was done, for the user
 */
public record Imputation(
    DenseMatrix filled, Filling filling, long cells, int iterations, String note) {

  private static final int MOST_ROUNDS = 1000;
  private static final double ENOUGH = 1e-6;
  private static final int ROWS_AT_ONCE = 256;

  /**
   * Replaces each missing cell by the mean of its column.
   *
   * <p>Simple, and biased: variances and correlations come out too small.
   *
   * @throws NumericalException if a column or row has no values at all
   */
  public static Imputation byMean(Matrix x) {
    Means means = new Means(x.columns());
    long cells = 0;
    for (int i = 0; i < x.rows(); i++) {
      cells += means.add(x.row(i));
    }
    means
        .firstWithoutValues()
        .ifPresent(
            j -> {
              throw new NumericalException(
                  "Column " + (j + 1) + " has no values at all; leave it out.");
            });
    requireValues(x);
    Filling filling = Filling.byMeans(means.values());
    return new Imputation(
        filling.filled(x),
        filling,
        cells,
        0,
        replaced(cells)
            + (cells == 1 ? " by the mean of its column" : " by the means of their columns"));
  }

  /**
   * Fills missing cells by regularised iterative PCA (Josse and Husson, 2012).
   *
   * <p>Starting from the means, fits {@code components} components, replaces the missing cells by
   * what these say of them given the other cells of their row, shrunken by the noise level, and
   * repeats until the cells move less than a millionth of the spread, at most a thousand times.
   * Each round costs one PCA and what {@link Filling} says.
   *
   * @param components how many components carry the structure; at most min(n − 1, d) − 1
   * @throws NumericalException if a column or row has no values at all
   */
  public static Imputation byComponents(
      Matrix x, int components, boolean standardize, Progress progress) {
    return byComponents(x, null, components, standardize, progress);
  }

  /** Does the same to data whose columns have names, which refusals then use. */
  public static Imputation byComponents(
      Matrix x, List<String> columnNames, int components, boolean standardize, Progress progress) {
    int n = x.rows();
    int d = x.columns();
    int most = Math.min(n - 1, d) - 1;
    if (components < 1 || components > most) {
      throw new NumericalException(
          "Filling missing cells needs between 1 and %d components for %s, not %d."
              .formatted(Math.max(0, most), Counted.table(n, d), components));
    }
    Imputation start = byMean(x);
    int[] incomplete =
        IntStream.range(0, n)
            .filter(i -> Arrays.stream(x.row(i)).anyMatch(Double::isNaN))
            .toArray();
    DenseMatrix filled = start.filled();
    Pca pca = Pca.builder().components(components).standardize(standardize).build();
    String note = filled(start.cells(), components);
    Filling filling = null;
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      LinearModel model = pca.fit(filled, columnNames);
      filling = Filling.byComponents(model);
      double[] scale = model.scale();
      double spread = model.totalSquares() / ((double) n * d);
      double moved = refill(x, incomplete, filled, filling, scale) / Math.max(1, start.cells());
      double change = spread == 0 ? 0 : Math.sqrt(moved / spread);
      progress.at(
          String.format(
              Locale.ROOT, "filling missing cells, round %d, change %.1e", round, change));
      if (change < ENOUGH) {
        return new Imputation(
            filled, filling, start.cells(), round, note + " in " + Counted.of(round, "round"));
      }
    }
    return new Imputation(
        filled,
        filling,
        start.cells(),
        MOST_ROUNDS,
        note + ", which had not settled after " + Counted.of(MOST_ROUNDS, "round"));
  }

  /** Refuses a row that has only missing cells. */
  private static void requireValues(Matrix x) {
    for (int i = 0; i < x.rows(); i++) {
      if (isEmpty(x.row(i))) {
        throw new NumericalException(
            "Row "
                + (i + 1)
                + " has no values at all; drop it, since nothing tells where it lies.");
      }
    }
  }

  /** Fills rows anew; returns by how much their cells moved, squared and in units of the scale. */
  private static double refill(
      Matrix x, int[] incomplete, DenseMatrix filled, Filling filling, double[] scale) {
    double[] moved = new double[incomplete.length];
    int pieces = (incomplete.length + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE;
    Parallel.forEach(
        pieces,
        piece -> {
          int last = Math.min(incomplete.length, (piece + 1) * ROWS_AT_ONCE);
          for (int p = piece * ROWS_AT_ONCE; p < last; p++) {
            double[] before = filled.row(incomplete[p]);
            double[] row = x.row(incomplete[p]);
            filling.fill(row);
            for (int j = 0; j < row.length; j++) {
              double step = (row[j] - before[j]) / scale[j];
              moved[p] += step * step;
            }
            filled.setRow(incomplete[p], row, 0);
          }
        });
    return Arrays.stream(moved).sum();
  }

  private static String filled(long cells, int components) {
    return Counted.of(cells, "missing cell")
        + (cells == 1 ? " was" : " were")
        + " filled by a PCA with "
        + Counted.of(components, "component");
  }

  /** Tells whether a row has no value at all, so that nothing tells where it lies. */
  public static boolean isEmpty(double[] row) {
    return Arrays.stream(row).allMatch(Double::isNaN);
  }

  /** Says that cells were replaced, for the user; what replaced them follows. */
  public static String replaced(long cells) {
    return Counted.of(cells, "missing cell") + (cells == 1 ? " was" : " were") + " replaced";
  }

  /** The means of columns over the cells that have a value, of rows that pass by once. */
  public static final class Means {
    private final double[] mean;
    private final long[] count;

    /** Starts without any row. */
    public Means(int columns) {
      mean = new double[columns];
      count = new long[columns];
    }

    /** Takes in a row; returns how many of its cells are missing. */
    public int add(double[] row) {
      int gaps = 0;
      for (int j = 0; j < mean.length; j++) {
        if (Double.isNaN(row[j])) {
          gaps++;
        } else {
          count[j]++;
          // Each term is divided before they are subtracted: neither a sum nor a difference of
          // cells, which could overflow, is ever formed.
          mean[j] += row[j] / count[j] - mean[j] / count[j];
        }
      }
      return gaps;
    }

    /** Returns the means so far; 0 for a column without values. */
    public double[] values() {
      return mean.clone();
    }

    /** Returns the position of the first column without any value. */
    public OptionalInt firstWithoutValues() {
      return IntStream.range(0, count.length).filter(j -> count[j] == 0).findFirst();
    }
  }
}
