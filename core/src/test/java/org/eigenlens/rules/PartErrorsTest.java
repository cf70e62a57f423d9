package org.eigenlens.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;

/** Errors of left-out cells against regressions that are solved one by one. */
class PartErrorsTest {

  @Test
  void cellsArePredictedFromTheOthersInTallParts() {
    check(60, 40, 7, false);
  }

  @Test
  void cellsArePredictedFromTheOthersInWideParts() {
    check(9, 3, 15, false);
  }

  @Test
  void standardisedCellsArePredictedInUnitsOfTheTrainingRows() {
    check(60, 40, 7, true);
  }

  private static void check(int trained, int held, int d, boolean standardize) {
    double[][] all = Samples.decaying(trained + held, d, 0.7, 21);
    LinearModel model =
        Pca.builder()
            .components(4)
            .ddof(0)
            .standardize(standardize)
            .fit(DenseMatrix.copyOf(Arrays.copyOf(all, trained)));
    double[][] rows = Arrays.copyOfRange(all, trained, trained + held);
    double[] errors = PartErrors.of(model, DenseMatrix.copyOf(rows), d, 4).errors();
    double[][] directions = model.directions().toArray();
    for (int k = 0; k <= 4; k++) {
      double[][] some = Arrays.copyOf(directions, k);
      double sum = 0;
      for (double[] row : rows) {
        double[] x = prepared(row, model);
        for (int j = 0; j < d; j++) {
          double error = x[j] - predicted(some, x, j);
          sum += error * error;
        }
      }
      // Solving each regression anew loses a few digits more than the closed form does.
      assertThat(errors[k]).as("%d components", k).isCloseTo(sum, within(1e-9 * sum));
    }
  }

  @Test
  void whatNoOtherCellForetellsIsPredictedByItsMean() {
    double[][] trained = {
      {3, 0, 0}, {-3, 0, 0}, {0, 1, 1}, {0, -1, -1}, {0, 0.1, -0.1}, {0, -0.1, 0.1}
    };
    LinearModel model = Pca.builder().components(2).fit(DenseMatrix.copyOf(trained));
    double[] errors =
        PartErrors.of(model, DenseMatrix.copyOf(new double[][] {{2, 0.5, 0.5}}), 3, 2).errors();
    // The first component is the first column; the second tells either of the others exactly.
    assertThat(errors).containsExactly(new double[] {4.5, 4.5, 4}, within(1e-12));
  }

  private static double[] prepared(double[] row, LinearModel model) {
    double[] prepared = row.clone();
    Arrays.setAll(prepared, j -> (row[j] - model.mean()[j]) / model.scale()[j]);
    return prepared;
  }

  /** Fits coordinates to all cells but one by the normal equations, and predicts that one. */
  private static double predicted(double[][] directions, double[] row, int left) {
    int k = directions.length;
    double[][] system = new double[k][k + 1];
    for (int j = 0; j < row.length; j++) {
      for (int a = 0; a < k && j != left; a++) {
        for (int b = 0; b < k; b++) {
          system[a][b] += directions[a][j] * directions[b][j];
        }
        system[a][k] += directions[a][j] * row[j];
      }
    }
    double[] coordinates = solved(system);
    double sum = 0;
    for (int a = 0; a < k; a++) {
      sum += coordinates[a] * directions[a][left];
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
