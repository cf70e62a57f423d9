package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;

class ImputationTest {

  private static final double GAP = Double.NaN;

  /** Two strong directions in six columns, and a little noise. */
  private static DenseMatrix complete(int n, double noise, long seed) {
    Random random = new Random(seed);
    DenseMatrix x = DenseMatrix.zeros(n, 6);
    double[] row = new double[6];
    for (int i = 0; i < n; i++) {
      double a = 5 * random.nextGaussian();
      double b = 3 * random.nextGaussian();
      for (int j = 0; j < 6; j++) {
        row[j] = 10 * j + a * Math.sin(j + 1) + b * Math.cos(j) + noise * random.nextGaussian();
      }
      x.setRow(i, row, 0);
    }
    return x;
  }

  private static DenseMatrix withGaps(DenseMatrix x, int every) {
    DenseMatrix gaps = x.copy();
    for (int cell = 3; cell < x.rows() * x.columns(); cell += every) {
      gaps.set(cell / x.columns(), cell % x.columns(), GAP);
    }
    return gaps;
  }

  private static double error(DenseMatrix filled, DenseMatrix truth, DenseMatrix gaps) {
    double squares = 0;
    int cells = 0;
    for (int i = 0; i < truth.rows(); i++) {
      for (int j = 0; j < truth.columns(); j++) {
        if (Double.isNaN(gaps.get(i, j))) {
          double difference = filled.get(i, j) - truth.get(i, j);
          squares += difference * difference;
          cells++;
        } else {
          assertThat(filled.get(i, j)).as("known cells stay").isEqualTo(truth.get(i, j));
        }
      }
    }
    return Math.sqrt(squares / cells);
  }

  @Test
  void meansFillEachColumn() {
    Imputation filled = Imputation.byMean(Matrix.of(new double[][] {{1, GAP}, {3, 4}, {GAP, 8}}));
    assertThat(filled.filled().toArray()).isDeepEqualTo(new double[][] {{1, 6}, {3, 4}, {2, 8}});
    assertThat(filled.cells()).isEqualTo(2);
  }

  @Test
  void componentsFindWhatMeansCannot() {
    DenseMatrix truth = complete(120, 0.1, 5);
    DenseMatrix gaps = withGaps(truth, 7);
    double byMean = error(Imputation.byMean(gaps).filled(), truth, gaps);
    Imputation filled = Imputation.byComponents(gaps, 2, false, Progress.NONE);
    double byComponents = error(filled.filled(), truth, gaps);
    // Columns spread by about 4; what the two directions leave is noise of 0.1, a little inflated
    // because a row with a gap has only five cells to place it.
    assertThat(byMean).isGreaterThan(2);
    assertThat(byComponents).isLessThan(0.25);
    assertThat(filled.iterations()).isLessThan(1000);
  }

  @Test
  void standardisedFillingWorksOnColumnsOfAnyScale() {
    DenseMatrix truth = complete(120, 0.1, 6);
    for (int i = 0; i < truth.rows(); i++) {
      truth.set(i, 4, 1e6 * truth.get(i, 4));
    }
    DenseMatrix gaps = withGaps(truth, 11);
    DenseMatrix filled = Imputation.byComponents(gaps, 2, true, Progress.NONE).filled();
    for (int i = 0; i < truth.rows(); i++) {
      for (int j = 0; j < 6; j++) {
        double unit = j == 4 ? 1e6 : 1;
        // Least squares from the five other cells misses a cell by its own noise of 0.1 and by
        // theirs, for these directions at most 1.4 times as much: 0.7 is five standard errors. A
        // mean would miss by the spread, 1.4 to 5.
        assertThat(filled.get(i, j)).isCloseTo(truth.get(i, j), within(0.7 * unit));
      }
    }
  }

  @Test
  void meansOfTheLargestNumbersDoNotOverflow() {
    double huge = Double.MAX_VALUE;
    DenseMatrix filled =
        Imputation.byMean(
                Matrix.of(new double[][] {{huge, huge, 1}, {-huge, huge, 1}, {GAP, GAP, 1}}))
            .filled();
    assertThat(filled.row(2)).containsExactly(0, huge, 1);
  }

  @Test
  void columnWithoutValuesIsNamed() {
    assertThatThrownBy(() -> Imputation.byMean(Matrix.of(new double[][] {{1, GAP}, {2, GAP}})))
        .isInstanceOf(NumericalException.class)
        .hasMessageStartingWith("Column 2 has no values");
  }

  @Test
  void rowWithoutValuesIsNamed() {
    DenseMatrix gaps = complete(10, 0.1, 7);
    gaps.setRow(4, new double[] {GAP, GAP, GAP, GAP, GAP, GAP}, 0);
    assertThatThrownBy(() -> Imputation.byComponents(gaps, 2, false, Progress.NONE))
        .isInstanceOf(NumericalException.class)
        .hasMessageStartingWith("Row 5 has no values");
    assertThatThrownBy(() -> Imputation.byMean(gaps))
        .isInstanceOf(NumericalException.class)
        .hasMessageStartingWith("Row 5 has no values");
  }

  @Test
  void tooManyComponentsAreRefusedWithTheBound() {
    assertThatThrownBy(() -> Imputation.byComponents(complete(10, 0.1, 8), 6, false, Progress.NONE))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("between 1 and 5 components");
  }

  @Test
  void newRowWithGapsIsEncodedFromWhatIsThere() {
    DenseMatrix truth = complete(200, 0.05, 9);
    LinearModel model = Pca.builder().components(2).fit(truth);
    DenseMatrix gaps = withGaps(truth, 5);
    DenseMatrix exact = model.transform(truth);
    DenseMatrix guessed = model.transform(model.filled(gaps));
    for (int i = 0; i < 200; i++) {
      for (int c = 0; c < 2; c++) {
        // Noise of 0.05 in the four or five cells left moves a coordinate by 0.05/σ, σ the smallest
        // singular value of the directions over those cells, at least 0.74 here: 0.35 is five
        // standard errors, of coordinates that spread by about 8 and 5.
        assertThat(guessed.get(i, c)).isCloseTo(exact.get(i, c), within(0.35));
      }
    }
  }

  @Test
  void completeRowsAreEncodedAsEver() {
    DenseMatrix x = complete(30, 0.1, 10);
    LinearModel model = Pca.builder().components(3).whiten(true).fit(x);
    assertThat(model.transform(model.filled(x)).toArray())
        .isDeepEqualTo(model.transform(x).toArray());
  }

  /** Else the rows of a fit would have other coordinates when they are encoded again. */
  @Test
  void otherRowsAreFilledAsTheseWere() {
    DenseMatrix gaps = withGaps(complete(50, 0.5, 11), 4);
    for (boolean standardize : new boolean[] {false, true}) {
      Imputation filled = Imputation.byComponents(gaps, 2, standardize, Progress.NONE);
      assertThat(filled.filling().filled(gaps).toArray()).isDeepEqualTo(filled.filled().toArray());
    }
    Imputation byMean = Imputation.byMean(gaps);
    assertThat(byMean.filling().filled(gaps).toArray()).isDeepEqualTo(byMean.filled().toArray());
  }

  /** Josse and Husson (2012), equation 4: a cell is what the shrunken components of its row say. */
  @Test
  void cellsAreWhereTheIterationComesToRest() {
    int n = 60;
    int d = 6;
    int k = 2;
    DenseMatrix gaps = withGaps(complete(n, 0.5, 12), 5);
    DenseMatrix filled = Imputation.byComponents(gaps, k, false, Progress.NONE).filled();
    LinearModel pca = Pca.builder().components(k).fit(filled);
    double[] squares = pca.eigenvalues();
    double left = pca.totalSquares() - squares[0] - squares[1];
    double noise = left / ((n - 1 - k) * (d - k)) * (n - 1);
    DenseMatrix shrunken = pca.transform(filled);
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < k; c++) {
        shrunken.set(i, c, shrunken.get(i, c) * (squares[c] - noise) / squares[c]);
      }
    }
    DenseMatrix said = pca.inverseTransform(shrunken);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < d; j++) {
        if (Double.isNaN(gaps.get(i, j))) {
          // The iteration ends where cells move less than a millionth of the spread, here of 4.
          assertThat(filled.get(i, j)).isCloseTo(said.get(i, j), within(1e-5));
        }
      }
    }
  }
}
