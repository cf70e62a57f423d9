package org.eigenlens.supervised;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.pca.ColumnStatistics;

/** Products of centred tiles, merged by Chan's update. */
final class TargetLane extends LabelLane {
  private long rows;
  private double[] xOrigin;
  private double[] yOrigin;
  private double[] xMean;
  private double[] yMean;
  private double squares;
  private DenseMatrix products;
  private final ColumnStatistics.Lane columns;

  TargetLane(int d, boolean scatters) {
    super(d, scatters);
    columns = new ColumnStatistics.Lane(d, true);
  }

  @Override
  ColumnStatistics statistics() {
    return columns.statistics();
  }

  @Override
  void addProducts(DenseMatrix x, DenseMatrix y) {
    start(y, x.row(0), y.row(0));
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

  /** Sums (y − ȳ)(x − o)ᵀ, which is (y − ȳ)(x − x̄)ᵀ whatever o is. */
  @Override
  boolean addSparseProducts(SparseMatrix x, double[][] y) {
    int n = x.rows();
    SparseOrigin origin = SparseOrigin.of(x);
    double[] xDelta = new double[x.columns()];
    try (Scratch scratch = new Scratch()) {
      DenseMatrix targets = scratch.matrix(n, y[0].length);
      for (int i = 0; i < n; i++) {
        targets.setRow(i, y[i], 0);
      }
      start(targets, origin.values(), y[0]);
      DenseMatrix ys = centred(targets, yOrigin, scratch);
      double[] yDelta = mean(ys);
      LinearAlgebra.subtractFromRows(ys, yDelta);
      DenseMatrix sums = scratch.matrix(ys.columns(), x.columns());
      double[][] rowSums = new double[ys.columns()][x.columns()];
      for (int i = 0; i < n; i++) {
        double[] weights = ys.row(i);
        origin.forEach(
            x,
            i,
            (j, value) -> {
              xDelta[j] += value;
              for (int c = 0; c < weights.length; c++) {
                rowSums[c][j] += weights[c] * value;
              }
            });
      }
      for (int c = 0; c < rowSums.length; c++) {
        sums.setRow(c, rowSums[c], 0);
      }
      LinearAlgebra.add(1, sums, 1, products);
      squares += ColumnStatistics.of(ys, false).total();
      Arrays.setAll(xDelta, j -> xDelta[j] / n + (origin.values()[j] - xOrigin[j]));
      addBetween(n, xDelta, yDelta);
    }
    columns.add(0, x);
    return true;
  }

  private void start(DenseMatrix y, double[] x, double[] firstTargets) {
    if (products == null) {
      products = DenseMatrix.zeros(y.columns(), x.length);
      xOrigin = x;
      yOrigin = firstTargets;
      xMean = new double[x.length];
      yMean = new double[y.columns()];
    }
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
  void mergeProducts(LabelLane lane) {
    TargetLane other = (TargetLane) lane;
    LinearAlgebra.add(1, other.products, 1, products);
    other.products.storage().release();
    squares += other.squares;
    columns.merge(other.columns);
    double[] x = other.xMean;
    double[] y = other.yMean;
    Arrays.setAll(x, j -> x[j] + (other.xOrigin[j] - xOrigin[j]));
    Arrays.setAll(y, j -> y[j] + (other.yOrigin[j] - yOrigin[j]));
    addBetween(other.rows, x, y);
  }

  @Override
  void release() {
    super.release();
    if (products != null) {
      products.storage().release();
    }
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
