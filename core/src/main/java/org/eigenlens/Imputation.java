package org.eigenlens;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
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
 * @param cells how many cells were filled
 * @param iterations how many rounds it took
 * @param note what was done, for the user
 */
public record Imputation(DenseMatrix filled, long cells, int iterations, String note) {

  private static final int MOST_ROUNDS = 1000;
  private static final double ENOUGH = 1e-6;

  /**
   * Replaces each missing cell by the mean of its column.
   *
   * <p>Simple, and biased: variances and correlations come out too small.
   *
   * @throws NumericalException if a column has no values at all
   */
  public static Imputation byMean(Matrix x) {
    Means means = new Means(x.columns());
    for (int i = 0; i < x.rows(); i++) {
      means.add(x.row(i));
    }
    means
        .firstWithoutValues()
        .ifPresent(
            j -> {
              throw new NumericalException(
                  "Column " + (j + 1) + " has no values at all; leave it out.");
            });
    double[] mean = means.values();
    DenseMatrix filled = DenseMatrix.zeros(x.rows(), x.columns());
    long cells = 0;
    for (int i = 0; i < x.rows(); i++) {
      double[] row = x.row(i);
      cells += fill(row, mean);
      filled.setRow(i, row, 0);
    }
    return new Imputation(
        filled,
        cells,
        0,
        replaced(cells)
            + (cells == 1 ? " by the mean of its column" : " by the means of their columns"));
  }

  /**
   * Fills missing cells by regularised iterative PCA (Josse and Husson, 2012).
   *
   * <p>Starting from the means, fits {@code components} components, replaces the missing cells by
   * what the model says of them, shrunken by the noise level, and repeats until the cells move less
   * than a millionth of the spread, at most a thousand times. Each round costs one PCA.
   *
   * @param components how many components carry the structure; at most min(n − 1, d) − 1
   * @throws NumericalException if a column or row has no values at all
   */
  public static Imputation byComponents(
      Matrix x, int components, boolean standardize, Progress progress) {
    int n = x.rows();
    int d = x.columns();
    int most = Math.min(n - 1, d) - 1;
    if (components < 1 || components > most) {
      throw new NumericalException(
          "Filling missing cells needs between 1 and %d components for %s, not %d."
              .formatted(Math.max(0, most), Counted.table(n, d), components));
    }
    boolean[][] missing = new boolean[n][];
    for (int i = 0; i < n; i++) {
      double[] row = x.row(i);
      boolean[] gaps = new boolean[d];
      int count = 0;
      for (int j = 0; j < d; j++) {
        gaps[j] = Double.isNaN(row[j]);
        count += gaps[j] ? 1 : 0;
      }
      if (count == d) {
        throw new NumericalException(
            "Row "
                + (i + 1)
                + " has no values at all; drop it, since nothing tells where it lies.");
      }
      missing[i] = count == 0 ? null : gaps;
    }
    Imputation start = byMean(x);
    DenseMatrix filled = start.filled();
    Pca pca = Pca.builder().components(components).standardize(standardize).build();
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      LinearModel model = pca.fit(filled);
      double change = refill(filled, missing, model);
      progress.at(
          String.format(
              Locale.ROOT, "filling missing cells, round %d, change %.1e", round, change));
      if (change < ENOUGH) {
        return new Imputation(
            filled,
            start.cells(),
            round,
            filled(start.cells(), components) + " in " + Counted.of(round, "round"));
      }
    }
    return new Imputation(
        filled,
        start.cells(),
        MOST_ROUNDS,
        filled(start.cells(), components)
            + ", which had not settled after "
            + Counted.of(MOST_ROUNDS, "round"));
  }

  /** Replaces missing cells by the shrunken fit; returns the change relative to the spread. */
  private static double refill(DenseMatrix filled, boolean[][] missing, LinearModel model) {
    int n = filled.rows();
    int d = filled.columns();
    int k = model.components();
    double[] squares = model.eigenvalues();
    double left = Math.max(0, model.totalSquares() - Arrays.stream(squares).sum());
    double noise = left / ((double) (n - 1 - k) * (d - k));
    double[] shrink = new double[k];
    Arrays.setAll(
        shrink,
        c ->
            squares[c] > 0 ? Math.max(0, squares[c] - noise * Math.max(n - 1, d)) / squares[c] : 0);
    DenseMatrix scores = model.transform(filled);
    double[] mean = model.mean();
    double[] scale = model.scale();
    DenseMatrix copy = model.directions();
    double[][] directions = copy.toArray();
    copy.storage().release();
    double moved = 0;
    double cells = 0;
    for (int i = 0; i < n; i++) {
      if (missing[i] == null) {
        continue;
      }
      double[] row = filled.row(i);
      double[] z = scores.row(i);
      for (int j = 0; j < d; j++) {
        if (missing[i][j]) {
          double fit = 0;
          for (int c = 0; c < k; c++) {
            fit += shrink[c] * z[c] * directions[c][j];
          }
          double next = mean[j] + scale[j] * fit;
          double step = (next - row[j]) / scale[j];
          moved += step * step;
          cells++;
          row[j] = next;
        }
      }
      filled.setRow(i, row, 0);
    }
    scores.storage().release();
    double spread = model.totalSquares() / ((double) n * d);
    return cells == 0 || spread == 0 ? 0 : Math.sqrt(moved / cells / spread);
  }

  private static String filled(long cells, int components) {
    return Counted.of(cells, "missing cell")
        + (cells == 1 ? " was" : " were")
        + " filled by a PCA with "
        + Counted.of(components, "component");
  }

  /** Says that cells were replaced, for the user; what replaced them follows. */
  public static String replaced(long cells) {
    return Counted.of(cells, "missing cell") + (cells == 1 ? " was" : " were") + " replaced";
  }

  /** Replaces the missing cells of a row in place, one value a column; returns how many. */
  public static int fill(double[] row, double[] values) {
    int filled = 0;
    for (int j = 0; j < row.length; j++) {
      if (Double.isNaN(row[j])) {
        row[j] = values[j];
        filled++;
      }
    }
    return filled;
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
