package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eigenlens.cli.Shell.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps of distances and of neighbours. */
class ManifoldTest {

  @TempDir Path folder;
  private Shell shell;
  private Path model;
  private Path scores;

  @BeforeEach
  void folder() {
    shell = new Shell(folder);
    model = shell.path("m");
    scores = shell.path("s.csv");
  }

  /** A half circle of points, and a second one far away if asked for. */
  private Path arc(int points, boolean twice) {
    double[][] rows = new double[twice ? 2 * points : points][];
    Arrays.setAll(
        rows,
        i -> {
          double angle = Math.PI * (i % points) / points;
          return new double[] {Math.cos(angle) + (i < points ? 0 : 100), Math.sin(angle)};
        });
    return shell.table("arc.csv", List.of("x", "y"), rows);
  }

  private static double[] column(List<List<String>> table, int column) {
    return table.stream().skip(1).mapToDouble(row -> Double.parseDouble(row.get(column))).toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"mds", "isomap", "lle", "laplacian-eigenmaps"})
  void aModelEncodesItsOwnRowsAndKeepsTheirOrder(String method) {
    Path arc = arc(60, false);
    Answer answer =
        shell
            .ok("fit", arc, "-m", method, "-k", 1, "-o", model, "--scores", scores, "--json")
            .json();
    assertThat(answer.text("method")).isEqualTo(method);
    assertThat(answer.number("rows")).isEqualTo(60);
    assertThat(answer.numbers("eigenvalues")).hasSize(1);
    double[] fitted = column(shell.csv("s.csv"), 0);
    double[] again = column(shell.ok("transform", model, arc).csv(), 0);
    // λ of LLE is 1e-9 of the largest: vectors err by ε over that.
    assertThat(again).containsExactly(fitted, within(1e-8));
    boolean up = fitted[59] > fitted[0];
    for (int i = 1; i < 60; i++) {
      assertThat(fitted[i] > fitted[i - 1]).isEqualTo(up);
    }
    assertThat(shell.ok("inspect", model).out())
        .contains(method.equals("mds") ? "linear" : "neighbors 10");
  }

  @Test
  void roadsBetweenTownsAreScaledAndNewTownsPlaced() {
    double[][] places = {{0, 0}, {3, 0}, {0, 4}, {3, 4}, {1, 1}};
    double[][] roads = new double[5][5];
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        roads[i][j] = Math.hypot(places[i][0] - places[j][0], places[i][1] - places[j][1]);
      }
    }
    List<String> names = List.of("a", "b", "c", "d", "e");
    Path table = shell.table("roads.csv", names, roads);
    Answer answer =
        shell
            .ok(
                "fit",
                table,
                "-m",
                "mds",
                "--distances",
                "--json",
                "-o",
                model,
                "--quality",
                "--quality-neighbors",
                2)
            .json();
    assertThat(answer.number("goodnessOfFit")).isCloseTo(1, within(1e-12));
    assertThat(answer.number("negativeEigenvalues")).isZero();
    Map<?, ?> quality = (Map<?, ?>) answer.values().get("quality");
    assertThat(((Number) quality.get("trustworthiness")).doubleValue()).isEqualTo(1);
    List<List<String>> placed = shell.ok("transform", model, table).csv();
    double[] x = column(placed, 0);
    double[] y = column(placed, 1);
    assertThat(Math.hypot(x[0] - x[3], y[0] - y[3])).isCloseTo(5, within(1e-9));
    assertThat(shell.fails(1, "reconstruct", model, table))
        .contains("a model of distances has no way back")
        .contains("fit -m mds to rows");

    String remark = "looks like a table of distances between its 5 rows";
    assertThat(shell.ok("fit", table, "-m", "mds").err())
        .contains("warning: the input " + remark)
        .contains("say so with --distances");
    assertThat(shell.ok("fit", table).err()).contains(remark, "use -m mds with --distances");
    assertThat(shell.ok("fit", table).out()).doesNotContain("distances between");
    assertThat(shell.ok("fit", table, "-m", "mds", "--distances").err()).doesNotContain(remark);

    roads[3][1] = 7;
    shell.table("roads.csv", names, roads);
    assertThat(shell.fails(1, "fit", table, "-m", "mds", "--distances"))
        .contains("roads.csv, line 5, column 'b'")
        .contains("across the diagonal");
    roads[3][1] = -1;
    shell.table("roads.csv", names, roads);
    assertThat(shell.fails(1, "fit", table, "-m", "isomap", "--distances"))
        .contains("line 5, column 'b': a distance is not negative");
    assertThat(shell.fails(1, "fit", arc(20, false), "-m", "mds", "--distances"))
        .contains("distances are a square table, but this one has 20 rows and 2 columns");
  }

  @Test
  void piecesAreCountedBridgedOrFittedAlone() {
    Path arcs = arc(30, true);
    assertThat(shell.fails(1, "fit", arcs, "-m", "isomap", "--neighbors", 4))
        .contains("arc.csv")
        .contains("2 pieces, of 30, 30 rows")
        .contains("(--neighbors)")
        .contains("(--bridge)")
        .contains("(--piece 1)");
    Answer bridged =
        shell.ok("fit", arcs, "-m", "isomap", "--neighbors", 4, "--bridge", "--json").json();
    assertThat(bridged.texts("warnings")).anyMatch(w -> w.contains("1 edge was added"));
    Answer one =
        shell
            .ok(
                "fit",
                arcs,
                "-m",
                "lle",
                "--neighbors",
                4,
                "--piece",
                2,
                "-k",
                2,
                "--scores",
                scores,
                "--json")
            .json();
    assertThat(one.number("rows")).isEqualTo(30);
    assertThat(one.texts("warnings")).anyMatch(w -> w.startsWith("30 rows in other pieces"));
    List<List<String>> rows = shell.csv("s.csv");
    assertThat(rows).hasSize(61);
    assertThat(IntStream.rangeClosed(1, 30).allMatch(i -> rows.get(i).get(0).isEmpty())).isTrue();
    assertThat(IntStream.rangeClosed(31, 60).noneMatch(i -> rows.get(i).get(0).isEmpty())).isTrue();
    assertThat(shell.fails(1, "fit", arcs, "-m", "lle", "--neighbors", 4, "--piece", 3))
        .contains("there is no piece 3");
    // The rows of the other piece are placed all the same, but not without a word.
    shell.ok("fit", arcs, "-m", "isomap", "--neighbors", 4, "--piece", 1, "-k", 1, "-o", model);
    assertThat(shell.ok("transform", model, arcs).err())
        .contains("30 rows are farther from the nearest training row (up to ")
        .contains("the first is row 31")
        .contains("a guess");
  }

  @Test
  void filledRowsMayLieOffTheData() throws IOException {
    Path arc = arc(60, false);
    shell.ok("fit", arc, "-m", "isomap", "--neighbors", 4, "-k", 1, "-o", model);
    Path gaps = shell.path("gaps.csv");
    Files.writeString(gaps, "x,y\n1,0\n50,\n");
    assertThat(shell.ok("transform", model, gaps, "--missing", "mean").err())
        .contains("1 row is farther from the nearest training row");
    assertThat(shell.ok("transform", model, gaps, "--missing", "drop").err())
        .doesNotContain("farther");
  }

  @Test
  void landmarksAndQualityAreReported() {
    Path arc = arc(200, false);
    String out =
        shell
            .ok(
                "fit",
                arc,
                "-m",
                "isomap",
                "--neighbors",
                5,
                "--landmarks",
                20,
                "-k",
                1,
                "-o",
                model,
                "--quality")
            .out();
    assertThat(out)
        .contains("nystrom: 20 of 200 rows are landmarks")
        .contains("certificate  of the landmarks only")
        .contains("quality over the 5 nearest of 200 rows: trustworthiness 0.99");
    assertThat(
            shell
                .ok(
                    "fit",
                    arc,
                    "-m",
                    "isomap",
                    "--radius",
                    1,
                    "--quality",
                    "--quality-neighbors",
                    3)
                .out())
        .contains("quality over the 3 nearest of 200 rows");
    assertThat(shell.ok("transform", model, arc).csv()).hasSize(201);
    assertThat(shell.ok("fit", shell.iris(), "--label", "species", "-k", 2, "--quality").out())
        .contains("trustworthiness 0.978");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-m pca --neighbors 5",
        "-m pca --distances",
        "-m pca --neighbors 5 --quality",
        "-m pca --quality-neighbors 5",
        "-m isomap --quality-neighbors 5",
        "-m mds --neighbors 5",
        "-m mds --bridge",
        "-m mds --neighbor-search approximate",
        "-m mds --neighbor-search exact",
        "-m isomap --radius 2 --neighbor-search approximate",
        "-m isomap --distances --neighbor-search approximate",
        "-m mds --additive-constant",
        "-m lle --distances",
        "-m lle --landmarks 5",
        "-m lle -k 0.9",
        "-m isomap --gamma 2",
        "-m isomap --modified",
        "-m isomap --neighbors 5 --radius 2",
        "-m isomap --neighbors 0",
        "-m isomap --radius -1",
        "-m isomap --no-center",
        "-m isomap --solver svd",
        "-m isomap --solver dense --landmarks 9",
        "-m isomap --piece 1 --bridge",
        "-m isomap -k elbow",
        "-m laplacian-eigenmaps --weights binary --gamma 1",
        "-m laplacian-eigenmaps --weights warm",
        "-m laplacian-eigenmaps -k 0.5"
      })
  void whatDoesNotGoTogetherIsTheCommandsFault(String options) {
    Object[] words = ("fit " + arc(20, false) + " " + options).split(" ", -1);
    shell.fails(2, words);
  }

  @Test
  void degenerateDataAreRefusedInOneLine() {
    Path one = shell.write("one.csv", "x,y", "1,2");
    assertThat(shell.fails(1, "fit", one, "-m", "isomap"))
        .contains("only 1 row")
        .doesNotContain("--no-center");
    assertThat(shell.fails(2, "fit", one, "-m", "pca", "--distances"))
        .contains("--distances is for mds or isomap, not for pca");
    assertThat(shell.fails(2, "fit", one, "-m", "mds", "--distances", "--standardize"))
        .contains("--standardize is for columns of data");
    Path same = shell.write("same.csv", "x,y", "1,2", "1,2", "1,2");
    assertThat(shell.fails(1, "fit", same, "-m", "lle")).contains("3 rows are alike");
    assertThat(shell.fails(1, "fit", arc(8, false), "-m", "lle", "--neighbors", 8))
        .contains("ask for at most 7");
    assertThat(shell.fails(2, "select", arc(8, false), "-m", "isomap")).contains("--quality");
  }
}
