package org.eigenlens.kernel;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.SymmetricOperator;

/**
 * The n × n matrix K with Kᵢⱼ = k(xᵢ, xⱼ), as an operator that keeps one {@link Triangle} of it, or
 * none.
 *
 * <p>Stored tiles take about n²/2 numbers, double or float; tiles in float are widened before they
 * are multiplied, so that the arithmetic is in double always ({@link RoundedKernelMatrix} is in
 * float throughout). Recomputed tiles take no memory, and n²d more operations each time the
 * operator is applied.
 *
 * <p>Applying it to b vectors costs 2n²b operations, on all cores. The same bits come out for any
 * number of threads. Close it to give the memory back early.
 */
public final class KernelMatrix implements SymmetricOperator, AutoCloseable {

  /** A tile is read and packed for so many vectors at hardly more cost than for a few. */
  public static final int BLOCK = 32;

  /** So many tiles are computed between two words of progress. */
  static final int TILES_AT_ONCE = 64;

  private final Kernel kernel;
  private final DenseMatrix points;
  private final double[] diagonal;
  private final Triangle triangle;

  /** Null if nothing is stored. */
  private final DenseMatrix[] tiles;

  /** K·1/n, once the first product has found it; null if it is not to. */
  private final AtomicReference<double[]> means;

  private KernelMatrix(
      Kernel kernel, DenseMatrix points, boolean stored, AtomicReference<double[]> means) {
    this.kernel = kernel;
    this.points = points;
    this.means = means;
    diagonal = kernel.self(points);
    triangle = new Triangle(points.rows());
    tiles = stored ? new DenseMatrix[triangle.tiles()] : null;
  }

  /** Computes one triangle and keeps it in memory. */
  public static KernelMatrix stored(
      Kernel kernel, DenseMatrix points, Precision precision, Progress progress) {
    KernelMatrix matrix = new KernelMatrix(kernel, points, true, null);
    try {
      matrix.store(precision, progress);
    } catch (RuntimeException | Error e) {
      matrix.close();
      throw e;
    }
    return matrix;
  }

  /** Keeps nothing: every tile is computed anew each time it is needed. */
  public static KernelMatrix recomputed(Kernel kernel, DenseMatrix points) {
    return new KernelMatrix(kernel, points, false, null);
  }

  /** Keeps nothing but the means of its rows, which the first product finds on the way. */
  static KernelMatrix recomputedWithMeans(Kernel kernel, DenseMatrix points) {
    return new KernelMatrix(kernel, points, false, new AtomicReference<>());
  }

  /** Returns how many bytes a stored triangle takes. */
  public static double storedBytes(long rows, Precision precision) {
    return precision.bytes() * (double) rows * (rows + Triangle.TILE) / 2;
  }

  /** Returns how many bytes are taken while it is applied to vectors, beside vectors and tiles. */
  public static double applyBytes(long rows, int vectors) {
    return 8.0 * Triangle.LANES * (rows * (double) vectors + 2.0 * Triangle.TILE * Triangle.TILE);
  }

  private void store(Precision precision, Progress progress) {
    for (int first = 0; first < tiles.length; first += TILES_AT_ONCE) {
      int from = first;
      progress.at(progress(first));
      Parallel.forEach(
          Math.min(TILES_AT_ONCE, tiles.length - first),
          i -> {
            int row = Triangle.rowOf(from + i);
            int column = from + i - Triangle.index(row, 0);
            DenseMatrix tile =
                DenseMatrix.unset(triangle.height(row), triangle.height(column), precision);
            tiles[from + i] = tile;
            if (precision == Precision.DOUBLE) {
              compute(row, column, tile);
              return;
            }
            try (Scratch scratch = new Scratch()) {
              DenseMatrix wide = scratch.matrix(tile.rows(), tile.columns());
              compute(row, column, wide);
              LinearAlgebra.copy(wide, tile);
            }
          });
    }
  }

  /** Says how far the computing of tiles has come. */
  String progress(int number) {
    return "kernel matrix, rows from " + Triangle.rowOf(number) * Triangle.TILE + " of " + size();
  }

  @Override
  public int size() {
    return points.rows();
  }

  @Override
  public double trace() {
    return Arrays.stream(diagonal).sum();
  }

  @Override
  public double[] rowMeans() {
    boolean known = means != null && means.get() != null;
    return known ? means.get().clone() : SymmetricOperator.super.rowMeans();
  }

  Kernel kernel() {
    return kernel;
  }

  DenseMatrix points() {
    return points;
  }

  /** Returns k(x, x) of every point. */
  double[] diagonal() {
    return diagonal;
  }

  Triangle triangle() {
    return triangle;
  }

  /** Computes a tile; its diagonal is exact, which rounding of the products would not give. */
  void compute(int row, int column, DenseMatrix tile) {
    compute(points, row, column, tile);
  }

  /** Computes a tile from a copy of the points, in the precision of both. */
  void compute(DenseMatrix from, int row, int column, DenseMatrix tile) {
    kernel.evaluate(triangle.rows(from, row), triangle.rows(from, column), tile);
    if (row == column) {
      for (int i = 0; i < tile.rows(); i++) {
        tile.set(i, i, diagonal[row * Triangle.TILE + i]);
      }
    }
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    if (means == null || means.get() != null) {
      multiply(in, out);
      return;
    }
    int vectors = in.rows();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix more = scratch.matrix(vectors + 1, size());
      LinearAlgebra.copy(in, more.rowRange(0, vectors));
      LinearAlgebra.fill(more.rowRange(vectors, vectors + 1), 1.0 / size());
      DenseMatrix products = scratch.matrix(vectors + 1, size());
      multiply(more, products);
      LinearAlgebra.copy(products.rowRange(0, vectors), out);
      means.set(products.row(vectors));
    }
  }

  private void multiply(DenseMatrix in, DenseMatrix out) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix[] sums = new DenseMatrix[triangle.lanes()];
      Arrays.setAll(sums, lane -> scratch.zeros(in.rows(), size()));
      triangle.forEachLane((lane, first, last) -> multiplyTiles(first, last, in, sums[lane]));
      Parallel.forEach(in.rows(), i -> out.setRow(i, total(sums, i), 0));
    }
  }

  /** Adds up a row of all lanes. */
  private static double[] total(DenseMatrix[] sums, int row) {
    double[] total = sums[0].row(row);
    double[] lane = new double[total.length];
    for (int l = 1; l < sums.length; l++) {
      sums[l].getRow(row, lane, 0);
      for (int j = 0; j < total.length; j++) {
        total[j] += lane[j];
      }
    }
    return total;
  }

  /** Adds what the tiles from {@code first} to {@code last} contribute to the product. */
  private void multiplyTiles(int first, int last, DenseMatrix in, DenseMatrix sum) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix wide = scratch.matrix(Triangle.TILE, Triangle.TILE);
      Triangle.forEachTile(
          first,
          last,
          (row, column, number) -> {
            DenseMatrix tile = tile(number, row, column, wide);
            // Vectors are rows: sumᵢ += inⱼ·Tᵀ, and by symmetry sumⱼ += inᵢ·T.
            LinearAlgebra.multiply(
                1, triangle.columns(in, column), false, tile, true, 1, triangle.columns(sum, row));
            if (row != column) {
              LinearAlgebra.multiply(
                  1,
                  triangle.columns(in, row),
                  false,
                  tile,
                  false,
                  1,
                  triangle.columns(sum, column));
            }
          });
    }
  }

  private DenseMatrix tile(int number, int row, int column, DenseMatrix wide) {
    if (tiles != null && tiles[number].precision() == Precision.DOUBLE) {
      return tiles[number];
    }
    DenseMatrix view =
        wide.rowRange(0, triangle.height(row)).columnRange(0, triangle.height(column));
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
