package org.eigenlens.hsic;

import java.util.Arrays;
import java.util.function.Supplier;
import org.eigenlens.Progress;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.LowRank;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;

/**
 * Shuffles where one side is L = RRᵀ with a few columns: tr(K·PRRᵀPᵀ) = Σ (PR)∘(K·PR), for many
 * shuffles P in one product.
 *
 * <p>Costs 2n²r operations a shuffle at the speed of matrix products, and keeps K.
 *
 * @param k HKH, all of it
 * @param r R
 */
record ShuffledFactor(DenseMatrix k, DenseMatrix r) {

  /** More columns take longer than looking up each pair of a shuffle. */
  static final int MOST = 32;

  /** What a factor may miss of the trace and still be called exact. */
  private static final double EXACT = 1e-13;

  /** So many rows, spread over all, speak for the others where they are far from a thin factor. */
  private static final int SPREAD = 1000;

  private static final double FAR = 1e-6;

  /** So many columns at once are a product as fast as any. */
  private static final int COLUMNS = 256;

  private static final int BLOCK = 256;

  /**
   * Returns the factor of a side that has an exact one of few columns; null for others. Rows among
   * which there is none are enough to know that there is none of all.
   */
  static LowRank exact(Kernel kernel, DenseMatrix points, long seed, Progress progress) {
    try {
      if (points.rows() > 2 * SPREAD) {
        DenseMatrix some = spread(points);
        LowRank factor = LowRank.of(kernel, some, MOST, 0, seed);
        if (factor.traceError() > FAR * trace(kernel, some)) {
          return null;
        }
      }
      progress.at("factoring " + points.rows() + " rows");
      LowRank factor = LowRank.of(kernel, points, Math.min(points.rows(), MOST), 0, seed);
      return factor.features().columns() > 0 && factor.traceError() <= EXACT * trace(kernel, points)
          ? factor
          : null;
    } catch (NumericalException e) {
      return null; // a kernel that is not positive has none
    }
  }

  private static double trace(Kernel kernel, DenseMatrix points) {
    return Arrays.stream(kernel.self(points)).sum();
  }

  private static DenseMatrix spread(DenseMatrix points) {
    DenseMatrix some = DenseMatrix.zeros(SPREAD, points.columns());
    for (int i = 0; i < SPREAD; i++) {
      some.setRow(i, points.row((int) ((long) i * points.rows() / SPREAD)), 0);
    }
    return some;
  }

  /** Returns the bytes that so many rows take beside the data. */
  static double need(double n) {
    return 8 * n * (n + 2 * COLUMNS + 2 * MOST);
  }

  /** Computes the kernel matrix of one side to go with the factor of the other. */
  static ShuffledFactor of(Side side, DenseMatrix r) {
    int n = r.rows();
    DenseMatrix k = DenseMatrix.zeros(n, n);
    Parallel.forEach(
        (n + BLOCK - 1) / BLOCK,
        block -> {
          int from = block * BLOCK;
          int to = Math.min(n, from + BLOCK);
          try (Scratch scratch = new Scratch()) {
            DenseMatrix rows = scratch.matrix(to - from, to);
            side.rows(from, to, rows);
            LinearAlgebra.copy(rows, k.rowRange(from, to).columnRange(0, to));
            DenseMatrix before = rows.columnRange(0, from).transpose();
            LinearAlgebra.copy(before, k.rowRange(0, from).columnRange(from, to));
          }
        });
    return new ShuffledFactor(k, scaled(r));
  }

  /** Divides by a power of two, so that squares are numbers; what is compared stays in order. */
  private static DenseMatrix scaled(DenseMatrix r) {
    DenseMatrix copy = r.copy();
    double largest = 0;
    for (int i = 0; i < r.rows(); i++) {
      largest = Math.max(largest, Arrays.stream(r.row(i)).map(Math::abs).max().orElse(0));
    }
    double[] factors = new double[r.columns()];
    Arrays.fill(factors, largest > 0 ? Math.scalb(1.0, -Math.getExponent(largest)) : 1);
    LinearAlgebra.scaleColumns(copy, factors);
    return copy;
  }

  /** Returns the value for each of so many shuffles of the side that is factored. */
  double[] permuted(Supplier<int[]> shuffles, int count, Progress progress) {
    int n = r.rows();
    int width = r.columns();
    int batch = Math.max(1, COLUMNS / width);
    double[] values = new double[count];
    try (Scratch scratch = new Scratch()) {
      DenseMatrix moved = scratch.matrix(n, batch * width);
      DenseMatrix product = scratch.matrix(n, batch * width);
      double[] row = new double[batch * width];
      double[] other = new double[batch * width];
      for (int from = 0; from < count; from += batch) {
        progress.at("permutation " + (from + 1) + " of " + count);
        int some = Math.min(batch, count - from);
        int[][] orders = new int[some][];
        Arrays.setAll(orders, p -> shuffles.get());
        for (int i = 0; i < n; i++) {
          for (int p = 0; p < some; p++) {
            r.getRow(orders[p][i], row, p * width);
          }
          moved.setRow(i, row, 0);
        }
        LinearAlgebra.multiply(1, k, false, moved, false, 0, product);
        for (int i = 0; i < n; i++) {
          moved.getRow(i, row, 0);
          product.getRow(i, other, 0);
          for (int j = 0; j < some * width; j++) {
            values[from + j / width] += row[j] * other[j];
          }
        }
      }
    }
    return values;
  }
}
