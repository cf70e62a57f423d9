package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java examples of all pages compile, run and print what is shown; the imports of
 * docs/library.md are for all pages.
 */
class LibraryPageTest {

  private static final Path LIBRARY = DocumentedBlock.ROOT.resolve("docs/library.md");

  @TempDir Path folder;

  private static PageProgram program(Path page, List<String> imports) {
    return new PageProgram(page, imports, List.of(), block -> !block.skipped());
  }

  @TestFactory
  Stream<DynamicTest> examplesOfAPageRunAndPrintWhatIsShown() {
    List<String> imports = program(LIBRARY, List.of()).allImports();
    return DocumentedBlock.documents().stream()
        .filter(page -> !page.equals(LIBRARY))
        .map(page -> program(page, imports))
        .filter(program -> !program.examples().isEmpty())
        .map(
            program ->
                DynamicTest.dynamicTest(
                    DocumentedBlock.ROOT.relativize(program.page()).toString(),
                    () -> program.run(folder)));
  }

  @Test
  void examplesOfTheLibraryPageRun() throws IOException, InterruptedException {
    PageProgram.Run run = program(LIBRARY, List.of()).run(folder);
    assertThat(run.printed())
        .contains("72.96%", "as expected", "[sepal_length, sepal_width")
        .contains("INFORMATIVE", "150 pre-images by fixed-point", "missed of the trace: ")
        .contains("mle OptionalInt[3]: ", "consensus: Consensus[", " cells a row errs by ")
        .contains("accuracy with 1 and 2", "HSIC 0.", "p = 0.002")
        .contains("cross-validated", "on rows left out: ")
        .contains("1 missing cell");
    assertThat(run.folder().resolve("scores.parquet")).isNotEmptyFile();
    assertThat(run.folder().resolve("biplot.svg")).isNotEmptyFile();
  }
}
