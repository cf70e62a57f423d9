package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every route owes its caller about directions, beside the sizes of components. */
abstract class PcaDirectionsContract extends PcaSpectrumContract {

  @ParameterizedTest
  @MethodSource("cases")
  void directionsAreOrthonormal(Case data) {
    forEachSetting(
        data,
        (fit, name) -> {
          double[] values = fit.model().eigenvalues();
          double[][] directions = fit.model().directions().toArray();
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
          for (double[] direction : fit.model().directions().toArray()) {
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

  /** A run of eigenvalues apart from the others, and how far apart. */
  record Cluster(int from, int to, double gap) {}

  /** Splits what stands above the error into runs separated by at least a millionth of λ₁. */
  final List<Cluster> clusters(Fitted fit) {
    double[] values = fit.truth().values();
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
          double[][] directions = fit.model().directions().toArray();
          for (Cluster c : clusters(fit)) {
            double[][] found = Arrays.copyOfRange(directions, c.from, c.to);
            double[][] truth = Arrays.copyOfRange(fit.truth().directions(), c.from, c.to);
            double angle = 2 * eigenvalueError(fit) / c.gap + 20 * data.size() * EPSILON;
            assertThat(Oracle.sine(found, truth))
                .as("components %d to %d of %s", c.from, c.to, name)
                .isLessThan(angle * Math.sqrt(c.to - c.from));
          }
        });
  }
}
