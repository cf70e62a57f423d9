package org.eigenlens.cca;

import java.util.Arrays;
import org.eigenlens.kernel.Folds;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.pca.MemoryNeed;
import org.eigenlens.pca.TallQr;

/**
 * The prepared rows in parts of equal size, drawn at random, each with a column of ones in front.
 *
 * <p>A part that has more rows than columns is folded into its triangle, which has the same sums of
 * products: all that fitting to it and testing on it need. Costs one pass, about 3nd² operations,
 * and memory for a triangle a part and lane.
 */
final class FoldBlocks {

  private static final int LANES = 2;

  private FoldBlocks() {}

  /**
   * Returns the memory for the blocks, for fitting to all but one of them, and for what is kept.
   *
   * <p>Of each row of a block: the block, its copies for training, centring and testing, and three
   * for the decomposition. Of each fold: weights and products of its views; of a part folded into
   * its triangle: one a lane, and the tiles. Of each row: its fold and its place.
   */
  static MemoryNeed need(long n, int columns, int count) {
    double width = columns + 1.0;
    boolean folds = !gathers(n, columns + 1, count);
    double height = folds ? count * width : n;
    double small = Math.min(width, height);
    double tiles = folds ? 2 * LANES * (count * width + tileRows(columns + 1, count)) : 0;
    return new MemoryNeed(
        count + " folds of " + n + " rows",
        8 * width * (7 * height + 2 * count * small + 10 * small + tiles) + 16.0 * n,
        "take fewer folds, or none");
  }

  private static boolean gathers(long n, int width, int count) {
    return n / count <= 2L * width;
  }

  private static int tileRows(int width, int count) {
    return Math.max(1024, 2 * width * count);
  }

  /** Returns a block for each part. */
  static DenseMatrix[] of(RowSource source, Reduction reduced, int count, long seed) {
    int n = Math.toIntExact(reduced.rows());
    int width = source.columns() + 1;
    Folds folds = Folds.deal(n, count, seed);
    return gathers(n, width, count)
        ? gathered(source, reduced, folds)
        : folded(source, reduced, folds);
  }

  static DenseMatrix[] gathered(RowSource source, Reduction reduced, Folds folds) {
    int[] part = folds.of();
    int count = folds.count();
    int[] place = new int[part.length];
    int[] sizes = new int[count];
    for (int i = 0; i < part.length; i++) {
      place[i] = sizes[part[i]]++;
    }
    int width = source.columns() + 1;
    DenseMatrix[] blocks = new DenseMatrix[count];
    Arrays.setAll(blocks, f -> DenseMatrix.zeros(sizes[f], width));
    Reduction.forEachCentred(
        source,
        reduced.mean(),
        (lane, first, tile) -> {
          LinearAlgebra.scaleColumns(tile, reduced.factors());
          double[] row = new double[width];
          row[0] = 1;
          for (int i = 0; i < tile.rows(); i++) {
            int number = (int) first + i;
            tile.getRow(i, row, 1);
            blocks[part[number]].setRow(place[number], row, 0);
          }
        });
    return blocks;
  }

  static DenseMatrix[] folded(RowSource source, Reduction reduced, Folds folds) {
    int count = folds.count();
    int width = source.columns() + 1;
    DenseMatrix[][] triangles = new DenseMatrix[LANES][count];
    source.forEachTile(
        tileRows(width, count),
        LANES,
        (lane, first, tile) -> {
          LinearAlgebra.subtractFromRows(tile, reduced.mean());
          LinearAlgebra.scaleColumns(tile, reduced.factors());
          try (Scratch scratch = new Scratch()) {
            DenseMatrix some = scratch.matrix(tile.rows(), width);
            for (int f = 0; f < count; f++) {
              int found = gather(tile, (int) first, folds.of(), f, some);
              triangles[lane][f] = TallQr.fold(triangles[lane][f], some.rowRange(0, found));
            }
          }
        });
    for (int f = 0; f < count; f++) {
      for (int lane = 1; lane < LANES; lane++) {
        if (triangles[lane][f] != null) {
          triangles[0][f] = TallQr.fold(triangles[0][f], triangles[lane][f]);
        }
      }
    }
    return triangles[0];
  }

  /** Copies the rows of one part behind a column of ones; returns how many there are. */
  private static int gather(DenseMatrix tile, int first, int[] part, int which, DenseMatrix to) {
    double[] row = new double[to.columns()];
    row[0] = 1;
    int found = 0;
    for (int i = 0; i < tile.rows(); i++) {
      if (part[first + i] == which) {
        tile.getRow(i, row, 1);
        to.setRow(found++, row, 0);
      }
    }
    return found;
  }
}
