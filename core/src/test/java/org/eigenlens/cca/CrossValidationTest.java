package org.eigenlens.cca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.Cca;
import org.eigenlens.KernelCca;
import org.eigenlens.PairedSamples;
import org.eigenlens.Progress;
import org.eigenlens.kernel.Folds;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.PairedModel.Side;
import org.eigenlens.pca.Preprocessing;
import org.junit.jupiter.api.Test;

class CrossValidationTest {

  @Test
  void foldsFromTrianglesAndFromRowsHaveTheSameProducts() {
    // 5,000 rows are five tiles of the folded form, shared by two lanes.
    DenseMatrix x = PairedSamples.shared(5000, 3, 1, 1, 5, 1);
    DenseMatrix y = PairedSamples.shared(5000, 2, 1, 1, 5, 2);
    JoinedRows rows = new JoinedRows(x, y);
    CcaOptions options =
        new CcaOptions(
            "cca",
            1,
            new Preprocessing(true, false, 1),
            Ridge.NONE,
            5,
            0,
            CcaSolver.SVD,
            0,
            Long.MAX_VALUE,
            Progress.NONE);
    Reduction reduced =
        Reduction.of(
            rows,
            5000,
            3,
            new boolean[] {true, true},
            new Reduction.Target(options, options.preprocessing(), CcaFit.numbered("c", 5)));
    Folds parts = Folds.deal(5000, 5, 3);
    DenseMatrix[] gathered = FoldBlocks.gathered(rows, reduced, parts);
    DenseMatrix[] folded = FoldBlocks.folded(rows, reduced, parts);
    for (int f = 0; f < 5; f++) {
      assertThat(gathered[f].rows()).isEqualTo(1000);
      assertThat(folded[f].rows()).isEqualTo(6);
      // Sums of 1,000 products whose total is at most 1,000: rounding stays below 1e-10.
      assertThat(products(folded[f])).containsExactly(products(gathered[f]), within(1e-10));
    }
  }

  private static double[] products(DenseMatrix rows) {
    DenseMatrix products = DenseMatrix.zeros(rows.columns(), rows.columns());
    LinearAlgebra.multiply(1, rows, true, rows, false, 0, products);
    return products.toRowMajor();
  }

  @Test
  void rowsLeftOutHaveNoPartInAnything() {
    double[][] x = PairedSamples.shared(60, 5, 1, 1, 7, 1).toArray();
    // A single row far out, so that its fold's deviations are others than those of all rows.
    x[17][2] = 400;
    double[][] y = PairedSamples.shared(60, 4, 1, 1, 7, 2).toArray();
    for (Ridge ridge : new Ridge[] {Ridge.NONE, new Ridge.Fixed(0.4, 1.5)}) {
      Cca.Builder cca = Cca.builder().standardize(true).ridge(ridge).components(1).seed(5);
      double[] sums = new double[3];
      Folds parts = Folds.deal(60, 4, 5);
      for (int f = 0; f < 4; f++) {
        int[] out = parts.rows(f, true);
        int[] in = parts.rows(f, false);
        PairedModel model = cca.folds(0).fit(rows(x, in), rows(y, in));
        double[] zx = model.transform(Side.X, rows(x, out)).column(0);
        double[] zy = model.transform(Side.Y, rows(y, out)).column(0);
        for (int i = 0; i < zx.length; i++) {
          sums[0] += zx[i] * zx[i];
          sums[1] += zy[i] * zy[i];
          sums[2] += zx[i] * zy[i];
        }
      }
      PairedModel whole = cca.folds(4).fit(Matrix.of(x), Matrix.of(y));
      // The same fits in the same units, of views whose condition is below 1e3.
      assertThat(whole.crossValidatedCorrelations()[0])
          .isCloseTo(sums[2] / Math.sqrt(sums[0] * sums[1]), within(1e-11));
    }
  }

  private static Matrix rows(double[][] all, int[] some) {
    return Matrix.of(Arrays.stream(some).mapToObj(i -> all[i]).toArray(double[][]::new));
  }

  /** Whatever ridge each fold chooses, noise has no correlation on rows left out. */
  @Test
  void noiseHoldsNothingWhereTheRidgeIsChosenToo() {
    double linear = 0;
    double kernel = 0;
    for (int seed = 0; seed < 20; seed++) {
      DenseMatrix x = PairedSamples.noise(80, 5, 2 * seed + 1);
      DenseMatrix y = PairedSamples.noise(80, 5, 2 * seed + 2);
      linear +=
          Cca.builder()
                  .ridge(new Ridge.CrossValidated())
                  .components(1)
                  .fit(x, y)
                  .crossValidatedCorrelations()[0]
              / 20;
      kernel +=
          KernelCca.builder()
                  .kernels(Kernels.rbf(0.1), Kernels.rbf(0.1))
                  .landmarks(20)
                  .components(1)
                  .fit(x, y)
                  .crossValidatedCorrelations()[0]
              / 20;
    }
    // A correlation of 80 independent pairs has deviation 0.11, the mean of 20 of them 0.025.
    assertThat(linear).isLessThan(0.075);
    assertThat(kernel).isLessThan(0.075);
  }

  /** With 15 columns a view the best ridge for the rows that judge it looks good on noise. */
  @Test
  void manyColumnsOfNoiseHoldNothingWhereTheRidgeIsChosenToo() {
    double sum = 0;
    for (int seed = 0; seed < 40; seed++) {
      sum +=
          Cca.builder()
              .ridge(new Ridge.CrossValidated())
              .components(1)
              .fit(
                  PairedSamples.noise(60, 15, 2 * seed + 1),
                  PairedSamples.noise(60, 15, 2 * seed + 2))
              .crossValidatedCorrelations()[0];
    }
    // The mean of 40 such correlations has deviation 0.02; ridges chosen on the rows that judge
    // them give 0.18.
    assertThat(sum / 40).isLessThan(0.07);
  }

  @Test
  void aViewThatIsConstantWithoutAFoldIsSaid() {
    double[][] y = new double[40][1];
    for (double[] row : y) {
      row[0] = 0.1;
    }
    y[11][0] = 3;
    DenseMatrix x = PairedSamples.noise(40, 3, 1);
    for (Ridge ridge : new Ridge[] {Ridge.NONE, new Ridge.CrossValidated()}) {
      PairedModel model = Cca.builder().folds(5).ridge(ridge).fit(x, Matrix.of(y));
      assertThat(model.provenance().warnings())
          .anyMatch(w -> w.startsWith("1 of 5 folds had no part in cross-validation"));
      assertThat(model.crossValidatedCorrelations()[0]).isBetween(-1.0, 1.0);
      assertThat(model.findings().ridgeX()).isFinite();
    }
    double[][] halves = new double[40][1];
    int[] parts = Folds.deal(40, 2, 0).of();
    Arrays.setAll(halves, i -> new double[] {parts[i]});
    Cca two = Cca.builder().folds(2).build();
    assertThatThrownBy(() -> two.fit(x, Matrix.of(halves)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("for each of the 2 folds");
  }

  @Test
  void whatARidgeByCrossValidationCannotHaveIsRefused() {
    Cca.Builder chosen = Cca.builder().ridge(new Ridge.CrossValidated());
    assertThatThrownBy(() -> chosen.folds(2).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 folds or more");
    assertThatThrownBy(() -> chosen.folds(3).permutations(9).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("p-values too small");
  }

  @Test
  void foldsAndShufflesKeepWithinTheMemory() {
    DenseMatrix x = PairedSamples.noise(3000, 4, 1);
    DenseMatrix y = PairedSamples.noise(3000, 4, 2);
    // The triangles of 8 columns take 20 kB, 3,000 whitened rows 192 kB.
    Cca.Builder small = Cca.builder().memory(100_000);
    assertThat(small.fit(x, y).components()).isEqualTo(4);
    assertThatThrownBy(() -> small.folds(5).fit(x, y))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("5 folds of 3000 rows");
    assertThatThrownBy(() -> small.folds(0).permutations(9).fit(x, y))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("shuffles of 3000 rows");
  }
}
