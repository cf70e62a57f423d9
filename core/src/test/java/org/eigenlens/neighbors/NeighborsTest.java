package org.eigenlens.neighbors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.operator.BandedInverse;
import org.junit.jupiter.api.Test;

/** Who is near whom, the graph of it, and paths in it. */
class NeighborsTest {

  private static double[][] random(int rows, int columns, long seed) {
    Random random = new Random(seed);
    double[][] x = new double[rows][columns];
    for (double[] row : x) {
      Arrays.setAll(row, j -> random.nextGaussian());
    }
    return x;
  }

  /** Compares with sorting all distances by differences. */
  private static void assertExact(double[][] x, int k) {
    PointNeighbors neighbors = new PointNeighbors(DenseMatrix.copyOf(x));
    Neighbors.Found found = neighbors.ofNodes(new Reach.Nearest(k));
    for (int i = 0; i < x.length; i++) {
      int self = i;
      int[] expected =
          IntStream.range(0, x.length)
              .filter(j -> j != self)
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingDouble(j -> Candidates.between(x[self], x[j]))
                      .thenComparing(Comparator.naturalOrder()))
              .limit(k)
              .mapToInt(Integer::intValue)
              .toArray();
      assertThat(found.nodes()[i]).isEqualTo(expected);
    }
  }

  @Test
  void nearestAreTheNearestAlsoWhereManyTieOrLieFarOut() {
    assertExact(random(400, 5, 1), 7);
    double[][] grid = new double[225][];
    Arrays.setAll(grid, i -> new double[] {Math.floorDiv(i, 15), i % 15});
    assertExact(grid, 5);
    // Two tight groups far apart: products lose all digits of the distances within.
    double[][] tight = random(60, 3, 2);
    for (int i = 0; i < tight.length; i++) {
      for (int j = 0; j < 3; j++) {
        tight[i][j] = tight[i][j] * 1e-9 + (i % 2 == 0 ? 1e4 : -1e4);
      }
    }
    assertExact(tight, 4);
  }

  /** Rows are told apart where they are, and not by copies of all of them on the heap. */
  @Test
  void rowsAreNotCopiedToTellThemApart() {
    DenseMatrix x = DenseMatrix.copyOf(random(4000, 200, 6));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    PointNeighbors neighbors = new PointNeighbors(x);
    long taken = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(neighbors.nodes()).isEqualTo(4000);
    assertThat(taken).isLessThan(8L * 4000 * 200 / 4);
  }

  /** Nine columns are compared in blocks, fewer in a tree of boxes. */
  @Test
  void pointsOfManyColumnsAreSearchedOtherwiseAndAsExactly() {
    assertThat(PointNeighbors.isTree(8)).isTrue();
    assertThat(PointNeighbors.isTree(9)).isFalse();
    assertExact(random(300, 9, 4), 7);
    assertExact(random(1000, 1, 5), 3);
    double[][] grid = new double[729][9];
    for (int i = 0; i < grid.length; i++) {
      int number = i;
      for (int j = 0; j < 6; j++) {
        grid[i][j] = number % 3;
        number /= 3;
      }
    }
    // Every point has up to twelve others at distance 1, in columns of which three are constant.
    assertExact(grid, 5);
    double[][] narrow = new double[grid.length][];
    Arrays.setAll(narrow, i -> Arrays.copyOf(grid[i], 8));
    assertExact(narrow, 5);
  }

  @Test
  void allWithinARadiusAreFoundAlsoAtIt() {
    for (int columns : new int[] {2, 9}) {
      double[][] x = new double[400][columns];
      for (int i = 0; i < x.length; i++) {
        x[i][0] = Math.floorDiv(i, 20);
        x[i][1] = i % 20;
      }
      PointNeighbors neighbors = new PointNeighbors(DenseMatrix.copyOf(x));
      Neighbors.Found found = neighbors.ofNodes(new Reach.Within(2));
      for (int i = 0; i < x.length; i++) {
        int self = i;
        int[] expected =
            IntStream.range(0, x.length)
                .filter(j -> j != self && Candidates.between(x[self], x[j]) <= 2)
                .toArray();
        assertThat(found.nodes()[i]).containsExactlyInAnyOrder(expected);
        assertThat(found.distances()[i]).isSorted();
      }
    }
  }

  @Test
  void whoIsTooFarToMeasureHasNobodyNear() {
    for (int columns : new int[] {3, 12}) {
      PointNeighbors neighbors = new PointNeighbors(DenseMatrix.copyOf(random(50, columns, 6)));
      double[][] far = new double[3][columns];
      far[0][1] = 1e160;
      far[1][0] = Double.NaN;
      far[2][2] = 1e149;
      Neighbors.Found found = neighbors.search(DenseMatrix.copyOf(far), new Reach.Nearest(4));
      assertThat(found.distances()[0]).containsExactly(Double.NaN);
      assertThat(found.distances()[1]).containsExactly(Double.NaN);
      assertThat(found.distances()[2][0]).isCloseTo(1e149, within(1e137));
    }
  }

  @Test
  void rowsThatAreAlikeAreOneNode() {
    double[][] x = {{0, 0}, {1, 0}, {-0.0, 0}, {1, 0}, {3, 0}};
    PointNeighbors neighbors = new PointNeighbors(DenseMatrix.copyOf(x));
    assertThat(neighbors.nodes()).isEqualTo(3);
    assertThat(IntStream.range(0, 5).map(neighbors::node)).containsExactly(0, 1, 0, 1, 2);
    Neighbors.Found found = neighbors.search(DenseMatrix.copyOf(x), new Reach.Within(0.5));
    assertThat(found.nodes()[3]).containsExactly(1);
    assertThat(found.distances()[3]).containsExactly(0.0);
    // Nobody is that near: the nearest stands in.
    found = neighbors.search(DenseMatrix.copyOf(new double[][] {{9, 0}}), new Reach.Within(0.5));
    assertThat(found.nodes()[0]).containsExactly(2);
  }

  @Test
  void anApproximateSearchFindsNearlyAllAndSaysHowMany() {
    PointNeighbors points = new PointNeighbors(DenseMatrix.copyOf(random(3000, 4, 8)));
    ApproximateSearch.Outcome outcome = ApproximateSearch.of(points, 6, 1);
    assertThat(outcome.recall()).isBetween(0.98, 1.0);
    Neighbors.Found exact = points.ofNodes(new Reach.Nearest(6));
    long hits = 0;
    for (int i = 0; i < 3000; i++) {
      int[] near = outcome.found().nodes()[i];
      assertThat(near).hasSize(6).doesNotContain(i);
      int[] right = exact.nodes()[i].clone();
      Arrays.sort(right);
      hits += Arrays.stream(near).filter(node -> Arrays.binarySearch(right, node) >= 0).count();
    }
    // What was measured on 200 of them, but for the luck of the draw.
    assertThat(hits / 18000.0).isCloseTo(outcome.recall(), within(0.02));
    assertThat(ApproximateSearch.of(points, 6, 1).found().nodes())
        .isDeepEqualTo(outcome.found().nodes());
    assertThat(ApproximateSearch.pays(20_000, 10)).isFalse();
    assertThat(ApproximateSearch.pays(3_000_000, 10)).isTrue();
  }

  /** Among points that are as far from many, the graph decides which are found. */
  @Test
  void anApproximateSearchFindsTheSameAgainAmongEqualDistances() {
    Random random = new Random(9);
    double[][] grid = new double[1000][8];
    for (double[] point : grid) {
      Arrays.setAll(point, j -> random.nextInt(3));
    }
    PointNeighbors points = new PointNeighbors(DenseMatrix.copyOf(grid));
    int[][] found = ApproximateSearch.of(points, 6, 1).found().nodes();
    for (int again = 0; again < 2; again++) {
      assertThat(ApproximateSearch.of(points, 6, 1).found().nodes()).isDeepEqualTo(found);
    }
  }

  @Test
  void whatAnApproximateSearchWouldTakeIsCountedBeforeItIsTaken() {
    // 2·10⁹ points of 1,000 columns are 16,000 GB; nobody allows Java so much.
    assertThatThrownBy(() -> ApproximateSearch.checkRoom(2_000_000_000, 1000))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("2000000000 rows would take 15750.6 GB");
    ApproximateSearch.checkRoom(1000, 10);
    assertThat(ApproximateSearch.pays(1_000_000_000, 8)).isFalse();
  }

  /** The same as trying every edge (Floyd and Warshall). */
  @Test
  void pathsAreTheShortest() {
    PointNeighbors points = new PointNeighbors(DenseMatrix.copyOf(random(80, 2, 3)));
    NeighborGraph graph = NeighborGraph.of(points.ofNodes(new Reach.Nearest(3))).bridged(points);
    assertThat(graph.pieces().count()).isEqualTo(1);
    int n = graph.nodes();
    double[][] all = new double[n][n];
    for (int i = 0; i < n; i++) {
      Arrays.fill(all[i], Double.POSITIVE_INFINITY);
      all[i][i] = 0;
      for (int p = graph.starts()[i]; p < graph.starts()[i + 1]; p++) {
        all[i][graph.ends()[p]] = graph.lengths()[p];
      }
    }
    for (int via = 0; via < n; via++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          all[i][j] = Math.min(all[i][j], all[i][via] + all[via][j]);
        }
      }
    }
    double[] lengths = new double[n];
    for (int i = 0; i < n; i++) {
      new ShortestPaths(graph).from(new int[] {i}, new double[1], lengths);
      assertThat(lengths).containsExactly(all[i], within(1e-12));
    }
  }

  @Test
  void bridgesAreTheShortestThatJoinAllPieces() {
    double[][] x = {{0}, {1}, {10}, {11}, {13.5}, {14.5}, {30}, {31}};
    PointNeighbors points = new PointNeighbors(DenseMatrix.copyOf(x));
    NeighborGraph graph = NeighborGraph.of(points.ofNodes(new Reach.Within(1.5)));
    assertThat(graph.pieces().sizes()).containsExactly(2, 2, 2, 2);
    NeighborGraph bridged = graph.bridged(points);
    assertThat(bridged.edges()).isEqualTo(graph.edges() + 3);
    double[] added = Arrays.stream(bridged.lengths()).filter(l -> l > 1.5).sorted().toArray();
    assertThat(added).containsExactly(2.5, 2.5, 9, 9, 15.5, 15.5);
  }

  @Test
  void aBandedFactorInvertsAlsoWhereNothingIsNarrow() {
    for (boolean dense : new boolean[] {false, true}) {
      int n = 400;
      Random random = new Random(5);
      double[][] a = new double[n][n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
          if (dense ? random.nextInt(20) == 0 : i - j <= 3) {
            a[i][j] = -random.nextDouble();
            a[j][i] = a[i][j];
          }
        }
      }
      for (int i = 0; i < n; i++) {
        double[] row = a[i];
        a[i][i] = 1 - Arrays.stream(row).sum();
      }
      SparseMatrix sparse = Samples.sparse(a);
      BandedInverse.Ordering order = BandedInverse.order(sparse);
      try (BandedInverse inverse = BandedInverse.of(sparse, 0.5, order)) {
        DenseMatrix in = DenseMatrix.copyOf(random(3, n, 6));
        DenseMatrix out = DenseMatrix.zeros(3, n);
        inverse.apply(in, out);
        for (int v = 0; v < 3; v++) {
          double[] solution = out.row(v);
          for (int i = 0; i < n; i++) {
            double sum = 0.5 * solution[i];
            for (int j = 0; j < n; j++) {
              sum += a[i][j] * solution[j];
            }
            assertThat(sum).isCloseTo(in.get(v, i), within(1e-11));
          }
        }
      }
    }
  }

  /** Three groups, each pair at the same distance: two bridges are enough, whoever chooses. */
  @Test
  void bridgesOfTheSameLengthMakeNoCircle() {
    int[] group = {0, 1, 2, 1, 2, 0};
    double[][] table = new double[6][6];
    for (int i = 0; i < 6; i++) {
      for (int j = 0; j < 6; j++) {
        double apart = Math.abs(i - j) == 3 ? 5 : 9;
        table[i][j] = i == j ? 0 : group[i] == group[j] ? 1 : apart;
      }
    }
    TableNeighbors neighbors = new TableNeighbors(6, DenseMatrix.copyOf(table));
    NeighborGraph graph = NeighborGraph.of(neighbors.ofNodes(new Reach.Within(2)));
    assertThat(graph.pieces().count()).isEqualTo(3);
    assertThat(graph.bridged(neighbors).edges()).isEqualTo(graph.edges() + 2);
  }

  /** Far from the origin products round by more than the distances differ. */
  @Test
  void bridgesAreMeasuredAndNotOnlyProposed() {
    double[][] x = new double[40][];
    Random random = new Random(2);
    for (int i = 0; i < 40; i++) {
      // Steps of 1 to 3, where squares of products are off by up to 8.
      x[i] = new double[] {i == 0 ? 1e8 : x[i - 1][0] + 1 + 2 * random.nextDouble()};
    }
    PointNeighbors points = new PointNeighbors(DenseMatrix.copyOf(x));
    NeighborGraph bridged = NeighborGraph.of(points.ofNodes(new Reach.Within(0.1))).bridged(points);
    assertThat(bridged.edges()).isEqualTo(39);
    // The shortest way through points on a line is the line.
    assertThat(Arrays.stream(bridged.lengths()).sum() / 2)
        .isCloseTo(x[39][0] - x[0][0], within(1e-6));
  }

  @Test
  void piecesOfRowsAreInTheOrderOfTheirRows() {
    double[][] x = {{10}, {11}, {0}, {0}, {0}};
    PointNeighbors points = new PointNeighbors(DenseMatrix.copyOf(x));
    Pieces pieces = NeighborGraph.of(points.ofNodes(new Reach.Within(2))).pieces();
    assertThat(pieces.sizes()).containsExactly(2, 1);
    assertThat(pieces.ofRows(points).sizes()).containsExactly(3, 2);
    assertThat(pieces.ofRows(points).of()).containsExactly(1, 1, 0, 0, 0);
  }
}
