package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java examples of a page compile and run as one program, in the order of the page, in a folder
 * with iris.csv and digits.csv.
 *
 * <p>A block of imports is for the whole page; a page without has those of docs/library.md if it
 * links to them, and otherwise none. A {@code text} block right after an example is what that
 * example printed.
 */
class LibraryPageTest {

  private static final Path LIBRARY = DocumentedBlock.ROOT.resolve("docs/library.md");
  private static final String IMPORTS = "library.md#dependency-and-imports";

  /** Printed after each example, to tell the output of one from that of the next. */
  private static final String END = "== end of an example ==";

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> examplesOfAPageRunAndPrintWhatIsShown() {
    return DocumentedBlock.documents().stream()
        .filter(page -> !page.equals(LIBRARY) && !examples(DocumentedBlock.of(page)).isEmpty())
        .map(
            page ->
                DynamicTest.dynamicTest(
                    DocumentedBlock.ROOT.relativize(page).toString(), () -> run(page)));
  }

  @Test
  void examplesOfTheLibraryPageRun() throws IOException, InterruptedException {
    JavaProgram.Run run = run(LIBRARY);
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

  private static boolean isExample(DocumentedBlock block) {
    return block.language().equals("java") && !block.skipped();
  }

  private static boolean isImports(DocumentedBlock block) {
    return block.lines().get(0).startsWith("import ");
  }

  private static List<DocumentedBlock> examples(List<DocumentedBlock> blocks) {
    return blocks.stream().filter(block -> isExample(block) && !isImports(block)).toList();
  }

  /** Returns the imports of the page of the library, which other pages link to. */
  static Set<String> imports() {
    return imports(DocumentedBlock.of(LIBRARY));
  }

  private static Set<String> imports(List<DocumentedBlock> blocks) {
    Set<String> lines = new LinkedHashSet<>();
    blocks.stream()
        .filter(block -> isExample(block) && isImports(block))
        .forEach(block -> lines.addAll(block.lines()));
    return lines;
  }

  /** Runs the examples of a page, and compares what it shows. */
  private JavaProgram.Run run(Path page) throws IOException, InterruptedException {
    List<DocumentedBlock> blocks = DocumentedBlock.of(page);
    JavaProgram.Run run = program(page, blocks).run(folder);
    compare(blocks, List.of(run.printed().split(END + "\\R", -1)));
    return run;
  }

  private static JavaProgram program(Path page, List<DocumentedBlock> blocks) throws IOException {
    Set<String> imports = imports(blocks);
    if (imports.isEmpty() && Files.readString(page, UTF_8).contains(IMPORTS)) {
      imports = imports();
    }
    JavaProgram program = JavaProgram.with(imports);
    for (DocumentedBlock example : examples(blocks)) {
      program = program.then(example.lines()).then("System.out.println(\"" + END + "\");");
    }
    return program;
  }

  private static void compare(List<DocumentedBlock> blocks, List<String> printed) {
    int example = 0;
    for (int b = 0; b < blocks.size(); b++) {
      if (isExample(blocks.get(b)) && !isImports(blocks.get(b))) {
        String output = printed.get(example++);
        List<String> shown = DocumentedBlock.shownAfter(blocks, b);
        if (!shown.isEmpty()) {
          assertThat(ShownOutput.complaint(shown, output))
              .as("what is shown after line %d; printed:%n%s", blocks.get(b).line(), output)
              .isEmpty();
        }
      }
    }
  }
}
