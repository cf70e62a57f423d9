package org.eigenlens.cca;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
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

  /** Says between what multiples of the mean variance a ridge is chosen. */
  static String range() {
    return "from a millionth to a thousand times the mean variance";
  }

  /** In how many parts at most the rows beside a fold are split, to choose that fold's ridge. */
  private static final int INNER = 5;

  private final CcaOptions options;
  private final int split;
  private final double floor;
  private final boolean standardized;
  private final double[] lengths;
  private final List<DenseMatrix> blocks;

  /** One a part; null where a view is constant on all other parts. */
  private final List<Fold> folds = new ArrayList<>();

  private int left;

  /**
   * What rows left out say.
   *
   * @param correlations of each pair that a fold has, over all folds together
   * @param spread the standard deviation of the correlations in each fold, of each pair that two
   *     folds have
   */
  record Found(double[] correlations, double[] spread) {
    static final Found NONE = new Found(new double[0], new double[0]);
  }

  /** One part left out: what the others gave, and the part itself less their mean. */
  private record Fold(View x, View y, DenseMatrix product, DenseMatrix testX, DenseMatrix testY) {}

  CrossValidation(RowSource source, Reduction reduced, int split, CcaOptions options) {
    this.options = options;
    this.split = split;
    // Folds are made of rows, not of squares; only who asked for squares gets their rank.
    floor =
        options.solver() == CcaSolver.AUTO
            ? Reduction.floor(reduced.rows(), source.columns())
            : reduced.floor();
    standardized = reduced.scale() != null;
    int count = options.folds();
    if (reduced.rows() < 2L * count) {
      throw new NumericalException(
          "%d rows cannot be split in %d folds of at least 2; give more rows, or fewer folds."
              .formatted(reduced.rows(), count));
    }
    FoldBlocks.need(reduced.rows(), source.columns(), count).check(options.memory());
    options.progress().at("splitting rows in " + count + " folds");
    blocks = List.of(FoldBlocks.of(source, reduced, count, options.seed()));
    lengths = lengths(blocks);
    for (int part = 0; part < count; part++) {
      options.progress().at("fold " + (part + 1) + " of " + count);
      folds.add(fold(without(blocks, part), List.of(blocks.get(part))));
    }
    if (folds.stream().allMatch(Objects::isNull)) {
      throw new NumericalException(
          "Without the rows of a fold a view is constant, for each of the %d folds; give more rows,"
                  .formatted(count)
              + " or leave cross-validation out.");
    }
  }

  /** Gives the rows back; the folds are then known no more. */
  void close() {
    blocks.forEach(block -> block.storage().release());
  }

  /** Returns what the user should know, once the correlations were taken. */
  List<String> notes() {
    return left == 0
        ? List.of()
        : List.of(
            "%d of %d folds had no part in cross-validation: without their rows a view is constant"
                .formatted(left, folds.size()));
  }

  private static List<DenseMatrix> without(List<DenseMatrix> blocks, int part) {
    List<DenseMatrix> others = new ArrayList<>(blocks);
    others.remove(part);
    return others;
  }

  private Fold fold(List<DenseMatrix> training, List<DenseMatrix> part) {
    DenseMatrix rest = stacked(training);
    int width = rest.columns();
    // The first column stands for the ones: what is along it is the mean.
    double[] ones = rest.column(0);
    double rows = Arrays.stream(ones).map(v -> v * v).sum();
    DenseMatrix sums = DenseMatrix.zeros(1, width);
    LinearAlgebra.multiply(
        1 / rows, DenseMatrix.copyOf(1, rest.rows(), ones), false, rest, false, 0, sums);
    double[] mean = sums.row(0);
    LinearAlgebra.addOuter(-1, ones, mean, rest);
    double[] factors = factors(rest, rows);
    if (isZero(factors, 1, split + 1) || isZero(factors, split + 1, width)) {
      return null;
    }
    LinearAlgebra.scaleColumns(rest, factors);
    double divisor = rows - options.preprocessing().ddof();
    View x = View.of(rest.columnRange(1, split + 1).copy(), floor, divisor);
    View y = View.of(rest.columnRange(split + 1, width).copy(), floor, divisor);
    rest.storage().release();
    DenseMatrix test = stacked(part);
    LinearAlgebra.addOuter(-1, test.column(0), mean, test);
    LinearAlgebra.scaleColumns(test, factors);
    return new Fold(
        x.withoutBasis(),
        y.withoutBasis(),
        Pairs.product(x, y),
        test.columnRange(1, split + 1),
        test.columnRange(split + 1, width));
  }

  private static DenseMatrix stacked(List<DenseMatrix> blocks) {
    int height = blocks.stream().mapToInt(DenseMatrix::rows).sum();
    DenseMatrix stack = DenseMatrix.zeros(height, blocks.get(0).columns());
    int at = 0;
    for (DenseMatrix block : blocks) {
      LinearAlgebra.copy(block, stack.rowRange(at, at + block.rows()));
      at += block.rows();
    }
    return stack;
  }

  /**
   * Returns what the centred columns of training rows are multiplied by: 0 where they are constant
   * there, and what makes their variance 1, where that was asked for, on these rows alone.
   */
  private double[] factors(DenseMatrix centred, double rows) {
    double[] own = lengths(List.of(centred));
    double rounding = 8 * Math.ulp(1.0) * Math.sqrt(rows);
    double unit = Math.sqrt(rows - options.preprocessing().ddof());
    double[] factors = new double[own.length];
    Arrays.setAll(
        factors, j -> own[j] <= rounding * lengths[j] ? 0 : standardized ? unit / own[j] : 1);
    return factors;
  }

  private static double[] lengths(List<DenseMatrix> blocks) {
    double[] squares = new double[blocks.get(0).columns()];
    for (DenseMatrix block : blocks) {
      for (int i = 0; i < block.rows(); i++) {
        double[] row = block.row(i);
        for (int j = 0; j < row.length; j++) {
          squares[j] += row[j] * row[j];
        }
      }
    }
    return Arrays.stream(squares).map(Math::sqrt).toArray();
  }

  private static boolean isZero(double[] factors, int from, int to) {
    return Arrays.stream(factors, from, to).allMatch(factor -> factor == 0);
  }

  /**
   * Returns the correlation of each pair on rows left out; none of a last one that no fold has.
   *
   * <p>Where the ridge was chosen by cross-validation, each part has its own, chosen by
   * cross-validation of the other parts: the best of many tried on the same rows would look good on
   * noise.
   */
  Found correlations(Ridge.Fixed ridge, int count) {
    Sums sums = new Sums(count);
    List<double[]> apart = new ArrayList<>();
    left = 0;
    for (int part = 0; part < folds.size(); part++) {
      Fold fold = folds.get(part);
      Ridge.Fixed own =
          options.ridge() instanceof Ridge.Fixed || fold == null
              ? ridge
              : choose(inner(part), options.progress());
      if (fold == null || own == null) {
        left++;
        continue;
      }
      Sums alone = new Sums(count);
      alone.add(fold, Pairs.of(fold.x, fold.y, fold.product, own.x(), own.y()));
      apart.add(alone.correlations());
      sums.add(alone);
    }
    return new Found(sums.correlations(), spread(apart));
  }

  /** Returns the standard deviation of the correlations of each pair that two folds have. */
  private static double[] spread(List<double[]> apart) {
    int[] lengths = apart.stream().mapToInt(r -> r.length).sorted().toArray();
    double[] spread = new double[lengths.length < 2 ? 0 : lengths[lengths.length - 2]];
    for (int pair = 0; pair < spread.length; pair++) {
      int at = pair;
      double[] known = apart.stream().filter(r -> r.length > at).mapToDouble(r -> r[at]).toArray();
      double mean = Arrays.stream(known).average().orElseThrow();
      double squares = Arrays.stream(known).map(r -> (r - mean) * (r - mean)).sum();
      spread[pair] = Math.sqrt(squares / (known.length - 1));
    }
    return spread;
  }

  /** Splits the rows beside a part in turn; blocks of folds are the smallest pieces. */
  private List<Fold> inner(int part) {
    List<DenseMatrix> others = without(blocks, part);
    int count = Math.min(INNER, others.size());
    List<Fold> inner = new ArrayList<>();
    for (int group = 0; group < count; group++) {
      List<DenseMatrix> training = new ArrayList<>();
      List<DenseMatrix> test = new ArrayList<>();
      for (int i = 0; i < others.size(); i++) {
        (i % count == group ? test : training).add(others.get(i));
      }
      inner.add(fold(training, test));
    }
    return inner;
  }

  /** Chooses the ridges whose first pair holds best on rows left out. */
  Ridge.Fixed choose(Progress progress) {
    return choose(folds, progress);
  }

  /** Returns null where no fold can tell. */
  private Ridge.Fixed choose(List<Fold> all, Progress progress) {
    List<Fold> some = all.stream().filter(Objects::nonNull).toList();
    if (some.isEmpty()) {
      return null;
    }
    Fold first = some.get(0);
    double unitX = first.x.meanVariance();
    double unitY = first.y.meanVariance();
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
        double correlation = firstCorrelation(some, candidate);
        if (correlation > highest) {
          highest = correlation;
          best = candidate;
        }
      }
    }
    return best;
  }

  private double firstCorrelation(List<Fold> some, Ridge.Fixed ridge) {
    Sums sums = new Sums(1);
    for (Fold fold : some) {
      sums.add(fold, Pairs.first(fold.x, fold.y, fold.product, ridge.x(), ridge.y()));
    }
    double[] found = sums.correlations();
    return found.length == 0 ? 0 : found[0];
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

    void add(Sums other) {
      for (int i = 0; i < xy.length; i++) {
        xx[i] += other.xx[i];
        yy[i] += other.yy[i];
        xy[i] += other.xy[i];
      }
    }

    /** Returns the correlation of each pair up to the last that there is. */
    double[] correlations() {
      int known = xy.length;
      while (known > 0 && !(xx[known - 1] > 0 && yy[known - 1] > 0)) {
        known--;
      }
      double[] r = new double[known];
      Arrays.setAll(r, i -> xx[i] > 0 && yy[i] > 0 ? xy[i] / Math.sqrt(xx[i] * yy[i]) : 0);
      return r;
    }
  }
}
