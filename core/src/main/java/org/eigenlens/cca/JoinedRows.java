package org.eigenlens.cca;

import java.util.ArrayList;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;

/** Two matrices with the same rows, side by side, without a copy of the whole. */
record JoinedRows(Matrix x, Matrix y) implements RowSource {

  JoinedRows {
    if (x.rows() != y.rows()) {
      throw new IllegalArgumentException(
          "The views have %d and %d rows; each row of one belongs to the same row of the other."
              .formatted(x.rows(), y.rows()));
    }
  }

  /** Puts the names of both views in one list. */
  static List<String> names(List<String> x, List<String> y) {
    List<String> names = new ArrayList<>(x);
    names.addAll(y);
    return names;
  }

  int rows() {
    return x.rows();
  }

  @Override
  public int columns() {
    return x.columns() + y.columns();
  }

  @Override
  public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
    int tiles = (int) (((long) rows() + tileRows - 1) / tileRows);
    Parallel.forEach(
        Math.min(lanes, tiles),
        lane -> {
          try (Scratch scratch = new Scratch()) {
            DenseMatrix joined = scratch.matrix(Math.min(tileRows, rows()), columns());
            for (int t = lane; t < tiles; t += lanes) {
              int first = t * tileRows;
              int count = Math.min(tileRows, rows() - first);
              DenseMatrix tile = joined.rowRange(0, count);
              copy(x, first, tile.columnRange(0, x.columns()));
              copy(y, first, tile.columnRange(x.columns(), columns()));
              visitor.visit(lane, first, tile);
            }
          }
        });
  }

  private static void copy(Matrix from, int first, DenseMatrix to) {
    if (from instanceof DenseMatrix dense) {
      LinearAlgebra.copy(dense.rowRange(first, first + to.rows()), to);
      return;
    }
    for (int i = 0; i < to.rows(); i++) {
      to.setRow(i, from.row(first + i), 0);
    }
  }
}
