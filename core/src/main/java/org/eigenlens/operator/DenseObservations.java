package org.eigenlens.operator;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;

/**
 * Observations read in dense tiles, in memory or from a file.
 *
 * <p>Each tile is centred before it is multiplied. The cheaper XV − 1(μᵀV) loses all digits where
 * the mean is much larger than the spread.
 */
public final class DenseObservations implements Observations {

  /** Sums are kept apart in this many lanes, whatever the number of threads. */
  private static final int LANES = 8;

  private final RowSource source;
  private final int rows;
  private final double[] mean;
  private final double[] inverseScale;
  private final double squaredNorm;

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

  /** Returns how many rows make a tile of about a megabyte, which a core's own cache holds. */
  static int tileRows(int columns) {
    return Math.max(16, Math.min(4096, (1 << 17) / Math.max(1, columns)));
  }

  private void forEachCentredTile(int lanes, RowSource.TileVisitor visitor) {
    source.forEachTile(
        tileRows(columns()),
        lanes,
        (lane, first, tile) -> {
          if (mean != null) {
            LinearAlgebra.subtractFromRows(tile, mean);
          }
          visitor.visit(lane, first, tile);
        });
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
      forEachCentredTile(
          LANES,
          (lane, first, tile) -> {
            int from = Math.toIntExact(first);
            LinearAlgebra.multiply(
                1, weights, false, tile, true, 0, out.columnRange(from, from + tile.rows()));
          });
    }
  }

  @Override
  public void combine(DenseMatrix y, DenseMatrix out) {
    sumOverTiles(
        out,
        (sum, first, tile) -> {
          DenseMatrix part = y.columnRange(first, first + tile.rows());
          LinearAlgebra.multiply(1, part, false, tile, false, 1, sum);
        });
  }

  @Override
  public void scatter(DenseMatrix v, DenseMatrix out) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix weights = scaled(v, scratch);
      sumOverTiles(
          out,
          (sum, first, tile) -> {
            try (Scratch inner = new Scratch()) {
              DenseMatrix coordinates = inner.matrix(v.rows(), tile.rows());
              LinearAlgebra.multiply(1, weights, false, tile, true, 0, coordinates);
              LinearAlgebra.multiply(1, coordinates, false, tile, false, 1, sum);
            }
          });
    }
  }

  @FunctionalInterface
  private interface TileSum {
    void add(DenseMatrix sum, int firstRow, DenseMatrix tile);
  }

  private void sumOverTiles(DenseMatrix out, TileSum tileSum) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix[] sums = new DenseMatrix[LANES];
      for (int lane = 0; lane < LANES; lane++) {
        sums[lane] = scratch.zeros(out.rows(), out.columns());
      }
      forEachCentredTile(
          LANES, (lane, first, tile) -> tileSum.add(sums[lane], Math.toIntExact(first), tile));
      for (int lane = 0; lane < LANES; lane++) {
        LinearAlgebra.add(1, sums[lane], lane == 0 ? 0 : 1, out);
      }
      if (inverseScale != null) {
        LinearAlgebra.scaleColumns(out, inverseScale);
      }
    }
  }
}
