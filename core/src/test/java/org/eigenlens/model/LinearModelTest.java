package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.SparseMatrix;
import org.junit.jupiter.api.Test;

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
