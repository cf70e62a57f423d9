package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eigenlens.plot.Kind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlotCommandTest {

  @TempDir static Path folder;

  private static Shell shell;

  @BeforeAll
  static void fit() {
    shell = new Shell(folder);
    shell.iris();
    shell.ok(
        "fit",
        shell.path("iris.csv"),
        "--label",
        "species",
        "--standardize",
        "-k",
        "3",
        "-o",
        shell.path("iris.eigenlens"));
    shell.ok(
        "fit",
        shell.path("iris.csv"),
        "--label",
        "species",
        "-m",
        "kernel-pca",
        "--gamma",
        "0.1",
        "-k",
        "2",
        "-o",
        shell.path("kernel.eigenlens"));
    shell.ok(
        "fit",
        shell.path("iris.csv"),
        "--label",
        "species",
        "-m",
        "cca",
        "--x",
        "sepal*",
        "--y",
        "petal*",
        "-o",
        shell.path("pairs.eigenlens"));
  }

  private static String svg(Object... words) throws IOException {
    Path file = shell.path("picture.svg");
    Files.deleteIfExists(file);
    Object[] all = new Object[words.length + 3];
    all[0] = "plot";
    System.arraycopy(words, 0, all, 1, words.length);
    all[words.length + 1] = "-o";
    all[words.length + 2] = file;
    shell.ok(all);
    return Files.readString(file, UTF_8);
  }

  private static Path iris() {
    return shell.path("iris.csv");
  }

  private static Path model(String name) {
    return shell.path(name + ".eigenlens");
  }

  @Test
  void everyKindIsDrawn() throws IOException {
    for (Kind kind : Kind.values()) {
      switch (kind) {
        case CORRELATIONS ->
            assertThat(svg("correlations", model("pairs"), iris(), "--label", "species"))
                .contains("pair 1: r = 0.9");
        case COMPARE ->
            assertThat(
                    svg(
                        "compare",
                        model("iris"),
                        iris(),
                        "--with",
                        model("kernel"),
                        "--label",
                        "species"))
                .contains("Procrustes");
        case CONTOURS -> {} // needs two columns: below
        default ->
            assertThat(svg(kind.label(), model("iris"), iris(), "--label", "species"))
                .as(kind.label())
                .startsWith("<svg");
      }
    }
  }

  @Test
  void contoursAreDrawnOverTwoColumns() throws IOException {
    shell.ok(
        "fit",
        iris(),
        "--columns",
        "petal*",
        "-m",
        "kernel-pca",
        "--gamma",
        "1",
        "-k",
        "2",
        "-o",
        model("two"));
    assertThat(svg("contours", model("two"), iris())).contains("petal_length", "<image");
  }

  @Test
  void aModelAloneIsEnoughWhereNoRowsAreShown() throws IOException {
    assertThat(svg("scree", model("iris"))).contains("Components that the model left out hold");
    assertThat(svg("correlation-circle", model("iris"))).contains("petal_width");
    assertThat(svg("scores", model("kernel"))).contains("<circle");
  }

  @Test
  void rowsAreColouredByANumericColumn() throws IOException {
    assertThat(svg("scores", model("iris"), iris(), "--color", "petal_length"))
        .contains(">petal_length<");
  }

  @Test
  void rowsAreColouredByAColumnThatIsALabelAnIdOrATargetToo() throws IOException {
    shell.ok(
        "fit", iris(), "--target", "petal_*", "--standardize", "-k", "2", "-o", model("targeted"));
    shell.ok("fit", iris(), "--target", "petal_*", "-m", "supervised-pca", "-o", model("led"));
    shell.ok(
        "fit", iris(), "--target", "petal_*", "-m", "kernel-supervised-pca", "-o", model("bent"));
    List<List<String>> roles =
        List.of(
            List.of("--target", "petal_width"),
            List.of("--target", "petal_length,petal_width"),
            List.of("--target", "petal_*", "--label", "species", "--id", "sepal_width"),
            List.of("--label", "petal_width"),
            List.of("--id", "petal_width"));
    for (String kind : List.of("scores", "biplot")) {
      for (List<String> role : roles) {
        assertThat(coloured(kind, "targeted", role))
            .as("%s %s", kind, role)
            .contains(">petal_width<");
      }
    }
    for (String method : List.of("led", "bent")) {
      assertThat(coloured("scores", method, List.of("--target", "petal_*")))
          .as(method)
          .contains(">petal_width<");
    }
  }

  /** Draws rows coloured by the width of petals. */
  private static String coloured(String kind, String model, List<String> more) throws IOException {
    List<Object> words = new ArrayList<>(List.of(kind, model(model), iris()));
    words.addAll(List.of("--color", "petal_width"));
    words.addAll(more);
    return svg(words.toArray());
  }

  @Test
  void supplementaryColumnsAreShownWhateverElseTheyAre() throws IOException {
    shell.ok(
        "fit", iris(), "--target", "petal_*", "--standardize", "-k", "2", "-o", model("circle"));
    for (String role : List.of("--target", "--label", "--id")) {
      assertThat(
              svg(
                  "correlation-circle",
                  model("circle"),
                  iris(),
                  role,
                  "petal_width",
                  "--supplementary",
                  "petal_length,petal_width"))
          .as(role)
          .contains(">petal_length<", ">petal_width<");
    }
  }

  @Test
  void supplementaryRowsAndColumnsAreShown() throws IOException {
    Path more =
        shell.write("more.csv", "sepal_length,sepal_width,petal_length,petal_width", "5,3,4,1");
    assertThat(svg("scores", model("iris"), iris(), "--supplementary-rows", more))
        .contains("Triangles: 1 row");
    assertThat(svg("correlation-circle", model("iris"), iris(), "--supplementary", "petal_width"))
        .contains("took no part in the fit");
  }

  @Test
  void whatCannotBeDrawnIsRefusedInOneLine() {
    assertRefused(
        1,
        "weighted sums of columns",
        "correlation-circle",
        model("kernel"),
        "-o",
        shell.path("a.svg"));
    assertRefused(2, "name the input", "scores", model("iris"), "-o", shell.path("a.svg"));
    assertRefused(2, "there is no picture 'pie'", "pie", model("iris"), "-o", shell.path("a.svg"));
    assertRefused(2, "a picture ends in", "scree", model("iris"), "-o", shell.path("a.gif"));
    assertRefused(
        2,
        "--pairs is for plot scores",
        "scree",
        model("iris"),
        "--pairs",
        "-o",
        shell.path("a.svg"));
    assertRefused(
        2,
        "'0,1' is not two different components",
        "scores",
        model("iris"),
        iris(),
        "--axes",
        "0,1",
        "-o",
        shell.path("a.svg"));
    assertRefused(
        1,
        "component 9 is to be drawn",
        "scores",
        model("iris"),
        iris(),
        "--axes",
        "1,9",
        "-o",
        shell.path("a.svg"));
    assertThat(shell.files()).doesNotContain("a.svg", "a.gif");
  }

  private static void assertRefused(int status, String why, Object... words) {
    Object[] all = new Object[words.length + 1];
    all[0] = "plot";
    System.arraycopy(words, 0, all, 1, words.length);
    assertThat(shell.fails(status, all)).contains(why);
  }

  @Test
  void theReportTellsTheFitAndHowToDoItAgain() throws IOException {
    Path report = shell.path("report.html");
    shell.ok(
        "fit", iris(), "--label", "species", "--standardize", "-k", "0.95", "--report", report);
    String page = Files.readString(report, UTF_8);
    assertThat(page)
        .contains(
            "Principal component analysis of",
            "What drives each component",
            "PC1 (73.0 %) rises with petal_length")
        .contains(
            "eigenlens fit",
            "--standardize -k 0.95 --report",
            "Pca.builder()",
            ".components(2)",
            ".standardize(true)")
        .contains("Made by Eigenlens", "broken-stick", "certificate");
  }

  @Test
  void everyMethodHasAReport() throws IOException {
    List<List<String>> methods =
        List.of(
            List.of("-m", "kernel-pca", "--gamma", "0.1", "-k", "2"),
            List.of("-m", "supervised-pca", "-k", "2"),
            List.of("-m", "cca", "--x", "sepal*", "--y", "petal*"));
    for (List<String> method : methods) {
      Path report = shell.path("method.html");
      Files.deleteIfExists(report);
      Object[] words = new Object[method.size() + 6];
      words[0] = "fit";
      words[1] = iris();
      words[2] = "--label";
      words[3] = "species";
      words[4] = "--report";
      words[5] = report;
      System.arraycopy(method.toArray(), 0, words, 6, method.size());
      shell.ok(words);
      assertThat(Files.readString(report, UTF_8))
          .as("%s", method)
          .contains("<svg", ".builder()")
          .contains(
              method.contains("cca")
                  ? "in each pair the largest loading of view x is positive"
                  : method.contains("kernel-pca")
                      ? "in each component the largest score is positive"
                      : "in each component the largest weight is positive");
    }
  }

  @Test
  void aReportIsAPage() {
    assertThat(shell.fails(2, "fit", iris(), "--report", shell.path("report.pdf")))
        .contains("ends in .html");
  }

  @Test
  void rowsThatAreNotThereAreAskedFor() {
    Path file = shell.path("b.svg");
    assertRefused(2, "name the input", "reconstruction", model("kernel"), "-o", file);
    assertRefused(
        2, "name the input", "compare", model("kernel"), "--with", model("kernel"), "-o", file);
    assertRefused(2, "name the input", "scores", model("kernel"), "--label", "species", "-o", file);
    assertRefused(2, "are about rows", "scree", model("iris"), "--label", "species", "-o", file);
    assertThat(shell.files()).doesNotContain("b.svg");
  }

  @Test
  void missingCellsAreFilledAsTheCoordinatesTookThemToBe() throws IOException {
    Path gaps = shell.path("gaps.csv");
    List<String> lines = new java.util.ArrayList<>(Files.readAllLines(iris(), UTF_8));
    lines.set(1, "," + lines.get(1).split(",", 2)[1]);
    Files.write(gaps, lines, UTF_8);
    for (String policy : List.of("mean", "em", "drop")) {
      assertThat(svg("scree", model("iris"), gaps, "--label", "species", "--missing", policy))
          .as(policy)
          .contains("kaiser");
      assertThat(svg("cos2", model("iris"), gaps, "--label", "species", "--missing", policy))
          .as(policy)
          .doesNotContain("NaN");
    }
  }

  @Test
  void dataThatDoNotVaryHaveAReportThatSaysSo() throws IOException {
    Path same = shell.write("same.csv", "a,b,c", "1,2,3", "1,2,3", "1,2,3", "1,2,3");
    Path report = shell.path("same.html");
    shell.ok("fit", same, "-k", "2", "--report", report, "-o", shell.path("same.eigenlens"));
    assertThat(Files.readString(report, UTF_8)).contains("The rules for the number of components");
  }

  @Test
  void theReportCanBeTracedToItsData() throws IOException {
    Path report = shell.path("traced.html");
    Path table = shell.write("abc.csv", "a,b", "1,2", "2,1", "4,5", "3,7");
    shell.ok("fit", table, "-k", "1", "--report", report);
    assertThat(Files.readString(report, UTF_8))
        // sha256sum of the lines above
        .contains(
            "Read abc.csv: 20 bytes, SHA-256"
                + " 646d0599bfe27f6bd0ae5af9b426097cb36803beb97e8da9cdf8b069fbb7d227")
        .contains("Java " + System.getProperty("java.version"));
  }

  @Test
  void namesAreWrittenBesideArrows() throws IOException {
    assertThat(svg("biplot", model("iris"), iris(), "--label", "species", "--names"))
        .contains(">row 132<", ">sepal_width<");
  }

  @Test
  void optionsOfOneViewAreRefusedForTwo() {
    Path file = shell.path("c.svg");
    for (String option : List.of("--pairs", "--names", "--no-ellipses")) {
      assertRefused(
          2,
          option + " is for models of one view",
          "scores",
          model("pairs"),
          iris(),
          option,
          "-o",
          file);
    }
    assertRefused(
        2,
        "--axes is for models of one view",
        "scores",
        model("pairs"),
        iris(),
        "--axes",
        "1,2",
        "-o",
        file);
  }

  @Test
  void oneColumnGivesTheColour() {
    // Also where the others are targets, which were left out without a word.
    assertRefused(
        2,
        "--color takes one column, not 2",
        "scores",
        model("iris"),
        iris(),
        "--target",
        "petal_width",
        "--color",
        "petal_length,petal_width",
        "-o",
        shell.path("e.svg"));
  }

  @Test
  void textIsNoColourByNumbers() {
    assertRefused(
        1,
        "colour by category with --label species",
        "scores",
        model("iris"),
        iris(),
        "--color",
        "species",
        "-o",
        shell.path("d.svg"));
  }
}
