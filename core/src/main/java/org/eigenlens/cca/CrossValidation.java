package org.eigenlens.cca;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;

/**
 * How well pairs hold on rows that had no part in finding them.
 *
 * <p>Each part in turn is left out, pairs are found on the others, and the scores of the part are
 * taken with those weights and means. The correlation is that of all such scores together. It is
 * near zero, or below, where the training correlation is an accident of many columns and few rows.
 */
final class CrossValidation {

  /** Ridges tried, as multiples of the mean variance of a view's directions. */
  private static final double[] GRID = {
    1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.3, 1, 3, 10, 100, 1000
  };

  private final int ddof;
  private final List<Fold> folds = new ArrayList<>();

  /** One part left out: what the others gave, and the part itself less their mean. */
  private record Fold(
      View x, View y, DenseMatrix product, double rows, DenseMatrix testX, DenseMatrix testY) {}

  CrossValidation(
      RowSource source, Reduction reduced, int split, CcaOptions options, Progress progress) {
    ddof = options.preprocessing().ddof();
    int count = options.folds();
    if (reduced.rows() < 2L * count) {
      throw new NumericalException(
          "%d rows cannot be split in %d folds of at least 2; give more rows, or fewer folds."
              .formatted(reduced.rows(), count));
    }
    progress.at("splitting rows in " + count + " folds");
    DenseMatrix[] blocks = Folds.of(source, reduced, count, options.seed());
    for (int left = 0; left < count; left++) {
      progress.at("fold " + (left + 1) + " of " + count);
      folds.add(fold(blocks, left, split, reduced.floor()));
    }
    for (DenseMatrix block : blocks) {
      block.storage().release();
    }
  }

  private static Fold fold(DenseMatrix[] blocks, int left, int split, double floor) {
    int height = 0;
    for (int f = 0; f < blocks.length; f++) {
      height += f == left ? 0 : blocks[f].rows();
    }
    int width = blocks[0].columns();
    DenseMatrix training = DenseMatrix.zeros(height, width);
    int at = 0;
    for (int f = 0; f < blocks.length; f++) {
      if (f != left) {
        LinearAlgebra.copy(blocks[f], training.rowRange(at, at + blocks[f].rows()));
        at += blocks[f].rows();
      }
    }
    // The first column stands for the ones: what is along it is the mean.
    double[] ones = training.column(0);
    double rows = Arrays.stream(ones).map(v -> v * v).sum();
    DenseMatrix sums = DenseMatrix.zeros(1, width);
    LinearAlgebra.multiply(
        1 / rows, DenseMatrix.copyOf(1, height, ones), false, training, false, 0, sums);
    double[] mean = sums.row(0);
    LinearAlgebra.addOuter(-1, ones, mean, training);
    View x = View.of(training.columnRange(1, split + 1).copy(), floor);
    View y = View.of(training.columnRange(split + 1, width).copy(), floor);
    training.storage().release();
    DenseMatrix test = blocks[left].copy();
    LinearAlgebra.addOuter(-1, blocks[left].column(0), mean, test);
    return new Fold(
        x,
        y,
        Pairs.product(x, y),
        rows,
        test.columnRange(1, split + 1),
        test.columnRange(split + 1, width));
  }

  /** Returns the correlation of each pair on rows left out; 0 where no fold has the pair. */
  double[] correlations(Ridge.Fixed ridge, int count) {
    Sums sums = new Sums(count);
    for (Fold fold : folds) {
      double scale = fold.rows - ddof;
      Pairs pairs = Pairs.of(fold.x, fold.y, fold.product, ridge.x() * scale, ridge.y() * scale);
      sums.add(fold, pairs);
    }
    return sums.correlations();
  }

  /** Chooses the ridges whose first pair holds best on rows left out. */
  Ridge.Fixed choose(Progress progress) {
    Fold first = folds.get(0);
    double unitX = first.x.squares() / (first.rows - ddof) / first.x.rank();
    double unitY = first.y.squares() / (first.rows - ddof) / first.y.rank();
    // Both views alike first, then each in turn.
    Ridge.Fixed best = null;
    double highest = Double.NEGATIVE_INFINITY;
    for (int pass = 0; pass < 3; pass++) {
      Ridge.Fixed start = best;
      for (double factor : GRID) {
        Ridge.Fixed candidate =
            new Ridge.Fixed(
                pass == 2 ? start.x() : factor * unitX, pass == 1 ? start.y() : factor * unitY);
        progress.at("trying ridge %.2g, %.2g".formatted(candidate.x(), candidate.y()));
        double correlation = firstCorrelation(candidate);
        if (correlation > highest) {
          highest = correlation;
          best = candidate;
        }
      }
    }
    return best;
  }

  private double firstCorrelation(Ridge.Fixed ridge) {
    Sums sums = new Sums(1);
    for (Fold fold : folds) {
      double scale = fold.rows - ddof;
      sums.add(
          fold, Pairs.first(fold.x, fold.y, fold.product, ridge.x() * scale, ridge.y() * scale));
    }
    return sums.correlations()[0];
  }

  /** Products of scores, over all folds. */
  private static final class Sums {
    private final double[] xx;
    private final double[] yy;
    private final double[] xy;

    Sums(int count) {
      xx = new double[count];
      yy = new double[count];
      xy = new double[count];
    }

    void add(Fold fold, Pairs pairs) {
      int count = Math.min(xy.length, pairs.values().length);
      DenseMatrix zx = DenseMatrix.zeros(count, fold.testX.rows());
      DenseMatrix zy = DenseMatrix.zeros(count, fold.testY.rows());
      LinearAlgebra.multiply(1, pairs.weightsX(count), false, fold.testX, true, 0, zx);
      LinearAlgebra.multiply(1, pairs.weightsY(count), false, fold.testY, true, 0, zy);
      for (int i = 0; i < count; i++) {
        double[] a = zx.row(i);
        double[] b = zy.row(i);
        for (int j = 0; j < a.length; j++) {
          xx[i] += a[j] * a[j];
          yy[i] += b[j] * b[j];
          xy[i] += a[j] * b[j];
        }
      }
    }

    double[] correlations() {
      double[] r = new double[xy.length];
      Arrays.setAll(r, i -> xx[i] > 0 && yy[i] > 0 ? xy[i] / Math.sqrt(xx[i] * yy[i]) : 0);
      return r;
    }
  }
}
