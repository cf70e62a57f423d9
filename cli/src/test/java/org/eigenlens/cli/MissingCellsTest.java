package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MissingCellsTest {

  @TempDir Path folder;
  private Shell shell;
  private Path gaps;

  @BeforeEach
  void table() {
    shell = new Shell(folder);
    gaps = shell.write("gaps.csv", "a,b", "1,2", "1,", "4,5", "NA,3", "6,8", "2,2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "streaming"})
  void missingCellsAreCountedAndTheFirstIsNamed(String solver) {
    assertThat(shell.fails(1, "fit", gaps, "--solver", solver))
        .contains("gaps.csv, line 3, column 'b'", "2 cells", "--missing drop|mean|em");
  }

  @Test
  void dropLeavesRowsOutButKeepsTheirPlaces() {
    Path whole = shell.write("whole.csv", "a,b", "1,2", "4,5", "6,8", "2,2");
    double[] expected = shell.ok("fit", whole, "--json").json().numbers("eigenvalues");
    Shell.Answer answer =
        shell
            .ok("fit", gaps, "--missing", "drop", "--json", "--scores", shell.path("s.csv"))
            .json();
    assertThat(answer.numbers("eigenvalues")).containsExactly(expected, within(1e-12));
    assertThat(answer.number("rows")).isEqualTo(4);
    assertThat(answer.texts("warnings"))
        .anySatisfy(line -> assertThat(line).contains("2 of 6 rows", "line 3", "line 5"));
    List<List<String>> scores = shell.csv("s.csv");
    assertThat(scores).hasSize(7);
    assertThat(scores.get(2)).containsExactly("", "");
    assertThat(scores.get(4)).containsExactly("", "");
    assertThat(scores.get(6)).doesNotContain("");
  }

  @Test
  void meanFillsInTheMeanOfTheColumn() {
    Path whole = shell.write("whole.csv", "a,b", "1,2", "1,4", "4,5", "2.8,3", "6,8", "2,2");
    double[] expected = shell.ok("fit", whole, "--json").json().numbers("eigenvalues");
    Shell.Answer answer = shell.ok("fit", gaps, "--missing", "mean", "--json").json();
    assertThat(answer.numbers("eigenvalues")).containsExactly(expected, within(1e-12));
    assertThat(answer.number("rows")).isEqualTo(6);
    assertThat(answer.texts("warnings")).anyMatch(line -> line.contains("2 missing cells"));
  }

  @Test
  void emFillsInWhatTheOtherColumnsSay() throws IOException {
    List<String> lines = Files.readAllLines(shell.iris());
    for (int i = 7; i < lines.size(); i += 7) {
      String[] cells = lines.get(i).split(",", -1);
      cells[i / 7 % 4] = "";
      lines.set(i, String.join(",", cells));
    }
    Path iris = shell.write("gaps.csv", lines.toArray(String[]::new));
    double[] shares =
        shell
            .ok("fit", iris, "--label", "species", "-k", 2, "--missing", "em", "--json")
            .json()
            .numbers("explainedVarianceRatio");
    assertThat(shares[0]).isEqualTo(.9246, within(.01));
    assertThat(shares[0] + shares[1]).isEqualTo(.9777, within(.01));
  }

  /** Nothing tells where such a row lies, in the fit or later. */
  @ParameterizedTest
  @CsvSource({"mean,svd", "mean,streaming", "em,svd"})
  void aRowWithoutAnyValueIsLeftOutAndSaidToBe(String how, String solver) {
    Path file = shell.write("blank.csv", "a,b,c", "1,2,3", ",,", "3,,1", "2,2,2", "4,1,7", "5,3,3");
    Shell.Answer answer =
        shell
            .ok(
                "fit",
                file,
                "-k",
                1,
                "--missing",
                how,
                "--solver",
                solver,
                "--json",
                "-o",
                shell.path("m"),
                "--scores",
                shell.path("s.csv"))
            .json();
    assertThat(answer.number("rows")).isEqualTo(5);
    assertThat(answer.texts("warnings"))
        .anyMatch(line -> line.startsWith("1 row has no values at all and was left out"))
        .anyMatch(line -> line.startsWith("1 missing cell was"));
    List<List<String>> again = shell.ok("transform", shell.path("m"), file, "--missing", how).csv();
    assertThat(again.get(2)).isEqualTo(shell.csv("s.csv").get(2));
    assertThat(again.get(2).get(0)).isIn("", "\"\"");
    assertThat(Double.parseDouble(again.get(3).get(0)))
        .isCloseTo(Double.parseDouble(shell.csv("s.csv").get(3).get(0)), within(1e-12));
  }

  /** Each view by itself, in memory and in passes. */
  @ParameterizedTest
  @ValueSource(strings = {"svd", "streaming"})
  void aRowWithoutAnyValueInAViewHasNoPartInPairs(String solver) {
    Path file =
        shell.write(
            "views.csv", "a,b,t", "1,2,3", "2,5,", "3,,1", "2,2,2", "4,1,7", ",,3", "5,3,9");
    Shell.Answer answer =
        shell
            .ok(
                "fit",
                file,
                "-m",
                "cca",
                "--x",
                "a,b",
                "--y",
                "t",
                "-k",
                1,
                "--missing",
                "mean",
                "--solver",
                solver,
                "--json",
                "-o",
                shell.path("m"),
                "--scores",
                shell.path("s.csv"))
            .json();
    assertThat(answer.number("rows")).isEqualTo(5);
    List<List<String>> again =
        shell.ok("transform", shell.path("m"), file, "--missing", "mean").csv();
    List<List<String>> scores = shell.csv("s.csv");
    for (int i = 1; i < again.size(); i++) {
      for (int j = 0; j < 2; j++) {
        String one = again.get(i).get(j);
        String other = scores.get(i).get(j);
        assertThat(one.isEmpty()).as("row %d", i).isEqualTo(other.isEmpty());
        if (!one.isEmpty()) {
          assertThat(Double.parseDouble(one)).isCloseTo(Double.parseDouble(other), within(1e-12));
        }
      }
    }
    assertThat(again.get(2).get(1)).isEmpty();
    assertThat(again.get(6).get(0)).isEmpty();
  }

  @Test
  void aColumnWithoutValuesIsNamed() {
    Path empty = shell.write("empty.csv", "a,b,c", "1,,2", "3,,1", "2,,5");
    for (String how : List.of("mean", "em")) {
      assertThat(shell.fails(1, "fit", empty, "--missing", how))
          .contains("column 'b'", "--exclude");
    }
    assertThat(shell.fails(1, "fit", empty, "--missing", "drop")).contains("all 3 rows");
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop", "mean", "em"})
  void transformKeepsOneRowForEach(String how) {
    shell.ok("fit", gaps, "--missing", "drop", "-k", 1, "-o", shell.path("m"));
    assertThat(shell.fails(1, "transform", shell.path("m"), gaps)).contains("2 cells", "line 3");
    Shell.Result result = shell.ok("transform", shell.path("m"), gaps, "--missing", how);
    assertThat(result.csv()).hasSize(7);
    boolean empty =
        result.csv().get(2).get(0).isEmpty() || result.csv().get(2).get(0).equals("\"\"");
    assertThat(empty).isEqualTo(how.equals("drop"));
    assertThat(result.err()).startsWith("warning: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop", "mean"})
  void streamedRowsAreTreatedLikeThoseInMemory(String how) {
    Object[] words = {"fit", gaps, "--missing", how, "--json", "--scores", shell.path("a.csv")};
    Shell.Answer whole = shell.ok(words).json();
    List<List<String>> scores = shell.csv("a.csv");
    Object[] streaming = Arrays.copyOf(words, words.length + 2);
    streaming[words.length] = "--solver";
    streaming[words.length + 1] = "streaming";
    Shell.Answer streamed = shell.ok(streaming).json();
    assertThat(streamed.number("rows")).isEqualTo(whole.number("rows"));
    assertThat(streamed.numbers("eigenvalues"))
        .containsExactly(whole.numbers("eigenvalues"), within(1e-10));
    assertThat(streamed.texts("warnings")).hasSize(1);
    List<List<String>> again = shell.csv("a.csv");
    assertThat(again).hasSameSizeAs(scores);
    for (int i = 1; i < scores.size(); i++) {
      assertThat(again.get(i).get(0).isEmpty()).isEqualTo(scores.get(i).get(0).isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop", "mean", "em"})
  void littleMemoryEncodesIncompleteRowsTheSame(String how) {
    shell.ok("fit", gaps, "--missing", "drop", "-k", 1, "-o", shell.path("m"));
    Shell.Result whole = shell.ok("transform", shell.path("m"), gaps, "--missing", how);
    Shell.Result little =
        shell.ok("transform", shell.path("m"), gaps, "--missing", how, "--memory", "100");
    assertThat(little.out()).isEqualTo(whole.out());
    assertThat(little.err()).startsWith("warning: 2 ");
  }

  @Test
  void fillingByComponentsNeedsRoomForAllRows() {
    assertThat(shell.fails(1, "fit", gaps, "--missing", "em", "--memory", "100"))
        .contains("--missing em needs all data in memory", "--missing mean");
  }

  @Test
  void oneGapIsSpokenOfAsOne() {
    Path one = shell.write("one.csv", "a,b", "1,2", "2,", "3,5", "4,1");
    assertThat(shell.ok("fit", one, "--missing", "mean", "-o", shell.path("m")).out())
        .contains("1 missing cell was replaced by the mean of its column");
    assertThat(shell.ok("fit", one, "--missing", "drop").out())
        .contains("1 of 4 rows has missing cells and was left out");
    assertThat(shell.ok("transform", shell.path("m"), one, "--missing", "em").err())
        .contains("1 row with missing cells was encoded");
  }

  @Test
  void droppedRowsHaveNoDiagnosticsEither() {
    shell.ok("fit", gaps, "--missing", "drop", "-k", 1, "-o", shell.path("m"));
    List<List<String>> rows =
        shell.ok("transform", shell.path("m"), gaps, "--missing", "drop", "--diagnostics").csv();
    assertThat(rows.get(2)).containsExactly("", "", "", "");
    List<List<String>> known =
        shell.ok("transform", shell.path("m"), gaps, "--missing", "em", "--diagnostics").csv();
    assertThat(known.get(2)).doesNotContain("");
  }

  private static Stream<String> fitsWithGaps() {
    List<String> methods =
        List.of(
            "pca -k 2",
            "pca -k 0.9 --standardize",
            "pca -k 2 --no-center",
            "pca -k 2 --whiten",
            "dual-pca -k 2",
            "lsa -k 2",
            "kernel-pca -k 2 --gamma 0.1 --standardize",
            "kernel-pca -k 2 --gamma 0.1 --landmarks 20",
            "supervised-pca -k 2",
            "supervised-pca -k 2 --memory 100",
            "dual-supervised-pca -k 2",
            "kernel-supervised-pca -k 2 --gamma 0.1",
            "fisher -k 2",
            "cca -k 1 --x sepal* --y petal* --standardize",
            "kernel-cca -k 1 --x sepal* --y petal* --gamma 0.1 --ridge 0.1",
            "mds -k 2",
            "isomap -k 2 --bridge",
            "lle -k 2 --bridge",
            "laplacian-eigenmaps -k 2 --bridge");
    return methods.stream()
        .flatMap(fit -> Stream.of("mean", "em").map(how -> fit + " --missing " + how))
        .filter(fit -> !fit.contains("--memory") || fit.contains("mean"));
  }

  /** What is fitted to rows and what encodes them must fill their cells alike. */
  @ParameterizedTest
  @MethodSource("fitsWithGaps")
  void rowsOfTheFitHaveTheirCoordinatesAgain(String words) throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(shell.iris()));
    for (int i = 7; i < lines.size(); i += 7) {
      String[] cells = lines.get(i).split(",", -1);
      cells[i / 7 % 4] = "";
      lines.set(i, String.join(",", cells));
    }
    Path iris = shell.write("gaps.csv", lines.toArray(String[]::new));
    String[] options = words.split(" ");
    Path model = shell.path("m");
    shell.ok(
        Stream.of(
                Stream.of("fit", iris, "--label", "species", "-m"),
                Arrays.stream(options),
                Stream.of("-o", model, "--scores", shell.path("s.csv")))
            .flatMap(part -> part)
            .toArray());
    String how = options[options.length - 1];
    Object[] again = {"transform", model, iris, "--label", "species", "--missing", how};
    List<List<String>> rows = shell.ok(again).csv();
    List<List<String>> scores = shell.csv("s.csv");
    assertThat(rows).hasSameSizeAs(scores);
    for (int i = 1; i < rows.size(); i++) {
      for (int j = 1; j < rows.get(i).size(); j++) {
        // Training coordinates of kernels come from eigenvectors that are exact to 1e-10 or so.
        assertThat(Double.parseDouble(rows.get(i).get(j)))
            .as("row %d of %s", i, words)
            .isCloseTo(Double.parseDouble(scores.get(i).get(j)), within(1e-7));
      }
    }
    String kind = words.contains("cca") ? "correlations" : "scores";
    shell.ok(
        "plot",
        kind,
        model,
        iris,
        "--label",
        "species",
        "--missing",
        how,
        "-o",
        shell.path("p.svg"));
  }

  @Test
  void whoAsksForComponentsHasThemForRowsToCome() {
    Path iris = shell.iris();
    Path row =
        shell.write("row.csv", "sepal_length,sepal_width,petal_length,petal_width", "5.1,3.5,,0.2");
    String[] fit = {
      "fit", "", "--label", "species", "-m", "kernel-pca", "--gamma", "0.1", "-k", "2"
    };
    fit[1] = iris.toString();
    Object[] filling = Arrays.copyOf(fit, fit.length + 4, Object[].class);
    System.arraycopy(
        new Object[] {"--missing", "em", "-o", shell.path("m")}, 0, filling, fit.length, 4);
    shell.ok(filling);
    // Short petals belong to small flowers: the first flower of the file has 1.4 there.
    List<List<String>> scores = shell.ok("transform", shell.path("m"), iris).csv();
    Shell.Result encoded = shell.ok("transform", shell.path("m"), row, "--missing", "em");
    assertThat(encoded.err()).contains("1 row with missing cells was encoded from the cells");
    assertThat(Double.parseDouble(encoded.csv().get(1).get(0)))
        .isCloseTo(Double.parseDouble(scores.get(1).get(0)), within(0.02));
  }

  /** The first view alone has gaps, and the second, a column by itself, no components. */
  @Test
  void viewsAreFilledWhereOneIsComplete() {
    Path two = shell.write("v.csv", "a,b,c,t", "1,2,3,1", "2,,5,3", "3,1,4,2", "4,3,9,6", "5,9,,4");
    for (String how : List.of("mean", "em")) {
      shell.ok(
          "fit",
          two,
          "-m",
          "cca",
          "--x",
          "a..c",
          "--y",
          "t",
          "-k",
          1,
          "--ridge",
          "0.1",
          "--missing",
          how,
          "-o",
          shell.path("m"),
          "--scores",
          shell.path("s.csv"));
      List<List<String>> scores = shell.csv("s.csv");
      List<List<String>> again =
          shell.ok("transform", shell.path("m"), two, "--missing", how).csv();
      for (int i = 1; i < scores.size(); i++) {
        for (int j = 0; j < 2; j++) {
          assertThat(Double.parseDouble(again.get(i).get(j)))
              .isCloseTo(Double.parseDouble(scores.get(i).get(j)), within(1e-9));
        }
      }
    }
  }

  @Test
  void oneColumnIsFilledByItsMeanInTheFitAndLater() {
    Path one = shell.write("one.csv", "a,b", "1,x", "2,y", "6,z");
    Path gap = shell.write("gap.csv", "a,b", "1,x", "2,y", "6,z", ",w");
    shell.ok("fit", one, "-m", "kernel-pca", "-k", 1, "--missing", "em", "-o", shell.path("m"));
    // A row with no value at all has nothing to be filled by.
    List<List<String>> rows = shell.ok("transform", shell.path("m"), gap, "--missing", "em").csv();
    assertThat(rows.get(4).get(0)).isIn("", "\"\"");
    Path two = shell.write("two.csv", "a,b", "1,5", "3,");
    shell.ok("fit", two, "-m", "kernel-pca", "-k", 1, "--missing", "em", "-o", shell.path("m"));
    assertThat(shell.ok("transform", shell.path("m"), two, "--missing", "em").err())
        .contains("1 missing cell was replaced by the model's means, as in the fit");
  }
}
