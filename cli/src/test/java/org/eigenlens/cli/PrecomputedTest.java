package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eigenlens.cli.Shell.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of similarities in the place of points. */
class PrecomputedTest {

  private static final double[] POINTS = {-1.3, 0.2, 0.9, 1.7, 2.2, 4.1};

  @TempDir Path folder;
  private Shell shell;
  private Path model;

  @BeforeEach
  void folder() {
    shell = new Shell(folder);
    model = shell.path("m");
  }

  private static double[][] similarities(double[] rows) {
    return Arrays.stream(rows)
        .mapToObj(x -> Arrays.stream(POINTS).map(y -> Math.exp(-(x - y) * (x - y))).toArray())
        .toArray(double[][]::new);
  }

  private Path table(String name, double[][] cells) {
    List<String> names = IntStream.rangeClosed(1, cells[0].length).mapToObj(i -> "s" + i).toList();
    return shell.table(name, names, cells);
  }

  private Path points(String name, double... values) {
    double[][] column =
        Arrays.stream(values).mapToObj(x -> new double[] {x}).toArray(double[][]::new);
    return shell.table(name, List.of("x"), column);
  }

  private Shell.Result fit(Path table, Object... options) {
    Object[] words = {"fit", table, "-m", "kernel-pca", "--kernel", "precomputed", "-o", model};
    Object[] all = Arrays.copyOf(words, words.length + options.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    return shell.ok(all);
  }

  private static double[] column(List<List<String>> table, int column) {
    return table.stream().skip(1).mapToDouble(row -> Double.parseDouble(row.get(column))).toArray();
  }

  @Test
  void similaritiesSayAsMuchAsThePointsTheyAreOf() {
    Path kernel = table("k.csv", similarities(POINTS));
    Answer given = fit(kernel, "-k", 2, "--json", "--scores", shell.path("s.csv")).json();
    assertThat(given.values().get("kernel")).isEqualTo(Map.of("name", "precomputed"));
    Path other = shell.path("other");
    Answer computed =
        shell
            .ok(
                "fit",
                points("x.csv", POINTS),
                "-m",
                "kernel-pca",
                "--gamma",
                1,
                "-k",
                2,
                "-o",
                other,
                "--json")
            .json();
    assertThat(given.numbers("eigenvalues"))
        .containsExactly(computed.numbers("eigenvalues"), within(1e-10));

    double[] fresh = {0.5, 3};
    List<List<String>> there =
        shell.ok("transform", model, table("new.csv", similarities(fresh))).csv();
    List<List<String>> here = shell.ok("transform", other, points("y.csv", fresh)).csv();
    assertThat(there).hasSize(3);
    for (int j = 0; j < 2; j++) {
      assertThat(column(there, j)).containsExactly(column(here, j), within(1e-10));
      assertThat(column(shell.ok("transform", model, kernel).csv(), j))
          .containsExactly(column(shell.csv("s.csv"), j), within(1e-10));
    }
  }

  @Test
  void aTableThatIsNotSquare() {
    Path wide = shell.write("wide.csv", "s1,s2,s3", "1,0.5,0.2", "0.5,1,0.1");
    assertThat(shell.fails(1, "fit", wide, "-m", "kernel-pca", "--kernel", "precomputed"))
        .contains("square table", "2 rows and 3 columns");
  }

  @Test
  void aTableThatIsNotSymmetricIsMadeSoWithAWarning() {
    Path skew = shell.write("skew.csv", "s1,s2,s3", "1,0.5,0.2", "0.7,1,0.1", "0.2,0.1,1");
    Answer answer = fit(skew, "-k", 1, "--json").json();
    assertThat(answer.texts("warnings"))
        .singleElement()
        .asString()
        .contains("not symmetric", "rows 1 and 2 differ by 0.2");
    Path mean = shell.write("mean.csv", "s1,s2,s3", "1,0.6,0.2", "0.6,1,0.1", "0.2,0.1,1");
    assertThat(answer.numbers("eigenvalues"))
        .containsExactly(fit(mean, "-k", 1, "--json").json().numbers("eigenvalues"), within(1e-12));
  }

  @Test
  void anIndefiniteTableShowsWhatItCan() {
    // Not centred, its eigenvalues are 1 + 2, 1 − 1 and 1 − 1 shifted: 3, −1 and 1.
    Path indefinite = shell.write("i.csv", "s1,s2,s3", "1,2,0", "2,1,0", "0,0,1");
    Answer answer = fit(indefinite, "-k", 2, "--no-center", "--json").json();
    assertThat(answer.numbers("eigenvalues")).containsExactly(new double[] {3, 1}, within(1e-12));
    assertThat(answer.texts("warnings").get(0))
        .contains("not positive", "down to about -1", "may exceed 100 %");
    assertThat(
            shell.fails(
                1,
                "fit",
                indefinite,
                "-m",
                "kernel-pca",
                "--kernel",
                "precomputed",
                "--no-center",
                "-k",
                3))
        .contains("not positive", "ask for at most 2 components");
  }

  @Test
  void missingSimilaritiesAreNamedAtTheFitAndCanBeLeftOutLater() {
    Path gaps = shell.write("gaps.csv", "s1,s2,s3", "1,,0.2", "0.5,1,0.1", "0.2,0.1,1");
    assertThat(shell.fails(1, "fit", gaps, "-m", "kernel-pca", "--kernel", "precomputed"))
        .contains("line 2", "s2");
    fit(shell.write("k.csv", "s1,s2,s3", "1,0.5,0.2", "0.5,1,0.1", "0.2,0.1,1"), "-k", 2);
    List<List<String>> rows = shell.ok("transform", model, gaps, "--missing", "drop").csv();
    assertThat(rows.get(1)).containsExactly("", "");
    assertThat(rows.get(2)).doesNotContain("");
    assertThat(shell.fails(1, "transform", model, gaps, "--missing", "mean"))
        .contains("no columns to take means of");
  }

  @Test
  void thereIsNoWayBack() {
    Path kernel = table("k.csv", similarities(POINTS));
    fit(kernel, "-k", 2);
    assertThat(shell.fails(1, "reconstruct", model, kernel)).contains("it knows no points");
    assertThat(shell.fails(1, "denoise", model, kernel, "--pre-image", "ridge"))
        .contains("it knows no points");
  }
}
