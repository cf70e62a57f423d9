package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Python of docs/model-file.md reads a model, where there is a Python that can run it. */
class PythonPageTest {

  private static final String PYTHON = System.getProperty("eigenlens.python", "python3");

  @TempDir Path folder;

  @Test
  void pythonEncodesRowsWithAModelFile() throws InterruptedException {
    assumeThat(python("import numpy, safetensors").status())
        .as("%s has numpy and safetensors", PYTHON)
        .isZero();
    Shell shell = new Shell(folder);
    shell.iris();
    shell.ok(
        "fit",
        shell.path("iris.csv"),
        "--label",
        "species",
        "--standardize",
        "-k",
        2,
        "-o",
        shell.path("iris.eigenlens"));
    List<DocumentedBlock> blocks =
        DocumentedBlock.of(DocumentedBlock.ROOT.resolve("docs/model-file.md"));
    int block = blocks.stream().map(DocumentedBlock::language).toList().indexOf("python");
    Shell.Result result = python(String.join("\n", blocks.get(block).lines()));
    assertThat(result.status()).as(result.out()).isZero();
    assertThat(ShownOutput.complaint(DocumentedBlock.shownAfter(blocks, block), result.out()))
        .isEmpty();
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
