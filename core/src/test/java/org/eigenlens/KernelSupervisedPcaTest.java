package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.eigenlens.SupervisedPcaTest.IRIS;
import static org.eigenlens.SupervisedPcaTest.assertClose;
import static org.eigenlens.SupervisedPcaTest.species;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Golden numbers are NumPy's, from Δᵀ H K H Δ with the one-hot codes Δ of the species. */
class KernelSupervisedPcaTest {

  private static final double[] EIGENVALUES = {2303.405860855, 648.7717555388};

  private static KernelSupervisedPca.Builder rbf() {
    return KernelSupervisedPca.builder().kernel(Kernels.rbf(0.25));
  }

  @Test
  void irisWithSpecies() {
    KernelModel model = rbf().fit(Matrix.of(IRIS), species());
    assertClose(model.eigenvalues(), EIGENVALUES, 1e-12);
    DenseMatrix z = model.transform(Matrix.of(IRIS));
    assertThat(Math.abs(z.get(0, 0))).isEqualTo(0.832951213903, within(1e-11));
    assertThat(Math.abs(z.get(149, 0))).isEqualTo(0.512930501509, within(1e-11));
    assertClose(model.explainedVariance(), new double[] {0.321252982866, 0.12265752185}, 1e-11);
    assertThat(model.provenance().solver()).isEqualTo("gram");
  }

  @Test
  void directAndDualAgree() {
    Matrix x = Matrix.of(IRIS);
    KernelModel dual = rbf().components(2).fit(x, species());
    KernelModel direct = rbf().components(2).solver(KernelSolver.DENSE).fit(x, species());
    assertClose(direct.eigenvalues(), dual.eigenvalues(), 1e-11);
    assertClose(direct.explainedVariance(), dual.explainedVariance(), 1e-10);
    double[][] first = dual.transform(x).toArray();
    double[][] second = direct.transform(x).toArray();
    for (int i = 0; i < first.length; i++) {
      for (int c = 0; c < 2; c++) {
        // The direct route divides by roots of small eigenvalues of K, down to 1e-6.
        assertThat(Math.abs(second[i][c])).isEqualTo(Math.abs(first[i][c]), within(1e-8));
      }
    }
  }

  /** Whole numbers stay what they are beside 1e15; their mean does not. */
  @ParameterizedTest
  @EnumSource(
      value = KernelSolver.class,
      names = {"AUTO", "DENSE", "NYSTROM"})
  void targetsFarFromZeroAreTheSameTargets(KernelSolver solver) {
    Matrix x = Matrix.of(IRIS);
    double[] near = IntStream.range(0, IRIS.length).mapToDouble(i -> i * i % 7).toArray();
    double[] far = Arrays.stream(near).map(value -> value + 1e15).toArray();
    KernelSupervisedPca supervised = rbf().components(1).solver(solver).build();
    KernelModel expected = supervised.fit(x, Labels.ofTargets(near));
    KernelModel found = supervised.fit(x, Labels.ofTargets(far));
    assertClose(found.eigenvalues(), expected.eigenvalues(), 1e-10);
    assertClose(found.transform(x).row(7), expected.transform(x).row(7), 1e-9);
  }

  @Test
  void theLinearKernelIsSupervisedPca() {
    Matrix x = Matrix.of(IRIS);
    LinearModel linear = SupervisedPca.builder().components(2).fit(x, species());
    for (boolean center : new boolean[] {true, false}) {
      KernelModel kernel =
          KernelSupervisedPca.builder()
              .kernel(Kernels.linear())
              .components(2)
              .center(center)
              .fit(x, species());
      assertClose(kernel.eigenvalues(), linear.eigenvalues(), 1e-12);
      LinearModel same = SupervisedPca.builder().components(2).center(center).fit(x, species());
      double[][] expected = same.transform(x).toArray();
      double[][] found = kernel.transform(x).toArray();
      for (int i = 0; i < found.length; i++) {
        for (int c = 0; c < 2; c++) {
          assertThat(Math.abs(found[i][c])).isEqualTo(Math.abs(expected[i][c]), within(1e-10));
        }
      }
    }
  }

  @Test
  void targetsAndSeveralOfThem() {
    DenseMatrix all = DenseMatrix.copyOf(IRIS);
    Matrix x = all.columnRange(0, 3).copy();
    Labels width = Labels.ofTargets(all.columnRange(3, 4));
    KernelModel linear = KernelSupervisedPca.builder().kernel(Kernels.linear()).fit(x, width);
    assertClose(linear.eigenvalues(), new double[] {43512.52299862}, 1e-12);
    KernelModel rbf =
        KernelSupervisedPca.builder()
            .kernel(Kernels.linear())
            .labelKernel(Kernels.rbf(0.5))
            .components(3)
            .fit(x, width);
    assertClose(
        rbf.eigenvalues(), new double[] {20709.73034172, 67.73798591466, 0.01522872742052}, 1e-11);
  }

  @Test
  void blendedWithTheIdentity() {
    KernelModel model = rbf().components(5).blend(0.5).fit(Matrix.of(IRIS), species());
    assertClose(
        model.eigenvalues(),
        new double[] {
          1175.638428365709, 333.532877325284, 3.43845768536, 2.331355844694, 2.041548186713
        },
        1e-11);
    assertThatThrownBy(() -> rbf().components(3).fit(Matrix.of(IRIS), species()))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("only 2 depend on the labels")
        .hasMessageContaining("--blend");
  }

  @Test
  void theIdentityAloneIsKernelPca() {
    Matrix x = Matrix.of(IRIS);
    KernelModel model = rbf().components(3).blend(1).fit(x, species());
    KernelModel pca = KernelPca.builder().kernel(Kernels.rbf(0.25)).components(3).fit(x);
    assertClose(model.eigenvalues(), pca.eigenvalues(), 1e-12);
    assertClose(model.explainedVariance(), pca.explainedVariance(), 1e-12);
  }

  @Test
  void landmarksBoundWhatTheyMiss() {
    Matrix x = Matrix.of(IRIS);
    KernelModel few = rbf().components(2).landmarks(20).fit(x, species());
    double missed = few.spectrum().traceError();
    assertThat(missed).isPositive();
    for (int i = 0; i < 2; i++) {
      assertThat(EIGENVALUES[i])
          .isBetween(few.eigenvalues()[i] * (1 - 1e-12), few.eigenvalues()[i] + missed);
    }
    KernelModel all = rbf().components(2).landmarks(150).fit(x, species());
    assertClose(all.eigenvalues(), EIGENVALUES, 1e-10);
    assertThat(Math.abs(all.transform(x).get(0, 0))).isEqualTo(0.832951213903, within(1e-8));
    assertThat(few.isExact()).isFalse();
  }

  @Test
  void modelFilesAndTheWayBack(@TempDir Path folder) throws IOException {
    Matrix x = Matrix.of(IRIS);
    KernelModel model = rbf().components(2).fit(x, species());
    Path file = folder.resolve("model");
    model.save(file);
    Model loaded = Model.load(file);
    assertThat(loaded.transform(x).toArray()).isDeepEqualTo(model.transform(x).toArray());
    assertThat(loaded.explainedVariance()).isEqualTo(model.explainedVariance());
    double[][] back = model.inverseTransform(model.transform(x)).toArray();
    double error = 0;
    for (int i = 0; i < back.length; i++) {
      for (int j = 0; j < 4; j++) {
        error += Math.pow(back[i][j] - IRIS[i][j], 2) / 150;
      }
    }
    // The plane holds most of the variance of 4.57: points come back to their own class.
    assertThat(error).isLessThan(1.0);
    assertThatThrownBy(model::trainingCoordinates).isInstanceOf(IllegalStateException.class);
    assertThat(Arrays.stream(model.transform(x).column(0)).sum()).isEqualTo(0, within(1e-10));
  }

  /** Whitening divides by the spread, which another way back must keep. */
  @Test
  void whitenedModelsComeBackTheSameByAnyOtherName() {
    Matrix x = Matrix.of(IRIS);
    KernelModel model = rbf().components(2).whiten(true).fit(x, species());
    KernelModel same = model.withPreImage(model.preImage());
    DenseMatrix z = model.transform(x);
    assertThat(same.transform(x).toArray()).isDeepEqualTo(z.toArray());
    assertThat(same.inverseTransform(z).toArray())
        .isDeepEqualTo(model.inverseTransform(z).toArray());
    assertThat(same.explainedVariance()).isEqualTo(model.explainedVariance());
    assertThat(model.first(1).transform(x).column(0)).isEqualTo(z.column(0));
    assertThat(model.first(1).explainedVariance()[0]).isEqualTo(model.explainedVariance()[0]);
  }
}
