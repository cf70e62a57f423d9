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
  void swappedViewsAreTakenInTheirOrderAndThatIsSaid() {
    Path model = folder.resolve("m.eigenlens");
    shell.ok("fit", a, b, "-m", "cca", "-o", model);
    Shell.Result swapped = shell.ok("transform", model, b, a);
    assertThat(swapped.err())
        .contains("b.csv has the columns of view y and", "so they were taken in that order");
    Shell.Result right = shell.ok("transform", model, a, b);
    assertThat(swapped.out()).isEqualTo(right.out());
    assertThat(right.err()).isEmpty();
  }

  @Test
  void textsThatRepeatAreNoNamesOfRows() {
    Path first = shell.write("f.csv", "mood,p", "x,1", "y,2", "x,3", "u,5", "v,4", "w,9");
    Path second = shell.write("s.csv", "mood,q", "y,1", "x,2", "y,4", "u,4", "v,5", "w,8");
    assertThat(shell.ok("fit", first, second, "-m", "cca").err())
        .doesNotContain("matched by their order");
  }

  @Test
  void textsThatDisagreeRowByRowAreDoubted() {
    Path first = shell.write("f.csv", "name,p", "x,1", "y,2", "z,3", "u,5", "v,4", "w,9");
    Path second = shell.write("s.csv", "name,q", "x,1", "z,2", "y,4", "u,4", "v,5", "w,8");
    String doubt =
        "rows are matched by their order, but 'name' differs between the files in 2 rows, first in"
            + " row 2 ('y' and 'z'); match them by name with --id name";
    Path model = folder.resolve("m.eigenlens");
    assertThat(shell.ok("fit", first, second, "-m", "cca", "-o", model).out()).contains(doubt);
    assertThat(shell.ok("transform", model, first, second).err()).contains(doubt);
    assertThat(shell.ok("fit", first, second, "-m", "cca", "--id", "name").out())
        .doesNotContain("by their order");
    Path same = shell.write("same.csv", "name,q", "x,1", "y ,2", "z,4", "u,4", "v,5", "w,8");
    assertThat(shell.ok("fit", first, same, "-m", "cca").out()).doesNotContain("by their order");
  }

  @Test
  void aViewAgainstItselfHasNoAbsurdNumbers() {
    Path model = folder.resolve("m.eigenlens");
    Shell.Result fit = shell.ok("fit", a, a, "-m", "cca", "-o", model);
    assertThat(fit.out()).contains("  infinite  ").doesNotContain("e+3", "Infinity", "NaN");
    Shell.Result json = shell.ok("inspect", model, "--json");
    assertThat(json.out()).doesNotContain("Infinity", "NaN");
    assertThat(json.json().numbers("correlations"))
        .containsExactly(new double[] {1, 1}, org.assertj.core.api.Assertions.within(1e-12));
    java.util.Map<?, ?> wilks =
        (java.util.Map<?, ?>) ((List<?>) json.json().values().get("wilks")).get(0);
    assertThat(wilks.get("f")).isNull();
    assertThat(wilks.get("pValue")).isEqualTo(0.0);
    assertThat(wilks.get("lambda")).isEqualTo(0.0);
  }

  @Test
  void foldsTellHowFarTheyDiffer() {
    Path model = folder.resolve("m.eigenlens");
    Shell.Result fit =
        shell.ok("fit", a, b, "-m", "cca", "--folds", "4", "--permutations", "1", "-o", model);
    assertThat(fit.out())
        .contains("cross-validated  ± (folds)", "± the standard deviation between them")
        .contains("permutation p: by 1 shuffle of the rows of view y, ± 0.4 at most");
    Shell.Answer json = shell.ok("inspect", model, "--json").json();
    assertThat(json.numbers("crossValidatedSpread")).hasSize(2).doesNotContain(0);
    assertThat(json.number("folds")).isEqualTo(4);
    assertThat(fit.out()).doesNotContain("it does not hold");
  }

  @Test
  void aPairThatNoFoldHasIsNotMeasuredAsZero() {
    double[][] x = new double[10][8];
    double[][] y = new double[10][8];
    java.util.Random random = new java.util.Random(1);
    for (int i = 0; i < 10; i++) {
      java.util.Arrays.setAll(x[i], j -> random.nextGaussian());
      java.util.Arrays.setAll(y[i], j -> random.nextGaussian());
    }
    List<String> px = List.of("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8");
    List<String> py = List.of("b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8");
    Path first = shell.table("x.csv", px, x);
    Path second = shell.table("y.csv", py, y);
    Path model = folder.resolve("m.eigenlens");
    // 8 rows a fold are left to fit to, so that views have rank 7 there, and 8 on all rows.
    Shell.Result fit =
        shell.ok("fit", first, second, "-m", "cca", "--ridge", "1", "--folds", "5", "-o", model);
    assertThat(fit.out())
        .contains("–: no fold has rows enough for so many pairs")
        .contains("it does not hold, whatever the training rows say");
    Shell.Answer json = shell.ok("inspect", model, "--json").json();
    assertThat(json.numbers("correlations")).hasSize(8);
    assertThat(json.numbers("crossValidatedCorrelations")).hasSize(7);
    assertThat(shell.ok("transform", model, first, "--predict").err()).contains("Y8");
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
          .contains("c.csv: the only column of view y is constant")
          .doesNotContain("a.csv");
    }
    assertThat(shell.fails(1, "fit", a, b, "-m", "kernel-cca", "--gamma", "1e-300"))
        .contains("a.csv: to its kernel all rows of view x are alike", "gamma")
        .doesNotContain("b.csv");
    Path tiny =
        shell.write("tiny.csv", "w", "1e-163", "2e-163", "0", "0", "1e-163", "0", "3e-163", "0");
    Path huge =
        shell.write("huge.csv", "w", "1e160", "2e160", "0", "0", "1e160", "0", "3e160", "0");
    for (String method : List.of("cca", "kernel-cca")) {
      assertThat(shell.fails(1, "fit", a, tiny, "-m", method))
          .contains("tiny.csv: column 'w' varies by 2e-163 only", "multiply it by a large constant")
          .doesNotContain("a.csv");
      assertThat(shell.fails(1, "fit", a, huge, "-m", method))
          .contains("huge.csv: column 'w' reaches values too large", "small constant");
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
  void adviceLeadsSomewhere() {
    assertThat(shell.fails(2, "fit", a, b, "-m", "cca", "--evaluate"))
        .contains("leave it out, and see --folds");
    Path iris = shell.iris();
    assertThat(shell.fails(1, "fit", iris, "-m", "cca", "--x", "sepal*", "--y", "species"))
        .contains(
            "column 'species' is text, and a view is of numbers", "-m fisher --label species");
    shell.ok("fit", iris, "-m", "fisher", "--label", "species");
    Path model = folder.resolve("m.eigenlens");
    shell.ok("fit", a, b, "-m", "cca", "--ridge", "cv", "--folds", "3", "-o", model);
    assertThat(shell.ok("inspect", model).out())
        .contains("ridge chosen by cross-validation")
        .doesNotContain("tolerance");
    Object[] many = {"fit", a, b, "-m", "kernel-cca", "-k", "9", "--ridge", "1", "--folds", "2"};
    assertThat(shell.fails(1, many))
        .contains("what the landmarks see of the views has ranks", "or for more landmarks");
  }

  @Test
  void aRowWithoutANameIsCalledSo() {
    PairedRows.View one = new PairedRows.View("one.csv", 2, Optional.of(List.of("m1", "")));
    PairedRows.View two = new PairedRows.View("two.csv", 1, Optional.of(List.of("m1")));
    assertThat(PairedRows.byName(one, two).notes())
        .containsExactly("1 row of one.csv has no partner in two.csv: one without a name");
  }
}
