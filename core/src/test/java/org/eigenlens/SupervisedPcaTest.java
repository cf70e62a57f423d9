package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.supervised.LabelledRows;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Golden numbers are NumPy's {@code eigh(X.T @ H @ L @ H @ X)} with H = I − 11ᵀ/n and the label
 * kernel L written out.
 */
class SupervisedPcaTest {

  static final double[][] IRIS = Samples.table("iris");

  static Labels species() {
    return Labels.ofClasses(IntStream.range(0, 150).map(i -> i / 50).toArray());
  }

  private static Matrix columns(int from, int to) {
    return DenseMatrix.copyOf(IRIS).columnRange(from, to).copy();
  }

  /** Compares relative to the first number; eigh itself is right to about 1e-15 of it. */
  static void assertClose(double[] found, double[] expected, double relative) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).isEqualTo(expected[i], within(relative * Math.abs(expected[0])));
    }
  }

  @Test
  void irisWithSpecies() {
    LinearModel model = SupervisedPca.builder().fit(Matrix.of(IRIS), species());
    assertClose(model.eigenvalues(), new double[] {29350.01245902, 253.64754098}, 1e-12);
    assertClose(
        model.directions().row(0),
        new double[] {0.32670871, -0.111825, 0.86283487, 0.36915115},
        1e-7);
    assertClose(
        model.directions().row(1),
        new double[] {0.33122735675, 0.888482719044, -0.133562535482, 0.288180403943},
        1e-11);
    assertThat(model.totalSquares()).isEqualTo(29603.66, within(1e-8));
    assertClose(model.explainedVariance(), new double[] {4.219841331162, 0.206087508265}, 1e-11);
    assertClose(
        model.explainedVarianceRatio(), new double[] {0.922781755396, 0.045066574242}, 1e-11);
    assertThat(model.provenance().maxRelativeResidual()).isLessThan(1e-14);
    assertThat(model.provenance().method()).isEqualTo("supervised-pca");
  }

  @Test
  void coordinatesAboutTheMeanAndAsInTheLecture() {
    Matrix x = Matrix.of(IRIS);
    LinearModel centred = SupervisedPca.builder().components(2).fit(x, species());
    assertClose(centred.transform(x).row(0), new double[] {-2.695824352324, 0.174041523438}, 1e-11);
    LinearModel plain = SupervisedPca.builder().components(2).center(false).fit(x, species());
    assertClose(plain.transform(x).row(0), new double[] {2.556625964916, 4.669597567194}, 1e-11);
    assertThat(plain.provenance().centered()).isFalse();
    assertThat(plain.directions().toArray()).isDeepEqualTo(centred.directions().toArray());
    // x̂ = UUᵀx, lecture equation 69.
    double[] z = plain.transform(x).row(0);
    double[] expected = new double[4];
    Arrays.setAll(
        expected, j -> z[0] * plain.directions().get(0, j) + z[1] * plain.directions().get(1, j));
    assertClose(plain.inverseTransform(plain.transform(x)).row(0), expected, 1e-13);
    LinearModel white = SupervisedPca.builder().components(2).whiten(true).fit(x, species());
    double[] first = white.transform(x).column(0);
    assertThat(Arrays.stream(first).map(v -> v * v).sum() / 149).isEqualTo(1, within(1e-12));
  }

  @Test
  void standardisedColumns() {
    LinearModel iris = SupervisedPca.builder().standardize(true).fit(Matrix.of(IRIS), species());
    assertClose(iris.eigenvalues(), new double[] {20414.86339058, 1113.723650374}, 1e-12);
  }

  @Test
  void everyRowAClassOfItsOwnIsPca() {
    Matrix x = Matrix.of(IRIS);
    Labels own = Labels.ofClasses(IntStream.range(0, 150).toArray());
    LinearModel model = SupervisedPca.builder().fit(x, own);
    LinearModel pca = Pca.builder().fit(x);
    assertClose(model.eigenvalues(), pca.eigenvalues(), 1e-13);
    // Directions differ by the rounding of eigenvalues over their gaps, of 2 % at least here.
    for (int i = 0; i < 4; i++) {
      assertClose(model.directions().row(i), pca.directions().row(i), 1e-11);
    }
    assertClose(model.explainedVariance(), pca.explainedVariance(), 1e-13);
    assertThat(model.provenance().warnings()).anyMatch(w -> w.contains("this is PCA"));
  }

  @Test
  void theIdentityAloneIsPca() {
    Matrix x = Matrix.of(IRIS);
    LinearModel model = SupervisedPca.builder().blend(1).fit(x, species());
    LinearModel pca = Pca.builder().fit(x);
    assertClose(model.eigenvalues(), pca.eigenvalues(), 1e-13);
    assertClose(model.transform(x).row(7), pca.transform(x).row(7), 1e-11);
  }

  @Test
  void theLinearKernelOfOneHotCodesIsDelta() {
    Matrix x = Matrix.of(IRIS);
    LinearModel delta = SupervisedPca.builder().fit(x, species());
    LinearModel linear = SupervisedPca.builder().labelKernel(Kernels.linear()).fit(x, species());
    assertThat(linear.eigenvalues()).isEqualTo(delta.eigenvalues());
    assertThat(linear.directions().toArray()).isDeepEqualTo(delta.directions().toArray());
  }

  @Test
  void blendedWithTheIdentity() {
    Matrix x = Matrix.of(IRIS);
    double[] expected = {14989.39687956, 142.411564643, 8.835805778959, 1.871050013969};
    LinearModel model = SupervisedPca.builder().components(4).blend(0.5).fit(x, species());
    assertClose(model.eigenvalues(), expected, 1e-12);
    for (PcaSolver solver : List.of(PcaSolver.COVARIANCE, PcaSolver.GRAM, PcaSolver.KRYLOV)) {
      LinearModel same =
          SupervisedPca.builder().components(4).blend(0.5).solver(solver).fit(x, species());
      assertClose(same.eigenvalues(), expected, 1e-12);
    }
    // A little memory: the rows are not copied, but read again.
    LinearModel streamed =
        SupervisedPca.builder().components(4).blend(0.5).memory(10_000).fit(x, species());
    assertClose(streamed.eigenvalues(), expected, 1e-12);
  }

  @Test
  void moreComponentsThanTheLabelsDetermineAreRefused() {
    assertThatThrownBy(() -> SupervisedPca.builder().components(3).fit(Matrix.of(IRIS), species()))
        .isInstanceOf(NumericalException.class)
        .hasMessage(
            "3 components were asked for, but only 2 depend on the labels (3 classes have at most"
                + " 2); ask for at most 2, or blend the labels with the identity (--blend 0.1).");
  }

  @Test
  void classesWhoseMeansLieOnALineHaveOneDirection() {
    // Three classes at −1, 0 and 1 along (3, 4)/5, with the same cross of points around each.
    double[][] x = new double[12][];
    int[] classes = new int[12];
    double[][] cross = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int i = 0; i < 12; i++) {
      classes[i] = i / 4;
      double along = classes[i] - 1.0;
      x[i] = new double[] {0.6 * along + cross[i % 4][0], 0.8 * along + cross[i % 4][1]};
    }
    LinearModel model = SupervisedPca.builder().fit(Matrix.of(x), Labels.ofClasses(classes));
    assertThat(model.components()).isEqualTo(1);
    assertClose(model.directions().row(0), new double[] {0.6, 0.8}, 1e-14);
    assertThatThrownBy(
            () ->
                SupervisedPca.builder().components(2).fit(Matrix.of(x), Labels.ofClasses(classes)))
        .hasMessageContaining("only 1 depends on the labels");
  }

  @Test
  void labelsThatTellNothingAreRefused() {
    Matrix x = Matrix.of(IRIS);
    assertThatThrownBy(() -> SupervisedPca.builder().fit(x, Labels.ofClasses(new int[150])))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("All 150 rows have the same label, '0'");
    assertThatThrownBy(() -> SupervisedPca.builder().fit(x, Labels.ofTargets(new double[150])))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("The target has the same value in every row");
    assertThatThrownBy(() -> SupervisedPca.builder().fit(x, Labels.ofTargets(1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 labels given for 150 rows");
    assertThatThrownBy(() -> SupervisedPca.builder().labelKernel(Kernels.rbf(1)).fit(x, species()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("for numbers");
  }

  @Test
  void targetsByLinearAndRbfKernels() {
    Matrix x = columns(0, 3);
    Labels width = Labels.ofTargets(columns(3, 4));
    LinearModel linear = SupervisedPca.builder().fit(x, width);
    assertClose(linear.eigenvalues(), new double[] {43512.52299862}, 1e-12);
    assertClose(
        linear.directions().row(0),
        new double[] {0.36877087026, -0.08688670154, 0.925450563965},
        1e-10);
    LinearModel rbf = SupervisedPca.builder().labelKernel(Kernels.rbf(0.5)).fit(x, width);
    assertClose(
        rbf.eigenvalues(), new double[] {20709.73034172, 67.73798591466, 0.01522872742052}, 1e-12);
    LinearModel two = SupervisedPca.builder().fit(columns(0, 2), Labels.ofTargets(columns(2, 4)));
    assertClose(two.eigenvalues(), new double[] {44707.71264775, 2.5420956734}, 1e-12);
  }

  @Test
  void theDualAgreesWithTheDirectForFewRowsOfManyColumns() {
    double[][] x = Samples.normal(30, 400, 3);
    int[] classes = IntStream.range(0, 30).map(i -> i % 4).toArray();
    for (int i = 0; i < 30; i++) {
      x[i][classes[i]] += 3;
    }
    Labels labels = Labels.ofClasses(classes);
    LinearModel direct =
        SupervisedPca.builder()
            .solver(PcaSolver.COVARIANCE)
            .components(3)
            .fit(Matrix.of(x), labels);
    LinearModel dual =
        SupervisedPca.builder().solver(PcaSolver.GRAM).components(3).fit(Matrix.of(x), labels);
    LinearModel svd = SupervisedPca.builder().components(3).fit(Matrix.of(x), labels);
    assertClose(dual.eigenvalues(), direct.eigenvalues(), 1e-13);
    assertClose(svd.eigenvalues(), direct.eigenvalues(), 1e-13);
    for (int i = 0; i < 3; i++) {
      // The three eigenvalues lie a tenth apart, which magnifies rounding tenfold or so.
      assertClose(dual.directions().row(i), direct.directions().row(i), 1e-11);
      assertClose(svd.directions().row(i), direct.directions().row(i), 1e-11);
    }
    assertThat(dual.provenance().solver()).isEqualTo("gram");
  }

  @Test
  void rowsReadInOnePassGiveTheSame() {
    double[][] both = new double[150][];
    double[] classes = species().values().column(0);
    Arrays.setAll(both, i -> Arrays.copyOf(IRIS[i], 5));
    for (int i = 0; i < 150; i++) {
      both[i][4] = classes[i];
    }
    int[] passes = new int[1];
    var once =
        new org.eigenlens.matrix.RowSource() {
          @Override
          public int columns() {
            return 5;
          }

          @Override
          public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
            passes[0]++;
            Samples.streamed(both, 5).forEachTile(16, lanes, visitor);
          }
        };
    SupervisedPca pca = SupervisedPca.builder().components(2).build();
    LinearModel streamed = pca.fit(LabelledRows.streamed(once, 1, true), null);
    LinearModel inMemory = pca.fit(Matrix.of(IRIS), species());
    assertThat(passes[0]).isEqualTo(1);
    assertClose(streamed.eigenvalues(), inMemory.eigenvalues(), 1e-13);
    assertClose(streamed.explainedVariance(), inMemory.explainedVariance(), 1e-13);
    assertClose(streamed.directions().row(1), inMemory.directions().row(1), 1e-12);
    LinearModel targets = pca.fit(LabelledRows.streamed(once, 2, false), null);
    Labels last = Labels.ofTargets(DenseMatrix.copyOf(both).columnRange(3, 5));
    assertClose(targets.eigenvalues(), pca.fit(columns(0, 3), last).eigenvalues(), 1e-13);
  }

  @Test
  void aLargeMeanCostsNoDigits() {
    double[][] far = Samples.moved(IRIS, 1, 1e8);
    LinearModel model = SupervisedPca.builder().fit(Matrix.of(far), species());
    // The measurements themselves are rounded to 1.5e-8 there.
    assertClose(model.eigenvalues(), new double[] {29350.01245902, 253.64754098}, 1e-7);
    assertThat(model.provenance().warnings()).isEmpty();
    double[][] hardly = Samples.moved(IRIS, 1, 1e14);
    assertThat(SupervisedPca.builder().fit(Matrix.of(hardly), species()).provenance().warnings())
        .anyMatch(warning -> warning.contains("fewer than three digits"));
  }

  @Test
  void threadsSparseRowsAndModelFilesChangeNothing(@TempDir Path folder) throws IOException {
    Matrix x = Matrix.of(Samples.normal(5000, 7, 1));
    Labels labels = Labels.ofClasses(IntStream.range(0, 5000).map(i -> i * 7 % 5).toArray());
    int before = Parallel.threads();
    try {
      Parallel.setThreads(1);
      double[] one = SupervisedPca.builder().fit(x, labels).eigenvalues();
      Parallel.setThreads(4);
      assertThat(SupervisedPca.builder().fit(x, labels).eigenvalues()).isEqualTo(one);
    } finally {
      Parallel.setThreads(before);
    }
    LinearModel sparse = SupervisedPca.builder().fit(Samples.sparse(IRIS), species());
    assertClose(sparse.eigenvalues(), new double[] {29350.01245902, 253.64754098}, 1e-12);
    Path file = folder.resolve("model");
    sparse.save(file);
    LinearModel loaded = LinearModel.load(file);
    assertThat(loaded.explainedVariance()).isEqualTo(sparse.explainedVariance());
    assertThat(loaded.totalVariance()).isEqualTo(sparse.totalVariance());
    assertThat(loaded.transform(IRIS[3])).isEqualTo(sparse.transform(IRIS[3]));
    assertThatThrownBy(() -> loaded.diagnose(Matrix.of(IRIS), 0.95))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("principal components");
  }

  @Test
  void constantColumnsHaveNoWeight() {
    double[][] x = new double[150][];
    Arrays.setAll(x, i -> new double[] {IRIS[i][0], 0.1 + 0.2, IRIS[i][2]});
    LinearModel model = SupervisedPca.builder().standardize(true).fit(Matrix.of(x), species());
    // Zero but for its sign.
    assertThat(Arrays.stream(model.directions().column(1)).map(Math::abs).toArray())
        .containsOnly(0);
    assertThat(model.provenance().warnings()).anyMatch(w -> w.contains("x2"));
  }

  /**
   * Labels that are all different to their kernel: K_y = I, of which 2,000 landmarks see a part.
   */
  @Test
  void whatLandmarksAmongLabelsMissIsNoNoise() {
    int n = 5_200;
    double[][] x = Samples.normal(n, 3, 21);
    for (double[] row : x) {
      row[1] *= 3;
      row[2] *= 0.1;
    }
    Labels apart = Labels.ofTargets(IntStream.range(0, n).mapToDouble(i -> 100.0 * i).toArray());
    KernelModel model =
        KernelSupervisedPca.builder()
            .kernel(Kernels.linear())
            .landmarks(10)
            .labelKernel(Kernels.rbf(1))
            .fit(Matrix.of(x), apart);
    assertThat(model.components()).isEqualTo(3);
    double[] whole = Pca.builder().fit(Matrix.of(x)).eigenvalues();
    double total = Arrays.stream(whole).sum();
    for (int i = 0; i < 3; i++) {
      // Lower bounds; 2,000 rows of 5,200 carry 0.38 of the scatter, give or take 0.03.
      assertThat(model.eigenvalues()[i]).isBetween(0.3 * whole[i], 0.46 * whole[i]);
    }
    // The kernel is exact here, so the bound is that of the labels: tr(K_y − RRᵀ)·‖HX‖².
    assertThat(model.spectrum().traceError())
        .isEqualTo((n - 2_000) * total, within(1e-6 * n * total));
  }

  /** Both classes have the same rows in another order, the first of which lies far out. */
  @Test
  void aRowFarOutDoesNotMakeADirection() {
    int half = 50_000;
    double[][] drawn = Samples.normal(half, 3, 22);
    Arrays.fill(drawn[0], 50);
    double[][] x = new double[2 * half][];
    int[] classes = new int[2 * half];
    for (int i = 0; i < half; i++) {
      x[2 * i] = drawn[i];
      x[2 * i + 1] = drawn[(int) ((i * 7919L + 1) % half)];
      classes[2 * i + 1] = 1;
    }
    assertThatThrownBy(() -> SupervisedPca.builder().fit(Matrix.of(x), Labels.ofClasses(classes)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("No direction depends on the labels");
  }

  @Test
  void sumsOfManyClassesStayWithinTheMemoryAllowed() {
    Matrix x = Matrix.of(Samples.normal(3_000, 100, 23));
    Labels own = Labels.ofClasses(IntStream.range(0, 3_000).toArray());
    // 3,000 classes of 100 doubles are 2.4 MB.
    assertThatThrownBy(() -> SupervisedPca.builder().memory(1_000_000).fit(x, own))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("classes in 100 columns take more memory");
  }

  @Test
  void threadsChangeNothingForTargetsKernelsAndFisher() {
    Matrix x = Matrix.of(Samples.normal(3_000, 5, 24));
    Labels targets = Labels.ofTargets(Matrix.of(Samples.normal(3_000, 2, 25)));
    Labels classes = Labels.ofClasses(IntStream.range(0, 3_000).map(i -> i % 3).toArray());
    int before = Parallel.threads();
    try {
      double[][] one = null;
      for (int threads : new int[] {1, 4}) {
        Parallel.setThreads(threads);
        double[][] found = {
          SupervisedPca.builder().fit(x, targets).eigenvalues(),
          KernelSupervisedPca.builder().kernel(Kernels.rbf(0.2)).fit(x, classes).eigenvalues(),
          Fisher.builder().fit(x, classes).eigenvalues()
        };
        assertThat(found).isDeepEqualTo(one == null ? found : one);
        one = found;
      }
    } finally {
      Parallel.setThreads(before);
    }
  }
}
