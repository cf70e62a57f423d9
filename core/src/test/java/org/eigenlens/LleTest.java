package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelDescription;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.neighbors.Barycentric;
import org.eigenlens.neighbors.PointNeighbors;
import org.eigenlens.neighbors.Reach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locally linear embedding, standard and modified. */
class LleTest {

  private static final Matrix ROLL = Matrix.of(Rolls.points(Rolls.parameters(300)));

  /**
   * scikit-learn 1: LocallyLinearEmbedding(n_neighbors=8, method="standard", eigen_solver="dense"),
   * coordinates times √300.
   */
  @Test
  void coordinatesAsInScikitLearn() {
    KernelModel model = Lle.builder().neighbors(8).fit(ROLL);
    // Theirs is the sum of the two eigenvalues; both are found to ε·‖M‖ ≈ 1e-15.
    assertThat(Arrays.stream(model.eigenvalues()).sum())
        .isCloseTo(9.25539750343865e-07, within(1e-13));
    assertFirst(model, new double[] {1.172219612456, 0.660723534357});
  }

  /** The same with method="modified". */
  @Test
  void modifiedCoordinatesAsInScikitLearn() {
    KernelModel model = Lle.builder().neighbors(8).modified(true).fit(ROLL);
    assertThat(Arrays.stream(model.eigenvalues()).sum())
        .isCloseTo(0.0001910246470782464, within(1e-12));
    assertFirst(model, new double[] {0.243122806625, 0.11545239173});
  }

  @Test
  void aModelSaysWhetherItIsModified(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("m.eigenlens");
    for (boolean modified : new boolean[] {false, true}) {
      Lle.builder().neighbors(8).modified(modified).fit(ROLL).save(file);
      KernelModel loaded = (KernelModel) Model.load(file);
      assertThat(KernelDescription.of(loaded.kernel())).containsEntry("modified", modified);
    }
  }

  /** A row right beside a training row is made up of it mostly, but not only: it lies near. */
  @Test
  void rowsBesideTrainingRowsLieBesideThem() {
    double[][] points = Rolls.points(Rolls.parameters(800));
    double[][] beside = new double[points.length][];
    Arrays.setAll(beside, i -> Arrays.stream(points[i]).map(v -> v + 1e-9).toArray());
    for (boolean modified : new boolean[] {false, true}) {
      KernelModel model = Lle.builder().neighbors(10).modified(modified).fit(Matrix.of(points));
      DenseMatrix own = model.trainingCoordinates();
      DenseMatrix placed = model.transform(Matrix.of(beside));
      assertThat(worstJump(own, placed)).isLessThan(0.05);
    }
    KernelModel plain =
        LaplacianEigenmaps.builder().neighbors(10).normalized(false).fit(Matrix.of(points));
    // The mean of the neighbours, of which the row itself is one.
    assertThat(worstJump(plain.trainingCoordinates(), plain.transform(Matrix.of(beside))))
        .isLessThan(0.2);
    KernelModel normal = LaplacianEigenmaps.builder().neighbors(10).fit(Matrix.of(points));
    assertThat(worstJump(normal.trainingCoordinates(), normal.transform(Matrix.of(beside))))
        .isLessThan(0.2);
  }

  /** Returns the largest difference; coordinates run from about −2 to 2. */
  private static double worstJump(DenseMatrix own, DenseMatrix placed) {
    double worst = 0;
    for (int i = 0; i < own.rows(); i++) {
      for (int c = 0; c < own.columns(); c++) {
        worst = Math.max(worst, Math.abs(own.get(i, c) - placed.get(i, c)));
      }
    }
    return worst;
  }

  /** Costs lie closer together than an iteration of the matrix itself can tell in any time. */
  @Test
  void whatDidNotConvergeIsSaid() {
    KernelModel model = Lle.builder().neighbors(8).solver(KernelSolver.POWER).fit(ROLL);
    assertThat(model.provenance().warnings())
        .anyMatch(w -> w.contains("did not converge: the largest residual is"));
    KernelModel good = Lle.builder().neighbors(8).solver(KernelSolver.KRYLOV).fit(ROLL);
    assertThat(good.provenance().warnings()).noneMatch(w -> w.contains("converge"));
    // What was measured on M itself, relative to a bound of its largest eigenvalue.
    assertThat(good.provenance().maxRelativeResidual()).isLessThan(1e-10);
  }

  /** Vectors err by ε·‖M‖ over the gaps, 1e-15/1e-7. */
  private static void assertFirst(KernelModel model, double[] theirs) {
    double[] first = model.trainingCoordinates().row(0);
    for (int c = 0; c < 2; c++) {
      assertThat(Math.abs(first[c])).isCloseTo(theirs[c], within(1e-6));
    }
  }

  /** scikit-learn's test_barycenter_kneighbors_graph. */
  @Test
  void weightsSumToOneAndFavourTheNearest() {
    PointNeighbors points =
        new PointNeighbors(DenseMatrix.copyOf(new double[][] {{0, 1}, {1.01, 1}, {2, 0}}));
    Barycentric kernel = new Barycentric(points, new Reach.Nearest(1), 1e-3, false);
    int[][] nearest = points.ofNodes(new Reach.Nearest(1)).nodes();
    assertThat(nearest).isDeepEqualTo(new int[][] {{1}, {0}, {1}});
    assertThat(kernel.weights(new double[] {0, 1}, nearest[0])).containsExactly(1.0);
    double[] two = kernel.weights(new double[] {0.5, 1}, new int[] {0, 1});
    assertThat(two[0] + two[1]).isCloseTo(1, within(1e-15));
    assertThat(two[0]).isGreaterThan(two[1]);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyRouteAgreesAndEncodesItsOwnRows(boolean modified) {
    double[][] x = Rolls.points(Rolls.parameters(700));
    x[5] = x[600].clone();
    Matrix roll = Matrix.of(x);
    Lle.Builder builder = Lle.builder().neighbors(10).modified(modified);
    KernelModel dense = builder.solver(KernelSolver.DENSE).fit(roll);
    KernelModel inverse = builder.solver(KernelSolver.KRYLOV).fit(roll);
    assertThat(inverse.provenance().solverReason()).contains("band");
    // Relative to the largest eigenvalue; what rounding leaves.
    assertThat(inverse.provenance().maxRelativeResidual()).isLessThan(1e-13);
    // The gaps are 1e-9 and more of the largest eigenvalue: 1e-15 over that.
    MdsTest.assertSame(inverse.trainingCoordinates(), dense.trainingCoordinates(), 1e-4);
    MdsTest.assertSame(inverse.transform(roll), inverse.trainingCoordinates(), 1e-12);
  }

  @Test
  void aRollIsUnrolledAndRowsHeldOutLandWhereTheyBelong(@TempDir Path folder) throws Exception {
    double[][] parameters = Rolls.parameters(1600);
    double[][] known = Arrays.copyOf(parameters, 1500);
    double[][] held = Arrays.copyOfRange(parameters, 1500, 1600);
    KernelModel model =
        Lle.builder()
            .neighbors(12)
            .modified(true)
            .solver(KernelSolver.KRYLOV)
            .fit(Matrix.of(Rolls.points(known)));
    DenseMatrix flat = model.trainingCoordinates();
    assertThat(Rolls.unrolled(flat.column(0), known)).isGreaterThan(0.99);
    assertThat(Rolls.heights(flat.column(1), known)).isGreaterThan(0.98);
    Path file = folder.resolve("roll.eigenlens");
    model.save(file);
    DenseMatrix placed = Model.load(file).transform(Matrix.of(Rolls.points(held)));
    assertThat(Rolls.unrolled(placed.column(0), held)).isGreaterThan(0.99);
    assertThat(Rolls.heights(placed.column(1), held)).isGreaterThan(0.98);
  }

  @Test
  void pointsOnALineInManyNeighboursAreWellDefined() {
    double[][] line = new double[50][];
    Arrays.setAll(line, i -> new double[] {i, 2 * i, -i});
    KernelModel model = Lle.builder().neighbors(6).components(1).fit(Matrix.of(line));
    double[] along = model.trainingCoordinates().column(0);
    double[] numbers = new double[50];
    Arrays.setAll(numbers, i -> i);
    assertThat(Math.abs(Rolls.correlation(along, numbers))).isGreaterThan(0.99);
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(
            () -> Lle.builder().components(3).fit(Matrix.of(new double[][] {{1}, {2}, {4}})))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("at most 2");
    assertThatThrownBy(() -> Lle.builder().components(9).neighbors(8).modified(true).fit(ROLL))
        .hasMessageContaining("at least as many neighbours as components");
    assertThatThrownBy(() -> Lle.builder().regularization(0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** One point between two groups joins them, but neither needs it: both may move freely. */
  @Test
  void groupsThatNoNeighbourLeadsOutOfAreCounted() {
    double[][] x = Samples.normal(61, 3, 4);
    for (int i = 0; i < 60; i++) {
      x[i][0] += i < 30 ? -50 : 50;
    }
    x[60] = new double[3];
    Matrix given = Matrix.of(x);
    assertThat(Lle.builder().neighbors(10).pieces(given).count()).isEqualTo(1);
    assertThatThrownBy(() -> Lle.builder().neighbors(10).fit(given))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("2 groups, of 30, 30 rows")
        .hasMessageContaining("more neighbours");
    assertThat(Lle.builder().neighbors(35).fit(given).provenance().warnings())
        .noneMatch(w -> w.contains("apart"));
    assertThat(Lle.builder().neighbors(10).bridge(true).fit(given).provenance().warnings())
        .anyMatch(w -> w.contains("component 1 tells the 2 pieces"));
  }

  /** A bridge is far longer than other edges, and so weighs little. */
  @Test
  void aComponentThatOnlyTellsBridgedPiecesApartIsNamed() {
    KernelModel model = Lle.builder().neighbors(4).bridge(true).fit(Matrix.of(Rolls.arcs(60)));
    assertThat(model.provenance().warnings())
        .anyMatch(w -> w.contains("2 pieces, of 60, 60 rows"))
        .anyMatch(w -> w.contains("component 1 tells the 2 pieces"))
        .noneMatch(w -> w.contains("component 2 tells"));
  }

  /** Three points on a line have products of rank 1: without regularisation nothing is defined. */
  @Test
  void weightsThatAreNotDefinedAreRefused() {
    PointNeighbors points =
        new PointNeighbors(DenseMatrix.copyOf(new double[][] {{1, 1}, {2, 2}, {3, 3}}));
    Barycentric kernel = new Barycentric(points, new Reach.Nearest(2), 1e-20, false);
    assertThatThrownBy(() -> kernel.weights(new double[] {0, 0}, new int[] {0, 1, 2}))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("regularise it more");
  }
}
