package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.SparseMatrix;

/** The cells of rows, as many as a picture needs; sparse ones stay sparse. */
final class PlottedCells {

  private final int columns;
  private final int most;
  private final List<Matrix> parts = new ArrayList<>();
  private int known;

  /**
   * Prepares to keep cells.
   *
   * @param columns how many a row has
   * @param most how many rows with coordinates are kept
   */
  PlottedCells(int columns, int most) {
    this.columns = columns;
    this.most = most;
  }

  /** Keeps the next rows, unless there are enough. */
  void add(Matrix rows, DenseMatrix coordinates) {
    int count = 0;
    for (; count < rows.rows() && known < most; count++) {
      known += isKnown(coordinates, count) ? 1 : 0;
    }
    if (count == 0) {
      return;
    }
    Matrix some = rows.rowRange(0, count);
    parts.add(some instanceof SparseMatrix ? some : dense(some).copy());
  }

  static boolean isKnown(DenseMatrix coordinates, int row) {
    return Double.isFinite(coordinates.get(row, 0));
  }

  /** Returns what was kept, if anything was to be. */
  Optional<Matrix> all() {
    if (most == 0) {
      return Optional.empty();
    }
    boolean sparse = !parts.isEmpty() && parts.stream().allMatch(SparseMatrix.class::isInstance);
    return Optional.of(sparse ? joinedSparse() : joined(parts, columns));
  }

  private SparseMatrix joinedSparse() {
    int rows = parts.stream().mapToInt(Matrix::rows).sum();
    int elements = parts.stream().mapToInt(part -> ((SparseMatrix) part).nonZeros()).sum();
    int[] starts = new int[rows + 1];
    int[] indices = new int[elements];
    double[] values = new double[elements];
    int row = 0;
    int at = 0;
    for (Matrix part : parts) {
      SparseMatrix sparse = (SparseMatrix) part;
      for (int i = 0; i < sparse.rows(); i++) {
        for (int p = sparse.start(i); p < sparse.end(i); p++, at++) {
          indices[at] = sparse.columnOf(p);
          values[at] = sparse.valueOf(p);
        }
        starts[++row] = at;
      }
    }
    return SparseMatrix.of(rows, columns, starts, indices, values);
  }

  static DenseMatrix dense(Matrix matrix) {
    return matrix instanceof DenseMatrix dense ? dense : DenseMatrix.copyOf(matrix.toArray());
  }

  static DenseMatrix joined(List<? extends Matrix> parts, int columns) {
    if (parts.size() == 1) {
      return dense(parts.get(0));
    }
    int rows = parts.stream().mapToInt(Matrix::rows).sum();
    DenseMatrix all = DenseMatrix.zeros(rows, columns);
    int at = 0;
    for (Matrix part : parts) {
      LinearAlgebra.copy(dense(part), all.rowRange(at, at + part.rows()));
      at += part.rows();
    }
    return all;
  }
}
