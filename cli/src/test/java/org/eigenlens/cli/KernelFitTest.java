package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.eigenlens.cli.Shell.Answer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What fit answers for kernel PCA. The numbers of the irises with gamma 0.25 are those of {@code
 * sklearn.decomposition.KernelPCA(kernel="rbf", gamma=0.25)}.
 */
class KernelFitTest {

  private static final Offset<Double> EXACT = within(1e-8);
  private static final double[] IRIS = {48.11051564, 19.09429428, 6.63327814, 4.27532381};

  @TempDir Path folder;
  private Shell shell;
  private Path iris;

  @BeforeEach
  void irises() {
    shell = new Shell(folder);
    iris = shell.iris();
  }

  private Object[] command(Object... options) {
    Object[] words = {"fit", iris, "--label", "species", "-m", "kernel-pca"};
    Object[] all = Arrays.copyOf(words, words.length + options.length);
    System.arraycopy(options, 0, all, words.length, options.length);
    return all;
  }

  private Answer fit(Object... options) {
    Object[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = "--json";
    return shell.ok(command(all)).json();
  }

  private static Answer object(Answer answer, String name) {
    assertThat(answer.values().get(name)).as(name).isInstanceOf(Map.class);
    return new Answer((Map<?, ?>) answer.values().get(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "dense", "krylov", "power"})
  void exactSolversGiveThePublishedEigenvalues(String solver) {
    Answer answer = fit("--gamma", 0.25, "-k", 4, "--solver", solver, "--tolerance", 1e-10);
    assertThat(answer.numbers("eigenvalues")).containsExactly(IRIS, EXACT);
    assertThat(answer.text("solver")).isEqualTo(solver.equals("auto") ? "dense" : solver);
    assertThat(answer.texts("warnings")).isEmpty();
  }

  @Test
  void jsonHasTheAgreedNamesAndNoOthers() {
    Answer answer = fit("--gamma", 0.25, "-k", 2, "-o", shell.path("m"));
    assertThat(answer.values().keySet().stream().map(String::valueOf).toList())
        .containsExactlyInAnyOrder(
            "method",
            "rows",
            "columns",
            "components",
            "solver",
            "solverReason",
            "eigenvalues",
            "singularValues",
            "explainedVariance",
            "explainedVarianceRatio",
            "totalVariance",
            "kernel",
            "certificate",
            "warnings",
            "seconds",
            "model");
    assertThat(answer.text("method")).isEqualTo("kernel-pca");
    assertThat(answer.number("rows")).isEqualTo(150);
    assertThat(answer.number("columns")).isEqualTo(4);
    assertThat(answer.number("components")).isEqualTo(2);
    assertThat(object(answer, "kernel").values()).isEqualTo(Map.of("name", "rbf", "gamma", 0.25));
    assertThat(object(answer, "certificate").number("maxRelativeResidual")).isBetween(0.0, 1e-10);
    assertThat(object(answer, "certificate").number("orthogonality")).isBetween(0.0, 1e-10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "poly", "rbf", "laplacian", "cosine", "chi2"})
  void everyKernelGoesByItsName(String kernel) {
    Answer answer = fit("--kernel", kernel, "-k", 3);
    assertThat(object(answer, "kernel").text("name")).isEqualTo(kernel);
    assertThat(answer.numbers("eigenvalues")).hasSize(3);
    assertThat(answer.numbers("eigenvalues")[2]).isPositive();
    assertThat(answer.texts("warnings")).isEmpty();
  }

  @Test
  void theLinearKernelIsPca() {
    Answer kernel = fit("--kernel", "linear", "-k", 3);
    Answer pca = shell.ok("fit", iris, "--label", "species", "-k", 3, "--json").json();
    for (String name : List.of("eigenvalues", "explainedVariance", "explainedVarianceRatio")) {
      assertThat(kernel.numbers(name)).containsExactly(pca.numbers(name), EXACT);
    }
  }

  @Test
  void gammaIsOneOverTheColumnsByDefault() {
    assertThat(fit("-k", 4).numbers("eigenvalues")).containsExactly(IRIS, EXACT);
    assertThat(object(fit(), "kernel").number("gamma")).isEqualTo(0.25);
  }

  @Test
  void gammaByTheMedianOfDistances() {
    Path line = shell.write("line.csv", "a", "0", "1", "3", "7");
    // Distances 1, 2, 3, 4, 6, 7: their median is 3.5; of their squares it is (9 + 16) / 2.
    for (String[] expected : new String[][] {{"rbf", "0.04"}, {"laplacian", "0.142857142857"}}) {
      Answer answer =
          shell
              .ok(
                  "fit",
                  line,
                  "-m",
                  "kernel-pca",
                  "--kernel",
                  expected[0],
                  "--gamma",
                  "median",
                  "--json")
              .json();
      assertThat(object(answer, "kernel").number("gamma"))
          .isEqualTo(Double.parseDouble(expected[1]), within(1e-9));
    }
  }

  @Test
  void polynomialsHaveDegreeAndConstant() {
    Answer third = fit("--kernel", "poly", "-k", 1);
    assertThat(object(third, "kernel").values())
        .isEqualTo(Map.of("name", "poly", "gamma", 0.25, "coef0", 1.0, "degree", 3L));
    Answer first = fit("--kernel", "poly", "--gamma", 2, "--degree", 1, "--coef0", 7, "-k", 1);
    // (2·x·y + 7)^1 is the linear kernel twice, since centring takes the constant out.
    assertThat(first.numbers("eigenvalues")[0])
        .isEqualTo(2 * fit("--kernel", "linear", "-k", 1).numbers("eigenvalues")[0], EXACT);
  }

  @Test
  void parametersThatAKernelDoesNotHaveAreSaidToHaveNoEffect() {
    Answer answer = fit("--kernel", "linear", "--gamma", 3, "--degree", 2, "--coef0", 1);
    assertThat(answer.texts("warnings"))
        .containsExactly(
            "--gamma has no effect on the linear kernel",
            "--degree has no effect on the linear kernel",
            "--coef0 has no effect on the linear kernel");
    assertThat(shell.ok(command("--degree", 2)).err())
        .isEqualTo("warning: --degree has no effect on the rbf kernel" + System.lineSeparator());
  }

  @Test
  void tenComponentsByDefaultOrAsManyAsCarryVariance() {
    assertThat(fit().number("components")).isEqualTo(10);
    assertThat(fit("--kernel", "linear").number("components")).isEqualTo(4);
    Path three = shell.write("three.csv", "a,b", "1,2", "3,5", "4,4");
    for (String option : List.of("--solver=auto", "--landmarks=auto")) {
      Answer answer = shell.ok("fit", three, "-m", "kernel-pca", option, "--json").json();
      assertThat(answer.number("components")).isEqualTo(2);
      assertThat(answer.texts("warnings")).isEmpty();
    }
    assertThat(fit("--landmarks", 5).number("components")).isLessThanOrEqualTo(5);
    Path few = shell.write("few.csv", "a", "0.1", "0.2", "3", "4");
    Object[] sigmoid = {"fit", few, "-m", "kernel-pca", "--kernel", "sigmoid", "--json"};
    assertThat(shell.ok(sigmoid).json().number("components")).isLessThan(4);
  }

  @Test
  void componentsAskedForByNumberAreThere() {
    Answer answer = fit("--kernel", "linear", "-k", 6);
    assertThat(answer.number("components")).isEqualTo(6);
    assertThat(answer.texts("warnings").get(0)).contains("only 4 of 6 components carry variance");
  }

  @Test
  void moreComponentsThanRows() {
    assertThat(shell.fails(1, command("-k", 151))).contains("150 rows has at most 150");
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "krylov"})
  void aShareTakesAsFewAsMakeItUp(String solver) {
    Answer answer = fit("--gamma", 0.25, "-k", 0.84, "--solver", solver);
    assertThat(answer.numbers("eigenvalues")).containsExactly(IRIS, EXACT);
    double sum = Arrays.stream(answer.numbers("explainedVarianceRatio")).sum();
    assertThat(sum).isGreaterThanOrEqualTo(0.84);
    double last = answer.numbers("explainedVarianceRatio")[3];
    assertThat(sum - last).isLessThan(0.84);
  }

  @ParameterizedTest
  @CsvSource({"--standardize", "--whiten", "--no-center", "--ddof=0", "--precision=float"})
  void scoresAreTheCoordinatesThatTransformGives(String option) {
    Path model = shell.path("m");
    shell.ok(command(option, "-k", 3, "-o", model, "--scores", shell.path("s.csv")));
    Path transformed = shell.path("t.csv");
    shell.ok("transform", model, iris, "--label", "species", "-o", transformed);
    assertSame(shell.csv("s.csv"), shell.csv("t.csv"), option.contains("float") ? 1e-5 : 1e-10);
    assertThat(shell.csv("s.csv").get(0)).containsExactly("species", "PC1", "PC2", "PC3");
  }

  @Test
  void theDenseRouteKeepsAllDigitsWhateverThePrecision() {
    Answer rounded = fit("--gamma", 0.02, "-k", 40, "--precision", "float");
    assertThat(rounded.numbers("eigenvalues"))
        .containsExactly(fit("--gamma", 0.02, "-k", 40).numbers("eigenvalues"), within(1e-12));
    assertThat(rounded.texts("warnings")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 150, 1000})
  void scoresOfLandmarksAreInTheOrderOfTheRows(int landmarks) {
    Path model = shell.path("m");
    Path apart = distinctRows();
    shell.ok(
        "fit",
        apart,
        "-m",
        "kernel-pca",
        "-k",
        2,
        "--landmarks",
        landmarks,
        "-o",
        model,
        "--scores",
        shell.path("s.csv"));
    shell.ok("transform", model, apart, "-o", shell.path("t.csv"));
    assertSame(shell.csv("s.csv"), shell.csv("t.csv"), 1e-10);
  }

  /** Writes 30 rows, each of which may become a landmark. */
  private Path distinctRows() {
    double[][] rows =
        IntStream.range(0, 30)
            .mapToObj(i -> new double[] {Math.sin(i * i), 3 * Math.cos(2.5 * i)})
            .toArray(double[][]::new);
    return shell.table("apart.csv", List.of("a", "b"), rows);
  }

  private static void assertSame(List<List<String>> a, List<List<String>> b, double tolerance) {
    assertThat(a).hasSameSizeAs(b);
    for (int i = 1; i < a.size(); i++) {
      for (int j = 0; j < a.get(i).size(); j++) {
        if (!a.get(i).get(j).equals(b.get(i).get(j))) {
          assertThat(Double.parseDouble(a.get(i).get(j)))
              .as("row %d, column %d", i, j)
              .isEqualTo(Double.parseDouble(b.get(i).get(j)), within(tolerance));
        }
      }
    }
  }

  @Test
  void whitenedCoordinatesHaveUnitVariance() {
    shell.ok(command("-k", 2, "--whiten", "--scores", shell.path("s.csv")));
    double squares =
        shell.csv("s.csv").stream()
            .skip(1)
            .mapToDouble(row -> Double.parseDouble(row.get(2)))
            .map(value -> value * value)
            .sum();
    assertThat(squares / 149).isEqualTo(1, within(1e-9));
  }

  @Test
  void variancesDivideByRowsLessDdof() {
    assertThat(fit("-k", 1, "--ddof", 0).numbers("explainedVariance")[0])
        .isEqualTo(IRIS[0] / 150, EXACT);
    assertThat(fit("-k", 1).numbers("explainedVariance")[0]).isEqualTo(IRIS[0] / 149, EXACT);
  }

  @Test
  void withoutCentringTheTraceIsTheNumberOfRows() {
    Answer answer = fit("-k", 1, "--no-center");
    assertThat(answer.number("totalVariance") * 149).isEqualTo(150, EXACT);
    assertThat(answer.texts("warnings")).singleElement().asString().contains("not centred");
  }

  @Test
  void landmarksBoundWhatTheyMiss() {
    Answer answer = fit("--gamma", 0.25, "-k", 4, "--landmarks", 30);
    assertThat(answer.text("solver")).isEqualTo("nystrom");
    assertThat(answer.number("landmarks")).isEqualTo(30);
    double missed = answer.number("traceError");
    assertThat(missed).isPositive();
    double[] found = answer.numbers("eigenvalues");
    for (int i = 0; i < IRIS.length; i++) {
      assertThat(found[i]).isBetween(IRIS[i] - missed - 1e-8, IRIS[i] + 1e-8);
    }
    assertThat(answer.number("totalVariance") * 149).isBetween(91.913, 91.914 + missed);
    String words =
        shell
            .ok("fit", iris, "--label", "species", "-m", "kernel-pca", "-k", 4, "--landmarks", 30)
            .out();
    assertThat(words).contains("certificate  of what the landmarks see: largest relative residual");
  }

  /** tanh of the products of these rows is 1 but for its last digits. */
  @Test
  void whereTanhIsSaturatedThatIsSaid() {
    assertThat(fit("--kernel", "sigmoid", "-k", 1).texts("warnings"))
        .anySatisfy(warning -> assertThat(warning).startsWith("the kernel is saturated: "));
    assertThat(fit("--kernel", "sigmoid", "--gamma", 0.001, "-k", 1).texts("warnings"))
        .noneSatisfy(warning -> assertThat(warning).startsWith("the kernel is saturated: "));
  }

  @ParameterizedTest
  @CsvSource({"--landmarks=auto", "--solver=nystrom"})
  void landmarksChosenByThemselvesMissAThousandth(String option) {
    Answer answer = fit("--gamma", 0.25, "-k", 4, option);
    assertThat(answer.number("landmarks")).isLessThan(150);
    assertThat(answer.number("traceError")).isLessThanOrEqualTo(0.15);
    assertThat(answer.numbers("eigenvalues")).containsExactly(IRIS, within(0.15));
  }

  @Test
  void landmarksThatWouldAddNothingAreNotTaken() {
    Path two = shell.write("two.csv", "a", "1", "1", "2", "2", "2");
    Answer answer =
        shell.ok("fit", two, "-m", "kernel-pca", "-k", 1, "--landmarks", 4, "--json").json();
    assertThat(answer.number("landmarks")).isEqualTo(2);
    assertThat(answer.text("solverReason")).startsWith("2 landmarks, since more would add nothing");
  }

  @Test
  void tooFewLandmarksForAShare() {
    assertThat(shell.fails(1, command("--landmarks", 5, "-k", 0.95)))
        .contains("5 landmarks cannot see more than", "more landmarks");
  }

  @Test
  void aSigmoidWithMoreNegativeThanPositiveHasNoShares() {
    Answer answer = fit("--kernel", "sigmoid", "-k", 2);
    assertThat(answer.texts("warnings").get(0))
        .contains("the kernel is not positive", "shares mean nothing");
    assertThat(answer.numbers("explainedVarianceRatio")).containsExactly(0, 0);
    assertThat(answer.values().keySet().toString()).doesNotContain("totalVariance");
    assertThat(shell.ok(command("--kernel", "sigmoid", "-k", 2)).out())
        .contains("no total variance, since negative eigenvalues outweigh the others")
        .doesNotContain("total variance 0");
    assertThat(shell.fails(1, command("--kernel", "sigmoid", "-k", 0.9)))
        .contains("not positive", "ask for a number of components");
  }

  @Test
  void aKernelTooNarrowOrTooWideIsSaidToBe() {
    assertThat(fit("--gamma", 1e6).texts("warnings").get(0)).contains("too narrow");
    assertThat(fit("--gamma", 1e-9, "-k", 1).texts("warnings").get(0)).contains("too wide");
  }

  @Test
  void numbersForPeopleAreReadable() {
    String narrow = shell.ok(command("--gamma", "0.0002074688796680498", "-k", 1)).out();
    assertThat(narrow).contains("kernel       rbf, gamma 0.000207469" + System.lineSeparator());
    assertThat(shell.ok(command("--kernel", "poly", "-k", 1)).out())
        .contains("poly, gamma 0.25, coef0 1, degree 3");
    assertThat(Report.number(1e-8)).isEqualTo("1e-8");
    assertThat(Report.number(-2.5e-7)).isEqualTo("-2.5e-7");
    assertThat(Report.number(1234567.8)).isEqualTo("1.23457e6");
    assertThat(Report.number(100)).isEqualTo("100");
    assertThat(Report.number(0)).isEqualTo("0");
  }

  @Test
  void countsAreNotNegative() {
    Path signed = shell.write("signed.csv", "a,b", "-1,2", "3,4", "5,6");
    assertThat(shell.fails(1, "fit", signed, "-m", "kernel-pca", "--kernel", "chi2"))
        .contains("chi2", "-1");
  }
}
