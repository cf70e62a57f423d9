package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Columns of very different size: components far below the first one are components still. */
class PcaGradedTest {

  private static final PcaSolver[] ITERATING = {
    PcaSolver.AUTO, PcaSolver.KRYLOV, PcaSolver.COVARIANCE
  };

  /** Eight directions in 600 columns, one of which is larger by a factor. */
  private static DenseMatrix withOneLargeColumn(double factor) {
    int d = 600;
    Random random = new Random(3);
    double[][] directions = new double[8][d];
    for (double[] direction : directions) {
      Arrays.setAll(direction, j -> random.nextGaussian());
    }
    DenseMatrix x = DenseMatrix.zeros(1500, d);
    double[] row = new double[d];
    for (int i = 0; i < x.rows(); i++) {
      Arrays.setAll(row, j -> random.nextGaussian());
      for (int k = 0; k < directions.length; k++) {
        double z = random.nextGaussian() * (8 - k) * 0.2;
        for (int j = 0; j < d; j++) {
          row[j] += z * directions[k][j];
        }
      }
      row[0] *= factor;
      x.setRow(i, row, 0);
    }
    return x;
  }

  @Test
  void smallComponentsBesideALargeOneAreFoundByIterationToo() {
    DenseMatrix x = withOneLargeColumn(3e5);
    LinearModel exact = Pca.builder().components(6).solver(PcaSolver.SVD).fit(x);
    for (PcaSolver solver : ITERATING) {
      LinearModel found = Pca.builder().components(6).solver(solver).fit(x);
      assertThat(found.provenance().warnings()).as(solver.label()).isEmpty();
      for (int i = 0; i < 6; i++) {
        // Squaring leaves rounding of a few √d·ε·λ₁; the sixth value is 1e-9·λ₁ here, and its gap
        // to the others is about its own size.
        double error = 1e-13 * exact.eigenvalues()[0] / exact.eigenvalues()[i];
        assertThat(found.eigenvalues()[i] / exact.eigenvalues()[i])
            .as("value %d by %s", i + 1, solver.label())
            .isCloseTo(1, within(Math.max(1e-12, error)));
        double cosine = 0;
        double[] a = found.directions().row(i);
        double[] b = exact.directions().row(i);
        for (int j = 0; j < a.length; j++) {
          cosine += a[j] * b[j];
        }
        assertThat(cosine)
            .as("direction %d by %s", i + 1, solver.label())
            .isCloseTo(1, within(1e-6));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void roundingOfTheLastBitIsNotStandardisedToAComponent(PcaSolver solver) {
    Random random = new Random(5);
    double[][] x = new double[40][];
    Arrays.setAll(
        x,
        i ->
            new double[] {
              random.nextGaussian(), random.nextGaussian(), i % 2 == 0 ? 0.3 : 0.1 + 0.2
            });
    LinearModel model = Pca.builder().standardize(true).solver(solver).fit(Matrix.of(x));
    assertThat(model.totalVariance()).isCloseTo(2, within(1e-12));
    assertThat(model.scale()[2]).isEqualTo(1);
    assertThat(model.provenance().warnings())
        .containsExactly("1 of 3 columns is constant and was not divided by its deviation: x3");
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void standardisedColumnsMayBeOfAnySize(PcaSolver solver) {
    Random random = new Random(6);
    double[][] plain = new double[50][];
    double[][] odd = new double[50][];
    for (int i = 0; i < 50; i++) {
      double a = random.nextGaussian();
      plain[i] = new double[] {a + random.nextGaussian(), a, random.nextGaussian(), 7};
      odd[i] = plain[i].clone();
      odd[i][0] *= 0x1p-560; // about 1e-169: its squares vanish
      odd[i][2] *= 0x1p540; // about 1e162: its squares overflow
    }
    LinearModel expected = Pca.builder().standardize(true).solver(solver).fit(Matrix.of(plain));
    LinearModel found = Pca.builder().standardize(true).solver(solver).fit(Matrix.of(odd));
    // Powers of two change no digit of standardised data.
    assertThat(found.explainedVariance())
        .containsExactly(expected.explainedVariance(), within(1e-12));
    assertThat(found.transform(Matrix.of(odd)).row(3))
        .containsExactly(expected.transform(Matrix.of(plain)).row(3), within(1e-7));
    assertThat(found.provenance().warnings()).isEqualTo(expected.provenance().warnings());
  }
}
