package org.eigenlens.pca;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;

/**
 * What is learned of wide data (n ≪ d) in one pass over tiles of columns: mean and scale of each
 * column, and either the n × n Gram matrix AAᵀ or a triangle L with LLᵀ = AAᵀ.
 *
 * <p>A tile holds all rows of its columns, so it is centred and scaled exactly before anything is
 * summed. No d × d matrix is ever formed.
 *
 * @param mean of each column, null if not centred
 * @param scale of each column, null if not standardised
 * @param constant which columns are constant
 * @param square the n × n Gram matrix, of which only the upper triangle is set, or the triangle L
 */
record WideSums(double[] mean, double[] scale, boolean[] constant, DenseMatrix square) {

  private static final int LANES = 4;

  /**
   * How many columns are multiplied where they are: a tile of a few hundred rows stays in cache.
   */
  private static final int VIEWED = 512;

  /** How often nμ² may contain Σ(x − μ)² before it is not worth trying to subtract it later. */
  private static final double SMALL_MEAN = 1000;

  /**
   * Tells whether the Gram matrix may be summed up where the data are, to go by the first columns:
   * doubles, not scaled, with a mean that leaves digits enough.
   */
  static boolean mayStayInPlace(DenseMatrix x, Preprocessing preprocessing) {
    if (x.precision() != Precision.DOUBLE || preprocessing.standardize()) {
      return false;
    }
    if (!preprocessing.center()) {
      return true;
    }
    ColumnStatistics sample =
        ColumnStatistics.of(x.columnRange(0, Math.min(x.columns(), VIEWED)), true);
    double squaresOfMean = 0;
    for (double mean : sample.mean()) {
      squaresOfMean += x.rows() * (mean * mean);
    }
    return squaresOfMean <= SMALL_MEAN * sample.total();
  }

  /**
   * Sums up XXᵀ without a copy of the data: n²d operations. Its entries are rounded by ε times the
   * squares of whole rows, so a mean that is centred out of it later leaves that much behind.
   */
  static WideSums inPlace(DenseMatrix x, Preprocessing preprocessing) {
    int n = x.rows();
    int d = x.columns();
    double[] mean = new double[d];
    boolean[] constant = new boolean[d];
    DenseMatrix[] sums = new DenseMatrix[LANES];
    int tiles = (d + VIEWED - 1) / VIEWED;
    Parallel.forEach(
        Math.min(LANES, tiles),
        lane -> {
          sums[lane] = DenseMatrix.zeros(n, n);
          for (int t = lane; t < tiles; t += LANES) {
            int from = t * VIEWED;
            DenseMatrix tile = x.columnRange(from, Math.min(d, from + VIEWED));
            // Before the products: they find the tile in cache then.
            double[] totals = LinearAlgebra.sumOfRows(tile);
            for (int j = 0; j < totals.length; j++) {
              mean[from + j] = totals[j] / n;
              constant[from + j] = isConstant(tile, j);
            }
            LinearAlgebra.addGram(tile, true, sums[lane]);
          }
        });
    return new WideSums(preprocessing.center() ? mean : null, null, constant, merged(sums, false));
  }

  /** Sums up the Gram matrix of centred and scaled copies of tiles: n²d operations. */
  static WideSums of(DenseMatrix x, Preprocessing preprocessing) {
    return pass(x, preprocessing, false);
  }

  /** Folds the columns into a triangle by LQ: about 3n²d operations, and no digits lost. */
  static WideSums triangle(DenseMatrix x, Preprocessing preprocessing) {
    return pass(x, preprocessing, true);
  }

  private static WideSums pass(DenseMatrix x, Preprocessing preprocessing, boolean triangle) {
    int n = x.rows();
    int d = x.columns();
    double[] mean = new double[d];
    double[] scale = new double[d];
    boolean[] constant = new boolean[d];
    DenseMatrix[] sums = new DenseMatrix[LANES];
    // Half a core's cache, so that a tile and the block it is prepared in both stay there.
    int width = Math.max(triangle ? 2 * n : 64, Math.min(4096, (1 << 16) / Math.max(1, n)));
    int tiles = (d + width - 1) / width;
    Parallel.forEach(
        Math.min(LANES, tiles),
        lane -> {
          sums[lane] = DenseMatrix.zeros(n, n);
          double[] block = new double[Math.multiplyExact(n, Math.min(width, d))];
          for (int t = lane; t < tiles; t += LANES) {
            int from = t * width;
            int to = Math.min(d, from + width);
            try (Scratch scratch = new Scratch()) {
              int offset = triangle ? n : 0;
              DenseMatrix stack = scratch.matrix(n, offset + to - from);
              DenseMatrix tile = stack.columnRange(offset, offset + to - from);
              DenseMatrix raw = x.columnRange(from, to);
              prepare(raw, block, tile, preprocessing, from, mean, scale, constant);
              if (triangle) {
                LinearAlgebra.copy(sums[lane], stack.columnRange(0, n));
                sums[lane].storage().release();
                sums[lane] = LinearAlgebra.lqTriangle(stack);
              } else {
                LinearAlgebra.addGram(tile, true, sums[lane]);
              }
            }
          }
        });
    return new WideSums(
        preprocessing.center() ? mean : null,
        preprocessing.standardize() ? scale : null,
        constant,
        merged(sums, triangle));
  }

  private static DenseMatrix merged(DenseMatrix[] sums, boolean triangle) {
    DenseMatrix total = sums[0];
    for (int lane = 1; lane < sums.length && sums[lane] != null; lane++) {
      total = triangle ? fold(total, sums[lane]) : added(total, sums[lane]);
    }
    return total;
  }

  private static DenseMatrix added(DenseMatrix sum, DenseMatrix more) {
    LinearAlgebra.add(1, more, 1, sum);
    more.storage().release();
    return sum;
  }

  private static DenseMatrix fold(DenseMatrix left, DenseMatrix right) {
    int n = left.rows();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix stack = scratch.matrix(n, 2 * n);
      LinearAlgebra.copy(left, stack.columnRange(0, n));
      LinearAlgebra.copy(right, stack.columnRange(n, 2 * n));
      left.storage().release();
      right.storage().release();
      return LinearAlgebra.lqTriangle(stack);
    }
  }

  /** Copies whole columns to a tile, centred and scaled, and notes what was done. */
  private static void prepare(
      DenseMatrix raw,
      double[] block,
      DenseMatrix tile,
      Preprocessing preprocessing,
      int from,
      double[] mean,
      double[] scale,
      boolean[] constant) {
    int n = tile.rows();
    int width = tile.columns();
    double[] first = raw.row(0);
    double[] sum = new double[width];
    for (int i = 0; i < n; i++) {
      int at = i * width;
      raw.getRow(i, block, at);
      for (int j = 0; j < width; j++) {
        sum[j] += block[at + j] - first[j];
      }
    }
    double[] squares = new double[width];
    for (int j = 0; j < width; j++) {
      mean[from + j] = first[j] + sum[j] / n;
      constant[from + j] = isConstant(raw, j);
    }
    if (preprocessing.standardize()) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < width; j++) {
          double deviation = block[i * width + j] - mean[from + j];
          squares[j] += deviation * deviation;
        }
      }
    }
    double[] origin = preprocessing.center() ? Arrays.copyOfRange(mean, from, from + width) : null;
    for (int i = 0; i < n; i++) {
      int at = i * width;
      for (int j = 0; origin != null && j < width; j++) {
        block[at + j] -= origin[j];
      }
      tile.setRow(i, block, at);
    }
    if (preprocessing.standardize()) {
      double[] inverse = new double[width];
      for (int j = 0; j < width; j++) {
        double deviation = Math.sqrt(squares[j] / Math.max(1, n - preprocessing.ddof()));
        scale[from + j] = constant[from + j] || deviation == 0 ? 1 : deviation;
        inverse[j] = 1 / scale[from + j];
      }
      LinearAlgebra.scaleColumns(tile, inverse);
    }
  }

  /** Looks no further than the first value that differs. */
  private static boolean isConstant(DenseMatrix tile, int column) {
    double least = tile.get(0, column);
    double largest = least;
    for (int i = 1; i < tile.rows(); i++) {
      least = Math.min(least, tile.get(i, column));
      largest = Math.max(largest, tile.get(i, column));
      if (!Preprocessing.isConstant(least, largest)) {
        return false;
      }
    }
    return true;
  }
}
