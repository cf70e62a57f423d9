package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;

/**
 * The decathlon's little sister: five rows of three columns, whose figures were checked by hand
 * from the definitions (the sums that must be 1, and correlations by their formula).
 */
class InterpretationTest {

  private static final DenseMatrix X =
      DenseMatrix.copyOf(
          new double[][] {{1, 2, 0}, {2, 1, 1}, {3, 5, 2}, {4, 3, 5}, {7, 9, 1}, {2, 8, 3}});

  private final LinearModel model = Pca.builder().components(3).standardize(true).build().fit(X);
  private final DenseMatrix z = model.transform(X);
  private final Interpretation reading = new Interpretation(model);

  @Test
  void contributionsOfColumnsAddUpToOne() {
    DenseMatrix contributions = reading.columnContributions();
    for (int c = 0; c < 3; c++) {
      assertThat(Arrays.stream(contributions.column(c)).sum()).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void contributionsOfTrainingRowsAddUpToOne() {
    DenseMatrix contributions = reading.rowContributions(z);
    for (int c = 0; c < 3; c++) {
      assertThat(Arrays.stream(contributions.column(c)).sum()).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void qualitiesOfRowsOverAllComponentsAddUpToOne() {
    for (double[] row : reading.rowQualities(X, z).toArray()) {
      assertThat(Arrays.stream(row).sum()).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void correlationsFromTheModelAreThoseOfTheRows() {
    DenseMatrix known = reading.columnCorrelations();
    DenseMatrix counted = Interpretation.correlations(X, z);
    for (int j = 0; j < 3; j++) {
      assertThat(known.row(j)).containsExactly(counted.row(j), within(1e-12));
    }
  }

  @Test
  void whiteningChangesNeither() {
    LinearModel white = Pca.builder().components(3).standardize(true).whiten(true).build().fit(X);
    Interpretation other = new Interpretation(white);
    DenseMatrix coordinates = white.transform(X);
    assertThat(other.rowContributions(coordinates).row(0))
        .containsExactly(reading.rowContributions(z).row(0), within(1e-12));
    assertThat(other.rowQualities(X, coordinates).row(0))
        .containsExactly(reading.rowQualities(X, z).row(0), within(1e-12));
  }

  @Test
  void columnsInTheirOwnUnitsHaveNoCorrelations() {
    LinearModel plain = Pca.builder().components(2).build().fit(X);
    assertThatThrownBy(() -> new Interpretation(plain).columnCorrelations())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("standardised");
  }

  @Test
  void aColumnThatDoesNotVaryHasNoCorrelation() {
    DenseMatrix flat = DenseMatrix.zeros(6, 1);
    assertThat(Interpretation.correlations(flat, z).row(0)).containsOnly(Double.NaN);
  }

  @Test
  void aConstantWhoseMeanIsRoundedHasNoCorrelationEither() {
    DenseMatrix flat = DenseMatrix.zeros(7, 1);
    DenseMatrix other = DenseMatrix.zeros(7, 1);
    for (int i = 0; i < 7; i++) {
      flat.set(i, 0, 0.1); // seven times 0.1, divided by seven, is not 0.1 in all orders
      other.set(i, 0, i * i);
    }
    assertThat(Interpretation.correlations(flat, other).get(0, 0)).isNaN();
  }

  @Test
  void rowsWithoutCoordinatesDoNotCount() {
    DenseMatrix gone = z.copy();
    double[] none = new double[z.columns()];
    java.util.Arrays.fill(none, Double.NaN);
    gone.setRow(5, none, 0);
    double known = Interpretation.correlations(X.rowRange(0, 5), z.rowRange(0, 5)).get(0, 0);
    assertThat(Interpretation.correlations(X, gone).get(0, 0)).isCloseTo(known, within(1e-14));
  }

  @Test
  void theMeanSquaredDifferencePassesOverUnknownCells() {
    DenseMatrix a = DenseMatrix.copyOf(new double[][] {{1, 2}, {3, Double.NaN}});
    DenseMatrix b = DenseMatrix.copyOf(new double[][] {{0, 4}, {3, 1}});
    assertThat(Interpretation.meanSquaredDifference(a, b)).isEqualTo(5 / 3.0);
  }

  @Test
  void missingCellsArePassedOver() {
    DenseMatrix holes = X.copy();
    holes.set(5, 0, Double.NaN);
    double known = Interpretation.correlations(X.rowRange(0, 5), z.rowRange(0, 5)).get(0, 0);
    assertThat(Interpretation.correlations(holes, z).get(0, 0)).isCloseTo(known, within(1e-14));
  }

  @Test
  void correlationsDoNotDependOnTheUnit() {
    DenseMatrix one = DenseMatrix.copyOf(new double[][] {{1}, {2}, {4}});
    for (double unit : new double[] {1e-90, 1e90}) {
      DenseMatrix other = DenseMatrix.copyOf(new double[][] {{unit}, {2 * unit}, {4 * unit}});
      // Three sums of three products, rounded once each: a few units in the last place of 1.
      assertThat(Interpretation.correlations(other, other).get(0, 0))
          .isCloseTo(Interpretation.correlations(one, one).get(0, 0), within(1e-14));
    }
  }
}
