package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.Pca;
import org.eigenlens.matrix.Matrix;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InspectTest {

  @TempDir Path folder;
  private Shell shell;
  private Path model;
  private Shell.Answer fitted;

  @BeforeEach
  void model() throws IOException {
    shell = new Shell(folder);
    Path iris = shell.iris();
    model = shell.path("m");
    fitted = shell.ok("fit", iris, "--label", "species", "-k", 2, "-o", model, "--json").json();
    Files.delete(iris);
  }

  @Test
  void theModelKnowsWhatFitSaidWithoutTheData() {
    Shell.Answer answer = shell.ok("inspect", model, "--json").json();
    for (String name : List.of("eigenvalues", "singularValues", "explainedVarianceRatio")) {
      assertThat(answer.numbers(name)).containsExactly(fitted.numbers(name));
    }
    for (String name : List.of("rows", "columns", "components", "totalVariance")) {
      assertThat(answer.number(name)).isEqualTo(fitted.number(name));
    }
    for (String name : List.of("method", "solver", "solverReason", "model")) {
      assertThat(answer.text(name)).isEqualTo(fitted.text(name));
    }
  }

  @Test
  void theSummaryNamesTheFeatures() {
    assertThat(shell.ok("inspect", model).out())
        .contains("150 rows × 4 columns", "92.46%", "sepal_length, sepal_width");
  }

  @Test
  void aMethodThisProgramDoesNotKnowGoesByItsName() throws IOException {
    Path file = shell.path("own");
    Pca.builder()
        .method("our own analysis")
        .build()
        .fit(Matrix.of(new double[][] {{1, 2}, {3, 5}, {4, 1}}))
        .save(file);
    assertThat(shell.ok("inspect", file).out()).startsWith("our own analysis of 3 rows");
    assertThat(shell.ok("inspect", file, "--json").json().text("method"))
        .isEqualTo("our own analysis");
  }

  @Test
  void loadingsAreARowForEachFeature() {
    shell.ok("inspect", model, "--loadings", shell.path("l.csv"));
    List<List<String>> rows = shell.csv("l.csv");
    assertThat(rows.get(0)).containsExactly("feature", "PC1", "PC2");
    assertThat(rows.stream().map(row -> row.get(0)).toList())
        .containsExactly("feature", "sepal_length", "sepal_width", "petal_length", "petal_width");
    double squares =
        rows.stream().skip(1).mapToDouble(row -> Math.pow(Double.parseDouble(row.get(1)), 2)).sum();
    assertThat(squares).isCloseTo(1, within(1e-12));
  }

  @Test
  void aFileThatIsNoModelIsRefused() {
    Path text = shell.write("text", "this is no model at all, but a line of text");
    assertThat(shell.fails(1, "inspect", text)).contains("not a model");
    assertThat(shell.fails(1, "inspect", shell.path("nowhere"))).contains("no such file");
  }

  @Test
  void aModelThatWasCutOffIsRefused() throws IOException {
    byte[] bytes = Files.readAllBytes(model);
    for (int length : new int[] {0, 5, 8, 100, bytes.length - 1}) {
      Files.write(shell.path("cut"), Arrays.copyOf(bytes, length));
      assertThat(shell.fails(1, "inspect", shell.path("cut"))).contains("cut");
    }
  }
}
