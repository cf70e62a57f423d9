package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.SparseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinearModelTest {

  @Test
  void sparseRowsHaveTheCoordinatesOfTheSameRowsDense() {
    // More rows than are turned at once: 2 columns of 70,000.
    int n = 70_000;
    int[] starts = new int[n + 1];
    int[] indices = new int[n];
    double[] values = new double[n];
    double[][] dense = new double[n][3];
    for (int i = 0; i < n; i++) {
      starts[i + 1] = i + 1;
      indices[i] = i % 3;
      values[i] = 1 + i % 7;
      dense[i][i % 3] = values[i];
    }
    LinearModel model = Pca.builder().components(2).fit(Matrix.of(dense));
    double[][] expected = model.transform(Matrix.of(dense)).toArray();
    double[][] found = model.transform(SparseMatrix.of(n, 3, starts, indices, values)).toArray();
    for (int i = 0; i < n; i++) {
      assertThat(found[i]).containsExactly(expected[i], within(1e-12));
    }
  }

  @ParameterizedTest
  @CsvSource({"true,false,false", "true,true,false", "true,true,true", "false,false,false"})
  void oneRowHasTheCoordinatesItHasAmongOthers(boolean center, boolean scale, boolean whiten) {
    double[][] x = {{1, 2, 9, 4, 1}, {3, 1, 4, 1, 5}, {9, 2, 6, 5, 3}, {5, 8, 9, 7, 9}};
    LinearModel model =
        Pca.builder()
            .components(2)
            .center(center)
            .standardize(scale)
            .whiten(whiten)
            .fit(Matrix.of(x));
    double[][] together = model.transform(Matrix.of(x)).toArray();
    for (int i = 0; i < x.length; i++) {
      assertThat(model.transform(x[i])).containsExactly(together[i], within(1e-13));
    }
    assertThat(model.transform(new double[] {1, Double.NaN, 3, 4, 5})).containsOnly(Double.NaN);
  }

  @ParameterizedTest
  @CsvSource({"true,false,false", "true,true,false", "true,true,true", "false,false,false"})
  void aSparseRowHasTheCoordinatesItHasDense(boolean center, boolean scale, boolean whiten) {
    double[][] x = {{1, 2, 0, 4, 1}, {0, 0, 4, 1, 5}, {9, 2, 6, 0, 3}, {5, 8, 9, 7, 9}};
    LinearModel model =
        Pca.builder()
            .components(2)
            .center(center)
            .standardize(scale)
            .whiten(whiten)
            .fit(Matrix.of(x));
    // Sums of ten terms below 20: some tens of roundings of 2e-15.
    assertThat(model.transform(5, new int[] {3, 0}, new double[] {-7, 2.5}))
        .containsExactly(model.transform(new double[] {2.5, 0, 0, -7, 0}), within(1e-13));
    assertThat(model.transform(5, new int[0], new double[0]))
        .containsExactly(model.transform(new double[5]), within(1e-13));
    assertThat(model.transform(5, new int[] {1, 1}, new double[] {2, 3}))
        .containsExactly(model.transform(new double[] {0, 5, 0, 0, 0}), within(1e-13));
  }

  @Test
  void aSparseRowThatIsNoneIsRefused() {
    LinearModel model = Pca.builder().fit(Matrix.of(new double[][] {{1, 2}, {2, 1}}));
    double[] one = {1};
    assertThatThrownBy(() -> model.transform(2, new int[] {2}, one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Element 1 of the row is in column 2, but columns are counted from 0 to 1.");
    assertThatThrownBy(() -> model.transform(2, new int[] {-1}, one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column -1");
    assertThatThrownBy(() -> model.transform(2, new int[] {0, 1}, one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("There are 2 indices, but 1 values.");
    assertThatThrownBy(() -> model.transform(3, new int[] {0}, one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 columns, but the model was fitted to 2");
  }

  @Test
  void oneRowOfAnotherWidthIsRefused() {
    LinearModel model = Pca.builder().fit(Matrix.of(new double[][] {{1, 2}, {2, 1}}));
    assertThatThrownBy(() -> model.transform(new double[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 columns, but the model was fitted to 2");
  }

  @Test
  void aModelHasNumbersOfItsOwn() {
    Provenance provenance = Pca.builder().fit(Matrix.of(new double[][] {{1}, {2}})).provenance();
    double[] mean = {1, 2};
    double[] scale = {1, 1};
    double[] eigenvalues = {3};
    LinearModel model =
        new LinearModel(
            provenance,
            List.of("a", "b"),
            mean,
            scale,
            DenseMatrix.identity(2).rowRange(0, 1),
            eigenvalues,
            3,
            0);
    mean[0] = 7;
    scale[0] = 7;
    eigenvalues[0] = 7;
    assertThat(model.mean()).containsExactly(1, 2);
    assertThat(model.scale()).containsExactly(1, 1);
    assertThat(model.eigenvalues()).containsExactly(3);
  }

  @Test
  void aModelHasDirectionsOfItsOwn() {
    Provenance provenance = Pca.builder().fit(Matrix.of(new double[][] {{1}, {2}})).provenance();
    DenseMatrix many = DenseMatrix.identity(2);
    LinearModel model =
        new LinearModel(
            provenance,
            List.of("a", "b"),
            new double[2],
            null,
            many.rowRange(0, 1),
            new double[] {1},
            1,
            0);
    many.storage().release();
    assertThat(model.directions().toArray()).isDeepEqualTo(new double[][] {{1, 0}});
  }
}
