package org.eigenlens.supervised;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.matrix.Summary;
import org.eigenlens.pca.ColumnStatistics;

/**
 * What one pass over rows and labels learns: RᵀHX, and mean and spread of each column.
 *
 * <p>For classes row c of RᵀHX is n_c(m_c − μ), from sums of the rows of each class: nd operations,
 * whatever the number of classes. Otherwise it takes 2ndr in matrix products. Everything is summed
 * as differences from the mean of some rows, or centred tile by tile, so nothing cancels where
 * means are large beside the spread; a column that sparse rows do not all store has zeros, and its
 * mean is not. Lanes are summed in order: the number of threads changes nothing.
 *
 * @param columns mean and squares of each column
 * @param counts how many rows each class has; null for targets
 * @param labelSquares Σ‖r‖² over the rows of R, about their mean unless they are one-hot codes
 * @param sums RᵀHX, a row for each class or column of R
 * @param scatter Σ(x − μ)(x − μ)ᵀ, for rows that are read from files and have few columns; else
 *     null
 */
record LabelSums(
    ColumnStatistics columns,
    long[] counts,
    double labelSquares,
    DenseMatrix sums,
    DenseMatrix scatter) {

  private static final int LANES = 8;
  private static final int TILE_NUMBERS = 1 << 16;

  /** From this width on each lane's sums take more memory than they are worth. */
  private static final int WIDE = 2048;

  /** Up to this width the scatter costs little beside reading a file. */
  private static final int NARROW = 512;

  /**
   * Sums up.
   *
   * @param memory bytes that the sums of all classes may take
   * @throws NumericalException if they take more
   */
  static LabelSums of(LabelledRows rows, LabelFactor factor, long memory) {
    int d = rows.columns();
    int laneCount = d < WIDE ? LANES : 1;
    boolean scatters = !rows.inMemory() && d <= NARROW;
    int tileRows = Math.max(16, Math.min(4096, TILE_NUMBERS / Math.max(1, d)));
    long share = memory / laneCount;
    boolean classes = rows.areClasses();
    LabelLane total =
        rows.isDistributed()
            ? distributed(rows, factor, tileRows, () -> LabelLane.of(classes, d, scatters, share))
            : inLanes(
                rows,
                factor,
                tileRows,
                laneCount,
                scatters,
                () -> LabelLane.of(classes, d, scatters, share));
    if (total == null) {
      return new LabelSums(
          new ColumnStatistics(0, new double[d], new double[d]),
          classes ? new long[0] : null,
          0,
          DenseMatrix.zeros(0, d),
          null);
    }
    LabelSums found = total.result();
    return found.columns != null
        ? found
        : new LabelSums(
            ColumnStatistics.of(rows.rows(), true),
            found.counts,
            found.labelSquares,
            found.sums,
            found.scatter);
  }

  private static LabelLane inLanes(
      LabelledRows rows,
      LabelFactor factor,
      int tileRows,
      int laneCount,
      boolean scatters,
      Summary.Start<LabelLane> start) {
    LabelLane[] lanes = new LabelLane[laneCount];
    rows.forEachTile(
        tileRows,
        laneCount,
        scatters,
        (lane, first, x, y) -> {
          if (lanes[lane] == null) {
            lanes[lane] = start.get();
          }
          lanes[lane].add(x, factor.tile(first, y));
        });
    for (int lane = 1; lanes[0] != null && lane < laneCount; lane++) {
      if (lanes[lane] != null) {
        lanes[0].merge(lanes[lane]);
      }
    }
    return lanes[0];
  }

  /** Sums up where the rows are: their labels must say all that is needed of them. */
  private static LabelLane distributed(
      LabelledRows rows, LabelFactor factor, int tileRows, Summary.Start<LabelLane> start) {
    if (factor.columns() != null) {
      throw new IllegalArgumentException(
          "Labels of distributed rows are classes, or targets compared by their products.");
    }
    int d = rows.columns();
    Summary.Start<Tiles> tiles = () -> new Tiles(d, start);
    return rows.source().summarize(tileRows, 1, tiles.ofBytes(8L * rows.sums() * d)).lane;
  }

  /** Rows whose last columns are their labels. */
  private static final class Tiles implements Summary<Tiles> {
    private final int columns;
    private final transient Summary.Start<LabelLane> start;
    private LabelLane lane;

    Tiles(int columns, Summary.Start<LabelLane> start) {
      this.columns = columns;
      this.start = start;
    }

    @Override
    public void add(long firstRow, DenseMatrix tile) {
      lane = lane == null ? start.get() : lane;
      lane.add(tile.columnRange(0, columns), tile.columnRange(columns, tile.columns()));
    }

    @Override
    public void add(long firstRow, SparseMatrix rows) {
      lane = lane == null ? start.get() : lane;
      SparseMatrix x = rows.columnRange(0, columns);
      double[][] y = rows.columnRange(columns, rows.columns()).toArray();
      if (!lane.addSparse(x, y)) {
        Summary.super.add(firstRow, rows);
      }
    }

    @Override
    public void merge(Tiles other) {
      if (lane == null) {
        lane = other.lane;
      } else if (other.lane != null) {
        lane.merge(other.lane);
      }
    }

    @Override
    public void release() {
      if (lane != null) {
        lane.release();
      }
    }
  }

  /** Returns how many classes have rows. */
  int classes() {
    return (int) Arrays.stream(counts).filter(count -> count > 0).count();
  }
}
