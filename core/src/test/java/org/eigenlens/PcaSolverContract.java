package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every route to the principal components owes its caller, on data that are known to trip
 * them, under every preprocessing.
 *
 * <p>Tolerances follow from three numbers. A route answers exactly for a matrix within {@link
 * #backward} · λ₁ of the true one (Weyl: no eigenvalue moves by more). Subtracting a mean of size m
 * from a spread of s leaves an error of at most nε|m| in the mean. And a direction turns by at most
 * the backward error over the gap to its neighbours (Davis and Kahan).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PcaSolverContract {

  private static final double EPSILON = Math.ulp(1.0);

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

  private static final List<Setting> SETTINGS =
      List.of(
          new Setting(true, false, false, 1),
          new Setting(true, false, false, 0),
          new Setting(false, false, false, 1),
          new Setting(true, true, false, 1),
          new Setting(true, true, false, 0),
          new Setting(false, true, false, 1),
          new Setting(true, false, true, 1),
          new Setting(true, true, true, 0));

  private record Fitted(Case data, Setting setting, LinearModel model, Oracle truth) {}

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

  private Fitted fitted(Case data, Setting setting) {
    return fits.computeIfAbsent(
        data + " " + setting,
        key -> {
          LinearModel model = fit(setting.builder().components(data.most()), data.x());
          Oracle truth = TRUTHS.computeIfAbsent(key, unused -> truth(data, setting));
          return new Fitted(data, setting, model, truth);
        });
  }

  private static Oracle truth(Case data, Setting setting) {
    return Oracle.of(data.x(), setting.center(), setting.standardize(), setting.ddof());
  }

  /** Runs a check on the fits of a case under every setting. */
  private void forEachSetting(Case data, BiConsumer<Fitted, String> check) {
    assumeTrue(suits(data));
    for (Setting setting : SETTINGS) {
      check.accept(fitted(data, setting), data + ", " + setting);
    }
  }

  /** The error of the subtracted mean: n roundings of sums of size n|m|, over n. */
  private static double meanError(Case data) {
    return data.x().length * EPSILON * data.offset();
  }

  /** How far an eigenvalue may be off, absolutely. */
  private double eigenvalueError(Fitted fit) {
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
  private static double scoreShift(Fitted fit) {
    double shift = 0;
    for (double s : fit.truth.scale()) {
      shift += Math.pow(meanError(fit.data) / s, 2);
    }
    return fit.setting.center() ? Math.sqrt(shift) : 0;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eigenvaluesAreThoseOfTheOracle(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double error = eigenvalueError(fit);
          double[] values = fit.model.eigenvalues();
          for (int i = 0; i < values.length; i++) {
            assertThat(values[i])
                .as("eigenvalue %d of %s", i, name)
                .isCloseTo(fit.truth.values()[i], within(error + floor(fit)));
          }
        });
  }

  /** What a route cannot tell from zero it sets to zero: never more than this. */
  private static double floor(Fitted fit) {
    return 100 * Math.sqrt(fit.data.size()) * EPSILON * fit.truth.values()[0];
  }

  @ParameterizedTest
  @MethodSource("cases")
  void variancesDivideByRowsLessDdof(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double[] values = fit.model.eigenvalues();
          double[] variances = fit.model.explainedVariance();
          for (int i = 0; i < values.length; i++) {
            double expected = values[i] / (data.x().length - fit.setting.ddof());
            assertThat(variances[i]).as(name).isCloseTo(expected, within(EPSILON * expected));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void zeroComponentsAreExactlyZero(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double[] values = fit.model.eigenvalues();
          double[][] directions = fit.model.directions().toArray();
          double[][] scores = fit.model.transform(rows(data.x())).toArray();
          double smallest = Math.pow(data.size() * EPSILON, 2) * fit.truth.values()[0];
          for (int i = 0; i < values.length; i++) {
            if (fit.truth.values()[i] <= smallest) {
              assertThat(values[i]).as("value %d, %s", i, name).isZero();
            }
            if (values[i] == 0) {
              assertThat(directions[i]).as(name).containsOnly(0);
              int component = i;
              assertThat(Arrays.stream(scores).allMatch(row -> row[component] == 0))
                  .as(name)
                  .isTrue();
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void directionsAreOrthonormal(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double[] values = fit.model.eigenvalues();
          double[][] directions = fit.model.directions().toArray();
          double worst = 0;
          for (int i = 0; i < values.length; i++) {
            for (int j = 0; j <= i; j++) {
              double expected = i == j && values[i] > 0 ? 1 : 0;
              double product = Oracle.dot(directions[i], directions[j]);
              worst = Math.max(worst, Math.abs(product - expected));
            }
          }
          // LAPACK's orthogonality is p(n)·ε, whatever the eigenvalues are.
          assertThat(worst).as(name).isLessThan(20 * data.size() * EPSILON);
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theLargestEntryOfADirectionIsPositive(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          for (double[] direction : fit.model.directions().toArray()) {
            double largest = Arrays.stream(direction).map(Math::abs).max().orElseThrow();
            double deciding =
                Arrays.stream(direction)
                    .filter(v -> Math.abs(v) >= (1 - 1e-6) * largest)
                    .findFirst()
                    .orElseThrow();
            assertThat(deciding).as(name).isGreaterThanOrEqualTo(0);
          }
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void sharesAreOfTheTotalAndFall(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double total = fit.truth.total();
          // A sum of nd squares, each with a few roundings, beside what the mean does.
          double error = 10 * data.size() * EPSILON * total + eigenvalueError(fit);
          assertThat(fit.model.totalSquares()).as(name).isCloseTo(total, within(error));
          double[] shares = fit.model.explainedVarianceRatio();
          double sum = 0;
          for (int i = 0; i < shares.length; i++) {
            assertThat(shares[i]).as(name).isBetween(0.0, i == 0 ? 1 + 1e-14 : shares[i - 1]);
            sum += shares[i];
          }
          // All components were asked for: what is missing from 1 was below the floor.
          double missing = total == 0 ? 1 : shares.length * (error + floor(fit)) / total;
          assertThat(sum).as(name).isBetween(1 - missing, 1 + 1e-12);
        });
  }

  /** A run of eigenvalues apart from the others, and how far apart. */
  private record Cluster(int from, int to, double gap) {}

  /** Splits what stands above the error into runs separated by at least a millionth of λ₁. */
  private List<Cluster> clusters(Fitted fit) {
    double[] values = fit.truth.values();
    double split = 1e-6 * values[0];
    List<Cluster> clusters = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < values.length; i++) {
      double next = i + 1 < values.length ? values[i + 1] : 0;
      if (values[i] - next > split) {
        double above = from == 0 ? Double.MAX_VALUE : values[from - 1] - values[from];
        clusters.add(new Cluster(from, i + 1, Math.min(above, values[i] - next)));
        from = i + 1;
      }
    }
    return clusters;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void directionsSpanTheSubspacesOfTheOracle(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double[][] directions = fit.model.directions().toArray();
          for (Cluster c : clusters(fit)) {
            double[][] found = Arrays.copyOfRange(directions, c.from, c.to);
            double[][] truth = Arrays.copyOfRange(fit.truth.directions(), c.from, c.to);
            double angle = 2 * eigenvalueError(fit) / c.gap + 20 * data.size() * EPSILON;
            assertThat(Oracle.sine(found, truth))
                .as("components %d to %d of %s", c.from, c.to, name)
                .isLessThan(angle * Math.sqrt(c.to - c.from));
          }
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void scoresAreThoseOfTheOracle(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double[][] scores = fit.model.transform(rows(data.x())).toArray();
          double[][] directions = fit.model.directions().toArray();
          double divisor = data.x().length - fit.setting.ddof();
          for (Cluster c : clusters(fit)) {
            if (c.to - c.from > 1) {
              continue; // within a cluster any basis will do, and has other coordinates
            }
            double angle = 2 * eigenvalueError(fit) / c.gap + 20 * data.size() * EPSILON;
            double error = angle * fit.truth.longestRow() + 2 * scoreShift(fit);
            double unit =
                fit.setting.whiten() ? Math.sqrt(fit.truth.values()[c.from] / divisor) : 1;
            int sign = SignRule.sign(fit.truth.directions()[c.from]);
            if (Oracle.dot(directions[c.from], fit.truth.directions()[c.from]) * sign < 0) {
              // Only where two entries tie may the oracle's rounding decide otherwise.
              assertThat(tied(fit.truth.directions()[c.from])).as(name).isTrue();
              sign = -sign;
            }
            double worst = 0;
            for (int i = 0; i < scores.length; i++) {
              double off = scores[i][c.from] * unit - sign * fit.truth.score(i, c.from);
              worst = Math.max(worst, Math.abs(off));
            }
            assertThat(worst).as("component %d of %s", c.from, name).isLessThanOrEqualTo(error);
          }
        });
  }

  private static boolean tied(double[] direction) {
    double[] sizes = Arrays.stream(direction).map(Math::abs).sorted().toArray();
    return sizes[sizes.length - 2] > (1 - 1e-5) * sizes[sizes.length - 1];
  }

  @ParameterizedTest
  @MethodSource("cases")
  void scoresOfTheTrainingRowsHaveTheVarianceTheModelStates(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double[][] scores = fit.model.transform(rows(data.x())).toArray();
          double[] variances = fit.model.explainedVariance();
          double divisor = data.x().length - fit.setting.ddof();
          double shift = data.x().length * Math.pow(scoreShift(fit), 2);
          double each = encodingError(data) * Math.sqrt(data.x().length * fit.truth.values()[0]);
          double error = (eigenvalueError(fit) + shift + 2 * each) / divisor;
          for (int c = 0; c < variances.length; c++) {
            int component = c;
            // Dividing first keeps squares of 1e150 within range.
            double root = Math.sqrt(divisor);
            double variance =
                Arrays.stream(scores).mapToDouble(z -> Math.pow(z[component] / root, 2)).sum();
            double expected = fit.setting.whiten() && variances[c] > 0 ? 1 : variances[c];
            double slack = fit.setting.whiten() && variances[c] > 0 ? error / variances[c] : error;
            if (slack < 0.1 || !fit.setting.whiten()) {
              assertThat(variance)
                  .as("component %d of %s", c, name)
                  .isCloseTo(expected, within(slack * 2));
            }
          }
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void allComponentsTogetherGiveTheRowsBack(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double[][] back =
              fit.model.inverseTransform(fit.model.transform(rows(data.x()))).toArray();
          double[] values = fit.model.eigenvalues();
          double lost = 0;
          for (int i = 0; i < values.length; i++) {
            lost += values[i] == 0 ? fit.truth.values()[i] : 0;
          }
          // Directions that do not span the whole space may be turned out of the data's: by E over
          // the smallest variance kept, which costs the square of that angle.
          int kept = (int) Arrays.stream(values).filter(v -> v > 0).count();
          double e = eigenvalueError(fit);
          if (kept > 0 && kept < data.x()[0].length) {
            lost += kept * Math.min(e, 4 * e * e / values[kept - 1]);
          }
          // In scaled units: what was lost, and roundings of sums of size σ₁ and of the mean.
          double first = Math.sqrt(fit.truth.values()[0]);
          double means = 0;
          for (int j = 0; j < data.x()[0].length; j++) {
            double m = Math.abs(data.x()[0][j]) + Math.abs(fit.truth.mean()[j]);
            means += Math.pow(m / fit.truth.scale()[j], 2) * data.x().length;
          }
          double allowed =
              Math.sqrt(lost) + 20 * data.size() * EPSILON * (first + Math.sqrt(means));
          double error = 0;
          for (int i = 0; i < back.length; i++) {
            for (int j = 0; j < back[i].length; j++) {
              double off = (back[i][j] - data.x()[i][j]) / fit.truth.scale()[j];
              error = Math.hypot(error, off);
            }
          }
          assertThat(error).as(name).isLessThanOrEqualTo(allowed);
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void whateverComesOutIsFinite(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          for (double[] row : fit.model.transform(rows(data.x())).toArray()) {
            assertThat(Arrays.stream(row).allMatch(Double::isFinite)).as(name).isTrue();
          }
          assertThat(Arrays.stream(fit.model.explainedVarianceRatio()).allMatch(Double::isFinite))
              .as(name)
              .isTrue();
          assertThat(Arrays.stream(fit.model.mean()).allMatch(Double::isFinite)).as(name).isTrue();
          assertThat(Arrays.stream(fit.model.scale()).allMatch(s -> s > 0 && s < 1e308))
              .as(name)
              .isTrue();
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theCertificateIsSmall(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double first = fit.truth.values()[0];
          double allowed = first == 0 ? 0 : 2 * eigenvalueError(fit) / first;
          assertThat(fit.model.provenance().maxRelativeResidual())
              .as(name)
              .isLessThanOrEqualTo(allowed);
          assertThat(fit.model.provenance().warnings())
              .as(name)
              .noneMatch(warning -> warning.contains("did not converge"));
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void fewerComponentsAreTheFirstOfAll(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          int k = Math.max(1, data.most() / 2);
          LinearModel few = fit(fit.setting.builder().components(k), data.x());
          double error = eigenvalueError(fit) + floor(fit);
          for (int i = 0; i < k; i++) {
            assertThat(few.eigenvalues()[i])
                .as(name)
                .isCloseTo(fit.truth.values()[i], within(error));
          }
          assertThat(few.components()).as(name).isEqualTo(k);
          double total = fit.model.totalSquares();
          assertThat(few.totalSquares())
              .as(name)
              .isCloseTo(total, within(10 * data.size() * EPSILON * total));
        });
  }

  @ParameterizedTest
  @MethodSource("cases")
  void askingForNoNumberGivesThoseThatCarryVariance(Case data) {
    assumeTrue(suits(data));
    LinearModel all = fit(Pca.builder(), data.x());
    Oracle truth = Oracle.of(data.x(), true, false, 1);
    double first = truth.values()[0];
    int carrying = (int) Arrays.stream(truth.values()).filter(v -> v > 1e-9 * first).count();
    assertThat(all.components()).isEqualTo(Math.max(1, carrying));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theInputStaysAsItIs(Case data) {
    assumeTrue(suits(data));
    double[][] x = Arrays.stream(data.x()).map(double[]::clone).toArray(double[][]::new);
    Matrix matrix = rows(x);
    fit(Pca.builder().standardize(true), x).transform(matrix);
    assertThat(x).isDeepEqualTo(data.x());
    assertThat(matrix.toArray()).isDeepEqualTo(data.x());
  }
}
