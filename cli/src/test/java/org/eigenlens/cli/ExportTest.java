package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command; what the graphs compute is tested where they are written. */
class ExportTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;

  @BeforeEach
  void data() throws IOException {
    shell = new Shell(folder);
    iris = shell.iris();
  }

  private Path model(Object... options) {
    Path file = shell.path("model");
    Object[] all = new Object[options.length + 6];
    System.arraycopy(new Object[] {"fit", iris, "--label", "species", "-o", file}, 0, all, 0, 6);
    System.arraycopy(options, 0, all, 6, options.length);
    shell.ok(all);
    return file;
  }

  @Test
  void theEncoderIsWrittenAndItsShapeTold() throws IOException {
    Path file = shell.path("iris.onnx");
    assertThat(shell.ok("export", model("-k", 2), "-o", file).out())
        .contains("wrote the encoder", "rows [rows, 4] to coordinates [rows, 2]");
    // The names of the columns come along, for whoever has to put them in order.
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .contains("eigenlens", "[\"sepal_length\",\"sepal_width\"");
  }

  @Test
  void theDecoderOfALinearModelIsWritten() {
    Path file = shell.path("back.onnx");
    assertThat(shell.ok("export", model("-k", 2), "--decoder", "-o", file).out())
        .contains("wrote the decoder", "coordinates [rows, 2] to rows [rows, 4]");
    Shell.Answer answer =
        shell.ok("export", model("-k", 2), "--decoder", "-o", file, "--json").json();
    assertThat(answer.text("onnx")).isEqualTo(file.toString());
    assertThat(answer.text("model")).isEqualTo(shell.path("model").toString());
    assertThat(answer.text("kind")).isEqualTo("decoder");
    assertThat(answer.text("input") + " to " + answer.text("output"))
        .isEqualTo("coordinates to rows");
    assertThat(answer.number("bytes")).isEqualTo((double) file.toFile().length());
  }

  @Test
  void aKernelModelHasNoDecoder() {
    Path file = shell.path("back.onnx");
    Path model = model("-m", "kernel-pca", "-k", 2);
    shell.ok("export", model, "-o", shell.path("kernel.onnx"));
    assertThat(shell.fails(1, "export", model, "--decoder", "-o", file))
        .contains("has no decoder", "use reconstruct");
    assertThat(file).doesNotExist();
  }

  @Test
  void ofTwoViewsOneIsChosen() {
    Path model = shell.path("pair");
    shell.ok(
        "fit", iris, "-m", "cca", "--x", "sepal_length,sepal_width", "--y", "petal*", "-o", model);
    Path file = shell.path("pair.onnx");
    assertThat(shell.fails(2, "export", model, "-o", file)).contains("--view x or --view y");
    assertThat(shell.ok("export", model, "--view", "y", "-o", file).out())
        .contains("rows [rows, 2]");
    assertThat(shell.fails(1, "export", model, "--view", "y", "--decoder", "-o", file))
        .contains("no way back");
    assertThat(shell.fails(2, "export", model("-k", 1), "--view", "x", "-o", file))
        .contains("has no views");
  }

  @Test
  void theFileMustBeAGraph() {
    Path model = model("-k", 1);
    assertThat(shell.fails(2, "export", model, "-o", shell.path("graph.bin"))).contains(".onnx");
    assertThat(shell.fails(2, "export", model)).contains("-o");
  }
}
