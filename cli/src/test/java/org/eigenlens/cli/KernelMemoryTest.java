package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eigenlens.cli.Shell.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kernel fits that do not fit, that fail or that are killed. */
class KernelMemoryTest {

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void folder() {
    shell = new Shell(folder);
  }

  @Test
  void aMatrixThatDoesNotFitIsComputedAnewInEachPass() throws IOException {
    Path line = line(5000);
    Answer small =
        shell.ok("fit", line, "-m", "kernel-pca", "-k", 2, "--memory", "64m", "--json").json();
    assertThat(small.text("solverReason")).contains("computed anew in each pass");
    Answer large =
        shell.ok("fit", line, "-m", "kernel-pca", "-k", 2, "--memory", "1g", "--json").json();
    assertThat(large.text("solverReason"))
        .contains("one triangle of the kernel matrix in float", "sharpened in double");
    assertThat(small.numbers("eigenvalues"))
        .containsExactly(large.numbers("eigenvalues"), within(1e-6));
    Answer rounded =
        shell.ok("fit", line, "-m", "kernel-pca", "-k", 2, "--precision", "float", "--json").json();
    assertThat(rounded.text("solverReason")).contains("in float");
    assertThat(rounded.numbers("eigenvalues"))
        .containsExactly(large.numbers("eigenvalues"), within(1e-2));
  }

  @Test
  void moreRowsThanAnyMachineHasRoomForAreRefusedAtOnce() throws IOException {
    Path line = line(2_000_000);
    Path model = shell.write("m", "earlier model");
    assertThat(shell.fails(1, "fit", line, "-m", "kernel-pca", "-k", 2, "-o", model))
        .contains("2000000 rows", "GB", "landmarks");
    assertThat(Files.readString(model, UTF_8)).isEqualTo("earlier model\n");
    for (String method : List.of("mds", "isomap")) {
      assertThat(shell.fails(1, "fit", line, "-m", method, "-k", 1, "-o", model))
          .as(method)
          .contains("2000000", "GB");
    }
    Answer answer =
        shell
            .ok(
                "fit",
                line,
                "-m",
                "kernel-pca",
                "-k",
                2,
                "--landmarks",
                20,
                "--gamma",
                1e-4,
                "--json")
            .json();
    assertThat(answer.number("rows")).isEqualTo(2_000_000);
    assertThat(answer.number("landmarks")).isEqualTo(20);
  }

  /** Writes numbers from 0 on, a thousandth apart, as one column. */
  private Path line(int rows) throws IOException {
    String header = "{'descr': '<f8', 'fortran_order': False, 'shape': (" + rows + ", 1), }";
    header += " ".repeat((64 - (10 + header.length() + 1) % 64) % 64) + "\n";
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 8 * rows).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    bytes.put((byte) 1).put((byte) 0).putShort((short) header.length());
    bytes.put(header.getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < rows; i++) {
      bytes.putDouble(i / 1000.0);
    }
    return Files.write(shell.path("line" + rows + ".npy"), bytes.array());
  }

  @Test
  void rowsThatStreamNeedLandmarks() {
    Path digits = shell.digits();
    Object[] exact = {"fit", digits, "--label", "label", "-m", "kernel-pca", "--memory", "200k"};
    assertThat(shell.run(exact).err()).contains("needs the rows in memory", "use landmarks");
    Object[] some = {
      "fit",
      digits,
      "--label",
      "label",
      "-m",
      "kernel-pca",
      "--memory",
      "200k",
      "-k",
      3,
      "--landmarks",
      60,
      "--gamma",
      0.001,
      "--json"
    };
    Object[] all = some.clone();
    all[7] = "2g";
    assertThat(shell.ok(some).json().numbers("eigenvalues"))
        .containsExactly(shell.ok(all).json().numbers("eigenvalues"), within(1e-8));
  }

  @Test
  void aFailedFitLeavesTheEarlierModel() throws IOException {
    Path iris = shell.iris();
    Path model = shell.path("m");
    shell.ok("fit", iris, "-m", "kernel-pca", "-k", 2, "-o", model);
    byte[] before = Files.readAllBytes(model);
    shell.fails(1, "fit", iris, "-m", "kernel-pca", "-k", 500, "-o", model);
    shell.fails(1, "fit", iris, "-m", "kernel-pca", "--kernel", "precomputed", "-o", model);
    assertThat(Files.readAllBytes(model)).isEqualTo(before);
    assertThat(shell.files()).containsExactly("iris.csv", "m");
  }

  @Test
  void aKilledFitLeavesTheEarlierModel() throws IOException, InterruptedException {
    Path model = shell.write("m", "earlier model");
    Path line = line(5000);
    List<String> files = shell.files();
    // Eigenvalues so close together keep power iteration busy for minutes.
    String fit = "-m kernel-pca -k 50 --solver power --gamma 1000 --tolerance 1e-14";
    List<String> words =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Deigenlens.terminal=true",
                "-cp",
                System.getProperty("java.class.path"),
                Eigenlens.class.getName(),
                "fit",
                line.toString(),
                "-o",
                model.toString()));
    words.addAll(List.of(fit.split(" ", -1)));
    Process process =
        new ProcessBuilder(words).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    // The first thing on standard error is how far the work has come.
    assertThat(process.getErrorStream().read()).isNotEqualTo(-1);
    assertThat(process.destroyForcibly().waitFor()).isNotZero();
    assertThat(Files.readString(model, UTF_8)).isEqualTo("earlier model\n");
    assertThat(shell.files()).isEqualTo(files);
  }
}
