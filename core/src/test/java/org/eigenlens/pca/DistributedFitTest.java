package org.eigenlens.pca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.eigenlens.Cca;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parts;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;

class DistributedFitTest {

  private static List<String> names(int count) {
    return PcaFit.names(count, null);
  }

  /** Rows of ten ones, or numbers near one, in random columns. */
  private static SparseMatrix flat(int rows, int columns, long seed) {
    Random random = new Random(seed);
    int[] starts = new int[rows + 1];
    int[] indices = new int[10 * rows];
    double[] values = new double[indices.length];
    for (int i = 0; i < rows; i++) {
      int[] chosen = random.ints(0, columns).distinct().limit(10).sorted().toArray();
      System.arraycopy(chosen, 0, indices, 10 * i, 10);
      starts[i + 1] = 10 * (i + 1);
    }
    for (int p = 0; p < values.length; p++) {
      values[p] = 1 + 0.1 * random.nextGaussian();
    }
    return SparseMatrix.of(rows, columns, starts, indices, values);
  }

  @Test
  void aFlatSpectrumOfWideRowsIsNotSummedUpToACovariance() {
    int d = 12_000;
    Parts rows = new Parts(d, List.of(flat(3000, d, 1), flat(3000, d, 2)));
    // The largest eigenvalues of such rows lie within a percent: sixty passes do not part them.
    LinearModel found = Pca.builder().components(2).build().fit(rows, names(d));
    assertThat(found.provenance().solver()).isEqualTo("krylov");
    assertThat(found.provenance().solverReason()).contains("went on");
  }

  @Test
  void manyComponentsOfWideRowsAreIterated() {
    assertThat(SolverChoice.ofDistributed(11_000, new Wanted.Count(100)).solver())
        .isEqualTo(PcaSolver.KRYLOV);
    assertThat(SolverChoice.ofDistributed(40_000, new Wanted.Count(500)).solver())
        .isEqualTo(PcaSolver.KRYLOV);
    assertThat(SolverChoice.ofDistributed(9_000, new Wanted.Count(100)).solver())
        .isEqualTo(PcaSolver.COVARIANCE);
  }

  @Test
  void whatIsTooWideIsRefused() {
    assertThatThrownBy(() -> SolverChoice.ofDistributed(10_001, new Wanted.All()))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("10001 columns")
        .hasMessageContaining("a share");
    int d = 20_001;
    Parts rows = new Parts(d, List.of(flat(3, d, 1)));
    for (PcaSolver solver : List.of(PcaSolver.COVARIANCE, PcaSolver.STREAMING)) {
      assertThatThrownBy(
              () -> Pca.builder().components(1).solver(solver).build().fit(rows, names(d)))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("20001 × 20001");
    }
    assertThatThrownBy(() -> Cca.builder().build().fit(rows, names(d), 10))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("choose fewer columns");
  }

  @Test
  void aShareOfWideRowsGrowsWithinTheMemoryAllowed() {
    int d = 12_000;
    Parts rows = new Parts(d, List.of(flat(60, d, 3)));
    // Of a flat spectrum of 60 rows 0.2 takes about a dozen components: the first 16 are enough.
    LinearModel few = Pca.builder().components(0.2).build().fit(rows, names(d));
    assertThat(few.components()).isBetween(2, 16);
    assertThatThrownBy(
            () -> Pca.builder().components(0.9).memory(60_000_000).build().fit(rows, names(d)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("ask for fewer components");
  }

  @Test
  void sparseRowsWithConstantColumnsAreStandardizedAsDenseOnesAre() {
    double[][] x = new double[60][6];
    Random random = new Random(4);
    for (int i = 0; i < x.length; i++) {
      x[i][0] = i % 3 == 0 ? random.nextGaussian() : 0;
      // Squares of such numbers are none, so the columns are measured and rescaled.
      x[i][1] = i % 4 == 0 ? 1e-170 * random.nextGaussian() : 0;
      x[i][2] = i % 5 == 0 ? random.nextGaussian() : 0;
      x[i][4] = 7;
    }
    LinearModel expected = Pca.builder().components(3).standardize(true).fit(Matrix.of(x));
    LinearModel found =
        Pca.builder().components(3).standardize(true).build().fit(Parts.sparse(x, 4), names(6));
    // Squares of standardized numbers of size 1: rounding, and eigenvalues a tenth apart.
    assertThat(found.eigenvalues()).containsExactly(expected.eigenvalues(), within(1e-12));
    assertThat(found.provenance().warnings()).isEqualTo(expected.provenance().warnings());
  }

  @Test
  void theExtentOfSparseRowsIsThatOfDenseOnes() {
    double[][] x = {{0, 3, -1, 5}, {0, 3, 0, 6}, {0, 3, 2, 5}, {0, 3, 0, 5}};
    Extent dense = Extent.of(Matrix.of(x), names(4));
    for (int parts : new int[] {1, 2, 4}) {
      Extent sparse = Extent.of(Parts.sparse(x, parts), names(4));
      assertThat(sparse.deviations()).isEqualTo(dense.deviations());
      assertThat(sparse.first()).isEqualTo(dense.first());
      assertThat(sparse.magnitude()).isEqualTo(dense.magnitude());
    }
  }

  @Test
  void theSvdRouteRefusesSparseRowsWhereverTheyAre() {
    Parts rows = Parts.sparse(new double[][] {{0, 1}, {2, 0}, {0, 3}}, 2);
    assertThatThrownBy(
            () -> Pca.builder().components(1).solver(PcaSolver.SVD).build().fit(rows, names(2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("would fill sparse data in");
  }

  @Test
  void largeMeansOfSparseRowsAreWarnedOf() {
    double[][] x = Samples.normal(200, 5, 5);
    for (int i = 0; i < x.length; i++) {
      x[i][2] = 1e6 + i % 10;
      x[i][i % 2] = 0;
    }
    Pca krylov = Pca.builder().components(2).solver(PcaSolver.KRYLOV).build();
    assertThat(krylov.fit(Parts.sparse(x, 3), names(5)).provenance().warnings())
        .anyMatch(warning -> warning.contains("means of these sparse data are large"));
    assertThat(krylov.fit(Parts.dense(x, 3), names(5)).provenance().warnings()).isEmpty();
    Pca summed = Pca.builder().components(2).solver(PcaSolver.COVARIANCE).build();
    assertThat(summed.fit(Parts.sparse(x, 3), names(5)).provenance().warnings()).isEmpty();
  }

  @Test
  void aColumnThatOnlyOnePartStoresHasThatPartsSpread() {
    // (10²⁰⁰)² is no number, but nothing lies between these two means: one part has no element.
    double[][] x = {{0, 1}, {1e200, 1}, {1e200, 1}};
    StoredElements total = new StoredElements(2);
    total.add(Samples.sparse(Arrays.copyOfRange(x, 0, 1)));
    StoredElements more = new StoredElements(2);
    more.add(Samples.sparse(Arrays.copyOfRange(x, 1, 3)));
    total.merge(more);
    assertThat(total.statistics(false).squares()[0]).isEqualTo(Double.POSITIVE_INFINITY);
    double[][] constant = {{1e200}, {1e200}};
    assertThat(ColumnStatistics.of(Parts.sparse(constant, 2), true).squares()).containsExactly(0);
  }
}
