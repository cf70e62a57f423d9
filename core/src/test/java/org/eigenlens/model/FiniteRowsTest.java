package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eigenlens.Cca;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is too large for coordinates is refused by its row; what is missing stays missing. */
class FiniteRowsTest {

  private static final Matrix TRAINING = Matrix.of(Samples.normal(30, 2, 4));
  private static final double LARGE = 1.7e308;

  private static Stream<Model> models() {
    return Stream.of(
        Pca.builder().fit(TRAINING),
        Pca.builder().center(false).fit(TRAINING),
        Pca.builder().standardize(true).whiten(true).fit(small()),
        KernelPca.builder().kernel(Kernels.polynomial(1, 1, 3)).components(1).fit(TRAINING),
        KernelPca.builder().kernel(Kernels.linear()).standardize(true).components(1).fit(small()),
        Cca.builder().fit(column(0), column(1)));
  }

  private static Matrix small() {
    double[][] rows = TRAINING.toArray();
    for (double[] row : rows) {
      row[0] *= 1e-5;
    }
    return Matrix.of(rows);
  }

  private static Matrix column(int j) {
    return ((DenseMatrix) small()).columnRange(j, j + 1).copy();
  }

  @ParameterizedTest
  @MethodSource("models")
  void aRowBeyondTheLargestNumberIsNamed(Model model) {
    double[][] rows = Samples.normal(300, 2, 5);
    rows[290] = new double[] {LARGE, -LARGE};
    refuses(() -> model.transform(Matrix.of(rows)), 290);
  }

  @ParameterizedTest
  @MethodSource("models")
  void aMissingCellIsNoReason(Model model) {
    DenseMatrix found = model.transform(Matrix.of(new double[][] {{1e9, Double.NaN}, {0, 0}}));
    assertThat(found.row(0)).contains(Double.NaN);
    assertThat(found.row(1)).matches(FiniteRows::isFinite);
  }

  @Test
  void soAreSingleSparseIncompleteAndDecodedRows() {
    LinearModel model = Pca.builder().fit(TRAINING);
    LinearModel scaled = Pca.builder().standardize(true).fit(small());
    refuses(() -> scaled.transform(new double[] {LARGE, 1}), -1);
    refuses(() -> scaled.transform(2, new int[] {0}, new double[] {LARGE}), -1);
    double[][] one = {{1, 1}, {LARGE, 0}};
    refuses(() -> scaled.transform(Samples.sparse(one)), 1);
    Matrix gap = Matrix.of(new double[][] {{1, 1}, {LARGE, Double.NaN}});
    refuses(() -> scaled.filled(gap), 1);
    double[][] decoded = {{1, 1}, {LARGE, LARGE}};
    refuses(() -> model.inverseTransform(Matrix.of(decoded)), 1);
    assertThat(scaled.transform(new double[] {Double.NaN, LARGE})).containsOnly(Double.NaN);
  }

  private static void refuses(ThrowingCallable work, long row) {
    assertThatThrownBy(work)
        .isInstanceOfSatisfying(
            NumericalException.class, e -> assertThat(e.row().orElse(-1)).isEqualTo(row))
        .hasMessageContaining("beyond the largest number, 1.8e308");
  }
}
