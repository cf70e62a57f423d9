package org.eigenlens.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every method on every awkward table: an answer of finite numbers, or a refusal in one line.
 *
 * <p>That answers are right is tested where the methods are; here none may be nonsense.
 */
class NumbersTest {

  private static final List<String> METHODS =
      List.of(
          "pca",
          "pca --standardize --whiten",
          "pca --solver streaming",
          "dual-pca",
          "lsa",
          "kernel-pca",
          "kernel-pca --kernel poly",
          "kernel-pca --kernel sigmoid",
          "kernel-pca --kernel cosine",
          "kernel-pca --landmarks 3",
          "supervised-pca --label s",
          "kernel-supervised-pca --label s",
          "fisher --label s",
          "cca --x a --y b",
          "kernel-cca --x a --y b --ridge 0.1",
          "mds",
          "isomap --neighbors 3",
          "lle --neighbors 3",
          "laplacian-eigenmaps --neighbors 3");

  private static final String GRAPHS = "|(isomap|lle|laplacian).*";
  private static final String LABELS = "|(supervised|kernel-supervised|fisher).*";
  private static final String VIEWS = "|(cca|kernel-cca).*";

  /** Which methods may refuse a table; all others answer, and all do where there is no entry. */
  private static final Map<String, String> REFUSING =
      Map.ofEntries(
          Map.entry("constant column", VIEWS),
          Map.entry("nearly constant", VIEWS),
          Map.entry("1e150", "kernel-pca --kernel poly" + GRAPHS),
          Map.entry("1e155", "(?!pca --standardize).*"),
          Map.entry("1e-150", "kernel-pca|mds" + LABELS + VIEWS + GRAPHS),
          Map.entry("1e-160", "(?!pca --standardize).*"),
          Map.entry("denormal", ".*"),
          Map.entry("1e300", "(?!pca --standardize).*"),
          Map.entry("mixed", "(?!pca --standardize).*"),
          Map.entry("repeated eigenvalues", GRAPHS),
          Map.entry("duplicates", LABELS + GRAPHS),
          Map.entry("all equal", LABELS + VIEWS + GRAPHS),
          Map.entry("all zero", LABELS + VIEWS + GRAPHS),
          Map.entry("one row", "(?!lsa).*"),
          Map.entry("two rows", "kernel-pca --kernel sigmoid" + LABELS + VIEWS + GRAPHS),
          Map.entry("two equal rows", LABELS + VIEWS + GRAPHS),
          Map.entry("largest", ".*"),
          Map.entry("smallest", ".*"));

  private static final Pattern SCRIPT = Pattern.compile("(?s)<script.*?</script>");
  private static final Pattern WRONG = Pattern.compile("\\b(NaN|Infinity|null)\\b");

  @TempDir Path folder;

  /** Twelve rows of three columns that go nowhere in particular. */
  private static double[][] rows(DoubleUnaryOperator change) {
    double[][] rows = new double[12][3];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {i * i % 7, (3 * i + 1) % 11, Math.sin(i) * 2};
      rows[i] = Arrays.stream(rows[i]).map(change).toArray();
    }
    return rows;
  }

  private static double[][] withColumn(double[][] rows, int column, DoubleUnaryOperator value) {
    for (int i = 0; i < rows.length; i++) {
      rows[i][column] = value.applyAsDouble(i);
    }
    return rows;
  }

  private static double[][] hilbert() {
    double[][] rows = new double[12][3];
    for (int i = 0; i < 12; i++) {
      for (int j = 0; j < 3; j++) {
        rows[i][j] = 1.0 / (i + j + 1);
      }
    }
    return rows;
  }

  private static double[][] first(double[][] rows, int count) {
    return Arrays.copyOf(rows, count);
  }

  private static Map<String, double[][]> tables() {
    DoubleUnaryOperator same = x -> x;
    Map<String, double[][]> tables = new LinkedHashMap<>();
    tables.put("constant column", withColumn(rows(same), 1, i -> 7));
    tables.put("nearly constant", withColumn(rows(same), 1, i -> i == 4 ? 0.1 + 0.2 : 0.3));
    tables.put("1e150", rows(x -> x * 1e150));
    tables.put("1e155", rows(x -> x * 1e155));
    tables.put("1e-150", rows(x -> x * 1e-150));
    tables.put("1e-160", rows(x -> x * 1e-160));
    tables.put("denormal", rows(x -> x * 1e-310));
    tables.put("1e300", rows(x -> x * 1e300));
    tables.put("mixed", withColumn(rows(same), 1, i -> i * 1e300));
    tables.put("mean 1e9", rows(x -> 1e9 + x));
    tables.put("mean 1e15", rows(x -> 1e15 + Math.rint(x)));
    tables.put("Hilbert", hilbert());
    tables.put("collinear", withColumn(rows(same), 1, i -> 2 * (i * i % 7)));
    tables.put("repeated eigenvalues", rows(x -> x > 3 ? 1 : 0));
    tables.put("duplicates", withColumn(withColumn(rows(x -> 1), 0, i -> i % 2), 1, i -> i % 2));
    tables.put("all equal", rows(x -> 2.5));
    tables.put("all zero", rows(x -> 0));
    tables.put("one row", first(rows(same), 1));
    tables.put("two rows", first(rows(same), 2));
    tables.put("two equal rows", first(rows(x -> 3), 2));
    tables.put("largest", rows(x -> x > 3 ? Double.MAX_VALUE : -Double.MAX_VALUE));
    tables.put("smallest", rows(x -> x > 3 ? Double.MIN_VALUE : 0));
    return tables;
  }

  private static Stream<String> awkward() {
    return tables().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("awkward")
  void everyMethodAnswersOrRefuses(String name) {
    double[][] rows = tables().get(name);
    Shell shell = new Shell(folder);
    List<String> lines = new ArrayList<>(List.of("a,b,c,s"));
    for (int i = 0; i < rows.length; i++) {
      lines.add(rows[i][0] + "," + rows[i][1] + "," + rows[i][2] + "," + (i % 3 == 0 ? "u" : "v"));
    }
    Path file = shell.write("x.csv", lines.toArray(String[]::new));
    check(shell, file, METHODS, REFUSING.getOrDefault(name, "none"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1 2", "5 5 5", "0 0", "1e308 -1e308 1"})
  void oneColumnAndOneCell(String text) {
    Shell shell = new Shell(folder);
    Path file = shell.write("x.csv", ("a " + text).split(" ", -1));
    check(shell, file, METHODS.stream().filter(method -> !method.contains("--")).toList(), ".*");
  }

  private static void check(Shell shell, Path file, List<String> methods, String refusing) {
    for (String method : methods) {
      List<Object> words = new ArrayList<>(List.of("fit", file, "--json", "-k", 1, "-m"));
      words.addAll(List.of(method.split(" ", -1)));
      words.addAll(List.of("-o", shell.path("m"), "--scores", shell.path("s.csv")));
      if (!method.contains("--label")) {
        words.addAll(
            shell.csv("x.csv").get(0).contains("s") ? List.of("--exclude", "s") : List.of());
      }
      if (method.contains("--x ")) {
        words.subList(words.size() - 2, words.size()).clear();
      }
      Shell.Result fit = shell.run(words.toArray());
      if (isRefused(method, fit)) {
        assertThat(method).as(fit.err()).matches(refusing);
        continue;
      }
      assertFinite(method, fit.out());
      requireFinite(method, shell.csv("s.csv"));
      requireFinite(method, shell, "transform", shell.path("m"), file);
      requireFinite(method, shell, "reconstruct", shell.path("m"), file);
    }
  }

  private static void requireFinite(String method, Shell shell, Object... words) {
    Shell.Result result = shell.run(words);
    if (!isRefused(method + " " + words[0], result)) {
      requireFinite(method + " " + words[0], result.csv());
      assertThat(result.err()).as(method).doesNotContain("NaN", "Infinity");
    }
  }

  private static void requireFinite(String what, List<List<String>> table) {
    List<String> header = table.get(0);
    int[] numeric =
        IntStream.range(0, header.size()).filter(j -> !header.get(j).equals("s")).toArray();
    for (List<String> row : table.subList(1, table.size())) {
      for (int j : numeric) {
        assertThat(Double.isFinite(Double.parseDouble(row.get(j))))
            .as("%s: %s", what, row)
            .isTrue();
      }
    }
  }

  /** Tells whether a command was refused, as it must be: in one line that is no failure of ours. */
  private static boolean isRefused(String what, Shell.Result result) {
    if (result.status() == 0) {
      return false;
    }
    assertThat(result.out()).as(what).isEmpty();
    assertThat(result.err().lines().filter(line -> !line.startsWith("warning: ")))
        .as(what)
        .singleElement()
        .asString()
        .startsWith("eigenlens: ")
        .doesNotContain("internal error", "Exception", "NaN", "Infinity");
    return true;
  }

  private static void assertFinite(String what, String text) {
    // The F of a correlation of 1 is infinite, which JSON has no number for.
    assertThat(text.replace("\"f\" : null", "")).as(what).doesNotContain("NaN", "Infinity", "null");
  }

  /** 1e15 and its neighbours are eight units in the last place apart: not the same. */
  @ParameterizedTest
  @ValueSource(strings = {"auto", "covariance", "gram", "svd", "krylov", "streaming"})
  void aSpreadOfOneBesideAMeanOf1e15IsSeen(String solver) {
    Shell shell = new Shell(folder);
    String[] lines = IntStream.range(0, 13).mapToObj(i -> "").toArray(String[]::new);
    lines[0] = "a,b";
    for (int i = 1; i < lines.length; i++) {
      lines[i] = (1_000_000_000_000_000L + i % 2) + "," + (i % 3);
    }
    Shell.Answer answer =
        shell.ok("fit", shell.write("x.csv", lines), "--json", "--solver", solver, "-k", 2).json();
    assertThat(answer.texts("warnings")).noneMatch(line -> line.contains(" constant:"));
    // Six rows of 0 and six of 1 have the variance 3/11, four each of 0, 1 and 2 have 8/11.
    assertThat(answer.number("totalVariance")).isBetween(0.99, 1.01);
  }

  /** Of 500 rows that store 0.1 the sum divided by 500 is not 0.1. */
  @Test
  void aConstantColumnOfASparseFileIsConstant() {
    Shell shell = new Shell(folder);
    String[] lines = new String[500];
    Arrays.setAll(lines, i -> "0 1:0.1 2:" + i % 3 + " 3:" + i * i % 7);
    Path file = shell.write("x.svm", lines);
    Shell.Answer answer =
        shell.ok("fit", file, "--exclude", "label", "--standardize", "--json").json();
    assertThat(answer.texts("warnings"))
        .anyMatch(line -> line.startsWith("1 of 3 columns is constant"));
    // Two columns of variance 1.
    assertThat(answer.number("totalVariance")).isBetween(1.999999, 2.000001);
  }

  @Test
  void oneValueThatDiffersAmongManyIsSeen() {
    Shell shell = new Shell(folder);
    String[] lines = new String[3001];
    Arrays.fill(lines, "1,1");
    lines[0] = "a,b";
    lines[7] = "1.0000000000001,2";
    assertThat(shell.ok("fit", shell.write("x.csv", lines), "--json").json().texts("warnings"))
        .noneMatch(line -> line.contains(" constant:"));
  }

  /** Squares of such numbers, or the squares of those, are no numbers any more. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pca",
        "pca --standardize",
        "kernel-pca",
        "kernel-pca --kernel sigmoid",
        "kernel-pca --pre-image mds"
      })
  void whatIsMadeOfHugeNumbersIsFinite(String method) throws IOException {
    Shell shell = new Shell(folder);
    // Of one column nothing is left but rounding, which is large here too.
    List<double[][]> tables =
        List.of(
            rows(x -> x * 1e150),
            rows(x -> x * 1e155),
            withColumn(rows(x -> x), 1, i -> i * 1e150));
    for (int i = 0; i < tables.size(); i++) {
      String what = method + " of table " + i;
      Path file = shell.table("x.csv", List.of("a", "b", "c"), tables.get(i));
      Path model = shell.path("m");
      Path report = shell.path("r.html");
      List<Object> words = new ArrayList<>(List.of("fit", file, "-k", 2, "-o", model));
      words.addAll(List.of("--report", report, "-m"));
      words.addAll(List.of(method.split(" ", -1)));
      if (isRefused(what, shell.run(words.toArray()))) {
        assertThat(i).as(what).isEqualTo(1); // the squares of the others are numbers
        continue;
      }
      String shown = SCRIPT.matcher(Files.readString(report, UTF_8)).replaceAll("");
      assertThat(WRONG.matcher(shown).results().map(MatchResult::group)).as(what).isEmpty();
      Shell.Result back =
          shell.run("reconstruct", model, file, "--json", "-o", shell.path("b.csv"));
      if (!isRefused(what, back)) {
        assertFinite(what, back.out());
      }
      boolean linear = method.startsWith("pca");
      Path graph = shell.path("e.onnx");
      if (isRefused(what, shell.run("export", model, "-o", graph))) {
        assertThat(linear).as(what).isFalse();
      } else {
        assertThat(graph).as(what).isNotEmptyFile();
      }
      Path picture = shell.path("p.svg");
      Shell.Result outliers = shell.run("plot", "outliers", model, file, "-o", picture);
      assertThat(isRefused(what, outliers)).as(what).isEqualTo(!linear);
      if (linear) {
        String drawn = Files.readString(picture, UTF_8);
        assertThat(WRONG.matcher(drawn).results().map(MatchResult::group)).as(what).isEmpty();
      }
    }
  }

  /** New rows may be as large as numbers get; their coordinates cannot be larger. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-m pca",
        "-m pca --standardize",
        "-m kernel-pca --kernel poly -k 1",
        "-m cca --x a --y b --ridge 0.1"
      })
  void newRowsThatAreTooLargeAreRefusedAtTheirLine(String method) {
    Shell shell = new Shell(folder);
    Path file = shell.table("x.csv", List.of("a", "b", "c"), rows(x -> x / 1024));
    Path model = shell.path("m");
    List<Object> fit = new ArrayList<>(List.of("fit", file, "-o", model));
    fit.addAll(List.of(method.split(" ", -1)));
    shell.ok(fit.toArray());
    Path rows = shell.write("n.csv", "a,b,c", "1,2,3", "1.7e308,-1.7e308,1.7e308");
    Path earlier = shell.write("o.csv", "earlier");
    for (String memory : List.of("4g", "100")) { // at once, and in pieces
      assertThat(shell.fails(1, "transform", model, rows, "-o", earlier, "--memory", memory))
          .containsPattern("n.csv(, line 3|: row 2):")
          .contains("its coordinates are beyond the largest number, 1.8e308");
    }
    assertThat(earlier).hasContent("earlier");
    if (!method.contains("cca")) {
      assertThat(shell.fails(1, "reconstruct", model, rows)).contains("its coordinates are beyond");
      assertThat(shell.fails(1, "plot", "scores", model, rows, "-o", shell.path("p.svg")))
          .contains("its coordinates are beyond");
    }
  }

  @Test
  void diagnosticsThatAreTooLargeAreRefusedAtTheirLine() {
    Shell shell = new Shell(folder);
    Path file = shell.table("x.csv", List.of("a", "b", "c"), rows(x -> x));
    Path model = shell.path("m");
    shell.ok("fit", file, "-k", 2, "-o", model);
    Path rows = shell.write("n.csv", "a,b,c", "1,2,3", "1e160,0,0");
    shell.ok("transform", model, rows);
    assertThat(shell.fails(1, "transform", model, rows, "--diagnostics"))
        .contains("n.csv, line 3", "a square, is beyond the largest number, 1.8e308");
  }

  /** Shares of a trace in which negative eigenvalues count exceed 100 %, and so do their bars. */
  @Test
  void sharesBeyondTheWholeAreDrawn() throws IOException {
    Shell shell = new Shell(folder);
    Path file = shell.table("x.csv", List.of("a", "b", "c"), rows(x -> x));
    Path model = shell.path("m");
    shell.ok("fit", file, "-m", "kernel-pca", "--kernel", "sigmoid", "-k", 2, "-o", model);
    assertThat(shell.ok("inspect", model, "--json").json().numbers("explainedVarianceRatio")[0])
        .isGreaterThan(1);
    shell.ok("plot", "scree", model, "-o", shell.path("p.html"));
    assertThat(Files.readString(shell.path("p.html"), UTF_8)).contains("PC1: ", "PC2: ");
  }

  @Test
  void noRuleIsAskedAboutErrorsThatAreNoNumbers() {
    Shell shell = new Shell(folder);
    Path file = shell.table("x.csv", List.of("a", "b", "c"), rows(x -> x * 1e155));
    Shell.Result result = shell.run("select", file, "-m", "kernel-pca", "--json");
    assertThat(result.status()).isZero();
    assertFinite("select", result.out());
  }

  /** What is drawn of tables that leave pictures hardly anything to show. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b 1,2 3,4 5,6", // weights alike
        "a 1 2 4", // a single weight
        "a,b 1,1 1,1 1,1",
        "a,b 1,2 3,4",
        "a,b 1e15,2 1e15,3 1000000000000001,9"
      })
  void reportsAreDrawnOfTheLeastOfTables(String text) throws IOException {
    Shell shell = new Shell(folder);
    Path file = shell.write("x.csv", text.split(" ", -1));
    boolean varies = !text.endsWith("1,1 1,1");
    for (String method : List.of("pca", "lsa", "kernel-pca", "mds")) {
      String what = method + " of " + text;
      Shell.Result fit = shell.run("fit", file, "-m", method, "--report", shell.path("r.html"));
      if (isRefused(what, fit)) {
        assertThat(varies).as(what).isFalse();
        continue;
      }
      String page = Files.readString(shell.path("r.html"), UTF_8);
      String shown = SCRIPT.matcher(page).replaceAll("");
      assertThat(shown).as(what).contains("<svg", "PC1");
      assertThat(WRONG.matcher(shown).results().map(MatchResult::group)).as(what).isEmpty();
    }
  }
}
