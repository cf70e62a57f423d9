package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said to somebody whose two views, or whose command, are not quite right. */
class CcaMessagesTest {

  @TempDir Path folder;
  private Shell shell;
  private Path a;
  private Path b;

  @BeforeEach
  void writeTables() {
    shell = new Shell(folder);
    a = shell.write("a.csv", "p,q", "1,2", "2,1", "3,5", "4,3", "5,4", "6,9", "7,1", "8,0");
    b = shell.write("b.csv", "u,v", "3,1", "1,2", "4,2", "1,5", "5,7", "9,1", "2,2", "6,3");
  }

  @Test
  void swappedViewsAreNoticed() {
    Path model = folder.resolve("m.eigenlens");
    shell.ok("fit", a, b, "-m", "cca", "-o", model);
    assertThat(shell.fails(1, "transform", model, b, a))
        .contains("b.csv has the columns of view y and", "name them in the other order");
    assertThat(shell.ok("transform", model, a, b).csv()).hasSize(9);
  }

  @Test
  void aPredictionOfNothingIsZero() {
    Path model = folder.resolve("m.eigenlens");
    Shell.Answer fit =
        shell.ok("fit", a, b, "-m", "cca", "--folds", "4", "-o", model, "--json").json();
    // Both are noise: the second pair does not hold on rows left out.
    assertThat(fit.numbers("crossValidatedCorrelations")[1]).isNegative();
    List<List<String>> predicted = shell.ok("transform", model, a, "--predict").csv();
    assertThat(predicted.subList(1, 9)).allMatch(row -> row.get(3).equals("0"));
  }

  @Test
  void aRidgeChangesWhatIsSaidOfDependentColumns() {
    Path twice =
        shell.write("t.csv", "p,q", "1,2", "2,4", "3,6", "4,8", "5,10", "6,12", "7,14", "9,18");
    assertThat(shell.ok("fit", twice, b, "-m", "cca").out())
        .contains("view x has rank 1 with 2 columns that vary; weights of dependent columns are");
    assertThat(shell.ok("fit", twice, b, "-m", "cca", "--ridge", "0.1").out())
        .contains("view x has rank 1 with 2 columns that vary; the ridge decides")
        .doesNotContain("the smallest that do");
    assertThat(shell.fails(1, "fit", twice, b, "-m", "cca", "-k", "2"))
        .contains("bound is 1; ask for 1");
  }

  @Test
  void theMissingWilksTestIsSaid() {
    Path few = shell.write("few.csv", "p,q,u,v", "1,2,3,1", "2,1,1,2", "3,5,4,2", "4,3,1,5");
    assertThat(shell.ok("fit", few, "-m", "cca", "--x", "p,q", "--y", "u,v").out())
        .contains("1 correlation is 1 whatever the data, and there is no Wilks' test");
  }

  @Test
  void failuresNameTheFiles() {
    Path constant = shell.write("c.csv", "w", "1", "1", "1", "1", "1", "1", "1", "1");
    for (String method : List.of("cca", "kernel-cca")) {
      assertThat(shell.fails(1, "fit", a, constant, "-m", method))
          .contains("a.csv and ", "c.csv: ", "view y", "constant");
    }
    assertThat(shell.fails(1, "fit", a, constant, "-m", "cca"))
        .contains("the only column of view y is constant");
    Path tiny =
        shell.write("tiny.csv", "w", "1e-163", "2e-163", "0", "0", "1e-163", "0", "3e-163", "0");
    Path huge =
        shell.write("huge.csv", "w", "1e160", "2e160", "0", "0", "1e160", "0", "3e160", "0");
    for (String method : List.of("cca", "kernel-cca")) {
      assertThat(shell.fails(1, "fit", a, tiny, "-m", method))
          .contains("column 'w' varies by 2e-163 only", "multiply it by a large constant");
      assertThat(shell.fails(1, "fit", a, huge, "-m", method))
          .contains("column 'w' reaches values too large", "small constant");
    }
  }

  @Test
  void onlyWhatWorksIsAdvised() {
    Path model = folder.resolve("m.eigenlens");
    shell.ok("fit", a, b, "-m", "cca", "-o", model);
    Path gap = shell.write("gap.csv", "p,q", "1,2", ",3");
    assertThat(shell.fails(1, "transform", model, gap))
        .contains("--missing drop|mean")
        .doesNotContain("|em");
    Path kernel = folder.resolve("k.eigenlens");
    shell.ok("fit", a, b, "-m", "kernel-cca", "--ridge", "0.1", "--folds", "2", "-o", kernel);
    assertThat(shell.fails(1, "inspect", kernel, "--loadings", folder.resolve("l.csv")))
        .contains("fit with -m cca");
    assertThat(shell.fails(2, "fit", a, b, "-m", "kernel-cca", "--kernel", "precomputed"))
        .contains("needs points, not similarities")
        .doesNotContain("--pre-image");
    assertThat(shell.fails(2, "fit", a, b, "-m", "kernel-cca", "--pre-image", "mds"))
        .contains("no way back from scores to rows; leave --pre-image out");
    assertThat(shell.fails(2, "fit", a, "-m", "cca", "--views", "p"))
        .contains("option '--views' takes 2 values (COLS each)");
  }

  @Test
  void aRowWithoutANameIsCalledSo() {
    PairedRows.View one = new PairedRows.View("one.csv", 2, Optional.of(List.of("m1", "")));
    PairedRows.View two = new PairedRows.View("two.csv", 1, Optional.of(List.of("m1")));
    assertThat(PairedRows.byName(one, two).notes())
        .containsExactly("1 row of one.csv has no partner in two.csv: one without a name");
  }
}
