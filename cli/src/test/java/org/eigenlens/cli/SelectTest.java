package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.Parallel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectTest {

  @TempDir Path folder;
  private Shell shell;
  private Path iris;

  @BeforeEach
  void irises() {
    shell = new Shell(folder);
    iris = shell.iris();
  }

  private static Map<?, ?> rule(Shell.Answer answer, String name) {
    return ((List<?>) answer.values().get("rules"))
        .stream()
            .map(entry -> (Map<?, ?>) entry)
            .filter(entry -> entry.get("rule").equals(name))
            .findFirst()
            .orElseThrow();
  }

  private static int components(Shell.Answer answer, String name) {
    return ((Number) rule(answer, name).get("components")).intValue();
  }

  @Test
  void scriptsGetEveryRuleAndTheConsensus() {
    Shell.Answer answer = shell.ok("select", iris, "--label", "species", "--json").json();
    assertThat(answer.text("method")).isEqualTo("pca");
    assertThat(answer.number("rows")).isEqualTo(150);
    assertThat(answer.number("columns")).isEqualTo(4);
    assertThat(answer.numbers("explainedVariance")).hasSize(4);
    assertThat(components(answer, "mle")).isEqualTo(3);
    assertThat(components(answer, "share-0.95")).isEqualTo(2);
    assertThat(rule(answer, "kaiser").containsKey("components")).isFalse();
    assertThat((String) rule(answer, "kaiser").get("why")).contains("standardise them");
    assertThat((List<?>) answer.values().get("rules")).hasSize(13);
    int[] numbers =
        Stream.of("elbow", "broken-stick", "parallel", "parallel-normal", "mle", "likelihood")
            .mapToInt(name -> components(answer, name))
            .toArray();
    numbers = Arrays.copyOf(numbers, 8);
    numbers[6] = components(answer, "gavish-donoho");
    numbers[7] = components(answer, "cv");
    Arrays.sort(numbers);
    assertThat(answer.number("consensus")).isEqualTo(numbers[3]);
    Map<?, ?> spread = (Map<?, ?>) answer.values().get("spread");
    assertThat(spread.get("lowest").toString()).isEqualTo("1");
    assertThat(spread.get("highest").toString()).isEqualTo("3");
  }

  @Test
  void peopleGetATableWithReasonsAndCautions() {
    String out =
        shell.ok("select", iris, "--label", "species", "--standardize", "--iterations", 40).out();
    assertThat(out)
        .startsWith(
            "how many components: principal component analysis of 150 rows × 4 columns, centred,"
                + " standardised\n")
        .contains("rule             components  why\n")
        .contains("kaiser                    1  1 eigenvalue exceeds 1")
        .contains("95 % quantile of 40")
        .containsPattern("consensus: \\d, the median of 9 rules; they say 1 to 3, and \\d of them")
        .contains("when not to believe them");
    assertThat(out.lines().mapToInt(String::length).max().orElseThrow()).isLessThanOrEqualTo(100);
  }

  @Test
  void fitTakesTheNumberThatSelectNames() {
    Shell.Answer selected = shell.ok("select", iris, "--label", "species", "--json").json();
    for (String name :
        List.of("mle", "elbow", "broken-stick", "parallel", "gavish-donoho", "cv", "likelihood")) {
      Shell.Answer fitted =
          shell.ok("fit", iris, "--label", "species", "-k", name, "--json").json();
      assertThat(fitted.number("components")).as(name).isEqualTo(components(selected, name));
      assertThat(rule(fitted, name)).isEqualTo(rule(selected, name));
    }
    String out = shell.ok("fit", iris, "--label", "species", "-k", "KAISER", "--standardize").out();
    assertThat(out).contains("PC1").doesNotContain("PC2").contains("components by kaiser: 1 eigen");
  }

  @Test
  void threadsAndRepetitionChangeNothing() {
    String[] command = {"select", iris.toString(), "--label", "species", "--seed", "7"};
    String first = shell.ok((Object[]) command).out();
    int before = Parallel.threads();
    try {
      assertThat(shell.ok(with(command, "--threads", "1")).out()).isEqualTo(first);
      assertThat(shell.ok(with(command, "--threads", "4")).out()).isEqualTo(first);
    } finally {
      Parallel.setThreads(before);
    }
  }

  private static Object[] with(String[] command, String... more) {
    return Stream.concat(Arrays.stream(command), Arrays.stream(more)).toArray();
  }

  @Test
  void kernelModelsHaveRulesOfTheirOwn() {
    Shell.Answer answer =
        shell
            .ok("select", iris, "--label", "species", "-m", "kernel-pca", "--gamma", 0.25, "--json")
            .json();
    assertThat((List<?>) answer.values().get("rules")).hasSize(6);
    assertThat(components(answer, "share-0.80")).isEqualTo(3);
    assertThat(answer.numbers("eigenvalues")[0]).isGreaterThan(48.11).isLessThan(48.12);
    Shell.Answer fitted =
        shell
            .ok(
                "fit",
                iris,
                "--label",
                "species",
                "-m",
                "kernel-pca",
                "--gamma",
                0.25,
                "-k",
                "cv",
                "--json")
            .json();
    assertThat(fitted.number("components")).isEqualTo(components(answer, "cv"));
  }

  @Test
  void similaritiesHaveNoPointsToGoBackTo() {
    Path square =
        shell.table(
            "square.csv",
            List.of("a", "b", "c", "d"),
            new double[][] {{4, 1, 0, 1}, {1, 4, 1, 0}, {0, 1, 5, 1}, {1, 0, 1, 6}});
    Shell.Answer answer =
        shell.ok("select", square, "-m", "kernel-pca", "--kernel", "precomputed", "--json").json();
    assertThat((String) rule(answer, "cv").get("why")).contains("knows no points");
  }

  /** Columns in another order than the rows they are named like are put in theirs, as by fit. */
  @Test
  void similaritiesInAnotherOrderAreJudgedAsFitFitsThem() {
    Path shuffled =
        shell.write(
            "shuffled.csv",
            "id,c,a,e,b,d",
            "a,0.2,9,0.1,3,0.5",
            "b,1,3,0.2,8,0.1",
            "c,6,0.2,2,1,0.4",
            "d,0.4,0.5,1,0.1,5",
            "e,2,0.1,4,0.2,1");
    Object[] options = {
      shuffled, "-m", "kernel-pca", "--kernel", "precomputed", "--id", "id", "--json"
    };
    Shell.Answer selected = shell.ok(with(new Object[] {"select"}, options)).json();
    Shell.Answer fitted = shell.ok(with(with(new Object[] {"fit"}, options), "-k", "elbow")).json();
    assertThat(rule(fitted, "elbow")).isEqualTo(rule(selected, "elbow"));
    assertThat(selected.texts("warnings")).anyMatch(text -> text.contains("in that of the rows"));
    assertThat(shell.fails(1, "select", iris, "-m", "kernel-pca", "--kernel", "precomputed"))
        .contains("a precomputed kernel is a square table");
  }

  @Test
  void fitHandsTheOptionsOfRulesOn() {
    Object[] draws = {"--quantile", "0.5", "--iterations", 30};
    Object[] data = {iris, "--label", "species", "--json"};
    Shell.Answer selected =
        shell.ok(with(with(new Object[] {"select"}, data), with(draws, "--folds", 3))).json();
    Object[] fit = with(new Object[] {"fit"}, data);
    Shell.Answer parallel = shell.ok(with(with(fit, draws), "-k", "parallel")).json();
    assertThat((String) rule(parallel, "parallel").get("why"))
        .contains("the 50 % quantile of 30 permutations")
        .isEqualTo(rule(selected, "parallel").get("why"));
    Shell.Answer cells = shell.ok(with(fit, "-k", "cv", "--folds", 3)).json();
    assertThat((String) rule(cells, "cv").get("why"))
        .contains("3 parts of the rows")
        .isEqualTo(rule(selected, "cv").get("why"));
    assertThat(shell.fails(2, with(fit, "-k", "mle", "--quantile", 0.5)))
        .contains("--quantile is for -k parallel");
    assertThat(shell.fails(2, with(fit, "--iterations", 5))).contains("--iterations is for -k par");
    assertThat(shell.fails(2, with(fit, "-k", "mle", "--folds", 5))).contains("-k likelihood");
  }

  @Test
  void failuresNameTheFileAsThoseOfFitDo() {
    Path single = shell.write("single.csv", "a,b", "1,2");
    assertThat(shell.fails(1, "select", single))
        .contains("single.csv", "only 1 row", "--no-center");
    Path same = shell.write("same.csv", "a,b", "1,2", "1,2", "1,2");
    assertThat(shell.fails(1, "select", same)).contains("same.csv", "ll rows are the same");
    Path negative = shell.write("negative.csv", "a,b", "1,2", "3,-1", "2,5", "4,4");
    assertThat(shell.fails(1, "select", negative, "-m", "kernel-pca", "--kernel", "chi2"))
        .contains("negative.csv");
    assertThat(shell.ok("select", iris, "--label", "species", "--memory", "1m").err())
        .contains("--memory is less than the program itself takes");
  }

  @Test
  void fewRowsOfManyColumnsHaveNoEvidence() {
    double[][] wide = new double[20][21];
    Random random = new Random(1);
    for (double[] row : wide) {
      Arrays.setAll(row, j -> random.nextGaussian());
    }
    Path file = shell.table("wide.npy", Words.numbered("x", 21), wide);
    assertThat(shell.fails(1, "fit", file, "-k", "mle"))
        .contains(
            "mle cannot be applied: it needs at least as many rows as columns, not 20 rows × 21");
    assertThat(shell.fails(1, "fit", file, "-k", "parallel", "--standardize"))
        .contains("parallel finds no component", "ask for a number");
  }

  @Test
  void rowsWithGapsAreTreatedAsFitTreatsThem() {
    Path gaps = shell.write("gaps.csv", "a,b,c", "1,2,3", "2,,4", "3,5,5", "4,6,9", "6,9,8");
    assertThat(shell.fails(1, "select", gaps)).contains("gaps.csv");
    assertThat(shell.ok("select", gaps, "--missing", "drop").out())
        .contains("4 rows × 3 columns")
        .contains("warning: 1 of 5 rows has missing cells and was left out");
    assertThat(shell.ok("select", gaps, "--missing", "mean").out()).contains("5 rows × 3 columns");
  }

  @Test
  void dataLargerThanMemoryAreJudgedByTheirSpectrum() {
    Shell.Answer answer =
        shell.ok("select", iris, "--label", "species", "--memory", "1k", "--json").json();
    assertThat(components(answer, "mle")).isEqualTo(3);
    assertThat((String) rule(answer, "cv").get("why")).contains("all rows in memory");
  }

  @Test
  void columnsCanBeChosen() {
    assertThat(shell.ok("select", iris, "--columns", "petal*").out())
        .contains("150 rows × 2 columns");
    assertThat(shell.ok("select", iris, "--label", "species", "--exclude", "petal_width").out())
        .contains("150 rows × 3 columns");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--iterations 0|a whole number from 1 on, not 0",
        "--iterations many|a whole number from 1 on, not many",
        "--folds 1|a whole number from 2 on, not 1",
        "--quantile 95|a number between 0 and 1, such as 0.95, not 95",
        "--quantile 0|a number between 0 and 1",
        "--gamma 1|--gamma is for kernel methods, not for pca; use -m kernel-pca",
        "-m kernel-pca --kernel precomputed --standardize|a precomputed kernel has none",
        "-m kernel-pca --kernel poly --gamma median|--gamma median is for rbf and laplacian",
        "-m umap|there is no method 'umap'",
        "-k 3|-k",
      })
  void wrongCommandsAreRefused(String options, String expected) {
    Object[] words =
        Stream.concat(
                Stream.of("select", iris, "--label", "species"),
                Arrays.stream(options.split(" ", -1)))
            .toArray();
    assertThat(shell.fails(2, words)).contains(expected);
  }

  /** The correlations 0.9410 and 0.1239 of 150 rows: Λ₂ = 0.98465, F(1, 147) = 2.29, p = 0.132. */
  @Test
  void pairsOfTwoViewsAreCountedByWilksTest() {
    Object[] views = {"select", iris, "-m", "cca", "--x", "sepal*", "--y", "petal*", "--json"};
    Shell.Answer answer = shell.ok(with(views, "--permutations", "199")).json();
    assertThat(components(answer, "wilks")).isEqualTo(1);
    assertThat((String) rule(answer, "wilks").get("why")).contains("p = 0.132 for pair 2");
    assertThat(components(answer, "permutation")).isEqualTo(1);
    assertThat(answer.numbers("correlations")).hasSize(2);
    Shell.Answer ridge = shell.ok(with(views, "--ridge", "0.1")).json();
    assertThat(rule(ridge, "wilks").containsKey("components")).isFalse();
    assertThat((String) rule(ridge, "wilks").get("why")).contains("without a ridge");
  }

  private static Object[] with(Object[] words, Object... more) {
    return Stream.concat(Arrays.stream(words), Arrays.stream(more)).toArray();
  }

  @Test
  void twoViewsNeedTheirMethod() {
    assertThat(shell.fails(2, "select", iris, "--x", "sepal*", "--y", "petal*"))
        .contains("use -m cca");
    assertThat(shell.fails(2, "select", iris, "-m", "kernel-cca", "--x", "a", "--y", "b"))
        .contains("rows left out");
  }

  @Test
  void warningsNameColumnsAsTheFileDoes() {
    shell.write("flat.csv", "alpha,beta,gamma", "1,7,3", "2,7,1", "4,7,2", "3,7,9");
    assertThat(shell.ok("select", shell.path("flat.csv")).out()).contains("constant: beta");
  }

  /** Whatever is fitted before, after or beside the model that was asked for. */
  @Test
  void refusalsNameTheFileAndItsColumns() {
    String[] rows = {"1.7e308,1,7", "-1.7e308,2,", "1.7e308,3,6", "-1.6e308,5,1", "1e308,2,9"};
    Path huge = shell.write("huge.csv", "alpha,beta,gamma", String.join("\n", rows));
    String whole = "huge.csv --exclude gamma ";
    for (String command :
        List.of(
            "select " + whole + "-m kernel-pca",
            "select " + whole + "--standardize",
            "select huge.csv --missing em --standardize",
            "fit " + whole + "-m kernel-pca -k elbow",
            "fit " + whole + "-m kernel-pca -k cv",
            "fit " + whole + "-k kaiser --standardize",
            "fit " + whole + "-m isomap --neighbors 2 --piece 1",
            "fit huge.csv --missing em --standardize",
            "fit huge.csv huge.csv -m cca --missing em --standardize")) {
      assertThat(shell.fails(1, (Object[]) command.replace("huge.csv", huge.toString()).split(" ")))
          .as(command)
          .contains("huge.csv: ", "column 'alpha'");
    }
  }
}
