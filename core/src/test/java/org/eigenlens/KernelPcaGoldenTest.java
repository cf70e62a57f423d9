package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Numbers that others computed, with the call that made them.
 *
 * <p>Signs follow our rule: in each component the training row of largest magnitude is positive.
 * Numbers given with eight decimals are compared to half a unit of the last.
 */
class KernelPcaGoldenTest {

  private static final double EIGHT_DECIMALS = 0.51e-8;

  private static void assertPrinted(double[] actual, double... expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i])
          .as("number %d of %s", i, Arrays.toString(actual))
          .isCloseTo(expected[i], within(EIGHT_DECIMALS));
    }
  }

  private static double[][] iris() {
    return Samples.table("iris");
  }

  @ParameterizedTest
  @EnumSource(names = {"DENSE", "KRYLOV", "POWER"})
  void irisWithAGaussianKernel(KernelSolver solver) {
    // numpy.linalg.eigh of the centred exp(-0.25 d²); kernlab: kpca(iris[,1:4], sigma=.25) × 150.
    KernelModel model =
        KernelPca.builder()
            .kernel(Kernels.rbf(0.25))
            .components(4)
            .solver(solver)
            .tolerance(1e-12)
            .fit(Matrix.of(iris()));
    assertPrinted(model.eigenvalues(), 48.11051564, 19.09429428, 6.63327814, 4.27532381);
    assertThat(model.totalSquares()).isCloseTo(91.91305689, within(EIGHT_DECIMALS));
    assertPrinted(
        model.trainingCoordinates().row(0), 0.82768213, 0.03835128, -0.09855965, 0.06889755);
    assertThat(model.explainedVarianceRatio()[0])
        .isCloseTo(48.11051564 / 91.91305689, within(1e-9));
  }

  @Test
  void irisRowsLeftOutAreEncodedAfterwards() {
    // The same with every fifth row left out; kernlab: predict(model, left)/sqrt(120).
    List<double[]> kept = new ArrayList<>();
    List<double[]> left = new ArrayList<>();
    double[][] iris = iris();
    for (int i = 0; i < iris.length; i++) {
      (i % 5 == 0 ? left : kept).add(iris[i]);
    }
    KernelModel model =
        KernelPca.builder()
            .kernel(Kernels.rbf(0.25))
            .components(2)
            .fit(Matrix.of(kept.toArray(double[][]::new)));
    assertPrinted(model.eigenvalues(), 38.93644847, 14.44983008);
    DenseMatrix encoded = model.transform(Matrix.of(left.toArray(double[][]::new)));
    assertPrinted(encoded.row(0), 0.82876272, 0.03715262);
    assertPrinted(encoded.row(1), 0.73818827, -0.00249343);
    assertPrinted(encoded.row(2), 0.78425275, 0.02658828);
  }

  @Test
  void similaritiesAreCentredInRowsAndColumns() {
    // scikit-learn's KernelCenterer: K of these rows becomes [[5,0,-5],[0,14,-14],[-5,-14,19]],
    // whose characteristic polynomial is λ(λ² − 38λ + 210).
    Matrix x = Matrix.of(new double[][] {{1, -2, 2}, {-2, 1, 3}, {4, 1, -2}});
    KernelModel model = KernelPca.builder().kernel(Kernels.linear()).components(3).fit(x);
    double root = Math.sqrt(19 * 19 - 210);
    assertThat(model.eigenvalues()[0]).isCloseTo(19 + root, within(1e-12));
    assertThat(model.eigenvalues()[1]).isCloseTo(19 - root, within(1e-12));
    assertThat(model.eigenvalues()[2]).isZero();
    assertThat(model.totalSquares()).isCloseTo(38, within(1e-12));
  }

  @Test
  void aMatrixThatIsNotSymmetricIsNamedAndItsSymmetricPartUsed() {
    // Centred, [[1,2],[3,40]] is [[9,-9],[-9,9]] with eigenvalue 18.
    for (double[][] k : new double[][][] {{{1, 2}, {3, 40}}, {{9, -9}, {-9, 9}}}) {
      KernelModel model =
          KernelPca.builder().kernel(Kernels.precomputed()).components(1).fit(Matrix.of(k));
      assertThat(model.eigenvalues()[0]).isCloseTo(18, within(1e-13));
      boolean symmetric = k[0][1] == k[1][0];
      assertThat(String.join(" ", model.provenance().warnings()).contains("not symmetric"))
          .isEqualTo(!symmetric);
    }
  }

  @Test
  void nearDuplicatesGiveAZeroComponent() {
    Matrix x = Matrix.of(new double[][] {{5, 1}, {5 + 1e-8, 1e-8}, {5 + 1e-8, 0}});
    KernelModel model = KernelPca.builder().kernel(Kernels.linear()).components(2).fit(x);
    assertThat(model.eigenvalues()[0]).isCloseTo(0.66666666, within(1e-8));
    assertThat(model.eigenvalues()[1]).isZero();
    DenseMatrix encoded = model.transform(x);
    assertThat(encoded.column(1)).containsExactly(0, 0, 0);
    assertThat(encoded.column(0)[0]).isCloseTo(2.0 / 3, within(1e-7));
  }

  @Test
  void allRowsEqualGiveZeroCoordinatesAndNoNaN() {
    Matrix x = Matrix.of(new double[][] {{1 - 1e-30, 1}, {1, 1}, {1, 1 - 1e-20}});
    for (Kernel kernel : List.of(Kernels.linear(), Kernels.rbf(1))) {
      KernelModel model = KernelPca.builder().kernel(kernel).components(2).fit(x);
      assertThat(model.eigenvalues()).containsExactly(0, 0);
      assertThat(model.transform(x).toRowMajor()).containsOnly(0);
      assertThat(model.explainedVarianceRatio()).containsExactly(0, 0);
    }
  }

  @Test
  void significantlyNegativeEigenvaluesAreNamedAndNeverComponents() {
    // The spectrum of an Isomap of eight points; the constant vector carries the zero.
    double[] values = {52.72, 7.65, 7.65, 5.02, 0.003, -6.13, -15.11};
    double[][] basis = Samples.rotation(7, 1);
    double[][] k = new double[8][8];
    double[][] helmert = helmert(8);
    for (int v = 0; v < 7; v++) {
      double[] vector = new double[8];
      for (int h = 0; h < 7; h++) {
        for (int i = 0; i < 8; i++) {
          vector[i] += basis[v][h] * helmert[h][i];
        }
      }
      for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
          k[i][j] += values[v] * vector[i] * vector[j];
        }
      }
    }
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.precomputed());
    KernelModel two = builder.components(2).fit(Matrix.of(k));
    assertThat(two.eigenvalues()[0]).isCloseTo(52.72, within(1e-12));
    assertThat(two.provenance().warnings()).anyMatch(w -> w.contains("-15.11"));
    assertThatThrownBy(() -> builder.components(7).fit(Matrix.of(k)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("number 7 is -6.13")
        .hasMessageContaining("at most 6");
  }

  /** Returns an orthonormal basis of the vectors that sum to zero. */
  private static double[][] helmert(int n) {
    double[][] rows = new double[n - 1][n];
    for (int h = 0; h < n - 1; h++) {
      double norm = Math.sqrt((h + 1) * (h + 2.0));
      Arrays.fill(rows[h], 0, h + 1, 1 / norm);
      rows[h][h + 1] = -(h + 1) / norm;
    }
    return rows;
  }
}
