package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.Imputation;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.Model;

/**
 * The cells of rows, as many as a picture needs: missing ones filled as the coordinates took them
 * to be, and sparse ones left sparse.
 */
final class PlottedCells {

  private final Model model;
  private final Optional<MissingCells> policy;
  private final int most;
  private final List<Matrix> parts = new ArrayList<>();
  private int known;

  /**
   * Prepares to keep cells.
   *
   * @param most how many rows with coordinates are kept
   */
  PlottedCells(Model model, Optional<MissingCells> policy, int most) {
    this.model = model;
    this.policy = policy;
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
    parts.add(some instanceof SparseMatrix ? some : filled(dense(some).copy(), coordinates));
  }

  static boolean isKnown(DenseMatrix coordinates, int row) {
    return Double.isFinite(coordinates.get(row, 0));
  }

  private DenseMatrix filled(DenseMatrix rows, DenseMatrix coordinates) {
    if (policy.isEmpty() || policy.get() == MissingCells.DROP) {
      return rows;
    }
    int[] gaps =
        IntStream.range(0, rows.rows())
            .filter(i -> isKnown(coordinates, i))
            .filter(i -> Arrays.stream(rows.row(i)).anyMatch(Double::isNaN))
            .toArray();
    if (gaps.length == 0) {
      return rows;
    }
    double[][] values = new double[gaps.length][];
    if (policy.get() == MissingCells.MEAN) {
      Arrays.fill(values, model.mean());
    } else {
      Arrays.setAll(values, i -> coordinates.row(gaps[i]));
      values = model.inverseTransform(DenseMatrix.copyOf(values)).toArray();
    }
    for (int i = 0; i < gaps.length; i++) {
      double[] row = rows.row(gaps[i]);
      Imputation.fill(row, values[i]);
      rows.setRow(gaps[i], row, 0);
    }
    return rows;
  }

  /** Returns what was kept, if anything was to be. */
  Optional<Matrix> all() {
    if (most == 0) {
      return Optional.empty();
    }
    boolean sparse = !parts.isEmpty() && parts.stream().allMatch(SparseMatrix.class::isInstance);
    return Optional.of(sparse ? joinedSparse() : joined(parts, model.columns()));
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
    return SparseMatrix.of(rows, model.columns(), starts, indices, values);
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
