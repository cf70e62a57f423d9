package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.SymmetricOperator;

/**
 * The n × n matrix K with Kᵢⱼ = k(xᵢ, xⱼ), as an operator that keeps one triangle of it, or none.
 *
 * <p>K is cut into square tiles. Only those on and below the diagonal exist; each serves twice
 * while it is in cache, for its own place and as its transpose: half the memory and half the memory
 * traffic of the full matrix. Stored tiles take about n²/2 numbers, double or float; tiles in float
 * are widened before they are multiplied, so that the arithmetic is in double always. Recomputed
 * tiles take no memory, and n²d more operations each time the operator is applied.
 *
 * <p>Applying it to b vectors costs 2n²b operations, on all cores. The same bits come out for any
 * number of threads. Close it to give the memory back early.
 */
public final class KernelMatrix implements SymmetricOperator, AutoCloseable {

  /** Wide enough that packing a tile costs little beside multiplying it; it still fits in cache. */
  private static final int TILE = 512;

  /** Each has a sum of its own, added in order: a fixed number makes results repeatable. */
  private static final int LANES = 4;

  /** A tile is read and packed for so many vectors at hardly more cost than for a few. */
  public static final int BLOCK = 24;

  private final Kernel kernel;
  private final DenseMatrix points;
  private final double[] diagonal;
  private final int bands;
  private final DenseMatrix[] tiles;

  private KernelMatrix(Kernel kernel, DenseMatrix points, DenseMatrix[] tiles) {
    this.kernel = kernel;
    this.points = points;
    this.tiles = tiles;
    diagonal = kernel.self(points);
    bands = (points.rows() + TILE - 1) / TILE;
  }

  /** Computes one triangle and keeps it in memory. */
  public static KernelMatrix stored(
      Kernel kernel, DenseMatrix points, Precision precision, Progress progress) {
    int bands = (points.rows() + TILE - 1) / TILE;
    DenseMatrix[] tiles = new DenseMatrix[Math.multiplyExact(bands, bands + 1) / 2];
    KernelMatrix matrix = new KernelMatrix(kernel, points, tiles);
    try {
      for (int band = 0; band < bands; band++) {
        int row = band;
        progress.at("kernel matrix, rows from " + row * TILE + " of " + points.rows());
        Parallel.forEach(
            row + 1,
            column -> {
              DenseMatrix tile =
                  DenseMatrix.unset(matrix.height(row), matrix.height(column), precision);
              tiles[index(row, column)] = tile;
              matrix.compute(row, column, tile);
            });
      }
    } catch (RuntimeException | Error e) {
      matrix.close();
      throw e;
    }
    return matrix;
  }

  /** Keeps nothing: every tile is computed anew each time it is needed. */
  public static KernelMatrix recomputed(Kernel kernel, DenseMatrix points) {
    return new KernelMatrix(kernel, points, null);
  }

  /** Returns how many bytes a stored triangle takes. */
  public static double storedBytes(long rows, Precision precision) {
    return precision.bytes() * (double) rows * (rows + TILE) / 2;
  }

  /** Returns how many bytes are taken while it is applied to vectors, beside vectors and tiles. */
  public static double applyBytes(long rows, int vectors) {
    return 8.0 * LANES * (rows * (double) vectors + 2.0 * TILE * TILE);
  }

  @Override
  public int size() {
    return points.rows();
  }

  @Override
  public double trace() {
    return Arrays.stream(diagonal).sum();
  }

  private static int index(int row, int column) {
    return row * (row + 1) / 2 + column;
  }

  private int height(int band) {
    return Math.min(TILE, points.rows() - band * TILE);
  }

  private DenseMatrix band(int band) {
    return points.rowRange(band * TILE, band * TILE + height(band));
  }

  /** Computes a tile; its diagonal is exact, which rounding of the products would not give. */
  private void compute(int row, int column, DenseMatrix tile) {
    if (tile.precision() == Precision.DOUBLE) {
      kernel.evaluate(band(row), band(column), tile);
    } else {
      try (Scratch scratch = new Scratch()) {
        DenseMatrix wide = scratch.matrix(tile.rows(), tile.columns());
        kernel.evaluate(band(row), band(column), wide);
        LinearAlgebra.copy(wide, tile);
      }
    }
    if (row == column) {
      for (int i = 0; i < tile.rows(); i++) {
        tile.set(i, i, diagonal[row * TILE + i]);
      }
    }
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    int count = index(bands, 0);
    int lanes = Math.min(LANES, count);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix[] sums = new DenseMatrix[lanes];
      for (int lane = 0; lane < lanes; lane++) {
        sums[lane] = scratch.zeros(in.rows(), size());
      }
      Parallel.forEach(
          lanes,
          lane -> {
            int first = (int) ((long) count * lane / lanes);
            int last = (int) ((long) count * (lane + 1) / lanes);
            applyTiles(first, last, in, sums[lane]);
          });
      LinearAlgebra.copy(sums[0], out);
      for (int lane = 1; lane < lanes; lane++) {
        LinearAlgebra.add(1, sums[lane], 1, out);
      }
    }
  }

  /** Adds what the tiles from {@code first} to {@code last} contribute to the product. */
  private void applyTiles(int first, int last, DenseMatrix in, DenseMatrix sum) {
    int row = 0;
    while (index(row + 1, 0) <= first) {
      row++;
    }
    int column = first - index(row, 0);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix wide = scratch.matrix(TILE, TILE);
      for (int number = first; number < last; number++) {
        DenseMatrix tile = tile(number, row, column, wide);
        // Vectors are rows: sumᵢ += inⱼ·Tᵀ, and by symmetry sumⱼ += inᵢ·T.
        LinearAlgebra.multiply(1, part(in, column), false, tile, true, 1, part(sum, row));
        if (row != column) {
          LinearAlgebra.multiply(1, part(in, row), false, tile, false, 1, part(sum, column));
        }
        column++;
        if (column > row) {
          row++;
          column = 0;
        }
      }
    }
  }

  private DenseMatrix part(DenseMatrix vectors, int band) {
    return vectors.columnRange(band * TILE, band * TILE + height(band));
  }

  private DenseMatrix tile(int number, int row, int column, DenseMatrix wide) {
    if (tiles != null && tiles[number].precision() == Precision.DOUBLE) {
      return tiles[number];
    }
    DenseMatrix view = wide.rowRange(0, height(row)).columnRange(0, height(column));
    if (tiles == null) {
      compute(row, column, view);
    } else {
      LinearAlgebra.copy(tiles[number], view);
    }
    return view;
  }

  @Override
  public void close() {
    if (tiles != null) {
      for (DenseMatrix tile : tiles) {
        if (tile != null) {
          tile.storage().release();
        }
      }
    }
  }
}
