package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.eigenlens.rules.Answer;
import org.eigenlens.rules.CrossValidation;
import org.eigenlens.rules.Elbow;
import org.eigenlens.rules.Recommendation;
import org.eigenlens.rules.Rules;
import org.junit.jupiter.api.Test;

class KernelComponentRulesTest {

  private static final ComponentRules RULES = ComponentRules.builder().build();

  private static Recommendation select(Kernel kernel, double[][] x) {
    return RULES.select(KernelPca.builder().kernel(kernel).build(), DenseMatrix.copyOf(x));
  }

  private static int components(Recommendation selection, String rule) {
    return selection.answer(rule).orElseThrow().components().orElseThrow();
  }

  /** Eigenvalues 48.1105, 19.0943, 6.6333, 4.2753 of a trace of 91.9131 (numpy and kernlab). */
  @Test
  void sharesOfIrisAreThoseOfThePeers() {
    Recommendation iris = select(Kernels.rbf(0.25), Samples.table("iris"));
    assertThat(iris.spectrum().values()[0]).isCloseTo(48.11051564, within(1e-7));
    assertThat(iris.spectrum().total()).isCloseTo(91.91305689, within(1e-7));
    assertThat(components(iris, "share-0.80")).isEqualTo(3);
    assertThat(iris.answer("share-0.80").orElseThrow().why())
        .isEqualTo("3 components make up 80.33 %, 2 only 73.12 %");
  }

  /** The linear kernel is PCA, so that its curve gives the same answers. */
  @Test
  void linearKernelHasTheCurveOfPca() {
    double[][] wine = Samples.table("wine");
    Recommendation linear = select(Kernels.linear(), wine);
    Recommendation pca = RULES.select(DenseMatrix.copyOf(wine));
    for (String rule : new String[] {"share-0.80", "share-0.99", "elbow"}) {
      assertThat(components(linear, rule)).as(rule).isEqualTo(components(pca, rule));
    }
  }

  /** Four factors in noise: cells are filled in best by four, and by none of the others. */
  @Test
  void heldBackCellsFindTheRankWithALinearKernel() {
    double[][] x = Samples.product(Samples.normal(120, 4, 1), Samples.normal(4, 24, 2));
    double[][] noise = Samples.normal(120, 24, 3);
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x[i].length; j++) {
        x[i][j] += 0.5 * noise[i][j];
      }
    }
    Answer answer = select(Kernels.linear(), x).answer("cv").orElseThrow();
    assertThat(answer.components()).hasValue(4);
    assertThat(answer.why()).contains("numbers from 0 to 21, among them 3 and 5");
  }

  @Test
  void noiseIsBestLeftToTheMean() {
    assertThat(components(select(Kernels.linear(), Samples.normal(60, 8, 4)), "cv")).isZero();
  }

  /** The means err by 100 %; a curve tells cells from each other, but not its far ends. */
  @Test
  void curvesAreFilledInBetterThanByTheirMean() {
    double[][] t = Samples.normal(60, 1, 5);
    double[][] x = new double[60][];
    for (int i = 0; i < x.length; i++) {
      double s = t[i][0];
      x[i] = new double[] {s, s * s, s + 1, 2 * s * s};
    }
    Answer answer = select(Kernels.rbf(0.2), x).answer("cv").orElseThrow();
    assertThat(answer.components().orElseThrow()).isPositive();
    double error = Double.parseDouble(answer.why().replaceAll(".* by ([\\d.]+) %.*", "$1"));
    assertThat(error).isLessThan(50);
  }

  @Test
  void landmarksHaveTheirOwnCurve() {
    KernelPca sketch = KernelPca.builder().kernel(Kernels.rbf(0.25)).landmarks(30).build();
    Recommendation iris = RULES.select(sketch, DenseMatrix.copyOf(Samples.table("iris")));
    assertThat(iris.spectrum().values().length).isBetween(10, 30);
    assertThat(components(iris, "share-0.80")).isEqualTo(3);
    assertThat(components(iris, "cv")).isPositive();
  }

  /** Three landmarks see three components, which have less than 90 % of the trace in all. */
  @Test
  void aShareThatLandmarksDoNotSeeIsNotReached() {
    KernelPca sketch = KernelPca.builder().kernel(Kernels.rbf(0.25)).landmarks(3).build();
    Matrix iris = DenseMatrix.copyOf(Samples.table("iris"));
    Recommendation found = RULES.select(sketch, iris);
    Answer most = found.answer("share-0.99").orElseThrow();
    assertThat(most.components()).isEmpty();
    assertThat(most.why()).matches("\\d components make up only \\d\\d\\.\\d\\d % in all");
  }

  /** The way back of this kernel is a regression, which would leave the counts it is for. */
  @Test
  void countsAreFilledInByCounts() {
    double[][] x = Samples.normal(60, 6, 3);
    for (double[] row : x) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.floor(Math.max(0, 3 * row[j]));
      }
    }
    Answer answer = select(Kernels.chiSquared(0.5), x).answer("cv").orElseThrow();
    assertThat(answer.components()).isPresent();
    assertThat(answer.why()).contains("filling in 1 of 6 cells a row");
  }

  /** All eigenvalues of so many rows would take minutes; cells of some of them do not. */
  @Test
  void manyRowsHaveNoCurveButCells() {
    double[][] x = Samples.normal(8001, 2, 4);
    for (double[] row : x) {
      row[1] = row[0] + 0.1 * row[1];
    }
    Recommendation found =
        ComponentRules.builder()
            .folds(2)
            .build()
            .select(KernelPca.builder().kernel(Kernels.linear()).build(), DenseMatrix.copyOf(x));
    assertThat(found.answer("elbow").orElseThrow().components()).isEmpty();
    assertThat(found.answer("share-0.80").orElseThrow().why())
        .contains("8001 rows", "use landmarks");
    assertThat(components(found, "cv")).isEqualTo(1);
    assertThat(found.rows()).isEqualTo(8001);
  }

  @Test
  void rulesForLinearModelsAreRefused() {
    KernelPca method = KernelPca.builder().kernel(Kernels.rbf(0.25)).build();
    Matrix iris = DenseMatrix.copyOf(Samples.table("iris"));
    assertThatThrownBy(() -> RULES.answer(Rules.named("mle").orElseThrow(), method, iris))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mle is for linear models");
    assertThat(RULES.answer(Rules.named("elbow").orElseThrow(), method, iris).required())
        .isPositive();
  }

  @Test
  void rowsThatAreAlikeHaveNoComponents() {
    double[][] same = {{1, 2}, {1, 2}, {1, 2}, {1, 2}};
    assertThatThrownBy(() -> select(Kernels.rbf(1), same))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("all rows are alike");
  }

  @Test
  void aModelsFirstComponentsAreAModel() {
    Matrix iris = DenseMatrix.copyOf(Samples.table("iris"));
    KernelModel model = KernelPca.builder().kernel(Kernels.rbf(0.25)).components(5).fit(iris);
    KernelModel first = model.first(2);
    assertThat(first.components()).isEqualTo(2);
    assertThat(first.transform(iris).row(7))
        .containsExactly(
            new double[] {model.transform(iris).get(7, 0), model.transform(iris).get(7, 1)},
            within(1e-14));
    assertThatThrownBy(() -> model.first(6)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> model.first(0)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void columnsThatHaveNamesAreCalledByThem() {
    Matrix huge =
        Matrix.of(new double[][] {{1, 1.7e308}, {2, -1.7e308}, {3, 1.7e308}, {5, -1e308}});
    List<String> names = List.of("alpha", "beta");
    KernelPca method = KernelPca.builder().kernel(Kernels.linear()).build();
    for (ThrowingCallable asked :
        List.<ThrowingCallable>of(
            () -> RULES.select(method, huge, names),
            () -> RULES.answer(new Elbow(), method, huge, names),
            () -> RULES.answer(new CrossValidation(), method, huge, names))) {
      assertThatThrownBy(asked)
          .isInstanceOf(NumericalException.class)
          .hasMessageStartingWith("Column 'beta' reaches values too large");
    }
  }
}
