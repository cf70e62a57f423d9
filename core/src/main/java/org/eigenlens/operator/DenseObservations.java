package org.eigenlens.operator;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;

/**
 * Observations read in dense tiles, in memory or from a file.
 *
 * <p>Each tile is copied and centred before it is multiplied. The cheaper XV − 1(μᵀV), which needs
 * no copy, loses all digits where the mean is much larger than the spread; it is used only for
 * doubles in memory whose mean is at most thirty times as long as their spread, which costs one and
 * a half digits of sixteen.
 */
public final class DenseObservations implements Observations {

  /** Sums are kept apart in this many lanes, whatever the number of threads. */
  private static final int LANES = 8;

  /** How many vectors are summed along at once. */
  private static final int BLOCK = 32;

  /** How often n‖μ‖² may contain ‖A‖² for the mean to be subtracted from products. */
  private static final double SMALL_MEAN = 1000;

  /** OpenBLAS multiplies up to this many terms without repacking the factors, twice as fast. */
  private static final int UNPACKED = 1_000_000;

  private final RowSource source;
  private final int rows;
  private final double[] mean;
  private final double[] inverseScale;
  private final double squaredNorm;

  /** The data where they are multiplied as they are; null where tiles are copied and centred. */
  private final DenseMatrix direct;

  /**
   * Describes the map.
   *
   * @param mean what to subtract from each row, or null
   * @param inverseScale what to multiply each column with, or null
   * @param squaredNorm ‖A‖², as column statistics give it
   */
  public DenseObservations(
      RowSource source, int rows, double[] mean, double[] inverseScale, double squaredNorm) {
    this.source = source;
    this.rows = rows;
    this.mean = mean;
    this.inverseScale = inverseScale;
    this.squaredNorm = squaredNorm;
    boolean inMemory = source instanceof DenseMatrix x && x.precision() == Precision.DOUBLE;
    direct = inMemory && hasSmallMean() ? (DenseMatrix) source : null;
  }

  private boolean hasSmallMean() {
    double squares = 0;
    for (int j = 0; mean != null && j < mean.length; j++) {
      double entry = inverseScale == null ? mean[j] : mean[j] * inverseScale[j];
      squares += entry * entry;
    }
    return rows * squares <= SMALL_MEAN * squaredNorm;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int columns() {
    return source.columns();
  }

  @Override
  public double squaredNorm() {
    return squaredNorm;
  }

  /**
   * Returns how many rows make a tile: at most a megabyte, which a core's own cache holds, and few
   * enough for products without repacking unless there are too many vectors for that.
   */
  static int tileRows(int columns, int vectors) {
    int cached = Math.max(16, Math.min(4096, (1 << 17) / Math.max(1, columns)));
    long unpacked = UNPACKED / Math.max(1, (long) columns * vectors);
    return unpacked < 16 ? 2 * cached : (int) Math.min(cached, unpacked);
  }

  /** Visits tiles: centred copies, or the data themselves. */
  private void forEachTile(int vectors, RowSource.TileVisitor visitor) {
    int size = tileRows(columns(), vectors);
    if (direct == null) {
      source.forEachTile(
          size,
          LANES,
          (lane, first, tile) -> {
            if (mean != null) {
              LinearAlgebra.subtractFromRows(tile, mean);
            }
            visitor.visit(lane, first, tile);
          });
      return;
    }
    direct.forEachView(size, LANES, visitor);
  }

  private boolean centresProducts() {
    return direct != null && mean != null;
  }

  /** Returns μᵀw for each vector, or null where tiles are centred already. */
  private double[] atMean(DenseMatrix weights) {
    if (!centresProducts()) {
      return null;
    }
    double[] products = new double[weights.rows()];
    for (int c = 0; c < products.length; c++) {
      double[] w = weights.row(c);
      for (int j = 0; j < w.length; j++) {
        products[c] += w[j] * mean[j];
      }
    }
    return products;
  }

  private static void multiply(
      DenseMatrix weights, double[] atMean, DenseMatrix tile, DenseMatrix coordinates) {
    LinearAlgebra.multiply(1, weights, false, tile, true, 0, coordinates);
    if (atMean != null) {
      double[] ones = new double[tile.rows()];
      Arrays.fill(ones, 1);
      LinearAlgebra.addOuter(-1, atMean, ones, coordinates);
    }
  }

  /** Returns v·D⁻¹: scaling the vectors saves scaling the data. */
  private DenseMatrix scaled(DenseMatrix v, Scratch scratch) {
    if (inverseScale == null) {
      return v;
    }
    DenseMatrix copy = scratch.matrix(v.rows(), v.columns());
    LinearAlgebra.copy(v, copy);
    LinearAlgebra.scaleColumns(copy, inverseScale);
    return copy;
  }

  @Override
  public void project(DenseMatrix v, DenseMatrix out) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix weights = scaled(v, scratch);
      if (direct != null) {
        multiply(weights, atMean(weights), direct, out);
        return;
      }
      forEachTile(
          v.rows(),
          (lane, first, tile) -> {
            int from = Math.toIntExact(first);
            multiply(weights, null, tile, out.columnRange(from, from + tile.rows()));
          });
    }
  }

  @Override
  public void combine(DenseMatrix y, DenseMatrix out) {
    if (direct == null && source instanceof DenseMatrix x) {
      combineByColumns(x, y, out);
      return;
    }
    if (direct == null) {
      // Sums are kept for each lane: few vectors at a time keep them small.
      for (int from = 0; from < y.rows(); from += BLOCK) {
        int to = Math.min(y.rows(), from + BLOCK);
        DenseMatrix some = y.rowRange(from, to);
        sumOverTiles(
            out.rowRange(from, to),
            (first, tile, scratch) -> some.columnRange(first, first + tile.rows()));
      }
      return;
    }
    LinearAlgebra.multiply(1, y, false, direct, false, 0, out);
    double[] totals = new double[y.rows()];
    addSums(y, totals);
    finish(totals, out);
  }

  /** Combines tiles of whole columns, each centred: no sum of a tile meets that of another. */
  private void combineByColumns(DenseMatrix x, DenseMatrix y, DenseMatrix out) {
    int width = Math.max(64, Math.min(4096, (1 << 17) / Math.max(1, rows)));
    int tiles = (columns() + width - 1) / width;
    Parallel.forEach(
        tiles,
        t -> {
          int from = t * width;
          int to = Math.min(columns(), from + width);
          try (Scratch scratch = new Scratch()) {
            DenseMatrix tile = scratch.matrix(rows, to - from);
            LinearAlgebra.copy(x.columnRange(from, to), tile);
            if (mean != null) {
              LinearAlgebra.subtractFromRows(tile, Arrays.copyOfRange(mean, from, to));
            }
            LinearAlgebra.multiply(1, y, false, tile, false, 0, out.columnRange(from, to));
          }
        });
    if (inverseScale != null) {
      LinearAlgebra.scaleColumns(out, inverseScale);
    }
  }

  @Override
  public void scatter(DenseMatrix v, DenseMatrix out) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix weights = scaled(v, scratch);
      double[] atMean = atMean(weights);
      sumOverTiles(
          out,
          (first, tile, inner) -> {
            DenseMatrix coordinates = inner.matrix(v.rows(), tile.rows());
            multiply(weights, atMean, tile, coordinates);
            return coordinates;
          });
    }
  }

  /** Gives the weights, a column for each row of a tile, with which the rows are summed. */
  @FunctionalInterface
  private interface TileWeights {
    DenseMatrix of(int firstRow, DenseMatrix tile, Scratch scratch);
  }

  private void sumOverTiles(DenseMatrix out, TileWeights tileWeights) {
    double[][] totals = new double[LANES][out.rows()];
    try (Scratch scratch = new Scratch()) {
      DenseMatrix[] sums = new DenseMatrix[LANES];
      for (int lane = 0; lane < LANES; lane++) {
        sums[lane] = scratch.zeros(out.rows(), out.columns());
      }
      forEachTile(
          out.rows(),
          (lane, first, tile) -> {
            try (Scratch inner = new Scratch()) {
              DenseMatrix weights = tileWeights.of(Math.toIntExact(first), tile, inner);
              LinearAlgebra.multiply(1, weights, false, tile, false, 1, sums[lane]);
              if (centresProducts()) {
                addSums(weights, totals[lane]);
              }
            }
          });
      for (int lane = 0; lane < LANES; lane++) {
        LinearAlgebra.add(1, sums[lane], lane == 0 ? 0 : 1, out);
        for (int c = 0; lane > 0 && c < out.rows(); c++) {
          totals[0][c] += totals[lane][c];
        }
      }
    }
    finish(totals[0], out);
  }

  private static void addSums(DenseMatrix weights, double[] totals) {
    double[] row = new double[weights.columns()];
    for (int c = 0; c < totals.length; c++) {
      weights.getRow(c, row, 0);
      for (double value : row) {
        totals[c] += value;
      }
    }
  }

  /** Takes the mean's part from sums of rows, Σyxᵀ − (Σy)μᵀ, and scales the columns. */
  private void finish(double[] totals, DenseMatrix out) {
    if (centresProducts()) {
      LinearAlgebra.addOuter(-1, totals, mean, out);
    }
    if (inverseScale != null) {
      LinearAlgebra.scaleColumns(out, inverseScale);
    }
  }
}
