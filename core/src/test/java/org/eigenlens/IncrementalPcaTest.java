package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncrementalPcaTest {

  /** Rows with three strong directions, far from the origin so that merged means matter. */
  private static DenseMatrix rows(int n, int d, long seed) {
    Random random = new Random(seed);
    DenseMatrix x = DenseMatrix.zeros(n, d);
    double[] row = new double[d];
    for (int i = 0; i < n; i++) {
      double a = 9 * random.nextGaussian();
      double b = 4 * random.nextGaussian();
      double c = 2 * random.nextGaussian();
      for (int j = 0; j < d; j++) {
        row[j] = 100 + a * Math.sin(j) + b * Math.cos(3 * j) + c * (j % 3) + random.nextGaussian();
      }
      x.setRow(i, row, 0);
    }
    return x;
  }

  private static LinearModel inBatches(IncrementalPca pca, DenseMatrix x, int size) {
    for (int from = 0; from < x.rows(); from += size) {
      pca.partialFit(x.rowRange(from, Math.min(x.rows(), from + size)));
    }
    return pca.model();
  }

  private static void assertSameModel(LinearModel actual, LinearModel expected, DenseMatrix x) {
    // Both are backward stable: values agree to a few hundred roundings of the largest.
    double[] values = expected.eigenvalues();
    for (int i = 0; i < values.length; i++) {
      assertThat(actual.eigenvalues()[i]).isCloseTo(values[i], within(1e-12 * values[0]));
    }
    assertThat(actual.totalSquares())
        .isCloseTo(expected.totalSquares(), within(1e-12 * expected.totalSquares()));
    double[] mean = expected.mean();
    for (int j = 0; j < mean.length; j++) {
      assertThat(actual.mean()[j]).isCloseTo(mean[j], within(1e-12 * Math.abs(mean[j])));
    }
    // Directions turn by the rounding over the gap, which is a few percent of the largest here.
    DenseMatrix a = actual.transform(x);
    DenseMatrix b = expected.transform(x);
    double scale = Math.sqrt(values[0]);
    for (int i = 0; i < x.rows(); i++) {
      for (int c = 0; c < a.columns(); c++) {
        assertThat(a.get(i, c)).isCloseTo(b.get(i, c), within(1e-9 * scale));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64, 65, 150, 1000})
  void batchesOfAnySizeEqualOneBatch(int size) {
    DenseMatrix x = rows(230, 6, 11);
    LinearModel model = inBatches(IncrementalPca.builder(3).build(), x, size);
    assertSameModel(model, Pca.builder().components(3).fit(x), x);
    assertThat(model.provenance().warnings()).isEmpty();
    assertThat(model.provenance().rows()).isEqualTo(230);
  }

  @Test
  void firstBatchMayBeSmallerThanTheNumberOfComponents() {
    DenseMatrix x = rows(80, 10, 12);
    IncrementalPca pca = IncrementalPca.builder(5).build();
    pca.partialFit(x.rowRange(0, 3));
    LinearModel early = pca.model();
    assertThat(early.eigenvalues()[1]).isPositive();
    assertThat(early.eigenvalues()[2]).as("3 rows have 2 directions").isZero();
    assertThat(early.provenance().warnings())
        .containsExactly("only 2 of 5 components carry variance so far; the others are 0");
    pca.partialFit(x.rowRange(3, 80));
    assertSameModel(pca.model(), Pca.builder().components(5).fit(x), x);
  }

  @Test
  void uncentredBatchesEqualUncentredPca() {
    DenseMatrix x = rows(90, 5, 13);
    LinearModel model = inBatches(IncrementalPca.builder(2).center(false).ddof(0).build(), x, 20);
    assertSameModel(model, Pca.builder().center(false).ddof(0).components(2).fit(x), x);
  }

  @Test
  void truncationIsBoundedAndSaid() {
    DenseMatrix x = rows(400, 300, 14);
    LinearModel model = inBatches(IncrementalPca.builder(2).capacity(6).build(), x, 50);
    LinearModel exact = Pca.builder().components(2).fit(x);
    assertThat(model.provenance().warnings()).singleElement().asString().contains("cut off");
    assertThat(model.totalSquares())
        .as("the total is known exactly whatever was cut off")
        .isCloseTo(exact.totalSquares(), within(1e-10 * exact.totalSquares()));
    double cutOff =
        Double.parseDouble(model.provenance().warnings().get(0).replaceFirst(".*up to ", ""));
    for (int i = 0; i < 2; i++) {
      double missing = exact.eigenvalues()[i] - model.eigenvalues()[i];
      assertThat(missing).isBetween(-1e-9 * exact.eigenvalues()[0], cutOff);
    }
  }

  @Test
  void sharesStayBelowOneWhenTruncated() {
    DenseMatrix x = rows(300, 280, 15);
    LinearModel model = inBatches(IncrementalPca.builder(4).capacity(4).build(), x, 30);
    double sum = 0;
    for (double share : model.explainedVarianceRatio()) {
      sum += share;
    }
    assertThat(sum).isBetween(0.0, 1.0);
  }

  @Test
  void batchWithOtherColumnsIsRefusedWithBothNumbers() {
    IncrementalPca pca = IncrementalPca.builder(1).build();
    pca.partialFit(rows(5, 4, 16));
    assertThatThrownBy(() -> pca.partialFit(rows(5, 3, 16)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The batch has 3 columns, but those before had 4.");
  }

  @Test
  void badBatchLeavesWhatWasLearnedUntouched() {
    DenseMatrix x = rows(50, 4, 17);
    IncrementalPca pca = IncrementalPca.builder(2).build();
    pca.partialFit(x);
    DenseMatrix bad = rows(3, 4, 18);
    bad.set(1, 2, Double.NaN);
    assertThatThrownBy(() -> pca.partialFit(bad))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Row 2, column 3");
    assertThat(pca.rows()).isEqualTo(50);
    assertSameModel(pca.model(), Pca.builder().components(2).fit(x), x);
  }

  @Test
  void refusedFirstBatchDoesNotSettleTheNumberOfColumns() {
    IncrementalPca pca = IncrementalPca.builder(2).build();
    assertThatThrownBy(() -> pca.partialFit(Matrix.of(new double[][] {{1, Double.NaN, 3}})))
        .isInstanceOf(NumericalException.class);
    DenseMatrix x = rows(20, 5, 19);
    pca.partialFit(x);
    assertSameModel(pca.model(), Pca.builder().components(2).fit(x), x);
  }

  @Test
  void cellsWhoseSquaresOverflowAreRefused() {
    IncrementalPca pca = IncrementalPca.builder(1).build();
    assertThatThrownBy(() -> pca.partialFit(Matrix.of(new double[][] {{1, 2}, {3, -1e170}})))
        .isInstanceOf(NumericalException.class)
        .hasMessageContainingAll("Row 2, column 2", "-1.0E170", "rescale");
    assertThat(pca.rows()).isZero();
  }

  @Test
  void largestCellsAllowedGiveFiniteNumbers() {
    DenseMatrix x = rows(100, 6, 20);
    LinearAlgebra.scaleRows(x, filled(100, 1e57));
    LinearModel model = inBatches(IncrementalPca.builder(2).capacity(3).build(), x, 30);
    assertThat(model.totalSquares()).isPositive().isFinite();
    assertThat(model.diagnose(x, 0.95).speLimit()).isPositive().isFinite();
  }

  private static double[] filled(int length, double value) {
    double[] values = new double[length];
    Arrays.fill(values, value);
    return values;
  }

  @Test
  void residualThatWasNotMeasuredIsNotANumberInTheFileToo(@TempDir Path folder) throws IOException {
    LinearModel model = inBatches(IncrementalPca.builder(2).build(), rows(30, 4, 21), 10);
    assertThat(model.provenance().maxRelativeResidual()).isNaN();
    Path file = folder.resolve("model.safetensors");
    model.save(file);
    assertThat(Model.load(file).provenance().maxRelativeResidual()).isNaN();
  }

  @Test
  void sparseBatchesEqualDenseOnes() {
    double[] values = new double[200];
    int[] indices = new int[200];
    int[] starts = new int[101];
    double[][] dense = new double[100][5];
    for (int i = 0; i < 100; i++) {
      for (int p = 2 * i; p < 2 * i + 2; p++) {
        indices[p] = (i + p % 2) % 4 + p % 2;
        values[p] = 1 + Math.sin(p);
      }
      if (indices[2 * i] >= indices[2 * i + 1]) {
        indices[2 * i] = 0;
      }
      dense[i][indices[2 * i]] = values[2 * i];
      dense[i][indices[2 * i + 1]] = values[2 * i + 1];
      starts[i + 1] = 2 * i + 2;
    }
    IncrementalPca pca = IncrementalPca.builder(2).build();
    pca.partialFit(SparseMatrix.of(100, 5, starts, indices, values));
    IncrementalPca expected = IncrementalPca.builder(2).build();
    expected.partialFit(Matrix.of(dense));
    assertThat(pca.model().eigenvalues()).isEqualTo(expected.model().eigenvalues());
  }

  @Test
  void oneRowIsNotEnough() {
    IncrementalPca pca = IncrementalPca.builder(1).build();
    pca.partialFit(Matrix.of(new double[][] {{1, 2}}));
    assertThatThrownBy(pca::model)
        .isInstanceOf(NumericalException.class)
        .hasMessage("1 row came in so far; at least 2 are needed.");
  }
}
