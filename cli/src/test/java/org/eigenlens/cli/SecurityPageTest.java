package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** SECURITY.md names a test for each promise; these are there. */
class SecurityPageTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))(?:\\.(\\w+))?`");

  @Test
  void everyPromiseNamesATestThatIsThere() throws IOException {
    String page = Files.readString(ROOT.resolve("SECURITY.md"), UTF_8);
    List<String> promises =
        page.lines()
            .filter(line -> line.startsWith("| ") && !line.startsWith("| promise"))
            .toList();
    assertThat(promises).hasSizeGreaterThan(15);
    for (String promise : promises) {
      List<MatchResult> named = NAMED.matcher(promise).results().toList();
      assertThat(named).as(promise).isNotEmpty();
      for (MatchResult test : named) {
        String source = Files.readString(source(test.group(1)), UTF_8);
        if (test.group(2) != null) {
          assertThat(source).as(promise).contains("void " + test.group(2) + "(");
        }
      }
    }
  }

  private static Path source(String test) throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      List<Path> tests = modules.map(module -> module.resolve("src/test/java")).toList();
      for (Path folder : tests) {
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.walk(folder)) {
            var found = files.filter(file -> file.endsWith(test + ".java")).findFirst();
            if (found.isPresent()) {
              return found.get();
            }
          }
        }
      }
    }
    throw new AssertionError("there is no test " + test);
  }
}
