package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples in the Javadoc compile and run.
 *
 * <p>They speak of {@code x} and {@code newRows}, rows of four measures, with their {@code species}
 * and another view {@code y}; of {@code roll}, points of a rolled sheet; and of {@code roads}
 * between {@code towns}.
 */
class JavadocExampleTest {

  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\\R(.*?)\\R \\* \\}</pre>", Pattern.DOTALL);

  private static final List<String> SPOKEN_OF =
      List.of(
          "static final Data FLOWERS = Samples.iris().load();",
          "static final Matrix x = FLOWERS.matrix();",
          "static final List<String> species = FLOWERS.labels().orElseThrow();",
          "static final DenseMatrix newRows = ((DenseMatrix) x).rowRange(0, 120);",
          "static final Matrix more = newRows;",
          "static final Matrix y = ((DenseMatrix) Samples.digits().load().matrix())"
              + ".rowRange(0, 150).columnRange(2, 6);",
          "static final Matrix roll = Samples.roll().without(\"along\").toMatrix();",
          "static final List<String> towns = List.of(\"a\", \"b\", \"c\");",
          "static final Matrix roads ="
              + " Matrix.of(new double[][] {{0, 3, 4}, {3, 0, 6}, {4, 6, 0}});",
          "static final double gamma = 0.25;",
          "static final long seed = 0;");

  @TempDir Path folder;

  @Test
  void examplesRun() throws IOException, InterruptedException {
    JavaProgram program = JavaProgram.with(LibraryPageTest.imports());
    for (String member : SPOKEN_OF) {
      program = program.having(member);
    }
    for (Map.Entry<String, List<String>> example : examples().entrySet()) {
      program =
          program
              .then("System.out.println(\"" + example.getKey() + "\");")
              .then("{")
              .then(example.getValue())
              .then("}");
    }
    assertThat(program.run(folder).printed()).contains("Cca\n", "TableWriter\n");
  }

  /** Who looks up a method of the library finds how to call it. */
  @Test
  void everyClassToStartFromHasAnExample() throws IOException {
    List<String> without = new ArrayList<>();
    Path entry = DocumentedBlock.ROOT.resolve("core/src/main/java/org/eigenlens");
    try (Stream<Path> files = Files.list(entry)) {
      List<String> known = List.copyOf(examples().keySet());
      files
          .filter(file -> file.toString().endsWith(".java"))
          .map(file -> file.getFileName().toString().replace(".java", ""))
          .filter(name -> !name.endsWith("Builder") && !name.equals("Progress"))
          .filter(name -> !known.contains(name))
          .forEach(without::add);
    }
    assertThat(without).isEmpty();
    assertThat(examples()).containsKeys("Model", "LinearModel", "KernelModel", "PairedModel");
  }

  /** Returns the lines of the examples by the classes that have them. */
  private static Map<String, List<String>> examples() throws IOException {
    Map<String, List<String>> examples = new TreeMap<>();
    for (String module : List.of("core", "data", "plot")) {
      try (Stream<Path> files =
          Files.walk(DocumentedBlock.ROOT.resolve(module).resolve("src/main/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(
                file -> {
                  Matcher found = EXAMPLE.matcher(text(file));
                  if (found.find()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    examples.put(name, lines(found.group(1)));
                  }
                });
      }
    }
    return examples;
  }

  private static List<String> lines(String commented) {
    return commented.lines().map(line -> line.replaceFirst("^ \\* ?", "")).toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
