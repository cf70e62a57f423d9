package org.eigenlens.supervised;

import static org.assertj.core.api.Assertions.assertThat;

import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;

/** The nearest of some rows by their columns. */
class NearestRowsTest {

  @Test
  void whatRoundingLeavesOfAConstantColumnDoesNotCount() {
    double same = 0.1 + 0.2; // and 0.3, one bit below it
    DenseMatrix others = DenseMatrix.copyOf(new double[][] {{0.3, 1}, {same, 2}, {0.3, 4}});
    DenseMatrix rows = DenseMatrix.copyOf(new double[][] {{same, 1.1}, {0.3, 2.1}});
    assertThat(NearestRows.find(others, rows, true)).containsExactly(0, 1);
  }

  /** A single value among many hides in their deviation, but sixteen units are no rounding. */
  @Test
  void oneValueThatDiffersAmongManyCounts() {
    double other = 1 + 16 * Math.ulp(1.0);
    double[][] x = new double[3000][2];
    for (double[] row : x) {
      row[0] = 1;
      row[1] = 5;
    }
    x[7][0] = other;
    DenseMatrix rows = DenseMatrix.copyOf(new double[][] {{other, 5}});
    assertThat(NearestRows.find(DenseMatrix.copyOf(x), rows, true)).containsExactly(7);
  }
}
