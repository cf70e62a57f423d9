package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java examples of docs/library.md compile and run, in the order of the page. */
class LibraryPageTest {

  private static final Path PAGE = Path.of("..", "docs", "library.md");
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");

  @TempDir Path folder;

  @Test
  void examplesOfThePageRun() throws IOException, InterruptedException {
    List<String> blocks =
        new ArrayList<>(
            BLOCK
                .matcher(Files.readString(PAGE, UTF_8))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList());
    String imports = blocks.remove(0);
    assertThat(imports).startsWith("import ");
    Path source =
        Files.writeString(
            folder.resolve("Page.java"),
            imports
                + "public class Page {\n  public static void main(String[] args) throws Exception {\n"
                + String.join("\n", blocks)
                + "  }\n}\n");
    compile(source);

    Path work = Files.createDirectory(folder.resolve("work"));
    new Shell(work).iris();
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                folder + System.getProperty("path.separator") + classPath(),
                "Page")
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int status = process.waitFor();
    String printed = Files.readString(log, UTF_8);
    assertThat(status).as(printed).isZero();
    assertThat(printed)
        .contains("72.96%", "as expected", "[sepal_length, sepal_width")
        .contains("INFORMATIVE", "150 pre-images by fixed-point", "missed of the trace: ")
        .contains("mle OptionalInt[3]: ", "consensus: Consensus[", " cells a row errs by ")
        .contains("accuracy with 1 and 2", "HSIC 0.", "p = 0.002")
        .contains("cross-validated", "on rows left out: ")
        .contains("1 missing cell");
    assertThat(work.resolve("scores.parquet")).isNotEmptyFile();
    assertThat(work.resolve("biplot.svg")).isNotEmptyFile();
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private static void compile(Path source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter complaints = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      boolean compiled =
          compiler
              .getTask(
                  complaints,
                  files,
                  null,
                  List.of("-proc:none", "-cp", classPath()),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as(complaints.toString()).isTrue();
    }
  }
}
