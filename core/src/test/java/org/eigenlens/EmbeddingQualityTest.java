package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.Test;

/** How embeddings are judged. */
class EmbeddingQualityTest {

  /** scikit-learn 1: trustworthiness(iris, PCA(2).fit_transform(iris), n_neighbors=5). */
  @Test
  void trustworthinessOfFlowersAsInScikitLearn() {
    Matrix iris = Matrix.of(Samples.table("iris"));
    LinearModel pca = Pca.builder().components(2).fit(iris);
    EmbeddingQuality quality = EmbeddingQuality.of(pca, iris, pca.transform(iris), 5, 0);
    // Equal distances, of which there are some, may be ranked in another order.
    assertThat(quality.trustworthiness()).isCloseTo(0.97866667, within(2e-4));
    // trustworthiness(PCA(2).fit_transform(iris), iris), and NearestNeighbors(5) of both compared.
    assertThat(quality.continuity()).isCloseTo(0.99004695, within(2e-4));
    assertThat(quality.neighborhoodPreservation()).isCloseTo(0.636, within(0.01));
    assertThat(quality.residualVariance()).isLessThan(0.01);
    assertThat(quality.sampled()).isEqualTo(150);
  }

  @Test
  void whatIsKeptWholeIsPerfect() {
    Matrix x = Matrix.of(Samples.normal(60, 3, 1));
    LinearModel pca = Pca.builder().components(3).fit(x);
    EmbeddingQuality quality = EmbeddingQuality.of(pca, x, pca.transform(x), 7, 0);
    assertThat(quality.trustworthiness()).isEqualTo(1);
    assertThat(quality.continuity()).isEqualTo(1);
    assertThat(quality.neighborhoodPreservation()).isEqualTo(1);
    assertThat(quality.residualVariance()).isCloseTo(0, within(1e-12));
  }

  @Test
  void anUnrolledRollIsBetterThanItsShadow() {
    Matrix roll = Matrix.of(Rolls.points(Rolls.parameters(1000)));
    KernelModel isomap = Isomap.builder().neighbors(10).fit(roll);
    LinearModel pca = Pca.builder().components(2).fit(roll);
    EmbeddingQuality flat = EmbeddingQuality.of(isomap, roll, isomap.trainingCoordinates(), 10, 0);
    EmbeddingQuality shadow = EmbeddingQuality.of(pca, roll, pca.transform(roll), 10, 0);
    assertThat(flat.trustworthiness()).isGreaterThan(0.99).isGreaterThan(shadow.trustworthiness());
    // Along the roll, where Isomap measures: Tenenbaum's residual variance.
    assertThat(flat.residualVariance()).isLessThan(0.01);
  }

  @Test
  void ofManyRowsASampleIsJudged() {
    double[][] x = Samples.normal(9000, 60, 2);
    EmbeddingQuality quality = EmbeddingQuality.of(Matrix.of(x), Matrix.of(x), 5, 3);
    assertThat(quality.sampled()).isBetween(500, 8999);
    assertThat(quality.trustworthiness()).isEqualTo(1);
  }

  @Test
  void distancesAreJudgedAsGiven() {
    Matrix roads = Matrix.of(Samples.table("eurodist"));
    KernelModel map = Mds.builder().fitDistances(roads, null);
    EmbeddingQuality quality = EmbeddingQuality.of(map, roads, map.trainingCoordinates(), 5, 0);
    assertThat(quality.trustworthiness()).isGreaterThan(0.9);
  }

  @Test
  void tooFewRowsAreRefused() {
    // As in scikit-learn, which refuses from half of the rows on.
    Matrix x = Matrix.of(Samples.normal(10, 2, 1));
    assertThatThrownBy(() -> EmbeddingQuality.of(x, x, 5, 0))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("more than 10 rows, not 10");
    assertThat(EmbeddingQuality.of(x, x, 4, 0).trustworthiness()).isEqualTo(1);
  }

  /** Rows in another order, or some of them, are as good as they were. */
  @Test
  void rowsNeedNotBeThoseOfTheFit() {
    double[][] x = Rolls.points(Rolls.parameters(1000));
    for (int landmarks : new int[] {0, 200}) {
      Isomap.Builder builder = Isomap.builder().neighbors(10);
      KernelModel model =
          (landmarks == 0 ? builder : builder.landmarks(landmarks)).fit(Matrix.of(x));
      EmbeddingQuality fitted = judged(model, x);
      assertThat(fitted.residualVariance()).isLessThan(0.02);
      double[][] reversed = new double[1000][];
      Arrays.setAll(reversed, i -> x[999 - i]);
      EmbeddingQuality turned = judged(model, reversed);
      // The same sums in another order.
      assertThat(turned.residualVariance()).isCloseTo(fitted.residualVariance(), within(1e-10));
      assertThat(turned.trustworthiness()).isCloseTo(fitted.trustworthiness(), within(1e-10));
      assertThat(judged(model, Arrays.copyOf(reversed, 300)).residualVariance()).isLessThan(0.03);
    }
    double[][] fresh = Arrays.copyOfRange(Rolls.points(Rolls.parameters(1200)), 1000, 1200);
    KernelModel model = Isomap.builder().neighbors(10).fit(Matrix.of(x));
    assertThat(judged(model, fresh).residualVariance()).isLessThan(0.03);
  }

  private static EmbeddingQuality judged(Model model, double[][] x) {
    Matrix rows = Matrix.of(x);
    return EmbeddingQuality.of(model, rows, model.transform(rows), 10, 0);
  }

  /** All components of standardised rows keep their distances, if these are standardised alike. */
  @Test
  void rowsAreStandardisedAsTheModelDoes() {
    double[][] x = Samples.normal(200, 2, 1);
    for (double[] row : x) {
      row[1] *= 100;
    }
    double[][] few = new double[60][];
    // Rows whose own deviations are not those of the fit.
    Arrays.setAll(few, i -> new double[] {x[i][0] / 50, x[i][1]});
    Model linear = Pca.builder().components(2).standardize(true).fit(Matrix.of(x));
    Model kernel = Mds.builder().components(2).standardize(true).fit(Matrix.of(x));
    for (Model model : new Model[] {linear, kernel}) {
      assertThat(judged(model, few).trustworthiness()).isEqualTo(1);
      assertThat(judged(model, few).residualVariance()).isCloseTo(0, within(1e-10));
    }
  }

  @Test
  void whatCannotBeJudgedIsRefused() {
    Matrix x = Matrix.of(Samples.normal(20, 2, 1));
    double[][] map = x.toArray();
    map[3][1] = Double.NaN;
    assertThatThrownBy(() -> EmbeddingQuality.of(x, Matrix.of(map), 5, 0))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("no coordinates");
    Matrix roads = Matrix.of(Samples.table("eurodist"));
    KernelModel model = Mds.builder().fitDistances(roads, null);
    double[][] others = Arrays.copyOf(roads.toArray(), 15);
    assertThatThrownBy(() -> judged(model, others))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("the table that was fitted");
  }
}
