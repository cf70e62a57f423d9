package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.cca.Ridge;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.PairedModel;
import org.junit.jupiter.api.Test;

/**
 * Formulas of the five lectures, written out as they stand, beside what we compute.
 *
 * <p>docs/lectures.md names the lectures and says where each formula needs care. Tolerances: sums
 * of at most 150 products of numbers around 1 err by 1e-14; what is divided by a singular value
 * loses its condition, below 1e3 here.
 */
class LecturesTest {

  private static final double ROUNDING = 1e-11;

  private static void assertSame(double[][] actual, double[][] expected) {
    assertThat(actual).hasDimensions(expected.length, expected[0].length);
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected[i].length; j++) {
        assertThat(actual[i][j]).isCloseTo(expected[i][j], within(ROUNDING));
      }
    }
  }

  private static double[][] transposed(double[][] a) {
    double[][] t = new double[a[0].length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        t[j][i] = a[i][j];
      }
    }
    return t;
  }

  private static double[][] scaledColumns(double[][] a, double[] factors) {
    double[][] scaled = new double[a.length][a[0].length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[0].length; j++) {
        scaled[i][j] = a[i][j] * factors[j];
      }
    }
    return scaled;
  }

  private static double[] powers(double[] values, double exponent) {
    return Arrays.stream(values).map(value -> Math.pow(value, exponent)).toArray();
  }

  private static double[][] less(double[][] rows, double[] mean) {
    double[][] moved = new double[rows.length][mean.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < mean.length; j++) {
        moved[i][j] = rows[i][j] - mean[j];
      }
    }
    return moved;
  }

  private static double[] means(double[][] rows) {
    double[] mean = new double[rows[0].length];
    for (double[] row : rows) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += row[j] / rows.length;
      }
    }
    return mean;
  }

  /** The eigenvalues of a symmetric 2 × 2 matrix, by the roots of its polynomial. */
  private static double[] eigenvalues(double a, double b, double d) {
    double half = Math.hypot((a - d) / 2, b);
    return new double[] {(a + d) / 2 + half, (a + d) / 2 - half};
  }

  // Lecture 001.

  @Test
  void meanCovarianceAndCorrelationOfTheNinePoints() {
    double[][] x = Samples.lecture();
    double[] mean = means(x);
    assertThat(mean[0]).isCloseTo(1.57111, within(5e-6));
    assertThat(mean[1]).isCloseTo(15.55556, within(5e-6));
    double[][] a = less(x, mean);
    double[][] s = Samples.product(transposed(a), a);
    assertThat(s[0][0] / 9).isCloseTo(0.0794988, within(5e-8));
    assertThat(s[0][1] / 9).isCloseTo(0.8882716, within(5e-8));
    assertThat(s[1][1] / 9).isCloseTo(10.0246914, within(5e-8));
    assertThat(s[0][1] / Math.sqrt(s[0][0] * s[1][1])).isCloseTo(0.99501604, within(5e-9));
  }

  @Test
  void threePrintedDigitsOfACovarianceLoseTheSecondEigenvalue() {
    double[] printed = eigenvalues(0.079, 0.888, 10.024);
    double[] true2 = Pca.builder().ddof(0).fit(Matrix.of(Samples.lecture())).explainedVariance();
    assertThat(printed[0]).isCloseTo(true2[0], within(1e-3));
    assertThat(printed[1]).isCloseTo(3.3e-4, within(5e-6));
    assertThat(1 - printed[1] / true2[1]).isCloseTo(0.58, within(0.005));
  }

  @Test
  void eigenvaluesOfTheCovarianceAreSquaredSingularValuesOverN() {
    LinearModel pca = Pca.builder().ddof(0).fit(Matrix.of(Samples.lecture()));
    double[] variance = pca.explainedVariance();
    double[] singular = pca.singularValues();
    for (int i = 0; i < 2; i++) {
      assertThat(variance[i]).isCloseTo(singular[i] * singular[i] / 9, within(1e-14));
    }
  }

  @Test
  void aNewRowIsStandardisedByTheTrainingRows() {
    double[][] x = Samples.lecture();
    LinearModel pca = Pca.builder().standardize(true).fit(Matrix.of(x));
    double[] row = {3, -1};
    double[] expected = new double[2];
    for (int j = 0; j < 2; j++) {
      int column = j;
      double mean = Arrays.stream(x).mapToDouble(r -> r[column]).average().orElseThrow();
      double squares = Arrays.stream(x).mapToDouble(r -> Math.pow(r[column] - mean, 2)).sum();
      for (int c = 0; c < 2; c++) {
        expected[c] += pca.directions().get(c, j) * (row[j] - mean) / Math.sqrt(squares / 8);
      }
    }
    assertThat(pca.transform(row)).containsExactly(expected, within(1e-12));
  }

  @Test
  void aStartOutsideTheNullSpaceIsNotEnoughForPowerIteration() {
    // S = diag(2, 1), from its second eigenvector: not in the null space, and never leaves.
    double[] x = {0, 1};
    for (int t = 0; t < 1000; t++) {
      double[] sx = {2 * x[0], x[1]};
      double norm = Math.hypot(sx[0], sx[1]);
      x = new double[] {sx[0] / norm, sx[1] / norm};
    }
    assertThat(x).containsExactly(0, 1);
  }

  // Lecture 002.

  @Test
  void powerIterationThatNeverNormalisesOverflows() {
    // A squared singular value of 1e4, from 1: finite for 77 steps, and not for 78.
    double y = 1;
    for (int t = 1; t <= 77; t++) {
      y *= 1e4;
    }
    assertThat(y).isCloseTo(1e308, within(1e295));
    assertThat(y * 1e4).isInfinite();
  }

  @Test
  void theErrorAndWhatIsKeptAddUpToAll() {
    Matrix x = Matrix.of(Samples.decaying(50, 8, 0.7, 61));
    LinearModel pca = Pca.builder().components(3).fit(x);
    double error = Arrays.stream(pca.reconstructionErrors(x)).sum();
    double kept = Arrays.stream(powers(pca.singularValues(), 2)).sum();
    assertThat(error + kept).isCloseTo(pca.totalSquares(), within(ROUNDING));
  }

  @Test
  void unitEigenvectorsMakeCoordinatesTooLongByTheSingularValue() {
    Curved curved = Curved.of();
    double[][] encoded = Samples.product(curved.centred(), curved.vectors());
    double[] singular = powers(curved.model().eigenvalues(), 0.5);
    assertSame(encoded, scaledColumns(curved.scores(), singular));
  }

  // Lecture 003.

  @Test
  void projectingTwiceIsProjectingOnce() {
    Matrix x = Matrix.of(Samples.decaying(50, 8, 0.7, 62));
    LinearModel first = Pca.builder().components(5).fit(x);
    LinearModel second = Pca.builder().components(3).fit(first.transform(x));
    double[][] back =
        first
            .inverseTransform(second.inverseTransform(second.transform(first.transform(x))))
            .toArray();
    LinearModel once = Pca.builder().components(3).fit(x);
    assertSame(back, once.inverseTransform(once.transform(x)).toArray());
  }

  @Test
  void fewRowsLieInASubspaceAndAllOfItGivesThemBack() {
    double[][] x = Samples.normal(5, 20, 63);
    LinearModel pca = Pca.builder().fit(Matrix.of(x));
    assertThat(pca.components()).isEqualTo(4);
    assertSame(pca.inverseTransform(pca.transform(Matrix.of(x))).toArray(), x);
    double[][] u = pca.directions().toArray();
    double[][] identity = new double[4][4];
    Arrays.setAll(identity, i -> unit(4, i));
    assertSame(Samples.product(u, transposed(u)), identity);
    // UUᵀ is a projection and not the identity: its trace is 4 of 20.
    double trace = Arrays.stream(u).mapToDouble(row -> Oracle.dot(row, row)).sum();
    assertThat(trace).isCloseTo(4, within(ROUNDING));
  }

  @Test
  void theLineOfPcaIsNotThatOfRegression() {
    // The figure after equation 24: PCA errs across its line, regression along the second column.
    double[][] x = Samples.lecture();
    double[][] a = less(x, means(x));
    double[][] s = Samples.product(transposed(a), a);
    double[] u = Pca.builder().components(1).fit(Matrix.of(x)).directions().row(0);
    double pca = u[1] / u[0];
    double regression = s[0][1] / s[0][0];
    assertThat(pca).isCloseTo(11.2847, within(5e-5));
    assertThat(regression).isCloseTo(11.1734, within(5e-5));
    assertThat(along(s, regression)).isLessThan(along(s, pca));
    assertThat(along(s, pca) / (1 + pca * pca))
        .isLessThan(along(s, regression) / (1 + regression * regression));
  }

  /** The squared errors of a line through the mean, measured along the second column. */
  private static double along(double[][] s, double slope) {
    return s[1][1] - 2 * slope * s[0][1] + slope * slope * s[0][0];
  }

  private static double[] unit(int size, int place) {
    double[] e = new double[size];
    e[place] = 1;
    return e;
  }

  @Test
  void theDualFormulasEncodeAndDecodeNewRows() {
    // Equations 36, 39 and 41 with rows for columns: U from the Gram matrix, Σ its roots.
    double[][] x = Samples.normal(12, 60, 64);
    double[][] fresh = Samples.normal(3, 60, 65);
    LinearModel dual = Pca.builder().components(5).fit(Matrix.of(x));
    double[] mean = means(x);
    double[][] a = less(x, mean);
    double[][] t = less(fresh, mean);
    double[] singular = dual.singularValues();
    double[][] v = scaledColumns(dual.transform(Matrix.of(x)).toArray(), powers(singular, -1));
    double[][] products = Samples.product(t, transposed(a));
    double[][] encoded = scaledColumns(Samples.product(products, v), powers(singular, -1));
    assertSame(dual.transform(Matrix.of(fresh)).toArray(), encoded);
    double[][] weights = scaledColumns(Samples.product(products, v), powers(singular, -2));
    double[][] decoded = Samples.product(Samples.product(weights, transposed(v)), a);
    double[] back = Arrays.stream(mean).map(m -> -m).toArray();
    assertSame(
        dual.inverseTransform(dual.transform(Matrix.of(fresh))).toArray(), less(decoded, back));
  }

  @Test
  void newRowsAreEncodedByTheCentredSimilarities() {
    // Equations 53 and 54: Σ⁻¹Vᵀ(k − 1/n·11ᵀk − 1/n·K1 + 1/n²·11ᵀK1).
    Curved curved = Curved.of();
    double[][] fresh = {{5, 3, 4, 1.2}, {6, 3, 2, 0.3}};
    double[][] k = similarities(fresh, curved.rows());
    double[][] centred = centred(k, means(curved.similarities()));
    double[] inverse = powers(curved.model().eigenvalues(), -0.5);
    double[][] encoded = scaledColumns(Samples.product(centred, curved.vectors()), inverse);
    assertSame(curved.model().transform(Matrix.of(fresh)).toArray(), encoded);
  }

  // Lecture 004.

  @Test
  void dividingByTheRootOfNTwiceMakesCoordinatesTooShort() {
    Curved curved = Curved.of();
    double n = curved.rows().length;
    double[] lecture = powers(scaled(curved.model().eigenvalues(), n), -0.5);
    double[][] alpha = scaledColumns(curved.vectors(), lecture);
    double[][] y = Samples.product(curved.centred(), alpha);
    double[] short1 = new double[3];
    Arrays.fill(short1, 1 / Math.sqrt(n));
    assertSame(y, scaledColumns(curved.scores(), short1));
  }

  private static double[] scaled(double[] values, double factor) {
    return Arrays.stream(values).map(value -> value * factor).toArray();
  }

  @Test
  void listedProductsHaveThePolynomialKernelOnlyWithTheirWeights() {
    double[] x = {1, 2};
    double[] y = {3, 4};
    double linear = Oracle.dot(x, y);
    double once = x[0] * x[0] * y[0] * y[0] + x[0] * x[1] * y[0] * y[1] + 4 * 16;
    double inBothOrders = once + x[0] * x[1] * y[0] * y[1];
    assertThat(linear + once).isEqualTo(108);
    assertThat(linear + inBothOrders).isEqualTo(132);
    assertThat(inBothOrders).isEqualTo(linear * linear).isEqualTo(121);
    // Weights √2 for single coordinates, and 1 for the constant, make it (xᵀy + 1)².
    assertThat(1 + 2 * linear + inBothOrders).isEqualTo((linear + 1) * (linear + 1));
  }

  @Test
  void oneHotCodesKeepClassesAtEqualDistances() {
    double[][] codes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double[][] numbers = {{1}, {2}, {3}};
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(distance(codes[i], codes[j])).isEqualTo(Math.sqrt(2));
        assertThat(distance(numbers[i], numbers[j])).isEqualTo(i - j);
      }
    }
  }

  /** The distance that the linear kernel, K_y = YᵀY, gives two labels. */
  private static double distance(double[] a, double[] b) {
    Kernel k = Kernels.linear();
    return Math.sqrt(k.at(a, a) + k.at(b, b) - 2 * k.at(a, b));
  }

  @Test
  void correlationsAreTheRootsOfTheLecturesProduct() {
    double[][] rows = Samples.table("iris");
    double[][] a = less(rows, means(rows));
    double[][] s = Samples.product(transposed(a), a);
    double[][] product =
        Samples.product(
            Samples.product(inverse(block(s, 0, 0)), block(s, 0, 2)),
            Samples.product(inverse(block(s, 2, 2)), block(s, 2, 0)));
    double[] rho = Cca.builder().fit(columns(rows, 0, 2, 1), columns(rows, 2, 4, 1)).correlations();
    double[] squares = powers(rho, 2);
    assertThat(product[0][0] + product[1][1]).isCloseTo(squares[0] + squares[1], within(ROUNDING));
    assertThat(product[0][0] * product[1][1] - product[0][1] * product[1][0])
        .isCloseTo(squares[0] * squares[1], within(ROUNDING));
    // It is not symmetric: eigenvectors are not orthogonal, and each problem leaves its own sign.
    assertThat(Math.abs(product[0][1] - product[1][0])).isGreaterThan(0.1);
  }

  @Test
  void principalComponentsOfTheViewsAreLessCorrelated() {
    double[][] rows = Samples.table("iris");
    Matrix sepals = columns(rows, 0, 2, 1);
    Matrix petals = columns(rows, 2, 4, 1);
    double[] x = Pca.builder().components(1).fit(sepals).transform(sepals).column(0);
    double[] y = Pca.builder().components(1).fit(petals).transform(petals).column(0);
    double correlation = Oracle.dot(x, y) / Math.sqrt(Oracle.dot(x, x) * Oracle.dot(y, y));
    assertThat(correlation).isCloseTo(0.8810142, within(5e-8));
    assertThat(Cca.builder().fit(sepals, petals).correlations()[0]).isGreaterThan(correlation);
  }

  @Test
  void scalingAColumnBlowsUpCovarianceAndLeavesCorrelationAlone() {
    double[][] rows = Samples.table("iris");
    Matrix petals = columns(rows, 2, 4, 1);
    Cca pls = Cca.builder().ridge(Ridge.PLS).components(1).build();
    PairedModel before = pls.fit(columns(rows, 0, 2, 1), petals);
    PairedModel after = pls.fit(columns(rows, 0, 2, 1000), petals);
    // Eigenvalues are squared covariances.
    assertThat(after.eigenvalues()[0] / before.eigenvalues()[0]).isGreaterThan(1e4);
    double rho = Cca.builder().fit(columns(rows, 0, 2, 1), petals).correlations()[0];
    double scaled = Cca.builder().fit(columns(rows, 0, 2, 1000), petals).correlations()[0];
    assertThat(scaled).isCloseTo(rho, within(ROUNDING));
  }

  /** Takes some columns, the last of them in other units. */
  private static Matrix columns(double[][] rows, int from, int to, double units) {
    double[][] taken = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      taken[i] = Arrays.copyOfRange(rows[i], from, to);
      taken[i][to - from - 1] *= units;
    }
    return Matrix.of(taken);
  }

  private static double[][] block(double[][] s, int row, int column) {
    return new double[][] {
      {s[row][column], s[row][column + 1]}, {s[row + 1][column], s[row + 1][column + 1]}
    };
  }

  private static double[][] inverse(double[][] a) {
    double determinant = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    return new double[][] {
      {a[1][1] / determinant, -a[0][1] / determinant},
      {-a[1][0] / determinant, a[0][0] / determinant}
    };
  }

  private static double[][] similarities(double[][] a, double[][] b) {
    double[][] k = new double[a.length][b.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < b.length; j++) {
        double squares = 0;
        for (int c = 0; c < a[i].length; c++) {
          squares += (a[i][c] - b[j][c]) * (a[i][c] - b[j][c]);
        }
        k[i][j] = Math.exp(-0.25 * squares);
      }
    }
    return k;
  }

  /** Centres similarities of rows with the training rows, given the means of the latter's own. */
  private static double[][] centred(double[][] k, double[] trainingMeans) {
    double all = Arrays.stream(trainingMeans).average().orElseThrow();
    double[][] centred = less(k, trainingMeans);
    for (int i = 0; i < k.length; i++) {
      double own = Arrays.stream(k[i]).average().orElseThrow();
      centred[i] = Arrays.stream(centred[i]).map(value -> value - own + all).toArray();
    }
    return centred;
  }

  /**
   * Kernel PCA of the irises with exp(−‖x − y‖²/4), and its parts in the lectures' words.
   *
   * @param similarities K
   * @param centred K − 1/n·11ᵀK − 1/n·K11ᵀ + 1/n²·11ᵀK11ᵀ
   * @param scores VΣ
   * @param vectors V, unit eigenvectors of the centred matrix
   */
  private record Curved(
      double[][] rows,
      KernelModel model,
      double[][] similarities,
      double[][] centred,
      double[][] scores,
      double[][] vectors) {

    static Curved of() {
      double[][] rows = Samples.table("iris");
      KernelModel model =
          KernelPca.builder().kernel(Kernels.rbf(0.25)).components(3).fit(Matrix.of(rows));
      double[][] k = LecturesTest.similarities(rows, rows);
      double[][] scores = model.transform(Matrix.of(rows)).toArray();
      double[][] vectors = scaledColumns(scores, powers(model.eigenvalues(), -0.5));
      return new Curved(rows, model, k, LecturesTest.centred(k, means(k)), scores, vectors);
    }
  }
}
