package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.eigenlens.cca.CcaSolver;
import org.eigenlens.cca.Ridge;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.PairedModel.Side;
import org.eigenlens.model.Wilks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CcaTest {

  private static final DenseMatrix X = PairedSamples.shared(200, 6, 2, 1, 5, 1);
  private static final DenseMatrix Y = PairedSamples.shared(200, 4, 2, 1, 5, 2);

  @Test
  void aPerfectCorrelationHasAnInfiniteFAlsoAfterLoading(@TempDir Path folder) throws Exception {
    Matrix x = PairedSamples.noise(30, 3, 5);
    PairedModel model = Cca.builder().fit(x, x);
    Path file = folder.resolve("model.eigenlens");
    model.save(file);
    for (Wilks test : PairedModel.load(file).findings().wilks()) {
      assertThat(test.lambda()).isZero();
      assertThat(test.f()).isEqualTo(Double.POSITIVE_INFINITY);
      assertThat(test.pValue()).isZero();
    }
    assertThat(PairedModel.load(file).findings().wilks()).hasSize(3);
  }

  @Test
  void aViewAgainstItselfGivesOnes() {
    DenseMatrix x = PairedSamples.noise(50, 5, 3);
    PairedModel model = Cca.builder().fit(x, x);
    assertThat(model.correlations()).hasSize(5);
    for (double correlation : model.correlations()) {
      assertThat(correlation).isCloseTo(1, within(1e-14)).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void scoresHaveUnitVarianceAndTheCorrelationsThatWereReported() {
    for (Ridge ridge : List.of(Ridge.NONE, new Ridge.Fixed(0.5, 2), Ridge.PLS)) {
      PairedModel model = Cca.builder().ridge(ridge).fit(X, Y);
      double[][] zx = model.transform(Side.X, X).transpose().toArray();
      double[][] zy = model.transform(Side.Y, Y).transpose().toArray();
      for (int i = 0; i < model.components(); i++) {
        // Sums of 200 products of numbers near 1: rounding stays far below 1e-12.
        assertThat(covariance(zx[i], zx[i])).isCloseTo(1, within(1e-12));
        assertThat(covariance(zy[i], zy[i])).isCloseTo(1, within(1e-12));
        assertThat(covariance(zx[i], zy[i])).isCloseTo(model.correlations()[i], within(1e-12));
      }
    }
  }

  @Test
  void scoresOfDifferentPairsDoNotCorrelate() {
    PairedModel model = Cca.builder().fit(X, Y);
    double[][] zx = model.transform(Side.X, X).transpose().toArray();
    double[][] zy = model.transform(Side.Y, Y).transpose().toArray();
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(covariance(zx[i], zx[j])).isCloseTo(0, within(1e-12));
        assertThat(covariance(zx[i], zy[j])).isCloseTo(0, within(1e-12));
        assertThat(covariance(zy[i], zy[j])).isCloseTo(0, within(1e-12));
      }
    }
  }

  @Test
  void loadingsAreCorrelationsOfColumnsWithScores() {
    PairedModel model = Cca.builder().components(2).fit(X, Y);
    double[][] zx = model.transform(Side.X, X).transpose().toArray();
    double[][] zy = model.transform(Side.Y, Y).transpose().toArray();
    double[][] columns = X.transpose().toArray();
    double redundancy = 0;
    for (int j = 0; j < 6; j++) {
      double own = correlation(columns[j], zx[0]);
      double cross = correlation(columns[j], zy[0]);
      assertThat(model.loadings(Side.X).get(j, 0)).isCloseTo(own, within(1e-12));
      assertThat(model.crossLoadings(Side.X).get(j, 0)).isCloseTo(cross, within(1e-12));
      redundancy += cross * cross / 6;
    }
    assertThat(model.redundancy(Side.X)[0]).isCloseTo(redundancy, within(1e-12));
    double[] extracted = model.varianceExtracted(Side.Y);
    assertThat(model.redundancy(Side.Y)[1])
        .isCloseTo(extracted[1] * Math.pow(model.correlations()[1], 2), within(1e-12));
  }

  @Test
  void invertibleMapsOfAViewChangeNothing() {
    DenseMatrix map = PairedSamples.noise(6, 6, 9);
    DenseMatrix mapped = org.eigenlens.matrix.LinearAlgebra.multiply(X, map);
    assertThat(Cca.builder().fit(mapped, Y).correlations())
        .containsExactly(Cca.builder().fit(X, Y).correlations(), within(1e-12));
  }

  @Test
  void aLargeMeanChangesNothing() {
    double[][] far = X.toArray();
    for (double[] row : far) {
      Arrays.setAll(row, j -> row[j] + 1e6);
    }
    // Adding a million rounds the data themselves at 1e-10 of their spread.
    assertThat(Cca.builder().fit(Matrix.of(far), Y).correlations())
        .containsExactly(Cca.builder().fit(X, Y).correlations(), within(1e-9));
  }

  @Test
  void dependentAndConstantColumnsAreNamedAndChangeNothing() {
    double[][] rows = X.toArray();
    double[][] wider = new double[rows.length][8];
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], 0, wider[i], 0, 6);
      wider[i][6] = 0.3;
      wider[i][7] = rows[i][0] - 2 * rows[i][3];
    }
    double[] expected = Cca.builder().fit(X, Y).correlations();
    for (CcaSolver solver : CcaSolver.values()) {
      PairedModel model = Cca.builder().solver(solver).fit(Matrix.of(wider), Y);
      assertThat(model.correlations()).containsExactly(expected, within(1e-11));
      assertThat(model.provenance().warnings())
          .anyMatch(w -> w.contains("view x: 1 of 8 columns is constant and has no part: x7"))
          .anyMatch(w -> w.contains("view x has rank 6 with 7 columns that vary"));
      assertThat(model.weights(Side.X).toArray()[0]).doesNotContain(Double.NaN);
    }
  }

  @Test
  void moreThanTheSmallerRankIsAnsweredWithTheBound() {
    Cca five = Cca.builder().components(10).build();
    assertThatThrownBy(() -> five.fit(PairedSamples.noise(10, 5, 1), PairedSamples.noise(10, 3, 2)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("ranks 5 and 3")
        .hasMessageContaining("upper bound is 3");
  }

  @Test
  void moreColumnsThanRowsWarnOfCorrelationsThatMeanNothing() {
    DenseMatrix x = PairedSamples.noise(12, 40, 1);
    DenseMatrix y = PairedSamples.noise(12, 3, 2);
    PairedModel model = Cca.builder().fit(x, y);
    assertThat(model.provenance().solver()).isEqualTo("gram");
    assertThat(model.correlations()).containsExactly(new double[] {1, 1, 1}, within(1e-12));
    assertThat(model.provenance().warnings()).anyMatch(w -> w.contains("3 correlations are 1"));
    double[][] zx = model.transform(Side.X, x).transpose().toArray();
    assertThat(covariance(zx[0], zx[0])).isCloseTo(1, within(1e-10));
  }

  @Test
  void wideAndTallFormsAgreeWithARidge() {
    DenseMatrix x = PairedSamples.shared(30, 50, 1, 1, 4, 1);
    DenseMatrix y = PairedSamples.shared(30, 40, 1, 1, 4, 2);
    Cca.Builder ridge = Cca.builder().components(3).ridge(0.3, 0.7);
    PairedModel dual = ridge.solver(CcaSolver.GRAM).fit(x, y);
    PairedModel primal = ridge.solver(CcaSolver.SVD).fit(x, y);
    assertThat(dual.correlations()).containsExactly(primal.correlations(), within(1e-10));
    assertThat(dual.weights(Side.X).row(1))
        .containsExactly(primal.weights(Side.X).row(1), within(1e-9));
  }

  @Test
  void rowsInPassesGiveTheSameAsRowsInMemory() {
    PairedModel inMemory = Cca.builder().fit(X, Y);
    PairedModel streamed = Cca.builder().build().fit(passes(X, Y), names(10), 6);
    assertThat(streamed.provenance().solver()).isEqualTo("streaming");
    assertThat(streamed.correlations()).containsExactly(inMemory.correlations(), within(1e-12));
    assertThat(streamed.weights(Side.Y).row(0))
        .containsExactly(inMemory.weights(Side.Y).row(0), within(1e-11));
  }

  @Test
  void whatOnePassCannotResolveIsReadAgain() {
    double[][] near = X.toArray();
    double[][] noise = PairedSamples.noise(200, 1, 8).toArray();
    for (int i = 0; i < near.length; i++) {
      near[i][5] = near[i][0] + 1e-5 * noise[i][0];
    }
    Matrix x = Matrix.of(near);
    double[] exact = Cca.builder().fit(x, Y).correlations();
    PairedModel streamed = Cca.builder().build().fit(passes(x, Y), names(10), 6);
    assertThat(streamed.provenance().solver()).isEqualTo("svd");
    assertThat(streamed.correlations()).containsExactly(exact, within(1e-9));
    PairedModel insisted = Cca.builder().solver(CcaSolver.STREAMING).fit(x, Y);
    assertThat(insisted.provenance().warnings()).anyMatch(w -> w.contains("the svd solver keeps"));
    double claimed = insisted.provenance().maxRelativeResidual();
    assertThat(Math.abs(insisted.correlations()[0] - exact[0])).isLessThan(claimed);
  }

  /** One column of x is another and a hundred-millionth of what y has too. */
  @Test
  void whatSquaresCannotSeeAtAllIsReadAgain() {
    double[][] near = PairedSamples.noise(10_000, 50, 1).toArray();
    double[][] other = PairedSamples.noise(10_000, 50, 2).toArray();
    DenseMatrix clean = Matrix.of(other);
    PairedModel large = Cca.builder().fit(Matrix.of(near), clean);
    assertThat(large.provenance().solver()).isEqualTo("covariance");
    double[][] common = PairedSamples.noise(10_000, 1, 3).toArray();
    for (int i = 0; i < near.length; i++) {
      near[i][5] = near[i][0] + 1e-8 * common[i][0];
      other[i][0] = common[i][0] + 0.3 * other[i][0];
    }
    DenseMatrix x = Matrix.of(near);
    DenseMatrix y = Matrix.of(other);
    double[] exact = Cca.builder().solver(CcaSolver.SVD).fit(x, y).correlations();
    assertThat(exact[0]).isGreaterThan(0.9);
    // All 50 pairs can be asked for, though the covariance sees 49.
    PairedModel auto = Cca.builder().components(50).fit(x, y);
    assertThat(auto.provenance().solver()).isEqualTo("svd");
    assertThat(auto.provenance().solverReason()).contains("covariance cannot tell");
    assertThat(auto.correlations()).containsExactly(exact, within(1e-12));
    PairedModel streamed = Cca.builder().build().fit(passes(x, y), names(100), 50);
    assertThat(streamed.provenance().solver()).isEqualTo("svd");
    // The rows are the same, so only the order of sums differs: 1e-16 of the largest, or 1e-8.
    assertThat(streamed.correlations()).containsExactly(exact, within(1e-6));
    PairedModel insisted = Cca.builder().solver(CcaSolver.COVARIANCE).fit(x, y);
    assertThat(insisted.correlations()).hasSize(49);
    assertThat(insisted.provenance().warnings()).anyMatch(w -> w.contains("the svd solver tells"));
    assertThat(insisted.provenance().maxRelativeResidual()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void theDualFormIsNotForRowsInPasses() {
    Cca gram = Cca.builder().solver(CcaSolver.GRAM).build();
    assertThatThrownBy(() -> gram.fit(passes(X, Y), names(10), 6))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("choose svd or streaming");
  }

  @Test
  void wilksHasNoTestWhereSomeCorrelationsAreOneWhateverTheRows() {
    PairedModel few =
        Cca.builder().fit(PairedSamples.noise(20, 10, 1), PairedSamples.noise(20, 10, 2));
    assertThat(few.correlations()[0]).isCloseTo(1, within(1e-12));
    assertThat(few.findings().wilks()).isEmpty();
    assertThat(few.provenance().warnings()).anyMatch(w -> w.contains("1 correlation is 1"));
    PairedModel enough =
        Cca.builder().fit(PairedSamples.noise(21, 10, 1), PairedSamples.noise(21, 10, 2));
    assertThat(enough.findings().wilks()).isNotEmpty();
    assertThat(enough.findings().wilks().get(0).pValue()).isGreaterThan(0.01);
  }

  @Test
  void smallAndLargeUnitsGiveTheSame() {
    double[] expected = Cca.builder().fit(X, Y).correlations();
    for (double unit : new double[] {1e-150, 1e150}) {
      double[][] rows = X.toArray();
      for (double[] row : rows) {
        Arrays.setAll(row, j -> unit * row[j]);
      }
      for (CcaSolver solver : CcaSolver.values()) {
        // A unit that is no power of two rounds each number once.
        assertThat(Cca.builder().solver(solver).fit(Matrix.of(rows), Y).correlations())
            .containsExactly(expected, within(1e-12));
      }
    }
  }

  /** Whole numbers stay what they are beside 1e15, whose neighbours are an eighth apart. */
  @ParameterizedTest
  @EnumSource(CcaSolver.class)
  void aMeanOf1e15ChangesNothingThatWasFound(CcaSolver solver) {
    Cca cca = Cca.builder().solver(solver).folds(4).permutations(99).build();
    Matrix x = Matrix.of(PairedSamples.exercise());
    Matrix y = Matrix.of(PairedSamples.physiology());
    PairedModel near = cca.fit(x, y);
    PairedModel far = cca.fit(moved(x), moved(y));
    assertThat(far.correlations()).containsExactly(near.correlations(), within(1e-12));
    assertThat(far.findings().loadings().toArray()[0])
        .containsExactly(near.findings().loadings().toArray()[0], within(1e-12));
    assertThat(far.findings().crossValidated())
        .containsExactly(near.findings().crossValidated(), within(1e-12));
    assertThat(far.findings().permutationPValues()).isEqualTo(near.findings().permutationPValues());
    assertThat(far.provenance().warnings()).anyMatch(w -> w.contains("fewer than three digits"));
    assertThat(far.provenance().solverReason()).contains("large means");
  }

  /** Here a mean that is rounded would be a direction of its own, which rows do not have. */
  @Test
  void aMeanOf1e15IsNoDirectionOfFewRows() {
    Cca cca = Cca.builder().solver(CcaSolver.GRAM).ridge(1, 1).build();
    Matrix x = whole(6, 9, 1);
    Matrix y = whole(6, 8, 2);
    assertThat(cca.fit(moved(x), moved(y)).correlations())
        .containsExactly(cca.fit(x, y).correlations(), within(1e-12));
  }

  private static Matrix whole(int rows, int columns, long seed) {
    double[][] cells = Samples.normal(rows, columns, seed);
    for (double[] row : cells) {
      Arrays.setAll(row, j -> Math.rint(9 * row[j]));
    }
    return Matrix.of(cells);
  }

  private static Matrix moved(Matrix x) {
    return Matrix.of(Samples.moved(x.toArray(), 1, 1e15));
  }

  @Test
  void permutationsFindTheDimensionsThatAreShared() {
    PairedModel model = Cca.builder().permutations(199).fit(X, Y);
    double[] p = model.findings().permutationPValues();
    assertThat(p[0]).isEqualTo(1.0 / 200);
    assertThat(p[1]).isEqualTo(1.0 / 200);
    assertThat(p[2]).isGreaterThan(0.02);
    // Wilks' test agrees on normal rows.
    assertThat(model.findings().wilks().get(1).pValue()).isLessThan(1e-4);
    assertThat(p[2]).isCloseTo(model.findings().wilks().get(2).pValue(), within(0.15));
  }

  @Test
  void theSameSeedGivesTheSameOnAnyNumberOfThreads() {
    // Several tiles on every route: of statistics, of triangles, of folds and of whitened rows.
    DenseMatrix x = PairedSamples.shared(20_000, 6, 2, 1, 5, 1);
    DenseMatrix y = PairedSamples.shared(20_000, 4, 2, 1, 5, 2);
    Cca chosen = Cca.builder().ridge(new Ridge.CrossValidated()).build();
    Cca shuffled = Cca.builder().permutations(20).build();
    Cca summed = Cca.builder().solver(CcaSolver.COVARIANCE).folds(5).build();
    int before = Parallel.threads();
    try {
      for (Cca cca : List.of(chosen, shuffled, summed)) {
        Parallel.setThreads(1);
        PairedModel one = cca.fit(x, y);
        Parallel.setThreads(3);
        PairedModel three = cca.fit(x, y);
        assertThat(three.correlations()).isEqualTo(one.correlations());
        assertThat(three.crossValidatedCorrelations()).isEqualTo(one.crossValidatedCorrelations());
        assertThat(three.findings().permutationPValues())
            .isEqualTo(one.findings().permutationPValues());
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void crossValidationTellsSignalFromAccident() {
    // 60 rows and 20 columns a view: noise alone reaches a training correlation of about 0.9.
    PairedModel noise =
        Cca.builder()
            .folds(5)
            .components(1)
            .fit(PairedSamples.noise(60, 20, 1), PairedSamples.noise(60, 20, 2));
    assertThat(noise.correlations()[0]).isGreaterThan(0.8);
    assertThat(noise.crossValidatedCorrelations()[0]).isLessThan(0.35);
    PairedModel signal = Cca.builder().folds(5).components(1).fit(X, Y);
    assertThat(signal.crossValidatedCorrelations()[0])
        .isCloseTo(signal.correlations()[0], within(0.05));
  }

  @Test
  void aRidgeByCrossValidationHoldsBetterThanNone() {
    DenseMatrix x = PairedSamples.shared(60, 25, 1, 1, 7, 1);
    DenseMatrix y = PairedSamples.shared(60, 25, 1, 1, 7, 2);
    PairedModel bare = Cca.builder().components(1).folds(5).fit(x, y);
    PairedModel chosen = Cca.builder().components(1).ridge(new Ridge.CrossValidated()).fit(x, y);
    assertThat(chosen.findings().ridgeX()).isPositive().isFinite();
    assertThat(chosen.crossValidatedCorrelations()[0])
        .isGreaterThan(bare.crossValidatedCorrelations()[0] + 0.05);
  }

  @Test
  void predictionsAreTheBestLinearGuess() {
    PairedModel model = Cca.builder().components(1).fit(X, Y);
    double[] predicted = model.predict(Side.X, X).column(0);
    double[] actual = model.transform(Side.Y, Y).column(0);
    double left = 0;
    for (int i = 0; i < actual.length; i++) {
      left += Math.pow(actual[i] - predicted[i], 2) / (actual.length - 1);
    }
    assertThat(left).isCloseTo(1 - Math.pow(model.correlations()[0], 2), within(1e-12));
  }

  @Test
  void bothViewsAtOnceAreTheTwoViewsSideBySide() {
    PairedModel model = Cca.builder().components(2).fit(X, Y);
    double[][] joined = new double[200][];
    Arrays.setAll(
        joined,
        i ->
            IntStream.range(0, 10)
                .mapToDouble(j -> j < 6 ? X.get(i, j) : Y.get(i, j - 6))
                .toArray());
    DenseMatrix both = model.transform(Matrix.of(joined));
    assertThat(both.columnRange(0, 2).copy().toRowMajor())
        .containsExactly(model.transform(Side.X, X).toRowMajor(), within(1e-12));
    assertThat(both.columnRange(2, 4).copy().toRowMajor())
        .containsExactly(model.transform(Side.Y, Y).toRowMajor(), within(1e-12));
  }

  @Test
  void signsFollowTheLoadingsOfTheFirstView() {
    PairedModel model = Cca.builder().fit(X, Y);
    for (int i = 0; i < model.components(); i++) {
      double[] loadings = model.loadings(Side.X).column(i);
      double largest = Arrays.stream(loadings).map(Math::abs).max().orElseThrow();
      assertThat(Arrays.stream(loadings).max().orElseThrow()).isEqualTo(largest);
    }
  }

  @Test
  void whatCannotBeFittedIsSaid() {
    Cca cca = Cca.builder().build();
    DenseMatrix three = PairedSamples.noise(3, 2, 1);
    assertThatThrownBy(() -> cca.fit(three, PairedSamples.noise(4, 2, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 and 4 rows");
    assertThatThrownBy(() -> cca.fit(three.rowRange(0, 1), three.rowRange(0, 1)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("only 1 row");
    assertThatThrownBy(() -> cca.fit(three, DenseMatrix.zeros(3, 2)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("All 2 columns of view y are constant");
    assertThatThrownBy(() -> cca.fit(three, DenseMatrix.zeros(3, 0)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Both views need a column");
    DenseMatrix gap = three.copy();
    gap.set(1, 1, Double.NaN);
    assertThatThrownBy(() -> cca.fit(gap, three))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Row 2, column 'x2'");
    assertThatThrownBy(() -> Cca.builder().ridge(-1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1.0");
    assertThatThrownBy(() -> Cca.builder().folds(3).fit(three, three))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("3 rows cannot be split in 3 folds");
  }

  private static List<String> names(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(j -> "c" + j).toList();
  }

  private static RowSource passes(Matrix x, Matrix y) {
    return new RowSource() {
      @Override
      public int columns() {
        return x.columns() + y.columns();
      }

      @Override
      public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
        double[][] joined = new double[x.rows()][];
        Arrays.setAll(
            joined,
            i ->
                IntStream.range(0, columns())
                    .mapToDouble(j -> j < x.columns() ? x.get(i, j) : y.get(i, j - x.columns()))
                    .toArray());
        Matrix.of(joined).forEachTile(tileRows, lanes, visitor);
      }
    };
  }

  private static double covariance(double[] a, double[] b) {
    double meanA = Arrays.stream(a).average().orElseThrow();
    double meanB = Arrays.stream(b).average().orElseThrow();
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - meanA) * (b[i] - meanB);
    }
    return sum / (a.length - 1);
  }

  private static double correlation(double[] a, double[] b) {
    return covariance(a, b) / Math.sqrt(covariance(a, a) * covariance(b, b));
  }

  @Test
  void aConstantColumnHasNoPartInWhatIsExtracted() {
    double[][] plain = Samples.normal(30, 2, 21);
    double[][] wider = new double[30][];
    double[][] other = Samples.normal(30, 2, 22);
    for (int i = 0; i < 30; i++) {
      other[i][0] += plain[i][1];
      wider[i] = new double[] {plain[i][0], 7, plain[i][1]};
    }
    PairedModel one = Cca.builder().components(1).fit(Matrix.of(plain), Matrix.of(other));
    PairedModel two = Cca.builder().components(1).fit(Matrix.of(wider), Matrix.of(other));
    assertThat(two.varianceExtracted(Side.X)[0])
        .isCloseTo(one.varianceExtracted(Side.X)[0], within(1e-12));
    assertThat(two.redundancy(Side.X)[0]).isCloseTo(one.redundancy(Side.X)[0], within(1e-12));
  }
}
