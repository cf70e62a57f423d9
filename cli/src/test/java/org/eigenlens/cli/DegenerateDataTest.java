package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables at the edge of what can be fitted: a clear answer or a clear refusal, never NaN. */
class DegenerateDataTest {

  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void shell() {
    shell = new Shell(folder);
  }

  /** Fits, and checks that all that comes out is finite. */
  private Shell.Answer fit(Path file, Object... options) {
    Object[] words = new Object[options.length + 7];
    List<Object> first =
        List.of("fit", file, "--json", "-o", shell.path("m"), "--scores", shell.path("s.csv"));
    for (int i = 0; i < words.length; i++) {
      words[i] = i < 7 ? first.get(i) : options[i - 7];
    }
    Shell.Result result = shell.ok(words);
    assertThat(result.out()).doesNotContain("null", "NaN", "Infinity");
    assertThat(shell.csv("s.csv").stream().skip(1).flatMap(List::stream))
        .allMatch(cell -> Double.isFinite(Double.parseDouble(cell)));
    Shell.Result back = shell.ok("reconstruct", shell.path("m"), file);
    assertThat(back.csv().stream().skip(1).flatMap(List::stream))
        .allMatch(cell -> Double.isFinite(Double.parseDouble(cell)));
    return result.json();
  }

  @Test
  void noRows() {
    assertThat(shell.fails(1, "fit", shell.write("x.csv", "a,b"))).contains("x.csv", "no rows");
    assertThat(shell.fails(1, "fit", shell.write("y.csv"))).contains("y.csv");
    Path model = shell.path("m");
    shell.ok("fit", shell.write("z.csv", "a,b", "1,2", "2,5", "4,4"), "-o", model);
    assertThat(shell.fails(1, "fit", "--sql", "select 1 as a, 2 as b where 1 > 2"))
        .contains("no rows");
  }

  @Test
  void noColumns() {
    Path text = shell.write("x.csv", "a,b", "u,v", "w,x");
    assertThat(shell.fails(1, "fit", text)).contains("no numeric column");
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "streaming"})
  void oneRow(String solver) {
    Path one = shell.write("x.csv", "a,b", "1,2");
    assertThat(shell.fails(1, "fit", one, "--solver", solver)).contains("only 1 row", "2");
  }

  @Test
  void oneRowWithoutCentring() {
    Path one = shell.write("x.csv", "a,b", "3,4");
    assertThat(fit(one, "--no-center").numbers("eigenvalues"))
        .containsExactly(new double[] {25}, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "covariance", "gram", "svd", "krylov", "power", "streaming"})
  void aConstantTableHasNoVariance(String solver) {
    Path constant = shell.write("x.csv", "a,b", "0.1,2", "0.1,2", "0.1,2");
    for (Object[] options :
        new Object[][] {
          {"--solver", solver},
          {"--solver", solver, "--standardize", "--whiten", "-k", 2},
          {"--solver", solver, "-k", 0.9}
        }) {
      Shell.Answer answer = fit(constant, options);
      assertThat(answer.numbers("eigenvalues")).containsOnly(0);
      assertThat(answer.numbers("explainedVarianceRatio")).containsOnly(0);
      assertThat(answer.texts("warnings")).anyMatch(line -> line.contains("constant"));
    }
  }

  @Test
  void aConstantColumnIsNotDividedByZero() {
    Path file = shell.write("x.csv", "a,b,c", "1,7,2", "4,7,1", "2,7,5", "7,7,2");
    Shell.Answer answer = fit(file, "--standardize");
    assertThat(answer.number("totalVariance")).isEqualTo(2, within(1e-12));
    assertThat(answer.texts("warnings"))
        .anySatisfy(line -> assertThat(line).contains("constant", "b"));
    double[] all = fit(file, "-k", 3).numbers("eigenvalues");
    assertThat(all[2]).isZero();
  }

  @Test
  void tooManyComponentsNameTheBounds() {
    Path file = shell.write("x.csv", "a,b,c", "0,1,0", "1,0,0");
    assertThat(shell.fails(1, "fit", file, "-k", 3)).contains("3", "2 rows × 3 columns", "1 to 2");
  }

  @Test
  void componentsBeyondTheRankAreZeroAndTold() {
    Path file = shell.write("x.csv", "a,b,c", "0,1,0", "1,0,0");
    Shell.Answer answer = fit(file, "-k", 2);
    assertThat(answer.numbers("eigenvalues")).containsExactly(new double[] {1, 0}, within(1e-12));
    assertThat(answer.texts("warnings")).isNotEmpty();
  }

  @Test
  void identicalColumnsAndRowsAreOneComponent() {
    Path file = shell.write("x.csv", "a,b,c", "1,1,1", "1,1,1", "4,4,4", "2,2,2");
    Shell.Answer answer = fit(file);
    assertThat(answer.number("components")).isEqualTo(1);
    assertThat(answer.numbers("explainedVarianceRatio"))
        .containsExactly(new double[] {1}, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "covariance", "gram", "svd", "krylov", "power", "streaming"})
  void moreColumnsThanRows(String solver) {
    StringBuilder header = new StringBuilder("c0");
    String[] rows = {"0", "1", "5"};
    for (int j = 1; j < 20; j++) {
      header.append(",c").append(j);
      for (int i = 0; i < 3; i++) {
        rows[i] += "," + (i * i * j % 7 + (i == 1 ? j : 0.5));
      }
    }
    Path wide = shell.write("x.csv", header.toString(), rows[0], rows[1], rows[2]);
    Shell.Answer answer = fit(wide, "--solver", solver, "-k", 2);
    assertThat(answer.numbers("eigenvalues"))
        .containsExactly(
            fit(wide, "--solver", "svd", "-k", 2).numbers("eigenvalues"), within(1e-7));
    double[] shares = answer.numbers("explainedVarianceRatio");
    assertThat(shares[0] + shares[1]).isEqualTo(1, within(1e-10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"e150", "e-150"})
  void numbersFarFromOne(String unit) {
    Path far =
        shell.write(
            "x.csv",
            "a,b",
            "1" + unit + ",2" + unit,
            "3" + unit + ",1" + unit,
            "4" + unit + ",5" + unit);
    Path near = shell.write("y.csv", "a,b", "1,2", "3,1", "4,5");
    for (String solver : List.of("auto", "covariance", "gram", "krylov", "streaming")) {
      assertThat(fit(far, "--solver", solver, "-k", 2).numbers("explainedVarianceRatio"))
          .as(solver)
          .containsExactly(fit(near).numbers("explainedVarianceRatio"), within(1e-9));
    }
  }

  @Test
  void oneColumn() {
    Path one = shell.write("x.csv", "a", "1", "2", "4");
    Shell.Answer answer = fit(one);
    assertThat(answer.numbers("explainedVariance"))
        .containsExactly(new double[] {7 / 3.0}, within(1e-12));
    assertThat(shell.csv("s.csv").get(0)).containsExactly("PC1");
  }

  @Test
  void aLargeMeanDoesNotSwallowTheSpread() {
    Path file = shell.write("x.csv", "a,b", "1e9,1", "1000000001,2", "1000000002,4");
    Path same = shell.write("y.csv", "a,b", "0,1", "1,2", "2,4");
    assertThat(fit(file).numbers("eigenvalues"))
        .containsExactly(fit(same).numbers("eigenvalues"), within(1e-6));
  }

  @Test
  void dataWhoseVarianceIsNoNumberAreToBeDivided() {
    Path huge = shell.write("huge.csv", "a,b", "1e308,1", "-1e308,2", "9e307,4");
    assertThat(shell.fails(1, "fit", huge))
        .contains("huge.csv: the data differ by more than 1.8e+308", "too large for double")
        .contains("numbers; divide");
    Path tiny = shell.write("tiny.csv", "a,b", "1e-200,0", "-1e-200,0", "3e-200,0");
    assertThat(shell.fails(1, "fit", tiny))
        .contains("tiny.csv: the data differ by 2.0e-200", "too small for double numbers")
        .contains("; multiply");
  }

  /** A column varies, though its squares vanish. */
  @ParameterizedTest
  @ValueSource(strings = {"supervised-pca", "dual-supervised-pca", "fisher"})
  void dataWhoseVarianceVanishesAreNotCalledConstant(String method) {
    for (String unit : List.of("e-160", "e-308", "e-320")) {
      Path tiny =
          shell.write(
              "tiny.csv",
              "a,t",
              "1" + unit + ",x",
              "2" + unit + ",y",
              "-1" + unit + ",x",
              "3" + unit + ",y");
      assertThat(shell.fails(1, "fit", tiny, "-m", method, "--label", "t"))
          .as("%s of %s", method, unit)
          .contains(
              method.equals("fisher")
                  ? "column 'a' varies by 2" + unit + " only"
                  : "tiny.csv: the data differ by 2.0" + unit,
              "; multiply");
    }
  }
}
