package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What has no room is refused with the figures before any work that takes its time begins. */
class NoRoomTest {

  private static final int ROWS = 60_000;
  private static final long MEMORY = 64 << 20;

  /** Hears of the first step of work. */
  private static final Progress NOTHING =
      step -> {
        throw new AssertionError("it had begun: " + step);
      };

  /** Within a radius neighbours are counted while they are found, and nothing comes after that. */
  private static final Progress COUNTING = step -> assertThat(step).isEqualTo("finding neighbours");

  private final Matrix rows = points(2);

  private static Matrix points(int columns) {
    Random random = new Random(5);
    double[][] points = new double[ROWS][columns];
    for (double[] point : points) {
      Arrays.setAll(point, j -> random.nextGaussian());
    }
    return Matrix.of(points);
  }

  private static int[] classes() {
    int[] classes = new int[ROWS];
    Arrays.setAll(classes, i -> i % 3);
    return classes;
  }

  /** The paths alone would take 4.1 GB: what scales them is counted on any machine. */
  @Test
  void theFigureOfLandmarksCountsWhatScalesThem() {
    assertThatThrownBy(
            () -> Isomap.builder().landmarks(9000).memory(MEMORY).progress(NOTHING).fit(rows))
        .hasMessageContaining("would take 4.8 GB");
  }

  @TestFactory
  Stream<DynamicTest> isToldBeforeTheWork() {
    Map<String, ThrowingCallable> fits = new LinkedHashMap<>();
    fits.put(
        "kernel PCA",
        () ->
            KernelPca.builder()
                .kernel(Kernels.rbf(0.5))
                .components(2)
                .memory(MEMORY)
                .progress(NOTHING)
                .fit(rows));
    fits.put("isomap", () -> Isomap.builder().memory(MEMORY).progress(NOTHING).fit(rows));
    fits.put(
        "isomap by landmarks",
        () -> Isomap.builder().landmarks(300).memory(MEMORY).progress(NOTHING).fit(rows));
    fits.put(
        "isomap by landmarks with a radius",
        () -> Isomap.builder().radius(1).landmarks(50).memory(MEMORY).progress(COUNTING).fit(rows));
    fits.put(
        "LLE with a radius",
        () -> Lle.builder().radius(1).memory(MEMORY).progress(COUNTING).fit(rows));
    fits.put(
        "Laplacian eigenmaps with a radius",
        () -> LaplacianEigenmaps.builder().radius(1).memory(MEMORY).progress(COUNTING).fit(rows));
    fits.put("LLE", () -> Lle.builder().memory(MEMORY).progress(NOTHING).fit(rows));
    fits.put(
        "Laplacian eigenmaps",
        () -> LaplacianEigenmaps.builder().memory(MEMORY).progress(NOTHING).fit(rows));
    fits.put(
        "the dense route of Laplacian eigenmaps",
        () -> LaplacianEigenmaps.builder().solver(KernelSolver.DENSE).progress(NOTHING).fit(rows));
    fits.put(
        "the dense route of kernel supervised PCA",
        () ->
            KernelSupervisedPca.builder()
                .kernel(Kernels.rbf(0.5))
                .solver(KernelSolver.DENSE)
                .memory(MEMORY)
                .progress(NOTHING)
                .fit(rows, Labels.ofClasses(classes())));
    Matrix wide = points(8);
    fits.put(
        "HSIC", () -> Hsic.builder().allPairs().memory(MEMORY).progress(NOTHING).test(wide, wide));
    fits.put(
        "HSIC by landmarks",
        () -> Hsic.builder().landmarks(200).memory(MEMORY).progress(NOTHING).test(wide, wide));
    return fits.entrySet().stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(),
                    () ->
                        assertThatThrownBy(each.getValue())
                            .isInstanceOf(NumericalException.class)
                            .hasMessageContaining("" + ROWS)
                            .hasMessageMatching("(?s).*would take [0-9.]+ [MG]B.*")));
  }
}
