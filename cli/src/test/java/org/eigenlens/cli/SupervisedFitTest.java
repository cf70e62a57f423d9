package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eigenlens.model.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Golden numbers as in the tests of the core. */
class SupervisedFitTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;

  @BeforeEach
  void start() {
    shell = new Shell(folder);
    iris = shell.iris();
  }

  private Map<?, ?> json(Object... words) {
    return (Map<?, ?>) Json.read(shell.ok(words).out());
  }

  private static double number(Map<?, ?> report, String name, int at) {
    return ((Number) ((List<?>) report.get(name)).get(at)).doubleValue();
  }

  private Map<?, ?> fit(String method, Object... more) {
    Object[] words = new Object[6 + more.length];
    System.arraycopy(
        new Object[] {"fit", iris, "--label", "species", "-m", method}, 0, words, 0, 6);
    System.arraycopy(more, 0, words, 6, more.length);
    return json(withJson(words));
  }

  private static Object[] withJson(Object... words) {
    Object[] all = Arrays.copyOf(words, words.length + 1);
    all[words.length] = "--json";
    return all;
  }

  @Test
  void irisWithSpecies() {
    Map<?, ?> report = fit("supervised-pca");
    assertThat(report.get("components")).isEqualTo(2L);
    assertThat(number(report, "eigenvalues", 0)).isEqualTo(29350.01245902, within(1e-7));
    assertThat(number(report, "eigenvalues", 1)).isEqualTo(253.64754098, within(1e-7));
    assertThat(number(report, "explainedVariance", 0)).isEqualTo(4.219841331162, within(1e-10));
    assertThat(report.containsKey("singularValues")).isFalse();
    assertThat(number(fit("dual-supervised-pca"), "eigenvalues", 0))
        .isEqualTo(29350.01245902, within(1e-7));
    assertThat(number(fit("kernel-supervised-pca", "--gamma", 0.25), "eigenvalues", 1))
        .isEqualTo(648.77175554, within(1e-7));
    assertThat(number(fit("fisher"), "eigenvalues", 0)).isEqualTo(32.19192919828, within(1e-9));
  }

  @Test
  void trainingRowsAreEncodedToTheirScores() throws IOException {
    for (String method : List.of("supervised-pca", "kernel-supervised-pca", "fisher")) {
      for (boolean center : new boolean[] {true, false}) {
        Path model = shell.path("m.eigenlens");
        Object[] fit = {
          "fit",
          iris,
          "--label",
          "species",
          "-m",
          method,
          "-o",
          model,
          "--scores",
          shell.path("scores.csv"),
          center ? "--whiten" : "--no-center"
        };
        shell.ok(fit);
        shell.ok("transform", model, iris, "--label", "species", "-o", shell.path("again.csv"));
        assertThat(Files.readString(shell.path("again.csv"), UTF_8))
            .isEqualTo(Files.readString(shell.path("scores.csv"), UTF_8));
        shell.ok("reconstruct", model, iris, "-o", shell.path("back.csv"));
        assertThat(shell.ok("inspect", model).out()).contains(center ? " centred" : "not centred");
      }
    }
  }

  @Test
  void evaluationStandsBesidePcas() {
    Map<?, ?> report = fit("supervised-pca", "--evaluate", "--folds", "loo");
    assertThat((List<?>) report.get("accuracy")).isEqualTo(List.of(136 / 150.0, 140 / 150.0));
    assertThat((List<?>) report.get("pcaAccuracy")).isEqualTo(List.of(133 / 150.0, 144 / 150.0));
    assertThat(report.get("folds")).isEqualTo(150L);
    String text = shell.ok("fit", iris, "--label", "species", "-m", "fisher", "--evaluate").out();
    assertThat(text).contains("held-out rows, 10 folds").contains("components      fisher");
    Map<?, ?> targets =
        json(
            "fit",
            iris,
            "--target",
            "petal_width",
            "-m",
            "supervised-pca",
            "--evaluate",
            "--exclude",
            "species",
            "--json");
    assertThat(number(targets, "r2", 0)).isBetween(0.9, 0.95);
    assertThat(((List<?>) targets.get("pcaR2"))).hasSize(1);
    assertThat(shell.ok("fit", iris, "--label", "species", "-k", 2, "--evaluate").out())
        .containsPattern("components +pca\\R");
  }

  @Test
  void targetsAreNoFeatures() {
    Map<?, ?> report =
        json(
            "fit",
            iris,
            "--target",
            "petal_width",
            "-m",
            "supervised-pca",
            "--label-kernel",
            "rbf",
            "--label-gamma",
            0.5,
            "--json");
    assertThat(report.get("columns")).isEqualTo(3L);
    assertThat(number(report, "eigenvalues", 0)).isEqualTo(20709.73034172, within(1e-6));
    Map<?, ?> two =
        json("fit", iris, "--target", "petal_length,petal_width", "-m", "supervised-pca", "--json");
    assertThat(number(two, "eigenvalues", 1)).isEqualTo(2.5420956734, within(1e-9));
  }

  @Test
  void moreThanTheRankIsAnsweredWithTheRankAndAChoice() {
    assertThat(shell.fails(1, "fit", iris, "--label", "species", "-m", "supervised-pca", "-k", 3))
        .contains("only 2 depend on the labels")
        .contains("--blend");
    assertThat(fit("supervised-pca", "-k", 4, "--blend", 0.5).get("components")).isEqualTo(4L);
  }

  @Test
  void rowsThatAreStreamedGiveTheSame() throws IOException {
    Map<?, ?> report =
        fit("supervised-pca", "--solver", "streaming", "--scores", shell.path("s.csv"));
    assertThat(number(report, "eigenvalues", 0)).isEqualTo(29350.01245902, within(1e-7));
    assertThat(number(report, "explainedVariance", 1)).isEqualTo(0.206087508265, within(1e-10));
    assertThat(report.get("solver")).isEqualTo("streaming");
    assertThat(Files.readAllLines(shell.path("s.csv"), UTF_8)).hasSize(151);
    Map<?, ?> targets =
        json(
            "fit",
            iris,
            "--target",
            "petal_width",
            "-m",
            "supervised-pca",
            "--solver",
            "streaming",
            "--json");
    assertThat(number(targets, "eigenvalues", 0)).isEqualTo(43512.52299862, within(1e-6));
    assertThat(number(fit("fisher", "--solver", "streaming"), "eigenvalues", 0))
        .isEqualTo(32.19192919828, within(1e-8));
    assertThat(
            shell.fails(
                1, "fit", iris, "--label", "species", "--solver", "streaming", "--evaluate"))
        .contains("--evaluate needs all data in memory");
  }

  @Test
  void missingLabelsAreRefusedWithTheirCount() {
    shell.write("gaps.csv", "a,b,y", "1,2,p", "2,1,", "3,5,q", "4,4, ", "5,7,q", "6,1,p");
    Path gaps = shell.path("gaps.csv");
    assertThat(shell.fails(1, "fit", gaps, "--label", "y", "-m", "supervised-pca"))
        .contains("gaps.csv, line 3: 2 rows have no label, the first is this one")
        .contains("--missing drop");
    assertThat(
            shell.fails(
                1, "fit", gaps, "--label", "y", "-m", "supervised-pca", "--solver", "streaming"))
        .contains("row 2: 2 rows have no label");
    assertThat(shell.fails(1, "fit", gaps, "--label", "y", "-m", "fisher", "--missing", "mean"))
        .contains("cannot be filled in");
    Shell.Result dropped =
        shell.ok(
            "fit",
            gaps,
            "--label",
            "y",
            "-m",
            "supervised-pca",
            "--missing",
            "drop",
            "--scores",
            shell.path("s.csv"));
    assertThat(dropped.out())
        .contains("of 4 rows × 2 columns")
        .contains("2 rows have no label and were left out");
    assertThat(
            shell
                .ok(
                    "fit",
                    gaps,
                    "--label",
                    "y",
                    "-m",
                    "supervised-pca",
                    "--missing",
                    "drop",
                    "--solver",
                    "streaming")
                .out())
        .contains("of 4 rows × 2 columns")
        .contains("2 rows have no label and were left out");
  }

  @Test
  void droppedRowsTakeTheirLabelsWithThem() {
    shell.write("cells.csv", "a,b,y", "1,2,p", ",1,q", "3,5,q", "4,4,p", "5,7,q", "6,1,p");
    shell.write("whole.csv", "a,b,y", "1,2,p", "3,5,q", "4,4,p", "5,7,q", "6,1,p");
    Map<?, ?> dropped =
        json(
            "fit",
            shell.path("cells.csv"),
            "--label",
            "y",
            "-m",
            "supervised-pca",
            "--missing",
            "drop",
            "--json");
    Map<?, ?> whole =
        json("fit", shell.path("whole.csv"), "--label", "y", "-m", "supervised-pca", "--json");
    assertThat(dropped.get("eigenvalues")).isEqualTo(whole.get("eigenvalues"));
    assertThat(
            json(
                    "fit",
                    shell.path("cells.csv"),
                    "--label",
                    "y",
                    "-m",
                    "supervised-pca",
                    "--missing",
                    "drop",
                    "--solver",
                    "streaming",
                    "--json")
                .get("rows"))
        .isEqualTo(5L);
  }

  @Test
  void labelsThatTellNothing() {
    shell.write("one.csv", "a,b,y", "1,2,7", "2,1,7", "3,5,7");
    assertThat(shell.fails(1, "fit", shell.path("one.csv"), "--label", "y", "-m", "supervised-pca"))
        .contains("one.csv: all 3 rows have the same label, '7'");
    shell.write("own.csv", "a,b,y", "1,2,1", "2,1,2", "3,5,3", "4,4,4");
    assertThat(shell.ok("fit", shell.path("own.csv"), "--label", "y", "-m", "supervised-pca").out())
        .contains("every row is a class of its own, so this is PCA");
  }

  @Test
  void wrongCommands() {
    assertThat(shell.fails(2, "fit", iris, "-m", "supervised-pca")).contains("--label");
    assertThat(shell.fails(2, "fit", iris, "-m", "fisher", "--target", "petal_width"))
        .contains("name their column with --label");
    assertThat(shell.fails(2, "fit", iris, "--label", "species", "--blend", 0.5))
        .contains("supervised methods");
    assertThat(shell.fails(2, "fit", iris, "--evaluate")).contains("--label or --target");
    assertThat(
            shell.fails(2, "fit", iris, "-m", "supervised-pca", "--label", "species", "--blend", 2))
        .contains("from 0 to 1");
    assertThat(
            shell.fails(
                2,
                "fit",
                iris,
                "-m",
                "supervised-pca",
                "--label",
                "species",
                "--target",
                "petal_width"))
        .contains("not both");
    assertThat(
            shell.fails(
                2,
                "fit",
                iris,
                "-m",
                "kernel-supervised-pca",
                "--label",
                "species",
                "--solver",
                "krylov"))
        .contains("choose one of auto, dense, nystrom");
    assertThat(
            shell.fails(
                2,
                "fit",
                iris,
                "-m",
                "supervised-pca",
                "--label",
                "species",
                "--label-kernel",
                "rbf"))
        .contains("is for numbers");
    shell.ok("fit", iris, "-m", "supervised-pca", "--label", "species", "-o", shell.path("m"));
    assertThat(
            shell.fails(
                1, "transform", shell.path("m"), iris, "--diagnostics", "-o", shell.path("d.csv")))
        .contains("principal components");
  }

  @Test
  void evaluationRefusesWhatWouldShowHeldOutRows() {
    for (String how : List.of("mean", "em")) {
      assertThat(shell.fails(2, "fit", iris, "--label", "species", "--evaluate", "--missing", how))
          .contains("--missing " + how + " fills cells in from all rows; use --missing drop");
    }
    assertThat(
            shell.fails(
                2,
                "fit",
                iris,
                "--label",
                "species",
                "-m",
                "kernel-pca",
                "--kernel",
                "precomputed",
                "--evaluate"))
        .contains("similarities are between all of them");
  }

  @Test
  void theRuleThatIsReportedIsThatOfAllRows() {
    Map<?, ?> plain = json("fit", iris, "--label", "species", "-k", "elbow", "--json");
    Map<?, ?> evaluated =
        json("fit", iris, "--label", "species", "-k", "elbow", "--evaluate", "--json");
    assertThat(evaluated.get("rules")).isEqualTo(plain.get("rules"));
  }

  @Test
  void whitenedKernelModelsComeBackByAnotherWay() {
    Path model = folder.resolve("bent.eigenlens");
    shell.ok(
        "fit",
        iris,
        "--label",
        "species",
        "-m",
        "kernel-supervised-pca",
        "--gamma",
        0.25,
        "--whiten",
        "-o",
        model);
    Path own = folder.resolve("own.csv");
    Path named = folder.resolve("named.csv");
    shell.ok("reconstruct", model, iris, "--label", "species", "-o", own);
    shell.ok(
        "reconstruct",
        model,
        iris,
        "--label",
        "species",
        "--pre-image",
        "fixed-point",
        "-o",
        named);
    assertThat(named).hasSameTextualContentAs(own);
  }

  @Test
  void notAvailableIsNoClass() {
    shell.write("gap.csv", "a,b,y", "1,2,p", "2,1,q", "3,5,NA", "4,4,p", "6,1,q");
    Path gap = shell.path("gap.csv");
    assertThat(shell.fails(1, "fit", gap, "--label", "y", "-m", "supervised-pca"))
        .contains("gap.csv, line 4", "1 row has no label");
    assertThat(
            shell.ok("fit", gap, "--label", "y", "-m", "supervised-pca", "--missing", "drop").out())
        .contains("4 rows");
  }

  @Test
  void sharesOfTheOperatorAreInTheJson() {
    Shell.Answer answer =
        shell.ok("fit", iris, "--label", "species", "-m", "supervised-pca", "--json").json();
    // 29350.01245902 and 253.64754098 of their sum, the trace.
    assertThat(answer.numbers("eigenvalueShare"))
        .containsExactly(new double[] {0.99143193, 0.00856807}, within(5e-8));
  }

  @Test
  void pcaIsNotEvaluatedBesideItself() {
    String out = shell.ok("fit", iris, "--label", "species", "-k", "2", "--evaluate").out();
    assertThat(out.lines().filter(line -> line.startsWith("components ")).toList())
        .containsExactly("components         pca");
  }

  @Test
  void whatIsAdvisedAboutTargetsWorks() {
    assertThat(shell.fails(1, "fit", iris, "--target", "species", "-m", "supervised-pca"))
        .contains("column 'species' is text, and a target is a number; name classes with --label");
    Path gaps = shell.write("g.csv", "a,b,t", "1,2,3", "2,3,", "4,1,5", "5,2,2");
    assertThat(shell.fails(1, "fit", gaps, "--target", "t", "-m", "supervised-pca"))
        .contains("1 row has no target", "leave such rows out with --missing drop")
        .doesNotContain("em");
  }

  @Test
  void theReasonOfABlendIsNotThatItWasAskedFor() {
    assertThat(
            shell
                .ok("fit", iris, "--label", "species", "-m", "supervised-pca", "--blend", "0.5")
                .out())
        .doesNotContain("asked for");
  }

  @Test
  void aBlendOfSparseRowsIsSaid() {
    Path sparse =
        shell.write("s.svm", "1 1:1 3:2", "2 2:1", "1 1:2 4:1", "2 2:3 4:2", "1 3:1", "2 1:1 2:2");
    assertThat(
            shell
                .ok("fit", sparse, "--label", "label", "-m", "supervised-pca", "--blend", "0.5")
                .out())
        .contains("sparse ones were filled in");
    assertThat(shell.ok("fit", sparse, "--label", "label", "-m", "supervised-pca").out())
        .doesNotContain("filled in");
  }
}
