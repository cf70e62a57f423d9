package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EllipseTest {

  private static final double[] X = {1, 2, 3, 5, Double.NaN};
  private static final double[] Y = {2, 1, 4, 3, 0};

  @Test
  void itsSizeIsTheQuantileOfF() {
    Ellipse ellipse = Ellipse.of(X, Y, 0.95).orElseThrow();
    assertThat(ellipse.centerX()).isEqualTo(2.75);
    // sqrt(2 f.ppf(.95, 2, 3)) times the standard deviations, by SciPy 1.17.
    assertThat(ellipse.scaleX()).isCloseTo(7.4646199652900425, within(1e-9));
    assertThat(ellipse.scaleY()).isCloseTo(5.6427223027900135, within(1e-9));
    assertThat(ellipse.correlation()).isCloseTo(0.529150262212918, within(1e-12));
  }

  @Test
  void itsOutlineTouchesItsWidthAndHeight() {
    Ellipse ellipse = Ellipse.of(X, Y, 0.5).orElseThrow();
    double widest = 0;
    double highest = 0;
    for (int i = 0; i < 20_000; i++) {
      double[] point = ellipse.at(2 * Math.PI * i / 20_000);
      widest = Math.max(widest, point[0] - ellipse.centerX());
      highest = Math.max(highest, point[1] - ellipse.centerY());
    }
    // 20,000 steps miss the extreme by at most (π/20000)²/2 of it.
    assertThat(widest).isCloseTo(ellipse.scaleX(), within(1e-6));
    assertThat(highest).isCloseTo(ellipse.scaleY(), within(1e-6));
  }

  @Test
  void twoPointsOrALineHaveNone() {
    assertThat(Ellipse.of(new double[] {1, 2}, new double[] {3, 1}, 0.95)).isEmpty();
    assertThat(Ellipse.of(new double[] {1, 1, 1}, new double[] {3, 1, 2}, 0.95)).isEmpty();
  }

  @Test
  void theTiltOfVerySmallAndVeryLargePointsIsThatOfOrdinaryOnes() {
    double usual = Ellipse.of(X, Y, 0.95).orElseThrow().correlation();
    for (double unit : new double[] {1e-90, 1e90}) {
      double[] x = java.util.Arrays.stream(X).map(value -> value * unit).toArray();
      double[] y = java.util.Arrays.stream(Y).map(value -> value * unit).toArray();
      // Scaling rounds each number once: a few units in the last place of 1.
      assertThat(Ellipse.of(x, y, 0.95).orElseThrow().correlation())
          .isCloseTo(usual, org.assertj.core.api.Assertions.within(1e-14));
    }
  }
}
