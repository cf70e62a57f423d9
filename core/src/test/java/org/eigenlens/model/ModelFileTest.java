package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.pca.PcaSolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is saved is loaded again, bit for bit, now and by every later version. */
class ModelFileTest {

  private static final List<String> NAMES =
      List.of("sepal length", "sepal \"width\"", "petal\nlength", "Blütenbreite 幅");

  @TempDir private Path folder;

  private static LinearModel iris(Pca.Builder builder) {
    return builder.build().fit(Matrix.of(Samples.table("iris")), NAMES);
  }

  private LinearModel savedAndLoaded(LinearModel model) throws IOException {
    Path file = folder.resolve("a.eigenlens");
    model.save(file);
    return (LinearModel) Model.load(file);
  }

  /** A model has a copy of its directions: what was read is given back at once. */
  @Test
  void directionsAreNotKeptTwiceByLoading() throws IOException {
    Path file = folder.resolve("a.eigenlens");
    iris(Pca.builder()).save(file);
    Safetensors.Content content = Safetensors.read(file);
    String text = content.metadata().get(ModelFile.KEY);
    LinearModelFile.read(file, content, new Description(file, text));
    DenseMatrix components = content.matrices().get("components");
    assertThatThrownBy(() -> components.get(0, 0)).hasMessageContaining("was released");
  }

  @Test
  void aLoadedModelIsTheSavedOneToTheBit() throws IOException {
    Matrix x = Matrix.of(Samples.table("iris"));
    for (Pca.Builder builder :
        List.of(
            Pca.builder(),
            Pca.builder().components(2).standardize(true).ddof(0),
            Pca.builder().components(3).whiten(true).seed(Long.MIN_VALUE).tolerance(1e-7),
            Pca.builder().center(false).solver(PcaSolver.KRYLOV).components(1))) {
      LinearModel model = iris(builder);
      LinearModel loaded = savedAndLoaded(model);
      assertThat(loaded.provenance()).isEqualTo(model.provenance());
      assertThat(loaded.columnNames()).isEqualTo(NAMES);
      assertThat(loaded.mean()).isEqualTo(model.mean());
      assertThat(loaded.scale()).isEqualTo(model.scale());
      assertThat(loaded.eigenvalues()).isEqualTo(model.eigenvalues());
      assertThat(loaded.totalSquares()).isEqualTo(model.totalSquares());
      assertThat(loaded.transform(x).toArray()).isDeepEqualTo(model.transform(x).toArray());
      assertThat(loaded.inverseTransform(model.transform(x)).toArray())
          .isDeepEqualTo(model.inverseTransform(model.transform(x)).toArray());
      assertThat(loaded.diagnose(x, 0.95).speLimit())
          .as("NaN, where a route does not learn it, is kept too")
          .isEqualTo(Double.valueOf(model.diagnose(x, 0.95).speLimit()));
    }
  }

  @Test
  void aModelOfTheFirstFormatLoadsForever() throws IOException {
    // Made once by Pca.builder().components(2).standardize(true).fit(iris).save(…); never rewrite
    // it.
    Path file = folder.resolve("old.eigenlens");
    try (InputStream in = ModelFileTest.class.getResourceAsStream("model-v1.eigenlens")) {
      Files.copy(in, file);
    }
    LinearModel model = (LinearModel) Model.load(file);
    double[] z = model.transform(Matrix.of(new double[][] {{5.1, 3.5, 1.4, 0.2}})).row(0);
    // numpy: ((x - X.mean(0)) / X.std(0, ddof=1)) @ v, the first row of iris.
    assertThat(z[0]).isCloseTo(-2.257141175648121, within(1e-12));
    assertThat(z[1]).isCloseTo(0.47842383212489764, within(1e-12));
    assertThat(model.provenance().method()).isEqualTo("pca");
    assertThat(model.provenance().rows()).isEqualTo(150);
    assertThat(model.provenance().standardized()).isTrue();
    assertThat(model.columnNames()).isEqualTo(NAMES);
    assertThat(model.explainedVarianceRatio()[0]).isCloseTo(0.729624454132999, within(1e-12));
  }

  @Test
  void theFileIsSafetensorsForAnyoneWhoReadsThem() throws IOException {
    Path file = folder.resolve("a.eigenlens");
    LinearModel model = iris(Pca.builder().components(2).standardize(true));
    model.save(file);
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int length = Math.toIntExact(bytes.getLong());
    assertThat(length % 8).isZero();
    byte[] head = new byte[length];
    bytes.get(head);
    Map<?, ?> header = (Map<?, ?>) Json.read(new String(head, StandardCharsets.UTF_8));
    assertThat(header.keySet().stream().map(Object::toString))
        .containsExactlyInAnyOrder("__metadata__", "components", "mean", "scale", "eigenvalues");
    Map<?, ?> components = (Map<?, ?>) header.get("components");
    assertThat(components.get("dtype")).isEqualTo("F64");
    assertThat(components.get("shape")).isEqualTo(List.of(2L, 4L));
    List<?> offsets = (List<?>) components.get("data_offsets");
    int at = 8 + length + Math.toIntExact((Long) offsets.get(0));
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 4; j++) {
        assertThat(bytes.getDouble(at + 8 * (4 * i + j))).isEqualTo(model.directions().get(i, j));
      }
    }
    long end = 0;
    for (Map.Entry<?, ?> entry : header.entrySet()) {
      if (!entry.getKey().equals("__metadata__")) {
        List<?> place = (List<?>) ((Map<?, ?>) entry.getValue()).get("data_offsets");
        end = Math.max(end, (Long) place.get(1));
      }
    }
    assertThat(8 + length + end).isEqualTo(Files.size(file));
    Map<?, ?> metadata = (Map<?, ?>) header.get("__metadata__");
    assertThat(metadata.values().stream().allMatch(String.class::isInstance)).isTrue();
  }

  @Test
  void savingReplacesTheOldFileAndLeavesNothingElse() throws IOException {
    Path file = folder.resolve("a.eigenlens");
    iris(Pca.builder().components(1)).save(file);
    iris(Pca.builder().components(3)).save(file);
    assertThat(Model.load(file).components()).isEqualTo(3);
    assertThat(names()).containsExactly("a.eigenlens");
  }

  @Test
  void aSaveThatFailsLeavesWhatWasThere() throws IOException {
    // A folder with something in it cannot be replaced by a file.
    Path file = Files.createDirectory(folder.resolve("a.eigenlens"));
    Files.writeString(file.resolve("inside"), "kept");
    LinearModel model = iris(Pca.builder());
    assertThatThrownBy(() -> model.save(file)).isInstanceOf(IOException.class);
    assertThat(file.resolve("inside")).hasContent("kept");
    assertThat(names()).containsExactly("a.eigenlens");
  }

  @Test
  void aSaveThatIsInterruptedKeepsTheOldFile() throws IOException {
    Path file = folder.resolve("a.eigenlens");
    iris(Pca.builder().components(1)).save(file);
    LinearModel model = iris(Pca.builder().components(3));
    Thread.currentThread().interrupt();
    // Writing on an interrupted thread closes the channel.
    assertThatThrownBy(() -> model.save(file)).isInstanceOf(IOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(Model.load(file).components()).isEqualTo(1);
    assertThat(names()).containsExactly("a.eigenlens");
  }

  @Test
  void aSavedFileIsAsReadableAsAnyOther() throws IOException {
    Path file = folder.resolve("a.eigenlens");
    iris(Pca.builder()).save(file);
    Path plain = Files.writeString(folder.resolve("plain"), "x");
    if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
      assertThat(Files.getPosixFilePermissions(file))
          .isEqualTo(Files.getPosixFilePermissions(plain));
    }
  }

  @Test
  void aFolderThatDoesNotExistIsAnIoException() {
    LinearModel model = iris(Pca.builder());
    assertThatThrownBy(() -> model.save(folder.resolve("none/a.eigenlens")))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> Model.load(folder.resolve("none.eigenlens")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("none.eigenlens");
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).toList();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsReportedWithTheNameOfTheFile() {
    assertThatThrownBy(
            () -> Pca.builder().fit(Matrix.of(Samples.lecture())).save(Path.of("/dev/full")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/dev/full: it cannot be written: No space left");
  }

  @Test
  void accessorsHandOutCopies() {
    LinearModel model = iris(Pca.builder());
    model.mean()[0] = 99;
    model.eigenvalues()[0] = 99;
    model.directions().set(0, 0, 99);
    LinearModel same = iris(Pca.builder());
    assertThat(model.mean()).isEqualTo(same.mean());
    assertThat(model.eigenvalues()).isEqualTo(same.eigenvalues());
    assertThat(model.directions().toArray()).isDeepEqualTo(same.directions().toArray());
  }

  @Test
  void theTableForPeopleHasALineForEachComponent() {
    String table = iris(Pca.builder()).explained();
    assertThat(table.lines()).hasSize(5);
    assertThat(table.lines().skip(1).findFirst().orElseThrow())
        .contains("PC1", "4.22824", "92.46%");
    assertThat(table.lines().skip(4).findFirst().orElseThrow()).contains("100.00%");
  }
}
