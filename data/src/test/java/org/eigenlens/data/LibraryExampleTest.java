package org.eigenlens.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eigenlens.Pca;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's five lines: they are the ones below, and they work. */
class LibraryExampleTest {

  private static final String START = "// the example starts here";
  private static final String END = "// the example ends here";

  @Test
  void readmeExampleRuns(@TempDir Path folder) throws IOException {
    Data iris = Samples.iris().load();
    TableWriter.write(
        folder.resolve("iris.csv"),
        List.of("species"),
        List.of(iris.labels().orElseThrow()),
        iris.featureNames(),
        iris.matrix());
    String printed = example(folder);
    assertThat(printed).contains("PC1").contains("72.96%").contains("95.81%");
  }

  private static String example(Path folder) throws IOException {
    var bytes = new java.io.ByteArrayOutputStream();
    PrintStream before = System.out;
    try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      run(folder);
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static void run(Path folder) {
    // the example starts here
    Matrix x = Tables.read(folder.resolve("iris.csv")).without("species").toMatrix();
    LinearModel pca = Pca.builder().components(2).standardize(true).fit(x);
    DenseMatrix scores = pca.transform(x);
    DenseMatrix back = pca.inverseTransform(scores);
    System.out.println(pca.explained());
    // the example ends here
    assertThat(back.rows()).isEqualTo(150);
    assertThat(scores.get(0, 0)).isCloseTo(-2.257, within(1e-3));
  }

  @Test
  void readmeShowsTheseVeryLines() throws IOException {
    Path source =
        Path.of("src/test/java/org/eigenlens/data/LibraryExampleTest.java").toAbsolutePath();
    String code = Files.readString(source);
    int from = code.lastIndexOf(START + "\n", code.lastIndexOf(END)) + START.length() + 1;
    String lines =
        code.substring(from, code.indexOf("    " + END, from))
            .replaceAll("(?m)^    ", "")
            .replace("folder.resolve(\"iris.csv\")", "Path.of(\"iris.csv\")");
    String readme = Files.readString(Path.of("../README.md"));
    assertThat(readme).contains("```java\n" + lines + "```");
  }
}
