package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fits whose passes are in float give the answer of double precision. */
class SharpenedKernelPcaTest {

  static Stream<Arguments> sharpened() {
    return Stream.of(
        Arguments.of(Kernels.rbf(0.1), true),
        Arguments.of(Kernels.rbf(0.1), false),
        Arguments.of(Kernels.polynomial(0.5, -0.2, 3), true),
        Arguments.of(Kernels.sum(Kernels.cosine(), Kernels.linear()), false));
  }

  /** More components than half a block, so that agreement must come twice. */
  @ParameterizedTest
  @MethodSource("sharpened")
  void passesInFloatGiveTheAnswerOfTheWholeMatrix(Kernel kernel, boolean center) {
    Matrix x = Matrix.of(Samples.decaying(800, 12, 0.8, 6));
    KernelPca.Builder builder =
        KernelPca.builder()
            .kernel(kernel)
            .center(center)
            .components(14)
            .tolerance(1e-10)
            .solver(KernelSolver.DENSE);
    KernelModel whole = builder.fit(x);
    KernelModel found = builder.solver(KernelSolver.KRYLOV).fit(x);
    assertThat(found.provenance().solverReason()).contains("sharpened in double");
    double largest = whole.eigenvalues()[0];
    for (int i = 0; i < whole.eigenvalues().length; i++) {
      assertThat(found.eigenvalues()[i]).isCloseTo(whole.eigenvalues()[i], within(1e-10 * largest));
    }
    assertThat(found.totalSquares()).isCloseTo(whole.totalSquares(), within(1e-10 * largest));
    // The offsets of new rows hold the means, found on the way. Vectors err by the residual, 1e-10,
    // over gaps of 1e-5 and more of their eigenvalues.
    KernelPcaTest.assertSame(
        found.transform(x.rowRange(0, 5)), whole.transform(x.rowRange(0, 5)), 1e-5);
  }

  @Test
  void aShareIsReachedByPassesInFloatToo() {
    Matrix x = Matrix.of(Samples.decaying(1600, 12, 0.8, 7));
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.rbf(0.02)).components(0.8);
    KernelModel whole = builder.solver(KernelSolver.DENSE).fit(x);
    KernelModel found = builder.solver(KernelSolver.KRYLOV).fit(x);
    assertThat(found.components()).isEqualTo(whole.components());
  }

  /**
   * A hundred groups of like points far from each other: the eigenvalues are their sizes, and every
   * group that a sample has seen has an exact eigenvector. Which of them are the largest the sample
   * cannot tell.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatASampleLeadsToIsNotTakenForTheLargest(long seed) {
    List<double[]> rows = new ArrayList<>();
    for (int group = 0; group < 100; group++) {
      // Of 19 rows but for twenty of 20 to 39, whose places have nothing to do with their sizes.
      int size = Math.max(19, 39 - group * 37 % 100);
      rows.addAll(Collections.nCopies(size, new double[] {100 * group}));
    }
    Matrix x = Matrix.of(rows.toArray(double[][]::new));
    KernelModel found =
        KernelPca.builder()
            .kernel(Kernels.rbf(1))
            .center(false)
            .components(10)
            .solver(KernelSolver.KRYLOV)
            .seed(seed)
            .fit(x);
    assertThat(found.provenance().solverReason()).contains("sharpened in double");
    for (int i = 0; i < 10; i++) {
      assertThat(found.eigenvalues()[i]).isCloseTo(39 - i, within(1e-7));
    }
  }

  @Test
  void aKernelThatIsZeroHasNoResidual() {
    Matrix x = Matrix.of(Collections.nCopies(2100, new double[] {1, 2}).toArray(double[][]::new));
    KernelModel found =
        KernelPca.builder().kernel(Kernels.rbf(1)).components(2).solver(KernelSolver.KRYLOV).fit(x);
    assertThat(found.eigenvalues()).containsOnly(0);
    assertThat(found.provenance().maxRelativeResidual()).isZero();
  }
}
