package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eigenlens.cli.Shell.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is done with a kernel model: new rows, the way back, and a look inside. */
class KernelApplyTest {

  private static final String NAMES = "sepal_length,sepal_width,petal_length,petal_width";

  @TempDir Path folder;
  private Shell shell;
  private Path iris;
  private Path model;

  @BeforeEach
  void model() {
    shell = new Shell(folder);
    iris = shell.iris();
    model = shell.path("m");
    fit("--gamma", 0.25, "-k", 4);
  }

  private Answer fit(Object... options) {
    Object[] words = {"fit", iris, "--label", "species", "-m", "kernel-pca", "--json", "-o", model};
    Object[] all = Arrays.copyOf(words, words.length + options.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    return shell.ok(all).json();
  }

  private Answer back(Object... options) {
    Object[] words = {"reconstruct", model, iris, "--json"};
    Object[] all = Arrays.copyOf(words, words.length + options.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    return shell.ok(all).json();
  }

  private static Answer way(Answer answer) {
    return new Answer((Map<?, ?>) answer.values().get("preImage"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fixed-point", "mds", "ridge"})
  void everyWayBackComesNearTheRows(String way) {
    Answer answer = back("--pre-image", way);
    // All but 15 % of the variance in feature space is kept; the mean of the columns alone has
    // 1.14.
    assertThat(answer.number("meanSquaredError")).isBetween(0.001, 0.06);
    assertThat(answer.number("rows")).isEqualTo(150);
    assertThat(way(answer).text("method")).isEqualTo(way);
    assertThat(way(answer).number("medianError")).isBetween(0.0, 0.1);
    assertThat(way(answer).number("largestError")).isBetween(0.1, 0.5);
    assertThat(way(answer).number("unconverged")).isZero();
    assertThat(way(answer).number("fallbacks")).isZero();
    assertThat(answer.texts("warnings")).isEmpty();
  }

  @Test
  void theWayBackIsChosenAtFitAndCanBeChangedLater() {
    assertThat(way(back()).text("method")).isEqualTo("fixed-point");
    fit("-k", 4, "--pre-image", "ridge");
    assertThat(way(back()).text("method")).isEqualTo("ridge");
    assertThat(way(back("--pre-image", "mds")).text("method")).isEqualTo("mds");
    fit("-k", 4, "--kernel", "laplacian");
    assertThat(way(back()).text("method")).isEqualTo("ridge");
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "poly", "sigmoid", "laplacian", "cosine", "chi2"})
  void everyKernelOfPointsHasAWayBack(String kernel) {
    fit("--kernel", kernel, "-k", 2);
    Answer answer = back();
    assertThat(answer.number("meanSquaredError")).isFinite();
    assertThat(way(answer).number("largestError")).isFinite();
  }

  @Test
  void theLinearKernelGoesBackAsPcaDoes() {
    fit("--kernel", "linear", "-k", 2);
    assertThat(back().number("meanSquaredError")).isEqualTo(15.20464436 / 600, within(1e-9));
  }

  @Test
  void howItWentIsOneLineAndNoWarning() {
    Shell.Result file = shell.ok("denoise", model, iris, "-o", shell.path("back.csv"));
    assertThat(file.err()).isEmpty();
    assertThat(file.out().lines().toList()).hasSize(3);
    assertThat(file.out())
        .contains("mean squared error", "150 pre-images by fixed-point: relative error", "wrote");
    Shell.Result piped = shell.ok("denoise", model, iris);
    assertThat(piped.csv()).hasSize(151);
    assertThat(piped.err().lines().toList()).hasSize(2);
    assertThat(piped.err()).contains("150 pre-images by fixed-point").doesNotContain("warning");
  }

  @Test
  void batchesAreReportedTogether() {
    Answer whole = back();
    // So little memory makes rows stream, 64 at a time.
    Shell.Result pieces = shell.ok("denoise", model, iris, "--memory", "2k");
    assertThat(pieces.csv()).hasSize(151);
    assertThat(pieces.err().lines().filter(line -> line.contains("pre-images")))
        .singleElement()
        .asString()
        .startsWith("150 pre-images by fixed-point");
    Answer joined = back("--memory", "2k");
    for (String name : List.of("medianError", "largestError", "unconverged", "fallbacks")) {
      assertThat(way(joined).number(name)).isEqualTo(way(whole).number(name), within(1e-6));
    }
    assertThat(joined.number("meanSquaredError"))
        .isEqualTo(whole.number("meanSquaredError"), within(1e-6));
  }

  @Test
  void rowsFarFromEverythingAreAWarning() {
    Path far = shell.write("far.csv", NAMES, "5.1,3.5,1.4,0.2", "500,-300,900,100");
    Shell.Result result = shell.ok("reconstruct", model, far);
    assertThat(result.csv()).hasSize(3);
    assertThat(result.csv().get(2)).doesNotContain("", "NaN");
    Answer answer = shell.ok("reconstruct", model, far, "--json").json();
    double problems = way(answer).number("fallbacks") + way(answer).number("unconverged");
    boolean poor = way(answer).number("largestError") >= 0.5;
    assertThat(answer.texts("warnings").isEmpty()).isEqualTo(problems == 0 && !poor);
  }

  @Test
  void missingCellsOfNewRows() {
    Path gaps = shell.write("gaps.csv", NAMES, "5.1,,1.4,0.2", "6.3,3.3,6.0,2.5");
    assertThat(shell.fails(1, "transform", model, gaps)).contains("line 2", "sepal_width");
    Shell.Result dropped = shell.ok("transform", model, gaps, "--missing", "drop");
    assertThat(dropped.csv().get(1)).containsExactly("", "", "", "");
    assertThat(dropped.csv().get(2)).doesNotContain("");
    assertThat(dropped.err()).contains("1 row with missing cells has no coordinates");
    Shell.Result filled = shell.ok("transform", model, gaps, "--missing", "mean");
    assertThat(filled.csv().get(1)).doesNotContain("");
    assertThat(filled.err()).contains("1 missing cell");
    assertThat(shell.fails(1, "transform", model, gaps, "--missing", "em"))
        .contains("model of kernel-pca has none", "use --missing mean or drop", "or fit with");
  }

  @Test
  void rowsWithoutCoordinatesAreNotCountedAsPreImages() {
    Path gaps = shell.write("gaps.csv", NAMES, "5.1,,1.4,0.2", "6.3,3.3,6.0,2.5");
    Shell.Result back = shell.ok("reconstruct", model, gaps, "--missing", "drop");
    assertThat(back.csv().get(1)).containsExactly("", "", "", "");
    assertThat(back.err()).contains("1 pre-image by fixed-point", "(row 2)", "over 1 row ×");
    Path none = shell.write("none.csv", NAMES, "5.1,,1.4,0.2");
    Answer answer = shell.ok("reconstruct", model, none, "--missing", "drop", "--json").json();
    assertThat(way(answer).values().containsKey("largestError")).isFalse();
    assertThat(answer.values().containsKey("meanSquaredError")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop", "mean", "em"})
  void missingCellsOfTheFit(String policy) {
    Path gaps =
        shell.write("gaps.csv", "a,b,c", "1,2,3", "2,,5", "3,1,4", "4,3,9", "5,9,2", "6,5,5");
    assertThat(shell.fails(1, "fit", gaps, "-m", "kernel-pca")).contains("line 3", "column 'b'");
    Path scores = shell.path("s.csv");
    Shell.Result result =
        shell.ok("fit", gaps, "-m", "kernel-pca", "-k", 2, "--missing", policy, "--scores", scores);
    assertThat(result.out()).contains("warning: ", "missing cell");
    assertThat(shell.csv("s.csv")).hasSize(7);
    assertThat(shell.csv("s.csv").get(2).contains("")).isEqualTo(policy.equals("drop"));
  }

  @Test
  void diagnosticsAndLoadingsAreOfLinearModels() {
    assertThat(shell.fails(1, "transform", model, iris, "--diagnostics"))
        .contains("--diagnostics needs a linear model");
    Path loadings = shell.path("l.csv");
    assertThat(shell.fails(1, "inspect", model, "--loadings", loadings)).contains("no loadings");
    assertThat(loadings).doesNotExist();
  }

  @Test
  void inspectKnowsWhatFitSaid() {
    Answer fitted = fit("--gamma", 0.25, "-k", 4, "--landmarks", 40);
    Answer answer = shell.ok("inspect", model, "--json").json();
    for (String name : List.of("eigenvalues", "singularValues", "explainedVarianceRatio")) {
      assertThat(answer.numbers(name)).containsExactly(fitted.numbers(name));
    }
    for (String name : List.of("rows", "columns", "totalVariance", "landmarks", "traceError")) {
      assertThat(answer.number(name)).isEqualTo(fitted.number(name));
    }
    assertThat(answer.values().get("kernel")).isEqualTo(fitted.values().get("kernel"));
    assertThat(shell.ok("inspect", model).out())
        .contains("kernel principal component analysis of 150 rows", "kernel       rbf, gamma 0.25")
        .contains("nystrom: 40 landmarks as asked for", "seed 0, tolerance 1e-8");
  }

  @Test
  void modelsNeedTheirColumns() {
    Path other = shell.write("other.csv", "a,b", "1,2");
    assertThat(shell.fails(1, "transform", model, other)).contains("sepal_length");
  }
}
