package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every route owes its caller about the sizes of components: eigenvalues, shares, how many.
 */
abstract class PcaSpectrumContract extends PcaSolverFits {

  @ParameterizedTest
  @MethodSource("cases")
  void eigenvaluesAreThoseOfTheOracle(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double error = eigenvalueError(fit);
          double[] values = fit.model().eigenvalues();
          for (int i = 0; i < values.length; i++) {
            assertThat(values[i])
                .as("eigenvalue %d of %s", i, name)
                .isCloseTo(fit.truth().values()[i], within(error + floor(fit)));
          }
        });
  }

  /** What a route cannot tell from zero it sets to zero: never more than this. */
  static double floor(Fitted fit) {
    return 100 * Math.sqrt(fit.data().size()) * EPSILON * fit.truth().values()[0];
  }

  @ParameterizedTest
  @MethodSource("cases")
  void variancesDivideByRowsLessDdof(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double[] values = fit.model().eigenvalues();
          double[] variances = fit.model().explainedVariance();
          for (int i = 0; i < values.length; i++) {
            double expected = values[i] / (data.x().length - fit.setting().ddof());
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
          double[] values = fit.model().eigenvalues();
          double[][] directions = fit.model().directions().toArray();
          double[][] scores = fit.model().transform(rows(data.x())).toArray();
          double smallest = Math.pow(data.size() * EPSILON, 2) * fit.truth().values()[0];
          for (int i = 0; i < values.length; i++) {
            if (fit.truth().values()[i] <= smallest) {
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
  void sharesAreOfTheTotalAndFall(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double total = fit.truth().total();
          // A sum of nd squares, each with a few roundings, beside what the mean does.
          double error = 10 * data.size() * EPSILON * total + eigenvalueError(fit);
          assertThat(fit.model().totalSquares()).as(name).isCloseTo(total, within(error));
          double[] shares = fit.model().explainedVarianceRatio();
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

  @ParameterizedTest
  @MethodSource("cases")
  void fewerComponentsAreTheFirstOfAll(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          int k = Math.max(1, data.most() / 2);
          LinearModel few = fit(fit.setting().builder().components(k), data.x());
          double error = eigenvalueError(fit) + floor(fit);
          for (int i = 0; i < k; i++) {
            assertThat(few.eigenvalues()[i])
                .as(name)
                .isCloseTo(fit.truth().values()[i], within(error));
          }
          assertThat(few.components()).as(name).isEqualTo(k);
          double total = fit.model().totalSquares();
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
  void theCertificateIsSmall(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double first = fit.truth().values()[0];
          double allowed = first == 0 ? 0 : 2 * eigenvalueError(fit) / first;
          assertThat(fit.model().provenance().maxRelativeResidual())
              .as(name)
              .isLessThanOrEqualTo(allowed);
          assertThat(fit.model().provenance().warnings())
              .as(name)
              .noneMatch(warning -> warning.contains("did not converge"));
        });
  }
}
