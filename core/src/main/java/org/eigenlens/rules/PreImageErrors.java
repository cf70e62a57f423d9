package org.eigenlens.rules;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.kpca.KernelPcaFit;
import org.eigenlens.kpca.KernelPcaOptions;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.Preprocessing;
import org.eigenlens.pca.Wanted;

/**
 * Cross-validation of pre-images: how well each number of components fills in cells of rows that
 * the model was not fitted to.
 *
 * <p>Rows are cut in parts at random; a model is fitted to all parts but one. In each row of that
 * part a quarter of the cells, but at least one, drawn at random, is replaced by the means of the
 * training rows; the row is encoded and its pre-image taken, whose cells take their place, and so
 * on {@link #ROUNDS} times. The error is that of these cells only: an error of whole rows, which
 * take part in their own reconstruction, would only ever fall with more components.
 *
 * <p>At most {@link #MOST_ROWS} rows, drawn at random, take part, and the reason says so.
 */
final class PreImageErrors {

  private static final int MOST_ROWS = 600;
  private static final int MOST_COMPONENTS = 100;
  private static final int ROUNDS = 3;

  /** One of so many cells of a row is held back, and never none. */
  private static final int HELD = 4;

  private final KernelEvidence evidence;
  private final Parts parts;

  /** The sums of squared errors, by number of components; 0 stands for the mean. */
  private final double[] sums = new double[MOST_COMPONENTS + 1];

  private int[] tried;

  private PreImageErrors(KernelEvidence evidence) {
    this.evidence = evidence;
    parts = Parts.of(evidence.x(), MOST_ROWS, evidence.options());
  }

  static Answer answer(KernelEvidence evidence) {
    Matrix x = evidence.x();
    if (isPrecomputed(evidence.method())) {
      return KernelEvidence.crossValidated(
          OptionalInt.empty(), "a precomputed kernel knows no points to go back to");
    }
    if (x.columns() < 2 || x.rows() < 4) {
      return KernelEvidence.crossValidated(
          OptionalInt.empty(),
          "%s are too few to hold some cells back and learn from the others"
              .formatted(Counted.table(x.rows(), x.columns())));
    }
    return new PreImageErrors(evidence).answer();
  }

  /** Tells whether there are similarities only, and no points. */
  static boolean isPrecomputed(KernelPcaOptions method) {
    return method.kernel() instanceof KernelChoice.Fixed fixed
        && fixed.kernel() instanceof Precomputed;
  }

  private Answer answer() {
    for (int part = 0; part < parts.count(); part++) {
      evidence.options().progress().at("holding back part " + (part + 1) + " of " + parts.count());
      judge(part);
    }
    if (!(sums[0] > 0 && sums[0] <= Double.MAX_VALUE)) {
      return KernelEvidence.crossValidated(
          OptionalInt.empty(), "the squares of its errors are too large or too small for numbers");
    }
    int best = 0;
    for (int k : tried) {
      best = sums[k] < sums[best] ? k : best;
    }
    int at = Arrays.binarySearch(tried, best);
    return KernelEvidence.crossValidated(
        OptionalInt.of(best),
        String.format(
            Locale.ROOT,
            "filling in %d of %d cells a row errs by %.2f %% of the mean square, the least of %d"
                + " numbers from 0 to %d%s (%d parts of %s)",
            heldCells(evidence.x().columns()),
            evidence.x().columns(),
            100 * sums[best] / sums[0],
            tried.length + 1,
            tried[tried.length - 1],
            at > 0 && at + 1 < tried.length
                ? ", among them %d and %d".formatted(tried[at - 1], tried[at + 1])
                : "",
            parts.count(),
            parts.order().length < evidence.x().rows()
                ? "%d of %d rows, drawn at random"
                    .formatted(parts.order().length, evidence.x().rows())
                : "the rows"));
  }

  private void judge(int part) {
    DenseMatrix training = parts.others(part);
    KernelModel model =
        new KernelPcaFit(evidence.method().exact().withWanted(new Wanted.All()))
            .fit(training, evidence.columnNames());
    DenseMatrix held = parts.held(part);
    boolean[][] hidden = hidden(held.rows(), held.columns(), part);
    double[] units = units(training);
    DenseMatrix start = held.copy();
    DenseMatrix means = held.copy();
    for (int i = 0; i < held.rows(); i++) {
      means.setRow(i, model.mean(), 0);
    }
    fill(start, hidden, means);
    sums[0] += error(held, start, hidden, units);
    int most = tried == null ? MOST_COMPONENTS : tried[tried.length - 1];
    tried = numbers(Math.min(most, model.components()));
    for (int k : tried) {
      KernelModel some = model.first(k);
      DenseMatrix filled = start.copy();
      for (int round = 0; round < ROUNDS; round++) {
        DenseMatrix scores = some.transform(filled);
        DenseMatrix points = some.preImages(scores, filled).points();
        fill(filled, hidden, points);
        points.storage().release();
        scores.storage().release();
      }
      sums[k] += error(held, filled, hidden, units);
      filled.storage().release();
    }
    for (DenseMatrix used : List.of(start, means, held, training)) {
      used.storage().release();
    }
  }

  /** Returns what errors of each column are relative to: its deviation if it is standardised. */
  private double[] units(DenseMatrix training) {
    ColumnStatistics statistics = ColumnStatistics.of(training, true);
    double[] scale =
        new Preprocessing(true, evidence.method().standardize(), 1)
            .scale(statistics, Preprocessing.constantColumns(training, statistics));
    double[] ones = new double[training.columns()];
    Arrays.fill(ones, 1);
    return scale == null ? ones : scale;
  }

  /** Returns 1 to 7, then steps of about a quarter. */
  private static int[] numbers(int components) {
    return IntStream.iterate(1, k -> Math.max(k + 1, k * 5 / 4 + (k > 6 ? 1 : 0)))
        .takeWhile(k -> k <= components)
        .toArray();
  }

  private static int heldCells(int columns) {
    return Math.max(1, columns / HELD);
  }

  private boolean[][] hidden(int rows, int columns, int part) {
    RandomStream random = new RandomStream(evidence.options().seed(), -2L - part);
    boolean[][] hidden = new boolean[rows][columns];
    for (boolean[] row : hidden) {
      int[] shuffled = random.permutation(columns);
      for (int c = 0; c < heldCells(columns); c++) {
        row[shuffled[c]] = true;
      }
    }
    return hidden;
  }

  private static void fill(DenseMatrix rows, boolean[][] hidden, DenseMatrix with) {
    for (int i = 0; i < rows.rows(); i++) {
      double[] row = rows.row(i);
      double[] other = with.row(i);
      for (int j = 0; j < row.length; j++) {
        row[j] = hidden[i][j] ? other[j] : row[j];
      }
      rows.setRow(i, row, 0);
    }
  }

  private static double error(
      DenseMatrix truth, DenseMatrix filled, boolean[][] hidden, double[] units) {
    double sum = 0;
    for (int i = 0; i < truth.rows(); i++) {
      double[] row = truth.row(i);
      double[] other = filled.row(i);
      for (int j = 0; j < row.length; j++) {
        double error = hidden[i][j] ? (row[j] - other[j]) / units[j] : 0;
        sum += error * error;
      }
    }
    return sum;
  }
}
