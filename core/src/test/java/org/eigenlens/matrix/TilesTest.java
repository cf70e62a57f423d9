package org.eigenlens.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.eigenlens.matrix.TestMatrices.SEED;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link RowSource#forEachTile} promises, for every matrix. */
class TilesTest {

  private static final int ROWS = 53;

  private static final double[][] VALUES = TestMatrices.random(ROWS, 4, SEED);

  static List<Matrix> matrices() {
    int[] starts = IntStream.rangeClosed(0, ROWS).map(i -> 4 * i).toArray();
    int[] indices = IntStream.range(0, 4 * ROWS).map(p -> p % 4).toArray();
    double[] values = DenseMatrix.copyOf(VALUES).toRowMajor();
    return List.of(DenseMatrix.copyOf(VALUES), SparseMatrix.of(ROWS, 4, starts, indices, values));
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void everyRowComesOnceInItsLaneInOrder(Matrix matrix) {
    for (int tileRows : new int[] {1, 5, 52, 53, 54, Integer.MAX_VALUE}) {
      for (int lanes : new int[] {1, 2, 3, 100}) {
        ConcurrentHashMap<Integer, List<Long>> firstRows = new ConcurrentHashMap<>();
        double[][] seen = new double[ROWS][];
        matrix.forEachTile(
            tileRows,
            lanes,
            (lane, first, tile) -> {
              firstRows.computeIfAbsent(lane, l -> new ArrayList<>()).add(first);
              assertThat(tile.rows()).isEqualTo((int) Math.min(tileRows, ROWS - first));
              for (int i = 0; i < tile.rows(); i++) {
                seen[(int) first + i] = tile.row(i);
              }
            });
        assertThat(seen).as("%d rows, %d lanes", tileRows, lanes).isDeepEqualTo(VALUES);
        firstRows.forEach(
            (lane, firsts) -> {
              assertThat(firsts).isSorted();
              assertThat(firsts).allMatch(first -> first / tileRows % lanes == lane);
            });
      }
    }
  }

  @Test
  void rowsShownWhereTheyAreComeInTheSameTiles() {
    DenseMatrix matrix = DenseMatrix.copyOf(VALUES);
    for (int tileRows : new int[] {1, 5, 53, Integer.MAX_VALUE}) {
      List<Long> copied = Collections.synchronizedList(new ArrayList<>());
      List<Long> shown = Collections.synchronizedList(new ArrayList<>());
      matrix.forEachTile(tileRows, 3, (lane, first, tile) -> copied.add(100 * first + lane));
      matrix.forEachView(
          tileRows,
          3,
          (lane, first, tile) -> {
            shown.add(100 * first + lane);
            assertThat(tile.storage()).isSameAs(matrix.storage());
            assertThat(tile.row(0)).isEqualTo(VALUES[(int) first]);
          });
      assertThat(shown).containsExactlyInAnyOrderElementsOf(copied);
    }
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void viewsAreVisitedFromTheirOwnFirstRow(Matrix matrix) {
    double[][] seen = new double[10][];
    matrix
        .rowRange(20, 30)
        .forEachTile(4, 1, (lane, first, tile) -> seen[(int) first] = tile.row(0));
    assertThat(seen[0]).isEqualTo(VALUES[20]);
    assertThat(seen[8]).isEqualTo(VALUES[28]);
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void noRowsMeansNoVisit(Matrix matrix) {
    matrix
        .rowRange(7, 7)
        .forEachTile(
            3,
            2,
            (lane, first, tile) -> {
              throw new AssertionError("visited");
            });
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void tilesWithoutRowsOrLanesAreRefused(Matrix matrix) {
    assertThatThrownBy(() -> matrix.forEachTile(0, 2, (lane, first, tile) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("0", "2");
    assertThatThrownBy(() -> matrix.forEachTile(5, 0, (lane, first, tile) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("5", "0");
  }

  @ParameterizedTest
  @MethodSource("matrices")
  void failuresOfTheVisitorReachTheCaller(Matrix matrix) {
    assertThatThrownBy(
            () ->
                matrix.forEachTile(
                    5,
                    2,
                    (lane, first, tile) -> {
                      throw new IllegalStateException("at " + lane);
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("at ");
  }
}
