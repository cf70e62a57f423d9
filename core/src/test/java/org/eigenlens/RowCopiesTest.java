package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import java.util.stream.Stream;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Whoever compares rows makes a copy of them, which is counted before it is made, and beside what
 * else a fit takes.
 */
class RowCopiesTest {

  private static final int ROWS = 100;
  private static final int COLUMNS = 10_000;

  /** What a copy of the rows takes. */
  private static final long COPY = 8L * ROWS * COLUMNS;

  private static final Progress NOTHING =
      step -> {
        throw new AssertionError("it had begun: " + step);
      };

  private final Matrix wide = Matrix.of(Samples.normal(ROWS, COLUMNS, 5));

  /** Rows in a space of three dimensions, whose products have an exact factor of few columns. */
  private final Matrix flat =
      Matrix.of(Samples.product(Samples.normal(ROWS, 3, 1), Samples.normal(3, COLUMNS, 2)));

  private static Labels labels(int rows) {
    int[] classes = new int[rows];
    Arrays.setAll(classes, i -> i % 3);
    return Labels.ofClasses(classes);
  }

  private static KernelSupervisedPca.Builder supervised(long memory, Progress progress) {
    return KernelSupervisedPca.builder()
        .kernel(Kernels.rbf(1e-4))
        .components(1)
        .memory(memory)
        .progress(progress);
  }

  private static KernelCca.Builder cca(long memory, Progress progress) {
    return KernelCca.builder()
        .kernels(Kernels.rbf(1e-4), Kernels.rbf(1e-4))
        .landmarks(10)
        .ridge(0.1, 0.1)
        .memory(memory)
        .progress(progress);
  }

  /** Every fit that makes a copy, by what it takes of it. */
  private Map<String, ObjLongConsumer<Progress>> fits() {
    Map<String, ObjLongConsumer<Progress>> fits = new LinkedHashMap<>();
    fits.put(
        "kernel PCA",
        (progress, memory) ->
            KernelPca.builder()
                .kernel(Kernels.rbf(1e-4))
                .components(1)
                .memory(memory)
                .progress(progress)
                .fit(wide));
    fits.put(
        "HSIC with the gamma approximation",
        (progress, memory) ->
            Hsic.builder().gammaApproximation().memory(memory).progress(progress).test(wide, flat));
    fits.put(
        "HSIC of sides with exact factors",
        (progress, memory) ->
            Hsic.builder()
                .xKernel(Kernels.linear())
                .yKernel(Kernels.linear())
                .permutations(9)
                .memory(memory)
                .progress(progress)
                .test(flat, flat));
    fits.put(
        "HSIC of all pairs",
        (progress, memory) ->
            Hsic.builder().permutations(9).memory(memory).progress(progress).test(wide, flat));
    fits.put(
        "HSIC by landmarks",
        (progress, memory) ->
            Hsic.builder()
                .landmarks(5)
                .permutations(9)
                .memory(memory)
                .progress(progress)
                .test(wide, flat));
    fits.put(
        "kernel supervised PCA",
        (progress, memory) -> supervised(memory, progress).fit(wide, labels(ROWS)));
    fits.put(
        "kernel supervised PCA of the whole matrix",
        (progress, memory) ->
            supervised(memory, progress).solver(KernelSolver.DENSE).fit(wide, labels(ROWS)));
    fits.put(
        "kernel supervised PCA by landmarks",
        (progress, memory) -> supervised(memory, progress).landmarks(5).fit(wide, labels(ROWS)));
    fits.put("kernel CCA", (progress, memory) -> cca(memory, progress).fit(wide, flat));
    fits.put(
        "Isomap",
        (progress, memory) -> Isomap.builder().memory(memory).progress(progress).fit(wide));
    fits.put(
        "Isomap by landmarks",
        (progress, memory) ->
            Isomap.builder().landmarks(20).memory(memory).progress(progress).fit(wide));
    fits.put(
        "Isomap of sparse rows",
        (progress, memory) ->
            Isomap.builder().memory(memory).progress(progress).fit(Samples.sparse(wide.toArray())));
    fits.put(
        "LLE", (progress, memory) -> Lle.builder().memory(memory).progress(progress).fit(wide));
    fits.put(
        "Laplacian eigenmaps",
        (progress, memory) ->
            LaplacianEigenmaps.builder().memory(memory).progress(progress).fit(wide));
    fits.put(
        "pieces",
        (progress, memory) -> Isomap.builder().memory(memory).progress(progress).pieces(wide));
    return fits;
  }

  @TestFactory
  Stream<DynamicTest> areRefusedBeforeTheWork() {
    return fits().entrySet().stream()
        .map(
            fit ->
                DynamicTest.dynamicTest(
                    fit.getKey(),
                    () ->
                        assertThatThrownBy(() -> fit.getValue().accept(NOTHING, COPY / 2))
                            .isInstanceOf(NumericalException.class)
                            .hasMessageMatching(
                                ".*(would take|\\() ?[0-9]+ MB.*[ (]3 MB.*allow more memory.*")));
  }

  /** 64 MB leave room for both copies and the tiles of a kernel matrix. */
  @TestFactory
  Stream<DynamicTest> areMadeWhereThereIsRoom() {
    return fits().entrySet().stream()
        .map(
            fit ->
                DynamicTest.dynamicTest(
                    fit.getKey(),
                    () ->
                        assertThatCode(() -> fit.getValue().accept(Progress.NONE, 64 << 20))
                            .doesNotThrowAnyException()));
  }

  private static void refused(Runnable fit, String words) {
    assertThatThrownBy(fit::run)
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining(words)
        .hasMessageContaining("MB are allowed; ");
  }

  /** A copy of 300 rows of 2,000 columns takes 4.6 MB; what comes later has no room beside it. */
  @Test
  void areCountedBesideWhatComesLater() {
    Matrix rows = Matrix.of(Samples.normal(300, 2000, 3));
    long memory = 6_100_000;
    refused(
        () ->
            supervised(memory, NOTHING)
                .solver(KernelSolver.DENSE)
                .blend(0.5)
                .fit(rows, labels(300)),
        "The kernel matrix of 300 rows and its factors would take 8 MB, and 5 MB are allowed");
    refused(
        () -> supervised(memory, NOTHING).landmarks(300).fit(rows, labels(300)),
        "300 landmarks for 300 rows would take 6 MB");
    refused(
        () -> supervised(18 << 20, NOTHING).fit(rows, labels(300)),
        "The labels of 300 rows would take");
    long paths = 5_500_000;
    refused(
        () -> Isomap.builder().memory(paths).progress(NOTHING).fit(rows),
        "A matrix of 300 × 300 distances along the neighbour graph of 300 rows");
    refused(
        () -> Isomap.builder().landmarks(250).memory(paths).progress(NOTHING).fit(rows),
        "The paths from 250 landmarks along the neighbour graph of 300 rows");
    refused(
        () -> Lle.builder().memory(memory).progress(NOTHING).fit(rows),
        "The dense route for 300 rows would take 7 MB, and 5 MB are allowed");
    refused(
        () -> LaplacianEigenmaps.builder().memory(memory).progress(NOTHING).fit(rows),
        "The dense route for 300 rows would take 7 MB, and 5 MB are allowed");
    refused(
        () -> Isomap.builder().memory(4_900_000).progress(NOTHING).pieces(rows),
        "The neighbour graph of 300 rows with 10 nearest neighbours would take 5 MB");
  }

  /** Of rows that repeat others the distinct ones are copied once more. */
  @Test
  void areCountedWhereRowsRepeat() {
    double[][] rows = wide.toArray();
    rows[1] = rows[0].clone();
    List<String> steps = new ArrayList<>();
    refused(
        () ->
            LaplacianEigenmaps.builder()
                .memory(3 * COPY / 2)
                .progress(steps::add)
                .fit(Matrix.of(rows)),
        "A copy of 99 × 10000 numbers beside others would take 16 MB, and 11 MB are allowed; allow"
            + " more memory, or give fewer rows or columns");
    assertThat(steps).isEmpty();
  }

  /** Landmarks of one view are chosen from its copy, and both views keep theirs. */
  @Test
  void ofViewsAreCountedOneAtATime() {
    // 8 MB for one view and 1.6 MB for the landmarks of both.
    assertThatThrownBy(() -> cca(9_000_000, NOTHING).fit(wide, flat))
        .hasMessage(
            "Memory for features of 10 landmarks a view, and a copy of its rows (10 MB beside the"
                + " data) exceeds what is allowed (8 MB); give fewer rows or columns, or allow more"
                + " memory.");
    assertThatCode(() -> cca(10_000_000, Progress.NONE).fit(wide, flat)).doesNotThrowAnyException();
  }
}
