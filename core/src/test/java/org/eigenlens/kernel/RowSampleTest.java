package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.junit.jupiter.api.Test;

class RowSampleTest {

  @Test
  void takesAllRowsInOrderWhereTheyFit() {
    double[][] x = Samples.normal(3000, 2, 51);
    assertThat(RowSample.of(Matrix.of(x), 3000, 1).rows().toArray()).isDeepEqualTo(x);
    assertThat(RowSample.of(Samples.streamed(x, 2), 5000, 1).rows().toArray()).isDeepEqualTo(x);
  }

  /** Landmarks that are chosen among all points need no copy of them. */
  @Test
  void allPointsAreTakenAsTheyAre() {
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(300, 2, 53));
    assertThat(RowSample.all(points).rows()).isSameAs(points);
    LowRank found = LowRank.byLandmarks(new Rbf(1), points, 20, 0, 1);
    assertThat(found.features().columns()).isEqualTo(20);
    assertThat(points.get(299, 1)).isEqualTo(Samples.normal(300, 2, 53)[299][1]);
    assertThat(LowRank.sampleBytes(50_000, 10, 20)).isZero();
    assertThat(LowRank.sampleBytes(50_001, 10, 20)).isEqualTo(4e6);
  }

  @Test
  void aFileGivesTheSampleOfTheSameRowsInMemory() {
    double[][] x = Samples.normal(5000, 2, 52);
    RowSample inMemory = RowSample.of(Matrix.of(x), 1700, 7);
    RowSample streamed = RowSample.of(Samples.streamed(x, 2), 1700, 7);
    assertThat(streamed.numbers()).isEqualTo(inMemory.numbers()).doesNotHaveDuplicates();
    assertThat(streamed.rows().toArray()).isDeepEqualTo(inMemory.rows().toArray());
    assertThat(streamed.total()).isEqualTo(5000);
    assertThat(RowSample.of(Matrix.of(x), 1700, 8).numbers()).isNotEqualTo(inMemory.numbers());
  }

  @Test
  void everyRowIsEquallyLikely() {
    Matrix x = Matrix.of(new double[40][1]);
    int runs = 4000;
    double[] frequency = new double[40];
    for (int seed = 0; seed < runs; seed++) {
      for (long number : RowSample.of(x, 10, seed).numbers()) {
        frequency[(int) number] += 1.0 / runs;
      }
    }
    // Five standard deviations of a frequency of a quarter.
    for (double f : frequency) {
      assertThat(f).isCloseTo(0.25, within(5 * Math.sqrt(0.25 * 0.75 / runs)));
    }
  }
}
