package org.eigenlens.kernel;

import java.util.List;
import java.util.TreeSet;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.SymmetricOperator;

/**
 * A kernel matrix in float: stored, multiplied, and where that proves good enough computed too. It
 * stands in for the {@link #exact} one in all but a few products.
 *
 * <p>One {@link Triangle} takes n²/2 floats, and a product with b vectors 2n²b operations on all
 * cores, half the memory and three quarters of the time of doubles. The same bits come out for any
 * number of threads. Close it to give the memory back early.
 */
public final class RoundedKernelMatrix implements SymmetricOperator, AutoCloseable {

  /** Points within this are computed with in float: their squares are floats still. */
  private static final double LARGEST_POINT = 1e15;

  /** What computing in float may add to the error, in terms of what storing and adding up makes. */
  private static final double GOOD_ENOUGH = 16;

  /** So many rows of a tile tell how large its entries and their errors are. */
  private static final int PROBED_ROWS = 128;

  private final KernelMatrix exact;
  private final Triangle triangle;
  private final DenseMatrix[] tiles;

  /** What tiles are divided by, a power of two: floats end at 1e38, kernels need not. */
  private final double unit;

  private final double error;

  private RoundedKernelMatrix(KernelMatrix exact, double unit, double error) {
    this.exact = exact;
    this.unit = unit;
    this.error = error;
    triangle = exact.triangle();
    tiles = new DenseMatrix[triangle.tiles()];
  }

  /**
   * Computes the tiles and keeps them in memory.
   *
   * @throws NumericalException if the kernel of two points is no number, or far larger than that of
   *     any point with itself
   */
  public static RoundedKernelMatrix of(Kernel kernel, DenseMatrix points, Progress progress) {
    KernelMatrix exact = KernelMatrix.recomputedWithMeans(kernel, points);
    boolean able = kernel.computesInFloat() && largest(points) <= LARGEST_POINT;
    try (Scratch scratch = new Scratch()) {
      DenseMatrix narrow =
          able ? scratch.matrix(points.rows(), points.columns(), Precision.FLOAT) : null;
      if (able) {
        LinearAlgebra.copy(points, narrow);
      }
      Probe probe = Probe.of(exact, narrow);
      double rounding = rounding(probe.largest(), points.rows());
      double unit = powerOfTwo(probe.largest());
      boolean good = able && unit == 1 && probe.error() <= GOOD_ENOUGH * rounding;
      RoundedKernelMatrix matrix =
          new RoundedKernelMatrix(exact, unit, rounding + (good ? probe.error() : 0));
      try {
        matrix.store(good ? narrow : null, progress);
      } catch (RuntimeException | Error e) {
        matrix.close();
        throw e;
      }
      return matrix;
    }
  }

  /**
   * Returns about how far products are off, for a vector of length one, where entries of size a are
   * stored and multiplied in float.
   *
   * <p>Entries are rounded by 2⁻²⁵a, sums of n products of them with entries of size 1/√n by a
   * small multiple of 2⁻²⁴a; roundings are independent, so that n of them are √n times as large
   * together (Higham and Mary, 2019).
   */
  private static double rounding(double size, double rows) {
    return Math.max(Double.MIN_NORMAL, 8 * 0x1p-24 * size * Math.sqrt(rows));
  }

  private static double largest(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  private static double largest(DenseMatrix matrix) {
    double largest = 0;
    double[] row = new double[matrix.columns()];
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.getRow(i, row, 0);
      largest = Math.max(largest, largest(row));
    }
    return largest;
  }

  private static double powerOfTwo(double size) {
    boolean normal = size >= Double.MIN_NORMAL && size < Double.POSITIVE_INFINITY;
    return normal ? Math.scalb(1.0, Math.getExponent(size)) : 1;
  }

  /**
   * What some tiles tell: one is as good as another, but that rows may be sorted.
   *
   * @param largest the size of entries
   * @param error about how far a matrix computed in float is from the one in double, for a vector
   *     of length one: from the mean of the errors, of which n add up in each entry of a product,
   *     and from their size, of which √n do
   */
  private record Probe(double largest, double error) {

    static Probe of(KernelMatrix exact, DenseMatrix narrow) {
      Triangle triangle = exact.triangle();
      int count = triangle.tiles();
      double largest = RoundedKernelMatrix.largest(exact.diagonal());
      double sum = 0;
      double squares = 0;
      double entries = 0;
      for (int number : new TreeSet<>(List.of(0, count / 2, count - 1))) {
        int row = Triangle.rowOf(number);
        int column = number - Triangle.index(row, 0);
        int rows = Math.min(PROBED_ROWS, triangle.height(row));
        try (Scratch scratch = new Scratch()) {
          DenseMatrix wide = scratch.matrix(rows, triangle.height(column));
          evaluate(exact, exact.points(), row, column, wide);
          requireFinite(wide, row, column);
          largest = Math.max(largest, RoundedKernelMatrix.largest(wide));
          if (narrow == null) {
            continue;
          }
          DenseMatrix tile = scratch.matrix(wide.rows(), wide.columns(), Precision.FLOAT);
          evaluate(exact, narrow, row, column, tile);
          LinearAlgebra.add(1, tile, -1, wide);
          for (double off : wide.toRowMajor()) {
            sum += off;
            squares += off * off;
            entries++;
          }
        }
      }
      double n = exact.size();
      return new Probe(
          largest,
          entries == 0 ? 0 : n * Math.abs(sum / entries) + 2 * Math.sqrt(n * squares / entries));
    }

    /** Computes the first rows of a tile, in the precision of the points. */
    private static void evaluate(
        KernelMatrix exact, DenseMatrix points, int row, int column, DenseMatrix into) {
      Triangle triangle = exact.triangle();
      exact
          .kernel()
          .evaluate(
              triangle.rows(points, row).rowRange(0, into.rows()),
              triangle.rows(points, column),
              into);
    }
  }

  /** Computes all tiles, from points in float if there are any. */
  private void store(DenseMatrix narrow, Progress progress) {
    for (int first = 0; first < tiles.length; first += KernelMatrix.TILES_AT_ONCE) {
      int from = first;
      progress.at(exact.progress(first));
      Parallel.forEach(
          Math.min(KernelMatrix.TILES_AT_ONCE, tiles.length - first),
          i -> {
            int row = Triangle.rowOf(from + i);
            int column = from + i - Triangle.index(row, 0);
            DenseMatrix tile =
                DenseMatrix.unset(triangle.height(row), triangle.height(column), Precision.FLOAT);
            tiles[from + i] = tile;
            if (narrow != null) {
              exact.compute(narrow, row, column, tile);
              return;
            }
            try (Scratch scratch = new Scratch()) {
              DenseMatrix wide = scratch.matrix(tile.rows(), tile.columns());
              exact.compute(row, column, wide);
              requireFinite(wide, row, column);
              if (unit != 1) {
                LinearAlgebra.add(1 / unit, wide, 0, wide);
              }
              LinearAlgebra.copy(wide, tile);
            }
          });
    }
  }

  private static void requireFinite(DenseMatrix tile, int row, int column) {
    double[] values = new double[tile.columns()];
    for (int i = 0; i < tile.rows(); i++) {
      tile.getRow(i, values, 0);
      for (int j = 0; j < values.length; j++) {
        if (!Double.isFinite(values[j])) {
          throw NumericalException.atRow(
              row * Triangle.TILE + i,
              "its kernel with row %d is not finite: the values are too large for it, or it is not"
                      .formatted(column * Triangle.TILE + j + 1)
                  + " defined for them; standardise them, or choose a smaller gamma or another"
                  + " kernel.");
        }
      }
    }
  }

  /**
   * Returns the matrix in double, its tiles computed anew each time; its first product finds the
   * means of its rows on the way.
   */
  public SymmetricOperator exact() {
    return exact;
  }

  /**
   * Returns rows near its leading eigenvectors, or null where no cheap ones are known.
   *
   * @param centered whether the matrix is to be centred
   */
  public DenseMatrix start(int count, boolean centered, long seed) {
    return SampledStart.of(exact.kernel(), exact.points(), count, centered, seed);
  }

  /** Returns about how far a product is from the {@link #exact} one for a vector of length one. */
  public double error() {
    return error;
  }

  @Override
  public int size() {
    return exact.size();
  }

  @Override
  public double trace() {
    return exact.trace();
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    triangle.multiply(this::strip, Precision.FLOAT, in, out);
    if (unit != 1) {
      LinearAlgebra.add(unit, out, 0, out);
    }
  }

  private DenseMatrix strip(int row, int column, int top, DenseMatrix room) {
    return tiles[Triangle.index(row, column)].rowRange(top, top + room.rows());
  }

  @Override
  public void close() {
    for (DenseMatrix tile : tiles) {
      if (tile != null) {
        tile.storage().release();
      }
    }
  }
}
