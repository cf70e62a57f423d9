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
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.neighbors.Affinity;
import org.eigenlens.neighbors.NeighborGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Laplacian eigenmaps, heat or binary, normalised or not. */
class LaplacianEigenmapsTest {

  private static final Matrix ROLL = Matrix.of(Rolls.points(Rolls.parameters(300)));

  /** The normalised Laplacian of the path of four nodes has 0, 1/2, 3/2 and 2. */
  @Test
  void aPathOfFourHasItsEigenvalues() {
    Matrix path = Matrix.of(new double[][] {{0}, {1}, {2}, {3}});
    KernelModel model = LaplacianEigenmaps.builder().neighbors(1).binary().components(3).fit(path);
    assertThat(model.eigenvalues()).containsExactly(new double[] {0.5, 1.5, 2}, within(1e-14));
    MdsTest.assertSame(model.transform(path), model.trainingCoordinates(), 1e-13);
    KernelModel plain =
        LaplacianEigenmaps.builder()
            .neighbors(1)
            .binary()
            .normalized(false)
            .components(3)
            .fit(path);
    // 2 − 2cos(πk/4) for the path.
    double[] known = {2 - Math.sqrt(2), 2, 2 + Math.sqrt(2)};
    assertThat(plain.eigenvalues()).containsExactly(known, within(1e-14));
  }

  /** numpy.linalg.eigh of the Laplacian of the union of 8 nearest neighbours of this roll. */
  @ParameterizedTest
  @CsvSource({
    "0, true, 1.340493436794e-02, 2.035159616699e-02, 2.701320609709e-02",
    "0.05, true, 6.262790690520e-03, 9.321017971426e-03, 1.421907060895e-02",
    "0, false, 1.199724248286e-01, 1.802858402392e-01, 2.432031634619e-01",
    "0.05, false, 3.368837999634e-02, 4.577694976110e-02, 7.438269372835e-02"
  })
  void eigenvaluesAsInNumPy(double gamma, boolean normalized, double a, double b, double c) {
    for (KernelSolver solver : new KernelSolver[] {KernelSolver.DENSE, KernelSolver.KRYLOV}) {
      LaplacianEigenmaps.Builder builder =
          LaplacianEigenmaps.builder()
              .neighbors(8)
              .components(3)
              .normalized(normalized)
              .solver(solver);
      KernelModel model = (gamma == 0 ? builder.binary() : builder.heat(gamma)).fit(ROLL);
      assertThat(model.eigenvalues()).containsExactly(new double[] {a, b, c}, within(1e-12));
      assertThat(model.provenance().maxRelativeResidual()).isLessThan(1e-10);
      MdsTest.assertSame(model.transform(ROLL), model.trainingCoordinates(), 1e-8);
    }
  }

  @Test
  void aRollIsUnrolledAndRowsHeldOutLandWhereTheyBelong(@TempDir Path folder) throws Exception {
    double[][] parameters = Rolls.parameters(1600);
    double[][] known = Arrays.copyOf(parameters, 1500);
    double[][] held = Arrays.copyOfRange(parameters, 1500, 1600);
    KernelModel model =
        LaplacianEigenmaps.builder()
            .neighbors(10)
            .solver(KernelSolver.KRYLOV)
            .fit(Matrix.of(Rolls.points(known)));
    // The first map of a strip is the cosine along it: monotone, so ordered like it.
    DenseMatrix flat = model.trainingCoordinates();
    assertThat(Rolls.unrolled(flat.column(0), known)).isGreaterThan(0.97);
    Path file = folder.resolve("roll.eigenlens");
    model.save(file);
    DenseMatrix placed = Model.load(file).transform(Matrix.of(Rolls.points(held)));
    assertThat(Rolls.unrolled(placed.column(0), held)).isGreaterThan(0.97);
  }

  @Test
  void coordinatesHaveUnitVarianceWeightedByDegree() {
    KernelModel model =
        LaplacianEigenmaps.builder().neighbors(8).binary().normalized(false).fit(ROLL);
    assertThat(model.explainedVariance())
        .containsExactly(new double[] {300 / 299.0, 300 / 299.0}, within(1e-10));
    KernelModel weighted = LaplacianEigenmaps.builder().neighbors(8).fit(ROLL);
    Affinity kernel = (Affinity) weighted.kernel();
    NeighborGraph graph = kernel.graph();
    double[] degrees = new double[300];
    for (int i = 0; i < 300; i++) {
      for (int p = graph.starts()[i]; p < graph.starts()[i + 1]; p++) {
        degrees[i] += kernel.weight(graph.lengths()[p]);
      }
    }
    for (int c = 0; c < 2; c++) {
      double[] y = weighted.trainingCoordinates().column(c);
      double mean = 0;
      double square = 0;
      for (int i = 0; i < 300; i++) {
        mean += degrees[i] * y[i];
        square += degrees[i] * y[i] * y[i];
      }
      double total = Arrays.stream(degrees).sum();
      // What rounding leaves of the orthogonality of vectors.
      assertThat(mean / total).isCloseTo(0, within(1e-12));
      assertThat(square / total).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void twoGroupsAreCounted() {
    double[][] x = new double[40][];
    Arrays.setAll(x, i -> new double[] {i < 20 ? i : 1000 + i});
    assertThatThrownBy(() -> LaplacianEigenmaps.builder().neighbors(3).fit(Matrix.of(x)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("2 pieces, of 20, 20 rows");
  }

  @Test
  void aKernelTooNarrowIsRefusedAtTheRow() {
    assertThatThrownBy(() -> LaplacianEigenmaps.builder().neighbors(8).heat(1e6).fit(ROLL))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("smaller gamma");
  }

  @Test
  void aBridgeThatWeighsNothingIsRefused() {
    Matrix arcs = Matrix.of(Rolls.arcs(60));
    for (boolean normalized : new boolean[] {true, false}) {
      LaplacianEigenmaps.Builder builder =
          LaplacianEigenmaps.builder().neighbors(4).bridge(true).normalized(normalized);
      assertThatThrownBy(() -> builder.fit(arcs))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("2 pieces, of 60, 60 rows")
          .hasMessageContaining("binary");
      KernelModel joined = builder.binary().fit(arcs);
      // One edge of a cycle or path of 120: far above the 1e-12 that counts as none.
      assertThat(joined.eigenvalues()[0]).isGreaterThan(1e-5);
    }
  }

  /** The square's normalised Laplacian has 0, 1, 1 and 2; at 1 neighbours say nothing. */
  @Test
  void anEigenvalueOfOneIsRefused() {
    Matrix square = Matrix.of(new double[][] {{0, 0}, {0, 1}, {1, 0}, {1, 1}});
    LaplacianEigenmaps.Builder builder = LaplacianEigenmaps.builder().neighbors(2).binary();
    assertThatThrownBy(() -> builder.fit(square))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("component 1 is 1")
        .hasMessageContaining("not normalised");
    KernelModel plain = builder.normalized(false).fit(square);
    assertThat(plain.eigenvalues()).containsExactly(new double[] {2, 2}, within(1e-14));
    MdsTest.assertSame(plain.transform(square), plain.trainingCoordinates(), 1e-13);
    Matrix path = Matrix.of(new double[][] {{0}, {1}, {2}, {3}, {4}});
    // The path of five has 1 − cos(πk/4).
    assertThatThrownBy(() -> builder.normalized(true).neighbors(1).fit(path))
        .hasMessageContaining("at most 1 of the components");
  }

  /** Beyond 1,500 rows the inverse is iterated unasked, here beside the whole decomposition. */
  @Test
  void ofManyRowsTheSmallestAreTheSame() {
    Matrix roll = Matrix.of(Rolls.points(Rolls.parameters(1700)));
    LaplacianEigenmaps.Builder maps = LaplacianEigenmaps.builder().neighbors(10);
    assertSmallest(maps.fit(roll), maps.solver(KernelSolver.DENSE).fit(roll));
    Lle.Builder lle = Lle.builder().neighbors(10);
    assertSmallest(lle.fit(roll), lle.solver(KernelSolver.DENSE).fit(roll));
  }

  private static void assertSmallest(KernelModel iterated, KernelModel whole) {
    assertThat(iterated.provenance().solverReason()).contains("the inverse is iterated");
    assertThat(iterated.provenance().warnings()).noneMatch(w -> w.contains("converge"));
    assertThat(iterated.provenance().maxRelativeResidual()).isLessThan(1e-12);
    // The decomposition errs by ε times the largest eigenvalue, which is 2 to 10, and √n.
    assertThat(iterated.eigenvalues()).containsExactly(whole.eigenvalues(), within(1e-13));
  }
}
