package org.eigenlens.supervised;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eigenlens.Pca;
import org.eigenlens.Progress;
import org.eigenlens.Samples;
import org.eigenlens.SupervisedPca;
import org.eigenlens.kernel.Folds;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.junit.jupiter.api.Test;

/** Golden numbers are from loops over scikit-learn's PCA and regression, and NumPy's eigh. */
class EvaluationTest {

  private static final DenseMatrix IRIS = DenseMatrix.copyOf(Samples.table("iris"));

  private static Labels species() {
    return Labels.ofClasses(IntStream.range(0, 150).map(i -> i / 50).toArray());
  }

  @Test
  void leaveOneOutAccuracyOfIris() {
    Evaluation pca =
        Evaluation.of(
            (rows, labels) -> Pca.builder().components(2).fit(rows),
            IRIS,
            species(),
            2,
            150,
            0,
            Progress.NONE);
    assertThat(pca.scores()).containsExactly(133 / 150.0, 144 / 150.0);
    Evaluation supervised =
        Evaluation.of(
            (rows, labels) -> SupervisedPca.builder().components(2).fit(rows, labels),
            IRIS,
            species(),
            2,
            150,
            0,
            Progress.NONE);
    assertThat(supervised.scores()).containsExactly(136 / 150.0, 140 / 150.0);
    assertThat(supervised.classes()).isTrue();
  }

  @Test
  void leaveOneOutRegressionOfIris() {
    Evaluation pca =
        Evaluation.of(
            (rows, labels) -> Pca.builder().components(2).fit(rows),
            IRIS.columnRange(0, 3).copy(),
            Labels.ofTargets(IRIS.columnRange(3, 4)),
            2,
            150,
            0,
            Progress.NONE);
    assertThat(pca.scores()[0]).isEqualTo(0.91219427, within(1e-8));
    assertThat(pca.scores()[1]).isEqualTo(0.91317364, within(1e-8));
  }

  /** Noise with random classes: whoever sees the held-out rows finds more than there is. */
  @Test
  void heldOutRowsAreNotLeaked() {
    Matrix noise = Matrix.of(Samples.normal(60, 300, 4));
    Labels labels = Labels.ofClasses(IntStream.range(0, 60).map(i -> i % 2).toArray());
    Evaluation honest =
        Evaluation.of(
            (rows, known) -> SupervisedPca.builder().components(1).fit(rows, known),
            noise,
            labels,
            1,
            10,
            0,
            Progress.NONE);
    // Sixty guesses are right 30 ± 4 times; a leaked fit is right nearly always.
    assertThat(honest.scores()[0]).isBetween(0.25, 0.75);
    var leaked = SupervisedPca.builder().components(1).fit(noise, labels);
    Evaluation cheated =
        Evaluation.of((rows, known) -> leaked, noise, labels, 1, 10, 0, Progress.NONE);
    assertThat(cheated.scores()[0]).isGreaterThan(0.9);
  }

  @Test
  void foldsHaveEveryClassAndEveryRowOnce() {
    Folds folds = Folds.deal(species().values().column(0), 10, 7);
    int[] held = new int[150];
    for (int fold = 0; fold < 10; fold++) {
      int[] rows = folds.rows(fold, true);
      assertThat(rows).hasSize(15);
      assertThat(Arrays.stream(rows).filter(i -> i < 50).count()).isEqualTo(5);
      assertThat(folds.rows(fold, false)).hasSize(135);
      Arrays.stream(rows).forEach(i -> held[i]++);
    }
    assertThat(held).containsOnly(1);
    assertThatThrownBy(() -> Folds.deal(150, 151, 0)).hasMessageContaining("2 to 150");
  }

  @Test
  void whatFailsNamesItsFold() {
    Labels lonely = Labels.ofClasses(IntStream.range(0, 150).map(i -> i == 0 ? 1 : 0).toArray());
    assertThatThrownBy(
            () ->
                Evaluation.of(
                    (rows, known) -> SupervisedPca.builder().fit(rows, known),
                    IRIS,
                    lonely,
                    1,
                    5,
                    0,
                    Progress.NONE))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("of 5: All 120 rows have the same label");
  }

  private static double[] regression(Labels targets) {
    return Evaluation.of(
            (rows, labels) -> Pca.builder().components(1).fit(rows),
            IRIS.columnRange(0, 2).copy(),
            targets,
            1,
            5,
            0,
            Progress.NONE)
        .scores();
  }

  @Test
  void theScoreOfSeveralTargetsIsTheMeanOfTheirs() {
    double first = regression(Labels.ofTargets(IRIS.columnRange(2, 3)))[0];
    double second = regression(Labels.ofTargets(IRIS.columnRange(3, 4)))[0];
    assertThat(regression(Labels.ofTargets(IRIS.columnRange(2, 4)))[0])
        .isEqualTo((first + second) / 2, within(1e-14));
  }

  @Test
  void targetsThatNothingCanBeSaidOfAreRefused() {
    assertThatThrownBy(() -> regression(Labels.ofTargets(new double[150])))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Target 1 of 1 has the same value in every row");
    assertThatThrownBy(() -> Labels.ofTargets(1, Double.POSITIVE_INFINITY))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("infinite, in row 2");
  }
}
