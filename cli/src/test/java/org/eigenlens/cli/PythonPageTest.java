package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Python of docs/model-file.md reads a model, where there is a Python that can run it. */
class PythonPageTest {

  private static final String PYTHON = System.getProperty("eigenlens.python", "python3");

  @TempDir Path folder;
  private Shell shell;

  /** Prints how far the page's coordinates are from ours at most, of the largest of them. */
  private static final String COMPARED =
      """

      scores = np.genfromtxt("scores.csv", delimiter=",", names=True)
      assert len(scores) == len(z) == 150
      print(np.abs(z - np.column_stack([scores["PC1"], scores["PC2"]])).max() / np.abs(z).max())
      """;

  @BeforeEach
  void needsAPython() throws InterruptedException {
    assumeThat(python("import numpy, safetensors").status())
        .as("%s has numpy and safetensors", PYTHON)
        .isZero();
    shell = new Shell(folder);
    shell.iris();
  }

  @Test
  void pythonEncodesRowsWithAModelFile() throws IOException, InterruptedException {
    List<DocumentedBlock> blocks =
        DocumentedBlock.of(DocumentedBlock.ROOT.resolve("docs/model-file.md"));
    int block = blocks.stream().map(DocumentedBlock::language).toList().indexOf("python");
    List<String> linear = blocks.get(block).lines();
    assertThat(linear.stream().filter(line -> !line.isBlank())).as("ten lines").hasSize(10);
    List<String> printed = encoded(linear, "iris.eigenlens", "--standardize");
    assertPrinted(printed.get(0), DocumentedBlock.shownAfter(blocks, block));
    encoded(linear, "iris.eigenlens", "-m", "lsa");
    encoded(linear, "iris.eigenlens", "--whiten", "--ddof", "0");
    // Of supervised methods the variance that whitening divides by is not in the eigenvalues.
    encoded(linear, "iris.eigenlens", "-m", "supervised-pca", "--whiten");
    encoded(linear, "iris.eigenlens", "-m", "fisher", "--whiten", "--standardize");

    int second =
        blocks.subList(block + 1, blocks.size()).stream()
                .map(DocumentedBlock::language)
                .toList()
                .indexOf("python")
            + block
            + 1;
    List<String> both = new ArrayList<>(linear);
    both.addAll(blocks.get(second).lines());
    printed = encoded(both, "curved.eigenlens", "-m", "kernel-pca", "--gamma", "0.25");
    assertPrinted(printed.get(1), DocumentedBlock.shownAfter(blocks, second));
    for (String kernel : List.of("linear", "poly", "laplacian", "cosine", "chi2")) {
      encoded(both, "curved.eigenlens", "-m", "kernel-pca", "--kernel", kernel);
    }
    encoded(
        both,
        "curved.eigenlens",
        "-m",
        "kernel-pca",
        "--kernel",
        "sigmoid",
        "--gamma",
        "0.01",
        "--coef0",
        "0",
        "--standardize");
    encoded(both, "curved.eigenlens", "-m", "kernel-pca", "--landmarks", "30", "--whiten");
    encoded(both, "curved.eigenlens", "-m", "kernel-supervised-pca", "--whiten", "--standardize");
    // A column twice: nothing varies along the second component, which has zeros.
    twice("petal_width");
    encoded(linear, "iris.eigenlens", "--columns", "petal_width,again", "--whiten");
  }

  /** Adds a column to the flowers that says what another does. */
  private void twice(String column) throws IOException {
    List<List<String>> rows = shell.csv("iris.csv");
    int place = rows.get(0).indexOf(column);
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      lines.add(String.join(",", row) + "," + (lines.isEmpty() ? "again" : row.get(place)));
    }
    Files.write(shell.path("iris.csv"), lines);
  }

  private static void assertPrinted(String printed, List<String> shown) {
    assertThat(shown).isNotEmpty();
    assertThat(ShownOutput.complaint(shown, printed)).isEmpty();
  }

  /** Fits a model, runs the program on it, and compares all rows; returns what it printed. */
  private List<String> encoded(List<String> program, String model, String... options)
      throws InterruptedException {
    List<Object> fit =
        new ArrayList<>(List.of("fit", shell.path("iris.csv"), "--label", "species", "-k", 2));
    fit.addAll(List.<Object>of((Object[]) options));
    fit.addAll(List.of("-o", shell.path(model), "--scores", shell.path("scores.csv")));
    shell.ok(fit.toArray());
    Shell.Result result = python(String.join("\n", program) + COMPARED);
    assertThat(result.status()).as(result.out()).isZero();
    List<String> printed = result.out().lines().toList();
    // Sums in another order: a few roundings of 1e-15 of the largest coordinate, times what is
    // cancelled where similarities that are nearly alike are weighted with both signs.
    assertThat(Double.parseDouble(printed.get(printed.size() - 1)))
        .as(fit.toString())
        .isLessThan(1e-12);
    return printed;
  }

  private Shell.Result python(String program) throws InterruptedException {
    Path log = folder.resolve("log");
    try {
      int status =
          new ProcessBuilder(PYTHON, "-c", program)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start()
              .waitFor();
      return new Shell.Result(status, Files.readString(log, UTF_8), "");
    } catch (IOException e) {
      return new Shell.Result(127, String.valueOf(e.getMessage()), "");
    }
  }
}
