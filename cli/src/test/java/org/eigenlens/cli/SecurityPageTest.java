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

/** SECURITY.md names a test for each promise; these are there, and are run. */
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
          assertThat(isRun(source, test.group(2))).as("%s: %s", test.group(), promise).isTrue();
        }
      }
    }
  }

  /** Tells whether a method is there, and a test that is run. */
  private static boolean isRun(String source, String method) {
    int at = source.indexOf("void " + method + "(");
    String before = source.substring(0, Math.max(0, at));
    // What stands above a method begins behind an empty line.
    String above = before.substring(before.lastIndexOf("\n\n") + 1);
    return at >= 0
        && (above.contains("@Test\n") || above.contains("@ParameterizedTest"))
        && !above.contains("@Disabled\n")
        && !above.contains("@Disabled(");
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
