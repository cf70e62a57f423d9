package org.eigenlens.pca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.eigenlens.Pca;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistics of what sparse rows store. */
class StoredElementsTest {

  private static final int ROWS = 1000;

  /** Returns rows whose first column is the value everywhere, and whose second is i mod 3. */
  private static SparseMatrix rows(double value) {
    int[] starts = new int[ROWS + 1];
    int[] indices = new int[2 * ROWS];
    double[] values = new double[2 * ROWS];
    for (int i = 0; i < ROWS; i++) {
      starts[i + 1] = 2 * i + 2;
      indices[2 * i + 1] = 1;
      values[2 * i] = value;
      values[2 * i + 1] = i % 3;
    }
    return SparseMatrix.of(ROWS, 2, starts, indices, values);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 7, 1e9 + 0.3, -1e-9})
  void aColumnOfEqualValuesDoesNotDeviate(double value) {
    ColumnStatistics statistics = ColumnStatistics.of(rows(value), true);
    assertThat(statistics.mean()[0]).isEqualTo(value);
    assertThat(statistics.squares()[0]).isZero();
    LinearModel model = Pca.builder().components(1).standardize(true).fit(rows(value));
    assertThat(model.scale()[0]).isEqualTo(1);
    // One column of variance 1 is all there is; a mean of 1e9 is taken off again with rounding.
    assertThat(model.eigenvalues()[0] / (ROWS - 1)).isCloseTo(1, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sumsAreThoseOfAllElements(boolean center) {
    ColumnStatistics statistics = ColumnStatistics.of(rows(2), center);
    // 333 ones and 333 twos among 1000: their sum is 999, that of their squares 1665.
    double mean = center ? 0.999 : 0;
    assertThat(statistics.mean()[1]).isCloseTo(mean, within(1e-13));
    assertThat(statistics.squares()[1]).isCloseTo(1665 - ROWS * mean * mean, within(1e-9));
    assertThat(statistics.squares()[0]).isEqualTo(center ? 0 : 4.0 * ROWS);
  }
}
