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
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.neighbors.NeighborSearch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Classical scaling, of distances and of points. */
class MdsTest {

  private static final Matrix EURODIST = Matrix.of(Samples.table("eurodist"));

  static double[][] distances(double[][] x) {
    double[][] distances = new double[x.length][x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < i; j++) {
        double sum = 0;
        for (int c = 0; c < x[i].length; c++) {
          sum += (x[i][c] - x[j][c]) * (x[i][c] - x[j][c]);
        }
        distances[i][j] = Math.sqrt(sum);
        distances[j][i] = distances[i][j];
      }
    }
    return distances;
  }

  static void assertSame(DenseMatrix actual, DenseMatrix expected, double tolerance) {
    double scale = 0;
    double worst = 0;
    assertThat(actual.rows()).isEqualTo(expected.rows());
    for (int i = 0; i < actual.rows(); i++) {
      for (int j = 0; j < actual.columns(); j++) {
        scale = Math.max(scale, Math.abs(expected.get(i, j)));
        worst = Math.max(worst, Math.abs(actual.get(i, j) - expected.get(i, j)));
      }
    }
    assertThat(worst).isLessThanOrEqualTo(tolerance * scale);
  }

  /** R 4: cmdscale(eurodist, k = 2, eig = TRUE). */
  @Test
  void roadsBetweenCitiesAsInR() {
    KernelModel model = Mds.builder().components(2).fitDistances(EURODIST, null);
    assertThat(model.eigenvalues()[0]).isCloseTo(19538377.0895, within(1e-3));
    assertThat(model.eigenvalues()[1]).isCloseTo(11856555.3340, within(1e-3));
    DenseMatrix map = model.trainingCoordinates();
    assertThat(Math.abs(map.get(0, 0))).isCloseTo(2290.27467963, within(1e-6));
    assertThat(Math.abs(map.get(0, 1))).isCloseTo(1798.80292809, within(1e-6));
    assertThat(model.measures())
        .containsEntry("negativeEigenvalues", 9.0)
        .hasEntrySatisfying(
            "lowestEigenvalue", v -> assertThat(v).isCloseTo(-2251844.33174, within(1e-3)))
        .hasEntrySatisfying(
            "goodnessOfFit", v -> assertThat(v).isCloseTo(0.753754315508, within(1e-10)))
        .hasEntrySatisfying(
            "goodnessOfFitPositive", v -> assertThat(v).isCloseTo(0.867913429648, within(1e-10)));
    // The lowest is known, so that it is the same wherever it is said.
    assertThat(model.provenance().warnings())
        .anyMatch(w -> w.contains("not Euclidean") && w.contains("down to -2.25184e+06 (0.12 of"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 11, 12, 15, 21})
  void coordinatesAreNumbersForAnyNumberOfComponents(int k) {
    KernelModel model = Mds.builder().components(k).fitDistances(EURODIST, null);
    DenseMatrix map = model.trainingCoordinates();
    for (int i = 0; i < 21; i++) {
      for (int j = 0; j < k; j++) {
        assertThat(map.get(i, j)).isFinite();
        if (j >= 11) {
          // Not −0.0 either, which files would show.
          assertThat(1 / map.get(i, j)).isPositive().isInfinite();
        }
      }
    }
    // −½D² is rounded to ε of itself, 1e-9 here; over √λ₁₁ = 226 that is far below.
    assertSame(model.transform(EURODIST), map, 1e-9);
  }

  /** R 4: cmdscale(eurodist, k = 2, eig = TRUE, add = TRUE). */
  @Test
  void theConstantIsThatOfCailliez() {
    KernelModel model =
        Mds.builder().components(2).additiveConstant(true).fitDistances(EURODIST, null);
    assertThat(model.measures().get("additiveConstant")).isCloseTo(2132.6784952, within(1e-6));
    assertThat(model.eigenvalues()[0]).isCloseTo(42271880.80057, within(1e-2));
    assertThat(model.measures()).containsEntry("negativeEigenvalues", 0.0);
    assertThat(model.measures().get("goodnessOfFit")).isCloseTo(0.511556410743, within(1e-9));
    assertThat(model.provenance().warnings()).noneMatch(w -> w.contains("not Euclidean"));
    assertSame(model.transform(EURODIST), model.trainingCoordinates(), 1e-9);
  }

  @Test
  void theConstantOfEuclideanDistancesIsZero() {
    Matrix d = Matrix.of(distances(Samples.normal(30, 3, 1)));
    KernelModel model = Mds.builder().components(3).additiveConstant(true).fitDistances(d, null);
    // Zero but for the rounding of B: its eigenvalues err by ε·n·d², whose root this is.
    assertThat(model.measures().get("additiveConstant")).isLessThan(1e-6);
  }

  @Test
  void distancesOfFlowersGivePca() {
    double[][] iris = Samples.table("iris");
    LinearModel pca = Pca.builder().components(4).fit(Matrix.of(iris));
    KernelModel given = Mds.builder().components(4).fitDistances(Matrix.of(distances(iris)), null);
    KernelModel points = Mds.builder().components(4).fit(Matrix.of(iris));
    DenseMatrix scores = pca.transform(Matrix.of(iris));
    for (KernelModel model : new KernelModel[] {given, points}) {
      assertThat(model.singularValues()).containsExactly(pca.singularValues(), within(1e-9));
      DenseMatrix coordinates = model.trainingCoordinates();
      for (int c = 0; c < 4; c++) {
        double sign = Math.signum(coordinates.get(0, c) * scores.get(0, c));
        for (int i = 0; i < 150; i++) {
          assertThat(sign * coordinates.get(i, c)).isCloseTo(scores.get(i, c), within(1e-9));
        }
      }
    }
    assertThat(given.measures()).containsEntry("negativeEigenvalues", 0.0);
  }

  @Test
  void aSavedMapPlacesNewObjectsByTheirDistances(@TempDir Path folder) throws Exception {
    double[][] x = Samples.normal(40, 2, 3);
    KernelModel model = Mds.builder().components(2).fitDistances(Matrix.of(distances(x)), null);
    Path file = folder.resolve("map.eigenlens");
    model.save(file);
    KernelModel loaded = (KernelModel) Model.load(file);
    assertThat(loaded.measures()).isEqualTo(model.measures());
    double[][] more = Samples.normal(45, 2, 3);
    double[][] all = distances(more);
    double[][] fresh = new double[5][];
    for (int i = 0; i < 5; i++) {
      fresh[i] = Arrays.copyOf(all[40 + i], 40);
    }
    // The map is the points but for a rotation, so new distances on it are the true ones.
    DenseMatrix known = loaded.trainingCoordinates();
    DenseMatrix placed = loaded.transform(Matrix.of(fresh));
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 40; j++) {
        double apart =
            Math.hypot(placed.get(i, 0) - known.get(j, 0), placed.get(i, 1) - known.get(j, 1));
        assertThat(apart).isCloseTo(fresh[i][j], within(1e-9));
      }
    }
    assertThatThrownBy(() -> loaded.transform(Matrix.of(new double[][] {new double[39]})))
        .isInstanceOf(IllegalArgumentException.class);
    fresh[1][7] = -1;
    assertThatThrownBy(() -> loaded.transform(Matrix.of(fresh)))
        .hasMessageContaining("Row 2, column 8");
  }

  @Test
  void whatIsNoDistanceIsNamedByItsCell() {
    double[][] d = distances(Samples.normal(5, 2, 1));
    assertRefused(changed(d, 3, 1, -2), "Row 4, column 2: a distance is not negative");
    assertRefused(changed(d, 2, 2, 1), "Row 3, column 3: the distance of an object to itself is 0");
    assertRefused(changed(d, 4, 0, 9), "Row 5, column 1: the distance is 9.0, but across");
    assertRefused(changed(d, 0, 1, Double.NaN), "Row 1, column 2");
    assertRefused(new double[][] {{0, 1, 2}, {1, 0, 2}}, "square table, but this one is 2 × 3");
    assertRefused(new double[][] {{0}}, "One object");
    assertRefused(distances(Samples.moved(Samples.normal(5, 2, 1), 1e150, 0)), "other units");
    assertRefused(distances(Samples.moved(Samples.normal(5, 2, 1), 1e-150, 0)), "other units");
  }

  private static double[][] changed(double[][] d, int i, int j, double value) {
    double[][] other = new double[d.length][];
    Arrays.setAll(other, r -> d[r].clone());
    other[i][j] = value;
    return other;
  }

  private static void assertRefused(double[][] d, String words) {
    assertThatThrownBy(() -> Mds.builder().fitDistances(Matrix.of(d), null))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining(words);
  }

  @Test
  void objectsInOnePlaceAreAtZero() {
    KernelModel model = Mds.builder().components(1).fitDistances(Matrix.of(new double[3][3]), null);
    assertThat(model.trainingCoordinates().column(0)).containsExactly(new double[3], within(0.0));
  }

  /** Two objects at distance 0 that differ to others cannot stay together and be Euclidean. */
  @Test
  void aConstantForObjectsAtDistanceZero() {
    Mds.Builder builder = Mds.builder().components(2).additiveConstant(true);
    double[][] torn = {{0, 0, 1, 2}, {0, 0, 5, 2}, {1, 5, 0, 3}, {2, 2, 3, 0}};
    assertThatThrownBy(() -> builder.fitDistances(Matrix.of(torn), null))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("to object 3 these two have the distances 1.0 and 5.0");
    // The first city twice: one place still, and the constant is that of the 21.
    double[][] roads = EURODIST.toArray();
    double[][] twice = new double[22][];
    for (int i = 0; i < 22; i++) {
      twice[i] = Arrays.copyOf(roads[i % 21], 22);
      twice[i][21] = roads[i % 21][0];
    }
    KernelModel model = builder.fitDistances(Matrix.of(twice), null);
    assertThat(model.measures().get("additiveConstant")).isCloseTo(2132.6784952, within(1e-6));
    assertThat(model.measures()).containsEntry("negativeEigenvalues", 0.0);
    assertThat(model.trainingCoordinates().row(21))
        .containsExactly(model.trainingCoordinates().row(0), within(1e-6));
    assertSame(model.transform(Matrix.of(twice)), model.trainingCoordinates(), 1e-9);
  }

  @Test
  void whatHasNoEffectIsRefused() {
    assertThatThrownBy(() -> Mds.builder().neighbors(3).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no neighbours");
    assertThatThrownBy(() -> Mds.builder().bridge(true).build())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Mds.builder().landmarks(5).fitDistances(EURODIST, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no landmarks in mds of distances");
    assertThatThrownBy(() -> Lle.builder().solver(KernelSolver.NYSTROM).build())
        .hasMessageContaining("no landmarks in lle");
    assertThatThrownBy(() -> LaplacianEigenmaps.builder().solver(KernelSolver.NYSTROM).build())
        .hasMessageContaining("no landmarks in laplacian-eigenmaps");
    Isomap.Builder approximate = Isomap.builder().neighborSearch(NeighborSearch.APPROXIMATE);
    assertThatThrownBy(() -> approximate.fitDistances(EURODIST, null))
        .hasMessageContaining("approximate search");
    assertThatThrownBy(() -> approximate.radius(2).build()).hasMessageContaining("radius");
  }

  @Test
  void fewerComponentsFitLess() {
    KernelModel two = Mds.builder().components(2).fitDistances(EURODIST, null);
    KernelModel five = Mds.builder().components(5).fitDistances(EURODIST, null);
    for (String name : new String[] {"goodnessOfFit", "goodnessOfFitPositive"}) {
      // The same two eigenvalues, found among two and among five.
      assertThat(five.first(2).measures().get(name))
          .isCloseTo(two.measures().get(name), within(1e-12));
    }
    assertThat(five.first(2).measures()).containsEntry("negativeEigenvalues", 9.0);
  }

  @Test
  void memoryIsCountedBeforeItIsTaken() {
    int n = 60;
    Matrix d = Matrix.of(distances(Samples.normal(n, 3, 1)));
    long matrix = 8L * n * n;
    assertThatThrownBy(
            () -> Mds.builder().additiveConstant(true).memory(matrix * 9 / 2).fitDistances(d, null))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("The constant for 60 × 60 distances would take");
    assertThatThrownBy(() -> Isomap.builder().memory(matrix * 3 / 2).fitDistances(d, null))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("The paths among 60 × 60 distances would take");
  }
}
