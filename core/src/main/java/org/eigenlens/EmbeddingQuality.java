package org.eigenlens;

import java.util.Arrays;
import java.util.Random;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.neighbors.Geodesic;
import org.eigenlens.neighbors.Neighbors;
import org.eigenlens.pca.ColumnStatistics;

/**
 * How well coordinates keep who is near whom, whatever method they come from.
 *
 * <p>With r(i, j) the rank of j among the neighbours of i in the data, and U(i) those that are
 * among the k nearest of i in the coordinates only, trustworthiness is 1 − 2/(nk(2n − 3k − 1))·Σᵢ
 * Σ_{j ∈ U(i)} (r(i, j) − k); continuity is the same with data and coordinates exchanged (Venna and
 * Kaski, 2001). Both are 1 if all neighbourhoods are kept, and not below 0 because k is less than
 * half of n. Residual variance is 1 − R² of the distances in the data, for Isomap of those along
 * it, and in the coordinates.
 *
 * <p>Every row is compared with every other, a tile at a time; of many rows a sample is, each with
 * all others, so that no more than about 4·10⁹ operations are made. No n × n numbers are kept.
 *
 * <pre>{@code
 * LinearModel pca = Pca.builder().components(2).fit(x);
 * EmbeddingQuality kept = EmbeddingQuality.of(pca, x, pca.transform(x), 5, 0);
 * System.out.println(kept.trustworthiness() + " " + kept.continuity());
 * }</pre>
 *
 * @param neighbors k, how many count as near
 * @param rows how many rows there are
 * @param sampled how many of them were looked at; all, or those that the seed drew
 * @param trustworthiness how far neighbours in the coordinates are neighbours in the data
 * @param continuity how far neighbours in the data are neighbours in the coordinates
 * @param neighborhoodPreservation the mean share of the k nearest that are the same in both
 * @param residualVariance the share of the variance of distances that coordinates do not explain
 */
public record EmbeddingQuality(
    int neighbors,
    int rows,
    int sampled,
    double trustworthiness,
    double continuity,
    double neighborhoodPreservation,
    double residualVariance) {

  /** As many as scikit-learn takes. */
  public static final int NEIGHBORS = 5;

  private static final double MOST_OPERATIONS = 4e9;
  private static final int LEAST_SAMPLE = 500;
  private static final int TILE = 64;

  /** What a path to one row costs, in operations. */
  private static final double PATH = 1000;

  /**
   * Judges the coordinates that a model gives rows, which need not be those it was fitted to; they
   * are standardised as the model does.
   *
   * @param x the rows, or for a model of distances the table that it was fitted to
   * @throws NumericalException if there are too few rows, one without coordinates, or similarities
   *     in their place
   */
  public static EmbeddingQuality of(
      Model model, Matrix x, Matrix coordinates, int neighbors, long seed) {
    Squares along = null;
    if (model instanceof KernelModel kernel && kernel.kernel() instanceof Geodesic geodesic) {
      along = paths(kernel, geodesic, x);
    }
    if (model instanceof KernelModel kernel && kernel.isTable()) {
      if (kernel.kernel() instanceof Precomputed) {
        throw new NumericalException(
            "The quality of an embedding needs rows or distances, and these are similarities.");
      }
      checkTable(x);
      return measure(x.rows(), given(x), along, coordinates, neighbors, seed, 1);
    }
    DenseMatrix points = Allowance.unlimited().copy(x);
    if (model instanceof KernelModel kernel) {
      kernel.prepare(points);
    } else if (model instanceof LinearModel linear) {
      double[] scale = linear.scale();
      Arrays.setAll(scale, j -> 1 / scale[j]);
      LinearAlgebra.scaleColumns(points, scale);
    } else {
      throw new IllegalArgumentException("The quality of an embedding is that of one view.");
    }
    return measure(x.rows(), euclidean(points), along, coordinates, neighbors, seed, x.columns());
  }

  /** Judges coordinates of rows. */
  public static EmbeddingQuality of(Matrix x, Matrix coordinates, int neighbors, long seed) {
    return measure(x.rows(), euclidean(x), null, coordinates, neighbors, seed, x.columns());
  }

  /** Writes the squared distances of some rows to all rows. */
  @FunctionalInterface
  private interface Squares {
    void of(int[] rows, DenseMatrix out);
  }

  private static EmbeddingQuality measure(
      int n, Squares data, Squares along, Matrix coordinates, int k, long seed, int columns) {
    if (coordinates.rows() != n) {
      throw new IllegalArgumentException(
          coordinates.rows() + " rows of coordinates were given for " + n + " rows.");
    }
    if (k < 1 || 2L * k >= n) {
      throw new NumericalException(
          "The quality of an embedding over the %d nearest needs more than %d rows, not %d; look at"
                  .formatted(k, 2L * k, n)
              + " fewer (--quality-neighbors).");
    }
    for (int i = 0; i < n; i++) {
      if (!Arrays.stream(coordinates.row(i)).allMatch(Double::isFinite)) {
        throw NumericalException.atRow(
            i, "it has no coordinates, so that they cannot be judged; leave it out.");
      }
    }
    int[] rows =
        sample(n, columns + coordinates.columns() + 4.0 * k + (along == null ? 0 : PATH), seed);
    Squares embedded = euclidean(coordinates);
    int tiles = (rows.length + TILE - 1) / TILE;
    Sums[] sums = new Sums[tiles];
    Parallel.forEach(
        tiles,
        t -> {
          int[] some = Arrays.copyOfRange(rows, t * TILE, Math.min(rows.length, (t + 1) * TILE));
          sums[t] = new Sums();
          try (Scratch scratch = new Scratch()) {
            DenseMatrix x = scratch.matrix(some.length, n);
            DenseMatrix y = scratch.matrix(some.length, n);
            data.of(some, x);
            embedded.of(some, y);
            double[] inData = new double[n];
            double[] inMap = new double[n];
            for (int i = 0; i < some.length; i++) {
              x.getRow(i, inData, 0);
              y.getRow(i, inMap, 0);
              sums[t].addNeighbors(some[i], inData, inMap, k);
            }
            if (along != null) {
              along.of(some, x);
            }
            for (int i = 0; i < some.length; i++) {
              x.getRow(i, inData, 0);
              y.getRow(i, inMap, 0);
              sums[t].addDistances(some[i], inData, inMap);
            }
          }
        });
    Sums all = new Sums();
    for (Sums one : sums) {
      all.add(one);
    }
    double most = rows.length * (double) k * (2.0 * n - 3.0 * k - 1) / 2;
    return new EmbeddingQuality(
        k,
        n,
        rows.length,
        1 - all.intruders / most,
        1 - all.missing / most,
        all.kept / ((double) rows.length * k),
        all.residualVariance());
  }

  private static int[] sample(int n, double operations, long seed) {
    double affordable = MOST_OPERATIONS / (operations * n);
    int count = (int) Math.min(n, Math.max(LEAST_SAMPLE, affordable));
    int[] all = new int[n];
    Arrays.setAll(all, i -> i);
    if (count == n) {
      return all;
    }
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      int other = i + random.nextInt(n - i);
      int kept = all[other];
      all[other] = all[i];
      all[i] = kept;
    }
    int[] drawn = Arrays.copyOf(all, count);
    Arrays.sort(drawn);
    return drawn;
  }

  private static Squares euclidean(Matrix given) {
    DenseMatrix x = Allowance.unlimited().copy(given);
    double[] mean = ColumnStatistics.of(x, true).mean();
    LinearAlgebra.subtractFromRows(x, mean);
    double[] norms = new double[x.rows()];
    Arrays.setAll(norms, i -> Arrays.stream(x.row(i)).map(v -> v * v).sum());
    return (rows, out) -> {
      try (Scratch scratch = new Scratch()) {
        DenseMatrix some = scratch.matrix(rows.length, x.columns());
        for (int i = 0; i < rows.length; i++) {
          some.setRow(i, x.row(rows[i]), 0);
        }
        LinearAlgebra.multiply(-2, some, false, x, true, 0, out);
      }
      double[] row = new double[x.rows()];
      for (int i = 0; i < rows.length; i++) {
        out.getRow(i, row, 0);
        for (int j = 0; j < row.length; j++) {
          row[j] = Math.max(0, row[j] + norms[j] + norms[rows[i]]);
        }
        out.setRow(i, row, 0);
      }
    };
  }

  private static Squares given(Matrix distances) {
    return (rows, out) -> {
      for (int i = 0; i < rows.length; i++) {
        double[] row = distances.row(rows[i]);
        Arrays.setAll(row, j -> row[j] * row[j]);
        out.setRow(i, row, 0);
      }
    };
  }

  /** Measures along the data, from and to any rows: by way of the points of the graph. */
  private static Squares paths(KernelModel model, Geodesic kernel, Matrix x) {
    DenseMatrix prepared = Allowance.unlimited().copy(x);
    model.prepare(prepared);
    Neighbors.Found places = kernel.places(prepared);
    return (rows, out) -> kernel.squares(places, rows, out);
  }

  /** Distances of other objects to those of the model say nothing of those among them. */
  private static void checkTable(Matrix x) {
    boolean own = x.rows() == x.columns();
    for (int i = 0; own && i < x.rows(); i++) {
      own = x.row(i)[i] == 0;
    }
    if (!own) {
      throw new NumericalException(
          "The quality of an embedding of distances needs the table that was fitted, with zeros on"
              + " its diagonal; these are distances of other objects.");
    }
  }

  /** What is added up over the rows that are looked at. */
  private static final class Sums {
    private double intruders;
    private double missing;
    private long kept;
    private double count;
    private double x;
    private double y;
    private double xx;
    private double yy;
    private double xy;

    void addNeighbors(int self, double[] inData, double[] inMap, int k) {
      int[] nearData = nearest(inData, self, k);
      int[] nearMap = nearest(inMap, self, k);
      for (int j : nearMap) {
        int rank = rank(inData, self, j);
        intruders += Math.max(0, rank - k);
        kept += rank <= k ? 1 : 0;
      }
      for (int j : nearData) {
        missing += Math.max(0, rank(inMap, self, j) - k);
      }
    }

    void addDistances(int self, double[] inData, double[] inMap) {
      for (int j = 0; j < inData.length; j++) {
        if (j != self) {
          double a = Math.sqrt(inData[j]);
          double b = Math.sqrt(inMap[j]);
          count++;
          x += a;
          y += b;
          xx += a * a;
          yy += b * b;
          xy += a * b;
        }
      }
    }

    void add(Sums other) {
      intruders += other.intruders;
      missing += other.missing;
      kept += other.kept;
      count += other.count;
      x += other.x;
      y += other.y;
      xx += other.xx;
      yy += other.yy;
      xy += other.xy;
    }

    double residualVariance() {
      double varianceX = xx - x * x / count;
      double varianceY = yy - y * y / count;
      double both = xy - x * y / count;
      if (!(varianceX > 0) || !(varianceY > 0)) {
        return varianceX > 0 ? 1 : 0;
      }
      return Math.max(0, 1 - both / varianceX * (both / varianceY));
    }

    /** Returns the nearest, those equally far in their order. */
    private static int[] nearest(double[] squares, int self, int k) {
      int[] found = new int[k];
      int size = 0;
      for (int j = 0; j < squares.length; j++) {
        if (j == self || (size == k && squares[j] >= squares[found[k - 1]])) {
          continue;
        }
        int at = size < k ? size++ : k - 1;
        while (at > 0 && squares[found[at - 1]] > squares[j]) {
          found[at] = found[at - 1];
          at--;
        }
        found[at] = j;
      }
      return found;
    }

    /** Returns how many are at least as near, in their order; the nearest has rank 1. */
    private static int rank(double[] squares, int self, int j) {
      int rank = 1;
      double square = squares[j];
      for (int i = 0; i < squares.length; i++) {
        if (i != self && (squares[i] < square || (squares[i] == square && i < j))) {
          rank++;
        }
      }
      return rank;
    }
  }
}
