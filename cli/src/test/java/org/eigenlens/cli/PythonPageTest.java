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

  /** Prints how far the page's coordinates are from those of {@code transform} at most. */
  private static final String COMPARED =
      """

      scores = np.genfromtxt("scores.csv", delimiter=",", names=True)
      assert len(scores) == len(z) == 150
      print(np.abs(z - np.column_stack([scores["PC1"], scores["PC2"]])).max())
      """;

  @BeforeEach
  void needsAPython() throws InterruptedException {
    assumeThat(python("import numpy, safetensors").status())
        .as("%s has numpy and safetensors", PYTHON)
        .isZero();
  }

  @Test
  void pythonEncodesRowsWithAModelFile() throws InterruptedException {
    List<DocumentedBlock> blocks =
        DocumentedBlock.of(DocumentedBlock.ROOT.resolve("docs/model-file.md"));
    int block = blocks.stream().map(DocumentedBlock::language).toList().indexOf("python");
    List<String> printed = encoded(blocks.get(block), "--standardize");
    List<String> shown = DocumentedBlock.shownAfter(blocks, block);
    assertThat(shown).isNotEmpty();
    assertThat(ShownOutput.complaint(shown, String.join("\n", printed.subList(0, shown.size()))))
        .isEmpty();
    // Of supervised methods the variance that whitening divides by is not in the eigenvalues.
    encoded(blocks.get(block), "-m", "supervised-pca", "--whiten");
    encoded(blocks.get(block), "-m", "fisher", "--whiten", "--standardize");
  }

  /** Fits a model, runs the program on it, and compares all rows; returns what it printed. */
  private List<String> encoded(DocumentedBlock program, String... options)
      throws InterruptedException {
    Shell shell = new Shell(folder);
    List<Object> fit = new ArrayList<>(List.of("fit", shell.iris(), "--label", "species", "-k", 2));
    fit.addAll(List.<Object>of((Object[]) options));
    fit.addAll(List.of("-o", shell.path("iris.eigenlens"), "--scores", shell.path("scores.csv")));
    shell.ok(fit.toArray());
    Shell.Result result = python(String.join("\n", program.lines()) + COMPARED);
    assertThat(result.status()).as(result.out()).isZero();
    List<String> printed = result.out().lines().toList();
    // Coordinates below 10, sums of four terms in another order: a few roundings of 1e-15.
    assertThat(Double.parseDouble(printed.get(printed.size() - 1)))
        .as(fit.toString())
        .isLessThan(1e-13);
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
