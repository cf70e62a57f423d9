package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java examples of docs/spark.md run, with Spark, and print what is shown. */
class SparkPageTest {

  @Test
  void examplesRunAndPrintWhatIsShown(@TempDir Path folder) throws Exception {
    List<String> options = new ArrayList<>(List.of("-Xmx1g"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("--add") || option.startsWith("-Dlog4j2"))
        .forEach(options::add);
    for (String setting : List.of("ui.enabled=false", "driver.host=127.0.0.1")) {
      options.add("-Dspark." + setting);
    }
    Path page = DocumentedBlock.ROOT.resolve("docs/spark.md");
    PageProgram program = new PageProgram(page, List.of(), options, block -> true);
    assertThat(program.examples()).hasSizeGreaterThanOrEqualTo(3);
    JavaProgram.Run run = program.run(folder);
    assertThat(run.folder().resolve("pca.eigenlens")).isNotEmptyFile();
    assertThat(run.folder().resolve("models/pca/stages")).isNotEmptyDirectory();
  }
}
