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
}
