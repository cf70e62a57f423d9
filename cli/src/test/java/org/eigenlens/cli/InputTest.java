package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read, and which columns become features. */
class InputTest {

  private static final double[][] POINTS = {{1, 9, 2}, {4, 8, 1}, {2, 5, 5}, {7, 1, 2}, {3, 3, 8}};
  private static final List<String> NAMES = List.of("a", "b", "c");

  @TempDir Path folder;
  private Shell shell;
  private Path points;

  @BeforeEach
  void points() {
    shell = new Shell(folder);
    points = shell.table("points.csv", NAMES, POINTS);
  }

  private double[] eigenvalues(Object... words) {
    List<Object> all = new ArrayList<>(List.of("fit", "--json"));
    all.addAll(List.of(words));
    return shell.ok(all.toArray()).json().numbers("eigenvalues");
  }

  private List<String> features(Object... words) {
    List<Object> all = new ArrayList<>(List.of("fit", "-o", shell.path("m")));
    all.addAll(List.of(words));
    shell.ok(all.toArray());
    shell.ok("inspect", shell.path("m"), "--loadings", shell.path("l.csv"));
    return shell.csv("l.csv").stream().skip(1).map(row -> row.get(0)).toList();
  }

  @Test
  void severalInputsAreOneTableWhateverTheOrderOfTheirColumns() {
    Path one = shell.write("part-1.csv", "a,b,c", "1,9,2", "4,8,1");
    Path two = shell.write("part-2.csv", "c,a,b", "5,2,5", "2,7,1", "8,3,3");
    double[] expected = eigenvalues(points);
    assertThat(eigenvalues(one, two)).containsExactly(expected, within(1e-10));
    assertThat(eigenvalues(shell.path("part-*.csv"))).containsExactly(expected, within(1e-10));
  }

  @Test
  void inputsWithOtherColumnsAreRefused() {
    Path other = shell.write("other.csv", "a,b,d", "1,9,2", "4,8,1");
    assertThat(shell.fails(1, "fit", points, other)).contains("lacks column", "same columns");
  }

  @Test
  void aPatternWithoutFilesIsAnError() {
    assertThat(shell.fails(1, "fit", shell.path("none-*.csv"))).contains("no file matches");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.npy", "x.parquet", "x.csv"})
  void everyWrittenFormatCanBeRead(String name) {
    Path file = shell.table(name, NAMES, POINTS);
    assertThat(eigenvalues(file)).containsExactly(eigenvalues(points), within(1e-10));
  }

  @Test
  void textFormatsCanBeReadAndPacked() throws IOException {
    double[] expected = eigenvalues(points);
    Path tabs =
        shell.write("x.tsv", "a\tb\tc", "1\t9\t2", "4\t8\t1", "2\t5\t5", "7\t1\t2", "3\t3\t8");
    Path lines =
        shell.write(
            "x.jsonl",
            "{\"a\":1,\"b\":9,\"c\":2}",
            "{\"a\":4,\"b\":8,\"c\":1}",
            "{\"a\":2,\"b\":5,\"c\":5}",
            "{\"a\":7,\"b\":1,\"c\":2}",
            "{\"a\":3,\"b\":3,\"c\":8}");
    Path packed = shell.path("x.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(Files.readAllBytes(points));
    }
    for (Path file : List.of(tabs, lines, packed)) {
      assertThat(eigenvalues(file)).as("%s", file).containsExactly(expected, within(1e-10));
    }
  }

  @Test
  void semicolonsDecimalCommasAndABomAreFoundByThemselves() {
    Path file =
        shell.write("x.csv", "\uFEFFa;b;c", "1,0;9;2", "4,0;8;1", "2;5;5", "7;1;2", "3;3;8");
    assertThat(eigenvalues(file)).containsExactly(eigenvalues(points), within(1e-10));
  }

  @Test
  void aFirstLineOfNumbersIsData() {
    Path bare = shell.write("bare.csv", "1,9,2", "4,8,1", "2,5,5", "7,1,2", "3,3,8");
    assertThat(eigenvalues(bare)).containsExactly(eigenvalues(points), within(1e-10));
  }

  @Test
  void withNoHeaderTheFirstLineIsDataWhateverItSays() {
    Path bare = shell.write("bare.csv", "x,9,2", "y,8,1", "z,5,5", "y,1,2", "x,3,8");
    Shell.Answer answer = shell.ok("fit", bare, "--no-header", "--json").json();
    assertThat(answer.number("rows")).isEqualTo(5);
    assertThat(answer.number("columns")).isEqualTo(2);
  }

  @Test
  void aQueryOverFilesIsAnInput() {
    Object query = "select a, b from '" + points + "' where a < 5";
    Shell.Answer answer = shell.ok("fit", "--sql", query, "--json").json();
    assertThat(answer.number("rows")).isEqualTo(4);
    assertThat(answer.number("columns")).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--columns|sepal_length,petal_width|sepal_length petal_width",
        "--columns|petal_width,sepal_length|petal_width sepal_length",
        "--columns|sepal_length..petal_length|sepal_length sepal_width petal_length",
        "--columns|petal_*|petal_length petal_width",
        "--columns|*_width|sepal_width petal_width",
        "--exclude|petal_*|sepal_length sepal_width",
        "--exclude|sepal_width..petal_width|sepal_length",
        "--target|sepal_length,petal_length|sepal_width petal_width",
      })
  void columnsAreChosenByNameRangeAndPattern(String option, String cols, String expected) {
    assertThat(features(shell.iris(), "--label", "species", option, cols))
        .containsExactly(expected.split(" ", -1));
  }

  @Test
  void labelTargetAndIdAreNeverFeatures() {
    assertThat(features(points, "--label", "a")).containsExactly("b", "c");
    assertThat(features(points, "--id", "b")).containsExactly("a", "c");
    assertThat(features(points, "--target", "a,b")).containsExactly("c");
    assertThat(features(points, "--target", "a", "--exclude", "b")).containsExactly("c");
    assertThat(features(points, "--label", "a", "--columns", "*")).containsExactly("b", "c");
  }

  @Test
  void aTargetWithGapsDoesNotConcernUnsupervisedMethods() {
    Path file = shell.write("x.csv", "a,b,y", "1,2,", "3,1,4", "2,2,text");
    assertThat(features(file, "--target", "y")).containsExactly("a", "b");
  }

  @Test
  void textColumnsAreLeftOutWithALine() {
    Shell.Result result = shell.ok("fit", shell.iris());
    assertThat(result.err()).isEqualTo("warning: text column left out: species\n");
  }

  @Test
  void aCellThatIsNoNumberInANumericColumnIsAnErrorAtItsPlace() {
    Path file = shell.write("x.csv", "a,b", "1,2", "3,4", "5,6", "7,oops");
    assertThat(shell.fails(1, "fit", file))
        .contains("x.csv, line 5, column 'b'", "'oops' is not a number");
  }

  @Test
  void aColumnThatWasAskedForMustBeNumeric() {
    assertThat(shell.fails(1, "fit", shell.iris(), "--columns", "sepal_length,species"))
        .contains("iris.csv, line 2, column 'species'", "'setosa'");
  }

  @Test
  void anUnknownColumnSuggestsTheNearest() {
    Path iris = shell.iris();
    assertThat(shell.fails(1, "fit", iris, "--label", "specie")).contains("did you mean 'species'");
    assertThat(shell.fails(1, "fit", iris, "--columns", "sepal_lenght"))
        .contains("did you mean 'sepal_length'");
  }

  @Test
  void aNumberThatIsNotFiniteIsAnErrorAtItsPlace() {
    Path file = shell.write("x.csv", "a,b", "1,2", "inf,4", "5,6");
    assertThat(shell.fails(1, "fit", file)).contains("line 3, column 'a'", "finite");
  }

  @Test
  void namesBeyondAsciiAndPathsWithSpacesWork() {
    Path file = shell.write("dürre Daten/größe 1.csv", "höhe,幅,λ x", "1,2,3", "3,1,2", "2,5,9");
    Path model = shell.path("dürre Daten/modell é");
    shell.ok("fit", file, "-o", model);
    Shell.Result back = shell.ok("reconstruct", model, file);
    assertThat(back.csv().get(0)).containsExactly("höhe", "幅", "λ x");
  }

  @Test
  void aNameThatStartsWithAnAtSignIsAName() {
    shell.write("id", "--whatever");
    Path file = shell.write("x.csv", "a,@id,b", "1,u,3", "3,v,2", "2,w,9");
    shell.ok("fit", file, "--id", "@id", "--scores", shell.path("s.csv"));
    assertThat(shell.csv("s.csv").get(1).get(0)).isEqualTo("u");
  }

  @Test
  void quotedNamesWithCommasAreWrittenQuoted() {
    Path file = shell.write("x.csv", "\"a, b\",c", "1,2", "3,1", "2,5");
    shell.ok("fit", file, "-o", shell.path("m"), "--columns", "\"a, b\",c");
    assertThat(shell.ok("reconstruct", shell.path("m"), file).out()).startsWith("\"a, b\",c\n");
  }

  @Test
  void sparseFilesFitLikeDenseOnes() {
    StringBuilder dense = new StringBuilder("x1,x2,x3\n");
    StringBuilder sparse = new StringBuilder();
    for (double[] row : POINTS) {
      dense.append(row[0]).append(',').append(row[1]).append(",0\n");
      sparse.append("1 1:").append(row[0]).append(" 2:").append(row[1]).append('\n');
    }
    Path svm = shell.write("x.svm", sparse.toString().strip());
    Path csv = shell.write("d.csv", dense.toString().strip());
    assertThat(eigenvalues(svm, "-k", 2)).containsExactly(eigenvalues(csv, "-k", 2), within(1e-8));
  }

  @Test
  void aFolderIsNoTable() {
    assertThat(shell.fails(1, "fit", folder)).contains("directory");
  }
}
