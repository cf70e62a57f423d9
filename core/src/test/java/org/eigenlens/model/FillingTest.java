package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.Cca;
import org.eigenlens.Imputation;
import org.eigenlens.Isomap;
import org.eigenlens.KernelCca;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.Progress;
import org.eigenlens.Samples;
import org.eigenlens.SupervisedPca;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.Cholesky;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.PairedModel.Side;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FillingTest {

  private static final double GAP = Double.NaN;

  /** Rows of five columns that vary together; every seventh cell is missing. */
  private static DenseMatrix gaps(int rows, long seed) {
    double[][] cells = Samples.normal(rows, 5, seed);
    for (int i = 0; i < rows; i++) {
      double shared = 3 * cells[i][0];
      Arrays.setAll(cells[i], new Row(cells[i], shared)::value);
      for (int j = 0; j < 5; j++) {
        cells[i][j] = (5 * i + j) % 7 == 3 ? GAP : cells[i][j];
      }
    }
    return DenseMatrix.copyOf(cells);
  }

  private record Row(double[] cells, double shared) {
    double value(int j) {
      return 10 * j + shared * (1 + j % 2) + cells[j];
    }
  }

  /**
   * Under probabilistic PCA the covariance is C = W·diag(λ − s)·Wᵀ + s·I, and the missing cells
   * given the others are at C₍ₘₒ₎·C₍ₒₒ₎⁻¹·xₒ, whatever of them is missing. Where nothing is left
   * over, C is the covariance of the rows, and that is regression on the other columns.
   */
  @ParameterizedTest
  @CsvSource({"2,false", "2,true", "4,false", "5,false", "5,true"})
  void cellsAreTheirMeanGivenTheOthers(int k, boolean standardize) {
    int n = 40;
    int d = 5;
    Matrix x = Matrix.of(Samples.normal(n, d, 1));
    LinearModel pca = Pca.builder().components(k).standardize(standardize).fit(x);
    double[] squares = pca.eigenvalues();
    double left = pca.totalSquares() - Arrays.stream(squares).sum();
    double noise = k == d ? 1e-10 * squares[0] : left / ((n - 1 - k) * (d - k)) * (n - 1);
    double[][] w = pca.directions().toArray();
    double[][] covariance = new double[d][d];
    for (int a = 0; a < d; a++) {
      for (int b = 0; b < d; b++) {
        covariance[a][b] = a == b ? noise : 0;
        for (int c = 0; c < k; c++) {
          covariance[a][b] += w[c][a] * w[c][b] * (squares[c] - noise);
        }
      }
    }
    double[] deviations = {0.3, -1.2, 0.8, 2, -0.5};
    double[] scale = pca.scale();
    double[] mean = pca.mean();
    Filling filling = Filling.byComponents(pca);
    for (int mask = 1; mask < (1 << d) - 1; mask++) {
      int[] missing = columns(d, mask);
      int[] there = columns(d, ~mask);
      double[] row = new double[d];
      Arrays.setAll(row, j -> mean[j] + scale[j] * deviations[j]);
      for (int j : missing) {
        row[j] = GAP;
      }
      filling.fill(row);
      double[][] known = new double[there.length][there.length];
      for (int a = 0; a < there.length; a++) {
        for (int b = 0; b < there.length; b++) {
          known[a][b] = covariance[there[a]][there[b]];
        }
      }
      double[] solved =
          Cholesky.solveRegular(
              known, Arrays.stream(there).mapToDouble(j -> deviations[j]).toArray());
      for (int m : missing) {
        double expected = 0;
        for (int a = 0; a < there.length; a++) {
          expected += covariance[m][there[a]] * solved[a];
        }
        // Ridges of 1e-10 to 1e-9, where nothing is left over, cost as many digits.
        assertThat((row[m] - mean[m]) / scale[m])
            .isCloseTo(expected, within(k == d ? 1e-5 : 1e-12));
      }
    }
  }

  private static int[] columns(int d, int mask) {
    return IntStream.range(0, d).filter(j -> (mask >> j & 1) == 1).toArray();
  }

  /** Three columns tell of each other, though no component is left over to tell noise by. */
  @Test
  void allComponentsOfDataFillAsTheFirstOnesDo() {
    double[][] cells = Samples.normal(50, 3, 3);
    for (double[] row : cells) {
      row[1] = 2 * row[0] + 0.05 * row[1];
      row[2] = 0.05 * row[2] - row[0];
    }
    for (int k = 1; k <= 3; k++) {
      double[] row = {1, GAP, -1};
      Filling.byComponents(Pca.builder().components(k).fit(Matrix.of(cells))).fill(row);
      assertThat(row[1]).isCloseTo(2, within(0.1));
    }
  }

  @Test
  void aComponentWithinTheNoiseSaysNothing() {
    // Both directions vary alike, so that the second, left out, says that the first is noise.
    Matrix round = Matrix.of(new double[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}});
    Filling filling = Filling.byComponents(Pca.builder().components(1).fit(round));
    double[] row = {7, GAP};
    filling.fill(row);
    assertThat(row).containsExactly(7, 0);
    assertThat(filling.isByMeans()).isFalse();
  }

  @Test
  void aRowWithoutAnyValueStaysSo() {
    Filling means = Filling.byMeans(new double[] {1, 2});
    Matrix rows = Matrix.of(new double[][] {{GAP, GAP}, {GAP, 5}});
    assertThat(means.filled(rows).row(0)).containsOnly(GAP);
    assertThat(means.filled(rows).row(1)).containsExactly(1, 5);
  }

  private static Stream<Model> models() {
    Imputation made = Imputation.byComponents(gaps(30, 2), 2, true, Progress.NONE);
    DenseMatrix x = made.filled();
    double[] target = x.column(0);
    return Stream.<Model>of(
            Pca.builder().components(0.9).fit(x),
            KernelPca.builder().kernel(Kernels.rbf(0.01)).components(2).fit(x),
            KernelPca.builder().kernel(Kernels.rbf(0.01)).components(2).landmarks(10).fit(x),
            SupervisedPca.builder().components(1).fit(x, Labels.ofTargets(target)),
            Isomap.builder().components(2).neighbors(8).fit(x))
        .map(model -> model.withFilling(made.filling()));
  }

  @ParameterizedTest
  @MethodSource("models")
  void rowsOfTheFitAreEncodedAsTheyWere(Model model, @TempDir Path folder) throws IOException {
    Matrix gaps = gaps(30, 2);
    Matrix x = Imputation.byComponents(gaps, 2, true, Progress.NONE).filled();
    double[][] scores = model.transform(x).toArray();
    assertThat(model.transform(model.filled(gaps)).toArray()).isDeepEqualTo(scores);
    Path file = folder.resolve("m.eigenlens");
    model.save(file);
    Model loaded = Model.load(file);
    assertThat(loaded.transform(loaded.filled(gaps)).toArray()).isDeepEqualTo(scores);
    boolean[] which = new boolean[model.components()];
    which[0] = true;
    assertThat(loaded.turned(which).filling()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void viewsAreFilledOneByOne(boolean kernels, @TempDir Path folder) throws IOException {
    DenseMatrix x = gaps(30, 3);
    DenseMatrix y = gaps(30, 4);
    Imputation ofX = Imputation.byComponents(x, 2, false, Progress.NONE);
    Imputation ofY = Imputation.byMean(y);
    PairedModel fitted =
        kernels
            ? KernelCca.builder()
                .kernels(Kernels.rbf(0.01), Kernels.rbf(0.01))
                .components(1)
                .ridge(1, 1)
                .fit(ofX.filled(), ofY.filled())
            : Cca.builder().components(1).fit(ofX.filled(), ofY.filled());
    assertThat(fitted.filling()).isEmpty();
    Path file = folder.resolve("m.eigenlens");
    fitted.withFilling(ofX.filling(), ofY.filling()).save(file);
    PairedModel model = PairedModel.load(file);
    double[][] both = new double[30][];
    Arrays.setAll(
        both, i -> Stream.of(x.row(i), y.row(i)).flatMapToDouble(Arrays::stream).toArray());
    Arrays.fill(both[4], 0, 5, GAP);
    double[][] scores = model.transform(model.filled(Matrix.of(both))).toArray();
    double[][] alone = model.transform(Side.X, model.encoder(Side.X).filled(x)).toArray();
    assertThat(scores[3][0]).isCloseTo(alone[3][0], within(1e-12));
    assertThat(scores[3][1])
        .isCloseTo(model.transform(Side.Y, ofY.filled()).get(3, 0), within(1e-12));
    // Nothing is known of the first view of this row, and the second tells nothing of it.
    assertThat(scores[4][0]).isNaN();
    assertThat(scores[4][1]).isFinite();
  }

  @Test
  void damagedTensorsAreRefusedByName(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("m.eigenlens");
    KernelPca.builder()
        .kernel(Kernels.rbf(0.01))
        .components(1)
        .fit(Imputation.byMean(gaps(30, 2)).filled())
        .withFilling(Imputation.byComponents(gaps(30, 2), 2, true, Progress.NONE).filling())
        .save(file);
    Safetensors.Content sound = Safetensors.read(file);
    for (String vector : List.of("filling.mean", "filling.scale", "filling.ridges")) {
      double[] values = sound.vectors().get(vector);
      refuses(file, sound, vector, Arrays.copyOf(values, values.length + 1));
      double[] hole = values.clone();
      hole[1] = GAP;
      refuses(file, sound, vector, hole);
    }
    refuses(file, sound, "filling.scale", null);
    refuses(file, sound, "filling.ridges", null);
    refuses(file, sound, "filling.scale", new double[] {1, 1, 0, 1, 1});
    refuses(file, sound, "filling.ridges", new double[] {1, -1});
    for (int[] shape : new int[][] {{4, 2}, {5, 6}}) {
      Map<String, DenseMatrix> matrices = new LinkedHashMap<>(sound.matrices());
      matrices.put("filling.weights", DenseMatrix.zeros(shape[0], shape[1]));
      refuses(
          file,
          new Safetensors.Content(matrices, sound.vectors(), sound.metadata()),
          "filling.weights");
    }
  }

  private static void refuses(Path file, Safetensors.Content sound, String vector, double[] values)
      throws IOException {
    Map<String, double[]> vectors = new LinkedHashMap<>(sound.vectors());
    vectors.remove(vector);
    if (values != null) {
      vectors.put(vector, values);
    }
    refuses(file, new Safetensors.Content(sound.matrices(), vectors, sound.metadata()), vector);
  }

  private static void refuses(Path file, Safetensors.Content content, String name)
      throws IOException {
    Safetensors.write(file, content);
    assertThatThrownBy(() -> Model.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("'" + name + "'");
  }

  @Test
  void aModelThatKnowsNothingSaysSo() {
    Matrix x = Matrix.of(Samples.normal(20, 3, 5));
    Model kernel = KernelPca.builder().kernel(Kernels.rbf(0.01)).components(1).fit(x);
    assertThatThrownBy(() -> kernel.filled(x))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("kernel-pca knows nothing to fill missing cells with");
    PairedModel paired = Cca.builder().components(1).fit(x, x);
    assertThatThrownBy(() -> paired.encoder(Side.X).filled(x))
        .isInstanceOf(IllegalStateException.class);
    Filling ofTwo = Filling.byMeans(new double[2]).beside(Filling.byMeans(new double[1]));
    assertThatThrownBy(() -> kernel.withFilling(ofTwo))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two views");
    assertThatThrownBy(() -> kernel.withFilling(Filling.byMeans(new double[2])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 columns", "3");
  }
}
