package org.eigenlens.pca;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.matrix.Summary;

/**
 * The triangular factor R of tall rows, tile by tile: RᵀR = AᵀA without AᵀA ever being formed, so
 * that small singular values keep their digits.
 *
 * <p>Each lane folds its tiles into a triangle, and the triangles are folded into one (TSQR, Demmel
 * and others, 2012). Costs about 3nd² operations, since no basis is formed, and memory for a tile
 * and a triangle a lane.
 */
public final class TallQr {

  private static final int LANES = 4;

  private TallQr() {}

  /** Returns R, d × d, of the rows less {@code mean} (null for none). */
  public static DenseMatrix triangle(RowSource source, double[] mean) {
    SolverChoice.requireSummable(source);
    int d = source.columns();
    int tileRows = Math.max(2 * d, ColumnStatistics.tileRows(d));
    Summary.Start<Triangle> start = () -> new Triangle(d, mean);
    return source.summarize(tileRows, LANES, start.ofBytes(8L * d * d)).triangle();
  }

  /** One lane's triangle; null stands for one of zeros. */
  private static final class Triangle implements Summary<Triangle> {
    private final int columns;
    private final transient double[] mean;
    private DenseMatrix r;

    Triangle(int columns, double[] mean) {
      this.columns = columns;
      this.mean = mean;
    }

    DenseMatrix triangle() {
      return fold(r, DenseMatrix.zeros(0, columns));
    }

    @Override
    public void add(long firstRow, DenseMatrix tile) {
      if (mean != null) {
        LinearAlgebra.subtractFromRows(tile, mean);
      }
      r = fold(r, tile);
    }

    /** Adds sparse rows through tiles tall enough that their triangle is not most of the work. */
    @Override
    public void add(long firstRow, SparseMatrix rows) {
      int tileRows = Summary.tileRows(2 * columns, columns);
      rows.forEachTile(tileRows, 1, (lane, first, tile) -> add(firstRow + first, tile));
    }

    @Override
    public void merge(Triangle other) {
      if (other.r != null) {
        r = fold(r, other.r);
        other.r.storage().release();
      }
    }

    @Override
    public void release() {
      if (r != null) {
        r.storage().release();
      }
    }
  }

  /** Folds rows into a triangle, which is released; null stands for one of zeros. */
  public static DenseMatrix fold(DenseMatrix triangle, DenseMatrix rows) {
    int d = rows.columns();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix stack = scratch.zeros(d + rows.rows(), d);
      if (triangle != null) {
        LinearAlgebra.copy(triangle, stack.rowRange(0, d));
        triangle.storage().release();
      }
      LinearAlgebra.copy(rows, stack.rowRange(d, d + rows.rows()));
      return LinearAlgebra.qrTriangle(stack);
    }
  }
}
