package org.eigenlens.kpca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eigenlens.Progress;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kernel.LandmarkMethod;
import org.eigenlens.kernel.Nystrom;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.pca.Wanted;
import org.junit.jupiter.api.Test;

/** Routes are chosen by sizes alone, so that what cannot be done is refused before it is begun. */
class KernelRouteTest {

  private static final long GB = 1_000_000_000;
  private static final Wanted TEN = new Wanted.Count(10);

  private static KernelPcaOptions options(KernelSolver solver, long memory) {
    return options(solver, memory, Kernels.rbf(1));
  }

  private static KernelPcaOptions options(KernelSolver solver, long memory, Kernel kernel) {
    return new KernelPcaOptions(
        "kernel-pca",
        new KernelChoice.Fixed(kernel),
        TEN,
        true,
        false,
        false,
        1,
        solver,
        0,
        LandmarkMethod.PIVOTED,
        1e-8,
        0,
        memory,
        Precision.DOUBLE,
        null,
        Progress.NONE);
  }

  private static KernelRoute route(KernelSolver solver, long memory, Wanted wanted, int rows) {
    return KernelRoute.of(options(solver, memory), wanted, rows, 5);
  }

  @Test
  void allPairsOfADenseMatrixTakeFiveTimesItsMemory() {
    // 5 · 8 · 8000² bytes are 2.38 GB, 2 · 8 · 8000² for a few pairs
    Wanted all = new Wanted.All();
    assertThat(route(KernelSolver.DENSE, 3 * GB, all, 8000).solver()).isEqualTo(KernelSolver.DENSE);
    assertThatThrownBy(() -> route(KernelSolver.DENSE, 2 * GB, all, 8000))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("would take 2.4 GB, and 1907 MB are allowed");
    assertThat(route(KernelSolver.DENSE, 2 * GB, TEN, 8000).solver()).isEqualTo(KernelSolver.DENSE);
  }

  /** Points are a copy of the rows: 1.6 GB of them are more than the matrix of 2,000 rows. */
  @Test
  void aCopyOfWideRowsIsCounted() {
    for (KernelSolver solver : new KernelSolver[] {KernelSolver.AUTO, KernelSolver.DENSE}) {
      assertThatThrownBy(() -> KernelRoute.of(options(solver, GB), TEN, 2000, 100_000))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("would take 1.6 GB, and 953 MB are allowed");
      assertThat(KernelRoute.of(options(solver, 2 * GB), TEN, 2000, 100_000).reason()).isNotEmpty();
    }
  }

  @Test
  void moreThanLapackCanCountIsRefusedAtOnce() {
    assertThatThrownBy(() -> route(KernelSolver.DENSE, 1000 * GB, new Wanted.All(), 32_767))
        .hasMessageContaining("at most 32766 rows for all components, not 32767");
    assertThatThrownBy(() -> route(KernelSolver.DENSE, 1000 * GB, TEN, 46_341))
        .hasMessageContaining("at most 46340 rows for 10 components, not 46341");
  }

  @Test
  void allComponentsOfALargeMatrixAreRefusedAtOnce() {
    for (KernelSolver solver : new KernelSolver[] {KernelSolver.AUTO, KernelSolver.KRYLOV}) {
      assertThatThrownBy(() -> route(solver, 1000 * GB, new Wanted.All(), 9000))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("All components of 9000 rows")
          .hasMessageContaining("the dense solver, which takes 3.1 GB");
    }
  }

  @Test
  void aShareIsChargedForTheFirstPairsAndGrowsAsFarAsMemoryGoes() {
    Wanted share = new Wanted.Share(0.9);
    // The triangle of 10,000 rows takes 0.21 GB; 1,250 pairs would take 0.8 GB beside it.
    KernelRoute tight = route(KernelSolver.AUTO, GB / 2, share, 10_000);
    assertThat(tight.kept()).isEqualTo(KernelRoute.Kept.SHARPENED);
    assertThat(tight.mostPairs()).isBetween(KernelRoute.FIRST_GUESS, 1249);
    assertThat(route(KernelSolver.AUTO, 2 * GB, share, 10_000).mostPairs()).isEqualTo(1250);
  }

  private static KernelRoute.Kept kept(KernelSolver solver, Kernel kernel, long memory) {
    KernelPcaOptions options = options(solver, memory, kernel);
    return KernelRoute.of(options, TEN, 20_000, 5).kept();
  }

  /** A triangle of 20,000 rows takes 1.6 GB in double and 0.8 GB in float. */
  @Test
  void floatsAreSharpenedWhereTheKernelIsCheapOrMemoryShort() {
    Kernel cheap = Kernels.rbf(1);
    Kernel dear = Kernels.laplacian(1);
    assertThat(kept(KernelSolver.AUTO, cheap, 4 * GB)).isEqualTo(KernelRoute.Kept.SHARPENED);
    assertThat(kept(KernelSolver.AUTO, dear, 4 * GB)).isEqualTo(KernelRoute.Kept.DOUBLE);
    assertThat(kept(KernelSolver.AUTO, dear, 3 * GB / 2)).isEqualTo(KernelRoute.Kept.SHARPENED);
    assertThat(kept(KernelSolver.AUTO, cheap, GB / 2)).isEqualTo(KernelRoute.Kept.NOTHING);
    // Power iteration takes no stand-in.
    assertThat(kept(KernelSolver.POWER, cheap, 4 * GB)).isEqualTo(KernelRoute.Kept.DOUBLE);
    assertThat(kept(KernelSolver.POWER, cheap, 3 * GB / 2)).isEqualTo(KernelRoute.Kept.NOTHING);
  }

  @Test
  void manyComponentsAreChargedInFull() {
    // A basis of 4 · 3,000 vectors and its image, 16 · 12,000 · 20,000 bytes, its projection,
    // 24 · 12,000², the result, and 162 vectors at once in four lanes.
    assertThatThrownBy(() -> route(KernelSolver.KRYLOV, 3 * GB, new Wanted.Count(3000), 20_000))
        .hasMessageContaining("The vectors of 20000 rows beside their 5 columns would take 7.6 GB");
  }

  @Test
  void similaritiesAreNeverSaidToBeStoredByTriangleOrHelpedByLandmarks() {
    KernelRoute route = KernelRoute.ofSimilarities(options(KernelSolver.AUTO, 2 * GB), TEN, 10_000);
    assertThat(route.reason()).isEqualTo("10 components of 10000 rows");
    assertThat(route.kept()).isEqualTo(KernelRoute.Kept.DOUBLE);
    for (KernelSolver solver : new KernelSolver[] {KernelSolver.AUTO, KernelSolver.DENSE}) {
      assertThatThrownBy(() -> KernelRoute.ofSimilarities(options(solver, GB / 2), TEN, 10_000))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("allow more memory, or give fewer rows")
          .hasMessageNotContaining("landmarks");
    }
  }

  @Test
  void landmarksAmongVeryWideRowsAreChosenFromFewerOfThem() {
    // A sample takes at most 2²⁷ numbers, a gigabyte, however wide its rows are.
    assertThat(Nystrom.bytes(Long.MAX_VALUE, 1_000_000, 100)).isBetween(1e9, 1.2e9);
    assertThat(Nystrom.bytes(1_000_000, 10, 1000)).isBetween(0.4e9, 0.6e9);
    assertThat(Nystrom.bytes(200, 10, 100)).isLessThan(2e6);
  }
}
