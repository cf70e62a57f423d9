package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.cli.Shell.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that a kernel cannot work with: what is wrong, at which line, and what to do instead. */
class KernelDataTest {

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void folder() {
    shell = new Shell(folder);
  }

  private static Object[] command(Path file, Object... options) {
    List<Object> words = new ArrayList<>(List.of("fit", file, "-m", "kernel-pca"));
    words.addAll(Arrays.asList(options));
    return words.toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--solver=auto", "--landmarks=2"})
  void negativeCountsAreNamedByTheirLine(String option) {
    Path signed = shell.write("signed.csv", "a,b", "1,2", "3,-4", "5,6");
    assertThat(shell.fails(1, command(signed, "--kernel", "chi2", option)))
        .contains("signed.csv, line 3, column 'b': -4.0 is negative", "use another kernel");
  }

  @Test
  void rowsLeftOutDoNotShiftTheLinesOfOthers() {
    Path gaps = shell.write("gaps.csv", "a,b", ",2", "3,4", "5,", "1,-2");
    assertThat(shell.fails(1, command(gaps, "--kernel", "chi2", "--missing", "drop")))
        .contains("gaps.csv, line 5, column 'b': -2.0 is negative");
  }

  @Test
  void negativeCountsInRowsToBeEncoded() {
    Path model = shell.path("m");
    Path counts = shell.write("counts.csv", "a,b", "1,2", "3,4", "5,1");
    shell.ok(command(counts, "--kernel", "chi2", "-k", 1, "-o", model));
    Path signed = shell.write("signed.csv", "a,b", "1,2", "3,4", "-5,6");
    assertThat(shell.fails(1, "transform", model, signed))
        .contains("signed.csv, line 4, column 'a': -5.0 is negative");
    assertThat(shell.fails(1, "transform", model, signed, "--memory", "64"))
        .contains("signed.csv: row 3, column 1: -5.0 is negative");
  }

  @Test
  void valuesTooLargeForAKernelAreNamedByTheirLine() {
    Path huge = shell.write("huge.csv", "a,b", "1,2", "3,4", "5,1e200");
    assertThat(shell.fails(1, command(huge, "--kernel", "poly")))
        .contains("huge.csv, line 4: its kernel with itself is not finite", "standardise");
    assertThat(shell.fails(1, command(huge, "--kernel", "poly", "--landmarks", 2)))
        .contains("huge.csv, line 4: the kernel 'poly' of it is not finite", "standardise");
    assertThat(shell.fails(1, "hsic", huge, "--x", "b", "--y", "a", "--x-kernel", "poly"))
        .contains("huge.csv, line 4: its poly kernel is not finite");
    Path gaps = shell.write("gaps.csv", "a,b", ",2", "3,4", "5,1e200", "7,8");
    Object[] hsic = {"hsic", gaps, "--x", "b", "--y", "a", "--x-kernel", "poly"};
    Object[] dropping = Arrays.copyOf(hsic, hsic.length + 2);
    dropping[hsic.length] = "--missing";
    dropping[hsic.length + 1] = "drop";
    assertThat(shell.fails(1, dropping)).contains("gaps.csv, line 4: its poly kernel");
    assertThat(shell.fails(1, command(huge, "--gamma", "median")))
        .contains("huge.csv: the median of distances is no width", "choose gamma by number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--method=kernel-pca", "--method=pca", "--landmarks=2"})
  void oneRowNeedsNoCentring(String option) {
    Path one = shell.write("one.csv", "a,b", "1,2");
    Object[] words =
        option.startsWith("--landmarks")
            ? command(one, option, "-k", 1)
            : new Object[] {"fit", one, option};
    assertThat(shell.fails(1, words)).contains("one.csv: there is only 1 row", "use --no-center");
  }

  @Test
  void oneRowIsOneRow() {
    Path one = shell.write("one.csv", "a,b", "1,2");
    assertThat(shell.ok(command(one, "--no-center")).out()).contains("1 row is few");
    assertThat(shell.fails(2, command(one, "--landmarks", 1, "-k", 2)))
        .contains("1 component at most, not 2, can be had from 1 landmark;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--solver=auto", "--landmarks=3", "--kernel=linear", "-k=0.9"})
  void rowsThatAreAllAlikeHaveOneComponentOfZeros(String option) {
    Path same = shell.write("same.csv", "a,b", "1,2", "1,2", "1,2", "1,2", "1,2", "1,2");
    Path scores = shell.path("s.csv");
    Answer answer = shell.ok(command(same, option, "--scores", scores, "--json")).json();
    assertThat(answer.numbers("eigenvalues")).containsExactly(0);
    assertThat(answer.texts("warnings"))
        .singleElement()
        .asString()
        .contains("all rows are alike to the kernel", "choose another kernel or gamma");
    assertThat(Double.parseDouble(shell.csv("s.csv").get(3).get(0))).isZero();
    assertThat(shell.fails(1, command(same, "--gamma", "median")))
        .contains("none of the 6 rows looked at differs", "choose gamma by number");
  }

  /** Beside a mean of 1e9 the cubes of products, of 1e54, have no digits for what differs. */
  @ParameterizedTest
  @ValueSource(strings = {"--solver=auto", "--landmarks=3"})
  void rowsWhoseKernelIsRoundingAreNotCalledAlike(String option) {
    Path far =
        shell.write(
            "far.csv", "a,b", "1e9,1000000000.8", "1000000000.9,1e9", "999999999.3,1e9", "1e9,1e9");
    Answer answer = shell.ok(command(far, "--kernel", "poly", option, "--json")).json();
    assertThat(answer.numbers("eigenvalues")).containsOnly(0);
    assertThat(answer.texts("warnings"))
        .singleElement()
        .asString()
        .contains("the rows differ, but the kernel's values by less than their rounding")
        .contains("standardise the data");
  }

  /**
   * Squared distances of 1e600 are no numbers: rows are far from each other, and each is itself.
   */
  @ParameterizedTest
  @ValueSource(strings = {"--solver=auto", "--landmarks=3"})
  void rowsTooFarApartHaveAWayBackWithoutDistances(String option) {
    Path far =
        shell.write(
            "far.csv",
            "a,b,c,d",
            "3e299,8e299,3e299,-13e299",
            "9e299,4e299,-5e299,6e299",
            "4e299,3e299,0,5e299",
            "-7e299,-2e299,-5e299,6e299",
            "0,-3e299,-8e299,-3e299",
            "1e298,-3e299,13e299,10e299");
    Path model = shell.path("m");
    shell.ok(command(far, option, "-o", model, "--report", shell.path("r.html")));
    shell.ok("reconstruct", model, far, "-o", shell.path("back.csv"));
    assertThat(shell.csv("back.csv").get(1))
        .allMatch(cell -> Double.isFinite(Double.valueOf(cell)));
    shell.ok(command(far, option, "--pre-image", "mds", "-o", model));
    assertThat(shell.fails(1, "reconstruct", model, far, "-o", shell.path("back.csv")))
        .contains("so far apart", "divide the data by a constant");
  }

  @Test
  void whatFloatStorageDoesNotReachIsSaid() {
    Path rows = shell.write("rows.csv", "a", "1", "2", "4", "7");
    for (String[] expected :
        new String[][] {
          {"--solver=dense", "the dense solver"}, {"--landmarks=2", "landmarks"},
        }) {
      assertThat(shell.ok(command(rows, expected[0], "-k", 1, "--precision", "float")).err())
          .contains("warning: --precision float has no effect on " + expected[1]);
    }
    assertThat(shell.ok(command(rows, "--solver", "krylov", "--precision", "float")).err())
        .isEmpty();
  }

  @Test
  void missingCellsAreMetWithWhatAKernelModelCanDo() {
    Path model = shell.path("m");
    Path rows = shell.write("rows.csv", "a,b", "1,2", "2,1", "4,3", "7,0");
    shell.ok(command(rows, "-k", 1, "-o", model));
    Path gaps = shell.write("gaps.csv", "a,b", "1,", "2,1");
    for (String memory : List.of("1g", "48")) {
      assertThat(shell.fails(1, "transform", model, gaps, "--memory", memory))
          .contains("gaps.csv, line 2, column 'b'", "--missing drop|mean")
          .doesNotContain("em");
    }
  }

  @Test
  void wrongDistancesOfFewLandmarksAreSaidToBe() {
    Path model = shell.path("m");
    Path iris = shell.iris();
    shell.ok(command(iris, "--landmarks", 3, "-k", 2, "--gamma", 5, "-o", model));
    String told = shell.ok("reconstruct", model, iris, "--pre-image", "mds").err();
    assertThat(told).contains("few landmarks or components give mds wrong distances", "ridge");
  }

  @Test
  void inspectNamesColumnsAndTheWayBack() {
    Path model = shell.path("m");
    Path rows = shell.write("rows.csv", "a,b", "1,2", "2,1", "4,3", "7,0");
    shell.ok(command(rows, "-k", 1, "--pre-image", "ridge", "-o", model));
    Answer answer = shell.ok("inspect", model, "--json").json();
    assertThat(answer.text("preImage")).isEqualTo("ridge");
    assertThat(answer.texts("columnNames")).containsExactly("a", "b");
  }

  @Test
  void aModelThatIsNotThereSaysHowToMakeIt() {
    Path rows = shell.write("rows.csv", "a,b", "1,2", "2,1");
    assertThat(shell.fails(1, "transform", shell.path("none"), rows))
        .contains("none: there is no such file; check the name, or make it with fit -o");
  }

  @Test
  void standardInputHasAName() {
    assertThat(shell.fails(1, "fit", "-")).contains("-: there is no such file", "/dev/stdin");
  }

  @Test
  void columnsInAnotherOrderThanTheRowsArePutRight() {
    Path shuffled = shell.write("k.csv", "id,A,B,C", "C,0.2,0.1,1", "A,1,0.5,0.2", "B,0.5,1,0.1");
    Path straight = shell.write("s.csv", "id,C,A,B", "C,1,0.2,0.1", "A,0.2,1,0.5", "B,0.1,0.5,1");
    Object[] options = {"--kernel", "precomputed", "--id", "id", "-k", 2, "--json"};
    Answer put = shell.ok(command(shuffled, options)).json();
    assertThat(put.texts("warnings"))
        .containsExactly(
            "the columns are named like the rows but in another order; they were put in that of"
                + " the rows");
    Answer right = shell.ok(command(straight, options)).json();
    assertThat(right.texts("warnings")).isEmpty();
    assertThat(put.numbers("eigenvalues"))
        .containsExactly(right.numbers("eigenvalues"), within(1e-14));
  }

  @Test
  void columnsThatAreOnlyNamedInAnotherOrderStay() {
    // Symmetric as it stands: whoever named the columns forgot that the rows had been sorted.
    Path table = shell.write("k.csv", "id,A,B,C", "C,1,0.5,0.2", "A,0.5,1,0.1", "B,0.2,0.1,1");
    Path plain = shell.write("p.csv", "x,y,z", "1,0.5,0.2", "0.5,1,0.1", "0.2,0.1,1");
    Object[] kernel = {"--kernel", "precomputed", "-k", 2, "--json"};
    Answer left =
        shell.ok(command(table, "--id", "id", "--kernel", "precomputed", "-k", 2, "--json")).json();
    assertThat(left.texts("warnings")).singleElement().asString().contains("left as they stand");
    assertThat(left.numbers("eigenvalues"))
        .containsExactly(shell.ok(command(plain, kernel)).json().numbers("eigenvalues"));
  }

  @Test
  void cellsOfAKernelCannotBeLeftOut() {
    Path text = shell.write("text.csv", "a,b", "1,x", "0.5,1");
    assertThat(shell.fails(1, command(text, "--kernel", "precomputed")))
        .contains("text.csv, line 2, column 'b'", "needs every similarity")
        .doesNotContain("--exclude");
    Path gap = shell.write("gap.csv", "a,b", "1,", "0.5,1");
    assertThat(shell.fails(1, command(gap, "--kernel", "precomputed")))
        .contains("gap.csv, line 2, column 'b'", "needs every similarity")
        .doesNotContain("--missing");
    Path names = shell.write("names.csv", "who,a", "x,1", "y,0.5");
    assertThat(shell.fails(1, command(names, "--kernel", "precomputed")))
        .contains("names.csv:", "2 rows and 1 column (text column left out: who)", "--id");
  }
}
