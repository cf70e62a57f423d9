package org.eigenlens.supervised;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.eigenlens.kernel.Delta;
import org.eigenlens.kernel.Linear;
import org.eigenlens.matrix.Parts;
import org.eigenlens.matrix.SparseMatrix;
import org.junit.jupiter.api.Test;

class SparseLabelSumsTest {

  private static final double FAR = 1e6;

  /** A column far from zero, one with zeros, one of zeros; then the label, of which 0 is one. */
  private static double[][] rows(boolean classes) {
    Random random = new Random(6);
    double[][] x = new double[3000][4];
    for (int i = 0; i < x.length; i++) {
      int label = i % 3;
      x[i][0] = FAR + random.nextGaussian() + 0.01 * label;
      x[i][1] = i % 7 == 0 ? random.nextGaussian() + label : 0;
      x[i][3] = classes ? label : label + random.nextGaussian();
    }
    return x;
  }

  /** Sums of (y − ȳ)(x − 10⁶), from differences that are exact. */
  private static double exact(double[][] x, double[] y) {
    double mean = Arrays.stream(y).average().orElseThrow();
    double middle = 0;
    for (double[] row : x) {
      middle += (row[0] - FAR) / x.length;
    }
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      sum += (y[i] - mean) * (x[i][0] - FAR - middle);
    }
    return sum;
  }

  @Test
  void sumsOfClassesOfSparseRowsFarFromZeroKeepTheirDigits() {
    double[][] x = rows(true);
    LabelFactor factor = new LabelFactor(new Delta(), null, 0, 0);
    for (int parts : new int[] {1, 5}) {
      LabelSums sums =
          LabelSums.of(
              LabelledRows.streamed(Parts.sparse(x, parts), 1, true), factor, Long.MAX_VALUE);
      for (int c = 0; c < 3; c++) {
        int number = c;
        double[] codes = new double[x.length];
        Arrays.setAll(codes, i -> i % 3 == number ? 1 : 0);
        // 3000 differences of size 1, each rounded to 1e-10 beside 10⁶ before; sums about zero
        // would be of size 10⁹ and wrong by 1e-6.
        assertThat(sums.sums().get(c, 0)).isCloseTo(exact(x, codes), within(1e-9));
      }
      assertThat(sums.counts()).containsExactly(1000, 1000, 1000);
      assertThat(sums.columns().mean()[0]).isCloseTo(FAR, within(0.1));
    }
  }

  @Test
  void sumsOfTargetsOfSparseRowsFarFromZeroKeepTheirDigits() {
    double[][] x = rows(false);
    double[] y = Arrays.stream(x).mapToDouble(row -> row[3]).toArray();
    LabelFactor factor = new LabelFactor(new Linear(), null, 0, 0);
    double[][] dense =
        LabelSums.of(LabelledRows.streamed(Parts.dense(x, 1), 1, false), factor, Long.MAX_VALUE)
            .sums()
            .toArray();
    for (int parts : new int[] {1, 5}) {
      LabelSums sums =
          LabelSums.of(
              LabelledRows.streamed(Parts.sparse(x, parts), 1, false), factor, Long.MAX_VALUE);
      assertThat(sums.sums().get(0, 0)).isCloseTo(exact(x, y), within(1e-9));
      assertThat(sums.sums().toArray()[0]).containsExactly(dense[0], within(1e-9));
    }
  }

  @Test
  void aColumnThatLaterRowsDoNotStoreIsSummedWithItsZeros() {
    double[][] x = {{5, 1, 0}, {6, 0, 1}, {0, 2, 0}, {0, 0, 1}};
    Parts first = Parts.sparse(x, 2);
    // One lane sees both parts, the first of which stores the first column throughout.
    ClassLane lane = new ClassLane(2, false, Long.MAX_VALUE);
    double[][][] labels = {{{0}, {1}}, {{0}, {1}}};
    for (int part = 0; part < 2; part++) {
      SparseMatrix some = (SparseMatrix) first.parts().get(part);
      assertThat(lane.addSparse(some.columnRange(0, 2), labels[part])).isTrue();
    }
    LabelSums found = lane.result();
    // μ = (2.75, 0.75); class 0 has sums 5 and 3, class 1 has 6 and 0, of two rows each.
    assertThat(found.sums().toArray())
        .isDeepEqualTo(new double[][] {{5 - 2 * 2.75, 3 - 2 * 0.75}, {6 - 2 * 2.75, -2 * 0.75}});
  }
}
