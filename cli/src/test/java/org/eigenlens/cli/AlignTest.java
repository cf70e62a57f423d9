package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fit --align}: signs of an earlier model. */
class AlignTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;
  private Path earlier;

  @BeforeEach
  void earlierModel() throws IOException {
    shell = new Shell(folder);
    iris = shell.iris();
    earlier = shell.path("earlier");
    shell.ok("fit", iris, "--label", "species", "-k", 2, "-o", earlier);
    LinearModel.load(earlier).turned(new boolean[] {true, false}).save(earlier);
  }

  @Test
  void theRefitMayTakeTheFileOfTheModelItFollows() throws IOException {
    String said =
        shell
            .ok("fit", iris, "--label", "species", "-k", 3, "--align", earlier, "-o", earlier)
            .out();
    assertThat(said)
        .contains("signs as in " + earlier + ": 1 of 2 components turned, agreement 1.000");
    LinearModel model = LinearModel.load(earlier);
    assertThat(model.components()).isEqualTo(3);
    assertThat(model.provenance().aligned()).isTrue();
    // The largest weight of the first direction, on petal length, is negative in the earlier one.
    assertThat(model.directions().get(0, 2)).isNegative();
    assertThat(model.directions().get(1, 1)).isPositive();
  }

  @Test
  void coordinatesOnDiskAndInPassesHaveTheSigns() {
    Path scores = shell.path("s.csv");
    shell.ok("fit", iris, "--label", "species", "-k", 2, "--scores", shell.path("own.csv"));
    for (String solver : new String[] {"auto", "streaming"}) {
      Object[] fit = {
        "fit",
        iris,
        "--label",
        "species",
        "-k",
        2,
        "--solver",
        solver,
        "--align",
        earlier,
        "--scores",
        scores,
        "--json"
      };
      Map<?, ?> alignment = (Map<?, ?>) shell.ok(fit).json().values().get("alignment");
      assertThat(alignment.get("components").toString())
          .startsWith("[{turned=true, earlier=1, ")
          .contains("{turned=false, earlier=2, ");
      double own = Double.parseDouble(shell.csv("own.csv").get(1).get(1));
      double now = Double.parseDouble(shell.csv("s.csv").get(1).get(1));
      assertThat(own * now).as(solver).isNegative();
    }
  }

  @Test
  void pairsFollowToo() throws IOException {
    Object[] fit = {
      "fit",
      iris,
      "-m",
      "cca",
      "--x",
      "sepal_length,sepal_width",
      "--y",
      "petal_length,petal_width",
      "-k",
      1,
      "-o",
      shell.path("pair")
    };
    shell.ok(fit);
    PairedModel pair = PairedModel.load(shell.path("pair"));
    pair.turned(new boolean[] {true}).save(earlier);
    Object[] again = new Object[fit.length + 2];
    System.arraycopy(fit, 0, again, 0, fit.length);
    again[fit.length] = "--align";
    again[fit.length + 1] = earlier;
    assertThat(shell.ok(again).out()).contains("1 of 1 component turned");
    PairedModel followed = (PairedModel) Model.load(shell.path("pair"));
    assertThat(followed.provenance().aligned()).isTrue();
    assertThat(followed.loadings(PairedModel.Side.X).get(0, 0))
        .isEqualTo(-pair.loadings(PairedModel.Side.X).get(0, 0));
  }

  @Test
  void whatIsComparedWithNothingHasNoAgreement() {
    Map<?, ?> alignment =
        (Map<?, ?>)
            shell
                .ok("fit", iris, "--label", "species", "-k", 3, "--align", earlier, "--json")
                .json()
                .values()
                .get("alignment");
    List<?> components = (List<?>) alignment.get("components");
    assertThat(components).hasSize(3);
    Map<?, ?> second = (Map<?, ?>) components.get(1);
    assertThat(second.get("earlier")).isEqualTo(2L);
    assertThat((Double) second.get("agreement")).isBetween(0.999, 1.0);
    assertThat(components.get(2)).isEqualTo(Map.of("turned", false));
  }

  @Test
  void aModelSaysWhoseSignsItHas() {
    Object[] fit = {"fit", iris, "--label", "species", "-k", 2, "-o", shell.path("m")};
    shell.ok(fit);
    assertThat(shell.ok("inspect", shell.path("m")).out()).doesNotContain("signs ");
    assertThat(signRule()).isEqualTo("largest-positive");
    Object[] again = Arrays.copyOf(fit, fit.length + 2);
    again[fit.length] = "--align";
    again[fit.length + 1] = earlier;
    shell.ok(again);
    assertThat(shell.ok("inspect", shell.path("m")).out())
        .contains("signs        those of an earlier model, by fit --align");
    assertThat(signRule()).isEqualTo("aligned");
  }

  private Object signRule() {
    Shell.Answer answer = shell.ok("inspect", shell.path("m"), "--json").json();
    return ((Map<?, ?>) answer.values().get("provenance")).get("signRule");
  }

  @Test
  void aModelOfAnotherKindIsRefused() {
    assertThat(
            shell.fails(
                2,
                "fit",
                iris,
                "--label",
                "species",
                "-m",
                "kernel-pca",
                "-k",
                2,
                "--align",
                earlier))
        .contains("kernel-pca", "pca");
  }

  @Test
  void errorsNameTheOption() {
    Path none = shell.path("none");
    assertThat(shell.fails(1, "fit", iris, "--label", "species", "--align", none))
        .contains("--align " + none + ": there is no such file");
    Path petals = shell.path("petals");
    shell.ok("fit", iris, "--columns", "petal*", "-k", 1, "-o", petals);
    assertThat(shell.fails(2, "fit", iris, "--columns", "sepal*", "-k", 1, "--align", petals))
        .contains("--align " + petals + ": the models have no column in common")
        .contains("name an earlier model of the same columns");
  }
}
