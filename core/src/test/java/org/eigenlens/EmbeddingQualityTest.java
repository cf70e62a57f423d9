package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
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
    assertThat(quality.continuity()).isBetween(0.97, 1.0);
    assertThat(quality.neighborhoodPreservation()).isBetween(0.5, 0.9);
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
    Matrix x = Matrix.of(Samples.normal(7, 2, 1));
    assertThatThrownBy(() -> EmbeddingQuality.of(x, x, 5, 0))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("more than 8 rows, not 7");
  }
}
