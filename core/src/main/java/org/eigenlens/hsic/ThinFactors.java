package org.eigenlens.hsic;

import java.util.Arrays;
import java.util.function.Supplier;
import org.eigenlens.Progress;
import org.eigenlens.kernel.LowRank;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;

/**
 * The criterion of K ≈ GGᵀ and L ≈ RRᵀ: tr(KHLH) = ‖(HG)ᵀ(HR)‖², for rows too many for all pairs.
 *
 * <p>Each value costs 2n·r·s operations for factors of r and s columns. Since both K − GGᵀ and L −
 * RRᵀ are positive, the value is never too large, and {@link #missed} bounds by how much it is too
 * small.
 */
final class ThinFactors {

  private static final int TILE = 4096;

  /** Squares below this, relative to those before centring, are what is left of equal numbers. */
  private static final double ROUNDING = 1e-13;

  private final DenseMatrix x;
  private final DenseMatrix y;
  private final double xError;
  private final double yError;
  private final boolean xVaries;
  private final boolean yVaries;
  private final int exponent;

  ThinFactors(LowRank x, LowRank y) {
    this.x = centered(x.features());
    this.y = centered(y.features());
    xVaries = total(this.x) > ROUNDING * total(x.features());
    yVaries = total(this.y) > ROUNDING * total(y.features());
    int xHalf = shrink(this.x);
    int yHalf = shrink(this.y);
    xError = Math.scalb(x.traceError(), -2 * xHalf);
    yError = Math.scalb(y.traceError(), -2 * yHalf);
    exponent = 2 * (xHalf + yHalf);
  }

  /** Returns the bytes that factors of so many columns take beside the points: made and centred. */
  static double need(double n, double columns) {
    return 8 * n * 4 * columns + 4 * n;
  }

  /** Tells whether the first side has different values in different rows. */
  boolean xVaries() {
    return xVaries;
  }

  /** Tells whether the second side has. */
  boolean yVaries() {
    return yVaries;
  }

  /** Returns the power of two that products of K and L were divided by. */
  int exponent() {
    return exponent;
  }

  /** Divides by a power of two, which it returns, so that sums of fourth powers are numbers. */
  private static int shrink(DenseMatrix a) {
    double square = total(a);
    if (!(square > 0 && square < Double.POSITIVE_INFINITY)) {
      return 0;
    }
    int power = Math.getExponent(square) / 2;
    double[] factors = new double[a.columns()];
    Arrays.fill(factors, Math.scalb(1.0, -power));
    LinearAlgebra.scaleColumns(a, factors);
    return power;
  }

  /** Returns the sum of all squares. */
  private static double total(DenseMatrix a) {
    double sum = 0;
    for (int i = 0; i < a.rows(); i++) {
      sum += Arrays.stream(a.row(i)).map(value -> value * value).sum();
    }
    return sum;
  }

  private static DenseMatrix centered(DenseMatrix features) {
    DenseMatrix copy = features.copy();
    double[] mean = LinearAlgebra.sumOfRows(copy);
    Arrays.setAll(mean, j -> mean[j] / copy.rows());
    LinearAlgebra.subtractFromRows(copy, mean);
    return copy;
  }

  int landmarks() {
    return Math.max(x.columns(), y.columns());
  }

  /** Returns tr(KHLH). */
  double product() {
    return squares(x, y);
  }

  /** Returns ‖HKH‖·‖HLH‖. */
  double lengths() {
    return Math.sqrt(squares(x, x)) * Math.sqrt(squares(y, y));
  }

  /** Returns ‖aᵀb‖². */
  private static double squares(DenseMatrix a, DenseMatrix b) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix products = scratch.matrix(a.columns(), b.columns());
      LinearAlgebra.multiply(1, a, true, b, false, 0, products);
      return total(products);
    }
  }

  /** Returns the estimate without bias of the two approximations. */
  double unbiased() {
    int n = x.rows();
    if (n < 4) {
      return Double.NaN;
    }
    double both = 0;
    double xTrace = 0;
    double yTrace = 0;
    for (int i = 0; i < n; i++) {
      double xx = Arrays.stream(x.row(i)).map(value -> value * value).sum();
      double yy = Arrays.stream(y.row(i)).map(value -> value * value).sum();
      both += xx * yy;
      xTrace += xx;
      yTrace += yy;
    }
    return AllPairs.unbiased(n, product(), both, xTrace, yTrace);
  }

  /**
   * Returns what tr(KHLH) can exceed the value by: with E = K − GGᵀ and F = L − RRᵀ, tr E·‖HLH‖ +
   * ‖HGGᵀH‖·tr F, and ‖HLH‖ ≤ ‖HRRᵀH‖ + tr F. The largest eigenvalue is at most the root of the sum
   * of the squares of all.
   */
  double missed() {
    double xNorm = Math.sqrt(squares(x, x));
    double yNorm = Math.sqrt(squares(y, y));
    return xError * (yNorm + yError) + xNorm * yError;
  }

  /** Returns the order that undoes another: what it does to one side that does to the other. */
  static int[] inverse(int[] order) {
    int[] inverse = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      inverse[order[i]] = i;
    }
    return inverse;
  }

  /** Returns the value for each of so many shuffles of the rows of the second side. */
  double[] permuted(Supplier<int[]> shuffles, int count, Progress progress) {
    boolean turned = x.columns() < y.columns();
    DenseMatrix moved = turned ? x : y;
    DenseMatrix still = turned ? y : x;
    double[] values = new double[count];
    try (Scratch scratch = new Scratch()) {
      DenseMatrix tile = scratch.matrix(TILE, moved.columns());
      DenseMatrix products = scratch.matrix(still.columns(), moved.columns());
      double[] row = new double[moved.columns()];
      for (int p = 0; p < count; p++) {
        int[] shuffle = turned ? inverse(shuffles.get()) : shuffles.get();
        progress.at("permutation " + (p + 1) + " of " + count);
        LinearAlgebra.fill(products, 0);
        for (int from = 0; from < still.rows(); from += TILE) {
          int rows = Math.min(TILE, still.rows() - from);
          for (int i = 0; i < rows; i++) {
            moved.getRow(shuffle[from + i], row, 0);
            tile.setRow(i, row, 0);
          }
          LinearAlgebra.multiply(
              1,
              still.rowRange(from, from + rows),
              true,
              tile.rowRange(0, rows),
              false,
              1,
              products);
        }
        values[p] = total(products);
      }
    }
    return values;
  }
}
