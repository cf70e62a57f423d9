package org.eigenlens.pca;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;

/**
 * Mean and d × d scatter Σ (x − μ)(x − μ)ᵀ of rows, from one pass.
 *
 * <p>The usual shortcut XᵀX − nμμᵀ loses every digit where the mean is large beside the spread.
 * Here each tile is centred by its own mean and merged by Chan's update, a sum of positive
 * semi-definite terms in which nothing cancels. It costs nd² operations, as the shortcut does.
 *
 * @param rows how many rows there are
 * @param mean of each column; zeros if the data are not to be centred
 * @param scatter symmetric, both triangles filled
 */
public record Moments(long rows, double[] mean, DenseMatrix scatter) {

  /** From this width on a single tile keeps all cores busy, and a scatter a lane costs too much. */
  private static final int WIDE = 512;

  private static final int LANES = 8;

  /** Measures the rows; without centring the mean is taken as zero. */
  public static Moments of(RowSource source, boolean center) {
    int d = source.columns();
    int laneCount = d < WIDE ? LANES : 1;
    Lane[] lanes = new Lane[laneCount];
    source.forEachTile(
        tileRows(d),
        laneCount,
        (lane, first, tile) -> {
          if (lanes[lane] == null) {
            lanes[lane] = new Lane(d);
          }
          lanes[lane].add(tile, center);
        });
    Lane total = lanes[0] == null ? new Lane(d) : lanes[0];
    for (int lane = 1; lane < laneCount; lane++) {
      if (lanes[lane] != null) {
        total.merge(lanes[lane]);
      }
    }
    LinearAlgebra.mirror(total.scatter);
    return new Moments(total.rows, total.mean, total.scatter);
  }

  /** Half a core's cache, since it is read four times, but tall enough to be worth a product. */
  private static int tileRows(int columns) {
    return Math.max(512, ColumnStatistics.tileRows(columns) / 2);
  }

  /** Returns mean and squares of each column. */
  public ColumnStatistics columns() {
    double[] squares = new double[mean.length];
    for (int j = 0; j < squares.length; j++) {
      squares[j] = scatter.get(j, j);
    }
    return new ColumnStatistics(rows, mean, squares);
  }

  /** One lane's running totals. */
  private static final class Lane {
    private long rows;
    private final double[] mean;
    private final DenseMatrix scatter;

    Lane(int columns) {
      mean = new double[columns];
      scatter = DenseMatrix.zeros(columns, columns);
    }

    void add(DenseMatrix tile, boolean center) {
      double[] tileMean = new double[mean.length];
      if (center) {
        tileMean = LinearAlgebra.sumOfRows(tile);
        for (int j = 0; j < tileMean.length; j++) {
          tileMean[j] /= tile.rows();
        }
        LinearAlgebra.subtractFromRows(tile, tileMean);
      }
      LinearAlgebra.addGram(tile, false, scatter);
      addBetween(tile.rows(), tileMean);
    }

    void merge(Lane other) {
      LinearAlgebra.add(1, other.scatter, 1, scatter);
      addBetween(other.rows, other.mean);
      other.scatter.storage().release();
    }

    /** Adds what lies between the two means: n₁n₂/(n₁+n₂) · δδᵀ. */
    private void addBetween(long count, double[] otherMean) {
      long total = rows + count;
      if (rows == 0) {
        System.arraycopy(otherMean, 0, mean, 0, mean.length);
      } else {
        double[] delta = new double[mean.length];
        Arrays.setAll(delta, j -> otherMean[j] - mean[j]);
        LinearAlgebra.addOuter((double) rows * count / total, delta, delta, scatter);
        for (int j = 0; j < mean.length; j++) {
          mean[j] += delta[j] * ((double) count / total);
        }
      }
      rows = total;
    }
  }
}
