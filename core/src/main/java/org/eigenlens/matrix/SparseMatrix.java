package org.eigenlens.matrix;

import java.util.Arrays;
import java.util.Objects;

/**
 * A sparse matrix in compressed row form: for each row its non-zero columns, ascending, and their
 * values.
 *
 * <p>Immutable, so safe to share. At most 2³¹ − 1 non-zero elements.
 */
public final class SparseMatrix implements Matrix {

  private final int rows;
  private final int columns;
  private final int[] starts;
  private final int firstRow;
  private final int[] indices;
  private final double[] values;

  private SparseMatrix(
      int rows, int columns, int firstRow, int[] starts, int[] indices, double[] values) {
    this.rows = rows;
    this.columns = columns;
    this.firstRow = firstRow;
    this.starts = starts;
    this.indices = indices;
    this.values = values;
  }

  /**
   * Wraps compressed rows; the arrays must not be changed afterwards, and may have room behind the
   * last row, so that who counted too many need not copy them.
   *
   * @param starts where each row begins in {@code indices}, and at the end their number
   * @param indices the columns of the elements, strictly ascending within a row
   * @param values the elements
   */
  public static SparseMatrix of(
      int rows, int columns, int[] starts, int[] indices, double[] values) {
    if (rows < 0 || columns < 0) {
      throw new IllegalArgumentException(
          "A matrix cannot have " + rows + " rows and " + columns + " columns.");
    }
    if (starts.length != rows + 1L || starts[0] != 0 || indices.length != values.length) {
      throw new IllegalArgumentException(
          rows
              + " rows need "
              + (rows + 1L)
              + " starts from 0, but there are "
              + starts.length
              + "; and "
              + indices.length
              + " columns for "
              + values.length
              + " values.");
    }
    if (starts[rows] > indices.length) {
      throw new IllegalArgumentException(
          "The rows end at element " + starts[rows] + ", but there are " + indices.length + ".");
    }
    for (int i = 0; i < rows; i++) {
      if (starts[i] > starts[i + 1]) {
        throw new IllegalArgumentException("Row " + i + " ends before it starts.");
      }
    }
    for (int i = 0; i < rows; i++) {
      for (int p = starts[i]; p < starts[i + 1]; p++) {
        if (indices[p] < 0
            || indices[p] >= columns
            || (p > starts[i] && indices[p - 1] >= indices[p])) {
          throw new IllegalArgumentException(
              "Row %d has column %d out of order or outside 0 … %d."
                  .formatted(i, indices[p], columns - 1));
        }
      }
    }
    return new SparseMatrix(rows, columns, 0, starts, indices, values);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  /** Returns the number of stored elements. */
  public int nonZeros() {
    return end(rows - 1) - start(0);
  }

  /** Returns where a row begins in {@link #columnOf} and {@link #valueOf}. */
  public int start(int row) {
    return starts[firstRow + row];
  }

  /** Returns where a row ends. */
  public int end(int row) {
    return starts[firstRow + row + 1];
  }

  /** Returns the column of a stored element. */
  public int columnOf(int element) {
    return indices[element];
  }

  /** Returns the value of a stored element. */
  public double valueOf(int element) {
    return values[element];
  }

  @Override
  public double get(int row, int column) {
    Objects.checkIndex(row, rows);
    Objects.checkIndex(column, columns);
    int found = Arrays.binarySearch(indices, start(row), end(row), column);
    return found < 0 ? 0 : values[found];
  }

  @Override
  public double[] row(int row) {
    Objects.checkIndex(row, rows);
    double[] dense = new double[columns];
    for (int p = start(row); p < end(row); p++) {
      dense[indices[p]] = values[p];
    }
    return dense;
  }

  @Override
  public SparseMatrix rowRange(int from, int to) {
    Objects.checkFromToIndex(from, to, rows);
    return new SparseMatrix(to - from, columns, firstRow + from, starts, indices, values);
  }

  /** Returns a copy of some rows, in the order asked for. */
  public SparseMatrix rows(int[] wanted) {
    int[] from = new int[wanted.length + 1];
    for (int i = 0; i < wanted.length; i++) {
      Objects.checkIndex(wanted[i], rows);
      from[i + 1] = Math.addExact(from[i], end(wanted[i]) - start(wanted[i]));
    }
    int[] columnsOf = new int[from[wanted.length]];
    double[] valuesOf = new double[columnsOf.length];
    for (int i = 0; i < wanted.length; i++) {
      int count = from[i + 1] - from[i];
      System.arraycopy(indices, start(wanted[i]), columnsOf, from[i], count);
      System.arraycopy(values, start(wanted[i]), valuesOf, from[i], count);
    }
    return new SparseMatrix(wanted.length, columns, 0, from, columnsOf, valuesOf);
  }

  /** Returns a copy of the columns from {@code from} to {@code to} (exclusive). */
  public SparseMatrix columnRange(int from, int to) {
    Objects.checkFromToIndex(from, to, columns);
    int[] begin = new int[rows + 1];
    int most = rows == 0 ? 0 : nonZeros();
    int[] columnsOf = new int[most];
    double[] valuesOf = new double[most];
    int count = 0;
    for (int i = 0; i < rows; i++) {
      for (int p = start(i); p < end(i); p++) {
        if (indices[p] >= from && indices[p] < to) {
          columnsOf[count] = indices[p] - from;
          valuesOf[count++] = values[p];
        }
      }
      begin[i + 1] = count;
    }
    return new SparseMatrix(
        rows, to - from, 0, begin, Arrays.copyOf(columnsOf, count), Arrays.copyOf(valuesOf, count));
  }

  /** Returns a copy with every element multiplied by a factor. */
  public SparseMatrix scaled(double factor) {
    double[] products = new double[rows == 0 ? 0 : end(rows - 1)];
    Arrays.setAll(products, p -> values[p] * factor);
    return new SparseMatrix(rows, columns, firstRow, starts, indices, products);
  }

  /** Returns a copy with the elements of each column multiplied by a factor of its own. */
  public SparseMatrix scaled(double[] factors) {
    double[] products = new double[rows == 0 ? 0 : end(rows - 1)];
    Arrays.setAll(products, p -> values[p] * factors[indices[p]]);
    return new SparseMatrix(rows, columns, firstRow, starts, indices, products);
  }

  /** Visits the rows as dense tiles: memory for {@code lanes · tileRows} full rows is taken. */
  @Override
  public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
    DenseMatrix.checkTiles(tileRows, lanes);
    int tiles = (int) (((long) rows + tileRows - 1) / tileRows);
    Parallel.forEach(
        Math.min(lanes, tiles),
        lane -> {
          try (Scratch scratch = new Scratch()) {
            DenseMatrix tile = scratch.matrix(Math.min(tileRows, rows), columns);
            for (int t = lane; t < tiles; t += lanes) {
              int first = t * tileRows;
              int last = Math.min(rows, first + tileRows);
              for (int i = first; i < last; i++) {
                tile.setRow(i - first, row(i), 0);
              }
              visitor.visit(lane, first, tile.rowRange(0, last - first));
            }
          }
        });
  }

  @Override
  public String toString() {
    return rows
        + " × "
        + columns
        + " sparse matrix with "
        + (rows == 0 ? 0 : nonZeros())
        + " non-zeros";
  }
}
