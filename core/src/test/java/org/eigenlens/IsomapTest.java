package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.manifold.FarRows;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.neighbors.NeighborSearch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Isomap on sheets, grids and groups. */
class IsomapTest {

  private static double[][] grid(int side) {
    double[][] grid = new double[side * side][];
    Arrays.setAll(grid, i -> new double[] {Math.floorDiv(i, side), i % side});
    return grid;
  }

  /** scikit-learn 1: Isomap(n_neighbors=8, n_components=3, eigen_solver="dense") of this roll. */
  @Test
  void eigenvaluesAndCoordinatesAsInScikitLearn() {
    Matrix roll = Matrix.of(Rolls.points(Rolls.parameters(300)));
    KernelModel model = Isomap.builder().neighbors(8).components(3).fit(roll);
    assertThat(model.eigenvalues())
        .containsExactly(
            new double[] {40679.943429474144, 32345.546957026858, 21135.281739725167},
            within(1e-6));
    double[] first = model.trainingCoordinates().row(0);
    double[] theirs = {8.276212101437, 17.218955778313, 5.118698437157};
    for (int c = 0; c < 3; c++) {
      assertThat(Math.abs(first[c])).isCloseTo(theirs[c], within(1e-8));
    }
  }

  @Test
  void aGridWhereAllAreNeighboursKeepsItsDistances() {
    double[][] grid = grid(5);
    KernelModel model = Isomap.builder().neighbors(24).components(2).fit(Matrix.of(grid));
    double[][] flat = MdsTest.distances(model.trainingCoordinates().toArray());
    double[][] true0 = MdsTest.distances(grid);
    for (int i = 0; i < 25; i++) {
      assertThat(flat[i]).containsExactly(true0[i], within(1e-12));
    }
  }

  @Test
  void aRollIsUnrolled() {
    double[][] parameters = Rolls.parameters(1500);
    Matrix roll = Matrix.of(Rolls.points(parameters));
    List<String> steps = new ArrayList<>();
    KernelModel model =
        Isomap.builder()
            .neighbors(10)
            .solver(KernelSolver.KRYLOV)
            .components(2)
            .progress(steps::add)
            .fit(roll);
    assertThat(steps)
        .contains("shortest paths, rows from 0 of 1500", "shortest paths, rows from 1024 of 1500");
    DenseMatrix flat = model.trainingCoordinates();
    assertThat(Rolls.unrolled(flat.column(0), parameters)).isGreaterThan(0.999);
    assertThat(Rolls.heights(flat.column(1), parameters)).isGreaterThan(0.99);
  }

  @Test
  void encodingTheRowsAgainGivesTheirCoordinatesAndThreadsDoNotMatter() {
    double[][] x = Rolls.points(Rolls.parameters(400));
    x[17] = x[3].clone();
    Matrix roll = Matrix.of(x);
    KernelModel model = Isomap.builder().neighbors(8).components(2).fit(roll);
    MdsTest.assertSame(model.transform(roll), model.trainingCoordinates(), 1e-10);
    assertThat(model.provenance().warnings()).anyMatch(w -> w.contains("1 row repeats another"));
    int threads = Parallel.threads();
    try {
      Parallel.setThreads(1);
      KernelModel alone = Isomap.builder().neighbors(8).components(2).fit(roll);
      assertThat(alone.trainingCoordinates().toArray())
          .isDeepEqualTo(model.trainingCoordinates().toArray());
    } finally {
      Parallel.setThreads(threads);
    }
  }

  @Test
  void rowsHeldOutLandWhereTheyBelong() {
    double[][] parameters = Rolls.parameters(1200);
    double[][] known = Arrays.copyOf(parameters, 1000);
    double[][] held = Arrays.copyOfRange(parameters, 1000, 1200);
    for (int landmarks : new int[] {0, 200}) {
      Isomap.Builder builder = Isomap.builder().neighbors(8).components(2);
      KernelModel model =
          (landmarks == 0 ? builder.solver(KernelSolver.KRYLOV) : builder.landmarks(landmarks))
              .fit(Matrix.of(Rolls.points(known)));
      DenseMatrix placed = model.transform(Matrix.of(Rolls.points(held)));
      assertThat(Rolls.unrolled(placed.column(0), held)).isGreaterThan(0.998);
      assertThat(Rolls.heights(placed.column(1), held)).isGreaterThan(0.97);
    }
  }

  @Test
  void landmarksComeNearTheExactMap(@TempDir Path folder) throws Exception {
    double[][] parameters = Rolls.parameters(800);
    Matrix roll = Matrix.of(Rolls.points(parameters));
    KernelModel exact = Isomap.builder().neighbors(8).fit(roll);
    KernelModel few = Isomap.builder().neighbors(8).landmarks(100).seed(1).fit(roll);
    assertThat(few.references()).isEqualTo(100);
    assertThat(few.isExact()).isFalse();
    assertThat(few.provenance().solver()).isEqualTo("nystrom");
    assertThat(few.provenance().rows()).isEqualTo(800);
    DenseMatrix map = few.transform(roll);
    assertThat(Math.abs(Rolls.correlation(map.column(0), exact.trainingCoordinates().column(0))))
        .isGreaterThan(0.999);
    // A quarter: how unevenly 100 of 800 points can lie.
    assertThat(few.eigenvalues()[0])
        .isCloseTo(exact.eigenvalues()[0], within(0.25 * exact.eigenvalues()[0]));
    Path file = folder.resolve("few.eigenlens");
    few.save(file);
    assertThat(((KernelModel) Model.load(file)).transform(roll).toArray())
        .isDeepEqualTo(map.toArray());
    KernelModel all = Isomap.builder().neighbors(8).landmarks(800).fit(roll);
    MdsTest.assertSame(all.transform(roll), exact.trainingCoordinates(), 1e-9);
  }

  @Test
  void groupsApartAreCountedAndMayBeBridged(@TempDir Path folder) throws Exception {
    double[][] x = new double[60][];
    Arrays.setAll(x, i -> new double[] {i < 20 ? i : 100 + i, 0});
    assertThatThrownBy(() -> Isomap.builder().neighbors(3).fit(Matrix.of(x)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("2 pieces, of 40, 20 rows");
    KernelModel model = Isomap.builder().neighbors(3).bridge(true).components(1).fit(Matrix.of(x));
    assertThat(model.provenance().warnings()).anyMatch(w -> w.contains("1 edge"));
    // A line: the shortest bridge goes from 19 to 120, and every distance is kept.
    double[] line = model.trainingCoordinates().column(0);
    for (int i = 1; i < 60; i++) {
      assertThat(Math.abs(line[i] - line[0])).isCloseTo(x[i][0] - x[0][0], within(1e-9));
    }
    // The bridge is 101 long, and half way over it there is no data.
    FarRows far = FarRows.of(model, Matrix.of(new double[][] {{0.5, 0}, {70, 0}})).orElseThrow();
    assertThat(far.first()).isEqualTo(1);
    assertThat(far.longestEdge()).isLessThan(5);
    Path file = folder.resolve("line.eigenlens");
    model.save(file);
    DenseMatrix placed = Model.load(file).transform(Matrix.of(new double[][] {{0.5, 0}}));
    assertThat(Math.abs(placed.get(0, 0) - line[0])).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void aRadiusAndAKnownTableGiveTheSame() {
    double[][] x = Rolls.points(Rolls.parameters(700));
    KernelModel points = Isomap.builder().radius(5).fit(Matrix.of(x));
    Matrix table = Matrix.of(MdsTest.distances(x));
    KernelModel given = Isomap.builder().radius(5).fitDistances(table, null);
    MdsTest.assertSame(given.trainingCoordinates(), points.trainingCoordinates(), 1e-8);
    MdsTest.assertSame(given.transform(table), given.trainingCoordinates(), 1e-9);
  }

  @Test
  void whatCannotBeIsRefused() {
    Isomap.Builder five = Isomap.builder().neighbors(5);
    assertRefused(five, new double[][] {{1}}, "only 1 row");
    assertRefused(five, new double[][] {{1}, {2}, {3}}, "only 3 different rows; ask for at most 2");
    assertRefused(five, new double[9][2], "All 9 rows are alike");
    assertRefused(five, Samples.moved(Samples.normal(9, 2, 1), 1e150, 0), "other units");
    assertRefused(five, Samples.moved(Samples.normal(9, 2, 1), 1e-150, 0), "other units");
    assertRefused(
        Isomap.builder().memory(1 << 20).solver(KernelSolver.KRYLOV),
        Samples.normal(500, 2, 1),
        "landmarks");
  }

  private static void assertRefused(Isomap.Builder builder, double[][] x, String words) {
    assertThatThrownBy(() -> builder.fit(Matrix.of(x)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining(words);
  }

  @Test
  void approximateNeighboursAreSaidToBe() {
    Matrix roll = Matrix.of(Rolls.points(Rolls.parameters(500)));
    KernelModel model =
        Isomap.builder().neighbors(8).neighborSearch(NeighborSearch.APPROXIMATE).fit(roll);
    // So few points are all found.
    assertThat(model.provenance().warnings())
        .anyMatch(
            w ->
                w.contains(
                    "neighbours are approximate: of the 8 nearest of 200 sampled rows 100.00 % were"
                        + " found"));
    assertThatThrownBy(
            () ->
                Isomap.builder()
                    .neighbors(3)
                    .neighborSearch(NeighborSearch.APPROXIMATE)
                    .fit(Matrix.of(Rolls.arcs(40))))
        .hasMessageContaining("(3 nearest neighbours, found approximately) is in 2 pieces");
    KernelModel exact = Isomap.builder().neighbors(8).fit(roll);
    MdsTest.assertSame(model.trainingCoordinates(), exact.trainingCoordinates(), 1e-9);
  }

  @Test
  void fewLandmarksAreSaidToBeAndTooFewRefused() {
    Matrix roll = Matrix.of(Rolls.points(Rolls.parameters(300)));
    KernelModel few = Isomap.builder().neighbors(8).landmarks(20).fit(roll);
    assertThat(few.provenance().warnings()).anyMatch(w -> w.startsWith("20 landmarks are few"));
    // Of 30 different rows, each twice, all are landmarks.
    double[][] twice = new double[60][];
    Arrays.setAll(twice, i -> new double[] {i % 30, 0});
    assertThat(
            Isomap.builder()
                .neighbors(4)
                .components(1)
                .landmarks(50)
                .fit(Matrix.of(twice))
                .provenance()
                .warnings())
        .noneMatch(w -> w.contains("landmarks are few"));
    // Ways around a circle are far from Euclidean: the lowest eigenvalue is −¼ of the largest. They
    // are those of the landmarks times 5, wherever they are named.
    double[][] circle = new double[300][];
    Arrays.setAll(
        circle,
        i -> new double[] {Math.cos(2 * Math.PI * i / 300), Math.sin(2 * Math.PI * i / 300)});
    KernelModel model = Isomap.builder().neighbors(4).landmarks(60).fit(Matrix.of(circle));
    String lowest =
        model.provenance().warnings().stream()
            .filter(w -> w.contains("not Euclidean"))
            .findFirst()
            .orElseThrow()
            .replaceFirst(".*down to about (\\S+) \\((\\S+) of the largest.*", "$1 $2");
    double[] said = Arrays.stream(lowest.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    // The share has two digits.
    assertThat(-said[0] / model.eigenvalues()[0]).isCloseTo(said[1], within(0.05 * said[1]));
    assertRefused(
        Isomap.builder().neighbors(8).landmarks(2),
        Rolls.points(Rolls.parameters(300)),
        "2 landmarks have at most 1 component, and 2 were asked for; take at least 3 landmarks");
    assertThat(Isomap.builder().neighbors(8).landmarks(999).fit(roll).provenance().solverReason())
        .isEqualTo("all 300 rows are landmarks, fewer than the 999 asked for");
  }

  @Test
  void rowsOffTheDataAreCounted(@TempDir Path folder) throws Exception {
    double[][] x = grid(6);
    double[][] others = {{1, 1}, {2.5, 2.5}, {40, 3}, {1e160, 0}, {Double.NaN, 0}, {-7, -8}};
    for (KernelModel model :
        List.of(
            Isomap.builder().neighbors(4).fit(Matrix.of(x)),
            Isomap.builder().neighbors(4).landmarks(20).fit(Matrix.of(x)),
            Lle.builder().neighbors(6).fit(Matrix.of(x)),
            LaplacianEigenmaps.builder().neighbors(4).components(1).fit(Matrix.of(x)))) {
      Path file = folder.resolve("grid.eigenlens");
      model.save(file);
      KernelModel loaded = (KernelModel) Model.load(file);
      FarRows far = FarRows.of(loaded, Matrix.of(others)).orElseThrow();
      assertThat(far.count()).isEqualTo(3);
      assertThat(far.unplaced()).isEqualTo(1);
      assertThat(far.first()).isEqualTo(2);
      assertThat(far.farthest()).isInfinite();
      // Neighbours on the grid are 1 apart, at its corners 2, or √5 for six of them.
      assertThat(far.longestEdge()).isBetween(2.0, Math.sqrt(5));
      DenseMatrix placed = loaded.transform(Matrix.of(others));
      assertThat(placed.row(3)).containsOnly(Double.NaN);
      assertThat(placed.row(2)).doesNotContain(Double.NaN);
      FarRows none = FarRows.of(loaded, Matrix.of(x)).orElseThrow();
      assertThat(none.count()).isZero();
      assertThat(none.plus(far, 36).first()).isEqualTo(38);
    }
    KernelModel mds = Mds.builder().fit(Matrix.of(x));
    assertThat(FarRows.of(mds, Matrix.of(others))).isEmpty();
  }

  @Test
  void rowsThatAreNotFiniteGetNoCoordinates() {
    KernelModel model = Isomap.builder().neighbors(3).fit(Matrix.of(grid(5)));
    DenseMatrix placed =
        model.transform(
            Matrix.of(new double[][] {{1, Double.NaN}, {2, 2}, {Double.POSITIVE_INFINITY, 0}}));
    assertThat(placed.row(0)).containsOnly(Double.NaN);
    assertThat(placed.row(2)).containsOnly(Double.NaN);
    assertThat(placed.row(1)).doesNotContain(Double.NaN);
  }

  @Test
  void newDistancesAreLookedAt() {
    Matrix table = Matrix.of(MdsTest.distances(Samples.normal(40, 2, 3)));
    for (Isomap.Builder builder :
        new Isomap.Builder[] {
          Isomap.builder().neighbors(6), Isomap.builder().neighbors(6).landmarks(20)
        }) {
      KernelModel model = builder.fitDistances(table, null);
      double[][] rows = {table.row(0), table.row(1)};
      rows[1][7] = -2;
      assertThatThrownBy(() -> model.transform(Matrix.of(rows)))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("a distance is not negative, but this is -2.0");
      Arrays.fill(rows[1], Double.NaN);
      DenseMatrix placed = model.transform(Matrix.of(rows));
      assertThat(placed.row(1)).containsOnly(Double.NaN);
      assertThat(placed.get(0, 0)).isFinite();
    }
  }
}
