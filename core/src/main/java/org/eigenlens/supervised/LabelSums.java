package org.eigenlens.supervised;

import java.io.Serializable;
import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.matrix.Summary;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.Moments;

/**
 * What one pass over rows and labels learns: RᵀHX, and mean and spread of each column.
 *
 * <p>For classes row c of RᵀHX is n_c(m_c − μ), from sums of the rows of each class: nd operations,
 * whatever the number of classes. Otherwise it takes 2ndr in matrix products. Everything is summed
 * as differences from the mean of some rows, or centred tile by tile, so nothing cancels where
 * means are large beside the spread. Lanes are summed in order: the number of threads changes
 * nothing.
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

  /** From this ratio of n·δ² to Σ(x − μ)² on, δ from the origin to the mean is too far. */
  private static final double FAR = 1e3;

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
    Lane total =
        rows.isDistributed()
            ? distributed(rows, factor, tileRows, () -> Lane.of(classes, d, scatters, share))
            : inLanes(
                rows,
                factor,
                tileRows,
                laneCount,
                scatters,
                () -> Lane.of(classes, d, scatters, share));
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

  private static Lane inLanes(
      LabelledRows rows,
      LabelFactor factor,
      int tileRows,
      int laneCount,
      boolean scatters,
      Summary.Start<Lane> start) {
    Lane[] lanes = new Lane[laneCount];
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
  private static Lane distributed(
      LabelledRows rows, LabelFactor factor, int tileRows, Summary.Start<Lane> start) {
    if (factor.columns() != null) {
      throw new IllegalArgumentException(
          "Labels of distributed rows are classes, or targets compared by their products.");
    }
    int d = rows.columns();
    return rows.source().summarize(tileRows, 1, () -> new Tiles(d, start)).lane;
  }

  /** Rows whose last columns are their labels. */
  private static final class Tiles implements Summary<Tiles> {
    private final int columns;
    private final transient Summary.Start<Lane> start;
    private Lane lane;

    Tiles(int columns, Summary.Start<Lane> start) {
      this.columns = columns;
      this.start = start;
    }

    @Override
    public void add(long firstRow, DenseMatrix tile) {
      lane = lane == null ? start.get() : lane;
      lane.add(tile.columnRange(0, columns), tile.columnRange(columns, tile.columns()));
    }

    @Override
    public void merge(Tiles other) {
      if (lane == null) {
        lane = other.lane;
      } else if (other.lane != null) {
        lane.merge(other.lane);
      }
    }
  }

  /** Returns how many classes have rows. */
  int classes() {
    return (int) Arrays.stream(counts).filter(count -> count > 0).count();
  }

  /** One lane's sums. */
  private abstract static class Lane implements Serializable {
    private final Moments.Lane moments;

    static Lane of(boolean classes, int d, boolean scatters, long memory) {
      return classes ? new ClassLane(d, scatters, memory) : new FactorLane(d, scatters);
    }

    Lane(int d, boolean scatters) {
      moments = scatters ? new Moments.Lane(d, true) : null;
    }

    /** Adds rows, which are overwritten where their scatter is wanted. */
    void add(DenseMatrix x, DenseMatrix y) {
      addProducts(x, y);
      if (moments != null) {
        moments.add(0, x);
      }
    }

    void merge(Lane other) {
      mergeProducts(other);
      if (moments != null) {
        moments.merge(other.moments);
      }
    }

    LabelSums result() {
      Moments found = moments == null ? null : moments.moments();
      return new LabelSums(
          found == null ? statistics() : found.columns(),
          counts(),
          labelSquares(),
          products(),
          found == null ? null : found.scatter());
    }

    /** Returns mean and squares of the columns, or null where they must be measured again. */
    abstract ColumnStatistics statistics();

    abstract void addProducts(DenseMatrix x, DenseMatrix y);

    abstract void mergeProducts(Lane other);

    abstract long[] counts();

    abstract double labelSquares();

    abstract DenseMatrix products();
  }

  /** Sums of the rows of each class, as differences from the mean of the lane's first tile. */
  private static final class ClassLane extends Lane {
    private final double[] row;
    private final double[] squares;
    private double[] origin;
    private double[][] sums = new double[0][];
    private long[] counts = new long[0];

    private final double most;
    private int held;

    ClassLane(int d, boolean scatters, long memory) {
      super(d, scatters);
      most = memory / (8.0 * Math.max(1, d));
      row = new double[d];
      squares = new double[d];
    }

    /** Returns the sums of a class, which are made when its first row comes. */
    private double[] sum(int number) {
      if (number >= sums.length) {
        int size = Math.max(number + 1, 2 * sums.length);
        sums = Arrays.copyOf(sums, size);
        counts = Arrays.copyOf(counts, size);
      }
      if (sums[number] == null) {
        if (++held > most) {
          throw new NumericalException(
              "The sums of more than %d classes in %d columns take more memory than is allowed; allow more, or check that the labels are classes."
                  .formatted(held - 1, row.length));
        }
        sums[number] = new double[row.length];
      }
      return sums[number];
    }

    /** Returns how many classes there may be: those beyond have no rows. */
    private int size() {
      int size = sums.length;
      while (size > 0 && sums[size - 1] == null) {
        size--;
      }
      return size;
    }

    @Override
    void addProducts(DenseMatrix x, DenseMatrix y) {
      if (origin == null) {
        // A single row may lie far out, where sums of differences lose digits.
        origin = LinearAlgebra.sumOfRows(x);
        Arrays.setAll(origin, j -> origin[j] / x.rows());
      }
      for (int i = 0; i < x.rows(); i++) {
        int number = (int) y.get(i, 0);
        double[] sum = sum(number);
        x.getRow(i, row, 0);
        counts[number]++;
        for (int j = 0; j < row.length; j++) {
          double value = row[j] - origin[j];
          sum[j] += value;
          squares[j] += value * value;
        }
      }
    }

    /** Returns the sum of all rows' differences from the origin. */
    private double[] allSums() {
      double[] all = new double[row.length];
      for (double[] sum : sums) {
        if (sum != null) {
          Arrays.setAll(all, j -> all[j] + sum[j]);
        }
      }
      return all;
    }

    @Override
    ColumnStatistics statistics() {
      double rows = Arrays.stream(counts).sum();
      double[] mean = allSums();
      double[] centred = new double[mean.length];
      for (int j = 0; j < mean.length; j++) {
        double ofMean = mean[j] * (mean[j] / rows);
        centred[j] = Math.max(0, squares[j] - ofMean);
        if (!(ofMean <= FAR * centred[j])) {
          return null;
        }
        mean[j] = origin[j] + mean[j] / rows;
      }
      return new ColumnStatistics((long) rows, mean, centred);
    }

    @Override
    void mergeProducts(Lane lane) {
      ClassLane other = (ClassLane) lane;
      long rows = Arrays.stream(other.counts).sum();
      double[] all = other.allSums();
      for (int j = 0; j < row.length; j++) {
        double delta = other.origin[j] - origin[j];
        // Σ(v + δ)² = Σv² + 2δΣv + nδ²
        squares[j] += other.squares[j] + delta * (2 * all[j] + rows * delta);
      }
      for (int c = 0; c < other.sums.length; c++) {
        if (other.sums[c] == null) {
          continue;
        }
        double[] sum = sum(c);
        for (int j = 0; j < row.length; j++) {
          sum[j] += other.sums[c][j] + other.counts[c] * (other.origin[j] - origin[j]);
        }
        counts[c] += other.counts[c];
      }
    }

    @Override
    long[] counts() {
      return Arrays.copyOf(counts, size());
    }

    @Override
    double labelSquares() {
      return Arrays.stream(counts).sum();
    }

    @Override
    DenseMatrix products() {
      long rows = Arrays.stream(counts).sum();
      double[] mean = allSums();
      Arrays.setAll(mean, j -> mean[j] / rows);
      DenseMatrix products = DenseMatrix.zeros(size(), row.length);
      for (int c = 0; c < products.rows(); c++) {
        double[] sum = sums[c];
        if (sum == null) {
          continue;
        }
        double count = counts[c];
        Arrays.setAll(sum, j -> sum[j] - count * mean[j]);
        products.setRow(c, sum, 0);
      }
      return products;
    }
  }

  /** Products of centred tiles, merged by Chan's update. */
  private static final class FactorLane extends Lane {
    private long rows;
    private double[] xOrigin;
    private double[] yOrigin;
    private double[] xMean;
    private double[] yMean;
    private double squares;
    private DenseMatrix products;
    private final ColumnStatistics.Lane columns;

    FactorLane(int d, boolean scatters) {
      super(d, scatters);
      columns = new ColumnStatistics.Lane(d, true);
    }

    @Override
    ColumnStatistics statistics() {
      return columns.statistics();
    }

    @Override
    void addProducts(DenseMatrix x, DenseMatrix y) {
      if (products == null) {
        products = DenseMatrix.zeros(y.columns(), x.columns());
        xOrigin = x.row(0);
        yOrigin = y.row(0);
        xMean = new double[x.columns()];
        yMean = new double[y.columns()];
      }
      try (Scratch scratch = new Scratch()) {
        DenseMatrix xs = centred(x, xOrigin, scratch);
        DenseMatrix ys = centred(y, yOrigin, scratch);
        double[] xDelta = mean(xs);
        double[] yDelta = mean(ys);
        LinearAlgebra.subtractFromRows(xs, xDelta);
        LinearAlgebra.subtractFromRows(ys, yDelta);
        LinearAlgebra.multiply(1, ys, true, xs, false, 1, products);
        squares += ColumnStatistics.of(ys, false).total();
        addBetween(x.rows(), xDelta, yDelta);
      }
      columns.add(0, x);
    }

    private static DenseMatrix centred(DenseMatrix a, double[] origin, Scratch scratch) {
      DenseMatrix copy = scratch.matrix(a.rows(), a.columns());
      LinearAlgebra.copy(a, copy);
      LinearAlgebra.subtractFromRows(copy, origin);
      return copy;
    }

    private static double[] mean(DenseMatrix a) {
      double[] mean = LinearAlgebra.sumOfRows(a);
      Arrays.setAll(mean, j -> mean[j] / a.rows());
      return mean;
    }

    /** Adds what lies between two means: n₁n₂/(n₁+n₂)·(ȳ₂ − ȳ₁)(x̄₂ − x̄₁)ᵀ. */
    private void addBetween(long count, double[] xOther, double[] yOther) {
      long total = rows + count;
      double[] dx = new double[xMean.length];
      double[] dy = new double[yMean.length];
      Arrays.setAll(dx, j -> xOther[j] - xMean[j]);
      Arrays.setAll(dy, j -> yOther[j] - yMean[j]);
      double between = (double) rows * count / total;
      LinearAlgebra.addOuter(between, dy, dx, products);
      squares += between * Arrays.stream(dy).map(value -> value * value).sum();
      double weight = (double) count / total;
      Arrays.setAll(xMean, j -> xMean[j] + dx[j] * weight);
      Arrays.setAll(yMean, j -> yMean[j] + dy[j] * weight);
      rows = total;
    }

    @Override
    void mergeProducts(Lane lane) {
      FactorLane other = (FactorLane) lane;
      LinearAlgebra.add(1, other.products, 1, products);
      squares += other.squares;
      columns.merge(other.columns);
      double[] x = other.xMean;
      double[] y = other.yMean;
      Arrays.setAll(x, j -> x[j] + (other.xOrigin[j] - xOrigin[j]));
      Arrays.setAll(y, j -> y[j] + (other.yOrigin[j] - yOrigin[j]));
      addBetween(other.rows, x, y);
    }

    @Override
    long[] counts() {
      return null;
    }

    @Override
    double labelSquares() {
      return squares;
    }

    @Override
    DenseMatrix products() {
      return products;
    }
  }
}
