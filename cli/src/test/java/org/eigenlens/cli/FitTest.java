package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.eigenlens.cli.Shell.Answer;
import org.eigenlens.model.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What fit answers. The numbers of the irises are those of numpy and R. */
class FitTest {

  private static final Offset<Double> EXACT = within(1e-8);
  private static final double[] IRIS_VARIANCE = {4.22824171, .24267075, .0782095, .02383509};
  private static final double[] IRIS_SHARES = {.92461872, .05306648, .01710261, .00521218};

  @TempDir Path folder;
  private Shell shell;
  private Path iris;

  @BeforeEach
  void irises() {
    shell = new Shell(folder);
    iris = shell.iris();
  }

  private Answer fit(Object... options) {
    Object[] words = new Object[options.length + 5];
    words[0] = "fit";
    words[1] = iris;
    words[2] = "--label";
    words[3] = "species";
    words[4] = "--json";
    System.arraycopy(options, 0, words, 5, options.length);
    return shell.ok(words).json();
  }

  @Test
  void sixPointsOfThePlaneGiveTheirPublishedComponents() {
    Path six = shell.write("six.csv", "a,b", "-1,-1", "-2,-1", "-3,-2", "1,1", "2,1", "3,2");
    Answer answer =
        shell
            .ok("fit", six, "-k", 2, "--json", "-o", shell.path("m"), "--scores", path("s.csv"))
            .json();
    assertThat(answer.numbers("explainedVarianceRatio"))
        .containsExactly(new double[] {.99244289, .00755711}, EXACT);
    assertThat(answer.numbers("singularValues"))
        .containsExactly(new double[] {6.30061232, .54980396}, EXACT);
    shell.ok("inspect", shell.path("m"), "--loadings", path("l.csv"));
    List<List<String>> loadings = shell.csv("l.csv");
    assertThat(loadings.get(0)).containsExactly("feature", "PC1", "PC2");
    assertNumbers(loadings.get(1).subList(1, 3), .83849224, -.54491354);
    assertNumbers(loadings.get(2).subList(1, 3), .54491354, .83849224);
    assertNumbers(shell.csv("s.csv").get(1), -1.38340578, -.2935787);
  }

  private Path path(String name) {
    return shell.path(name);
  }

  private static void assertNumbers(List<String> cells, double... expected) {
    assertThat(cells.stream().mapToDouble(Double::parseDouble).toArray())
        .containsExactly(expected, EXACT);
  }

  @Test
  void variancesDivideByRowsLessOneAndEigenvaluesAreNotDivided() {
    Answer answer = fit();
    assertThat(answer.numbers("explainedVariance")).containsExactly(IRIS_VARIANCE, EXACT);
    assertThat(answer.numbers("explainedVarianceRatio")).containsExactly(IRIS_SHARES, EXACT);
    double[] squares =
        Arrays.stream(answer.numbers("singularValues")).map(value -> value * value).toArray();
    assertThat(answer.numbers("eigenvalues")).containsExactly(squares, EXACT);
    assertThat(answer.numbers("eigenvalues")[0]).isEqualTo(4.22824170603 * 149, EXACT);
    assertThat(answer.number("totalVariance")).isEqualTo(4.57295705, EXACT);
  }

  @Test
  void sharesAreOfTheTotalAlsoWhenTruncated() {
    assertThat(fit("-k", 1).numbers("explainedVarianceRatio"))
        .containsExactly(new double[] {IRIS_SHARES[0]}, EXACT);
  }

  @Test
  void jsonHasTheAgreedNamesAndNoOthers() {
    Answer answer = fit("-k", 2, "-o", path("m"));
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
            "certificate",
            "warnings",
            "seconds",
            "model");
    assertThat(answer.text("method")).isEqualTo("pca");
    assertThat(answer.number("rows")).isEqualTo(150);
    assertThat(answer.number("columns")).isEqualTo(4);
    assertThat(answer.number("components")).isEqualTo(2);
    assertThat(answer.text("model")).isEqualTo(path("m").toString());
    Answer certificate = new Answer((Map<?, ?>) answer.values().get("certificate"));
    assertThat(certificate.number("maxRelativeResidual")).isBetween(0.0, 1e-10);
    assertThat(certificate.number("orthogonality")).isBetween(0.0, 1e-10);
  }

  @Test
  void theModelIsNamedOnlyIfOneWasWritten() {
    assertThat(fit().values().containsKey("model")).isFalse();
  }

  @Test
  void divisorZeroTurnsVariancesIntoThoseOfThePopulation() {
    Answer answer = fit("--ddof", 0);
    assertThat(answer.numbers("explainedVariance")[0]).isEqualTo(4.22824170603 * 149 / 150, EXACT);
    assertThat(answer.numbers("explainedVarianceRatio")).containsExactly(IRIS_SHARES, EXACT);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void standardisedColumnsHaveVarianceOneWhateverTheDivisor(int ddof) {
    Answer answer = fit("--standardize", "--ddof", ddof);
    assertThat(answer.number("totalVariance")).isEqualTo(4, EXACT);
    assertThat(answer.numbers("explainedVariance"))
        .containsExactly(new double[] {2.91849782, .91403047, .14675688, .02071484}, within(1e-7));
  }

  @Test
  void withoutCentringTheSumOfSquaresIsShared() {
    Answer answer = fit("--no-center");
    assertThat(answer.number("totalVariance") * 149).isEqualTo(9539.29, within(1e-6));
    assertThat(answer.texts("warnings")).anyMatch(line -> line.contains("not centred"));
  }

  @Test
  void latentSemanticAnalysisIsNotCentred() {
    Answer lsa = fit("-m", "lsa");
    assertThat(lsa.text("method")).isEqualTo("lsa");
    assertThat(lsa.numbers("eigenvalues"))
        .containsExactly(fit("--no-center").numbers("eigenvalues"), EXACT);
  }

  @Test
  void dualPcaTakesTheGramRouteToTheSameAnswer() {
    Answer dual = fit("-m", "dual-pca", "-k", 4);
    assertThat(dual.text("method")).isEqualTo("dual-pca");
    assertThat(dual.text("solver")).isEqualTo("gram");
    assertThat(dual.numbers("explainedVariance")).containsExactly(IRIS_VARIANCE, EXACT);
  }

  @Test
  void whitenedScoresHaveVarianceOne() {
    fit("-k", 2, "--whiten", "--scores", path("s.csv"));
    List<List<String>> scores = shell.csv("s.csv");
    assertNumbers(scores.get(1).subList(1, 3), -1.30533786, .64836932);
    for (int column = 1; column <= 2; column++) {
      double sum = 0;
      double squares = 0;
      for (List<String> row : scores.subList(1, 151)) {
        double value = Double.parseDouble(row.get(column));
        sum += value;
        squares += value * value;
      }
      assertThat(sum).isEqualTo(0, EXACT);
      assertThat(squares / 149).isEqualTo(1, EXACT);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"auto", "covariance", "gram", "svd", "krylov", "power", "streaming", "SVD"})
  void everySolverFindsTheSame(String solver) {
    Answer answer = fit("-k", 3, "--solver", solver, "--scores", path("s.csv"));
    assertThat(answer.numbers("explainedVariance"))
        .containsExactly(Arrays.copyOf(IRIS_VARIANCE, 3), EXACT);
    assertThat(answer.numbers("explainedVarianceRatio"))
        .containsExactly(Arrays.copyOf(IRIS_SHARES, 3), EXACT);
    assertThat(answer.text("solverReason")).isNotBlank();
    assertNumbers(shell.csv("s.csv").get(1).subList(1, 3), -2.68412563, .31939725);
    if (!solver.equals("auto")) {
      assertThat(answer.text("solver")).isEqualToIgnoringCase(solver);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.95,2", ".01,1", "0.9246,1", "0.925,2", "9e-1,1", "1.0,4", "1,1", "4,4"})
  void aShareAsksForTheFewestComponentsThatReachIt(String wanted, int components) {
    assertThat(fit("-k", wanted).number("components")).isEqualTo(components);
  }

  @Test
  void aShareThatIsReachedExactlyNeedsNoFurtherComponent() {
    double[] shares = fit().numbers("explainedVarianceRatio");
    double reached = shares[0] + shares[1];
    assertThat(fit("-k", reached).number("components")).isEqualTo(2);
    for (String solver : List.of("covariance", "krylov", "gram", "streaming")) {
      assertThat(fit("-k", 0.95, "--solver", solver).number("components")).isEqualTo(2);
    }
  }

  @Test
  void scoresStartWithIdAndLabelInThisOrder() {
    Path file = shell.write("f.csv", "kind,a,name,b", "u,1,first,2", "v,3,second,1", "u,4,third,7");
    shell.ok("fit", file, "--label", "kind", "--id", "name", "--scores", path("s.csv"));
    List<List<String>> scores = shell.csv("s.csv");
    assertThat(scores.get(0)).containsExactly("name", "kind", "PC1", "PC2");
    assertThat(scores.stream().map(row -> row.subList(0, 2)).toList())
        .containsExactly(
            List.of("name", "kind"),
            List.of("first", "u"),
            List.of("second", "v"),
            List.of("third", "u"));
  }

  @Test
  void aColumnThatIsBothIdAndLabelIsWrittenOnce() {
    fit("--id", "species", "-k", 1, "--scores", path("s.csv"));
    assertThat(shell.csv("s.csv").get(0)).containsExactly("species", "PC1");
  }

  @Test
  void aPatternThatNamesTheLabelIsWrittenAsTheColumnsName() {
    shell.ok("fit", iris, "--label", "spec*", "-k", 1, "--scores", path("s.csv"));
    assertThat(shell.csv("s.csv").get(0)).containsExactly("species", "PC1");
  }

  @Test
  void littleMemoryStreamsAndFindsTheSame() {
    Path digits = shell.digits();
    Object[] words = {"fit", digits, "--label", "label", "-k", 5, "--json"};
    Answer whole = shell.ok(words).json();
    Object[] little = Arrays.copyOf(words, words.length + 4);
    little[7] = "--memory";
    little[8] = "1m";
    little[9] = "--scores";
    little[10] = path("s.csv");
    Answer streamed = shell.ok(little).json();
    assertThat(streamed.text("solver")).isEqualTo("streaming");
    assertThat(whole.text("solver")).isNotEqualTo("streaming");
    assertThat(streamed.numbers("eigenvalues"))
        .containsExactly(whole.numbers("eigenvalues"), within(1e-6));
    assertThat(shell.csv("s.csv")).hasSize(1798);
  }

  @Test
  void sparseRowsStaySparseWhereDenseOnesWouldNotFit() {
    int rows = 3000;
    int columns = 2000;
    StringBuilder entries = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      for (int e = 0; e < 4; e++) {
        int column = 1 + e * 500 + (i * (7 + e)) % 500;
        entries.append(i + 1).append(' ').append(column).append(' ').append(1 + e + i % 5);
        entries.append('\n');
      }
    }
    Path file =
        shell.write(
            "x.mtx",
            "%%MatrixMarket matrix coordinate real general",
            rows + " " + columns + " " + 4 * rows,
            entries.toString());
    // 48 MB if dense, a seventh of one if sparse.
    Answer sparse =
        shell
            .ok("fit", file, "-m", "lsa", "-k", 3, "--memory", "40m", "-o", path("m"), "--json")
            .json();
    assertThat(sparse.text("solver")).isEqualTo("krylov");
    shell.ok("transform", path("m"), file, "--memory", "40m", "-o", path("s.csv"));
    assertThat(shell.csv("s.csv")).hasSize(rows + 1);
    shell.ok("transform", path("m"), file, "--memory", "1g", "-o", path("whole.csv"));
    assertThat(shell.csv("s.csv")).isEqualTo(shell.csv("whole.csv"));
    Answer pieces = shell.ok("reconstruct", path("m"), file, "--memory", "2m", "--json").json();
    Answer whole = shell.ok("reconstruct", path("m"), file, "--json").json();
    assertThat(pieces.number("rows")).isEqualTo(rows);
    assertThat(pieces.number("meanSquaredError"))
        .isEqualTo(whole.number("meanSquaredError"), within(1e-12));
  }

  @Test
  void evenTheSmallestBudgetOnlyMakesRowsStream() {
    Answer answer = fit("--memory", "1k");
    assertThat(answer.texts("warnings")).anyMatch(line -> line.contains("up to 64 MB are used"));
    assertThat(answer.text("solver")).isEqualTo("streaming");
    assertThat(answer.numbers("explainedVariance")).containsExactly(IRIS_VARIANCE, EXACT);
  }

  @Test
  void floatStorageIsCloseToDouble() {
    assertThat(fit("--precision", "float").numbers("explainedVariance"))
        .containsExactly(IRIS_VARIANCE, within(1e-5));
  }

  /** Floats would make them constant, and take digits from some. */
  @Test
  void aColumnOfNumbersBelowTheRangeOfFloatIsRefused() {
    for (String[] column :
        List.of(new String[] {"1e-60", "-3e-60", "2e-60"}, new String[] {"0", "-1e-38", "1e-39"})) {
      Path file =
          shell.write("small.csv", "a,b", column[0] + ",1", column[1] + ",2", column[2] + ",5");
      assertThat(shell.fails(1, "fit", file, "--precision", "float"))
          .contains("small.csv, line 3, column 'a': " + Double.valueOf(column[1]))
          .contains(" is below the range of float, and no number of the column is larger")
          .contains("--precision double");
    }
    Path among = shell.write("among.csv", "a,b", "1e-60,1", "2,3", "5,0");
    shell.ok("fit", among, "--precision", "float");
    Path zeros = shell.write("zeros.csv", "a,b,c", "0,1,2", "0,3,1", "0,0,0");
    shell.ok("fit", zeros, "--precision", "float");
  }

  @Test
  void aNumberBeyondTheRangeOfFloatIsNamedWhereItIs() {
    Path file = shell.write("big.csv", "a,b", "1,2", "3,-1e39", "4,7");
    assertThat(shell.fails(1, "fit", file, "--precision", "float"))
        .contains("big.csv, line 3, column 'b': -1.0E39 is beyond the range of float")
        .contains("--precision double");
    Path edge = shell.write("edge.csv", "a,b", "1,2", "3,1e30", "4,7");
    shell.ok("fit", edge, "--precision", "float", "--exclude", "b");
  }

  @Test
  void theNumberOfThreadsDoesNotChangeTheAnswer() {
    Path digits = shell.digits();
    double[][] found = new double[2][];
    for (int threads = 1; threads <= 2; threads++) {
      found[threads - 1] =
          shell
              .ok("fit", digits, "--exclude", "label", "-k", 4, "--threads", threads, "--json")
              .json()
              .numbers("eigenvalues");
    }
    assertThat(found[0]).containsExactly(found[1], within(1e-6));
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    for (String name : List.of("s1.csv", "s2.csv")) {
      fit("-k", 2, "--solver", "krylov", "--seed", 7, "--scores", path(name));
    }
    assertThat(Files.readAllBytes(path("s1.csv"))).isEqualTo(Files.readAllBytes(path("s2.csv")));
  }

  @Test
  void theSummaryHasComponentsSolverSharesAndFiles() {
    String summary =
        shell
            .ok("fit", iris, "--label", "species", "-o", path("m"), "--scores", path("s.csv"))
            .out();
    assertThat(summary)
        .contains("principal component analysis", "150 rows × 4 columns", "solver")
        .contains("92.46%", "97.77%", "100.00%")
        .contains("wrote the model to " + path("m"))
        .contains("wrote the coordinates to " + path("s.csv"));
  }

  @Test
  void theModelFileIsSafetensors() throws IOException {
    fit("-k", 2, "-o", path("m"));
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path("m")));
    int length = (int) bytes.order(ByteOrder.LITTLE_ENDIAN).getLong();
    byte[] header = new byte[length];
    bytes.get(header);
    Map<?, ?> tensors = (Map<?, ?>) Json.read(new String(header, StandardCharsets.UTF_8));
    assertThat(tensors.containsKey("__metadata__")).isTrue();
    assertThat(tensors.get("components"))
        .isEqualTo(
            Map.of("dtype", "F64", "shape", List.of(2L, 4L), "data_offsets", List.of(0L, 64L)));
  }

  @Test
  void aModelCanBeReadByWhomeverTheUsersMaskAllows() throws IOException {
    fit("-k", 1, "-o", path("m"), "--scores", path("s.csv"));
    assertThat(Files.getPosixFilePermissions(path("m")))
        .isEqualTo(Files.getPosixFilePermissions(path("s.csv")));
  }

  @Test
  void jsonAndWarningsGoTheirOwnWays() {
    Shell.Result result = shell.ok("fit", iris, "--json");
    assertThat(result.json().texts("warnings")).containsExactly("text column left out: species");
    assertThat(result.err()).isEqualTo("warning: text column left out: species\n");
  }
}
