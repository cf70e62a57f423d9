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
 * The examples in the Javadoc compile and run: all of the library, without those of the Spark
 * module, which need its class path.
 *
 * <p>They speak of {@code x} and {@code newRows}, rows of four measures, with their {@code species}
 * and another view {@code y}; of {@code roll}, points of a rolled sheet; and of {@code roads}
 * between {@code towns}.
 */
class JavadocExampleTest {

  private static final Pattern EXAMPLE =
      Pattern.compile("<pre>\\{@code\\R(.*?)\\R\\s*\\*\\s*\\}</pre>", Pattern.DOTALL);

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
    assertThat(program.run(folder).printed().lines())
        .containsAll(examples().keySet())
        .hasSizeGreaterThanOrEqualTo(begun());
  }

  /** Counts the examples in another way, so that one the pattern does not see is noticed. */
  private static int begun() throws IOException {
    int count = 0;
    for (Path file : sources()) {
      count += text(file).split("<pre>\\s*\\{@code", -1).length - 1;
    }
    return count;
  }

  @Test
  void noExampleIsOverlooked() throws IOException {
    assertThat(examples()).hasSize(begun());
    assertThat(
            EXAMPLE
                .matcher("    /**\n     * <pre>{@code\n     * f();\n     * }</pre>\n     */")
                .results()
                .map(found -> lines(found.group(1))))
        .containsExactly(List.of("f();"));
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
          .filter(file -> !file.toString().matches(".*(Builder|Progress|package-info).java"))
          .map(file -> key(file, 1))
          .filter(name -> !known.contains(name))
          .forEach(without::add);
    }
    assertThat(without).isEmpty();
    Path models = entry.resolve("model");
    for (String name : List.of("Model", "LinearModel", "KernelModel", "PairedModel")) {
      assertThat(examples()).containsKey(key(models.resolve(name + ".java"), 1));
    }
  }

  /** Returns the sources of the library. */
  private static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : List.of("core", "data", "plot")) {
      try (Stream<Path> files =
          Files.walk(DocumentedBlock.ROOT.resolve(module).resolve("src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
      }
    }
    return sources;
  }

  /** Returns the lines of the examples by the file they are in and their place there. */
  private static Map<String, List<String>> examples() throws IOException {
    Map<String, List<String>> examples = new TreeMap<>();
    for (Path file : sources()) {
      Matcher found = EXAMPLE.matcher(text(file));
      for (int number = 1; found.find(); number++) {
        examples.put(key(file, number), lines(found.group(1)));
      }
    }
    return examples;
  }

  private static String key(Path file, int number) {
    return DocumentedBlock.ROOT.relativize(file).toString().replace('\\', '/') + " " + number;
  }

  private static List<String> lines(String commented) {
    return commented.lines().map(line -> line.replaceFirst("^\\s*\\* ?", "")).toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
