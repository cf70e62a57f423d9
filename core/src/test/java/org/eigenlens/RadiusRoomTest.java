package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many are within a radius is counted, and judged by what was counted alone. */
class RadiusRoomTest {

  private static final int ROWS = 6400;

  /** Rows in a line, 1 apart, but for each of a period, which all are at its beginning. */
  private static Matrix line(int rows, int columns, int period, int crowded) {
    double[][] points = new double[rows][columns];
    int along = 0;
    for (int i = 0; i < rows; i++) {
      if (i % period == crowded) {
        points[i][0] = 1e-6 * i;
        points[i][1] = 1e-9 * i * i;
      } else {
        points[i][0] = ++along;
      }
    }
    return Matrix.of(points);
  }

  @Test
  void rowsThatReturnInStepDoNotMakeARefusal() {
    // 64 rows at even steps, one in a hundred, would all be among the 320 that are crowded.
    Matrix rows = line(ROWS, 2, 20, 0);
    assertThatCode(
            () -> LaplacianEigenmaps.builder().radius(1.5).heat(1).memory(40_000_000).fit(rows))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 10})
  void rowsThatReturnInStepDoNotHideACrowd(int columns) {
    // At even steps nobody would be asked of the 3,200 who have 3,199 neighbours each.
    Matrix rows = line(ROWS, columns, 2, 1);
    String message =
        catchThrowable(() -> LaplacianEigenmaps.builder().radius(1.5).memory(64L << 20).fit(rows))
            .getMessage();
    assertThat(message)
        .matches(
            "The vectors and the neighbour graph of 6400 rows with [0-9.]+ neighbours each within"
                + " 1.5 \\(estimated from [0-9]+ of them, whose neighbours alone have no room\\)"
                + " would take [0-9.]+ [MG]B, and 64 MB are allowed; .*");
    Matcher counted = Pattern.compile("estimated from ([0-9]+) of").matcher(message);
    assertThat(counted.find()).isTrue();
    // 64 MB have room for a million neighbours: those of 330 crowded rows, and as many others.
    assertThat(Integer.parseInt(counted.group(1))).isLessThan(1000);
  }

  @Test
  void whatWasCountedToTheEndIsCalledCounted() {
    // 999,000 neighbours of 1,000 nodes take 60 MB beside 16.048 for the matrix and 0.032 for the
    // rows and their tree, without those of the last node 0.06 less.
    assertThatThrownBy(() -> everybody().memory(76_050_000).fit(circle(1000)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("with 999.0 neighbours each within 3.0 (counted) would take 73 MB");
    assertThatCode(() -> everybody().memory(76_090_000).fit(circle(1000)))
        .doesNotThrowAnyException();
  }

  @Test
  void exactPathsHaveRoomBesideTheirNeighbours() {
    List<String> steps = new ArrayList<>();
    assertThatThrownBy(() -> everybody().memory(70_200_000).progress(steps::add).fit(circle(1000)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("A matrix of 1000 × 1000 distances along the neighbour graph")
        .hasMessageMatching(
            ".*\\(estimated from 9[0-9]+ of them.* would take 73 MB, and 66 MB are allowed; take"
                + " fewer neighbours or a smaller radius, or allow more memory\\.");
    assertThat(steps).containsExactly("finding neighbours");
  }

  private static Isomap.Builder everybody() {
    return Isomap.builder().radius(3).solver(KernelSolver.DENSE);
  }

  /** Rows of which none is farther than 2 from another. */
  private static Matrix circle(int rows) {
    double[][] points = new double[rows][];
    Arrays.setAll(points, i -> new double[] {Math.cos(i), Math.sin(i)});
    return Matrix.of(points);
  }

  @Test
  void pathsAmongDistancesHaveRoomBesideThemAndTheirNeighbours() {
    double[][] table = new double[1000][1000];
    for (int i = 0; i < 1000; i++) {
      int own = i;
      Arrays.setAll(table[i], j -> Math.abs(own - j) / 1000.0);
    }
    Matrix distances = Matrix.of(table);
    assertThatThrownBy(() -> everybody().memory(80_000_000).fitDistances(distances, null))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("would take 81 MB, and 76 MB are allowed");
    assertThatCode(() -> everybody().memory(90_000_000).fitDistances(distances, null))
        .doesNotThrowAnyException();
  }

  @Test
  void piecesAreFoundWhereThereIsRoomForTheirGraph() {
    assertThatThrownBy(() -> everybody().memory(20_000_000).pieces(circle(2000)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("The neighbour graph of 2000 rows with 1999.0 neighbours each")
        .hasMessageContaining("would take 229 MB, and 19 MB are allowed");
  }
}
