package org.eigenlens.pca;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.matrix.Summary;

/**
 * Mean and sum of squared deviations of each column, from one pass.
 *
 * <p>Every tile is centred by its own mean and merged by Chan, Golub and LeVeque's update, which
 * only adds squares: nothing cancels, however large the mean is beside the spread.
 *
 * @param rows how many rows there are
 * @param mean of each column; zeros if the data are not to be centred
 * @param squares Σ (x − mean)² of each column
 * @param sparse whether some rows were sparse
 */
public record ColumnStatistics(long rows, double[] mean, double[] squares, boolean sparse) {

  /** Sums of squares below it have lost digits, or all of them, at the end of the range. */
  private static final double VANISHING = 1e-305;

  /** No spread below this part of the mean is more than rounding. */
  private static final double SMALLEST = Math.ulp(1.0);

  private static final int LANES = 8;
  private static final int TILE_BYTES = 1 << 20;

  /** What a lane takes on a journey for each column, that of sparse rows, which is larger. */
  private static final long TRAVELLING = 48;

  /** Of dense rows. */
  public ColumnStatistics(long rows, double[] mean, double[] squares) {
    this(rows, mean, squares, false);
  }

  /** Measures the columns of dense rows; without centring the mean is taken as zero. */
  public static ColumnStatistics of(RowSource source, boolean center) {
    if (source instanceof SparseMatrix sparse) {
      return StoredElements.of(sparse).statistics(center);
    }
    int d = source.columns();
    if (!(source instanceof DenseMatrix x && x.precision() == Precision.DOUBLE)) {
      Summary.Start<Lane> start = () -> new Lane(d, center);
      return source.summarize(tileRows(d), LANES, start.ofBytes(TRAVELLING * d)).statistics();
    }
    Lane[] lanes = new Lane[LANES];
    Arrays.setAll(lanes, lane -> new Lane(d, center));
    x.forEachView(tileRows(d), LANES, (lane, first, tile) -> lanes[lane].add(first, tile));
    for (int lane = 1; lane < LANES; lane++) {
      lanes[0].merge(lanes[lane]);
    }
    return lanes[0].statistics();
  }

  /** Returns how many rows make a tile of about a megabyte. */
  static int tileRows(int columns) {
    return Math.max(1, Math.min(4096, TILE_BYTES / 8 / Math.max(1, columns)));
  }

  /**
   * Refuses cells that are no numbers, by their place, and columns whose squares are no numbers any
   * more: too large ones, and ones that vary by so little that they would seem constant. Another
   * pass tells the latter from those that are.
   *
   * @param source the rows that were measured
   * @param names of their columns
   * @param deviations whether squares matter too
   */
  public void requireFinite(RowSource source, List<String> names, boolean deviations) {
    boolean vanishing = false;
    for (int j = 0; j < mean.length; j++) {
      if (!Double.isFinite(mean[j]) || (deviations && !Double.isFinite(squares[j]))) {
        Extent.of(source, names);
        throw NumericalException.inColumn(
            j,
            "Column '"
                + names.get(j)
                + "' reaches values too large to take mean and deviation of; multiply it by a"
                + " small constant first.");
      }
      // Beside a larger mean such a spread is rounding.
      vanishing |= squares[j] < VANISHING && Math.abs(mean[j]) < Math.sqrt(VANISHING) / SMALLEST;
    }
    if (deviations && vanishing) {
      requireVariation(Extent.of(source, names), names);
    }
  }

  private void requireVariation(Extent extent, List<String> names) {
    for (int j = 0; j < mean.length; j++) {
      if (squares[j] < VANISHING && !extent.isConstant(j)) {
        throw NumericalException.inColumn(
            j,
            String.format(
                Locale.ROOT,
                "Column '%s' varies by %.1g only, whose square is no number any more; multiply it"
                    + " by a large constant first.",
                names.get(j),
                extent.deviations()[j]));
      }
    }
  }

  /** Returns Σ squares over all columns. */
  public double total() {
    double sum = 0;
    for (double value : squares) {
      sum += value;
    }
    return sum;
  }

  /** Returns the standard deviation of each column with divisor n − ddof. */
  public double[] deviations(int ddof) {
    double[] deviations = new double[squares.length];
    for (int j = 0; j < deviations.length; j++) {
      deviations[j] = Math.sqrt(squares[j] / Math.max(1, rows - ddof));
    }
    return deviations;
  }

  /** One lane's running totals. */
  public static final class Lane implements Summary<Lane> {
    private final boolean center;
    private long rows;

    /** The lane's first row, zeros if not centred: large means would be rounded too much. */
    private final double[] origin;

    /** The mean less the origin. */
    private final double[] mean;

    private final double[] squares;

    /** One row at a time: whole tiles on the heap would be garbage as large as the data. */
    private transient double[] row;

    /** What sparse rows store; null before the first. */
    private StoredElements stored;

    /** Starts with no rows; without centring the mean is taken as zero. */
    public Lane(int columns, boolean center) {
      this.center = center;
      origin = new double[columns];
      mean = new double[columns];
      squares = new double[columns];
    }

    /** Adds the rows of a tile, which is not modified. */
    @Override
    public void add(long firstRow, DenseMatrix tile) {
      int d = mean.length;
      int count = tile.rows();
      row = row == null ? new double[d] : row;
      double[] tileMean = new double[d];
      double[] tileSquares = new double[d];
      if (center) {
        if (rows == 0) {
          tile.getRow(0, origin, 0);
        }
        // Sums of differences: exact zeros where a column is constant.
        for (int i = 0; i < count; i++) {
          tile.getRow(i, row, 0);
          for (int j = 0; j < d; j++) {
            tileMean[j] += row[j] - origin[j];
          }
        }
        for (int j = 0; j < d; j++) {
          tileMean[j] /= count;
        }
      }
      for (int i = 0; i < count; i++) {
        tile.getRow(i, row, 0);
        for (int j = 0; j < d; j++) {
          double deviation = row[j] - origin[j] - tileMean[j];
          tileSquares[j] += deviation * deviation;
        }
      }
      merge(count, tileMean, tileSquares);
    }

    /** Adds sparse rows: one step for each element that is stored. */
    @Override
    public void add(long firstRow, SparseMatrix matrix) {
      if (stored == null) {
        stored = new StoredElements(mean.length);
      }
      stored.add(matrix);
    }

    /** Adds another lane's rows. */
    @Override
    public void merge(Lane other) {
      if (stored == null) {
        stored = other.stored;
      } else if (other.stored != null) {
        stored.merge(other.stored);
      }
      double[] otherMean = new double[mean.length];
      Arrays.setAll(otherMean, j -> (other.origin[j] - origin[j]) + other.mean[j]);
      merge(other.rows, otherMean, other.squares);
    }

    /** Returns what was measured; nothing may be added afterwards. */
    public ColumnStatistics statistics() {
      boolean sparseRows = stored != null;
      if (sparseRows) {
        ColumnStatistics sparse = stored.statistics(center);
        double[] sparseMean = sparse.mean();
        Arrays.setAll(sparseMean, j -> sparseMean[j] - origin[j]);
        merge(sparse.rows(), sparseMean, sparse.squares());
        stored = null;
      }
      double[] sum = new double[mean.length];
      Arrays.setAll(sum, j -> origin[j] + mean[j]);
      return new ColumnStatistics(rows, sum, squares, sparseRows);
    }

    private void merge(long count, double[] otherMean, double[] otherSquares) {
      if (count == 0) {
        return;
      }
      long total = rows + count;
      double weight = (double) count / total;
      double between = (double) rows * count / total;
      for (int j = 0; j < mean.length; j++) {
        double delta = otherMean[j] - mean[j];
        mean[j] = rows == 0 ? otherMean[j] : mean[j] + delta * weight;
        squares[j] += otherSquares[j] + (rows == 0 ? 0 : delta * delta * between);
      }
      rows = total;
    }
  }
}
