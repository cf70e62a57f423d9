package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No block of a document escapes the tests without saying why, and every method has its page. */
class DocumentedBlockTest {

  private static final List<String> PARTS =
      List.of(
          "**When.**",
          "## Equation",
          "## Command",
          "## Program",
          "## Picture",
          "## Cost",
          "## Traps");

  /** The test of the Spark module that runs the Java of docs/spark.md. */
  private static final Path SPARK_PAGE_TEST =
      DocumentedBlock.ROOT.resolve("spark/src/test/java/org/eigenlens/cli/SparkPageTest.java");

  /** A class of tests, one with a method, or a further method of it: {@code `isOrthonormal`}. */
  private static final Pattern NAMED_TEST =
      Pattern.compile(
          "`(?:([A-Z]\\w*(?:Test|Contract))(?:\\.(\\w+))?|([a-z]+(?:[A-Z][a-z0-9]*){3,}))`");

  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(eigenlens-\\w+)<");
  private static final Pattern VERSION = Pattern.compile("<version>([^<$]+)<");

  @Test
  void everyBlockIsRunOrSaysWhyNot() throws IOException {
    List<String> escaped = new ArrayList<>();
    for (Path document : DocumentedBlock.documents()) {
      List<DocumentedBlock> blocks = DocumentedBlock.of(document);
      String page = document.getFileName().toString();
      for (int b = 0; b < blocks.size(); b++) {
        if (!isHeld(page, blocks, b)) {
          escaped.add(page + ":" + blocks.get(b).line());
        }
      }
    }
    assertThat(escaped).as("blocks that no test runs, without <!-- not run: why -->").isEmpty();
  }

  @Test
  void whatIsShownIsHeldOnlyAfterWhatIsRun() throws IOException {
    assertThat(held("```sh", "eigenlens demo", "```", "```text", "done", "```")).isTrue();
    assertThat(held("```java", "f();", "```", "", "```text", "done", "```")).isTrue();
    assertThat(held("```java", "import a.B;", "```", "```text", "done", "```")).isFalse();
    assertThat(held("```xml", "<a/>", "```", "```text", "done", "```")).isFalse();
    assertThat(held("```sh", "eigenlens demo", "```", "prints", "```text", "done", "```"))
        .isFalse();
    assertThat(held("<!-- not run: x -->", "```sh", "eigenlens a", "```", "```text", "done", "```"))
        .isFalse();
  }

  private static boolean held(String... document) throws IOException {
    List<DocumentedBlock> blocks = DocumentedBlock.of(List.of(document));
    return isHeld("some.md", blocks, blocks.size() - 1);
  }

  private static boolean isHeld(String page, List<DocumentedBlock> blocks, int place)
      throws IOException {
    DocumentedBlock block = blocks.get(place);
    return block.skipped()
        || switch (block.language()) {
          case "sh", "java", "python" -> isRun(page, block);
          case "xml" -> namesWhatIsBuilt(String.join("\n", block.lines()));
          // What is shown right after a block that is run is compared, and all of the reference.
          case "text" ->
              page.equals("commands.md")
                  || (block.adjacent() && place > 0 && prints(page, blocks.get(place - 1)));
          default -> false;
        };
  }

  private static boolean prints(String page, DocumentedBlock block) {
    boolean imports = block.language().equals("java") && block.lines().get(0).startsWith("import ");
    return isRun(page, block) && !imports;
  }

  private static boolean isRun(String page, DocumentedBlock block) {
    return switch (block.language()) {
      case "sh" -> !block.skipped() && onlyCommands(block.lines()); // DocumentationTest
      // LibraryPageTest; what needs Spark is compiled and run by the Spark module.
      case "java" -> page.equals("spark.md") ? isRunBySpark() : !block.skipped();
      case "python" -> !block.skipped() && page.equals("model-file.md"); // PythonPageTest
      default -> false;
    };
  }

  private static boolean isRunBySpark() {
    return Files.exists(SPARK_PAGE_TEST) && text(SPARK_PAGE_TEST).contains("docs/spark.md");
  }

  private static boolean onlyCommands(List<String> lines) {
    boolean goesOn = false;
    for (String line : lines) {
      if (!goesOn && !line.isBlank() && !line.matches("\\s*(#|(\\./)?eigenlens( |$)).*")) {
        return false;
      }
      goesOn = line.endsWith("\\");
    }
    return true;
  }

  /** Returns whether artifacts are those of this build, in its version. */
  private static boolean namesWhatIsBuilt(String xml) throws IOException {
    String pom = Files.readString(DocumentedBlock.ROOT.resolve("pom.xml"), UTF_8);
    Matcher ours = VERSION.matcher(pom);
    assertThat(ours.find()).isTrue();
    Matcher version = VERSION.matcher(xml);
    while (version.find()) {
      if (!version.group(1).equals(ours.group(1))) {
        return false;
      }
    }
    Matcher artifact = ARTIFACT.matcher(xml);
    while (artifact.find()) {
      String module = artifact.group(1).replace("eigenlens-", "");
      Path built = DocumentedBlock.ROOT.resolve(module).resolve("pom.xml");
      if (!Files.exists(built) || !Files.readString(built, UTF_8).contains(artifact.group(1))) {
        return false;
      }
    }
    return true;
  }

  /** Who pastes an example into jshell is not to be told that half of a line makes no sense. */
  @Test
  void examplesCanBePastedIntoAPrompt() {
    List<String> broken = new ArrayList<>();
    for (Path document : DocumentedBlock.documents()) {
      String page = document.getFileName().toString();
      for (DocumentedBlock block : DocumentedBlock.of(document)) {
        // A prompt takes what may end with its line to end there; Spark has a prompt of its own.
        if (block.language().equals("java") && !page.equals("spark.md")) {
          block.lines().stream()
              .filter(line -> line.matches("\\s*[.+?:&|].*"))
              .forEach(line -> broken.add(page + ": " + line));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  /** A page says when to use a method, and has its equation, its cost and so on, in one order. */
  @Test
  void everyMethodHasAPageWithAllItsParts() {
    for (Method method : Method.values()) {
      String asked = "-m " + method.label();
      Optional<Path> page =
          DocumentedBlock.documents().stream()
              .filter(DocumentedBlockTest::hasAllParts)
              .filter(
                  document ->
                      method == Method.PCA
                          ? document.endsWith("pca.md")
                          : DocumentedCommands.of(DocumentedBlock.of(document)).stream()
                              .anyMatch(
                                  command ->
                                      (String.join(" ", command.words()) + " ")
                                          .contains(asked + " ")))
              .findFirst();
      assertThat(page).as("a page with %s that runs %s", PARTS, asked).isPresent();
    }
    // What no -m asks for: a command of its own, and a class of the library.
    assertThat(hasAllParts(DocumentedBlock.ROOT.resolve("docs/hsic.md"))).isTrue();
    assertThat(hasAllParts(DocumentedBlock.ROOT.resolve("docs/incremental-pca.md"))).isTrue();
  }

  private static boolean hasAllParts(Path document) {
    String text = text(document);
    List<String> found =
        text.lines()
            .map(line -> line.startsWith("**When.**") ? "**When.**" : line)
            .filter(PARTS::contains)
            .toList();
    return found.equals(PARTS)
        && saysWhatItDoes(text)
        && hasRun(document, text, "Command", "sh")
        && hasRun(document, text, "Program", "java")
        && part(text, "Equation").contains("lectures.md")
        && picture(document, part(text, "Picture"));
  }

  /** Returns whether there is a paragraph between the title of a page and when to use it. */
  private static boolean saysWhatItDoes(String text) {
    List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
    return lines.get(0).startsWith("# ") && !lines.get(1).startsWith("**When.**");
  }

  /** Returns whether a part of a page has a block of a language that is run. */
  private static boolean hasRun(Path document, String text, String name, String language) {
    return DocumentedBlock.of(part(text, name).lines().toList()).stream()
        .anyMatch(
            block ->
                block.language().equals(language)
                    && isRun(document.getFileName().toString(), block));
  }

  /** Returns what is below a heading, up to the next. */
  private static String part(String text, String name) {
    int start = text.indexOf("\n## " + name + "\n") + name.length() + 5;
    int end = text.indexOf("\n## ", start);
    return text.substring(start, end < 0 ? text.length() : end);
  }

  /** Returns whether a part of a page has pictures, which must be there. */
  private static boolean picture(Path document, String part) {
    Matcher images = Pattern.compile("!\\[[^\\]]+\\]\\(([^)]+)\\)").matcher(part);
    int count = 0;
    while (images.find()) {
      assertThat(document.resolveSibling(images.group(1))).isNotEmptyFile();
      count++;
    }
    return count > 0;
  }

  /** The page of the lectures names tests; a test that was renamed or removed is noticed. */
  @Test
  void testsThatTheLecturesNameExist() throws IOException {
    Map<String, String> tests = new HashMap<>();
    for (String module : List.of("core", "data", "plot", "cli")) {
      try (Stream<Path> files =
          Files.walk(DocumentedBlock.ROOT.resolve(module).resolve("src/test/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(
                file -> tests.put(file.getFileName().toString().replace(".java", ""), text(file)));
      }
    }
    List<String> missing = new ArrayList<>();
    int named = 0;
    String type = "";
    Matcher names = NAMED_TEST.matcher(text(DocumentedBlock.ROOT.resolve("docs/lectures.md")));
    while (names.find()) {
      // A bare method is one of the class that was named before it.
      type = names.group(1) == null ? type : names.group(1);
      String method = names.group(1) == null ? names.group(3) : names.group(2);
      boolean there =
          tests.containsKey(type) && (method == null || isTest(tests.get(type), method));
      if (!there) {
        missing.add(names.group());
      }
      named++;
    }
    assertThat(missing).as("tests that docs/lectures.md names").isEmpty();
    assertThat(named).isGreaterThan(40);
  }

  /** Returns whether a class has a method that is run as a test. */
  private static boolean isTest(String source, String method) {
    int name = source.indexOf(" void " + method + "(");
    // Methods are parted by blank lines: what stands above the name is its own.
    int above = source.lastIndexOf("\n\n", name);
    return name >= 0 && source.substring(Math.max(0, above), name).matches("(?s).*@\\w*Test\\b.*");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
