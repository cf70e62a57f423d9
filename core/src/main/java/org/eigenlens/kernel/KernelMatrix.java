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

  /** A tile is read for so many vectors at hardly more cost than for a few. */
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
    // Tiles while they are stored, later strips and bands of vectors, which take less.
    double tiles = 2.0 * Triangle.LANES * Triangle.TILE * Triangle.TILE;
    return 8.0 * ((Triangle.LANES + 1.0) * rows * vectors + tiles);
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
    for (int top = 0; top < tile.rows(); top += Triangle.PIECE) {
      int bottom = Math.min(tile.rows(), top + Triangle.PIECE);
      // A strip stays in cache until all is done with it.
      compute(from, row, column, top, tile.rowRange(top, bottom));
    }
  }

  /** Computes some rows of a tile. */
  private void compute(DenseMatrix from, int row, int column, int top, DenseMatrix strip) {
    DenseMatrix rows = triangle.rows(from, row).rowRange(top, top + strip.rows());
    kernel.evaluate(rows, triangle.rows(from, column), strip);
    if (row == column) {
      for (int i = 0; i < strip.rows(); i++) {
        strip.set(i, top + i, diagonal[row * Triangle.TILE + top + i]);
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
    triangle.multiply(this::strip, Precision.DOUBLE, in, out);
  }

  private DenseMatrix strip(int row, int column, int top, DenseMatrix room) {
    if (tiles == null) {
      compute(points, row, column, top, room);
      return room;
    }
    DenseMatrix strip = tiles[Triangle.index(row, column)].rowRange(top, top + room.rows());
    if (strip.precision() == Precision.DOUBLE) {
      return strip;
    }
    LinearAlgebra.copy(strip, room);
    return room;
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
