package org.eigenlens.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What rows were before they were numbers travels with the model. */
class OriginTest {

  private static final DenseMatrix ROWS =
      DenseMatrix.copyOf(
          new double[][] {{1, 2, 3, 4, 5, 6}, {2, 1, 0, 4, 1, 1}, {0, 0, 1, 7, 2, 9}});

  @TempDir Path folder;

  private static LinearModel pca() {
    return Pca.builder().components(2).fit(ROWS);
  }

  private Path saved(Model model) throws IOException {
    Path file = folder.resolve("model");
    model.save(file);
    return file;
  }

  @Test
  void theShapeOfPicturesIsKept() throws IOException {
    Origin shape = new Origin.Images(3, 2, 1);
    assertThat(Model.load(saved(pca().withOrigin(shape))).provenance().origin()).isEqualTo(shape);
    Model kernel =
        KernelPca.builder().kernel(Kernels.rbf(0.1)).components(2).fit(ROWS).withOrigin(shape);
    assertThat(Model.load(saved(kernel)).provenance().origin()).isEqualTo(shape);
    assertThat(((KernelModel) kernel).first(1).provenance().origin()).isEqualTo(shape);
  }

  @Test
  void aModelOfATableHasNone() throws IOException {
    assertThat(Model.load(saved(pca())).provenance().origin()).isNull();
  }

  @Test
  void documentsAreKeptWithTheirCoordinates() throws IOException {
    LinearModel model = pca();
    Origin.Texts texts =
        new Origin.Texts("english", "tf-idf", new double[] {1, 2, 3, 4, 5, 0}, List.of(), null);
    Path file =
        saved(model.withOrigin(texts.withDocuments(List.of("a", "b", "ć"), model.transform(ROWS))));
    Origin.Texts read = (Origin.Texts) Model.load(file).provenance().origin();
    assertThat(read.language()).isEqualTo("english");
    assertThat(read.weighting()).isEqualTo("tf-idf");
    assertThat(read.termWeights()).containsExactly(1, 2, 3, 4, 5, 0);
    assertThat(read.documents()).containsExactly("a", "b", "ć");
    assertThat(read.coordinates().toArray()).isDeepEqualTo(model.transform(ROWS).toArray());
  }

  @Test
  void coordinatesGoWithTheComponents() throws IOException {
    Origin.Texts texts = new Origin.Texts("none", "counts", new double[6], List.of(), null);
    List<String> names = List.of("a", "b", "c");
    DenseMatrix three = DenseMatrix.zeros(3, 3);
    assertThatThrownBy(() -> pca().withOrigin(texts.withDocuments(names, three)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 coordinates")
        .hasMessageContaining("2 components");
    KernelModel kernel = KernelPca.builder().kernel(Kernels.rbf(0.1)).components(2).fit(ROWS);
    DenseMatrix known = kernel.transform(ROWS);
    KernelModel first = kernel.withOrigin(texts.withDocuments(names, known)).first(1);
    Origin.Texts read = (Origin.Texts) Model.load(saved(first)).provenance().origin();
    assertThat(read.coordinates().toArray())
        .isDeepEqualTo(known.columnRange(0, 1).copy().toArray());
  }

  @Test
  void aVocabularyThatHasATermTwiceIsRefused() throws IOException {
    Origin.Texts texts = new Origin.Texts("none", "counts", new double[6], List.of(), null);
    Path file = saved(pca().withOrigin(texts));
    change(file, "\\\"x2\\\"", "\\\"x1\\\"");
    assertThatThrownBy(() -> Model.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("'x1' twice");
  }

  @Test
  void anOriginOfAnotherWidthIsRefused() {
    assertThatThrownBy(() -> pca().withOrigin(new Origin.Images(3, 2, 3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("18")
        .hasMessageContaining("6");
    assertThatThrownBy(() -> new Origin.Images(3, 2, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 channels");
  }

  @Test
  void aFileWhoseShapeDoesNotGoWithItsColumnsIsRefused() throws IOException {
    Path file = saved(pca().withOrigin(new Origin.Images(3, 2, 1)));
    change(file, "\\\"width\\\":3", "\\\"width\\\":5");
    assertThatThrownBy(() -> Model.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("'origin'");
  }

  @Test
  void anUnknownOriginAsksForANewerVersion() throws IOException {
    Path file = saved(pca().withOrigin(new Origin.Images(3, 2, 1)));
    change(file, "images", "sounds");
    assertThatThrownBy(() -> Model.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("'sounds'")
        .hasMessageContaining("newer version");
  }

  @Test
  void documentsWithoutTheirCoordinatesAreRefused() throws IOException {
    LinearModel model = pca();
    Origin.Texts texts = new Origin.Texts("none", "counts", new double[6], List.of(), null);
    Path file =
        saved(model.withOrigin(texts.withDocuments(List.of("a", "b", "c"), model.transform(ROWS))));
    change(file, "\\\"a\\\",\\\"b\\\"", "\\\"a...b\\\"");
    assertThatThrownBy(() -> Model.load(file))
        .isInstanceOf(ModelFileException.class)
        .hasMessageContaining("3 × 2 coordinates for 2 documents");
  }

  /** Replaces text of the header by text as long, and hides the checksum. */
  private static void change(Path file, String from, String to) throws IOException {
    String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    String padded = to + " ".repeat(Math.max(0, from.length() - to.length()));
    assertThat(bytes).contains(from);
    bytes = bytes.replace("\"crc32c\"", "\"edited\"");
    Files.write(file, bytes.replace(from, padded).getBytes(StandardCharsets.ISO_8859_1));
  }
}
