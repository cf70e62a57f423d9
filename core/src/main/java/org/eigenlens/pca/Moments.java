package org.eigenlens.pca;

import java.io.Serializable;
import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.matrix.Summary;
import org.eigenlens.matrix.UpperTriangle;

/**
 * Mean and d × d scatter Σ (x − μ)(x − μ)ᵀ of rows, from one pass of nd² operations.
 *
 * <p>The usual shortcut XᵀX − nμμᵀ needs no copy of the rows, but loses every digit where the mean
 * is large beside the spread. It is taken for doubles in memory whose first rows look harmless, and
 * kept only if what it found, of all rows, shows that at most a digit of the scatter cancelled and
 * two of any column. Otherwise each tile is centred, about, by the mean of its first rows,
 * corrected for the difference, and merged by Chan's update. Means are then kept as differences
 * from an origin among the rows, since a large number rounded would be wrong by more than tiles
 * differ.
 *
 * @param rows how many rows there are
 * @param mean of each column; zeros if the data are not to be centred
 * @param scatter symmetric, both triangles filled
 */
public record Moments(long rows, double[] mean, DenseMatrix scatter) {

  /** From this width on a single tile keeps all cores busy, and a scatter a lane costs too much. */
  private static final int WIDE = 512;

  private static final int LANES = 8;

  /** How often nμ² may contain Σ(x − μ)² on average, weighted or not: ten costs one digit. */
  private static final double SMALL_MEAN = 10;

  /** The same for any single column. */
  private static final double LARGEST_MEAN = 100;

  /** Measures the rows; without centring the mean is taken as zero. */
  public static Moments of(RowSource source, boolean center) {
    if (source instanceof DenseMatrix x && x.precision() == Precision.DOUBLE && x.rows() > 0) {
      DenseMatrix sample = x.rowRange(0, Math.min(x.rows(), tileRows(x.columns())));
      if (!center || hasSmallMean(ColumnStatistics.of(sample, true))) {
        Moments inPlace = inPlace(x, center);
        if (!center || hasSmallMean(inPlace.columns())) {
          return inPlace;
        }
        inPlace.scatter.storage().release();
      }
    }
    return inCentredTiles(source, center);
  }

  /** Tells whether subtracting the mean from sums of squares left digits enough; NaN does not. */
  static boolean hasSmallMean(ColumnStatistics columns) {
    double part = 0;
    double whole = 0;
    double ratios = 0;
    for (int j = 0; j < columns.mean().length; j++) {
      double squares = columns.squares()[j];
      double ofMean = columns.rows() * (columns.mean()[j] * columns.mean()[j]);
      if (!(ofMean <= LARGEST_MEAN * squares)) {
        return false;
      }
      part += ofMean;
      whole += squares;
      ratios += squares == 0 ? 0 : ofMean / squares;
    }
    return part <= SMALL_MEAN * whole && ratios <= SMALL_MEAN * columns.mean().length;
  }

  /** Takes XᵀX − nμμᵀ from the rows where they are. */
  private static Moments inPlace(DenseMatrix x, boolean center) {
    int d = x.columns();
    int n = x.rows();
    int laneCount = laneCount(d);
    DenseMatrix[] products = new DenseMatrix[laneCount];
    double[][] sums = new double[laneCount][d];
    x.forEachView(
        tileRows(d),
        laneCount,
        (lane, first, tile) -> {
          if (products[lane] == null) {
            products[lane] = DenseMatrix.zeros(d, d);
          }
          if (center) {
            // Before the products: they find the tile in cache then.
            addTo(sums[lane], LinearAlgebra.sumOfRows(tile));
          }
          LinearAlgebra.addGram(tile, false, products[lane]);
        });
    for (int lane = 1; lane < laneCount && products[lane] != null; lane++) {
      LinearAlgebra.add(1, products[lane], 1, products[0]);
      products[lane].storage().release();
      addTo(sums[0], sums[lane]);
    }
    double[] mean = sums[0];
    if (center) {
      Arrays.setAll(mean, j -> mean[j] / n);
      LinearAlgebra.addOuter(-n, mean, mean, products[0]);
    }
    LinearAlgebra.mirror(products[0]);
    return new Moments(n, mean, products[0]);
  }

  private static void addTo(double[] sum, double[] more) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += more[j];
    }
  }

  private static Moments inCentredTiles(RowSource source, boolean center) {
    SolverChoice.requireSummable(source);
    int d = source.columns();
    Summary.Start<Lane> start = () -> new Lane(d, center);
    return source
        .summarize(tileRows(d), laneCount(d), start.ofBytes(UpperTriangle.bytes(d)))
        .moments();
  }

  private static int laneCount(int columns) {
    return columns < WIDE ? LANES : 1;
  }

  /** Half a core's cache, since it is read four times, but tall enough to be worth a product. */
  private static int tileRows(int columns) {
    return Math.max(512, ColumnStatistics.tileRows(columns) / 2);
  }

  /** Returns mean and squares of each column. */
  public ColumnStatistics columns() {
    double[] squares = new double[mean.length];
    for (int j = 0; j < squares.length; j++) {
      // What is left of a constant column may be a rounding error below zero.
      squares[j] = Math.max(0, scatter.get(j, j));
    }
    return new ColumnStatistics(rows, mean, squares);
  }

  /** One lane's running totals. */
  public static final class Lane implements Summary<Lane> {
    /**
     * The mean of one row in so many is near enough: at most a digit cancels, whatever the rows.
     */
    private static final int SAMPLED = 8;

    private final boolean center;
    private long rows;
    private double[] origin;

    /** The mean less the origin. */
    private final double[] mean;

    private final DenseMatrix scatter;

    /** Starts with no rows; without centring the mean is taken as zero. */
    public Lane(int columns, boolean center) {
      this(
          center, 0, new double[columns], new double[columns], DenseMatrix.zeros(columns, columns));
    }

    private Lane(boolean center, long rows, double[] origin, double[] mean, DenseMatrix scatter) {
      this.center = center;
      this.rows = rows;
      this.origin = origin;
      this.mean = mean;
      this.scatter = scatter;
    }

    /** Adds the rows of a tile, which is overwritten. */
    @Override
    public void add(long firstRow, DenseMatrix tile) {
      double[] tileMean = new double[mean.length];
      if (center) {
        int sampled = (tile.rows() + SAMPLED - 1) / SAMPLED;
        double[] near = LinearAlgebra.sumOfRows(tile.rowRange(0, sampled));
        Arrays.setAll(near, j -> near[j] / sampled);
        if (rows == 0) {
          origin = near;
        }
        LinearAlgebra.subtractFromRows(tile, near);
        double[] rest = LinearAlgebra.sumOfRows(tile);
        Arrays.setAll(rest, j -> rest[j] / tile.rows());
        LinearAlgebra.addOuter(-tile.rows(), rest, rest, scatter);
        Arrays.setAll(tileMean, j -> (near[j] - origin[j]) + rest[j]);
      }
      LinearAlgebra.addGram(tile, false, scatter);
      addBetween(tile.rows(), tileMean);
    }

    /** Adds sparse rows, without filling them in. */
    @Override
    public void add(long firstRow, SparseMatrix matrix) {
      SparseProducts products = SparseProducts.of(matrix, center);
      LinearAlgebra.add(1, products.scatter(), 1, scatter);
      products.scatter().storage().release();
      double[] tileMean = products.mean();
      if (rows == 0) {
        origin = tileMean.clone();
      }
      Arrays.setAll(tileMean, j -> tileMean[j] - origin[j]);
      addBetween(matrix.rows(), tileMean);
    }

    /** Adds another lane's rows, and releases its scatter. */
    @Override
    public void merge(Lane other) {
      LinearAlgebra.add(1, other.scatter, 1, scatter);
      double[] otherMean = new double[mean.length];
      Arrays.setAll(otherMean, j -> (other.origin[j] - origin[j]) + other.mean[j]);
      addBetween(other.rows, otherMean);
      other.scatter.storage().release();
    }

    /** Returns what was measured; nothing may be added afterwards. */
    public Moments moments() {
      double[] sum = new double[mean.length];
      Arrays.setAll(sum, j -> origin[j] + mean[j]);
      LinearAlgebra.mirror(scatter);
      return new Moments(rows, sum, scatter);
    }

    @Override
    public void release() {
      scatter.storage().release();
    }

    private Object writeReplace() {
      return new Travelling(center, rows, origin, mean, UpperTriangle.of(scatter));
    }

    /** A lane on its way to another machine. */
    private record Travelling(
        boolean center, long rows, double[] origin, double[] mean, UpperTriangle scatter)
        implements Serializable {
      private Object readResolve() {
        return new Lane(center, rows, origin, mean, scatter.toMatrix());
      }
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
