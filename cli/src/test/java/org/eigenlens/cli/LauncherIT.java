package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as users start it, in a process of its own. */
class LauncherIT {

  private static final Path LAUNCHER = Path.of("..", "eigenlens").toAbsolutePath().normalize();

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void irises() {
    shell = new Shell(folder);
    shell.iris();
  }

  private Process start(String... words) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectOutput(shell.path("out").toFile())
            .redirectError(shell.path("err").toFile());
    // The tests are about what was just built; another build must not start in the middle.
    builder.environment().put("EIGENLENS_NO_BUILD", "1");
    builder.environment().remove("EIGENLENS_OPTS");
    return builder.start();
  }

  private int run(String... words) throws IOException, InterruptedException {
    return start(command(words)).waitFor();
  }

  private static String[] command(String... words) {
    return Stream.concat(Stream.of(LAUNCHER.toString()), Stream.of(words)).toArray(String[]::new);
  }

  private String read(String name) throws IOException {
    return Files.readString(shell.path(name), UTF_8);
  }

  @Test
  void fitAndTransformWithRelativeNames() throws IOException, InterruptedException {
    assertThat(run("fit", "iris.csv", "--label", "species", "-k", "2", "-o", "m")).isZero();
    assertThat(read("out")).contains("wrote the model to m");
    assertThat(read("err")).isEmpty();
    assertThat(run("transform", "m", "iris.csv")).isZero();
    assertThat(read("out").lines()).hasSize(151).first().isEqualTo("PC1,PC2");
    assertThat(read("err")).isEmpty();
  }

  @Test
  void theJavaPromptHasTheLibraryAtHand() throws IOException, InterruptedException {
    shell.write(
        "script.jsh",
        "var iris = Tables.read(Path.of(\"iris.csv\")).label(\"species\").load();",
        "LinearModel pca = Pca.builder().components(2).fit(iris.matrix(), iris.featureNames());",
        "System.out.printf(\"%.4f%n\", pca.explainedVarianceRatio()[0]);",
        "/exit");
    assertThat(run("jshell", "script.jsh")).isZero();
    assertThat(read("out")).contains("Eigenlens is imported", "0.9246");
    assertThat(read("out")).doesNotContain("Error");
    assertThat(run("jshell", "none.jsh")).isEqualTo(1);
    assertThat(read("err")).startsWith("eigenlens: none.jsh: ").hasLineCount(1);
  }

  @Test
  void theExamplesOfAServiceCanBePastedIntoTheJavaPrompt()
      throws IOException, InterruptedException {
    List<String> lines = new ArrayList<>();
    DocumentedBlock.of(DocumentedBlock.ROOT.resolve("docs/scoring.md")).stream()
        .filter(block -> block.language().equals("java"))
        .forEach(block -> lines.addAll(block.lines()));
    lines.add("/exit");
    shell.write("page.jsh", lines.toArray(String[]::new));
    assertThat(run("jshell", "page.jsh")).isZero();
    assertThat(read("out"))
        .containsSubsequence("-2.2571 0.4784", "true", "at most 40 bytes a row", "-2.1522 0.3058")
        .containsSubsequence("150 rows, first", "unusual", "kept the old model", "agrees by 0.994")
        .doesNotContain("Error");
  }

  @Test
  void exitStatusesTellTheDataFromTheCommand() throws IOException, InterruptedException {
    assertThat(run("fit", "none.csv")).isEqualTo(1);
    assertThat(read("err"))
        .isEqualTo("eigenlens: none.csv: there is no such file; check the name\n");
    assertThat(run("fit", "iris.csv", "-k", "none")).isEqualTo(2);
    assertThat(read("err").lines()).hasSize(1);
    assertThat(read("out")).isEmpty();
  }

  @Test
  void namesBeyondAsciiSurviveTheCommandLine() throws IOException, InterruptedException {
    shell.write("größe 1.csv", "höhe,幅", "1,2", "3,1", "2,5");
    assertThat(run("fit", "größe 1.csv", "-o", "modell é")).isZero();
    assertThat(run("reconstruct", "modell é", "größe 1.csv")).isZero();
    assertThat(read("out")).startsWith("höhe,幅\n");
  }

  @Test
  void aReaderThatLeavesEndsTheCommandQuietly() throws IOException, InterruptedException {
    shell.digits();
    assertThat(run("fit", "digits.csv", "--exclude", "label", "-o", "m")).isZero();
    Process process =
        start(
            "bash",
            "-c",
            "'" + LAUNCHER + "' transform m digits.csv | head -n 1; exit ${PIPESTATUS[0]}");
    assertThat(process.waitFor()).isZero();
    assertThat(read("out").lines()).hasSize(1);
    assertThat(read("err")).isEmpty();
  }

  @Test
  void rowsCanComeThroughAPipe() throws IOException, InterruptedException {
    String l = "'" + LAUNCHER + "'";
    String script =
        "cat iris.csv | %s fit /dev/stdin --label species -k 2 -o m >/dev/null"
            + " && %s transform m <(cat iris.csv) | wc -l"
            + " && %s reconstruct m /dev/stdin <iris.csv | wc -l";
    Process process = start("bash", "-c", script.formatted(l, l, l));
    assertThat(process.waitFor()).isZero();
    assertThat(read("out").lines().map(String::strip)).containsExactly("151", "151");
  }

  @Test
  void aKilledFitLeavesTheEarlierModelReadable() throws IOException, InterruptedException {
    shell.digits();
    String[] words = {"fit", "digits.csv", "--label", "label", "-o", "m", "--scores", "s.csv"};
    assertThat(run(words)).isZero();
    byte[] model = Files.readAllBytes(shell.path("m"));
    byte[] scores = Files.readAllBytes(shell.path("s.csv"));
    // Wherever the process is when it is killed, the files are the earlier or the same new ones.
    for (int millis = 100; millis <= 1500; millis += 350) {
      Process process = start(command(words));
      process.waitFor(millis, TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      assertThat(Files.readAllBytes(shell.path("m"))).isEqualTo(model);
      assertThat(Files.readAllBytes(shell.path("s.csv"))).isEqualTo(scores);
    }
    assertThat(run("inspect", "m")).isZero();
  }
}
