package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every command in the documents works as it is written, from an empty folder on. */
class DocumentationTest {

  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> everyCommandOfADocumentSucceedsAndPrintsWhatIsShown() {
    return DocumentedBlock.documents().stream()
        .filter(file -> !DocumentedCommands.of(DocumentedBlock.of(file)).isEmpty())
        .map(
            file ->
                DynamicTest.dynamicTest(
                    DocumentedBlock.ROOT.relativize(file).toString(), () -> run(file)));
  }

  /**
   * Runs a document's commands in a process of their own, whose working directory is new and empty:
   * a page has to write the samples it speaks of, as its readers do.
   */
  private void run(Path document) throws IOException, InterruptedException {
    Path work = Files.createTempDirectory(folder, "work");
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dfile.encoding=UTF-8",
                "-Dstdout.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                DocumentedCommands.class.getName(),
                document.toString())
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    assertThat(process.waitFor()).as("%s, %s", document, Files.readString(log, UTF_8)).isZero();
  }

  @Test
  void onlyShellBlocksAreRun() {
    assertThat(
            words(
                "eigenlens outside",
                "```sh",
                "./eigenlens fit iris.csv \\",
                "  -k 2  # a remark",
                "cd elsewhere",
                "eigenlens demo",
                "```",
                "```text",
                "eigenlens shown only",
                "```",
                "<!-- not run: it waits for a browser -->",
                "",
                "```sh",
                "eigenlens studio",
                "```",
                "```sh",
                "eigenlens fit --sql \"select * from 'a.csv'\" > out.txt",
                "```"))
        .containsExactly(
            List.of("./eigenlens", "fit", "iris.csv", "-k", "2"),
            List.of("eigenlens", "demo"),
            List.of("eigenlens", "fit", "--sql", "select * from 'a.csv'", ">", "out.txt"));
  }

  @Test
  void whatOnlyAShellUnderstandsIsRefused() {
    assertThatThrownBy(() -> words("```sh", "eigenlens transform m x.csv | head", "```"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line 2: '|'");
  }

  @Test
  void whatABlockShowsIsTheOutputOfItsLastCommand() {
    List<DocumentedCommands.Command> found =
        commands(
            "```sh",
            "eigenlens demo",
            "eigenlens select iris.csv",
            "```",
            "",
            "```text",
            "three",
            "```",
            "```sh",
            "eigenlens inspect a",
            "```",
            "prints as much as",
            "```text",
            "this",
            "```");
    assertThat(found.stream().map(DocumentedCommands.Command::shown))
        .containsExactly(List.of(), List.of("three"), List.of());
    assertThat(found.stream().map(DocumentedCommands.Command::line)).containsExactly(2, 3, 10);
  }

  private static List<DocumentedCommands.Command> commands(String... document) {
    return DocumentedCommands.of(DocumentedBlock.of(List.of(document)));
  }

  private static List<List<String>> words(String... document) {
    return commands(document).stream().map(DocumentedCommands.Command::words).toList();
  }
}
