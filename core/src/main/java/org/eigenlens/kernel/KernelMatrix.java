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
 * are widened before they are multiplied, so that the arithmetic is in double unless it is {@link
 * #rough}. Recomputed tiles take no memory, and n²d more operations each time the operator is
 * applied.
 *
 * <p>Applying it to b vectors costs 2n²b operations, on all cores. The same bits come out for any
 * number of threads. Close it to give the memory back early.
 */
public final class KernelMatrix implements SymmetricOperator, AutoCloseable {

  /** Wide enough that packing a tile costs little beside multiplying it; it still fits in cache. */
  private static final int TILE = 512;

  /** Each has a sum of its own, added in order: a fixed number makes results repeatable. */
  private static final int LANES = 4;

  /** So many tiles are computed between two words of progress. */
  private static final int TILES_AT_ONCE = 64;

  /** A tile is read and packed for so many vectors at hardly more cost than for a few. */
  public static final int BLOCK = 24;

  private final Kernel kernel;
  private final DenseMatrix points;
  private final double[] diagonal;
  private final int bands;

  /** One triangle, row by row; null if nothing is stored. */
  private final DenseMatrix[] tiles;

  /** What stored tiles are divided by, a power of two: floats end at 1e38, kernels need not. */
  private final double unit;

  /** K·1/n, found while tiles are stored; null if nobody knows it. */
  private final double[] rowMeans;

  /** In which it is applied; float needs tiles stored in float. */
  private final Precision arithmetic;

  private KernelMatrix(
      Kernel kernel,
      DenseMatrix points,
      double[] diagonal,
      DenseMatrix[] tiles,
      double unit,
      double[] rowMeans,
      Precision arithmetic) {
    this.kernel = kernel;
    this.points = points;
    this.diagonal = diagonal;
    this.tiles = tiles;
    this.unit = unit;
    this.rowMeans = rowMeans;
    this.arithmetic = arithmetic;
    bands = bands(points);
  }

  private static int bands(DenseMatrix points) {
    return (points.rows() + TILE - 1) / TILE;
  }

  /** Computes one triangle and keeps it in memory; the means of its rows are found on the way. */
  public static KernelMatrix stored(
      Kernel kernel, DenseMatrix points, Precision precision, Progress progress) {
    double[] diagonal = kernel.self(points);
    double unit = precision == Precision.FLOAT ? powerOfTwo(largest(diagonal)) : 1;
    DenseMatrix[] tiles = new DenseMatrix[index(bands(points), 0)];
    double[] means = new double[points.rows()];
    KernelMatrix matrix =
        new KernelMatrix(kernel, points, diagonal, tiles, unit, means, Precision.DOUBLE);
    try {
      for (int first = 0; first < tiles.length; first += TILES_AT_ONCE) {
        progress.at("kernel matrix, rows from " + rowOf(first) * TILE + " of " + points.rows());
        matrix.store(first, Math.min(tiles.length, first + TILES_AT_ONCE), precision);
      }
    } catch (RuntimeException | Error e) {
      matrix.close();
      throw e;
    }
    return matrix;
  }

  /** Keeps nothing: every tile is computed anew each time it is needed. */
  public static KernelMatrix recomputed(Kernel kernel, DenseMatrix points) {
    return new KernelMatrix(kernel, points, kernel.self(points), null, 1, null, Precision.DOUBLE);
  }

  private static double largest(double[] values) {
    double largest = 0;
    for (double value : values) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest;
  }

  private static double powerOfTwo(double size) {
    boolean normal = size >= Double.MIN_NORMAL && size < Double.POSITIVE_INFINITY;
    return normal ? Math.scalb(1.0, Math.getExponent(size)) : 1;
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

  @Override
  public double[] rowMeans() {
    return rowMeans == null ? SymmetricOperator.super.rowMeans() : rowMeans.clone();
  }

  /** Returns the matrix of these tiles, which are in float, applied in float arithmetic. */
  public KernelMatrix rough() {
    return new KernelMatrix(kernel, points, diagonal, tiles, unit, rowMeans, Precision.FLOAT);
  }

  /** Returns the same matrix in double, its tiles computed anew each time. */
  public KernelMatrix exact() {
    return new KernelMatrix(kernel, points, diagonal, null, 1, rowMeans, Precision.DOUBLE);
  }

  /**
   * Returns about how far {@link #rough} may be from {@link #exact} for a vector of length one.
   *
   * <p>Entries of size a are rounded by 2⁻²⁵a, sums of n products of them with entries of size 1/√n
   * by a small multiple of 2⁻²⁴a; roundings are independent, so that n of them are √n times as
   * large together (Higham and Mary, 2019).
   */
  public double roughError() {
    double size = Math.max(largest(diagonal), largest(rowMeans));
    return 8 * 0x1p-24 * size * Math.sqrt(size());
  }

  @Override
  public void apply(DenseMatrix in, DenseMatrix out) {
    if (arithmetic == Precision.DOUBLE) {
      multiply(in, out);
      return;
    }
    try (Scratch scratch = new Scratch()) {
      DenseMatrix narrow = scratch.matrix(in.rows(), in.columns(), Precision.FLOAT);
      LinearAlgebra.copy(in, narrow);
      multiply(narrow, out);
    }
  }

  private static int index(int row, int column) {
    return Math.addExact(Math.multiplyExact(row, row + 1) / 2, column);
  }

  /** Returns the largest row with row·(row + 1)/2 ≤ number: the band that the tile lies in. */
  private static int rowOf(int number) {
    int row = (int) ((Math.sqrt(8.0 * number + 1) - 1) / 2);
    return index(row + 1, 0) <= number ? row + 1 : row;
  }

  private int height(int band) {
    return Math.min(TILE, points.rows() - band * TILE);
  }

  private DenseMatrix band(int band) {
    return points.rowRange(band * TILE, band * TILE + height(band));
  }

  private DenseMatrix part(DenseMatrix vectors, int band) {
    return vectors.columnRange(band * TILE, band * TILE + height(band));
  }

  /** Computes and keeps some tiles, and adds their sums to the means of the rows. */
  private void store(int first, int last, Precision precision) {
    double[][] across = new double[last - first][];
    double[][] down = new double[last - first][];
    Parallel.forEach(
        last - first,
        i -> {
          int row = rowOf(first + i);
          int column = first + i - index(row, 0);
          DenseMatrix tile = DenseMatrix.unset(height(row), height(column), precision);
          tiles[first + i] = tile;
          try (Scratch scratch = new Scratch()) {
            DenseMatrix wide =
                precision == Precision.DOUBLE ? tile : scratch.matrix(tile.rows(), tile.columns());
            compute(row, column, wide);
            across[i] = sums(wide, true, scratch);
            down[i] = row == column ? new double[0] : sums(wide, false, scratch);
            if (unit != 1) {
              LinearAlgebra.add(1 / unit, wide, 0, wide);
            }
            if (tile != wide) {
              LinearAlgebra.copy(wide, tile);
            }
          }
        });
    for (int i = 0; i < across.length; i++) {
      int row = rowOf(first + i);
      addMeans(across[i], row);
      addMeans(down[i], first + i - index(row, 0));
    }
  }

  /** Sums a tile along its rows, or down its columns, divided by the size of the matrix. */
  private double[] sums(DenseMatrix tile, boolean alongRows, Scratch scratch) {
    DenseMatrix ones = scratch.matrix(1, alongRows ? tile.columns() : tile.rows());
    LinearAlgebra.fill(ones, 1.0 / size());
    DenseMatrix sums = scratch.matrix(1, alongRows ? tile.rows() : tile.columns());
    LinearAlgebra.multiply(1, ones, false, tile, alongRows, 0, sums);
    return sums.row(0);
  }

  private void addMeans(double[] sums, int band) {
    for (int j = 0; j < sums.length; j++) {
      rowMeans[band * TILE + j] += sums[j];
    }
  }

  /** Computes a tile; its diagonal is exact, which rounding of the products would not give. */
  private void compute(int row, int column, DenseMatrix tile) {
    kernel.evaluate(band(row), band(column), tile);
    if (row == column) {
      for (int i = 0; i < tile.rows(); i++) {
        tile.set(i, i, diagonal[row * TILE + i]);
      }
    }
  }

  /** Applies it in the precision of {@code in}, in double to the end if that is double. */
  private void multiply(DenseMatrix in, DenseMatrix out) {
    int count = index(bands, 0);
    int lanes = Math.min(LANES, count);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix[] sums = new DenseMatrix[lanes];
      for (int lane = 0; lane < lanes; lane++) {
        sums[lane] = scratch.zeros(in.rows(), size(), in.precision());
      }
      Parallel.forEach(
          lanes,
          lane -> {
            int first = (int) ((long) count * lane / lanes);
            int last = (int) ((long) count * (lane + 1) / lanes);
            multiplyTiles(first, last, in, sums[lane]);
          });
      Parallel.forEach(in.rows(), i -> out.setRow(i, total(sums, i), 0));
    }
  }

  /** Adds up a row of all lanes. */
  private double[] total(DenseMatrix[] sums, int row) {
    double[] total = sums[0].row(row);
    double[] lane = new double[total.length];
    for (int l = 1; l < sums.length; l++) {
      sums[l].getRow(row, lane, 0);
      for (int j = 0; j < total.length; j++) {
        total[j] += lane[j];
      }
    }
    for (int j = 0; j < total.length; j++) {
      total[j] *= unit;
    }
    return total;
  }

  /** Adds what the tiles from {@code first} to {@code last} contribute to the product. */
  private void multiplyTiles(int first, int last, DenseMatrix in, DenseMatrix sum) {
    int row = rowOf(first);
    int column = first - index(row, 0);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix wide = scratch.matrix(TILE, TILE);
      for (int number = first; number < last; number++) {
        DenseMatrix tile = tile(number, row, column, in.precision(), wide);
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

  private DenseMatrix tile(int number, int row, int column, Precision precision, DenseMatrix wide) {
    if (tiles != null && tiles[number].precision() == precision) {
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
