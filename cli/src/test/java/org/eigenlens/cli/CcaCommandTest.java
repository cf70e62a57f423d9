package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.data.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of two views, from the command line. */
class CcaCommandTest {

  /** Linnerud's men: chins, situps, jumps, weight, waist, pulse. */
  private static final int[][] MEN = {
    {5, 162, 60, 191, 36, 50}, {2, 110, 60, 189, 37, 52}, {12, 101, 101, 193, 38, 58},
    {12, 105, 37, 162, 35, 62}, {13, 155, 58, 189, 35, 46}, {4, 101, 42, 182, 36, 56},
    {8, 101, 38, 211, 38, 56}, {6, 125, 40, 167, 34, 60}, {15, 200, 40, 176, 31, 74},
    {17, 251, 250, 154, 33, 56}, {17, 120, 38, 169, 34, 50}, {13, 210, 115, 166, 33, 52},
    {14, 215, 105, 154, 34, 64}, {1, 50, 50, 247, 46, 50}, {6, 70, 31, 193, 36, 46},
    {12, 210, 120, 202, 37, 62}, {4, 60, 25, 176, 37, 54}, {11, 230, 80, 157, 32, 52},
    {15, 225, 73, 156, 33, 54}, {2, 110, 43, 138, 33, 68}
  };

  /** R's cancor of the two views. */
  private static final double[] CORRELATIONS = {0.79560815, 0.20055604, 0.07257029};

  @TempDir Path folder;
  private Shell shell;
  private Path a;
  private Path b;
  private Path both;

  @BeforeEach
  void writeTables() {
    shell = new Shell(folder);
    a = shell.write("a.csv", lines("name,chins,situps,jumps", 0, 3));
    b = shell.write("b.csv", lines("name,weight,waist,pulse", 3, 6));
    both = shell.write("both.csv", lines("name,chins,situps,jumps,weight,waist,pulse", 0, 6));
  }

  private static String[] lines(String header, int from, int to) {
    List<String> lines = new java.util.ArrayList<>(List.of(header));
    for (int i = 0; i < MEN.length; i++) {
      StringBuilder line = new StringBuilder("m" + (i + 1));
      for (int j = from; j < to; j++) {
        line.append(',').append(MEN[i][j]);
      }
      lines.add(line.toString());
    }
    return lines.toArray(String[]::new);
  }

  @Test
  void twoFilesAreTwoViews() {
    Shell.Answer answer = shell.ok("fit", a, b, "-m", "cca", "--json").json();
    assertThat(answer.numbers("correlations")).containsExactly(CORRELATIONS, within(6e-9));
    assertThat(answer.number("columns")).isEqualTo(6);
    assertThat(answer.values().get("wilks").toString()).contains("lambda=0.35039", "df1=9");
    assertThat(answer.values().containsKey("explainedVariance")).isFalse();
    assertThat(answer.values().containsKey("crossValidatedCorrelations")).isFalse();
  }

  @Test
  void columnsOfOneFileAreTwoViews() {
    for (List<String> split :
        List.of(
            List.of("--views", "chins..jumps", "weight,waist,pulse"),
            List.of("--x", "jumps,chins,situps", "--y", "weight..pulse"),
            List.of("--x", "chins..jumps", "--y", "weight..pulse", "--solver", "streaming"))) {
      Object[] words =
          IntStream.range(0, split.size() + 5)
              .mapToObj(
                  i ->
                      i < 2
                          ? (i == 0 ? "fit" : both)
                          : i < split.size() + 2
                              ? split.get(i - 2)
                              : List.of("-m", "cca", "--json").get(i - split.size() - 2))
              .toArray();
      assertThat(shell.ok(words).json().numbers("correlations"))
          .containsExactly(CORRELATIONS, within(6e-9));
    }
  }

  @Test
  void rowsAreMatchedByNameAndThoseWithoutPartnersAreNamed() {
    String[] lines = lines("name,weight,waist,pulse", 3, 6);
    List<String> shuffled =
        new java.util.ArrayList<>(Arrays.asList(lines).subList(1, lines.length));
    java.util.Collections.reverse(shuffled);
    shuffled.remove("m7,211,38,56");
    shuffled.add("m99,150,30,60");
    shuffled.add(0, lines[0]);
    Path other = shell.write("other.csv", shuffled.toArray(String[]::new));
    Shell.Answer answer =
        shell
            .ok(
                "fit",
                a,
                other,
                "-m",
                "cca",
                "--id",
                "name",
                "--json",
                "--scores",
                folder.resolve("s.csv"))
            .json();
    assertThat(answer.number("rows")).isEqualTo(19);
    assertThat(answer.texts("warnings"))
        .anyMatch(w -> w.contains("1 row of") && w.endsWith("other.csv: m7 (left out of the fit)"))
        .anyMatch(w -> w.endsWith("a.csv: m99 (left out of the fit)"));
    List<List<String>> scores = shell.csv("s.csv");
    assertThat(scores.get(0)).containsExactly("name", "X1", "X2", "X3", "Y1", "Y2", "Y3");
    assertThat(scores).hasSize(22);
    assertThat(scores.get(7).get(0)).isEqualTo("m7");
    assertThat(scores.get(7).get(1)).isNotEmpty();
    assertThat(scores.get(7).get(4)).isEmpty();
    assertThat(scores.get(21).subList(0, 2)).containsExactly("m99", "");
  }

  @Test
  void viewsOfDifferentLengthAreRefused() {
    String[] lines = lines("name,weight,waist,pulse", 3, 6);
    Path shorter = shell.write("shorter.csv", Arrays.copyOf(lines, 19));
    assertThat(shell.fails(1, "fit", a, shorter, "-m", "cca"))
        .contains("20 rows", "18", "rows 19 to 20 are those of", "--id");
    Path twice = shell.write("twice.csv", "name,w", "m1,1", "m1,2");
    assertThat(shell.fails(1, "fit", a, twice, "-m", "cca", "--id", "name"))
        .contains("rows 1 and 2 are both called 'm1'");
  }

  @Test
  void bothViewsOrOneAreEncoded() {
    Path model = folder.resolve("m.eigenlens");
    shell.ok("fit", a, b, "-m", "cca", "-k", "2", "-o", model, "--scores", folder.resolve("s.csv"));
    List<List<String>> scores = shell.csv("s.csv");
    List<List<String>> two = shell.ok("transform", model, a, b).csv();
    assertThat(two.get(0)).containsExactly("X1", "X2", "Y1", "Y2");
    assertThat(two).isEqualTo(scores);
    assertThat(shell.ok("transform", model, both, "--id", "name").csv().get(0))
        .containsExactly("name", "X1", "X2", "Y1", "Y2");
    List<List<String>> second = shell.ok("transform", model, b).csv();
    assertThat(second.get(0)).containsExactly("Y1", "Y2");
    assertThat(second.get(5)).isEqualTo(scores.get(5).subList(2, 4));
    List<List<String>> predicted = shell.ok("transform", model, a, "--predict").csv();
    assertThat(predicted.get(0)).containsExactly("X1", "X2", "Y1", "Y2");
    double x = Double.parseDouble(predicted.get(3).get(0));
    assertThat(Double.parseDouble(predicted.get(3).get(2)))
        .isCloseTo(x * CORRELATIONS[0], within(1e-7));
    Path neither = shell.write("neither.csv", "u,v", "1,2");
    assertThat(shell.fails(1, "transform", model, neither))
        .contains("neither the 3 columns of view x", "give at least one view whole");
    assertThat(shell.fails(1, "reconstruct", model, both)).contains("no way back");
  }

  @Test
  void loadingsAreWrittenByView() {
    Path model = folder.resolve("m.eigenlens");
    shell.ok("fit", a, b, "-m", "cca", "-k", "1", "-o", model);
    assertThat(shell.ok("inspect", model, "--loadings", folder.resolve("l.csv")).out())
        .contains("canonical correlation analysis of 20 rows × 3 + 3 columns", "0.795608");
    List<List<String>> loadings = shell.csv("l.csv");
    assertThat(loadings.get(0)).containsExactly("view", "feature", "X1", "Y1", "weight1");
    assertThat(loadings.get(1).subList(0, 2)).containsExactly("x", "chins");
    assertThat(loadings.get(6).subList(0, 2)).containsExactly("y", "pulse");
    // SAS proc cancorr prints 0.7276 and 0.8177 for chins and situps, up to the common sign.
    assertThat(Double.parseDouble(loadings.get(1).get(2))).isCloseTo(0.7276, within(5e-5));
    assertThat(Double.parseDouble(loadings.get(2).get(2))).isCloseTo(0.8177, within(5e-5));
  }

  @Test
  void ridgesAreReadAndReported() {
    Shell.Answer cv =
        shell.ok("fit", a, b, "-m", "cca", "--ridge", "cv", "-k", "1", "--json").json();
    assertThat(cv.numbers("crossValidatedCorrelations")).hasSize(1);
    assertThat(cv.values().containsKey("wilks")).isFalse();
    Shell.Answer pls =
        shell.ok("fit", a, b, "-m", "cca", "--ridge", "pls", "--standardize", "--json").json();
    assertThat(pls.numbers("correlations")[0]).isCloseTo(0.55360796, within(6e-9));
    assertThat(shell.fails(2, "fit", a, b, "-m", "cca", "--ridge", "-1")).contains("cv or pls");
    assertThat(shell.fails(2, "fit", a, b, "-m", "kernel-cca", "--ridge", "0"))
        .contains("needs a ridge above 0");
  }

  @Test
  void kernelViewsShowTheCrossValidatedCorrelation() {
    Path model = folder.resolve("k.eigenlens");
    Shell.Result result =
        shell.ok(
            "fit",
            a,
            b,
            "-m",
            "kernel-cca",
            "--gamma",
            "median",
            "--standardize",
            "-k",
            "1",
            "-o",
            model);
    assertThat(result.out()).contains("cross-validated", "kernel x", "landmarks");
    assertThat(shell.ok("transform", model, a).csv().get(0)).containsExactly("X1");
    assertThat(shell.fails(1, "inspect", model, "--loadings", folder.resolve("l.csv")))
        .contains("no loadings");
  }

  @Test
  void wrongCommandsSayWhatIsRight() {
    assertThat(shell.fails(2, "fit", a, "-m", "cca")).contains("two views are needed");
    assertThat(shell.fails(2, "fit", a, "--ridge", "1")).contains("use -m cca");
    assertThat(shell.fails(2, "fit", a, b, "-m", "cca", "-k", "0.9")).contains("takes a number");
    assertThat(shell.fails(2, "fit", a, b, "-m", "cca", "--solver", "krylov"))
        .contains("auto, covariance, gram, svd, streaming");
    assertThat(shell.fails(2, "fit", a, b, "-m", "cca", "--gamma", "1"))
        .contains("use -m kernel-cca");
    assertThat(shell.fails(2, "fit", both, "-m", "cca", "--x", "chins")).contains("give both");
    assertThat(shell.fails(2, "fit", both, "-m", "cca", "--x", "chins,jumps", "--y", "jumps"))
        .contains("'jumps' is in both views");
    assertThat(shell.fails(1, "fit", a, b, "-m", "cca", "-k", "4")).contains("upper bound is 3");
  }

  @Test
  void whatHasNoEffectOrNoSenseIsNotPassedOver() {
    assertThat(shell.fails(2, "fit", a, b, "-m", "cca", "-k", "mle"))
        .contains("-k mle judges variance, and cca correlation");
    Object[] streamed = {"fit", both, "-m", "cca", "--x", "chins..jumps", "--y", "weight..pulse"};
    Object[] em = Arrays.copyOf(streamed, 12);
    System.arraycopy(
        new Object[] {"--solver", "streaming", "--missing", "em"}, 0, em, streamed.length, 4);
    assertThat(shell.fails(2, em)).contains("--missing em needs the data in memory");
    assertThat(
            shell
                .ok("fit", a, b, "-m", "cca", "--tolerance", "1e-3", "--json")
                .json()
                .texts("warnings"))
        .contains("--tolerance has no effect on cca: nothing is iterated");
    assertThat(shell.fails(2, "fit", a, b, "-m", "cca", "--ridge", "cv", "--permutations", "9"))
        .contains("give --ridge R, or leave --permutations out");
    assertThat(shell.fails(2, "fit", a, b, "-m", "kernel-cca", "--permutations", "9"))
        .contains("give --ridge R");
    assertThat(shell.fails(2, "select", a, b, "-m", "cca", "--ridge", "cv", "--permutations", "9"))
        .contains("give --ridge R");
    assertThat(shell.fails(2, "fit", a, b, "-m", "kernel-cca", "--folds", "2"))
        .contains("--folds 3 or more");
  }

  @Test
  void aViewWhoseNamesTheOtherHasTooIsToBeNamed() {
    Path wide = shell.write("wide.csv", lines("name,c1,c2,c3,c4", 0, 4));
    Path narrow = shell.write("narrow.csv", lines("name,c1,c2", 4, 6));
    Path model = folder.resolve("m.eigenlens");
    shell.ok("fit", wide, narrow, "-m", "cca", "-o", model, "--scores", folder.resolve("s.csv"));
    assertThat(shell.fails(2, "transform", model, wide)).contains("--view x or --view y");
    List<List<String>> scores = shell.csv("s.csv");
    List<List<String>> first = shell.ok("transform", model, wide, "--view", "x").csv();
    assertThat(first.get(0)).containsExactly("X1", "X2");
    assertThat(first.get(3)).isEqualTo(scores.get(3).subList(0, 2));
    List<List<String>> second = shell.ok("transform", model, narrow).csv();
    assertThat(second.get(3)).isEqualTo(scores.get(3).subList(2, 4));
  }

  @Test
  void aViewWithoutRowsIsSaid() {
    PairedRows.View none = new PairedRows.View("none.csv", 0, Optional.of(List.of()));
    PairedRows.View one = new PairedRows.View("one.csv", 1, Optional.of(List.of("m1")));
    assertThatThrownBy(() -> PairedRows.byName(one, none)).hasMessageContaining("none.csv has no");
    assertThatThrownBy(() -> PairedRows.byName(none, one)).hasMessageContaining("none.csv has no");
  }

  /** What two parts of a remark share is the mood; what most tells parts apart is the topic. */
  @Test
  void theSharedDirectionOfTheRemarksIsTheMoodAndThatOfPcaTheTopic() {
    shell.ok("demo", "--samples", folder);
    for (String part : List.of("first", "second")) {
      shell.ok(
          "fit",
          shell.path("remarks-" + part + ".csv"),
          "-m",
          "lsa",
          "-k",
          "12",
          "--id",
          "document",
          "--label",
          "mood",
          "--scores",
          shell.path(part + ".csv"));
    }
    shell.ok(
        "fit",
        shell.path("first.csv"),
        shell.path("second.csv"),
        "--id",
        "document",
        "--label",
        "mood",
        "-m",
        "cca",
        "--folds",
        "5",
        "-k",
        "2",
        "--scores",
        shell.path("shared.csv"));
    shell.ok(
        "fit",
        shell.path("remarks-first.csv"),
        "--id",
        "document",
        "--label",
        "mood",
        "-k",
        "2",
        "--scores",
        shell.path("pca.csv"));
    Samples.Remarks remarks = Samples.remarks();
    double[] shared = column("shared.csv", 2);
    double[] pca = column("pca.csv", 2);
    assertThat(explained(shared, remarks.moods())).isGreaterThan(0.9);
    assertThat(explained(shared, remarks.topics())).isLessThan(0.05);
    assertThat(explained(pca, remarks.topics())).isGreaterThan(0.8);
    assertThat(explained(pca, remarks.moods())).isLessThan(0.05);
  }

  private double[] column(String file, int place) {
    return shell.csv(file).stream()
        .skip(1)
        .mapToDouble(row -> Double.parseDouble(row.get(place)))
        .toArray();
  }

  /** Returns the share of the variance of scores that lies between groups. */
  private static double explained(double[] scores, List<String> groups) {
    double mean = Arrays.stream(scores).average().orElseThrow();
    Map<String, double[]> sums = new HashMap<>();
    double total = 0;
    for (int i = 0; i < scores.length; i++) {
      double[] sum = sums.computeIfAbsent(groups.get(i), name -> new double[2]);
      sum[0] += scores[i] - mean;
      sum[1]++;
      total += Math.pow(scores[i] - mean, 2);
    }
    double between = 0;
    for (double[] sum : sums.values()) {
      between += sum[0] * sum[0] / sum[1];
    }
    return between / total;
  }
}
