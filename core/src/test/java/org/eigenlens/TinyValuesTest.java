package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values whose squares are no numbers any more: a right answer, or a refusal before the work. */
class TinyValuesTest {

  private static final Progress NOTHING =
      step -> {
        throw new AssertionError("it had begun: " + step);
      };

  private static Matrix rows(int count, double size) {
    Random random = new Random(3);
    double[][] rows = new double[count][3];
    for (double[] row : rows) {
      Arrays.setAll(row, j -> size * (1 + j + random.nextGaussian() / (1 + j)));
    }
    return Matrix.of(rows);
  }

  private static KernelPca.Builder of(Kernel kernel, KernelSolver solver) {
    return KernelPca.builder().kernel(kernel).solver(solver).components(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = KernelSolver.class,
      names = {"AUTO", "DENSE", "KRYLOV", "POWER"})
  void kernelsOfProductsAndWidthsAreRefused(KernelSolver solver) {
    Kernel[] kernels = {
      Kernels.linear(), Kernels.polynomial(1, 0, 2), Kernels.sigmoid(1, 0), Kernels.rbf(0.5)
    };
    for (Kernel kernel : kernels) {
      for (double size : new double[] {1e-160, 1e-320}) {
        assertThatThrownBy(() -> of(kernel, solver).progress(NOTHING).fit(rows(400, size)))
            .as("%s of %s", kernel, size)
            .isInstanceOf(NumericalException.class)
            .hasMessageContaining("The values are so small")
            .hasMessageContaining("use other units");
      }
    }
  }

  @Test
  void landmarksAreRefusedToo() {
    assertThatThrownBy(
            () ->
                KernelPca.builder()
                    .kernel(Kernels.linear())
                    .landmarks(3)
                    .components(2)
                    .fit(rows(400, 1e-160)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("The values are so small");
  }

  /** Rounding is judged by the trace: beside an infinite one all eigenvalues would be zero. */
  @ParameterizedTest
  @EnumSource(
      value = KernelSolver.class,
      names = {"AUTO", "DENSE", "KRYLOV", "POWER", "NYSTROM"})
  void largeValuesWhoseTraceOverflowsAreRefused(KernelSolver solver) {
    double[][] diagonal = new double[5][5];
    for (int i = 0; i < 5; i++) {
      diagonal[i][i] = 1.3e154;
    }
    for (Matrix x : new Matrix[] {Matrix.of(diagonal), rows(1000, 1e153)}) {
      assertThatThrownBy(() -> of(Kernels.linear(), solver).fit(x))
          .as("%s of %d rows", solver, x.rows())
          .isInstanceOf(NumericalException.class)
          .hasMessageMatching(
              "The kernels of [0-9]+ rows with themselves sum to more than 1.8e308, .*use other.*"
                  + "|.*its kernel with the others is not finite, since values are too large; .*");
    }
  }

  /** All values are next to 1, and there is nothing for an iteration to look for but rounding. */
  @ParameterizedTest
  @ValueSource(strings = {"polynomial", "sigmoid", "laplacian"})
  void rowsThatAreAlikeToAKernelAreNotIteratedOn(String name) {
    Kernel kernel =
        switch (name) {
          case "polynomial" -> Kernels.polynomial(0.5, 1, 3);
          case "sigmoid" -> Kernels.sigmoid(0.5, 1);
          default -> Kernels.laplacian(0.5);
        };
    KernelModel model = of(kernel, KernelSolver.KRYLOV).fit(rows(600, 1e-160));
    assertThat(model.eigenvalues()).containsExactly(0, 0);
    assertThat(model.provenance().warnings())
        .anyMatch(line -> line.contains("by less than their rounding"));
    assertThat(model.transform(rows(5, 1e-160)).toRowMajor()).containsOnly(0);
    KernelModel larger = of(kernel, KernelSolver.KRYLOV).fit(rows(600, 1e-3));
    assertThat(larger.eigenvalues()[0]).isPositive();
  }

  @Test
  void oneRowAmongManyThatIsNotAlikeIsSeen() {
    double[][] rows = rows(600, 1e-160).toArray();
    rows[77] = new double[] {1, 2, 3};
    KernelModel model = of(Kernels.laplacian(0.5), KernelSolver.KRYLOV).fit(Matrix.of(rows));
    assertThat(model.eigenvalues()[0]).isGreaterThan(0.5);
  }

  /** x·y − 1 is the linear kernel once it is centred, and 0 for every point of length one. */
  @Test
  void aConstantThatTakesAllAwayIsNoTinyValue() {
    Matrix unit = Matrix.of(new double[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}});
    KernelModel model = of(Kernels.polynomial(1, -1, 1), KernelSolver.AUTO).fit(unit);
    assertThat(model.eigenvalues()).containsExactly(new double[] {2, 2}, within(1e-14));
  }

  /** Bounded values tell nothing of products that overflow: of these not even the sign is right. */
  @Test
  void productsThatOverflowAreRefused() {
    assertThatThrownBy(() -> of(Kernels.sigmoid(1, 0), KernelSolver.AUTO).fit(rows(400, 1e300)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("values are too large");
  }

  /** The Gram matrix is made anew in another unit, as the covariance is. */
  @Test
  void principalComponentsByTheGramMatrixAreRight() {
    Matrix tiny = rows(300, 1e-152);
    LinearModel gram = Pca.builder().components(2).solver(PcaSolver.GRAM).fit(tiny);
    LinearModel ordinary = Pca.builder().components(2).fit(rows(300, 1));
    for (int i = 0; i < 2; i++) {
      assertThat(gram.directions().row(i))
          .containsExactly(ordinary.directions().row(i), within(1e-9));
    }
  }

  /** Where units do not count, a column in a tiny one tells as much as any other. */
  @Test
  void columnsInTinyUnitsAreNotTakenForConstantWhereUnitsDoNotCount() {
    double[][] cells = Samples.normal(30, 3, 6);
    List<String> classes = new ArrayList<>();
    for (double[] row : cells) {
      classes.add(row[1] > 0 ? "p" : "q");
      row[1] *= 1e-200;
    }
    Matrix x = Matrix.of(cells);
    Labels y = Labels.ofClasses(classes);
    assertThatThrownBy(() -> Fisher.builder().fit(x, y))
        .isInstanceOf(NumericalException.class)
        .hasMessageContainingAll("Column 'x2' varies by", "multiply it by a large constant");
    assertThatThrownBy(() -> SupervisedPca.builder().standardize(true).fit(x, y))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Column 'x2' varies by");
  }
}
