package org.eigenlens;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/**
 * Fits by one route on data that are known to trip them, under every preprocessing, beside what the
 * oracle found.
 *
 * <p>Tolerances follow from three numbers. A route answers exactly for a matrix within {@link
 * #backward} · λ₁ of the true one (Weyl: no eigenvalue moves by more). Subtracting a mean of size m
 * from a spread of s leaves an error of at most nε|m| in the mean. And a direction turns by at most
 * the backward error over the gap to its neighbours (Davis and Kahan).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PcaSolverFits {

  static final double EPSILON = Math.ulp(1.0);

  /** Data with a name; offset is the size of the mean where it is large beside the spread. */
  record Case(String name, double[][] x, double offset) {
    int size() {
      return Math.max(x.length, x[0].length);
    }

    int most() {
      return Math.min(x.length, x[0].length);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  /** What is done to the data. */
  record Setting(boolean center, boolean standardize, boolean whiten, int ddof) {

    Pca.Builder builder() {
      return Pca.builder().center(center).standardize(standardize).whiten(whiten).ddof(ddof);
    }
  }

  static final List<Setting> SETTINGS =
      List.of(
          new Setting(true, false, false, 1),
          new Setting(true, false, false, 0),
          new Setting(false, false, false, 1),
          new Setting(true, true, false, 1),
          new Setting(true, true, false, 0),
          new Setting(false, true, false, 1),
          new Setting(true, false, true, 1),
          new Setting(true, true, true, 0));

  record Fitted(Case data, Setting setting, LinearModel model, Oracle truth) {}

  /** What the oracle found, by case and setting: the same for every route. */
  private static final Map<String, Oracle> TRUTHS = new ConcurrentHashMap<>();

  private final Map<String, Fitted> fits = new HashMap<>();

  private final int threads = Parallel.threads();

  /** Thousands of tiny problems: waking a second thread for each would take most of the time. */
  @BeforeAll
  void useOneThread() {
    Parallel.setThreads(1);
  }

  @AfterAll
  void restoreThreads() {
    Parallel.setThreads(threads);
  }

  /** Fits by the route under test. */
  abstract LinearModel fit(Pca.Builder builder, double[][] x);

  /** Returns the rows as this route is given them, for encoding. */
  Matrix rows(double[][] x) {
    return Matrix.of(x);
  }

  /** Tells whether the route is meant for such data. */
  boolean suits(Case data) {
    return true;
  }

  /**
   * Returns the backward error of the route, relative to λ₁.
   *
   * <p>Direct routes: sums of n products and LAPACK's p(n)·ε, with 20n for p(n).
   */
  double backward(Case data) {
    return 20 * data.size() * EPSILON;
  }

  /** Returns how far a coordinate may be off beside what the mean's own error does. */
  double encodingError(Case data) {
    return 0;
  }

  static List<Case> cases() {
    double[][] base = Samples.decaying(40, 6, 0.6, 21);
    double[][] constant = Samples.decaying(30, 6, 0.7, 22);
    for (double[] row : constant) {
      // 0.1 and 7e5 / 3 are not exact in binary: sums of them round.
      row[0] = 0.1;
      row[3] = 7e5 / 3;
    }
    double[][] twice = Samples.decaying(20, 4, 0.5, 23);
    double[][] duplicates = new double[60][];
    for (int i = 0; i < duplicates.length; i++) {
      double[] row = twice[i % twice.length];
      duplicates[i] = new double[] {row[0], row[1], row[2], row[3], row[1], row[0]};
    }
    double[][] sparse = Samples.normal(50, 12, 24);
    double[][] coin = Samples.normal(50, 12, 25);
    for (int i = 0; i < sparse.length; i++) {
      for (int j = 0; j < sparse[i].length; j++) {
        sparse[i][j] = coin[i][j] < 0.9 ? 0 : sparse[i][j];
      }
    }
    return List.of(
        new Case("tall, seed 11", Samples.decaying(60, 7, 0.7, 11), 0),
        new Case("wide, seed 12", Samples.normal(12, 40, 12), 0),
        new Case("square, seed 13", Samples.decaying(12, 12, 0.7, 13), 0),
        new Case(
            "rank 3 of 8, seed 14",
            Samples.product(Samples.normal(40, 3, 14), Samples.normal(3, 8, 15)),
            0),
        new Case("repeated eigenvalues", repeated(), 0),
        new Case("tiny, 1e-150, seed 21", Samples.moved(base, 1e-150, 0), 0),
        new Case("huge, 1e150, seed 21", Samples.moved(base, 1e150, 0), 0),
        new Case("constant columns, seed 22", constant, 0),
        new Case("nothing but constants", Samples.moved(new double[7][3], 0, 0.1), 0),
        new Case("duplicate rows and columns, seed 23", duplicates, 0),
        new Case("two rows, seed 26", Samples.normal(2, 5, 26), 0),
        new Case(
            "two rows far from 0, seed 26", Samples.moved(Samples.normal(2, 5, 26), 1, 1e6), 1e6),
        new Case("one column, seed 27", Samples.normal(10, 1, 27), 0),
        new Case("one cell across", new double[][] {{1}, {2}}, 0),
        new Case("mean 1e6, seed 28", Samples.moved(Samples.decaying(50, 5, 0.7, 28), 1, 1e6), 1e6),
        new Case("mean 1e9, seed 29", Samples.moved(Samples.decaying(50, 5, 0.7, 29), 1, 1e9), 1e9),
        new Case("wide, mean 1e6, seed 30", Samples.moved(Samples.normal(8, 20, 30), 1, 1e6), 1e6),
        new Case("sparse, seed 24", sparse, 0));
  }

  /** Returns 16 rows with scatter eigenvalues 16 · (9, 4, 4, 4, 1): orthogonal signs, rotated. */
  private static double[][] repeated() {
    double[] factors = {3, 2, 2, 2, 1};
    double[][] x = new double[16][5];
    for (int i = 0; i < 16; i++) {
      for (int j = 0; j < 5; j++) {
        x[i][j] = factors[j] * (Integer.bitCount(i & (j + 1)) % 2 == 0 ? 1 : -1);
      }
    }
    return Samples.product(x, Samples.rotation(5, 16));
  }

  Fitted fitted(Case data, Setting setting) {
    return fits.computeIfAbsent(
        data + " " + setting,
        key -> {
          LinearModel model = fit(setting.builder().components(data.most()), data.x());
          Oracle truth = TRUTHS.computeIfAbsent(key, unused -> truth(data, setting));
          return new Fitted(data, setting, model, truth);
        });
  }

  static Oracle truth(Case data, Setting setting) {
    return Oracle.of(data.x(), setting.center(), setting.standardize(), setting.ddof());
  }

  /** Runs a check on the fits of a case under every setting. */
  final void forEachSetting(Case data, BiConsumer<Fitted, String> check) {
    assumeTrue(suits(data));
    for (Setting setting : SETTINGS) {
      check.accept(fitted(data, setting), data + ", " + setting);
    }
  }

  /** The error of the subtracted mean: n roundings of sums of size n|m|, over n. */
  static double meanError(Case data) {
    return data.x().length * EPSILON * data.offset();
  }

  /** How far an eigenvalue may be off, absolutely. */
  final double eigenvalueError(Fitted fit) {
    double first = fit.truth.values()[0];
    if (!fit.setting.center()) {
      return backward(fit.data) * first;
    }
    // A mean that is off by δ adds nδδᵀ to the scatter; nothing else is lost to a large mean.
    double[] scale = fit.truth.scale();
    double shift = 0;
    for (double s : scale) {
      shift += Math.pow(meanError(fit.data) / s, 2);
    }
    return backward(fit.data) * first + fit.data.x().length * shift;
  }

  /** How far a coordinate may be off because the mean is. */
  static double scoreShift(Fitted fit) {
    double shift = 0;
    for (double s : fit.truth.scale()) {
      shift += Math.pow(meanError(fit.data) / s, 2);
    }
    return fit.setting.center() ? Math.sqrt(shift) : 0;
  }
}
