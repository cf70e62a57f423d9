package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eigenlens.Cca;
import org.eigenlens.Fisher;
import org.eigenlens.Isomap;
import org.eigenlens.KernelCca;
import org.eigenlens.KernelPca;
import org.eigenlens.KernelSupervisedPca;
import org.eigenlens.LaplacianEigenmaps;
import org.eigenlens.Lle;
import org.eigenlens.Mds;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.supervised.Labels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphs run by ONNX Runtime, against our own encoder on rows that were not fitted. */
class OnnxFileTest {

  /**
   * Both sides compute the same formula in double; sums of some tens of terms in another order
   * differ by some tens of roundings of 1e-16, and squared distances lose a digit or two.
   */
  private static final double ROUNDING = 1e-12;

  @TempDir private Path folder;

  private static double[][] counts(int rows, long seed) {
    double[][] values = Samples.normal(rows, 6, seed);
    for (double[] row : values) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.rint(Math.abs(3 * row[j]));
      }
    }
    return values;
  }

  private double[][] run(Path file, double[][] rows, String output) {
    try (OrtSession session = OrtEnvironment.getEnvironment().createSession(file.toString());
        OnnxTensor in = OnnxTensor.createTensor(OrtEnvironment.getEnvironment(), rows);
        OrtSession.Result out =
            session.run(Map.of(session.getInputNames().iterator().next(), in))) {
      return (double[][]) out.get(output).orElseThrow().getValue();
    } catch (OrtException e) {
      throw new AssertionError(e);
    }
  }

  private void agrees(Model model, double[][] fresh) throws IOException {
    Path file = folder.resolve("encoder.onnx");
    OnnxFile.writeEncoder(model, file);
    double[][] expected = model.transform(Matrix.of(fresh)).toArray();
    assertClose(run(file, fresh, "coordinates"), expected);
    // The same graph takes a batch of any size.
    double[][] one = {fresh[fresh.length - 1]};
    assertClose(run(file, one, "coordinates"), new double[][] {expected[expected.length - 1]});
  }

  private static void assertClose(double[][] actual, double[][] expected) {
    double scale = 0;
    for (double[] row : expected) {
      for (double value : row) {
        scale = Math.max(scale, Math.abs(value));
      }
    }
    assertThat(scale).isPositive();
    assertThat(actual.length).isEqualTo(expected.length);
    for (int i = 0; i < actual.length; i++) {
      assertThat(actual[i]).hasSameSizeAs(expected[i]);
      for (int j = 0; j < actual[i].length; j++) {
        assertThat(Math.abs(actual[i][j] - expected[i][j]))
            .as("row %d, coordinate %d", i, j)
            .isLessThanOrEqualTo(ROUNDING * scale);
      }
    }
  }

  /** Products of such a reference have no digits left for the others, and differences do. */
  @Test
  void aReferenceFarFromAllOthersLeavesThemTheirDigits() throws IOException {
    double[][] rows = Samples.normal(60, 6, 1);
    rows[4][2] = 1e20;
    agrees(
        KernelPca.builder().kernel(Kernels.rbf(0.2)).components(3).fit(Matrix.of(rows)),
        Samples.normal(9, 6, 2));
  }

  static Stream<Pca.Builder> linearFits() {
    return Stream.of(
        Pca.builder().components(3),
        Pca.builder().components(3).standardize(true),
        Pca.builder().components(3).whiten(true),
        Pca.builder().components(3).center(false));
  }

  @ParameterizedTest
  @MethodSource("linearFits")
  void linearModelsEncodeAndDecode(Pca.Builder builder) throws IOException {
    LinearModel model = builder.fit(Matrix.of(Samples.normal(60, 6, 1)));
    double[][] fresh = Samples.normal(9, 6, 2);
    agrees(model, fresh);
    Path file = folder.resolve("decoder.onnx");
    OnnxFile.writeDecoder(model, file);
    double[][] coordinates = model.transform(Matrix.of(fresh)).toArray();
    assertClose(
        run(file, coordinates, "rows"), model.inverseTransform(Matrix.of(coordinates)).toArray());
  }

  @Test
  void directionsAskewAreDecodedByTheirPseudoinverse() throws IOException {
    double[][] rows = Samples.normal(90, 5, 3);
    String[] classes = new String[rows.length];
    for (int i = 0; i < rows.length; i++) {
      classes[i] = "c" + i % 3;
      rows[i][i % 3] += 4;
    }
    LinearModel model =
        Fisher.builder().components(2).fit(Matrix.of(rows), Labels.ofClasses(List.of(classes)));
    double[][] coordinates = model.transform(Matrix.of(rows)).toArray();
    Path file = folder.resolve("decoder.onnx");
    OnnxFile.writeDecoder(model, file);
    assertClose(
        run(file, coordinates, "rows"), model.inverseTransform(Matrix.of(coordinates)).toArray());
  }

  static Stream<Kernel> kernels() {
    return Stream.of(
        Kernels.linear(),
        Kernels.polynomial(0.2, 1, 3),
        Kernels.polynomial(0.2, -1, 2),
        Kernels.rbf(0.1),
        Kernels.sigmoid(0.01, 0.1),
        Kernels.laplacian(0.1),
        Kernels.cosine(),
        Kernels.chiSquared(0.05),
        Kernels.sum(Kernels.rbf(0.1), Kernels.linear()),
        Kernels.product(Kernels.rbf(0.1), Kernels.polynomial(0.1, 1, 2)));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void kernelModelsEncode(Kernel kernel) throws IOException {
    KernelModel model =
        KernelPca.builder().kernel(kernel).components(2).fit(Matrix.of(counts(50, 4)));
    double[][] fresh = counts(8, 5);
    fresh[3] = new double[6]; // nothing at all: no length to divide by, no counts
    agrees(model, fresh);
  }

  @Test
  void landmarksScalesAndWhiteningComeAlong() throws IOException {
    double[][] rows = Samples.normal(80, 6, 6);
    for (double[] row : rows) {
      row[0] = 1e3 + 50 * row[0];
    }
    double[][] fresh = {rows[5].clone(), rows[7].clone()};
    fresh[1][2] += 0.5;
    agrees(
        KernelPca.builder()
            .kernel(Kernels.rbf(0.2))
            .standardize(true)
            .whiten(true)
            .landmarks(30)
            .components(3)
            .fit(Matrix.of(rows)),
        fresh);
  }

  @Test
  void givenSimilaritiesAreMultipliedAsTheyAre() throws IOException {
    DenseMatrix points = DenseMatrix.copyOf(Samples.normal(20, 3, 7));
    DenseMatrix similarities = DenseMatrix.zeros(20, 20);
    Kernels.rbf(0.3).evaluate(points, points, similarities);
    KernelModel model =
        KernelPca.builder().kernel(Kernels.precomputed()).components(2).fit(similarities);
    agrees(model, similarities.rowRange(4, 9).toArray());
  }

  @Test
  void eachViewHasAnEncoderOfItsOwn() throws IOException {
    Matrix x = Matrix.of(Samples.normal(40, 4, 8));
    Matrix y = Matrix.of(Samples.normal(40, 3, 9));
    PairedModel model = Cca.builder().components(2).fit(x, y);
    agrees(model.encoder(PairedModel.Side.X), Samples.normal(5, 4, 10));
    agrees(model.encoder(PairedModel.Side.Y), Samples.normal(5, 3, 11));
    assertThatThrownBy(() -> OnnxFile.writeEncoder(model, folder.resolve("both.onnx")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write one of them");
  }

  @Test
  void aKernelOfTheUsersOwnIsRefusedByName() {
    Kernel own = Kernels.of("mine", (a, b) -> Math.exp(-Math.abs(a[0] - b[0])));
    KernelModel model =
        KernelPca.builder().kernel(own).components(2).fit(Matrix.of(Samples.normal(20, 3, 12)));
    Path file = folder.resolve("mine.onnx");
    assertThatThrownBy(() -> OnnxFile.writeEncoder(model, file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'mine'");
    assertThat(Files.exists(file)).isFalse();
  }

  @Test
  void aModelOfTextsIsRefused() {
    Origin texts = new Origin.Texts("none", "counts", new double[3], List.of(), null);
    Model model =
        Pca.builder().components(2).fit(Matrix.of(Samples.normal(20, 3, 12))).withOrigin(texts);
    Path file = folder.resolve("texts.onnx");
    assertThatThrownBy(() -> OnnxFile.writeEncoder(model, file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("model of texts");
    assertThat(Files.exists(file)).isFalse();
  }

  static Stream<KernelModel> maps() {
    Matrix rows = Matrix.of(Samples.normal(40, 3, 13));
    double[][] roads = {{0, 3, 4}, {3, 0, 6}, {4, 6, 0}};
    return Stream.of(
        Mds.builder().components(2).fitDistances(Matrix.of(roads), List.of("a", "b", "c")),
        Isomap.builder().neighbors(8).bridge(true).components(2).fit(rows),
        Lle.builder().neighbors(8).bridge(true).components(2).fit(rows),
        LaplacianEigenmaps.builder().neighbors(8).bridge(true).components(2).fit(rows));
  }

  @ParameterizedTest
  @MethodSource("maps")
  void aKernelMadeFromTheDataIsRefusedByName(KernelModel model) {
    Path file = folder.resolve("map.onnx");
    assertThatThrownBy(() -> OnnxFile.writeEncoder(model, file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + model.kernel().name() + "'");
    assertThat(Files.exists(file)).isFalse();
  }

  @Test
  void kernelModelsOfLabelsAndOfTwoViewsEncodeToo() throws IOException {
    double[][] rows = Samples.normal(60, 4, 14);
    List<String> classes =
        Stream.of(rows).map(row -> row[0] + row[1] * row[1] > 1 ? "in" : "out").toList();
    agrees(
        KernelSupervisedPca.builder()
            .kernel(Kernels.rbf(0.3))
            .fit(Matrix.of(rows), Labels.ofClasses(classes)),
        Samples.normal(5, 4, 15));
    PairedModel pair =
        KernelCca.builder()
            .kernels(Kernels.rbf(0.3), Kernels.rbf(0.3))
            .ridge(0.1, 0.1)
            .components(1)
            .fit(Matrix.of(rows), Matrix.of(Samples.normal(60, 3, 16)));
    agrees(pair.encoder(PairedModel.Side.X), Samples.normal(5, 4, 17));
    agrees(pair.encoder(PairedModel.Side.Y), Samples.normal(5, 3, 18));
  }
}
