package org.eigenlens.hsic;

import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.commons.statistics.distribution.GammaDistribution;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;

/**
 * The criterion of all pairs of rows, in blocks: neither kernel matrix is kept for the value itself
 * or the gamma approximation, one of them for permutations.
 *
 * <p>The value takes two passes over both kernel matrices. A permutation costs n²/2 products, and
 * many of them share one pass. Sums are kept apart for each block and added in order, so the number
 * of threads does not change a bit.
 */
final class AllPairs {

  private static final int BLOCK = 64;

  /** So many blocks for each thread are done before it is said how far it has come. */
  private static final int WAVE = 16;

  /** So many shuffles share the rows of one kernel matrix, which are computed for each batch. */
  private static final int AT_ONCE = 128;

  /** Below, the gamma approximation's variance is no number. */
  private static final int GAMMA_ROWS = 6;

  private final Side x;
  private final Side y;
  private final int n;
  private final double[] xDiagonal;
  private final double[] yDiagonal;

  AllPairs(Side x, Side y) {
    this.x = x;
    this.y = y;
    xDiagonal = x.diagonal();
    yDiagonal = y.diagonal();
    n = xDiagonal.length;
  }

  /**
   * Sums over all ordered pairs.
   *
   * @param product Σ KᵢⱼLᵢⱼ of the centred matrices, which is tr(KHLH)
   * @param xSquares Σ Kᵢⱼ²
   * @param ySquares Σ Lᵢⱼ²
   * @param offDiagonal Σ (KᵢⱼLᵢⱼ)² of pairs of different rows
   */
  record Sums(double product, double xSquares, double ySquares, double offDiagonal) {}

  /** Visits rows of both matrices as far as the diagonal. */
  private interface RowVisitor {
    void visit(int block, int row, double[] k, double[] l);
  }

  private int blocks() {
    return (n + BLOCK - 1) / BLOCK;
  }

  private void forEachRow(Progress progress, RowVisitor visitor) {
    int wave = WAVE * Parallel.threads();
    for (int first = 0; first < blocks(); first += wave) {
      int begun = first;
      double share = (double) begun / blocks();
      progress.at(
          "comparing both sides of all pairs of %d rows, %.0f %%"
              .formatted(n, 100 * share * share));
      Parallel.forEach(Math.min(wave, blocks() - begun), task -> visit(begun + task, visitor));
    }
  }

  private void visit(int block, RowVisitor visitor) {
    int from = block * BLOCK;
    int to = Math.min(n, from + BLOCK);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix k = scratch.matrix(to - from, to);
      DenseMatrix l = scratch.matrix(to - from, to);
      x.rows(from, to, k);
      y.rows(from, to, l);
      double[] kRow = new double[to];
      double[] lRow = new double[to];
      for (int i = from; i < to; i++) {
        k.getRow(i - from, kRow, 0);
        l.getRow(i - from, lRow, 0);
        visitor.visit(block, i, kRow, lRow);
      }
    }
  }

  Sums sums(Progress progress) {
    double[][] sums = new double[blocks()][4];
    forEachRow(
        progress,
        (block, i, k, l) -> {
          double[] sum = sums[block];
          double product = 0;
          double xs = 0;
          double ys = 0;
          double squares = 0;
          for (int j = 0; j < i; j++) {
            double both = k[j] * l[j];
            product += both;
            xs += k[j] * k[j];
            ys += l[j] * l[j];
            squares += both * both;
          }
          sum[0] += 2 * product + k[i] * l[i];
          sum[1] += 2 * xs + k[i] * k[i];
          sum[2] += 2 * ys + l[i] * l[i];
          sum[3] += 2 * squares;
        });
    double[] total = new double[4];
    for (double[] sum : sums) {
      Arrays.setAll(total, s -> total[s] + sum[s]);
    }
    return new Sums(total[0], total[1], total[2], total[3]);
  }

  /**
   * Returns the estimate without bias, [tr K̃L̃ + 1ᵀK̃1·1ᵀL̃1/((n−1)(n−2)) −
   * 2·1ᵀK̃L̃1/(n−2)]/(n(n−3)) with the diagonals of K̃ and L̃ zero (Song et al. 2012, equation 5).
   *
   * <p>It is the same for centred matrices, whose rows sum to zero: without its diagonal a row then
   * sums to −Kᵢᵢ.
   */
  double unbiased(Sums sums) {
    if (n < 4) {
      return Double.NaN;
    }
    double both = 0;
    double xTrace = 0;
    double yTrace = 0;
    for (int i = 0; i < n; i++) {
      both += xDiagonal[i] * yDiagonal[i];
      xTrace += xDiagonal[i];
      yTrace += yDiagonal[i];
    }
    return unbiased(n, sums.product, both, xTrace, yTrace);
  }

  /**
   * Returns the same from sums over centred matrices.
   *
   * @param product Σ KᵢⱼLᵢⱼ
   * @param diagonal Σ KᵢᵢLᵢᵢ
   */
  static double unbiased(double n, double product, double diagonal, double xTrace, double yTrace) {
    double sum =
        product - diagonal + xTrace * yTrace / ((n - 1) * (n - 2)) - 2 / (n - 2) * diagonal;
    return sum / (n * (n - 3));
  }

  /**
   * Returns how probable a value as large is under independence, by a gamma distribution with the
   * same first two moments (Gretton et al. 2007, equations 9 and 10; the mean there is for kernels
   * with k(x, x) = 1, here for any).
   */
  double gammaPValue(Sums sums) {
    if (n < GAMMA_ROWS) {
      throw new NumericalException(
          "The gamma approximation needs at least %d rows, not %d; use permutations."
              .formatted(GAMMA_ROWS, n));
    }
    double size = n;
    double mean =
        (x.meanDiagonal() - x.meanOffDiagonal()) * (y.meanDiagonal() - y.meanOffDiagonal()) / size;
    double variance =
        2
            * (size - 4)
            * (size - 5)
            / (size * (size - 1) * (size - 2) * (size - 3))
            * (sums.offDiagonal / (size * (size - 1)));
    if (!(mean > 0 && variance > 0)) {
      throw new NumericalException(
          "One side does not vary to its kernel, so there is nothing to test; choose other columns,"
              + " or another kernel.");
    }
    return GammaDistribution.of(mean * mean / variance, size * variance / mean)
        .survivalProbability(sums.product / size);
  }

  /** Returns the bytes of the rows of both matrices that are looked at at once. */
  static double sumsNeed(double n) {
    double lanes = Math.min(Parallel.threads(), Math.ceil(n / BLOCK));
    return 2 * 8 * n * Math.min(n, BLOCK) * lanes;
  }

  /** Returns the bytes that permutations of so many rows take beside the data. */
  static double need(double n) {
    return 8 * n * n + 4 * n * AT_ONCE;
  }

  /** Returns Σ KᵢⱼL of rows i and j shuffled, for each of so many shuffles. */
  double[] permuted(Supplier<int[]> shuffles, int count, Progress progress) {
    progress.at("keeping one kernel matrix of " + n + " rows");
    double[][] kept = new double[n][n];
    forEachRow(Progress.NONE, (block, i, k, l) -> System.arraycopy(l, 0, kept[i], 0, i + 1));
    Parallel.forEach(
        n,
        i -> {
          for (int j = i + 1; j < n; j++) {
            kept[i][j] = kept[j][i];
          }
        });
    double[] values = new double[count];
    for (int from = 0; from < count; ) {
      progress.at("permutation " + (from + 1) + " of " + count);
      int[][] some = new int[Math.min(AT_ONCE, count - from)][];
      Arrays.setAll(some, p -> shuffles.get());
      System.arraycopy(permuted(kept, some), 0, values, from, some.length);
      from += some.length;
    }
    return values;
  }

  private double[] permuted(double[][] kept, int[][] shuffles) {
    double[][] sums = new double[blocks()][];
    Parallel.forEach(blocks(), block -> sums[block] = permuted(block, kept, shuffles));
    double[] total = new double[shuffles.length];
    for (double[] sum : sums) {
      Arrays.setAll(total, p -> total[p] + sum[p]);
    }
    return total;
  }

  private double[] permuted(int block, double[][] kept, int[][] shuffles) {
    int from = block * BLOCK;
    int to = Math.min(n, from + BLOCK);
    double[][] k = new double[to - from][to];
    try (Scratch scratch = new Scratch()) {
      DenseMatrix rows = scratch.matrix(to - from, to);
      x.rows(from, to, rows);
      for (int i = from; i < to; i++) {
        rows.getRow(i - from, k[i - from], 0);
      }
    }
    double[] sums = new double[shuffles.length];
    double[] l = new double[n];
    for (int p = 0; p < shuffles.length; p++) {
      int[] shuffle = shuffles[p];
      for (int i = from; i < to; i++) {
        // A copy is read in order and is then near: looking up far memory would take thrice as
        // long.
        System.arraycopy(kept[shuffle[i]], 0, l, 0, n);
        sums[p] += 2 * gathered(k[i - from], l, shuffle, i) + k[i - from][i] * l[shuffle[i]];
      }
    }
    return sums;
  }

  /** Sums k[j]·l[shuffle[j]]; two sums at once do not wait for one another. */
  private static double gathered(double[] k, double[] l, int[] shuffle, int count) {
    double even = 0;
    double odd = 0;
    int j = 0;
    for (; j + 1 < count; j += 2) {
      even += k[j] * l[shuffle[j]];
      odd += k[j + 1] * l[shuffle[j + 1]];
    }
    return even + odd + (j < count ? k[j] * l[shuffle[j]] : 0);
  }
}
