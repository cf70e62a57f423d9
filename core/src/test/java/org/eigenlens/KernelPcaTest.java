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
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.KernelSpectrum;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What kernel PCA promises, whatever the kernel and the route. */
class KernelPcaTest {

  private static final Matrix LINE = Matrix.of(new double[][] {{1}, {2}, {4}, {5}});

  static List<Kernel> kernels() {
    return List.of(
        Kernels.linear(),
        Kernels.polynomial(0.1, 1, 3),
        Kernels.rbf(0.05),
        Kernels.sigmoid(0.01, 0),
        Kernels.laplacian(0.05),
        Kernels.cosine(),
        Kernels.sum(Kernels.rbf(0.1), Kernels.cosine()));
  }

  static void assertSame(DenseMatrix actual, DenseMatrix expected, double tolerance) {
    assertThat(actual.rows()).isEqualTo(expected.rows());
    assertThat(actual.columns()).isEqualTo(expected.columns());
    double scale = 0;
    double worst = 0;
    for (int i = 0; i < actual.rows(); i++) {
      for (int j = 0; j < actual.columns(); j++) {
        scale = Math.max(scale, Math.abs(expected.get(i, j)));
        worst = Math.max(worst, Math.abs(actual.get(i, j) - expected.get(i, j)));
      }
    }
    assertThat(worst).isLessThanOrEqualTo(tolerance * scale);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void encodingTheTrainingRowsGivesTheTrainingCoordinates(Kernel kernel) {
    Matrix x = Matrix.of(Samples.decaying(120, 6, 0.7, 1));
    KernelModel model = KernelPca.builder().kernel(kernel).components(4).fit(x);
    // K·A against V√Λ: rounding of K, n·ε·λ₁, over √λ₄.
    assertSame(model.transform(x), model.trainingCoordinates(), 1e-11);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyRouteAgrees(Kernel kernel) {
    Matrix x = Matrix.of(Samples.decaying(320, 6, 0.6, 2));
    Matrix fresh = Matrix.of(Samples.decaying(7, 6, 0.6, 3));
    KernelPca.Builder builder =
        KernelPca.builder()
            .kernel(kernel)
            .components(3)
            .tolerance(1e-11)
            .solver(KernelSolver.DENSE);
    KernelModel dense = builder.fit(x);
    for (KernelSolver solver : List.of(KernelSolver.KRYLOV, KernelSolver.POWER)) {
      KernelModel other = builder.solver(solver).fit(x);
      for (int i = 0; i < 3; i++) {
        assertThat(other.eigenvalues()[i])
            .isCloseTo(dense.eigenvalues()[i], within(1e-10 * dense.eigenvalues()[0]));
      }
      // Vectors err by residual over gap; the spectra here fall by a third or more.
      assertSame(other.transform(fresh), dense.transform(fresh), 1e-8);
      assertThat(other.provenance().maxRelativeResidual()).isLessThan(1e-10);
    }
  }

  @Test
  void withoutMemoryForTheMatrixTheAnswerIsTheSame() {
    Matrix x = Matrix.of(Samples.decaying(1700, 8, 0.6, 4));
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.rbf(0.1)).components(3);
    KernelModel stored = builder.fit(x);
    KernelModel recomputed = builder.memory(35_000_000).fit(x);
    assertThat(stored.provenance().solver()).isEqualTo("krylov");
    assertThat(stored.provenance().solverReason()).contains("one triangle");
    assertThat(recomputed.provenance().solverReason()).contains("anew in each pass");
    assertSame(recomputed.trainingCoordinates(), stored.trainingCoordinates(), 1e-7);
    assertThat(recomputed.eigenvalues()[0])
        .isCloseTo(stored.eigenvalues()[0], within(1e-10 * stored.eigenvalues()[0]));
  }

  @Test
  void floatStorageKeepsSevenDigits() {
    Matrix x = Matrix.of(Samples.decaying(1700, 8, 0.6, 5));
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.rbf(0.1)).components(3);
    KernelModel exact = builder.fit(x);
    KernelModel narrow = builder.precision(Precision.FLOAT).fit(x);
    for (int i = 0; i < 3; i++) {
      // Each similarity errs by 2⁻²⁵ at most, independently of the others.
      assertThat(narrow.eigenvalues()[i])
          .isCloseTo(exact.eigenvalues()[i], within(0x1p-24 * exact.totalSquares()));
    }
    assertThat(narrow.provenance().solverReason()).contains("in float");
    // The certificate covers what float storage did, not only what was measured on the result.
    double error = Math.abs(narrow.eigenvalues()[0] - exact.eigenvalues()[0]);
    assertThat(narrow.provenance().maxRelativeResidual())
        .isGreaterThanOrEqualTo(error / exact.eigenvalues()[0])
        .isGreaterThanOrEqualTo(0x1p-25);
  }

  @ParameterizedTest
  @EnumSource(names = {"DENSE", "KRYLOV"})
  void theLinearKernelIsPca(KernelSolver solver) {
    // A mean a million times the spread: distances and products are taken around it.
    double[][] rows = Samples.moved(Samples.decaying(90, 5, 0.5, 6), 1, 1e6);
    Matrix x = Matrix.of(rows);
    Matrix fresh = Matrix.of(Samples.moved(Samples.decaying(9, 5, 0.5, 7), 1, 1e6));
    LinearModel pca = Pca.builder().components(3).fit(x);
    KernelModel model =
        KernelPca.builder()
            .kernel(Kernels.linear())
            .components(3)
            .solver(solver)
            .tolerance(1e-12)
            .fit(x);
    for (int i = 0; i < 3; i++) {
      assertThat(model.eigenvalues()[i])
          .isCloseTo(pca.eigenvalues()[i], within(1e-12 * pca.eigenvalues()[0]));
      assertThat(model.explainedVariance()[i])
          .isCloseTo(pca.explainedVariance()[i], within(1e-12 * pca.explainedVariance()[0]));
    }
    assertThat(model.totalSquares()).isCloseTo(pca.totalSquares(), within(1e-9));
    assertSameUpToSigns(model.transform(fresh), pca.transform(fresh), 1e-8);
    assertSameUpToSigns(model.trainingCoordinates(), pca.transform(x), 1e-8);
  }

  /** Signs follow the rows for one and the columns for the other. */
  private static void assertSameUpToSigns(DenseMatrix a, DenseMatrix b, double tolerance) {
    for (int j = 0; j < a.columns(); j++) {
      double[] left = a.column(j);
      double[] right = b.column(j);
      double sign = Math.signum(Oracle.dot(left, right));
      double scale = Arrays.stream(right).map(Math::abs).max().orElseThrow();
      for (int i = 0; i < left.length; i++) {
        assertThat(left[i]).isCloseTo(sign * right[i], within(tolerance * scale));
      }
    }
  }

  @Test
  void theSquaredProductIsPcaOfAllProducts() {
    // (x·y)² is the inner product of all xᵢxⱼ; weights √2 stand for the two orders of a pair.
    double[][] x = Samples.normal(80, 4, 8);
    double[][] products = new double[80][10];
    for (int r = 0; r < 80; r++) {
      int at = 0;
      for (int i = 0; i < 4; i++) {
        for (int j = i; j < 4; j++) {
          products[r][at++] = (i == j ? 1 : Math.sqrt(2)) * x[r][i] * x[r][j];
        }
      }
    }
    KernelModel kernel =
        KernelPca.builder().kernel(Kernels.polynomial(1, 0, 2)).components(10).fit(Matrix.of(x));
    LinearModel pca = Pca.builder().components(10).fit(Matrix.of(products));
    for (int i = 0; i < 10; i++) {
      assertThat(kernel.eigenvalues()[i])
          .isCloseTo(pca.eigenvalues()[i], within(1e-12 * pca.eigenvalues()[0]));
    }
    assertSameUpToSigns(kernel.transform(Matrix.of(x)), pca.transform(Matrix.of(products)), 1e-10);
  }

  @Test
  void nestedCirclesComeApartAlongALine() {
    double[][] x = new double[400][];
    Random random = new Random(9);
    for (int i = 0; i < 400; i++) {
      double radius = i < 200 ? 1 : 0.3;
      double angle = 2 * Math.PI * i / 200;
      x[i] =
          new double[] {
            radius * Math.cos(angle) + 0.05 * random.nextGaussian(),
            radius * Math.sin(angle) + 0.05 * random.nextGaussian()
          };
    }
    KernelModel model = KernelPca.builder().kernel(Kernels.rbf(2)).components(3).fit(Matrix.of(x));
    // One coordinate alone separates inside from outside; no line in the plane does.
    boolean separated = false;
    for (int c = 0; c < 3; c++) {
      double[] z = model.trainingCoordinates().column(c);
      double outerLow = Arrays.stream(z, 0, 200).min().orElseThrow();
      double outerHigh = Arrays.stream(z, 0, 200).max().orElseThrow();
      double innerLow = Arrays.stream(z, 200, 400).min().orElseThrow();
      double innerHigh = Arrays.stream(z, 200, 400).max().orElseThrow();
      separated |= outerHigh < innerLow || innerHigh < outerLow;
    }
    assertThat(separated).isTrue();
  }

  @Test
  void aFarAwayOriginChangesNothingForDistances() {
    double[][] x = Samples.normal(60, 3, 10);
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.rbf(0.3)).components(3);
    KernelModel near = builder.fit(Matrix.of(x));
    KernelModel far = builder.fit(Matrix.of(Samples.moved(x, 1, 1e7)));
    // At 1e7 the rows themselves are rounded to 1e-9.
    assertSame(far.trainingCoordinates(), near.trainingCoordinates(), 1e-7);
  }

  @Test
  void aShareTakesAsFewComponentsAsItNeeds() {
    Matrix small = Matrix.of(Samples.decaying(150, 6, 0.6, 11));
    Matrix large = Matrix.of(Samples.decaying(1600, 6, 0.6, 11));
    for (Matrix x : List.of(small, large)) {
      KernelModel model = KernelPca.builder().kernel(Kernels.rbf(0.1)).components(0.9).fit(x);
      double[] shares = model.explainedVarianceRatio();
      double sum = Arrays.stream(shares).sum();
      assertThat(sum).isGreaterThanOrEqualTo(0.9);
      assertThat(sum - shares[shares.length - 1]).isLessThan(0.9);
    }
  }

  @Test
  void standardisedColumnsAndWhitenedCoordinates() {
    double[][] x = Samples.normal(100, 3, 12);
    for (double[] row : x) {
      row[1] *= 1000;
      row[2] = 5;
    }
    KernelModel model =
        KernelPca.builder()
            .kernel(Kernels.rbf(0.5))
            .components(3)
            .standardize(true)
            .whiten(true)
            .fit(Matrix.of(x), List.of("a", "b", "c"));
    assertThat(model.provenance().warnings())
        .anyMatch(
            w -> w.contains("1 of 3 columns is constant and was not divided by its deviation"));
    DenseMatrix z = model.transform(Matrix.of(x));
    for (int c = 0; c < 3; c++) {
      double squares = Oracle.dot(z.column(c), z.column(c));
      assertThat(squares / 99).isCloseTo(1, within(1e-9));
    }
    assertSame(z, model.trainingCoordinates(), 1e-9);
  }

  @Test
  void withoutCentringTheMatrixItselfIsDecomposed() {
    double[][] x = Samples.moved(Samples.normal(50, 3, 13), 1, 2);
    KernelModel model =
        KernelPca.builder().kernel(Kernels.linear()).components(3).center(false).fit(Matrix.of(x));
    LinearModel lsa = Pca.builder().center(false).components(3).fit(Matrix.of(x));
    for (int i = 0; i < 3; i++) {
      assertThat(model.eigenvalues()[i])
          .isCloseTo(lsa.eigenvalues()[i], within(1e-12 * lsa.eigenvalues()[0]));
    }
    assertSameUpToSigns(model.transform(Matrix.of(x)), lsa.transform(Matrix.of(x)), 1e-10);
  }

  @Test
  void precomputedSimilaritiesEqualTheirKernel() {
    double[][] x = Samples.normal(40, 4, 14);
    double[][] fresh = Samples.normal(6, 4, 15);
    Kernel kernel = Kernels.polynomial(0.3, 1, 2);
    KernelModel direct = KernelPca.builder().kernel(kernel).components(3).fit(Matrix.of(x));
    KernelModel given =
        KernelPca.builder()
            .kernel(Kernels.precomputed())
            .components(3)
            .fit(Matrix.of(similarities(kernel, x, x)));
    assertSame(
        given.transform(Matrix.of(similarities(kernel, fresh, x))),
        direct.transform(Matrix.of(fresh)),
        1e-11);
    assertThatThrownBy(() -> given.transform(Matrix.of(fresh)))
        .hasMessageContaining("4 similarities")
        .hasMessageContaining("40");
    assertThatThrownBy(
            () -> KernelPca.builder().kernel(Kernels.precomputed()).components(1).fit(Matrix.of(x)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("this one is 40 × 4");
  }

  private static double[][] similarities(Kernel kernel, double[][] a, double[][] b) {
    return Arrays.stream(a)
        .map(row -> Arrays.stream(b).mapToDouble(other -> kernel.at(row, other)).toArray())
        .toArray(double[][]::new);
  }

  @Test
  void sparseRowsGiveWhatDenseOnesGive() {
    double[][] x = Samples.normal(60, 5, 16);
    for (double[] row : x) {
      Arrays.setAll(row, j -> row[j] > 0.5 ? row[j] : 0);
    }
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.rbf(0.2)).components(3);
    KernelModel dense = builder.fit(Matrix.of(x));
    KernelModel sparse = builder.fit(Samples.sparse(x));
    assertSame(sparse.transform(Samples.sparse(x)), dense.transform(Matrix.of(x)), 1e-10);
  }

  @Test
  void aMillionRowsWithoutLandmarksAreRefusedAtOnceWithTheMemoryTheyNeed() {
    SparseMatrix million =
        SparseMatrix.of(1_000_000, 1, new int[1_000_001], new int[0], new double[0]);
    assertThatThrownBy(() -> KernelPca.builder().kernel(Kernels.rbf(1)).components(2).fit(million))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("1000000 rows takes 3727.")
        .hasMessageContaining("landmarks");
  }

  @Test
  void whatCannotWorkIsSaidInOneSentence() {
    Matrix x = Matrix.of(Samples.normal(5, 2, 17));
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.rbf(1));
    assertThatThrownBy(() -> builder.components(6).fit(x)).hasMessageContaining("at most 5");
    assertThatThrownBy(() -> KernelPca.builder().fit(x)).hasMessageContaining("kernel");
    Matrix one = Matrix.of(new double[][] {{1, 2}});
    assertThatThrownBy(() -> builder.components(1).fit(one)).hasMessageContaining("only 1 row");
    Matrix hole = Matrix.of(new double[][] {{1, 2}, {Double.NaN, 3}});
    assertThatThrownBy(() -> builder.fit(hole)).hasMessageContaining("Row 2, column 'x1'");
    Matrix huge = Matrix.of(new double[][] {{1e200, 2}, {1.5e200, 3}, {3, 3}});
    assertThat(builder.components(1).fit(huge).transform(huge).toRowMajor())
        .doesNotContain(Double.NaN);
    assertThatThrownBy(
            () -> KernelPca.builder().kernel(Kernels.polynomial(1, 1, 2)).components(1).fit(huge))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("too large");
  }

  @Test
  void extremeScalesWorkWithAKernelToMatch() {
    double[][] x = Samples.normal(30, 3, 18);
    KernelModel plain =
        KernelPca.builder().kernel(Kernels.rbf(0.5)).components(2).fit(Matrix.of(x));
    for (double scale : new double[] {1e-150, 1e150}) {
      KernelModel scaled =
          KernelPca.builder()
              .kernel(Kernels.rbf(0.5 / (scale * scale)))
              .components(2)
              .fit(Matrix.of(Samples.moved(x, scale, 0)));
      assertSame(scaled.trainingCoordinates(), plain.trainingCoordinates(), 1e-9);
    }
  }

  @Test
  void theInputIsLeftAlone() {
    double[][] x = Samples.normal(20, 3, 19);
    DenseMatrix matrix = Matrix.of(x);
    double[] before = matrix.toRowMajor();
    KernelModel model = KernelPca.builder().kernel(Kernels.rbf(1)).components(2).fit(matrix);
    model.transform(matrix);
    assertThat(matrix.toRowMajor()).isEqualTo(before);
  }

  @Test
  void signsFollowTheRows() {
    Matrix x = Matrix.of(Samples.normal(70, 4, 20));
    for (KernelSolver solver : List.of(KernelSolver.DENSE, KernelSolver.KRYLOV)) {
      DenseMatrix z =
          KernelPca.builder()
              .kernel(Kernels.rbf(0.4))
              .components(4)
              .solver(solver)
              .fit(x)
              .trainingCoordinates();
      List<Double> extremes = new ArrayList<>();
      for (int c = 0; c < 4; c++) {
        double[] column = z.column(c);
        double extreme = 0;
        for (double value : column) {
          extreme = Math.abs(value) > Math.abs(extreme) ? value : extreme;
        }
        extremes.add(extreme);
      }
      assertThat(extremes).allMatch(value -> value > 0);
    }
  }

  @Test
  void similaritiesOfTheWrongSignAndDistancesAreRecognised() {
    double[][] x = Samples.normal(30, 2, 21);
    double[][] k = similarities(Kernels.rbf(0.5), x, x);
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.precomputed()).components(2);
    assertThatThrownBy(() -> builder.fit(Matrix.of(Samples.moved(k, -1, 0))))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("no positive eigenvalue");
    double[][] distances = Samples.moved(k, -1, 1);
    for (int i = 0; i < 30; i++) {
      distances[i][i] = 0;
      distances[i][(i + 1) % 30] = distances[(i + 1) % 30][i] = -1;
    }
    assertThat(builder.components(1).fit(Matrix.of(distances)).provenance().warnings())
        .anyMatch(w -> w.contains("table of distances"));
  }

  @Test
  void countsCannotBeStandardised() {
    Matrix x = Matrix.of(new double[][] {{1, 2}, {3, 1}, {2, 5}});
    KernelPca.Builder builder =
        KernelPca.builder().kernel(Kernels.chiSquared(1)).components(1).standardize(true);
    assertThatThrownBy(() -> builder.fit(x))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("counts");
    assertThatThrownBy(() -> builder.landmarks(2).fit(x)).hasMessageContaining("counts");
  }

  @Test
  void everySetterChecksItsArgumentAtOnce() {
    KernelPca.Builder builder = KernelPca.builder();
    assertThatThrownBy(() -> builder.tolerance(0)).hasMessageContaining("between 0 and 1");
    assertThatThrownBy(() -> builder.memory(0)).hasMessageContaining("must be positive");
    assertThatThrownBy(() -> builder.kernel((Kernel) null)).hasMessageContaining("kernel");
    assertThatThrownBy(() -> builder.kernel((KernelChoice) null)).hasMessageContaining("choice");
    assertThatThrownBy(() -> builder.solver(null)).hasMessageContaining("solver");
  }

  @Test
  void aModelDoesNotChangeWithArraysThatWereHandedOut() {
    KernelModel model = KernelPca.builder().kernel(Kernels.rbf(1)).components(1).fit(LINE);
    double before = model.spectrum().eigenvalues()[0];
    model.spectrum().eigenvalues()[0] = -1;
    model.eigenvalues()[0] = -1;
    model.mean()[0] = -1;
    assertThat(model.spectrum().eigenvalues()).containsExactly(before);
    assertThat(model.mean()[0]).isEqualTo(3, within(1e-15));
    double[] numbers = {1};
    KernelSpectrum spectrum = new KernelSpectrum(numbers, 1, 0);
    numbers[0] = 2;
    assertThat(spectrum.eigenvalues()).containsExactly(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 1e-9, 1e-14, 1e-30})
  void aVeryWideKernelKeepsItsDigits(double gamma) {
    // exp(−γd²) = 1 − γd² + O(γ²d⁴), and −γd² centred is 2γ times the linear kernel: in the limit
    // the eigenvalues are 2γ times those of PCA, off by about γ times the largest squared distance.
    Matrix x = Matrix.of(Samples.normal(60, 3, 8));
    LinearModel pca = Pca.builder().components(3).fit(x);
    for (KernelSolver solver : List.of(KernelSolver.DENSE, KernelSolver.KRYLOV)) {
      KernelModel model =
          KernelPca.builder()
              .kernel(Kernels.rbf(gamma))
              .components(3)
              .solver(solver)
              .tolerance(1e-12)
              .fit(x);
      double slack = Math.max(100 * gamma, 1e-11);
      DenseMatrix again = model.transform(x);
      DenseMatrix scores = pca.transform(x);
      double root = Math.sqrt(2 * gamma);
      for (int j = 0; j < 3; j++) {
        double limit = 2 * gamma * pca.eigenvalues()[j];
        assertThat(model.eigenvalues()[j] / limit).isEqualTo(1, within(slack));
        double largest = Math.sqrt(pca.eigenvalues()[j]);
        double sign = Math.signum(again.get(0, j) * scores.get(0, j));
        for (int i = 0; i < x.rows(); i++) {
          // Encoding again gives the training coordinates, and both are those of PCA.
          assertThat(again.get(i, j) / root)
              .isEqualTo(model.trainingCoordinates().get(i, j) / root, within(1e-9 * largest))
              .isEqualTo(sign * scores.get(i, j), within(10 * slack * largest));
        }
      }
    }
  }
}
