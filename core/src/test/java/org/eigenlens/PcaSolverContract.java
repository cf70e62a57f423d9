package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import org.eigenlens.eigen.SignRule;
import org.eigenlens.matrix.Matrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every route to the principal components owes its caller: sizes and directions, and here the
 * coordinates of rows, there and back.
 */
abstract class PcaSolverContract extends PcaDirectionsContract {

  @ParameterizedTest
  @MethodSource("cases")
  void scoresAreThoseOfTheOracle(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double[][] scores = fit.model().transform(rows(data.x())).toArray();
          double[][] directions = fit.model().directions().toArray();
          double divisor = data.x().length - fit.setting().ddof();
          for (Cluster c : clusters(fit)) {
            if (c.to() - c.from() > 1) {
              continue; // within a cluster any basis will do, and has other coordinates
            }
            double angle = 2 * eigenvalueError(fit) / c.gap() + 20 * data.size() * EPSILON;
            double error = angle * fit.truth().longestRow() + 2 * scoreShift(fit);
            double unit =
                fit.setting().whiten() ? Math.sqrt(fit.truth().values()[c.from()] / divisor) : 1;
            int sign = SignRule.sign(fit.truth().directions()[c.from()]);
            if (Oracle.dot(directions[c.from()], fit.truth().directions()[c.from()]) * sign < 0) {
              // Only where two entries tie may the oracle's rounding decide otherwise.
              assertThat(tied(fit.truth().directions()[c.from()])).as(name).isTrue();
              sign = -sign;
            }
            double worst = 0;
            for (int i = 0; i < scores.length; i++) {
              double off = scores[i][c.from()] * unit - sign * fit.truth().score(i, c.from());
              worst = Math.max(worst, Math.abs(off));
            }
            assertThat(worst).as("component %d of %s", c.from(), name).isLessThanOrEqualTo(error);
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
          double[][] scores = fit.model().transform(rows(data.x())).toArray();
          double[] variances = fit.model().explainedVariance();
          double divisor = data.x().length - fit.setting().ddof();
          double shift = data.x().length * Math.pow(scoreShift(fit), 2);
          double each = encodingError(data) * Math.sqrt(data.x().length * fit.truth().values()[0]);
          double error = (eigenvalueError(fit) + shift + 2 * each) / divisor;
          for (int c = 0; c < variances.length; c++) {
            int component = c;
            // Dividing first keeps squares of 1e150 within range.
            double root = Math.sqrt(divisor);
            double variance =
                Arrays.stream(scores).mapToDouble(z -> Math.pow(z[component] / root, 2)).sum();
            double expected = fit.setting().whiten() && variances[c] > 0 ? 1 : variances[c];
            double slack =
                fit.setting().whiten() && variances[c] > 0 ? error / variances[c] : error;
            if (slack < 0.1 || !fit.setting().whiten()) {
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
              fit.model().inverseTransform(fit.model().transform(rows(data.x()))).toArray();
          double[] values = fit.model().eigenvalues();
          double lost = 0;
          for (int i = 0; i < values.length; i++) {
            lost += values[i] == 0 ? fit.truth().values()[i] : 0;
          }
          // Directions that do not span the whole space may be turned out of the data's: by E over
          // the smallest variance kept, which costs the square of that angle.
          int kept = (int) Arrays.stream(values).filter(v -> v > 0).count();
          double e = eigenvalueError(fit);
          if (kept > 0 && kept < data.x()[0].length) {
            lost += kept * Math.min(e, 4 * e * e / values[kept - 1]);
          }
          // In scaled units: what was lost, and roundings of sums of size σ₁ and of the mean.
          double first = Math.sqrt(fit.truth().values()[0]);
          double means = 0;
          for (int j = 0; j < data.x()[0].length; j++) {
            double m = Math.abs(data.x()[0][j]) + Math.abs(fit.truth().mean()[j]);
            means += Math.pow(m / fit.truth().scale()[j], 2) * data.x().length;
          }
          double allowed =
              Math.sqrt(lost) + 20 * data.size() * EPSILON * (first + Math.sqrt(means));
          double error = 0;
          for (int i = 0; i < back.length; i++) {
            for (int j = 0; j < back[i].length; j++) {
              double off = (back[i][j] - data.x()[i][j]) / fit.truth().scale()[j];
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
          for (double[] row : fit.model().transform(rows(data.x())).toArray()) {
            assertThat(Arrays.stream(row).allMatch(Double::isFinite)).as(name).isTrue();
          }
          assertThat(Arrays.stream(fit.model().explainedVarianceRatio()).allMatch(Double::isFinite))
              .as(name)
              .isTrue();
          assertThat(Arrays.stream(fit.model().mean()).allMatch(Double::isFinite))
              .as(name)
              .isTrue();
          assertThat(Arrays.stream(fit.model().scale()).allMatch(s -> s > 0 && s < 1e308))
              .as(name)
              .isTrue();
        });
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
