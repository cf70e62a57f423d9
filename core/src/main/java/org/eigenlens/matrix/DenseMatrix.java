package org.eigenlens.matrix;

import java.io.Serializable;
import java.util.Locale;
import java.util.Objects;

/**
 * A dense row-major matrix, possibly a view into a larger one.
 *
 * <p>It may hold more than 2³¹ elements. Views ({@link #rowRange}, {@link #columnRange}) share the
 * numbers of what they show. Reading from several threads is safe; writing to distinct elements
 * too.
 */
public final class DenseMatrix implements Matrix, Serializable {

  private final Storage storage;
  private final long offset;
  private final int rows;
  private final int columns;
  private final int stride;

  private DenseMatrix(Storage storage, long offset, int rows, int columns, int stride) {
    this.storage = storage;
    this.offset = offset;
    this.rows = rows;
    this.columns = columns;
    this.stride = stride;
  }

  /** Allocates a matrix of zeros. */
  public static DenseMatrix zeros(int rows, int columns) {
    return zeros(rows, columns, Precision.DOUBLE);
  }

  /** Allocates a matrix of zeros in the given precision. */
  public static DenseMatrix zeros(int rows, int columns, Precision precision) {
    return allocate(rows, columns, precision, true);
  }

  /** Allocates a matrix whose elements are not set: each must be written before it is read. */
  public static DenseMatrix unset(int rows, int columns, Precision precision) {
    return allocate(rows, columns, precision, false);
  }

  private static DenseMatrix allocate(int rows, int columns, Precision precision, boolean zeroed) {
    if (rows < 0 || columns < 0) {
      throw new IllegalArgumentException(
          "A matrix cannot have " + rows + " rows and " + columns + " columns.");
    }
    Storage storage = LinearAlgebra.backend().allocate((long) rows * columns, precision, zeroed);
    return over(storage, rows, columns);
  }

  /** Shows a storage, which must be just large enough, as a row-major matrix; for backends. */
  public static DenseMatrix over(Storage storage, int rows, int columns) {
    if ((long) rows * columns != storage.length()) {
      throw new IllegalArgumentException(
          "%d × %d elements do not fit a storage of %d."
              .formatted(rows, columns, storage.length()));
    }
    return new DenseMatrix(storage, 0, rows, columns, columns);
  }

  /** Copies an array of rows of equal length. */
  public static DenseMatrix copyOf(double[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    DenseMatrix matrix = unset(rows.length, columns, Precision.DOUBLE);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != columns) {
        throw new IllegalArgumentException(
            "Row " + i + " has " + rows[i].length + " values, but row 0 has " + columns + ".");
      }
      matrix.setRow(i, rows[i], 0);
    }
    return matrix;
  }

  /** Copies row-major values. */
  public static DenseMatrix copyOf(int rows, int columns, double... values) {
    if ((long) rows * columns != values.length) {
      throw new IllegalArgumentException(
          rows + " × " + columns + " values were announced, but " + values.length + " given.");
    }
    DenseMatrix matrix = unset(rows, columns, Precision.DOUBLE);
    matrix.storage.write(0, values, 0, values.length);
    return matrix;
  }

  /** Returns the identity matrix. */
  public static DenseMatrix identity(int size) {
    DenseMatrix identity = zeros(size, size);
    for (int i = 0; i < size; i++) {
      identity.set(i, i, 1);
    }
    return identity;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  /** Returns how the numbers are stored. */
  public Precision precision() {
    return storage.precision();
  }

  @Override
  public double get(int row, int column) {
    return storage.get(index(row, column));
  }

  /** Sets one element. */
  public void set(int row, int column, double value) {
    storage.set(index(row, column), value);
  }

  @Override
  public double[] row(int row) {
    double[] copy = new double[columns];
    getRow(row, copy, 0);
    return copy;
  }

  /** Copies one row into an array. */
  public void getRow(int row, double[] into, int at) {
    Objects.checkIndex(row, rows);
    storage.read(offset + (long) row * stride, into, at, columns);
  }

  /** Overwrites one row. */
  public void setRow(int row, double[] values, int at) {
    Objects.checkIndex(row, rows);
    storage.write(offset + (long) row * stride, values, at, columns);
  }

  /** Copies one row of a matrix of floats into an array. */
  public void getRow(int row, float[] into, int at) {
    Objects.checkIndex(row, rows);
    checkFloat();
    storage.read(offset + (long) row * stride, into, at, columns);
  }

  /** Overwrites one row of a matrix of floats. */
  public void setRow(int row, float[] values, int at) {
    Objects.checkIndex(row, rows);
    checkFloat();
    storage.write(offset + (long) row * stride, values, at, columns);
  }

  private void checkFloat() {
    if (precision() != Precision.FLOAT) {
      throw new IllegalArgumentException(
          "Rows of a " + this + " are read and written as doubles, not as floats.");
    }
  }

  /** Returns a copy of one column. */
  public double[] column(int column) {
    Objects.checkIndex(column, columns);
    double[] copy = new double[rows];
    for (int i = 0; i < rows; i++) {
      copy[i] = storage.get(offset + (long) i * stride + column);
    }
    return copy;
  }

  /** Returns a copy of all elements, row after row. */
  public double[] toRowMajor() {
    double[] copy = new double[Math.multiplyExact(rows, columns)];
    if (stride == columns) {
      storage.read(offset, copy, 0, copy.length);
    } else {
      for (int i = 0; i < rows; i++) {
        storage.read(offset + (long) i * stride, copy, i * columns, columns);
      }
    }
    return copy;
  }

  @Override
  public DenseMatrix rowRange(int from, int to) {
    Objects.checkFromToIndex(from, to, rows);
    return new DenseMatrix(storage, offset + (long) from * stride, to - from, columns, stride);
  }

  /** Returns the columns from {@code from} to {@code to} (exclusive) as a view. */
  public DenseMatrix columnRange(int from, int to) {
    Objects.checkFromToIndex(from, to, columns);
    return new DenseMatrix(storage, offset + from, rows, to - from, stride);
  }

  /** Returns a copy with storage of its own, in double. */
  public DenseMatrix copy() {
    return copy(Precision.DOUBLE);
  }

  /** Returns a copy with storage of its own. */
  public DenseMatrix copy(Precision precision) {
    DenseMatrix copy = unset(rows, columns, precision);
    LinearAlgebra.copy(this, copy);
    return copy;
  }

  /** Returns a transposed copy. */
  public DenseMatrix transpose() {
    DenseMatrix transposed = unset(columns, rows, Precision.DOUBLE);
    Products.transpose(this, transposed);
    return transposed;
  }

  /**
   * Visits the rows in tiles, several lanes at once.
   *
   * <p>Costs one copy of each tile, meant to stay in cache until the visitor is done with it.
   */
  @Override
  public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
    checkTiles(tileRows, lanes);
    int tiles = (int) (((long) rows + tileRows - 1) / tileRows);
    int used = Math.min(lanes, tiles);
    Parallel.forEach(
        used,
        lane -> {
          try (Scratch scratch = new Scratch()) {
            DenseMatrix tile = scratch.matrix(Math.min(tileRows, rows), columns);
            for (int t = lane; t < tiles; t += lanes) {
              int first = t * tileRows;
              DenseMatrix view = rowRange(first, Math.min(rows, first + tileRows));
              DenseMatrix copy = tile.rowRange(0, view.rows());
              LinearAlgebra.backend().copy(view, copy);
              visitor.visit(lane, first, copy);
            }
          }
        });
  }

  /**
   * Visits the rows as {@link #forEachTile} does, but where they are: the visitor saves the copy,
   * and must not overwrite them.
   */
  public void forEachView(int tileRows, int lanes, TileVisitor visitor) {
    checkTiles(tileRows, lanes);
    int tiles = (int) (((long) rows + tileRows - 1) / tileRows);
    Parallel.forEach(
        Math.min(lanes, tiles),
        lane -> {
          for (int t = lane; t < tiles; t += lanes) {
            int first = t * tileRows;
            visitor.visit(lane, first, rowRange(first, Math.min(rows, first + tileRows)));
          }
        });
  }

  static void checkTiles(int tileRows, int lanes) {
    if (tileRows < 1 || lanes < 1) {
      throw new IllegalArgumentException(
          "At least 1 row to a tile and 1 lane are needed, not "
              + tileRows
              + " and "
              + lanes
              + ".");
    }
  }

  /** Returns where the numbers are; for backends. */
  public Storage storage() {
    return storage;
  }

  /** Returns the index of the first element in the storage; for backends. */
  public long offset() {
    return offset;
  }

  /** Returns the distance between the starts of two rows in the storage; for backends. */
  public int stride() {
    return stride;
  }

  private Object writeReplace() {
    return new Travelling(columns, precision(), toArray());
  }

  /** A matrix on its way to another machine; it arrives with storage of its own. */
  private record Travelling(int columns, Precision precision, double[][] numbers)
      implements Serializable {
    private Object readResolve() {
      DenseMatrix matrix = unset(numbers.length, columns, precision);
      for (int i = 0; i < numbers.length; i++) {
        matrix.setRow(i, numbers[i], 0);
      }
      return matrix;
    }
  }

  private long index(int row, int column) {
    Objects.checkIndex(row, rows);
    Objects.checkIndex(column, columns);
    return offset + (long) row * stride + column;
  }

  @Override
  public String toString() {
    return rows + " × " + columns + " matrix of " + precision().name().toLowerCase(Locale.ROOT);
  }
}
