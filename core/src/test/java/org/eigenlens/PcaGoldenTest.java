package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Numbers that others computed, with the call that made them.
 *
 * <p>Signs follow our rule: in each direction the entry of largest magnitude is positive. Printed
 * numbers are compared to half a unit of their last digit, computed ones to 1e-9 relative: both
 * sides are backward stable, κ of these tables is below 1e6, and the numbers carry 1e-10 or better.
 */
class PcaGoldenTest {

  private static final double RELATIVE = 1e-9;

  private static void assertClose(double[] actual, double... expected) {
    assertThat(actual.length).isGreaterThanOrEqualTo(expected.length);
    double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i])
          .as("number %d of %s", i, Arrays.toString(actual))
          .isCloseTo(expected[i], within(RELATIVE * largest));
    }
  }

  private static void assertPrinted(double[] actual, double unit, double... expected) {
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(0.5 * unit * (1 + 1e-6)));
    }
  }

  @Test
  void ninePointsOfTheLecture() {
    // Lecture 001, divisor N; digits by numpy.linalg.svd(X - X.mean(0)).
    Matrix x = Matrix.of(Samples.lecture());
    LinearModel pca = Pca.builder().ddof(0).fit(x);
    assertPrinted(pca.explainedVariance(), 1e-7, 10.1034058);
    assertPrinted(pca.explainedVariance(), 1e-4, 10.1034, 0.0008);
    assertPrinted(pca.directions().row(0), 1e-5, 0.08827, 0.99610);
    assertPrinted(pca.singularValues(), 1e-5, 9.53576, 0.08402);
    assertPrinted(
        pca.transform(x).column(0),
        1e-4,
        -5.5746,
        -3.5736,
        -2.5642,
        -0.5605,
        0.4479,
        1.4484,
        2.4578,
        3.4583,
        4.4605);
    assertPrinted(pca.explainedVarianceRatio(), 1e-8, 0.99992238);
  }

  @Test
  void ninePointsWithoutCentring() {
    // numpy.linalg.svd(X): latent semantic analysis of the same points.
    LinearModel lsa = Pca.builder().center(false).fit(Matrix.of(Samples.lecture()));
    assertPrinted(lsa.directions().row(0), 1e-4, 0.1000, 0.9950);
    assertPrinted(lsa.singularValues(), 1e-2, 47.86, 0.14);
    assertThat(lsa.provenance().method()).isEqualTo("lsa");
  }

  @Test
  void arrestsAsMeasured() {
    // R 4.2: p <- prcomp(USArrests); p$sdev^2; p$rotation; p$x[1, ]
    Matrix x = Matrix.of(Samples.table("usarrests"));
    LinearModel pca = Pca.builder().fit(x);
    assertClose(
        pca.explainedVariance(),
        7011.1148510236035,
        201.9923663226134,
        42.1126507553388,
        6.1642461841632);
    double[][] v = pca.directions().toArray();
    assertClose(
        v[0], 0.0417043206282872, 0.9952212814264970, 0.0463357461197108, 0.0751555005855468);
    assertClose(
        v[1], -0.0448216562696701, -0.0587600278572230, 0.9768574799098895, 0.2007180664503368);
    assertClose(
        v[2], 0.0798906594208109, -0.0675697350838043, -0.2005462873538653, 0.9740805921824919);
    assertClose(
        v[3], 0.9949217312469785, -0.0389382976351600, 0.0581691430589318, -0.0723250196376099);
    assertClose(
        pca.transform(x).row(0),
        64.80216368174361,
        -11.44800739778366,
        -2.49493284038366,
        2.40790093375486);
  }

  @Test
  void arrestsStandardized() {
    // R 4.2: p <- prcomp(USArrests, scale. = TRUE); p$sdev^2; p$rotation; p$x[1, ]
    Matrix x = Matrix.of(Samples.table("usarrests"));
    LinearModel pca = Pca.builder().standardize(true).fit(x);
    assertClose(
        pca.explainedVariance(),
        2.480241579149493,
        0.989765152539841,
        0.356563180580830,
        0.173430087729835);
    double[][] v = pca.directions().toArray();
    assertClose(v[0], 0.535899474938155, 0.583183634909671, 0.278190874619433, 0.543432091445683);
    assertClose(v[1], -0.418180865420955, -0.187985604231939, 0.872806193060425, 0.167318635401746);
    assertClose(
        v[2], -0.341232727952828, -0.268148427832886, -0.378015793086999, 0.817777907626166);
    assertClose(
        v[3], -0.6492278043419444, 0.7434074799367095, -0.1338777308242478, -0.0890243227036244);
    assertClose(
        pca.transform(x).row(0),
        0.975660448333606,
        -1.122001210433411,
        -0.439803661285308,
        -0.154696580989146);
  }

  @Test
  void iris() {
    // numpy: u, s, v = numpy.linalg.svd(X - X.mean(0)); s**2 / 149
    Matrix x = Matrix.of(Samples.table("iris"));
    LinearModel pca = Pca.builder().fit(x);
    assertClose(
        pca.explainedVariance(),
        4.228241706034864,
        0.24267074792863344,
        0.07820950004291942,
        0.023835092973449434);
    assertClose(
        pca.explainedVarianceRatio(),
        0.9246187232017271,
        0.05306648311706783,
        0.017102609807929773,
        0.005212183873275374);
    assertClose(
        pca.directions().row(0),
        0.3613865917853687,
        -0.08452251406456868,
        0.8566706059498351,
        0.3582891971515508);
    assertClose(
        pca.directions().row(1),
        0.6565887712868422,
        0.7301614347850266,
        -0.17337266279585684,
        -0.0754810199174632);
    assertClose(
        pca.singularValues(),
        25.099960442183864,
        6.013147382308734,
        3.4136806391921013,
        1.8845235082226928);
    assertClose(
        pca.transform(x).row(0),
        -2.6841256259695374,
        0.31939724658509994,
        -0.02791482758941377,
        0.002262437071317569);
  }

  @Test
  void irisStandardized() {
    // sklearn: PCA().fit(X / X.std(0, ddof=1)).explained_variance_
    LinearModel pca = Pca.builder().standardize(true).fit(Matrix.of(Samples.table("iris")));
    assertClose(
        pca.explainedVariance(),
        2.9184978165320006,
        0.9140304714680713,
        0.14675687557131498,
        0.02071483642861921);
  }

  @Test
  void irisWhitened() {
    // sklearn: PCA(2, whiten=True).fit_transform(X)[0]
    Matrix x = Matrix.of(Samples.table("iris"));
    LinearModel pca = Pca.builder().components(2).whiten(true).fit(x);
    assertClose(pca.transform(x).row(0), -1.3053378633198562, 0.6483693157802363);
  }

  @Test
  void irisReconstructedFromTwo() {
    // sklearn: p = PCA(2).fit(X); p.inverse_transform(p.transform(X))[0], and ‖X − that‖² = s₃² +
    // s₄²
    Matrix x = Matrix.of(Samples.table("iris"));
    LinearModel pca = Pca.builder().components(2).fit(x);
    DenseMatrix back = pca.inverseTransform(pca.transform(x));
    assertClose(
        back.row(0), 5.083038967128146, 3.517413931138377, 1.403213722425075, 0.21353168781973197);
    assertThat(Arrays.stream(pca.reconstructionErrors(x)).sum())
        .isCloseTo(15.204644359438952, within(1e-9));
  }

  @Test
  void wine() {
    // numpy: as iris, on sklearn.datasets.load_wine().data; /177
    Matrix x = Matrix.of(Samples.table("wine"));
    LinearModel pca = Pca.builder().fit(x);
    assertClose(pca.explainedVariance(), 99201.78951748094, 172.53526647789155, 9.43811370347062);
    assertClose(
        pca.transform(x).row(0), 318.5629792879366, 21.492130734539966, -3.1307347048126317);
    LinearModel standardized = Pca.builder().standardize(true).fit(x);
    assertClose(
        standardized.explainedVariance(),
        4.705850252990434,
        2.4969737334111617,
        1.446071969712497,
        0.9189739237528248,
        0.8532281783543192,
        0.6416570314989338,
        0.5510283119410312,
        0.34849736328925307,
        0.2888799426226629,
        0.25090248221273,
        0.22578863969868893,
        0.16877023482854744,
        0.10337793568692884);
    assertClose(
        standardized.transform(x).row(0),
        3.307420974289223,
        1.4394022531822956,
        -0.1652728297819761,
        -0.21502462886791204);
  }

  @Test
  void breastCancer() {
    // numpy: as iris, on sklearn.datasets.load_breast_cancer().data; /568
    Matrix x = Matrix.of(Samples.table("breast_cancer"));
    LinearModel pca = Pca.builder().fit(x);
    assertClose(pca.explainedVariance(), 443782.6051465957, 7310.100061653357, 703.8337420062816);
    LinearModel standardized = Pca.builder().standardize(true).fit(x);
    assertClose(
        standardized.explainedVariance(),
        13.28160768225789,
        5.69135461320993,
        2.8179489772294137,
        1.9806404746410466,
        1.6487305477038796,
        1.2073566119650003);
    assertThat(standardized.explainedVariance()[29])
        .isCloseTo(1.3304482282100395e-4, within(1e-4 * RELATIVE));
    assertClose(
        standardized.transform(x).row(0),
        9.184755209858803,
        1.9468700303852697,
        -1.1221787659079723,
        -3.630536408100623);
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void digitsWithTheirThreeBlankPixels(PcaSolver solver) {
    // numpy: as iris, on sklearn.datasets.load_digits().data; /1796
    Matrix x = Matrix.of(Samples.table("digits"));
    LinearModel pca = Pca.builder().components(10).solver(solver).fit(x);
    assertClose(
        pca.explainedVariance(),
        179.006930097972,
        163.71774688167778,
        141.78843909228382,
        101.10037520284816,
        69.51316559098746,
        59.10852488629985,
        51.88453910779536,
        44.015106669095374,
        40.31099529278418,
        37.01179840220778);
    // Iterations stop at 1e-10·λ₁; the gap λ₁/12 makes that an angle of 1e-9, rows are 40 long.
    double[] expected = {
      -1.259466450101626, -21.27488348073845, 9.4630546176052, -13.014188691055466
    };
    double[] first = pca.transform(x).row(0);
    for (int c = 0; c < expected.length; c++) {
      assertThat(first[c]).isCloseTo(expected[c], within(1e-7));
    }
    assertThat(pca.totalVariance()).isCloseTo(1202.1477121607043, within(1e-9 * 1202));
    assertThat(pca.provenance().warnings()).anyMatch(w -> w.startsWith("3 of 64 columns"));
  }

  @Test
  void digitsStandardizedLeaveBlankPixelsAlone() {
    // numpy: s = X.std(0, ddof=1); s[s == 0] = 1; svd((X - X.mean(0)) / s)
    Matrix x = Matrix.of(Samples.table("digits"));
    LinearModel pca = Pca.builder().standardize(true).fit(x);
    assertClose(
        pca.explainedVariance(),
        7.34068881961829,
        5.832243185889714,
        5.151093084500968,
        3.9640288235897416,
        2.9646944743395105);
    assertThat(pca.totalVariance()).isCloseTo(61, within(1e-9));
    assertThat(pca.components()).isEqualTo(61);
  }

  @Test
  void sixPointsOfTheScikitLearnManual() {
    // sklearn: PCA(2).fit([[-1,-1],[-2,-1],[-3,-2],[1,1],[2,1],[3,2]])
    Matrix x = Matrix.of(new double[][] {{-1, -1}, {-2, -1}, {-3, -2}, {1, 1}, {2, 1}, {3, 2}});
    LinearModel pca = Pca.builder().fit(x);
    assertClose(pca.explainedVarianceRatio(), 0.9924428900898052, 0.007557109910194766);
    assertClose(pca.singularValues(), 6.300612319734663, 0.5498039617971033);
    assertClose(pca.directions().row(0), 0.838492237904874, 0.5449135408239331);
    assertClose(pca.directions().row(1), -0.5449135408239331, 0.838492237904874);
    assertClose(pca.transform(x).row(0), -1.383405778728807, -0.293578697080941);
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void aShareOfTheVarianceTakesTheFewestComponentsThatReachIt(PcaSolver solver) {
    Matrix x = Matrix.of(Samples.table("iris"));
    Pca.Builder builder = Pca.builder().solver(solver);
    // Cumulative shares are .9246, .9777, .9948, 1.
    assertThat(builder.components(0.95).fit(x).components()).isEqualTo(2);
    assertThat(builder.components(0.01).fit(x).components()).isEqualTo(1);
    assertThat(builder.components(0.98).fit(x).components()).isEqualTo(3);
    assertThat(builder.components(0.995).fit(x).components()).isEqualTo(4);
    assertThat(builder.components(1.0).fit(x).components()).isEqualTo(4);
  }

  @Test
  void aShareThatIsReachedExactlyIsEnough() {
    // Variances 4 : 2 : 2 : 2, so cumulative shares are .4, .6, .8 and 1 but for rounding.
    double[][] x = new double[8][4];
    for (int j = 0; j < 4; j++) {
      double size = j < 2 ? 4 >> j : 2;
      x[2 * j][j] = Math.sqrt(size);
      x[2 * j + 1][j] = -Math.sqrt(size);
    }
    assertThat(Pca.builder().components(0.5).fit(Matrix.of(x)).components()).isEqualTo(2);
    assertThat(Pca.builder().components(0.4).fit(Matrix.of(x)).components()).isEqualTo(1);
    assertThat(Pca.builder().components(0.8).fit(Matrix.of(x)).components()).isEqualTo(3);
    assertThat(Pca.builder().components(0.81).fit(Matrix.of(x)).components()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void tooManyComponentsAreRefusedWithTheBounds(PcaSolver solver) {
    Matrix x = Matrix.of(new double[][] {{0, 1, 0}, {1, 0, 0}});
    assertThatThrownBy(() -> Pca.builder().components(3).solver(solver).fit(x))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("3 components")
        .hasMessageContaining("2 rows × 3 columns")
        .hasMessageContaining("1 to 2");
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void singularValuesAreThoseTheDataWereMadeWith(PcaSolver solver) {
    // Scores of normal data (seed 31), rescaled to norms 3.142, 2.718 and 1, turned back to data.
    DenseMatrix x = Matrix.of(Samples.normal(100, 3, 31));
    LinearModel first = Pca.builder().fit(x);
    double[][] scores = first.transform(x).toArray();
    double[] norms = {3.142, 2.718, 1};
    for (double[] row : scores) {
      for (int c = 0; c < 3; c++) {
        row[c] *= norms[c] / first.singularValues()[c];
      }
    }
    Matrix made = Matrix.of(Samples.product(scores, first.directions().toArray()));
    LinearModel again = Pca.builder().solver(solver).fit(made);
    assertClose(again.singularValues(), norms);
  }

  @ParameterizedTest
  @EnumSource(PcaSolver.class)
  void meansFarFromZeroLeaveTheDirectionOfTwoPoints(PcaSolver solver) {
    for (double m : new double[] {1e3, 1e4, 1e5, 1e6, 1e9}) {
      // Points (m + 1, m) and (m, m + 1): the only direction is (1, −1)/√2, the variance 1.
      Matrix x = Matrix.of(new double[][] {{m + 1, m}, {m, m + 1}});
      LinearModel pca = Pca.builder().components(1).solver(solver).fit(x);
      double half = Math.sqrt(0.5);
      // The mean is m + ½, exact in double, so nothing but the solver rounds.
      assertThat(pca.directions().get(0, 0)).isCloseTo(half, within(1e-14));
      assertThat(pca.directions().get(0, 1)).isCloseTo(-half, within(1e-14));
      assertThat(pca.explainedVariance()[0]).isCloseTo(1, within(1e-14));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = PcaSolver.class,
      names = {"AUTO", "KRYLOV", "COVARIANCE", "STREAMING"})
  void sparseAndDenseAgree(PcaSolver solver) {
    for (double density : new double[] {0.01, 0.3}) {
      double[][] x = Samples.normal(300, 40, 32);
      double[][] coin = Samples.normal(300, 40, 33);
      double threshold = density == 0.01 ? 2.33 : 0.52;
      for (int i = 0; i < x.length; i++) {
        for (int j = 0; j < x[i].length; j++) {
          x[i][j] = coin[i][j] > threshold ? x[i][j] + 1 : 0;
        }
      }
      LinearModel dense = Pca.builder().components(5).fit(Matrix.of(x));
      LinearModel sparse = Pca.builder().components(5).solver(solver).fit(Samples.sparse(x));
      assertClose(sparse.explainedVariance(), dense.explainedVariance());
      assertClose(sparse.explainedVarianceRatio(), dense.explainedVarianceRatio());
      // Residual 1e-10·λ₁ over gaps of some per cent of λ₁ leaves angles of about 1e-8.
      double[][] z = sparse.transform(Samples.sparse(x)).toArray();
      double[][] expected = dense.transform(Matrix.of(x)).toArray();
      for (int i = 0; i < z.length; i++) {
        for (int c = 0; c < 3; c++) {
          assertThat(z[i][c]).isCloseTo(expected[i][c], within(1e-6));
        }
      }
    }
  }

  @Test
  void fewRowsOfAHundredThousandColumnsNeedNoSquareMatrix() {
    // A 100,000 × 100,000 matrix would take 80 GB; a hundred megabytes must do.
    DenseMatrix x = Matrix.of(Samples.normal(5, 100_000, 34));
    for (PcaSolver solver : new PcaSolver[] {PcaSolver.AUTO, PcaSolver.GRAM, PcaSolver.SVD}) {
      LinearModel pca = Pca.builder().memory(100_000_000).solver(solver).fit(x);
      assertThat(pca.components()).isEqualTo(4);
      // Distances between rows are kept by all components together.
      double[][] z = pca.transform(x).toArray();
      double squares = 0;
      for (double[] row : z) {
        squares += Oracle.dot(row, row);
      }
      assertThat(squares).isCloseTo(pca.totalSquares(), within(1e-12 * squares));
    }
  }

  @Test
  void aGeneTableIsTheSameByEveryRoute() {
    // 38 × 3051, the shape of the Golub leukaemia data; ten components; seed 35.
    DenseMatrix x = Matrix.of(Samples.product(Samples.normal(38, 38, 35), widths(38, 3051)));
    LinearModel svd = Pca.builder().components(10).solver(PcaSolver.SVD).fit(x);
    for (PcaSolver solver : new PcaSolver[] {PcaSolver.AUTO, PcaSolver.GRAM, PcaSolver.KRYLOV}) {
      LinearModel other = Pca.builder().components(10).solver(solver).fit(x);
      assertClose(other.explainedVariance(), svd.explainedVariance());
      assertClose(other.explainedVarianceRatio(), svd.explainedVarianceRatio());
      double sine = Oracle.sine(other.directions().toArray(), svd.directions().toArray());
      // Neighbouring spreads differ by a tenth, so the gaps are a few per cent of λ₁.
      assertThat(sine).isLessThan(1e-7);
    }
  }

  private static double[][] widths(int rows, int columns) {
    double[][] b = Samples.normal(rows, columns, 36);
    for (int i = 0; i < rows; i++) {
      double factor = Math.pow(0.9, i);
      b[i] = Arrays.stream(b[i]).map(v -> v * factor).toArray();
    }
    return b;
  }
}
