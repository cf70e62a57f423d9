package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.eigenlens.model.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HsicCommandTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;

  @BeforeEach
  void start() {
    shell = new Shell(folder);
    iris = shell.iris();
  }

  private Map<?, ?> json(Object... words) {
    return (Map<?, ?>) Json.read(shell.ok(words).out());
  }

  private static double number(Map<?, ?> report, String name) {
    return ((Number) report.get(name)).doubleValue();
  }

  @Test
  void blanksAroundTextsDoNotMakeOtherClasses() {
    Path clean = shell.write("c.csv", "x,y", "a,p", "b,q", "a,p", "b,q", "a,q", "b,q");
    Path blank = shell.write("b.csv", "x,y", "a,p", " b,q", "a , p", "b,q ", "a,q", "b, q");
    assertThat(number(json("hsic", blank, "--x", "x", "--y", "y", "--json"), "hsic"))
        .isEqualTo(number(json("hsic", clean, "--x", "x", "--y", "y", "--json"), "hsic"));
  }

  @Test
  void irisAndSpecies() {
    Map<?, ?> linear =
        json(
            "hsic",
            iris,
            "--x",
            "sepal_length..petal_width",
            "--y",
            "species",
            "--x-kernel",
            "linear",
            "--json");
    assertThat(number(linear, "hsic")).isEqualTo(1.33343813, within(1e-8));
    assertThat(number(linear, "pValue")).isEqualTo(0.001);
    assertThat(number(linear, "pValueError")).isEqualTo(0.001, within(1e-4));
    Map<?, ?> rbf =
        json("hsic", iris, "--label", "species", "--x-gamma", 0.25, "--test", "gamma", "--json");
    assertThat(number(rbf, "hsic")).isEqualTo(0.13297498, within(1e-8));
    assertThat(number(rbf, "hsicUnbiased")).isEqualTo(0.13108803, within(1e-8));
    assertThat(rbf.get("test")).isEqualTo("gamma");
    // The sides may change places.
    Map<?, ?> turned =
        json("hsic", iris, "--x", "species", "--y", "sepal_*,petal_*", "--y-gamma", 0.25, "--json");
    assertThat(number(turned, "hsic")).isEqualTo(0.13297498, within(1e-8));
    assertThat(shell.ok("hsic", iris, "--label", "species").out())
        .contains("kernel delta", "p-value      0.001 ± 0.001 by 999 permutations");
  }

  @Test
  void circlesDependAndNoiseDoesNot() {
    Random random = new Random(3);
    StringBuilder rows = new StringBuilder("x,y,noise");
    for (int i = 0; i < 200; i++) {
      double angle = random.nextDouble() * 2 * Math.PI;
      rows.append('\n').append(Math.cos(angle)).append(',').append(Math.sin(angle));
      rows.append(',').append(random.nextGaussian());
    }
    Path file = shell.write("circle.csv", rows.toString());
    assertThat(number(json("hsic", file, "--x", "x", "--y", "y", "--json"), "pValue"))
        .isLessThan(0.01);
    assertThat(number(json("hsic", file, "--x", "x,y", "--y", "noise", "--json"), "pValue"))
        .isGreaterThan(0.05);
  }

  @Test
  void rowsWithMissingCellsAreRefusedOrLeftOut() {
    shell.write("gaps.csv", "a,b,y", "1,2,p", "2,,q", "3,5,q", "4,4,", "5,7,q", "6,1,p");
    Path gaps = shell.path("gaps.csv");
    assertThat(shell.fails(1, "hsic", gaps, "--x", "a", "--y", "b")).contains("line 3");
    assertThat(shell.fails(1, "hsic", gaps, "--x", "a", "--y", "y")).contains("no label");
    Map<?, ?> left = json("hsic", gaps, "--x", "a,b", "--y", "y", "--missing", "drop", "--json");
    assertThat(left.get("rows")).isEqualTo(4L);
    assertThat(left.get("warnings").toString())
        .contains(
            "1 of 6 rows has missing cells", "1 row has no label and was left out: ", "line 5");
  }

  @Test
  void landmarksAreToldApart() {
    Map<?, ?> report = json("hsic", iris, "--label", "species", "--landmarks", 10, "--json");
    assertThat(report.get("landmarks")).isEqualTo(10L);
    assertThat(number(report, "missed")).isPositive();
  }

  @Test
  void wrongCommands() {
    assertThat(shell.fails(2, "hsic", iris)).contains("--y");
    assertThat(shell.fails(1, "hsic", iris, "--x", "petal_*", "--y", "petal_width"))
        .contains("in both groups");
    assertThat(shell.fails(2, "hsic", iris, "--label", "species", "--y-kernel", "rbf"))
        .contains("is for numbers, and these are classes");
    assertThat(shell.fails(2, "hsic", iris, "--label", "species", "--test", "magic"))
        .contains("permutation or gamma");
    assertThat(shell.fails(2, "hsic", iris, "--label", "species", "--x-kernel", "magic"))
        .contains("there is no kernel 'magic'");
    assertThat(
            shell.fails(2, "hsic", iris, "--label", "species", "--test", "gamma", "--landmarks", 5))
        .contains("needs all pairs");
    assertThat(shell.fails(2, "hsic", iris, "--label", "species", "--missing", "mean"))
        .contains("--missing drop");
  }

  @Test
  void labelsAreClassesAlsoWhereTheyAreNumbers() {
    StringBuilder rows = new StringBuilder("a,word,code,kind");
    for (int i = 0; i < 30; i++) {
      rows.append('\n').append(i % 7).append(i % 3 == 0 ? ",p" : ",q");
      rows.append(',').append(10 * (i % 3)).append(i % 3 == 0 ? ",u" : ",v");
    }
    Path file = shell.write("codes.csv", rows.toString());
    assertThat(shell.ok("hsic", file, "--x", "a", "--label", "code").out())
        .contains("code, kernel delta");
    assertThat(shell.ok("hsic", file, "--x", "a", "--y", "code").out())
        .contains("code, kernel rbf");
    Map<?, ?> words = json("hsic", file, "--x", "word", "--y", "kind", "--json");
    assertThat(words.get("rows")).isEqualTo(30L);
    assertThat(number(words, "alignment")).isEqualTo(1, within(1e-12));
  }

  @Test
  void optionsThatContradictEachOtherAreRefused() {
    assertThat(shell.fails(2, "hsic", iris, "--label", "species", "--target", "petal_width"))
        .contains("--label and --target both name the second group");
    assertThat(shell.fails(2, "hsic", iris, "--label", "species", "--y", "petal_width"))
        .contains("leave --label out");
    assertThat(
            shell.fails(
                2, "hsic", iris, "--label", "species", "--x-kernel", "linear", "--x-gamma", 1))
        .contains("--x-gamma has no effect on the linear kernel");
    assertThat(shell.fails(2, "hsic", iris, "--label", "species", "--y-gamma", 1))
        .contains("--y-gamma has no effect on the delta kernel");
    assertThat(
            shell.fails(
                2, "hsic", iris, "--label", "species", "--test", "gamma", "--permutations", 9))
        .contains("shuffles nothing; leave --permutations out");
  }

  @Test
  void whatIsSaidCanBeFollowed() {
    Path file = shell.write("d.csv", "a,b,c", "1,5,2", "2,5,3", "4,5,1", "3,5,9");
    assertThat(shell.fails(1, "hsic", file, "--x", "a", "--y", "b"))
        .contains("the second group has the same value in every row")
        .doesNotContain("median");
    assertThat(shell.fails(2, "hsic", iris, "--label", "petal_width", "--y-kernel", "rbf"))
        .contains("name numbers with --target instead of --label");
    shell.ok("hsic", iris, "--target", "petal_width", "--y-kernel", "rbf");
    assertThat(shell.fails(2, "hsic", iris, "--x", "petal_width")).contains("--target");
    assertThat(shell.ok("hsic", "--help").out())
        .contains("--missing=drop")
        .doesNotContain("mean|em");
    assertThat(shell.ok("fit", "--help").out()).contains("--missing=drop|mean|em");
  }

  @Test
  void nothingIsPassedOverInSilence() {
    assertThat(shell.ok("hsic", iris, "--label", "species", "--test", "gamma", "--seed", 3).err())
        .contains("--seed has no effect on --test gamma");
    assertThat(shell.ok("hsic", iris, "--label", "species", "--test", "gamma").err()).isEmpty();
    Shell.Result one = shell.ok("hsic", iris, "--label", "species", "--permutations", 1);
    assertThat(one.out()).contains("by 1 permutation").doesNotContain("permutations");
    Map<?, ?> report =
        json("hsic", iris, "--x", "sepal_*", "--label", "species", "--seed", 7, "--json");
    assertThat(report.get("x").toString()).isEqualTo("[sepal_length, sepal_width]");
    assertThat(report.get("y").toString()).isEqualTo("[species]");
    assertThat(report.get("seed")).isEqualTo(7L);
  }

  /** tanh(x·y/2 + 1) of sepals is 1 to ten digits: what is left says nothing. */
  @Test
  void aKernelThatSaturatesIsRefused() {
    assertThat(
            shell.fails(
                1, "hsic", iris, "--x", "sepal_*", "--label", "species", "--x-kernel", "sigmoid"))
        .contains("to its kernel, the first group has the same value in every row");
  }

  @Test
  void textsNeedNoNumbersBesideThem() {
    Path texts = shell.write("t.csv", "a,b", "x,u", "y,v", "x,u", "y,v", "x,u", "y,v");
    Map<?, ?> report = json("hsic", texts, "--x", "a", "--y", "b", "--json");
    assertThat(number(report, "alignment")).isEqualTo(1, within(1e-12));
    assertThat(report.get("warnings").toString()).isEqualTo("[]");
    Path apart = shell.write("apart.csv", "a,b", "x,u", "y,v", "z,u");
    Shell.Result alone = shell.ok("hsic", apart, "--x", "a", "--y", "b");
    assertThat(alone.out())
        .contains("every row is a class of its own", "an unbiased estimate needs at least 4 rows")
        .doesNotContain("NaN");
  }

  @Test
  void degenerateGroupsAreNamedWithTheirFile() {
    Path file = shell.write("d.csv", "a,b,c", "1,5,2", "2,5,3", "4,5,1", "3,5,9");
    assertThat(shell.fails(1, "hsic", file, "--x", "a,c", "--y", "b", "--y-gamma", 1))
        .contains("d.csv: the second group has the same", "the first group is a, c, the second b");
    assertThat(shell.fails(1, "hsic", file, "--x", "a", "--y", "c", "--y-gamma", 1e-20))
        .contains("d.csv: to its kernel, the second group has the same");
    assertThat(
            shell.fails(1, "hsic", file, "--x", "b", "--y", "a", "--x-gamma", 1, "--landmarks", 2))
        .contains("the first group has the same value");
  }

  @Test
  void aPValueIsNeverZeroAndBoundsAreSaid() {
    StringBuilder rows = new StringBuilder("a,b");
    for (int i = 0; i < 2000; i++) {
      rows.append('\n').append(i).append(',').append(2 * i);
    }
    Path file = shell.write("line.csv", rows.toString());
    String out = shell.ok("hsic", file, "--x", "a", "--y", "b", "--test", "gamma").out();
    assertThat(out).contains("p-value      below 1e-300 by the gamma approximation");
    assertThat(
            shell
                .ok(
                    "hsic",
                    iris,
                    "--x",
                    "sepal_length..sepal_width",
                    "--y",
                    "petal_*",
                    "--x-gamma",
                    90,
                    "--y-gamma",
                    90,
                    "--landmarks",
                    4)
                .out())
        .contains("landmarks may miss more of HSIC than they see");
  }

  @Test
  void numbersTakenForClassesThatAreAllDifferentAreNamed() {
    Path table =
        shell.write(
            "own.csv", "a,b", "1.5,2", "2.5,1", "0.5,4", "7.5,3", "3.5,9", "9.5,8", "4.5,7");
    assertThat(
            shell
                .ok("hsic", table, "--x", "a", "--y", "b", "--y-kernel", "delta", "--test", "gamma")
                .out())
        .contains("every row is a class of its own");
  }
}
