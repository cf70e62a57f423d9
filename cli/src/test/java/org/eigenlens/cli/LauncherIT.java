package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command as users start it, in a process of its own. */
class LauncherIT {

  @TempDir Path folder;
  private Shell shell;
  private Launcher launcher;

  @BeforeEach
  void irises() {
    shell = new Shell(folder);
    launcher = new Launcher(folder);
    shell.iris();
  }

  private int run(String... words) throws IOException, InterruptedException {
    return launcher.run(words);
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
        // The name of two records; pictures are what one types here.
        "System.out.println(Points.class);",
        "/exit");
    assertThat(run("jshell", "script.jsh")).isZero();
    // Nobody types here: there is no prompt, no greeting, nothing but what was printed.
    assertThat(read("out")).isEqualTo("0.9246\nclass org.eigenlens.plot.Points\n");
    assertThat(read("err")).isEmpty();
    String piped = "'" + Launcher.FILE + "' jshell <script.jsh";
    assertThat(launcher.startProcess("sh", "-c", piped).waitFor()).isZero();
    assertThat(read("out")).startsWith("0.9246\n").hasLineCount(2);
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
        .containsSubsequence("-2.2571 0.4784", "true", "at most 40 bytes a row", "-2.2147 0.3329")
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
  void temporaryFilesAreWhereTheUserSays() throws IOException, InterruptedException {
    Path place = Files.createDirectories(shell.path("some where"));
    launcher.with("TMPDIR", place.toString()).with("EIGENLENS_OPTS", "-XshowSettings:properties");
    assertThat(run("--version")).isZero();
    assertThat(read("err")).contains("java.io.tmpdir = " + place + "\n");
  }

  /** The first start makes an archive of classes, if there is a place to make it in. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFirstStartWithoutAPlaceForTemporaryFilesSaysNothing()
      throws IOException, InterruptedException {
    Path dist = Files.createDirectories(shell.path("fresh/cli/target/dist"));
    Files.createDirectories(shell.path("fresh/target"));
    try (Stream<Path> files = Files.list(Launcher.FILE.resolveSibling("cli/target/dist"))) {
      for (Path file : files.filter(file -> !file.endsWith("cds")).toList()) {
        Files.createSymbolicLink(dist.resolve(file.getFileName()), file);
      }
    }
    Path fresh = Files.copy(Launcher.FILE, shell.path("fresh/eigenlens"));
    launcher.with("TMPDIR", "/proc/none");
    assertThat(launcher.startProcess(fresh.toString(), "--version").waitFor()).isZero();
    assertThat(read("out")).startsWith("eigenlens ");
    assertThat(read("err")).isEmpty();
    assertThat(dist.resolve("cds")).doesNotExist();
  }

  @Test
  void aHomeThatIsNotThereIsNotMade() throws IOException, InterruptedException {
    Path home = shell.path("none");
    Path place = Files.createDirectories(shell.path("temporary"));
    launcher.with("HOME", home.toString()).with("XDG_CACHE_HOME", null);
    launcher.with("TMPDIR", place.toString());
    assertThat(run("--version")).isZero();
    assertThat(home).doesNotExist();
    assertThat(place).isNotEmptyDirectory(); // which has what would be in the home
  }

  /** Java's own default would be a quarter of the machine, whatever was allowed. */
  @Test
  void theHeapKeepsToWhatMayBeTaken() throws IOException, InterruptedException {
    String[][] words = {
      {"--memory", "100m", "", "1.12G"},
      {"--memory=1.5G", "-k=2", "", "2.88G"},
      {"--memory", "0.001t", "", "2.28G"},
      {"--memory", "200k", "", "1.00G"},
      {"--memory", "100m", "-Xmx48m", "48.00M"}
    };
    for (String[] each : words) {
      launcher.with("EIGENLENS_OPTS", each[2] + " -XshowSettings:vm -Xlog:gc:stderr");
      assertThat(run("fit", "iris.csv", each[0], each[1])).as(read("err")).isZero();
      assertThat(read("err")).contains("Max. Heap Size: " + each[3] + "\n", "Using Serial");
    }
    // What is said elsewhere goes before, and is never contradicted.
    launcher.with("EIGENLENS_OPTS", "-Xms1500m");
    assertThat(run("fit", "iris.csv", "--memory", "100m")).as(read("err")).isZero();
    launcher.with("EIGENLENS_OPTS", null).with("JDK_JAVA_OPTIONS", "-XX:+UseG1GC");
    assertThat(run("fit", "iris.csv", "--memory", "100m")).as(read("err")).isZero();
    launcher.with("JDK_JAVA_OPTIONS", null);
    assertThat(run("fit", "iris.csv", "--memory", "much")).isEqualTo(2);
    assertThat(read("err")).contains("'much' is not a size").doesNotContain("Using Serial");
  }

  @Test
  void aHeapThatIsTooSmallNamesWhatRaisesIt() throws IOException, InterruptedException {
    shell.write(
        "wide.mtx", "%%MatrixMarket matrix coordinate real general", "2 4000000 1", "1 1 1");
    assertThat(run("fit", "wide.mtx", "--memory", "10m")).isEqualTo(1);
    assertThat(read("err"))
        .contains("4000000 columns need a larger heap: 4395 MB", "allow more with --memory 4395m");
    launcher.with("EIGENLENS_OPTS", "-Xmx64m");
    assertThat(run("fit", "wide.mtx", "--memory", "10m")).isEqualTo(1);
    assertThat(read("err")).contains("start with EIGENLENS_OPTS=-Xmx4395m");
  }

  @Test
  void aReaderThatLeavesEndsTheCommandQuietly() throws IOException, InterruptedException {
    shell.digits();
    assertThat(run("fit", "digits.csv", "-o", "m")).isZero();
    Process process =
        launcher.startProcess(
            "bash",
            "-c",
            "'" + Launcher.FILE + "' transform m digits.csv | head -n 1; exit ${PIPESTATUS[0]}");
    assertThat(process.waitFor()).isZero();
    assertThat(read("out").lines()).hasSize(1);
    assertThat(read("err")).isEmpty();
  }

  @Test
  void rowsCanComeThroughAPipe() throws IOException, InterruptedException {
    String l = "'" + Launcher.FILE + "'";
    String script =
        "cat iris.csv | %s fit /dev/stdin --label species -k 2 -o m >/dev/null"
            + " && %s transform m <(cat iris.csv) | wc -l"
            + " && %s reconstruct m /dev/stdin <iris.csv | wc -l";
    Process process = launcher.startProcess("bash", "-c", script.formatted(l, l, l));
    assertThat(process.waitFor()).isZero();
    assertThat(read("out").lines().map(String::strip)).containsExactly("151", "151");
  }
}
