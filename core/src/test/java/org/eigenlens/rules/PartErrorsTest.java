package org.eigenlens.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;

/** Errors of left-out cells against regressions that are solved one by one. */
class PartErrorsTest {

  @Test
  void cellsArePredictedByTheirConditionalMeansInTallParts() {
    check(60, 40, 7);
  }

  @Test
  void cellsArePredictedByTheirConditionalMeansInWideParts() {
    check(9, 3, 15);
  }

  private static void check(int trained, int held, int d) {
    double[][] all = Samples.decaying(trained + held, d, 0.7, 21);
    LinearModel model =
        Pca.builder().components(4).ddof(0).fit(DenseMatrix.copyOf(Arrays.copyOf(all, trained)));
    double[][] rows = Arrays.copyOfRange(all, trained, trained + held);
    double[] errors = PartErrors.of(model, DenseMatrix.copyOf(rows), d, 4).errors();
    for (int k = 0; k <= 4; k++) {
      double[][] covariance = covariance(model, k, d);
      double sum = 0;
      for (double[] row : rows) {
        for (int j = 0; j < d; j++) {
          double error = row[j] - model.mean()[j] - expected(covariance, centred(row, model), j);
          sum += error * error;
        }
      }
      // Solving each regression anew loses a few digits more than the closed form does.
      assertThat(errors[k]).as("%d components", k).isCloseTo(sum, within(1e-9 * sum));
    }
  }

  private static double[] centred(double[] row, LinearModel model) {
    double[] centred = row.clone();
    Arrays.setAll(centred, j -> row[j] - model.mean()[j]);
    return centred;
  }

  /** Returns V(Λ − σ²)Vᵀ + σ²I. */
  private static double[][] covariance(LinearModel model, int k, int d) {
    double[] variances = model.explainedVariance();
    double noise = (model.totalVariance() - Arrays.stream(variances).limit(k).sum()) / (d - k);
    double[][] v = model.directions().toArray();
    double[][] covariance = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        covariance[i][j] = i == j ? noise : 0;
        for (int c = 0; c < k; c++) {
          covariance[i][j] += (variances[c] - noise) * v[c][i] * v[c][j];
        }
      }
    }
    return covariance;
  }

  /** Regresses one column on the others: c_j· C_··⁻¹ x. */
  private static double expected(double[][] covariance, double[] row, int left) {
    int d = row.length;
    int[] others = IntStream.range(0, d).filter(j -> j != left).toArray();
    double[][] system = new double[d - 1][d];
    for (int i = 0; i < d - 1; i++) {
      for (int j = 0; j < d - 1; j++) {
        system[i][j] = covariance[others[i]][others[j]];
      }
      system[i][d - 1] = row[others[i]];
    }
    double[] weights = solved(system);
    double sum = 0;
    for (int i = 0; i < d - 1; i++) {
      sum += covariance[left][others[i]] * weights[i];
    }
    return sum;
  }

  /** Solves a positive system by elimination. */
  private static double[] solved(double[][] system) {
    int n = system.length;
    for (int p = 0; p < n; p++) {
      for (int i = p + 1; i < n; i++) {
        double factor = system[i][p] / system[p][p];
        for (int j = p; j <= n; j++) {
          system[i][j] -= factor * system[p][j];
        }
      }
    }
    double[] solution = new double[n];
    for (int i = n - 1; i >= 0; i--) {
      solution[i] = system[i][n];
      for (int j = i + 1; j < n; j++) {
        solution[i] -= system[i][j] * solution[j];
      }
      solution[i] /= system[i][i];
    }
    return solution;
  }
}
