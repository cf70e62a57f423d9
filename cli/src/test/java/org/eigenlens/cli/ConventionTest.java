package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eigenlens.IncrementalPca;
import org.eigenlens.data.Tables;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The numbers of a model as other programs tell them, against what they printed for iris: R 4.2.2,
 * FactoMineR 2.7, kernlab 0.9-32 and scikit-learn 1.9.1, to the ten digits they were asked for.
 */
class ConventionTest {

  /** Half of the last digit of numbers up to 100 that were printed with ten. */
  private static final double PRINTED = 1e-8;

  @TempDir Path folder;
  private Shell shell;
  private Path iris;

  @BeforeEach
  void data() {
    shell = new Shell(folder);
    iris = shell.iris();
  }

  private void fit(Object... options) {
    List<Object> words = new ArrayList<>(List.of("fit", iris, "-o", shell.path("m")));
    words.addAll(List.of(options));
    if (!words.contains("cca")) {
      words.addAll(List.of("--label", "species"));
    }
    shell.ok(words.toArray());
  }

  private Shell.Answer as(String convention, Object... options) {
    fit(options);
    return translated(convention);
  }

  private Shell.Answer translated(String convention) {
    Shell.Answer answer = shell.ok("inspect", shell.path("m"), "--as", convention, "--json").json();
    assertThat(answer.values().get(convention)).isInstanceOf(Map.class);
    return new Shell.Answer((Map<?, ?>) answer.values().get(convention));
  }

  private static double[] row(Shell.Answer answer, String name, int row) {
    Object line = ((List<?>) answer.values().get(name)).get(row);
    return ((List<?>) line).stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray();
  }

  private static void assertNumbers(double[] actual, double... expected) {
    assertThat(actual).containsExactly(expected, within(PRINTED));
  }

  @Test
  void standardisedColumnsAsInScikitLearnDivideByN() {
    Shell.Answer pca = as("sklearn", "--standardize", "-k", 2);
    assertThat(pca.text("call")).isEqualTo("StandardScaler(), PCA(n_components=2)");
    assertNumbers(pca.numbers("explained_variance_"), 2.9380850502, 0.9201649042);
    assertNumbers(pca.numbers("singular_values_"), 20.9230655612, 11.7091660984);
    assertThat(pca.number("noise_variance_")).isEqualTo(0.08429784161070505, within(1e-12));
    assertNumbers(
        row(pca, "components_", 1), 0.3774176156, 0.9232956595, 0.0244916091, 0.066941987);
    assertNumbers(
        pca.numbers("scale_ (StandardScaler)"),
        0.8253012918,
        0.4344109677,
        1.7594040658,
        0.7596926279);
  }

  @Test
  void divisorsOfOursDoNotShowInTheirNumbers() {
    Shell.Answer one = as("sklearn", "-k", 2);
    Shell.Answer zero = as("sklearn", "-k", 2, "--ddof", 0);
    assertNumbers(one.numbers("explained_variance_"), 4.228241706, 0.2426707479);
    assertNumbers(zero.numbers("explained_variance_"), one.numbers("explained_variance_"));
    assertThat(one.number("noise_variance_")).isEqualTo(0.05102229650817696, within(1e-12));
    Shell.Answer scaledZero = as("r", "--standardize", "--ddof", 0);
    assertNumbers(
        scaledZero.numbers("sdev"), 1.7083611493, 0.9560494085, 0.3830886002, 0.1439264966);
    assertNumbers(
        scaledZero.numbers("scale"), 0.8280661280, 0.4358662849, 1.7652982333, 0.7622376690);
  }

  @Test
  void uncentredModelsAreTruncatedSvd() {
    Shell.Answer svd = as("sklearn", "-m", "lsa", "-k", 2);
    assertThat(svd.text("call")).startsWith("TruncatedSVD");
    assertNumbers(svd.numbers("singular_values_"), 95.959913872, 17.7610336573);
    assertNumbers(
        row(svd, "components_", 0), 0.7511081624, 0.3800861723, 0.5130088592, 0.1679075356);
    assertThat(svd.values().get("explained_variance_")).isNull();
  }

  @Test
  void prcompHasItsRotationByColumns() {
    Shell.Answer prcomp = as("r", "--standardize", "-k", 2);
    assertThat(prcomp.text("call")).isEqualTo("prcomp(x, center = TRUE, scale. = TRUE, rank. = 2)");
    assertNumbers(prcomp.numbers("sdev"), 1.7083611493, 0.9560494085);
    // R's second column has the other sign.
    assertNumbers(row(prcomp, "rotation", 1), -0.2693474425, 0.92329565954);
  }

  @Test
  void factoMineRDividesByNAndHasItsOwnSigns() {
    Shell.Answer pca = as("factominer", "--standardize", "-k", 4);
    assertNumbers(row(pca, "eig", 0), 2.91849781653, 72.9624454133, 72.96244541);
    assertNumbers(
        row(pca, "var$coord", 0), 0.8901687649, 0.36082988811, -0.27565766678, -0.03760601889);
    assertThat(row(pca, "var$cos2", 1)[1]).isEqualTo(0.7791880118440, within(PRINTED));
    assertThat(row(pca, "var$contrib", 2)[0]).isEqualTo(33.687936177, within(PRINTED));
    assertThat(pca.numbers("call$ecart.type")[0]).isEqualTo(0.8253012918, within(PRINTED));
    assertThat(pca.texts("notes").toString()).contains("component 3 changed", "√(n/(n − 1))");
    Shell.Answer raw = as("factominer", "-k", 2);
    assertNumbers(row(raw, "eig", 1), 0.24105294294, 5.3066483117, 97.76852063);
    assertNumbers(row(raw, "var$coord", 2), 1.7556634711, -0.08512102380);
    assertThat(raw.values().get("var$cor")).isNull();
  }

  @Test
  void kernlabsCoordinatesAreLargerByTheRootOfN() {
    Shell.Answer kpca = as("kernlab", "-m", "kernel-pca", "--gamma", 0.25, "-k", 2);
    assertThat(kpca.text("call")).contains("rbfdot", "sigma = 0.25");
    assertNumbers(kpca.numbers("eig"), 0.3207367709, 0.1272952952);
    // Kernlab's signs are the other way round here.
    assertNumbers(row(kpca, "pcv", 0), 0.2107022605, 0.02459924795);
    assertNumbers(row(kpca, "rotated", 1), 9.776802046, 0.2664549845);
    Shell.Answer same = as("sklearn", "-m", "kernel-pca", "--gamma", 0.25, "-k", 2);
    assertNumbers(same.numbers("eigenvalues_"), 48.1105156396, 19.0942942842);
    assertNumbers(row(same, "eigenvectors_", 1), 0.1150883031, 0.0049788199);
  }

  @Test
  void whatHasNoCounterpartIsRefused() {
    as("sklearn", "-m", "kernel-pca", "-k", 2);
    assertThat(shell.fails(1, "inspect", shell.path("m"), "--as", "factominer"))
        .contains("FactoMineR", "kernel-pca", "leave out --as");
    assertThat(shell.fails(2, "inspect", shell.path("m"), "--as", "matlab"))
        .contains("--as", "matlab", "sklearn");
  }

  @Test
  void modelsThatComputeSomethingElseAreRefused() {
    Path m = shell.path("m");
    fit("-m", "kernel-pca", "-k", 2, "--landmarks", 20);
    assertThat(shell.fails(1, "inspect", m, "--as", "sklearn")).contains("landmarks");
    fit("-m", "kernel-pca", "-k", 2, "--no-center");
    assertThat(shell.fails(1, "inspect", m, "--as", "kernlab")).contains("not centred");
    fit("-m", "cca", "--x", "sepal_length,sepal_width", "--y", "petal_length", "--ridge", 1);
    assertThat(shell.fails(1, "inspect", m, "--as", "r")).contains("ridge");
    fit("-m", "mds", "-k", 2, "--landmarks", 20);
    assertThat(shell.fails(1, "inspect", m, "--as", "r")).contains("landmarks");
    fit("-m", "lsa", "-k", 2);
    assertThat(
            shell.fails(1, "inspect", m, "--as", "factominer", "--loadings", shell.path("l.csv")))
        .contains("centre");
    assertThat(shell.files()).doesNotContain("l.csv");
  }

  @Test
  void ofTextsAndImagesItIsSaidWhatTheRowsAre() {
    shell.write("t.csv", "t", "a red house", "a red car", "the blue car", "a blue house");
    for (String weighting : List.of("tf-idf", "counts", "log-entropy")) {
      shell.ok(
          "fit",
          shell.path("t.csv"),
          "--text",
          "t",
          "-m",
          "lsa",
          "-k",
          2,
          "--weighting",
          weighting,
          "-o",
          shell.path("m"));
      assertThat(shell.ok("inspect", shell.path("m"), "--as", "sklearn").out())
          .contains("x holds the " + weighting, "a row for each document, and not the texts");
    }
    shell.ok("demo", "--samples", folder);
    shell.ok("fit", folder.resolve("digits"), "-k", 2, "-o", shell.path("m"));
    assertThat(shell.ok("inspect", shell.path("m"), "--as", "factominer").out())
        .contains("X holds the pixels of images of 8 × 8 grey pixels");
  }

  @Test
  void kernelsWithoutANameThereAreGivenAsTheirMatrix() {
    Object[] fit = {
      "-m", "kernel-pca", "--kernel", "laplacian", "--gamma", 0.05, "-k", 2, "--standardize"
    };
    Shell.Answer sklearn = as("sklearn", fit);
    assertThat(sklearn.text("call"))
        .isEqualTo("KernelPCA(n_components=2, kernel=\"precomputed\").fit(K)");
    assertThat(sklearn.texts("notes").toString())
        .contains("K holds", "laplacian, gamma 0.05, after standardising");
    Shell.Answer kernlab = translated("kernlab");
    assertThat(kernlab.text("call")).isEqualTo("kpca(as.kernelMatrix(K), features = 2)");
    assertThat(kernlab.texts("notes").toString()).contains("K holds", "laplacian, gamma 0.05");
  }

  @Test
  void kernelViewsAreRefusedWithTheReason() {
    Path m = shell.path("m");
    fit("-m", "kernel-cca", "--x", "sepal_length", "--y", "petal_length", "--ridge", 1, "-k", 1);
    assertThat(shell.fails(1, "inspect", m, "--as", "kernlab")).contains("does not centre");
    assertThat(shell.fails(1, "inspect", m, "--as", "r")).contains("cancor is linear");
    assertThat(shell.fails(1, "inspect", m, "--as", "sklearn")).contains("no kernel CCA");
    assertThat(shell.fails(1, "inspect", m, "--as", "factominer")).contains("no kernel CCA");
  }

  @Test
  void rowsThatCameInBatchesArePcaThere() throws IOException {
    IncrementalPca growing = IncrementalPca.builder(2).build();
    double[][] rows = Tables.read(iris).without("species").toMatrix().toArray();
    for (int i = 0; i < rows.length; i += 50) {
      growing.partialFit(Matrix.of(Arrays.copyOfRange(rows, i, i + 50)));
    }
    growing.model().save(shell.path("m"));
    Shell.Answer pca = translated("sklearn");
    assertThat(pca.text("call")).isEqualTo("PCA(n_components=2)");
    assertNumbers(pca.numbers("explained_variance_"), 4.228241706, 0.2426707479);
    // IncrementalPCA(n_components=2, batch_size=50) of scikit-learn has 4.22498 and 0.24208.
    assertThat(pca.texts("notes").toString()).contains("IncrementalPCA", "near");
  }

  @Test
  void zerosHaveNoSign() throws IOException {
    shell.write("z.csv", "a,b", "-3,0", "3,0", "0,-1", "0,1");
    shell.ok("fit", shell.path("z.csv"), "-o", shell.path("m"), "-k", 1);
    Model model = LinearModel.load(shell.path("m")).turned(new boolean[] {true});
    model.save(shell.path("m"));
    String said = shell.ok("inspect", shell.path("m"), "--as", "factominer").out();
    assertThat(said + shell.ok("inspect", shell.path("m"), "--as", "factominer", "--json").out())
        .contains("2.1213203")
        .doesNotContain("-0.0");
  }

  @Test
  void aMethodThatIsNotTranslatedIsNotSaidToBeMissingThere() {
    fit("-m", "isomap", "--bridge", "-k", 2);
    assertThat(shell.fails(1, "inspect", shell.path("m"), "--as", "sklearn"))
        .contains("no translation for isomap");
  }

  @Test
  void canonicalCorrelationsAreCancors() {
    Shell.Answer cancor =
        as("r", "-m", "cca", "--x", "sepal_length,sepal_width", "--y", "petal_length,petal_width");
    assertNumbers(cancor.numbers("cor"), 0.9409689970, 0.1239368812);
    // R's first column has the other sign.
    assertNumbers(row(cancor, "xcoef", 0), 0.08757435475, 0.04749410701);
    assertNumbers(row(cancor, "xcoef", 1), -0.07004362588, 0.17582969708);
  }

  @Test
  void scalingWithoutCentringIsByTheDeviation() {
    Shell.Answer prcomp = as("r", "--no-center", "--standardize", "-k", 2);
    assertThat(prcomp.text("call")).contains("center = FALSE, scale. = apply(x, 2, sd)");
    assertNumbers(prcomp.numbers("sdev"), 10.3871968318, 1.6188371019);
    assertThat(prcomp.texts("notes")).anyMatch(note -> note.contains("the first 2"));
    Shell.Answer svd = as("sklearn", "--no-center", "--standardize", "-k", 2);
    assertThat(svd.text("call")).startsWith("StandardScaler(with_mean=False), TruncatedSVD");
    assertNumbers(svd.numbers("singular_values_"), 127.2166604789, 19.8266243821);
  }

  @Test
  void standardisedKernelsNameTheirScaling() {
    Object[] fit = {"-m", "kernel-pca", "--gamma", 0.25, "-k", 2, "--standardize"};
    Shell.Answer sklearn = as("sklearn", fit);
    assertThat(sklearn.text("call"))
        .isEqualTo(
            "KernelPCA(n_components=2, kernel=\"rbf\", gamma=0.25)"
                + ".fit((X - X.mean(0)) / X.std(0, ddof=1))");
    assertNumbers(sklearn.numbers("eigenvalues_"), 39.3059960978, 17.7906114933);
    Shell.Answer kernlab = as("kernlab", fit);
    assertThat(kernlab.text("call")).startsWith("kpca(scale(x), ");
    assertNumbers(kernlab.numbers("eig"), 0.2620399740, 0.1186040766);
    Shell.Answer poly =
        as(
            "kernlab",
            "-m",
            "kernel-pca",
            "--kernel",
            "poly",
            "--degree",
            2,
            "--gamma",
            0.5,
            "-k",
            2);
    assertThat(poly.text("call")).contains("polydot", "degree = 2, scale = 0.5, offset = 1");
    assertNumbers(poly.numbers("eig"), 191.216608178, 8.261192083);
  }

  /**
   * What scores are multiplied by, as measured with scikit-learn 1.9.1 on whitened models of the
   * decathlon: 1 with the divisor n − 1 whether standardised or not, √((n − 1)/n) with n.
   */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          sklearn, -,              -
          sklearn, --standardize,  scores there are our coordinates times √(n/(n − 1))
          sklearn, --whiten,       -
          sklearn, --standardize --whiten, -
          sklearn, --whiten --ddof 0, scores there are our coordinates times √((n − 1)/n)
          sklearn, --standardize --whiten --ddof 0, scores there are our coordinates times √((n − 1)/n)
          sklearn, --standardize --ddof 0, -
          sklearn, -m lsa --whiten, scores there are our coordinates before whitening
          sklearn, -m kernel-pca --whiten, scores there are our coordinates before whitening
          r,       --standardize,  -
          r,       --whiten,       the numbers of x are our coordinates before whitening
          r,       --standardize --ddof 0, the numbers of x are our coordinates times √((n − 1)/n)
          """)
  void scoresThatDifferFromOursAreSaidTo(String convention, String options, String note) {
    Object[] fit = ("-k 2" + (options == null ? "" : " " + options)).split(" ");
    List<String> about =
        as(convention, fit).texts("notes").stream()
            .filter(text -> text.contains("our coordinates"))
            .toList();
    assertThat(about).isEqualTo(note == null ? List.of() : List.of(note));
  }

  @Test
  void whiteningDoesNotChangeWhatOthersCallCoordinates() {
    Object[] fit = {"-m", "kernel-pca", "--gamma", 0.25, "-k", 2};
    Shell.Answer plain = as("kernlab", fit);
    Shell.Answer whitened = as("kernlab", "-m", "kernel-pca", "--gamma", 0.25, "-k", 2, "--whiten");
    assertNumbers(row(whitened, "rotated", 7), row(plain, "rotated", 7));
    assertThat(whitened.texts("notes").toString()).contains("before whitening");
  }

  @Test
  void alignedModelsAreToldWithTheSignsOfTheOtherProgram() throws IOException {
    fit("-k", 2);
    LinearModel.load(shell.path("m")).turned(new boolean[] {true, true}).save(shell.path("m"));
    Shell.Answer pca = translated("sklearn");
    assertThat(row(pca, "components_", 0)[2]).isPositive();
    fit("-m", "kernel-pca", "--gamma", 0.25, "-k", 2);
    ((KernelModel) Model.load(shell.path("m")))
        .turned(new boolean[] {true, false})
        .save(shell.path("m"));
    assertNumbers(row(translated("sklearn"), "eigenvectors_", 1), 0.1150883031, 0.0049788199);
  }

  @Test
  void constantColumnsKeepADivisorOfOne() {
    Path file = shell.write("c.csv", "a,b,c", "1,3,2", "2,3,1", "4,3,9", "5,3,3", "7,3,1");
    shell.ok("fit", file, "--standardize", "-k", 2, "-o", shell.path("m"));
    assertThat(translated("sklearn").numbers("scale_ (StandardScaler)")[1]).isEqualTo(1);
    assertThat(translated("r").texts("notes")).anyMatch(note -> note.startsWith("b is constant"));
  }

  /** Numbers of fourteen letters, and names longer than any number, in lines one can read. */
  @Test
  void tablesLineUpWhateverIsInThem() {
    Path file =
        shell.write(
            "w.csv",
            "a,od280_od315_of_diluted_wines,c,d,e,f,g,h,i",
            "1,2,30000,-4,5,6,7,-8,9",
            "2,7,10000,8,2,8,1,8,2",
            "3,1,80000,2,8,4,5,9,0",
            "5,3,20000,8,4,5,9,0,45");
    shell.ok("fit", file, "-k", 2, "-o", shell.path("m"));
    List<String> lines =
        shell.ok("inspect", shell.path("m"), "--as", "sklearn").out().lines().toList();
    assertThat(lines).allMatch(line -> line.length() <= 100);
    int top = lines.indexOf("components_") + 1;
    assertThat(lines.get(top)).contains("od280_od315_of_diluted_wines", " c").doesNotContain(" i");
    for (int line = top; line < top + 3; line++) {
      // Numbers end where the names above them do, and two blanks part them.
      assertThat(lines.get(line)).hasSameSizeAs(lines.get(top));
      assertThat(lines.get(line).split(" {2,}")).hasSameSizeAs(lines.get(top).split(" {2,}"));
    }
    assertThat(lines.get(top + 1)).startsWith("pca0  ");
    assertThat(lines.get(top + 3)).endsWith(" i");
    assertThat(lines.get(top + 4)).startsWith("pca0  ");
  }

  @Test
  void peopleGetTables() {
    as("factominer", "--standardize", "-k", 2);
    assertThat(shell.ok("inspect", shell.path("m"), "--as", "factominer").out())
        .contains("PCA(X, scale.unit = TRUE, ncp = 2)", "comp 1", "Dim.2", "petal_width")
        .contains("2.9184978");
  }
}
