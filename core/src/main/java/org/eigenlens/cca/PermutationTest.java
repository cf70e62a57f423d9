package org.eigenlens.cca;

import java.util.Arrays;
import org.eigenlens.kernel.Draws;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.pca.MemoryNeed;

/**
 * Tests each dimension by shuffling the rows of one view.
 *
 * <p>The statistic of dimension i is Σ σⱼ² over j ≥ i (Pillai's trace of what is left), which needs
 * no assumption on the rows but that they can be exchanged. The first i − 1 pairs are taken out of
 * both views before rows are shuffled, and no p-value is below that of an earlier dimension
 * (Winkler and others, NeuroImage 220, 2020). With N shuffles p = (1 + how many reach what was
 * found)/(1 + N).
 *
 * <p>Costs 2n·rank₁·rank₂ operations a shuffle, and memory for the whitened rows of both views and
 * for those of one a thread.
 */
final class PermutationTest {

  /** Sums that differ by rounding only are the same. */
  private static final double SAME = 1 - 1e-12;

  private PermutationTest() {}

  /** Returns the memory for so many rows of views of these ranks. */
  static MemoryNeed need(long rows, int rankX, int rankY) {
    double threads = Parallel.threads();
    return new MemoryNeed(
        "shuffles of " + rows + " rows",
        8.0 * rows * (rankX + rankY + threads * (rankY + 1)) + 16.0 * threads * rankX * rankY,
        "leave permutations out");
  }

  /** Returns a p-value for each of the first dimensions. */
  static double[] pValues(
      RowSource rows,
      Reduction reduced,
      int split,
      Pairs pairs,
      int count,
      int shuffles,
      long seed) {
    int n = Math.toIntExact(reduced.rows());
    int d = rows.columns();
    try (Scratch scratch = new Scratch()) {
      DenseMatrix x = scratch.matrix(n, pairs.x().rank());
      DenseMatrix y = scratch.matrix(n, pairs.y().rank());
      DenseMatrix encoderX = encoder(pairs.x(), pairs.factorsX());
      DenseMatrix encoderY = encoder(pairs.y(), pairs.factorsY());
      Reduction.forEachCentred(
          rows,
          reduced.mean(),
          (lane, first, tile) -> {
            LinearAlgebra.scaleColumns(tile, reduced.factors());
            int from = (int) first;
            int to = from + tile.rows();
            LinearAlgebra.multiply(
                1, tile.columnRange(0, split), false, encoderX, true, 0, x.rowRange(from, to));
            LinearAlgebra.multiply(
                1, tile.columnRange(split, d), false, encoderY, true, 0, y.rowRange(from, to));
          });
      double[] found = tails(x, y, pairs, count);
      int[][] reached = new int[shuffles][count];
      Parallel.forEach(
          shuffles,
          shuffle -> {
            try (Scratch inner = new Scratch()) {
              DenseMatrix shuffled = inner.matrix(n, y.columns());
              int[] order = Draws.order(n, seed + 0x9E3779B97F4A7C15L * (shuffle + 1));
              double[] row = new double[y.columns()];
              for (int i = 0; i < n; i++) {
                y.getRow(order[i], row, 0);
                shuffled.setRow(i, row, 0);
              }
              double[] tails = tails(x, shuffled, pairs, count);
              for (int i = 0; i < count; i++) {
                reached[shuffle][i] = tails[i] >= SAME * found[i] ? 1 : 0;
              }
            }
          });
      double[] p = new double[count];
      double before = 0;
      for (int i = 0; i < count; i++) {
        int dimension = i;
        int more = Arrays.stream(reached).mapToInt(flags -> flags[dimension]).sum();
        p[i] = Math.max(before, (1.0 + more) / (1.0 + shuffles));
        before = p[i];
      }
      return p;
    }
  }

  /** Returns what turns prepared rows into whitened ones. */
  private static DenseMatrix encoder(View view, double[] factors) {
    DenseMatrix encoder = view.right().copy();
    LinearAlgebra.scaleRows(encoder, factors);
    return encoder;
  }

  /**
   * Returns ‖(I − PᵢPᵢᵀ)G(I − QᵢQᵢᵀ)‖² for i = 0, 1, …, where G = XᵀY and P, Q are the pairs found.
   */
  private static double[] tails(DenseMatrix x, DenseMatrix y, Pairs pairs, int count) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix g = scratch.matrix(x.columns(), y.columns());
      LinearAlgebra.multiply(1, x, true, y, false, 0, g);
      DenseMatrix left = scratch.matrix(count, y.columns());
      LinearAlgebra.multiply(1, pairs.left().columnRange(0, count), true, g, false, 0, left);
      DenseMatrix right = scratch.matrix(count, x.columns());
      LinearAlgebra.multiply(1, pairs.right().rowRange(0, count), false, g, true, 0, right);
      DenseMatrix both = scratch.matrix(count, count);
      LinearAlgebra.multiply(1, left, false, pairs.right().rowRange(0, count), true, 0, both);
      double[] tails = new double[count];
      double rest = 0;
      for (int i = 0; i < g.rows(); i++) {
        rest += squares(g.row(i));
      }
      double[][] corner = both.toArray();
      for (int i = 0; i < count; i++) {
        tails[i] = Math.max(0, rest);
        rest -= squares(left.row(i)) + squares(right.row(i));
        // Rows and columns taken out so far overlap in the corner.
        rest += corner[i][i] * corner[i][i];
        for (int j = 0; j < i; j++) {
          rest += corner[i][j] * corner[i][j] + corner[j][i] * corner[j][i];
        }
      }
      return tails;
    }
  }

  private static double squares(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value * value;
    }
    return sum;
  }
}
