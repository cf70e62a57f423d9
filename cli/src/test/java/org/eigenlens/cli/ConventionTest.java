package org.eigenlens.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  private Shell.Answer as(String convention, Object... fit) {
    Object[] words = new Object[fit.length + 6];
    words[0] = "fit";
    words[1] = iris;
    words[2] = "--label";
    words[3] = "species";
    words[4] = "-o";
    words[5] = shell.path("m");
    System.arraycopy(fit, 0, words, 6, fit.length);
    shell.ok(words);
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
    assertThat(pca.text("note")).contains("component 3 changed", "√(n/(n − 1))");
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
        .contains("kernel-pca", "leave out --as");
    assertThat(shell.fails(2, "inspect", shell.path("m"), "--as", "matlab"))
        .contains("--as", "matlab", "sklearn");
  }

  @Test
  void peopleGetTables() {
    as("factominer", "--standardize", "-k", 2);
    assertThat(shell.ok("inspect", shell.path("m"), "--as", "factominer").out())
        .contains("PCA(X, scale.unit = TRUE, ncp = 2)", "comp 1", "Dim.2", "petal_width")
        .contains("2.9184978");
  }
}
