package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.eigenlens.hsic.Dependence;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.PairedModel;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One value far from all others, as 1e20 that stands for a missing cell. To kernels of distances
 * its row is like no other, however far it is: so nothing changes between 1e3 and 1e20, and the
 * digits in which the other rows differ are all there.
 */
class FarValueTest {

  private static final double NEAR = 1e3;
  private static final double FAR = 1e20;

  private static Matrix rows(int count, double value) {
    double[][] rows = Samples.normal(count, 3, 5);
    rows[7][1] = value;
    return Matrix.of(rows);
  }

  static Stream<Kernel> kernels() {
    return Stream.of(
        Kernels.rbf(0.3),
        Kernels.laplacian(0.3),
        Kernels.sum(Kernels.rbf(0.1), Kernels.laplacian(0.5)));
  }

  private static void assertSame(KernelModel far, KernelModel near, double tolerance) {
    for (int c = 0; c < near.components(); c++) {
      assertThat(far.eigenvalues()[c])
          .isCloseTo(near.eigenvalues()[c], within(tolerance * near.eigenvalues()[0]));
    }
    Matrix fresh = Matrix.of(Samples.normal(9, 3, 6));
    KernelPcaTest.assertSame(far.transform(fresh), near.transform(fresh), 100 * tolerance);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void kernelsCompareTheOtherRowsAsBefore(Kernel kernel) {
    KernelPca.Builder builder = KernelPca.builder().kernel(kernel).components(3);
    KernelModel far = builder.fit(rows(200, FAR));
    assertSame(far, builder.fit(rows(200, NEAR)), 1e-12);
    KernelPcaTest.assertSame(far.transform(rows(200, FAR)), far.trainingCoordinates(), 1e-11);
  }

  /** So many rows that iterations begin with a matrix in float. */
  @ParameterizedTest
  @EnumSource(
      value = KernelSolver.class,
      names = {"KRYLOV", "POWER"})
  void iterationsSeeThemToo(KernelSolver solver) {
    KernelPca.Builder builder =
        KernelPca.builder().kernel(Kernels.rbf(0.3)).components(2).tolerance(1e-10).solver(solver);
    assertSame(builder.fit(rows(1700, FAR)), builder.fit(rows(1700, NEAR)), 1e-9);
  }

  @Test
  void landmarksAreChosenAndComparedAsBefore() {
    KernelPca.Builder builder =
        KernelPca.builder().kernel(Kernels.rbf(0.3)).components(3).landmarks(60);
    assertSame(builder.fit(rows(900, FAR)), builder.fit(rows(900, NEAR)), 1e-10);
  }

  @Test
  void theWayBackIsTheSame() {
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.rbf(0.3)).components(8);
    Matrix fresh = Matrix.of(Samples.normal(9, 3, 6));
    KernelModel near = builder.fit(rows(200, NEAR));
    KernelModel far = builder.fit(rows(200, FAR));
    // The iteration ends at steps of 1e-8 or so, from starts that differ in rounding.
    KernelPcaTest.assertSame(
        far.inverseTransform(far.transform(fresh)),
        near.inverseTransform(near.transform(fresh)),
        1e-6);
  }

  @Test
  void dependenceIsTheSame() {
    Hsic hsic = Hsic.builder().xKernel(Kernels.rbf(0.3)).yKernel(Kernels.rbf(0.3)).build();
    Matrix y = Matrix.of(Samples.normal(200, 2, 8));
    Dependence near = hsic.test(rows(200, NEAR), y);
    Dependence far = hsic.test(rows(200, FAR), y);
    assertThat(far.hsic()).isCloseTo(near.hsic(), within(1e-12 * near.hsic()));
    assertThat(far.pValue()).isEqualTo(near.pValue());
    assertThat(hsic.test(y, rows(200, FAR)).hsic())
        .isCloseTo(near.hsic(), within(1e-12 * near.hsic()));
  }

  @Test
  void whatTwoViewsShareIsTheSame() {
    KernelCca.Builder builder =
        KernelCca.builder()
            .kernels(Kernels.rbf(0.3), Kernels.rbf(0.3))
            .components(2)
            .ridge(0.1, 0.1);
    Matrix y = Matrix.of(Samples.normal(200, 2, 8));
    PairedModel near = builder.fit(rows(200, NEAR), y);
    PairedModel far = builder.fit(rows(200, FAR), y);
    for (int c = 0; c < 2; c++) {
      assertThat(far.correlations()[c]).isCloseTo(near.correlations()[c], within(1e-10));
    }
  }

  @Test
  void targetsFarAwayLeaveTheOthersTheirs() {
    double[] target = Samples.normal(1, 200, 9)[0];
    KernelSupervisedPca.Builder builder =
        KernelSupervisedPca.builder()
            .kernel(Kernels.rbf(0.3))
            .labelKernel(Kernels.rbf(0.5))
            .components(2);
    target[3] = NEAR;
    KernelModel near = builder.fit(rows(200, NEAR), Labels.ofTargets(target));
    target[3] = FAR;
    assertSame(builder.fit(rows(200, FAR), Labels.ofTargets(target)), near, 1e-10);
  }

  @Test
  void theMedianIsThatOfTheOthers() {
    double near = Bandwidth.measure(rows(200, NEAR), Bandwidth.Family.RBF, 1).median();
    // A hundredth of the pairs is farther than it was, and none of them was near the median.
    assertThat(Bandwidth.measure(rows(200, FAR), Bandwidth.Family.RBF, 1).median()).isEqualTo(near);
  }

  /** Times in seconds, and a 1 that stands for none: their mean is as good a place as any. */
  @Test
  void linearKernelsKeepTheDigitsOfLargeValuesBesideASmallOne() {
    double[][] rows = Samples.normal(200, 3, 5);
    double[][] moved = Samples.normal(200, 3, 5);
    for (int i = 0; i < rows.length; i++) {
      rows[i][1] = Math.rint(100 * rows[i][1]);
      moved[i][1] = rows[i][1] + 1.7e9;
    }
    rows[7][1] = 1 - 1.7e9;
    moved[7][1] = 1;
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.linear()).components(3);
    double[] exact = builder.fit(Matrix.of(rows)).eigenvalues();
    double[] found = builder.fit(Matrix.of(moved)).eigenvalues();
    // Squares of 1e18 are in the first alone, and hide the others to 1e-16 of it.
    assertThat(found[0]).isCloseTo(exact[0], within(1e-12 * exact[0]));
    assertThat(found[1]).isCloseTo(exact[1], within(0.5 * exact[1]));
  }
}
