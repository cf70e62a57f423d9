package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(eigenlens-\\w+)<");
  private static final Pattern VERSION = Pattern.compile("<version>([^<$]+)<");

  @Test
  void everyBlockIsRunOrSaysWhyNot() throws IOException {
    List<String> escaped = new ArrayList<>();
    for (Path document : DocumentedBlock.documents()) {
      // What the page of Spark shows needs a cluster.
      boolean cluster = document.endsWith("spark.md");
      List<DocumentedBlock> blocks = cluster ? List.of() : DocumentedBlock.of(document);
      for (DocumentedBlock block : blocks) {
        if (!isHeld(document.getFileName().toString(), block)) {
          escaped.add(document.getFileName() + ":" + block.line());
        }
      }
    }
    assertThat(escaped).as("blocks that no test runs, without <!-- not run: why -->").isEmpty();
  }

  private static boolean isHeld(String page, DocumentedBlock block) throws IOException {
    return block.skipped()
        || switch (block.language()) {
          case "sh" -> onlyCommands(block.lines());
          case "java" -> true; // LibraryPageTest
          case "python" -> page.equals("model-file.md"); // PythonPageTest
          case "xml" -> namesWhatIsBuilt(String.join("\n", block.lines()));
          // What is shown right after a block is compared, and all of the reference.
          case "text" -> block.adjacent() || page.equals("commands.md");
          default -> false;
        };
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
    assertThat(hasAllParts(DocumentedBlock.ROOT.resolve("docs/hsic.md"))).isTrue();
  }

  private static boolean hasAllParts(Path document) {
    List<String> found;
    try (Stream<String> lines = Files.lines(document, UTF_8)) {
      found =
          lines
              .map(line -> line.startsWith("**When.**") ? "**When.**" : line)
              .filter(PARTS::contains)
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found.equals(PARTS) && picture(document);
  }

  /** Returns whether the pictures of a page are there. */
  private static boolean picture(Path document) {
    try {
      Matcher images =
          Pattern.compile("!\\[[^\\]]+\\]\\(([^)]+)\\)").matcher(Files.readString(document, UTF_8));
      int count = 0;
      while (images.find()) {
        assertThat(document.resolveSibling(images.group(1))).isNotEmptyFile();
        count++;
      }
      return count > 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
