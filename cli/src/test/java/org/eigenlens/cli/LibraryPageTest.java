package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java examples of all pages compile, run and print what is shown. A page without imports of
 * its own has those of docs/library.md if it links to them, and otherwise none.
 */
class LibraryPageTest {

  private static final Path LIBRARY = DocumentedBlock.ROOT.resolve("docs/library.md");
  private static final String IMPORTS = "library.md#dependency-and-imports";

  @TempDir Path folder;

  /** Returns the imports of the page of the library, which other pages link to. */
  static List<String> imports() {
    return program(LIBRARY, List.of()).allImports();
  }

  private static PageProgram program(Path page, List<String> imports) {
    return new PageProgram(page, imports, List.of(), block -> !block.skipped());
  }

  private static PageProgram program(Path page) {
    PageProgram alone = program(page, List.of());
    return alone.allImports().isEmpty() && isLinkedToImports(page)
        ? program(page, imports())
        : alone;
  }

  private static boolean isLinkedToImports(Path page) {
    try {
      return Files.readString(page, UTF_8).contains(IMPORTS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @TestFactory
  Stream<DynamicTest> examplesOfAPageRunAndPrintWhatIsShown() {
    return DocumentedBlock.documents().stream()
        .filter(page -> !page.equals(LIBRARY))
        .map(LibraryPageTest::program)
        .filter(program -> !program.examples().isEmpty())
        .map(
            program ->
                DynamicTest.dynamicTest(
                    DocumentedBlock.ROOT.relativize(program.page()).toString(),
                    () -> program.run(folder)));
  }

  @Test
  void examplesOfTheLibraryPageRun() throws IOException, InterruptedException {
    JavaProgram.Run run = program(LIBRARY).run(folder);
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
