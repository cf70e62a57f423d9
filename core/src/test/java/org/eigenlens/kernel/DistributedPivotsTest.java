package org.eigenlens.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Parts;
import org.eigenlens.matrix.RowSource;
import org.junit.jupiter.api.Test;

class DistributedPivotsTest {

  /** Clusters of very different sizes, the smallest of a few rows. */
  private static double[][] clusters(int rows, long seed) {
    Random random = new Random(seed);
    double[][] x = new double[rows][3];
    for (int i = 0; i < rows; i++) {
      int cluster = i % 100 == 0 ? 5 + i / 100 % 4 : i % 5;
      for (int j = 0; j < 3; j++) {
        x[i][j] = 4 * Math.sin(cluster * (j + 1)) + random.nextGaussian();
      }
    }
    return x;
  }

  private static NystromPca fit(Nystrom nystrom, RowSource rows) {
    return nystrom.fit(rows, Progress.NONE);
  }

  @Test
  void landmarksDoNotDependOnHowRowsAreDivided() {
    double[][] x = clusters(1000, 1);
    double[][] reversed = x.clone();
    Collections.reverse(Arrays.asList(reversed));
    // More landmarks than a block has candidates: several rounds.
    Nystrom nystrom = Nystrom.landmarks(Kernels.rbf(0.5), 5, 150, 3);
    NystromPca one = fit(nystrom, Parts.dense(x, 1));
    assertThat(one.landmarks().rows()).isEqualTo(150);
    for (RowSource other :
        new RowSource[] {Parts.dense(x, 3), Parts.dense(x, 7), Parts.dense(reversed, 4)}) {
      NystromPca found = fit(nystrom, other);
      for (int s = 0; s < 150; s++) {
        assertThat(found.landmarks().row(s)).containsExactly(one.landmarks().row(s), within(1e-12));
      }
      assertThat(found.eigenvalues())
          .containsExactly(one.eigenvalues(), within(1e-9 * one.eigenvalues()[0]));
    }
    // Rows that are standardised differ in last bits with how they are divided.
    double[] mean = {0.1, 0.2, 0.3};
    NystromPca framed =
        fit(nystrom, Parts.dense(x, 2).mapped(3, tile -> scaled(tile, mean, 1 + 1e-15)));
    NystromPca other =
        fit(nystrom, Parts.dense(x, 5).mapped(3, tile -> scaled(tile, mean, 1 - 1e-15)));
    for (int s = 0; s < 150; s++) {
      assertThat(framed.landmarks().row(s))
          .containsExactly(other.landmarks().row(s), within(1e-12));
    }
  }

  /**
   * Rows along ten axes, whose linear kernel leaves of each what its length is, landmarks aside:
   * single draws must come in proportion to it.
   */
  @Test
  void drawsAreProportionalToWhatIsLeft() {
    int axes = 10;
    double[][] x = new double[axes][axes];
    for (int i = 0; i < axes; i++) {
      x[i][i] = Math.sqrt(i + 1);
    }
    // The last is a landmark already, and leaves nothing of itself.
    LandmarkFeatures features =
        new LandmarkFeatures(
            Kernels.linear(),
            new double[axes],
            DenseMatrix.copyOf(1, axes, x[axes - 1]),
            DenseMatrix.copyOf(1, 1, new double[] {Math.sqrt(axes)}));
    int draws = 4000;
    int[] found = new int[axes];
    RowCounts.Weights alike = new RowCounts().weights();
    for (int seed = 0; seed < draws; seed++) {
      PivotRace.Lane lane = new PivotRace(features, tile -> tile, alike, 1, 1e-12, seed, 3).get();
      lane.add(
          0,
          DenseMatrix.copyOf(
              axes, axes, Arrays.stream(x).flatMapToDouble(Arrays::stream).toArray()));
      double[] drawn = lane.drawn().get(0);
      found[(int) Math.round(Arrays.stream(drawn).map(value -> value * value).sum()) - 1]++;
    }
    assertThat(found[axes - 1]).isZero();
    double sum = axes * (axes - 1) / 2.0;
    double chiSquared = 0;
    for (int i = 0; i < axes - 1; i++) {
      double expected = draws * (i + 1) / sum;
      chiSquared += Math.pow(found[i] - expected, 2) / expected;
    }
    // With 8 degrees of freedom 31.8 is exceeded once in ten thousand; the seeds are fixed.
    assertThat(chiSquared).isLessThan(31.8);
  }

  private static DenseMatrix scaled(DenseMatrix tile, double[] mean, double factor) {
    for (int i = 0; i < tile.rows(); i++) {
      double[] row = tile.row(i);
      Arrays.setAll(row, j -> (row[j] - mean[j]) * factor);
      tile.setRow(i, row, 0);
    }
    return tile;
  }

  @Test
  void theyMissAsLittleAsThoseChosenInMemory() {
    double[][] x = clusters(800, 2);
    double there = 0;
    double here = 0;
    double uniform = 0;
    int seeds = 6;
    for (int seed = 0; seed < seeds; seed++) {
      Nystrom nystrom = Nystrom.landmarks(Kernels.rbf(0.3), 3, 60, seed);
      there += fit(nystrom, Parts.dense(x, 4)).traceError() / seeds;
      here += fit(nystrom, Matrix.of(x)).traceError() / seeds;
      uniform +=
          fit(nystrom.choosing(LandmarkMethod.UNIFORM), Parts.dense(x, 4)).traceError() / seeds;
    }
    // The same law but for rows that come again within a round: single errors spread by some 15 %,
    // means of six by 6 %, their ratio by 9 %, and 25 % is almost three times that.
    assertThat(there).isLessThan(1.25 * here);
    assertThat(there).isLessThan(uniform);
  }

  @Test
  void theErrorIsThatOfTheLandmarksOverAllRows() {
    double[][] x = clusters(400, 3);
    Kernel kernel = Kernels.rbf(0.4);
    NystromPca found = fit(Nystrom.landmarks(kernel, 2, 70, 1), Parts.dense(x, 3));
    double[][] chosen = found.landmarks().toArray();
    Arrays.stream(chosen).forEach(row -> Arrays.setAll(row, j -> row[j] + found.shift()[j]));
    for (double[] landmark : chosen) {
      assertThat(Arrays.stream(x).mapToDouble(row -> distance(row, landmark)).min().orElseThrow())
          .isLessThan(1e-12);
    }
    // ρ = Σ k(x, x) − k(x, S) K(S, S)⁻¹ k(S, x), by elimination in plain arrays. K(S, S) has a
    // condition of some 1e4, so that nine digits are left.
    double[][] table = new double[70][70 + x.length];
    for (int s = 0; s < 70; s++) {
      for (int t = 0; t < 70; t++) {
        table[s][t] = rbf(0.4, chosen[s], chosen[t]);
      }
      for (int i = 0; i < x.length; i++) {
        table[s][70 + i] = rbf(0.4, chosen[s], x[i]);
      }
    }
    double left = x.length;
    for (int s = 0; s < 70; s++) {
      for (int i = 0; i < x.length; i++) {
        left -= table[s][70 + i] * table[s][70 + i] / table[s][s];
      }
      for (int t = s + 1; t < 70; t++) {
        double factor = table[t][s] / table[s][s];
        for (int c = s; c < table[t].length; c++) {
          table[t][c] -= factor * table[s][c];
        }
      }
    }
    assertThat(found.traceError()).isCloseTo(left, within(1e-9 * x.length));
    // As many landmarks, so the same span: λ̂ ≤ λ ≤ λ̂ + ρ by the exact fit.
    NystromPca exact = fit(Nystrom.landmarks(kernel, 2, 400, 1), Parts.dense(x, 3));
    for (int i = 0; i < 2; i++) {
      assertThat(exact.eigenvalues()[i])
          .isBetween(
              found.eigenvalues()[i] - 1e-9, found.eigenvalues()[i] + found.traceError() + 1e-9);
    }
  }

  private static double rbf(double gamma, double[] a, double[] b) {
    double squares = 0;
    for (int j = 0; j < a.length; j++) {
      squares += (a[j] - b[j]) * (a[j] - b[j]);
    }
    return Math.exp(-gamma * squares);
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += Math.abs(a[j] - b[j]);
    }
    return sum;
  }

  @Test
  void dataOfLowRankAndDuplicatesEndEarly() {
    Random random = new Random(4);
    double[][] flat = new double[300][6];
    for (double[] row : flat) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      Arrays.setAll(row, j -> a * j + b * (6 - j));
    }
    NystromPca linear = fit(Nystrom.landmarks(Kernels.linear(), 2, 50, 1), Parts.dense(flat, 3));
    assertThat(linear.landmarks().rows()).isEqualTo(2);
    double[][] repeated = new double[400][];
    Arrays.setAll(repeated, i -> flat[i % 7]);
    NystromPca few = fit(Nystrom.landmarks(Kernels.rbf(0.1), 3, 50, 1), Parts.dense(repeated, 5));
    assertThat(few.landmarks().rows()).isEqualTo(7);
    assertThat(few.traceError()).isLessThan(1e-9);
  }

  @Test
  void aRowThatOccursVeryOftenWeighsAsMuch() {
    double[][] x = new double[6000][];
    Random random = new Random(5);
    for (int i = 0; i < x.length; i++) {
      x[i] =
          i % 3 == 0
              ? new double[] {100, 100}
              : new double[] {30 * random.nextGaussian(), 30 * random.nextGaussian()};
    }
    // A third of the trace is one row: by its share each of ten draws finds it with probability
    // 1/3, once among 4,001 distinct rows with 1/4,001.
    int found = 0;
    for (int seed = 0; seed < 10; seed++) {
      NystromPca pca = fit(Nystrom.landmarks(Kernels.rbf(1), 1, 10, seed), Parts.dense(x, 4));
      found += pca.traceError() < 4100 ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(8);
  }

  @Test
  void landmarksAreTakenUntilTheyLeaveLittle() {
    double[][] x = clusters(1000, 6);
    NystromPca found = fit(Nystrom.auto(Kernels.rbf(0.05), 3, 1), Parts.dense(x, 3));
    double total = found.total() + found.traceError();
    assertThat(found.traceError()).isLessThan(Nystrom.AUTO_TOLERANCE * total);
    assertThat(found.landmarks().rows()).isLessThan(500);
  }

  @Test
  void sparseRowsGiveTheSame() {
    double[][] x = clusters(300, 7);
    for (int i = 0; i < x.length; i++) {
      x[i][i % 3] = i % 6 < 4 ? 0 : -0.0;
    }
    Nystrom nystrom = Nystrom.landmarks(Kernels.rbf(0.5), 2, 30, 1);
    NystromPca dense = fit(nystrom, Parts.dense(x, 2));
    NystromPca sparse = fit(nystrom, Parts.sparse(x, 3));
    assertThat(sparse.eigenvalues()).containsExactly(dense.eigenvalues(), within(1e-9));
  }
}
