package org.eigenlens.supervised;

import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalDouble;
import org.eigenlens.Progress;
import org.eigenlens.kernel.Folds;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.Model;

/**
 * How well the first 1, 2, … k coordinates predict the labels of rows that the model has not seen.
 *
 * <p>Each fold is held out once: the model, with everything that is learned from data (means,
 * deviations, kernel widths), is fitted to the others only, and then encodes both. Classes are
 * predicted by the nearest of the other rows in the reduced space, and the score is the share that
 * is right; targets by linear regression on the coordinates, and the score is R² = 1 − Σ(y −
 * ŷ)²/Σ(y − ȳ)² over all held-out rows, ȳ being the mean of the rows fitted to; of several targets
 * the mean R².
 *
 * @param folds how many; as many as rows for leave-one-out
 * @param classes whether scores are accuracies, not R²
 * @param scores for 1, 2, … coordinates
 */
public record Evaluation(int folds, boolean classes, double[] scores) {

  /** Makes a model of rows and labels. */
  @FunctionalInterface
  public interface Fitter {
    /** Fits to some rows. */
    Model fit(Matrix rows, Labels labels);
  }

  /**
   * Evaluates a method.
   *
   * <p>Costs a fit for each fold, and a comparison of each row with every other.
   *
   * @param components how many coordinates to go up to
   * @param folds how many; the same seed deals the same folds
   */
  public static Evaluation of(
      Fitter fitter,
      Matrix x,
      Labels labels,
      int components,
      int folds,
      long seed,
      Progress progress) {
    labels.requireRows(x.rows());
    requireVariation(labels);
    Folds dealt =
        labels.areClasses()
            ? Folds.deal(labels.values().column(0), folds, seed)
            : Folds.deal(labels.rows(), folds, seed);
    Score score = labels.areClasses() ? new Accuracy(components) : new Regression(components);
    for (int fold = 0; fold < folds; fold++) {
      progress.at("fold " + (fold + 1) + " of " + folds);
      int[] train = dealt.rows(fold, false);
      int[] held = dealt.rows(fold, true);
      Matrix rows = some(x, train);
      Labels known = labels.at(train);
      Model model = fitted(fitter, rows, known, fold, folds);
      score.add(
          model.transform(rows),
          known.values(),
          model.transform(some(x, held)),
          labels.at(held).values());
    }
    return new Evaluation(folds, labels.areClasses(), score.values());
  }

  /**
   * Evaluates the columns as they are, without any model: the share of held-out rows whose nearest
   * neighbour in all columns has their class; empty where labels are no classes.
   *
   * <p>Costs 2n²d operations by level-3 BLAS, some rows at a time.
   *
   * @param standardize whether columns are divided by their standard deviation among the other rows
   */
  public static OptionalDouble ofColumns(
      Matrix x, Labels labels, boolean standardize, int folds, long seed, Progress progress) {
    labels.requireRows(x.rows());
    if (!labels.areClasses() || x instanceof SparseMatrix) {
      return OptionalDouble.empty();
    }
    Folds dealt = Folds.deal(labels.values().column(0), folds, seed);
    long right = 0;
    for (int fold = 0; fold < folds; fold++) {
      progress.at("fold " + (fold + 1) + " of " + folds);
      int[] held = dealt.rows(fold, true);
      int[] train = dealt.rows(fold, false);
      double[] truth = labels.at(held).values().column(0);
      double[] classes = labels.at(train).values().column(0);
      int[] nearest = NearestRows.find(gather(x, train), gather(x, held), standardize);
      for (int i = 0; i < nearest.length; i++) {
        right += classes[nearest[i]] == truth[i] ? 1 : 0;
      }
    }
    return OptionalDouble.of((double) right / x.rows());
  }

  /** R² compares with the variance of a target, so there must be some. */
  private static void requireVariation(Labels labels) {
    for (int t = 0; !labels.areClasses() && t < labels.values().columns(); t++) {
      double[] target = labels.values().column(t);
      if (Arrays.stream(target).allMatch(value -> value == target[0])) {
        throw new NumericalException(
            "Target %d of %d has the same value in every row, so there is nothing to predict; leave it out."
                .formatted(t + 1, labels.values().columns()));
      }
    }
  }

  private static Model fitted(Fitter fitter, Matrix rows, Labels known, int fold, int folds) {
    try {
      return fitter.fit(rows, known);
    } catch (NumericalException e) {
      throw new NumericalException(
          String.format(Locale.ROOT, "Without fold %d of %d: %s", fold + 1, folds, e.getMessage()));
    }
  }

  /** Returns some rows; those of a sparse matrix stay sparse. */
  private static Matrix some(Matrix x, int[] rows) {
    return x instanceof SparseMatrix sparse ? sparse.rows(rows) : gather(x, rows);
  }

  private static DenseMatrix gather(Matrix x, int[] rows) {
    DenseMatrix some = DenseMatrix.unset(rows.length, x.columns(), Precision.DOUBLE);
    for (int i = 0; i < rows.length; i++) {
      some.setRow(i, x.row(rows[i]), 0);
    }
    return some;
  }

  /** Gathers what folds say. */
  private interface Score {
    void add(DenseMatrix train, DenseMatrix known, DenseMatrix held, DenseMatrix truth);

    double[] values();
  }

  /** The share of rows whose nearest neighbour has their class. */
  private static final class Accuracy implements Score {
    private final long[] right;
    private long rows;

    Accuracy(int components) {
      right = new long[components];
    }

    @Override
    public void add(DenseMatrix train, DenseMatrix known, DenseMatrix held, DenseMatrix truth) {
      double[][] others = train.transpose().toArray();
      double[] classes = known.column(0);
      for (int i = 0; i < held.rows(); i++) {
        double[] z = held.row(i);
        double[] distances = new double[train.rows()];
        for (int c = 0; c < right.length; c++) {
          if (c < z.length) {
            add(distances, others[c], z[c]);
          }
          right[c] += classes[nearest(distances)] == truth.get(i, 0) ? 1 : 0;
        }
      }
      rows += held.rows();
    }

    private static void add(double[] distances, double[] coordinates, double z) {
      for (int j = 0; j < distances.length; j++) {
        distances[j] += (coordinates[j] - z) * (coordinates[j] - z);
      }
    }

    /** Returns the first of the nearest. */
    private static int nearest(double[] distances) {
      int best = 0;
      for (int j = 1; j < distances.length; j++) {
        best = distances[j] < distances[best] ? j : best;
      }
      return best;
    }

    @Override
    public double[] values() {
      return Arrays.stream(right).mapToDouble(count -> (double) count / rows).toArray();
    }
  }

  /** R² of least squares on the coordinates, which one more coordinate updates. */
  private static final class Regression implements Score {
    private final int components;
    private double[][] errors;
    private double[] total;

    Regression(int components) {
      this.components = components;
    }

    @Override
    public void add(DenseMatrix train, DenseMatrix known, DenseMatrix held, DenseMatrix truth) {
      int targets = known.columns();
      if (errors == null) {
        errors = new double[targets][components];
        total = new double[targets];
      }
      double[][] fitted = train.transpose().toArray();
      double[][] tried = held.transpose().toArray();
      orthogonalise(fitted, tried);
      for (int t = 0; t < targets; t++) {
        double[] y = known.column(t);
        double[] right = truth.column(t);
        double mean = Arrays.stream(y).average().orElse(0);
        double[] rest = Arrays.stream(right).map(value -> value - mean).toArray();
        total[t] += squares(rest);
        for (int c = 0; c < components; c++) {
          if (c < fitted.length) {
            double length = squares(fitted[c]);
            double slope = length == 0 ? 0 : dot(fitted[c], y) / length;
            subtract(slope, tried[c], rest);
          }
          errors[t][c] += squares(rest);
        }
      }
    }

    /** Centres coordinates and makes each uncorrelated with those before it, among fitted rows. */
    private static void orthogonalise(double[][] fitted, double[][] tried) {
      for (int c = 0; c < fitted.length; c++) {
        double mean = Arrays.stream(fitted[c]).average().orElse(0);
        double[] own = fitted[c];
        double[] other = tried[c];
        Arrays.setAll(own, i -> own[i] - mean);
        Arrays.setAll(other, i -> other[i] - mean);
        double before = squares(own);
        for (int b = 0; b < c; b++) {
          double length = squares(fitted[b]);
          double slope = length == 0 ? 0 : dot(own, fitted[b]) / length;
          subtract(slope, fitted[b], own);
          subtract(slope, tried[b], other);
        }
        if (squares(own) <= 1e-20 * before) {
          // It says nothing that the others do not: what is left is rounding.
          Arrays.fill(own, 0);
        }
      }
    }

    private static void subtract(double factor, double[] what, double[] from) {
      for (int i = 0; i < from.length; i++) {
        from[i] -= factor * what[i];
      }
    }

    private static double squares(double[] x) {
      return dot(x, x);
    }

    private static double dot(double[] x, double[] y) {
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        sum += x[i] * y[i];
      }
      return sum;
    }

    @Override
    public double[] values() {
      double[] values = new double[components];
      for (int c = 0; c < components; c++) {
        for (int t = 0; t < total.length; t++) {
          values[c] += (1 - errors[t][c] / total[t]) / total.length;
        }
      }
      return values;
    }
  }
}
