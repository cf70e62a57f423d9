package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.eigenlens.KernelPca;
import org.eigenlens.Samples;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KernelModelFileTest {

  @TempDir Path folder;

  static Stream<Kernel> kernels() {
    return Stream.of(
        Kernels.linear(),
        Kernels.polynomial(0.25, 1, 3),
        Kernels.rbf(1e-3),
        Kernels.sigmoid(0.01, -0.5),
        Kernels.laplacian(0.5),
        Kernels.cosine(),
        Kernels.chiSquared(2),
        Kernels.sum(Kernels.rbf(1), Kernels.product(Kernels.cosine(), Kernels.linear())));
  }

  private static Matrix counts() {
    double[][] x = Samples.normal(25, 4, 1);
    for (double[] row : x) {
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.abs(row[j]);
      }
    }
    return Matrix.of(x);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void everyKernelComesBackAsItWas(Kernel kernel) throws IOException {
    KernelModel model =
        KernelPca.builder()
            .kernel(kernel)
            .components(3)
            .standardize(kernel.isShiftInvariant(false))
            .fit(counts(), List.of("a", "b", "c", "d"));
    Path file = folder.resolve("model");
    model.save(file);
    KernelModel loaded = (KernelModel) Model.load(file);
    assertThat(loaded.kernel()).isEqualTo(kernel);
    assertThat(loaded.columnNames()).isEqualTo(model.columnNames());
    assertThat(loaded.provenance()).isEqualTo(model.provenance());
    assertThat(loaded.eigenvalues()).isEqualTo(model.eigenvalues());
    assertThat(loaded.totalSquares()).isEqualTo(model.totalSquares());
    assertThat(loaded.transform(counts()).toRowMajor())
        .isEqualTo(model.transform(counts()).toRowMajor());
  }

  @Test
  void similaritiesNeedNoReferencePoints() throws IOException {
    Matrix k = Matrix.of(new double[][] {{2, 1, 0}, {1, 2, 1}, {0, 1, 2}});
    KernelModel model = KernelPca.builder().kernel(Kernels.precomputed()).components(2).fit(k);
    Path file = folder.resolve("model");
    model.save(file);
    assertThat(Model.load(file).transform(k).toRowMajor())
        .isEqualTo(model.transform(k).toRowMajor());
  }

  @Test
  void aFunctionCannotBeSavedAndNothingIsWritten() {
    KernelModel model =
        KernelPca.builder()
            .kernel(Kernels.of("mine", (x, y) -> x[0] * y[0]))
            .components(1)
            .fit(counts());
    Path file = folder.resolve("model");
    assertThatThrownBy(() -> model.save(file))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("'mine'");
    assertThat(file).doesNotExist();
  }

  @Test
  void hostileDescriptionsAreNamed() throws IOException {
    Path file = folder.resolve("model");
    KernelPca.builder().kernel(Kernels.rbf(0.5)).components(2).fit(counts()).save(file);
    byte[] bytes = Files.readAllBytes(file);
    // Replacements of equal length keep every offset where it was.
    for (String[] change :
        new String[][] {
          {"rbf", "xyz"},
          {"\\\"gamma\\\":0.5", "\\\"gamma\\\":-.5"},
          {"\\\"gamma\\\":0.5", "\\\"gamma\\\":0e9"},
          {"\\\"gamma\\\":0.5", "\\\"gamme\\\":0.5"},
          {"\\\"traceError\\\":0.0", "\\\"traceError\\\":-1."},
          {"\"references\"", "\"referencez\""},
          {"\"shift\"", "\"shiff\""},
        }) {
      Path broken = folder.resolve("broken");
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      assertThat(text).contains(change[0]);
      // Without its checksum, which would be the first to complain.
      String changed = text.replace("\"crc32c\"", "\"edited\"").replace(change[0], change[1]);
      Files.write(broken, changed.getBytes(StandardCharsets.ISO_8859_1));
      assertThatThrownBy(() -> Model.load(broken))
          .as(change[1])
          .isInstanceOf(ModelFileException.class)
          .hasMessageContaining("broken");
    }
  }
}
