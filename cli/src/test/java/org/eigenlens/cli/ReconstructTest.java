package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReconstructTest {

  /** The squared error of the irises from two components: the two singular values left out. */
  private static final double IRIS_ERROR = 15.20464436 / 600;

  @TempDir Path folder;
  private Shell shell;
  private Path iris;
  private Path model;

  @BeforeEach
  void model() {
    shell = new Shell(folder);
    iris = shell.iris();
    model = shell.path("m");
    shell.ok("fit", iris, "--label", "species", "-k", 2, "-o", model);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reconstruct", "denoise"})
  void rowsComeBackUnderTheirColumnsNames(String command) {
    Shell.Result result = shell.ok(command, model, iris, "--label", "species");
    List<List<String>> rows = result.csv();
    assertThat(rows.get(0))
        .containsExactly("species", "sepal_length", "sepal_width", "petal_length", "petal_width");
    assertThat(rows).hasSize(151);
    assertThat(rows.get(1).stream().skip(1).mapToDouble(Double::parseDouble).toArray())
        .containsExactly(
            new double[] {5.08303897, 3.51741393, 1.40321372, .21353169}, within(1e-8));
    assertThat(result.err()).contains("mean squared error 0.0253411");
  }

  @Test
  void theErrorIsTheMeanOverAllCells() {
    Shell.Answer answer = shell.ok("reconstruct", model, iris, "--json").json();
    assertThat(answer.number("meanSquaredError")).isEqualTo(IRIS_ERROR, within(1e-10));
    assertThat(answer.number("rows")).isEqualTo(150);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--standardize", "--whiten", "--no-center", "--ddof=0"})
  void allComponentsGiveTheRowsBack(String option) {
    shell.ok("fit", iris, "--label", "species", option, "-o", model);
    assertThat(shell.ok("reconstruct", model, iris, "--json").json().number("meanSquaredError"))
        .isLessThan(1e-20);
  }

  @Test
  void withAFileTheErrorIsOnStandardOutput() {
    Shell.Result result = shell.ok("reconstruct", model, iris, "-o", shell.path("back.csv"));
    assertThat(result.out()).contains("mean squared error", "wrote", "back.csv");
    assertThat(result.err()).isEmpty();
    assertThat(shell.csv("back.csv")).hasSize(151);
  }

  @Test
  void theErrorIsOfRowsThatHaveCoordinates() {
    String names = "sepal_length,sepal_width,petal_length,petal_width";
    Path one = shell.write("one.csv", names, "5.1,,1.4,0.2", "6.3,3.3,6.0,2.5");
    assertThat(shell.ok("reconstruct", model, one, "--missing", "drop").err())
        .contains("over 1 row × 4 columns");
    Path none = shell.write("none.csv", names, "5.1,,1.4,0.2", ",3.3,6.0,2.5");
    Shell.Result words = shell.ok("reconstruct", model, none, "--missing", "drop");
    assertThat(words.err()).contains("no mean squared error, since no row has coordinates");
    Shell.Answer answer =
        shell.ok("reconstruct", model, none, "--missing", "drop", "--json").json();
    assertThat(answer.number("rows")).isEqualTo(2);
    assertThat(answer.values().containsKey("meanSquaredError")).isFalse();
  }

  @Test
  void missingCellsAreFilledByTheModel() {
    Path gaps =
        shell.write(
            "gaps.csv",
            "sepal_length,sepal_width,petal_length,petal_width",
            "5.1,,1.4,0.2",
            "6.3,3.3,6.0,2.5");
    assertThat(shell.fails(1, "reconstruct", model, gaps)).contains("line 2", "sepal_width");
    List<List<String>> filled = shell.ok("reconstruct", model, gaps, "--missing", "em").csv();
    assertThat(Double.parseDouble(filled.get(1).get(1))).isBetween(3.0, 4.0);
    List<List<String>> dropped = shell.ok("reconstruct", model, gaps, "--missing", "drop").csv();
    assertThat(dropped).hasSize(3);
    assertThat(dropped.get(1)).containsExactly("", "", "", "");
    Shell.Result mean = shell.ok("reconstruct", model, gaps, "--missing", "mean");
    assertThat(mean.csv().get(1)).doesNotContain("");
    assertThat(mean.err()).contains("1 missing cell");
  }
}
