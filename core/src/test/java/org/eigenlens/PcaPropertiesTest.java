package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.LinearModel;
import org.eigenlens.pca.PcaSolver;
import org.junit.jupiter.api.Test;

/** Theorems about principal components that the lectures state, checked on what we compute. */
class PcaPropertiesTest {

  private static double[][] centred(double[][] x) {
    return Oracle.of(x, true, false, 1).prepared();
  }

  private static double squaredDistance(double[][] a, double[][] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a[i].length; j++) {
        sum += (a[i][j] - b[i][j]) * (a[i][j] - b[i][j]);
      }
    }
    return sum;
  }

  @Test
  void theErrorOfARankMApproximationIsTheSumOfTheSquaresLeftOut() {
    double[][] x = Samples.decaying(50, 8, 0.7, 41);
    Matrix rows = Matrix.of(x);
    double[] all = Pca.builder().fit(rows).eigenvalues();
    for (int m = 1; m <= 8; m++) {
      LinearModel pca = Pca.builder().components(m).fit(rows);
      double error = squaredDistance(x, pca.inverseTransform(pca.transform(rows)).toArray());
      double left = Arrays.stream(all).skip(m).sum();
      // Sums of 400 squares of a total of all[0] and less.
      assertThat(error).isCloseTo(left, within(1e-13 * all[0]));
    }
  }

  @Test
  void noOtherRankMApproximationComesCloser() {
    // Eckart and Young: try projections on random subspaces, and on ones beside the best (seed 42).
    double[][] x = Samples.decaying(50, 8, 0.7, 42);
    double[][] a = centred(x);
    int m = 3;
    LinearModel pca = Pca.builder().components(m).fit(Matrix.of(x));
    double best = Arrays.stream(pca.reconstructionErrors(Matrix.of(x))).sum();
    double[][] directions = pca.directions().toArray();
    for (int trial = 0; trial < 200; trial++) {
      double[][] noise = Samples.normal(m, 8, 1000 + trial);
      double[][] candidate = new double[m][8];
      double closeness = trial < 100 ? 0 : Math.pow(10, (trial - 100) / 20.0);
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < 8; j++) {
          candidate[i][j] = noise[i][j] + closeness * directions[i][j];
        }
      }
      double[][] basis = orthonormal(candidate);
      double captured = 0;
      for (double[] row : a) {
        for (double[] direction : basis) {
          captured += Math.pow(Oracle.dot(row, direction), 2);
        }
      }
      double error = pca.totalSquares() - captured;
      assertThat(error).isGreaterThanOrEqualTo(best * (1 - 1e-12));
    }
  }

  @Test
  void inTheSpectralNormTheErrorIsTheFirstSingularValueLeftOut() {
    double[][] x = Samples.decaying(50, 8, 0.7, 43);
    double[][] a = centred(x);
    LinearModel pca = Pca.builder().fit(Matrix.of(x));
    double[] all = pca.singularValues();
    double[][] directions = pca.directions().toArray();
    for (int m = 1; m < 8; m++) {
      double error = spectralNorm(rest(a, Arrays.copyOf(directions, m)));
      // The residual is right to some roundings of the largest singular value.
      assertThat(error).isCloseTo(all[m], within(1e-13 * all[0]));
      double other = spectralNorm(rest(a, orthonormal(Samples.normal(m, 8, 2000 + m))));
      assertThat(other).isGreaterThanOrEqualTo(all[m] * (1 - 1e-12));
    }
  }

  /** Returns what projecting rows on a basis leaves of them. */
  private static double[][] rest(double[][] rows, double[][] basis) {
    double[][] rest = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      rest[i] = rows[i].clone();
      for (double[] direction : basis) {
        double along = Oracle.dot(rows[i], direction);
        for (int j = 0; j < direction.length; j++) {
          rest[i][j] -= along * direction[j];
        }
      }
    }
    return rest;
  }

  private static double spectralNorm(double[][] a) {
    return Pca.builder().center(false).components(1).fit(Matrix.of(a)).singularValues()[0];
  }

  private static double[][] orthonormal(double[][] rows) {
    double[][] basis = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      double[] v = rows[i].clone();
      for (int pass = 0; pass < 2; pass++) {
        for (int l = 0; l < i; l++) {
          double along = Oracle.dot(v, basis[l]);
          for (int j = 0; j < v.length; j++) {
            v[j] -= along * basis[l][j];
          }
        }
      }
      double norm = Math.sqrt(Oracle.dot(v, v));
      basis[i] = Arrays.stream(v).map(value -> value / norm).toArray();
    }
    return basis;
  }

  @Test
  void aLinearAutoencoderLearnsTheSameSubspace() {
    // Lecture: minimise ‖A − AWᵀD‖² by gradient descent from small random weights (seed 43).
    double[][] x = Samples.decaying(100, 4, 0.6, 43);
    double[][] a = centred(x);
    int k = 2;
    double[][] scatter = new double[4][4];
    for (double[] row : a) {
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
          scatter[i][j] += row[i] * row[j] / a.length;
        }
      }
    }
    double[][] encoder = Samples.moved(Samples.normal(k, 4, 44), 0.1, 0);
    double[][] decoder = Samples.moved(Samples.normal(k, 4, 45), 0.1, 0);
    for (int step = 0; step < 20_000; step++) {
      descend(scatter, encoder, decoder, 0.1);
    }
    LinearModel pca = Pca.builder().components(k).fit(Matrix.of(x));
    double sine = Oracle.sine(orthonormal(decoder), pca.directions().toArray());
    // Errors fall like exp(−0.1·λ·steps); the smallest variance is about 0.05, so by e⁻¹⁰⁰.
    assertThat(sine).isLessThan(1e-9);
    // Only the subspace: the weights themselves need be neither unit nor orthogonal.
  }

  /** One step on E(W, D) = ½ tr((I − WᵀD)ᵀ S (I − WᵀD)) with W the encoder and D the decoder. */
  private static void descend(double[][] s, double[][] w, double[][] d, double rate) {
    double[][] ws = Samples.product(w, s);
    double[][] wsw = Samples.product(ws, transposed(w));
    double[][] wswd = Samples.product(wsw, d);
    double[][] ds = Samples.product(d, s);
    double[][] ddw = Samples.product(Samples.product(d, transposed(d)), ws);
    for (int i = 0; i < w.length; i++) {
      for (int j = 0; j < s.length; j++) {
        double forDecoder = wswd[i][j] - ws[i][j];
        double forEncoder = ddw[i][j] - ds[i][j];
        d[i][j] -= rate * forDecoder;
        w[i][j] -= rate * forEncoder;
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

  @Test
  void theSvdRouteKeepsComponentsThatSquaringLoses() {
    // Läuchli's columns (1, η, 0) and (1, 0, η), not centred: the second singular value is η.
    double eta = 1e-9;
    Matrix x = Matrix.of(new double[][] {{1, 1}, {eta, 0}, {0, eta}});
    LinearModel svd = Pca.builder().center(false).solver(PcaSolver.SVD).fit(x);
    assertThat(svd.singularValues()[1]).isCloseTo(eta, within(1e-15));
    LinearModel squared =
        Pca.builder().center(false).components(2).solver(PcaSolver.COVARIANCE).fit(x);
    assertThat(squared.singularValues()[1]).isZero();
    assertThat(squared.provenance().warnings()).anyMatch(w -> w.contains("1 of 2 components"));
  }

  @Test
  void autoTakesTheAccurateRouteWhereSquaringLosesComponents() {
    // Spreads from 1 down to 1e-11, ten times as wide as tall, so that the Gram route comes first.
    double[][] x = Samples.normal(12, 120, 46);
    for (int i = 0; i < 12; i++) {
      double factor = Math.pow(10, -i);
      x[i] = Arrays.stream(x[i]).map(v -> v * factor).toArray();
    }
    LinearModel pca = Pca.builder().fit(Matrix.of(x));
    Oracle truth = Oracle.of(x, true, false, 1);
    assertThat(pca.provenance().solver()).isEqualTo("svd");
    assertThat(pca.components()).isEqualTo(11);
    for (int i = 0; i < 11; i++) {
      double s = Math.sqrt(truth.values()[i]);
      // The backward error of an SVD is relative to the first singular value.
      double error = 100 * Math.ulp(1.0) * Math.sqrt(truth.values()[0]);
      assertThat(pca.singularValues()[i]).isCloseTo(s, within(error));
    }
  }

  @Test
  void centredDataGiveTheSameWithAndWithoutCentring() {
    Matrix x = Matrix.of(centred(Samples.decaying(60, 5, 0.6, 51)));
    LinearModel pca = Pca.builder().fit(x);
    LinearModel lsa = Pca.builder().center(false).fit(x);
    for (int i = 0; i < 5; i++) {
      // The mean left by rounding is 1e-17; its square adds nothing.
      assertThat(lsa.singularValues()[i]).isCloseTo(pca.singularValues()[i], within(1e-12));
    }
    assertThat(
            Oracle.sine(
                lsa.directions().rowRange(0, 1).toArray(),
                pca.directions().rowRange(0, 1).toArray()))
        .isLessThan(1e-12);
  }

  @Test
  void rotatingTheDataRotatesTheDirectionsOnly() {
    double[][] x = Samples.decaying(60, 5, 0.6, 47);
    double[][] turned = Samples.product(x, Samples.rotation(5, 48));
    LinearModel before = Pca.builder().fit(Matrix.of(x));
    LinearModel after = Pca.builder().fit(Matrix.of(turned));
    for (int i = 0; i < 5; i++) {
      assertThat(after.eigenvalues()[i])
          .isCloseTo(before.eigenvalues()[i], within(1e-13 * before.eigenvalues()[0]));
    }
  }

  @Test
  void theOrderOfRowsDoesNotMatter() {
    double[][] x = Samples.decaying(60, 5, 0.6, 49);
    double[][] reversed = new double[60][];
    for (int i = 0; i < 60; i++) {
      reversed[i] = x[59 - i];
    }
    DenseMatrix before = Pca.builder().fit(Matrix.of(x)).directions();
    DenseMatrix after = Pca.builder().fit(Matrix.of(reversed)).directions();
    for (int i = 0; i < 5; i++) {
      for (int j = 0; j < 5; j++) {
        // Rounding in another order: 1e-15·λ₁ over the smallest gap, 0.01·λ₁.
        assertThat(after.get(i, j)).isCloseTo(before.get(i, j), within(1e-11));
      }
    }
  }

  @Test
  void numbersStoredAsFloatsAreComputedInDouble() {
    double[][] x = Samples.moved(Samples.decaying(60, 5, 0.6, 50), 1, 100);
    DenseMatrix single = Matrix.of(x).copy(org.eigenlens.matrix.Precision.FLOAT);
    for (PcaSolver solver : PcaSolver.values()) {
      LinearModel stored = Pca.builder().solver(solver).fit(single);
      LinearModel exact = Pca.builder().fit(Matrix.of(single.toArray()));
      for (int i = 0; i < 5; i++) {
        assertThat(stored.eigenvalues()[i])
            .isCloseTo(exact.eigenvalues()[i], within(1e-10 * exact.eigenvalues()[0]));
      }
    }
  }
}
