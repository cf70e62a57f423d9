package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.data.Tables;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransformTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;
  private Path model;

  @BeforeEach
  void model() {
    shell = new Shell(folder);
    iris = shell.iris();
    model = shell.path("m");
    shell.ok(
        "fit",
        iris,
        "--label",
        "species",
        "-k",
        2,
        "-o",
        model,
        "--scores",
        shell.path("scores.csv"));
  }

  private static double[][] numbers(List<List<String>> csv, int from) {
    return csv.stream()
        .skip(1)
        .map(row -> row.stream().skip(from).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  private static void assertSame(double[][] found, double[][] expected) {
    assertThat(found).hasNumberOfRows(expected.length);
    for (int i = 0; i < found.length; i++) {
      assertThat(found[i]).as("row %d", i).containsExactly(expected[i], within(1e-10));
    }
  }

  @Test
  void trainingRowsGetTheirTrainingScores() {
    Shell.Result result = shell.ok("transform", model, iris, "--label", "species");
    assertThat(result.csv().get(0)).containsExactly("species", "PC1", "PC2");
    assertSame(numbers(result.csv(), 1), numbers(shell.csv("scores.csv"), 1));
    assertThat(result.err()).isEmpty();
  }

  @Test
  void standardOutputHoldsTheTableAndNothingElse() {
    Shell.Result result = shell.ok("transform", model, iris);
    assertThat(result.out()).startsWith("PC1,PC2\n").endsWith("\n");
    assertThat(result.csv()).hasSize(151).allMatch(row -> row.size() == 2);
  }

  @Test
  void numbersReadBackTheSame() {
    Shell.Result result = shell.ok("transform", model, iris);
    shell.ok("transform", model, iris, "-o", shell.path("z.npy"));
    double[][] exact = Tables.read(shell.path("z.npy")).toMatrix().toArray();
    assertThat(numbers(result.csv(), 0)).isDeepEqualTo(exact);
  }

  @Test
  void columnsAreFoundByNameWhateverTheirOrderAndOthersAreIgnored() {
    Path other =
        shell.write(
            "other.csv",
            "note,petal_width,extra,sepal_width,sepal_length,petal_length",
            "hello,0.2,99,3.5,5.1,1.4");
    Shell.Result result = shell.ok("transform", model, other);
    assertSame(numbers(result.csv(), 0), new double[][] {numbers(shell.csv("scores.csv"), 1)[0]});
    assertThat(result.err())
        .isEqualTo("warning: the model does not know 1 column, left out: extra\n");
  }

  @Test
  void columnsThatTheCommandUsesItselfAreNotLeftOut() {
    Path other =
        shell.write(
            "other.csv",
            "age,row,petal_width,sepal_width,sepal_length,petal_length",
            "31,1,0.2,3.5,5.1,1.4",
            "40,2,1.2,3.0,4.1,2.4",
            "52,3,0.9,2.5,6.1,3.4");
    assertThat(shell.ok("transform", model, other, "--id", "row", "--target", "age").err())
        .isEmpty();
    Path picture = shell.path("p.svg");
    assertThat(
            shell
                .ok("plot", "scores", model, other, "--color", "age", "--id", "row", "-o", picture)
                .err())
        .isEmpty();
  }

  @Test
  void missingColumnsAreNamed() {
    Path other = shell.write("other.csv", "sepal_length,petal_length", "1,2", "3,4");
    assertThat(shell.fails(1, "transform", model, other))
        .contains("other.csv", "sepal_width", "petal_width");
  }

  @Test
  void rowsWithoutHeaderAreTakenByPosition() {
    Path bare = shell.write("bare.csv", "5.1,3.5,1.4,0.2", "4.9,3.0,1.4,0.2");
    double[][] expected = numbers(shell.csv("scores.csv"), 1);
    assertSame(
        numbers(shell.ok("transform", model, bare).csv(), 0),
        new double[][] {expected[0], expected[1]});
    Path tooFew = shell.write("few.csv", "5.1,3.5", "4.9,3.0");
    assertThat(shell.fails(1, "transform", model, tooFew)).contains("2 columns", "needs 4");
  }

  @Test
  void someColumnsOfAFileWithoutHeaderAreFoundAgain() {
    Path bare = shell.write("bare.csv", "1,9,2", "4,8,1", "2,5,5", "7,1,2");
    Path some = shell.path("some");
    shell.ok("fit", bare, "--columns", "x1,x3", "-o", some, "--scores", shell.path("a.csv"));
    assertSame(numbers(shell.ok("transform", some, bare).csv(), 0), numbers(shell.csv("a.csv"), 0));
  }

  @Test
  void anArrayWithoutNamesIsTakenByPosition() {
    Path array =
        shell.table("x.npy", List.of("a", "b", "c", "d"), new double[][] {{5.1, 3.5, 1.4, 0.2}});
    assertSame(
        numbers(shell.ok("transform", model, array).csv(), 0),
        new double[][] {numbers(shell.csv("scores.csv"), 1)[0]});
  }

  @Test
  void severalInputsComeOutInTheirOrder() {
    double[][] once = numbers(shell.ok("transform", model, iris).csv(), 0);
    double[][] twice = numbers(shell.ok("transform", model, iris, iris).csv(), 0);
    assertSame(twice, Stream.concat(Stream.of(once), Stream.of(once)).toArray(double[][]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"z.csv", "z.parquet", "z.npy", "Z.CSV"})
  void theEndingDecidesTheFormat(String name) {
    shell.ok("transform", model, iris, "-o", shell.path(name));
    double[][] found = Tables.read(shell.path(name)).toMatrix().toArray();
    assertSame(found, numbers(shell.csv("scores.csv"), 1));
  }

  @Test
  void anArrayHasNoPlaceForLabelsAndALineSaysSo() {
    Shell.Result result =
        shell.ok("transform", model, iris, "--label", "species", "-o", shell.path("z.npy"));
    assertThat(result.err()).contains("no place for text", "species");
  }

  @Test
  void jsonComesWithAFileOnly() {
    assertThat(shell.fails(2, "transform", model, iris, "--json")).contains("-o FILE");
    Shell.Answer answer =
        shell.ok("transform", model, iris, "--json", "-o", shell.path("z.csv")).json();
    assertThat(answer.number("rows")).isEqualTo(150);
    assertThat(answer.number("components")).isEqualTo(2);
    assertThat(answer.text("model")).isEqualTo(model.toString());
  }

  @Test
  void littleMemoryGivesTheSameRows() throws IOException {
    Path digits = shell.digits();
    Path ofDigits = shell.path("d");
    shell.ok("fit", digits, "--label", "label", "-k", 3, "-o", ofDigits);
    shell.ok("transform", ofDigits, digits, "--label", "label", "-o", shell.path("a.csv"));
    shell.ok(
        "transform",
        ofDigits,
        digits,
        "--label",
        "label",
        "-o",
        shell.path("b.csv"),
        "--memory",
        "500k");
    assertSame(numbers(shell.csv("b.csv"), 1), numbers(shell.csv("a.csv"), 1));
  }

  @Test
  void missingCellsAreAnErrorAlsoWhereRowsAreStreamed() throws IOException {
    List<String> lines = Files.readAllLines(iris);
    lines.set(101, "6.3,,6.0,2.5,virginica");
    Path gaps = shell.write("gaps.csv", lines.toArray(String[]::new));
    Path out = shell.path("z.csv");
    assertThat(shell.fails(1, "transform", model, gaps, "-o", out, "--memory", "1k"))
        .contains("gaps.csv, line 102, column 'sepal_width'", "1 cell");
    assertThat(out).doesNotExist();
  }

  @Test
  void aLimitThatIsNotKnownIsSaidToBeSo() {
    List<String> lines = new ArrayList<>(List.of("a,b,c"));
    for (int i = 0; i < 30; i++) {
      lines.add((i * i % 7) + "e100," + (i * 5 % 11) + "e100," + (i * 3 % 13) + "e100");
    }
    Path rows = shell.write("large.csv", lines.toArray(String[]::new));
    Path model = shell.path("m");
    shell.ok("fit", rows, "-k", 1, "-o", model);
    Shell.Result result =
        shell.ok("transform", model, rows, "--diagnostics", "-o", shell.path("z.csv"));
    assertThat(result.out() + result.err())
        .contains("SPE unknown", "in units in which variances can be squared");
  }

  /** Each column of Parquet takes its room while it is written, however few rows there are. */
  @Test
  void aWideTableIsWrittenAsParquetOrRefusedInALine() throws IOException {
    Path model = shell.path("m");
    Path rows = wide(1000);
    shell.ok("fit", rows, "-k", 2, "-o", model);
    Path back = shell.path("r.parquet");
    shell.ok("reconstruct", model, rows, "-o", back, "--memory", "64m");
    assertThat(shell.ok("transform", model, back).csv()).hasSize(21);
    byte[] before = Files.readAllBytes(back);
    Path wider = wide(4000);
    shell.ok("fit", wider, "-k", 2, "-o", model);
    assertThat(shell.fails(1, "reconstruct", model, wider, "-o", back, "--memory", "64m"))
        .contains("r.parquet: 4000 columns take 250 MB", "and 128 MB may be taken for that")
        .contains("allow more with --memory", ".npy");
    Path scores = shell.path("s.parquet");
    assertThat(
            shell.fails(
                1, "fit", wider, "-k", 3000, "--scores", scores, "-o", model, "--memory", "64m"))
        .contains("s.parquet: 3000 columns take 188 MB");
    assertThat(Files.readAllBytes(back)).isEqualTo(before);
  }

  private Path wide(int columns) {
    String[] lines = new String[21];
    lines[0] = IntStream.range(0, columns).mapToObj(j -> "c" + j).collect(Collectors.joining(","));
    for (int i = 1; i < lines.length; i++) {
      int row = i;
      lines[i] =
          IntStream.range(0, columns)
              .mapToObj(j -> Integer.toString((row * (j + 3)) % 17))
              .collect(Collectors.joining(","));
    }
    return shell.write("wide" + columns + ".csv", lines);
  }

  @Test
  void diagnosticsFollowTheCoordinates() {
    Path odd =
        shell.write(
            "odd.csv",
            "sepal_length,sepal_width,petal_length,petal_width",
            "5.8,3.0,3.7,1.2",
            "50,30,1,9");
    Shell.Result result = shell.ok("transform", model, odd, "--diagnostics");
    assertThat(result.csv().get(0)).containsExactly("PC1", "PC2", "T2", "SPE", "outlier");
    assertThat(result.csv().get(1).get(4)).isEqualTo("0");
    assertThat(result.csv().get(2).get(4)).isEqualTo("1");
    assertThat(result.err()).matches("limits at 95 %: T2 \\S+, SPE \\S+\n");
  }

  @Test
  void hotellingIsTheSumOfSquaredWhitenedCoordinates() {
    List<List<String>> rows =
        shell.ok("transform", model, iris, "--diagnostics").csv().subList(1, 151);
    double[] variance = shell.ok("inspect", model, "--json").json().numbers("explainedVariance");
    double outliers = 0;
    double spe = 0;
    for (List<String> row : rows) {
      double[] cells = row.stream().mapToDouble(Double::parseDouble).toArray();
      double expected =
          IntStream.range(0, 2).mapToDouble(c -> cells[c] * cells[c] / variance[c]).sum();
      assertThat(cells[2]).isEqualTo(expected, within(1e-9));
      spe += cells[3];
      outliers += cells[4];
    }
    // What two components leave out of the sum of squares; about 5 % exceed each limit.
    assertThat(spe).isEqualTo(15.20464436, within(1e-7));
    assertThat(outliers).isBetween(5.0, 25.0);
  }

  @Test
  void aLimitThatIsNotKnownIsAbsentAndSaidToBeUnknown() {
    Path model = shell.path("iterated");
    shell.ok("fit", iris, "--label", "species", "-k", "2", "--solver", "krylov", "-o", model);
    Shell.Answer answer =
        shell
            .ok("transform", model, iris, "--diagnostics", "--json", "-o", shell.path("z.csv"))
            .json();
    assertThat(answer.number("tSquaredLimit")).isPositive();
    assertThat(answer.values().containsKey("speLimit")).isFalse();
  }

  /** A table like the one it was fitted to brings a supervised model nothing that is unknown. */
  @Test
  void theLabelsOfAModelAreNotUnknownToIt() {
    Path table =
        shell.write("y.csv", "a,b,y", "1,2,0", "2,1,0", "4,7,1", "5,5,1", "6,9,1", "2,2,0");
    Path supervised = shell.path("s");
    for (String[] role : new String[][] {{"--label", "y"}, {"--target", "y"}}) {
      for (String method : List.of("supervised-pca", "kernel-supervised-pca", "fisher")) {
        if (!(method.equals("fisher") && role[0].equals("--target"))) {
          shell.ok("fit", table, "-m", method, role[0], role[1], "-k", 1, "-o", supervised);
          assertThat(shell.ok("transform", supervised, table).err()).as(method).isEmpty();
        }
      }
    }
    Path more = shell.write("z.csv", "b,y,c,a", "1,2,0,7");
    assertThat(shell.ok("transform", supervised, more).err())
        .contains("the model does not know 1 column, left out: c");
  }
}
