package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.rules.Answer;
import org.eigenlens.rules.Recommendation;
import org.eigenlens.rules.Rule;
import org.eigenlens.rules.Rules;
import org.junit.jupiter.api.Test;

class ComponentRulesTest {

  private static final ComponentRules PLAIN = ComponentRules.builder().build();
  private static final ComponentRules STANDARDISED =
      ComponentRules.builder().standardize(true).build();

  private static Recommendation select(ComponentRules rules, double[][] x) {
    return rules.select(DenseMatrix.copyOf(x));
  }

  private static int components(Recommendation selection, String rule) {
    return selection.answer(rule).orElseThrow().components().orElseThrow();
  }

  private static String refusal(Recommendation selection, String rule) {
    Answer answer = selection.answer(rule).orElseThrow();
    assertThat(answer.components()).as(rule).isEmpty();
    return answer.why();
  }

  private static String summary(Recommendation selection) {
    return selection.answers().stream()
        .map(answer -> answer.rule() + " " + answer.components() + " " + answer.why())
        .collect(Collectors.joining("\n"));
  }

  /** As scikit-learn's PCA(n_components='mle') and its cumulative explained_variance_ratio_. */
  @Test
  void irisHasThreeByMinkaAndTwoForNinetyFivePercent() {
    Recommendation iris = select(PLAIN, Samples.table("iris"));
    assertThat(components(iris, "mle")).isEqualTo(3);
    assertThat(components(iris, "share-0.80")).isEqualTo(1);
    assertThat(components(iris, "share-0.95")).isEqualTo(2);
    assertThat(components(iris, "share-0.99")).isEqualTo(3);
    assertThat(iris.answer("share-0.95").orElseThrow().why())
        .isEqualTo("2 components make up 97.77 %, 1 only 92.46 %");
  }

  /** PCAtools' rules and numpy; Horn by 200 permutations, of which the 95 % quantile counts. */
  @Test
  void standardisedWineAgreesWithThePeers() {
    ComponentRules rules = ComponentRules.builder().standardize(true).iterations(200).build();
    Recommendation wine = select(rules, Samples.table("wine"));
    assertThat(components(wine, "kaiser")).isEqualTo(3);
    assertThat(components(wine, "elbow")).isEqualTo(4);
    assertThat(components(wine, "broken-stick")).isEqualTo(2);
    assertThat(components(wine, "parallel")).isEqualTo(3);
    assertThat(components(wine, "parallel-normal")).isEqualTo(3);
    // scikit-learn 1.x: PCA(n_components='mle') of the standardised table.
    assertThat(components(wine, "mle")).isEqualTo(12);
    assertThat(wine.answer("kaiser").orElseThrow().why())
        .contains("3 eigenvalues exceed 1", "number 3 is 1.446", "the next 0.919");
  }

  /** R's psych::fa.parallel says 1 component for the four measurements. */
  @Test
  void standardisedIrisHasOneComponentByParallelAnalysis() {
    Recommendation iris = select(STANDARDISED, Samples.table("iris"));
    assertThat(components(iris, "parallel")).isEqualTo(1);
    assertThat(components(iris, "parallel-normal")).isEqualTo(1);
  }

  /** scikit-learn's test_n_components_mle and test_mle_simple_case, with draws of our own. */
  @Test
  void minkaFindsOneInNoiseAndAllButOneOfDependentColumns() {
    assertThat(components(select(PLAIN, Samples.normal(600, 10, 1)), "mle")).isEqualTo(1);
    double[][] dependent = Samples.normal(1000, 10, 2);
    for (double[] row : dependent) {
      row[9] = Arrays.stream(row, 0, 9).sum() / 9;
    }
    assertThat(components(select(PLAIN, dependent), "mle")).isEqualTo(9);
  }

  /** scikit-learn's test_pca_dim, with draws of our own: ten rows lie apart in one direction. */
  @Test
  void minkaFindsTheDirectionOfAFewRowsApart() {
    double[][] x = Samples.moved(Samples.normal(100, 5, 12), 0.1, 0);
    for (int i = 0; i < 10; i++) {
      for (int j = 0; j < 5; j++) {
        x[i][j] += new double[] {3, 4, 5, 1, 2}[j];
      }
    }
    assertThat(components(select(PLAIN, x), "mle")).isEqualTo(1);
  }

  @Test
  void rulesForTheKnownRankFindIt() {
    Recommendation found = select(PLAIN, factors(400, 60, 6, 1, 3));
    for (String rule :
        new String[] {"parallel", "parallel-normal", "mle", "likelihood", "gavish-donoho", "cv"}) {
      assertThat(components(found, rule)).as(rule).isEqualTo(6);
    }
    assertThat(found.consensus().orElseThrow().components()).isEqualTo(6);
  }

  /** Few rows of many columns, where the covariance has no full rank. */
  @Test
  void rulesForTheKnownRankFindItInWideDataToo() {
    Recommendation found = select(PLAIN, factors(50, 400, 4, 1, 4));
    for (String rule :
        new String[] {"parallel", "parallel-normal", "likelihood", "gavish-donoho", "cv"}) {
      assertThat(components(found, rule)).as(rule).isEqualTo(4);
    }
    assertThat(refusal(found, "mle"))
        .isEqualTo("it needs at least as many rows as columns, not 50 rows × 400 columns");
  }

  @Test
  void noiseHasNoComponents() {
    Recommendation noise = select(STANDARDISED, Samples.normal(300, 20, 1));
    assertThat(components(noise, "parallel")).isZero();
    assertThat(components(noise, "parallel-normal")).isZero();
    assertThat(components(noise, "gavish-donoho")).isZero();
    assertThat(components(noise, "likelihood")).isZero();
    assertThat(components(noise, "cv")).isZero();
  }

  /** A large independent column is no structure to rules that look for correlation. */
  @Test
  void aSingleLargeColumnIsNoStructure() {
    double[][] x = Samples.normal(300, 8, 6);
    for (double[] row : x) {
      row[3] *= 10;
    }
    Recommendation found = select(PLAIN, x);
    assertThat(components(found, "parallel")).isZero();
    assertThat(components(found, "parallel-normal")).isZero();
    assertThat(components(found, "cv")).isZero();
    assertThat(components(found, "mle")).isEqualTo(1);
  }

  /** Behind a column that has nearly all variance the factor of the others is still seen. */
  @Test
  void aLargeColumnDoesNotHideAFactor() {
    for (long seed = 1; seed <= 5; seed++) {
      double[][] x = factors(300, 8, 1, 1, seed);
      double[][] alone = Samples.normal(300, 1, seed + 50);
      for (int i = 0; i < x.length; i++) {
        x[i][3] = 1000 * alone[i][0];
      }
      Recommendation found = select(PLAIN, x);
      assertThat(components(found, "parallel")).isEqualTo(1);
      assertThat(components(found, "parallel-normal")).isEqualTo(1);
      assertThat(found.answer("parallel").orElseThrow().why())
          .endsWith("100 permutations of the standardised columns");
    }
  }

  /** A higher quantile is a higher bound, and fewer draws have another one. */
  @Test
  void quantileAndIterationsDecideTheBound() {
    double[][] x = factors(100, 10, 2, 2, 5);
    double median = bound(ComponentRules.builder().quantile(0.5).build(), x);
    double high = bound(ComponentRules.builder().quantile(0.99).build(), x);
    double fewer = bound(ComponentRules.builder().quantile(0.99).iterations(7).build(), x);
    // The largest eigenvalue of 100 × 10 scatters by about 0.1 around 1.55.
    assertThat(high).isGreaterThan(median + 0.05);
    assertThat(fewer).isNotEqualTo(high);
  }

  private static double bound(ComponentRules rules, double[][] x) {
    String why = select(rules, x).answer("parallel").orElseThrow().why();
    return Double.parseDouble(why.replaceAll("^.*?exceeds? ([\\d.]+).*$", "$1"));
  }

  @Test
  void kaiserNeedsStandardisedData() {
    assertThat(refusal(select(PLAIN, Samples.table("wine")), "kaiser"))
        .contains("not standardised; standardise them");
    Rule kaiser = Rules.named("kaiser").orElseThrow();
    assertThatThrownBy(() -> PLAIN.answer(kaiser, DenseMatrix.copyOf(Samples.table("wine"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("kaiser")
        .hasMessageContaining("standardise them");
  }

  @Test
  void withoutCentringOnlySomeRulesApply() {
    Recommendation raw =
        select(ComponentRules.builder().center(false).build(), Samples.table("iris"));
    for (String rule : new String[] {"kaiser", "broken-stick", "parallel", "mle", "likelihood"}) {
      assertThat(refusal(raw, rule)).contains("not centred");
    }
    assertThat(components(raw, "share-0.95")).isEqualTo(1);
    assertThat(components(raw, "gavish-donoho")).isPositive();
    assertThat(components(raw, "elbow")).isEqualTo(2);
  }

  @Test
  void constantColumnsChangeNothing() {
    double[][] wine = Samples.table("wine");
    double[][] padded =
        Arrays.stream(wine)
            .map(
                row -> {
                  double[] longer = Arrays.copyOf(row, row.length + 2);
                  longer[row.length] = 7;
                  return longer;
                })
            .toArray(double[][]::new);
    assertThat(select(STANDARDISED, padded).warnings())
        .singleElement()
        .asString()
        .contains("2 of 15 columns are constant");
    assertThat(summary(select(STANDARDISED, padded)).replaceAll("\\d\\.\\d{6,}", ""))
        .isEqualTo(summary(select(STANDARDISED, wine)).replaceAll("\\d\\.\\d{6,}", ""));
  }

  /** The answer of a rule is the same to the last word, however many threads there are. */
  @Test
  void threadsDoNotChangeAWord() {
    double[][] x = factors(120, 30, 3, 2, 7);
    int before = Parallel.threads();
    try {
      Parallel.setThreads(1);
      String alone = summary(select(PLAIN, x));
      Parallel.setThreads(4);
      assertThat(summary(select(PLAIN, x))).isEqualTo(alone);
      assertThat(summary(select(ComponentRules.builder().seed(1).build(), x))).isNotEqualTo(alone);
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void unitsDoNotMatter() {
    double[][] x = factors(100, 12, 2, 1, 8);
    Recommendation small = select(PLAIN, x);
    Recommendation huge = select(PLAIN, Samples.moved(x, 1e120, 0));
    for (Answer answer : small.answers()) {
      assertThat(huge.answer(answer.rule()).orElseThrow().components())
          .as(answer.rule())
          .isEqualTo(answer.components());
    }
  }

  @Test
  void rowsThatStreamAreJudgedByTheirSpectrum() {
    double[][] x = Samples.table("wine");
    Recommendation streamed = STANDARDISED.select(Samples.streamed(x, 13));
    Recommendation inMemory = select(STANDARDISED, x);
    for (String rule : new String[] {"parallel", "likelihood", "cv"}) {
      assertThat(refusal(streamed, rule)).contains("needs all rows in memory");
    }
    for (String rule : new String[] {"kaiser", "elbow", "mle", "parallel-normal"}) {
      assertThat(components(streamed, rule)).as(rule).isEqualTo(components(inMemory, rule));
    }
  }

  @Test
  void sparseRowsAreJudgedAsDenseOnesAre() {
    double[][] x = Samples.table("iris");
    Recommendation sparse = PLAIN.select(Samples.sparse(x));
    for (Answer answer : select(PLAIN, x).answers()) {
      assertThat(sparse.answer(answer.rule()).orElseThrow().components())
          .as(answer.rule())
          .isEqualTo(answer.components());
    }
  }

  @Test
  void memoryThatDoesNotSufficeIsNamed() {
    Matrix x = DenseMatrix.copyOf(Samples.normal(4000, 5, 9));
    Recommendation found = ComponentRules.builder().memory(200_000).build().select(x);
    assertThat(refusal(found, "parallel"))
        .contains("MB beside the data")
        .contains("0 MB are allowed");
    assertThat(refusal(found, "cv")).contains("allow more memory");
  }

  @Test
  void tinyDataAreNotGuessedAt() {
    Recommendation two = select(PLAIN, new double[][] {{1, 2}, {3, 5}});
    assertThat(refusal(two, "cv")).contains("2 rows × 2 columns are too few");
    assertThat(refusal(two, "elbow")).contains("1 eigenvalue has no elbow");
    assertThat(components(two, "share-0.95")).isEqualTo(1);
    assertThat(refusal(two, "parallel")).contains("2 rows have 1 eigenvalue");
    assertThat(refusal(two, "parallel-normal")).contains("2 rows have 1 eigenvalue");
    assertThat(refusal(two, "broken-stick")).contains("not broken");
    Recommendation column = select(PLAIN, new double[][] {{1}, {3}, {4}});
    assertThat(refusal(column, "parallel")).contains("one column");
    assertThat(refusal(column, "broken-stick")).contains("not broken");
    assertThat(refusal(column, "mle")).contains("at least 2 columns");
    assertThatThrownBy(() -> select(PLAIN, new double[][] {{1, 2}, {1, 2}}))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("All rows are the same");
  }

  /** Variances that are equal, or fall on a line, but for rounding. */
  @Test
  void roundingMakesNoElbow() {
    double[][] turn = Samples.rotation(5, 3);
    for (double step : new double[] {0, 0.1}) {
      double[][] x = new double[10][5];
      for (int j = 0; j < 5; j++) {
        x[2 * j][j] = Math.sqrt(1 - step * j);
        x[2 * j + 1][j] = -x[2 * j][j];
      }
      Recommendation found = select(PLAIN, Samples.product(x, turn));
      assertThat(refusal(found, "elbow")).contains("no eigenvalue lies below the line");
    }
  }

  /** Each row twice: the curve is the same, and nothing fails for want of rank. */
  @Test
  void rowsThatComeTwiceAreJudged() {
    double[][] x = factors(60, 8, 2, 0.5, 13);
    double[][] twice = Arrays.copyOf(x, 120);
    System.arraycopy(x, 0, twice, 60, 60);
    Recommendation found = select(PLAIN, twice);
    assertThat(components(found, "parallel")).isEqualTo(2);
    assertThat(components(found, "share-0.95"))
        .isEqualTo(components(select(PLAIN, x), "share-0.95"));
    assertThat(components(found, "cv")).isPositive();
    assertThat(components(found, "likelihood")).isPositive();
  }

  /** A column that varies in one row only is constant wherever that row is held back. */
  @Test
  void aColumnMayBeConstantInAPart() {
    double[][] x = factors(80, 8, 2, 0.5, 14);
    for (int i = 0; i < x.length; i++) {
      x[i][7] = i == 17 ? 1 : 0;
    }
    for (ComponentRules rules : new ComponentRules[] {PLAIN, STANDARDISED}) {
      Recommendation found = select(rules, x);
      assertThat(components(found, "cv")).isEqualTo(2);
      assertThat(components(found, "parallel")).isEqualTo(2);
      assertThat(components(found, "likelihood")).isBetween(1, 7);
    }
  }

  /** Standardised columns have no unit, even where their squares are no numbers. */
  @Test
  void unitsOfStandardisedColumnsDoNotMatter() {
    double[][] x = factors(100, 12, 2, 1, 8);
    for (double unit : new double[] {1e150, 1e160, 1e-150, 1e-165}) {
      double[][] other = Samples.moved(x, 1, 0);
      for (double[] row : other) {
        row[2] *= unit;
        row[5] *= unit;
      }
      Recommendation found = select(STANDARDISED, other);
      for (Answer answer : select(STANDARDISED, x).answers()) {
        assertThat(found.answer(answer.rule()).orElseThrow().components())
            .as("%s in units of %s", answer.rule(), unit)
            .isEqualTo(answer.components());
      }
    }
  }

  /** Without a mean to subtract a column of zeros is still no column. */
  @Test
  void columnsOfZerosDoNotCountWithoutCentring() {
    ComponentRules raw = ComponentRules.builder().center(false).build();
    double[][] x = factors(30, 20, 2, 1, 15);
    double[][] padded =
        Arrays.stream(x).map(row -> Arrays.copyOf(row, 40)).toArray(double[][]::new);
    assertThat(select(raw, padded).answer("gavish-donoho"))
        .isEqualTo(select(raw, x).answer("gavish-donoho"));
  }

  @Test
  void exactLowRankHasNoNoiseToMeasure() {
    double[][] x = Samples.product(Samples.normal(40, 2, 10), Samples.normal(2, 9, 11));
    Recommendation found = select(PLAIN, x);
    assertThat(refusal(found, "gavish-donoho")).contains("7 of 9 singular values are zero");
    assertThat(components(found, "cv")).isEqualTo(2);
    assertThat(components(found, "likelihood")).isEqualTo(2);
    assertThat(components(found, "mle")).isEqualTo(2);
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> ComponentRules.builder().iterations(0).build())
        .hasMessageContaining("not 0");
    assertThatThrownBy(() -> ComponentRules.builder().quantile(95).build())
        .hasMessageContaining("not be 95");
    assertThatThrownBy(() -> ComponentRules.builder().folds(1).build())
        .hasMessageContaining("not 1");
    assertThatThrownBy(() -> ComponentRules.builder().memory(0).build())
        .hasMessageContaining("not 0");
    assertThatThrownBy(() -> ComponentRules.builder().ddof(2).build())
        .hasMessageContaining("not 2");
  }

  @Test
  void everyRuleSaysWhenNotToBelieveIt() {
    for (Answer answer : select(PLAIN, Samples.table("iris")).answers()) {
      assertThat(answer.caution()).as(answer.rule()).isNotBlank();
      assertThat(answer.why()).as(answer.rule()).isNotBlank();
    }
  }

  /** Returns rows of factors with normal loadings, in noise. */
  private static double[][] factors(int rows, int columns, int count, double noise, long seed) {
    double[][] x =
        Samples.product(
            Samples.normal(rows, count, seed), Samples.normal(count, columns, seed + 100));
    Random random = new Random(seed + 200);
    for (double[] row : x) {
      for (int j = 0; j < columns; j++) {
        row[j] += noise * random.nextGaussian();
      }
    }
    return x;
  }
}
