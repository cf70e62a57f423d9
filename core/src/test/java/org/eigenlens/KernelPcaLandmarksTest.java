package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.eigenlens.kernel.Bandwidth;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.kernel.preimage.PreImages;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Models of landmarks, and the way back from coordinates to points. */
class KernelPcaLandmarksTest {

  private static KernelPca.Builder rbf(double gamma) {
    return KernelPca.builder().kernel(Kernels.rbf(gamma)).components(3);
  }

  @Test
  void trueEigenvaluesLieWithinTheBoundOfTheLandmarks() {
    Matrix x = Matrix.of(Samples.decaying(600, 5, 0.6, 1));
    KernelModel exact = rbf(0.2).fit(x);
    KernelModel few = rbf(0.2).landmarks(40).fit(x);
    double error = few.spectrum().traceError();
    assertThat(few.references()).isEqualTo(40);
    assertThat(few.provenance().solver()).isEqualTo("nystrom");
    assertThat(few.isExact()).isFalse();
    for (int i = 0; i < 3; i++) {
      assertThat(exact.eigenvalues()[i])
          .isBetween(few.eigenvalues()[i] * (1 - 1e-12), few.eigenvalues()[i] + error);
      assertThat(few.explainedVarianceRatio()[i])
          .isLessThanOrEqualTo(exact.explainedVarianceRatio()[i] * (1 + 1e-12));
    }
    assertThat(error).isLessThan(0.05 * few.totalSquares());
  }

  @Test
  void everyRowALandmarkIsExact() {
    Matrix x = Matrix.of(Samples.decaying(80, 4, 0.7, 2));
    Matrix fresh = Matrix.of(Samples.decaying(5, 4, 0.7, 3));
    KernelModel exact = rbf(0.3).fit(x);
    KernelModel all = rbf(0.3).landmarks(80).fit(x);
    for (int c = 0; c < 3; c++) {
      double[] a = exact.transform(fresh).column(c);
      double[] b = all.transform(fresh).column(c);
      double sign = Math.signum(Oracle.dot(a, b));
      for (int i = 0; i < 5; i++) {
        assertThat(b[i]).isCloseTo(sign * a[i], within(1e-8));
      }
    }
  }

  @Test
  void streamedRowsGiveWhatTheMatrixGives() {
    double[][] x = Samples.moved(Samples.decaying(500, 4, 0.7, 4), 3, 100);
    KernelPca.Builder builder = rbf(0.3).landmarks(60).standardize(true);
    KernelModel whole = builder.fit(Matrix.of(x));
    KernelModel streamed = builder.build().fit(Samples.streamed(x, 4), null);
    for (int i = 0; i < 3; i++) {
      // Different landmarks may be drawn; both are within their bounds of the truth.
      assertThat(streamed.eigenvalues()[i])
          .isBetween(
              whole.eigenvalues()[i] - streamed.spectrum().traceError(),
              whole.eigenvalues()[i] + whole.spectrum().traceError());
    }
    assertThat(streamed.provenance().rows()).isEqualTo(500);
    assertThatThrownBy(() -> rbf(1).build().fit(Samples.streamed(x, 4), null))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("landmarks");
  }

  @Test
  void asManyLandmarksAsItTakes() {
    Matrix x = Matrix.of(Samples.decaying(700, 3, 0.5, 5));
    KernelModel model = rbf(0.1).automaticLandmarks().fit(x);
    assertThat(model.references()).isBetween(3, 300);
    assertThat(model.spectrum().traceError()).isLessThanOrEqualTo(1e-3 * 700);
    KernelModel share =
        KernelPca.builder().kernel(Kernels.rbf(0.1)).components(0.9).landmarks(100).fit(x);
    double[] shares = share.explainedVarianceRatio();
    assertThat(Arrays.stream(shares).sum()).isGreaterThanOrEqualTo(0.9);
    assertThatThrownBy(() -> rbf(50).components(0.99).landmarks(5).fit(x))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("more landmarks");
    assertThatThrownBy(() -> rbf(1).landmarks(2).fit(x)).hasMessageContaining("2 landmarks");
    assertThatThrownBy(() -> rbf(1).landmarks(9).solver(KernelSolver.DENSE).fit(x))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("exact");
    assertThatThrownBy(() -> rbf(1).landmarks(500).memory(100_000).fit(x))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("fewer landmarks");
  }

  @ParameterizedTest
  @EnumSource(PreImageMethod.class)
  void everyWayBackComesNearTheRows(PreImageMethod method) {
    double[][] x = Samples.moved(Samples.decaying(150, 4, 0.5, 6), 2, 30);
    Matrix rows = Matrix.of(x);
    double spread = 0;
    for (double[] row : x) {
      spread += (row[0] - 30) * (row[0] - 30) / x.length;
    }
    for (int landmarks : new int[] {0, 100}) {
      KernelPca.Builder builder =
          KernelPca.builder()
              .kernel(Kernels.rbf(0.05))
              .components(12)
              .standardize(true)
              .whiten(true)
              .preImage(method);
      KernelModel model =
          landmarks == 0 ? builder.fit(rows) : builder.landmarks(landmarks).fit(rows);
      DenseMatrix back = model.inverseTransform(model.transform(rows));
      double error = 0;
      for (int i = 0; i < x.length; i++) {
        error += (back.get(i, 0) - x[i][0]) * (back.get(i, 0) - x[i][0]) / x.length;
      }
      assertThat(error).as("%d landmarks", landmarks).isLessThan(0.1 * spread);
    }
  }

  @Test
  void theLinearKernelComesBackExactlyMeanIncluded() {
    Matrix x = Matrix.of(Samples.moved(Samples.normal(40, 3, 7), 1, 1e5));
    KernelModel model = KernelPca.builder().kernel(Kernels.linear()).components(3).fit(x);
    DenseMatrix back = model.inverseTransform(model.transform(x));
    for (int i = 0; i < 40; i++) {
      for (int j = 0; j < 3; j++) {
        assertThat(back.get(i, j)).isCloseTo(x.get(i, j), within(1e-9));
      }
    }
  }

  @Test
  void rowsWithoutCoordinatesStayWithout() {
    Matrix x = Matrix.of(Samples.normal(30, 2, 8));
    KernelModel model = rbf(0.5).fit(x);
    DenseMatrix coordinates = model.transform(x);
    coordinates.set(4, 1, Double.NaN);
    PreImages found = model.preImages(coordinates, null);
    assertThat(found.points().row(4)).containsOnly(Double.NaN);
    assertThat(found.points().row(5)).doesNotContain(Double.NaN);
  }

  @Test
  void similaritiesHaveNoWayBack() {
    Matrix k = Matrix.of(new double[][] {{2, 1, 0}, {1, 2, 1}, {0, 1, 2}});
    KernelModel model = KernelPca.builder().kernel(Kernels.precomputed()).components(1).fit(k);
    assertThatThrownBy(() -> model.inverseTransform(model.transform(k)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no way back");
    assertThatThrownBy(() -> model.gradients(k, 0)).hasMessageContaining("no gradients");
  }

  @Test
  void gradientsAreThoseOfTheCoordinates() {
    double[][] x = Samples.normal(60, 3, 9);
    KernelModel model =
        KernelPca.builder()
            .kernel(Kernels.rbf(0.3))
            .components(2)
            .standardize(true)
            .whiten(true)
            .fit(Matrix.of(x));
    double[] point = {0.3, -0.2, 0.8};
    DenseMatrix gradient = model.gradients(Matrix.of(new double[][] {point}), 1);
    // Central differences of a smooth function of size 1: h² + ε/h.
    double h = 1e-5;
    for (int j = 0; j < 3; j++) {
      double[] up = point.clone();
      double[] down = point.clone();
      up[j] += h;
      down[j] -= h;
      DenseMatrix moved = model.transform(Matrix.of(new double[][] {up, down}));
      double slope = (moved.get(0, 1) - moved.get(1, 1)) / (2 * h);
      assertThat(gradient.get(0, j)).isCloseTo(slope, within(1e-8));
    }
  }

  @Test
  void widthsThatSayNothingAreNamed() {
    Matrix x = Matrix.of(Samples.normal(100, 5, 10));
    assertThat(rbf(1e4).fit(x).provenance().warnings()).anyMatch(w -> w.contains("too narrow"));
    assertThat(rbf(1e-7).fit(x).provenance().warnings()).anyMatch(w -> w.contains("too wide"));
    double median = Bandwidth.measure(x, Bandwidth.Family.RBF, 0).median();
    assertThat(rbf(median).fit(x).provenance().warnings()).isEmpty();
  }

  @Test
  void landmarksThatAreMostOfTheRowsAreCalledUseless() {
    // A narrow kernel has a flat spectrum: nearly every row is needed.
    Matrix x = Matrix.of(Samples.normal(100, 5, 10));
    KernelModel model =
        KernelPca.builder().kernel(Kernels.rbf(2)).components(2).automaticLandmarks().fit(x);
    assertThat(model.provenance().warnings())
        .anyMatch(w -> w.contains("of 100 rows were needed as landmarks"));
  }

  @Test
  void automaticLandmarksSeeTheVarianceAndNotOnlyTheMean() {
    // All cosines are nearly 1: one landmark has all but a millionth of tr K, and no variance.
    Matrix x = Matrix.of(Samples.moved(Samples.normal(200, 3, 11), 0.1, 10));
    KernelPca.Builder builder = KernelPca.builder().kernel(Kernels.cosine()).components(2);
    KernelModel exact = builder.fit(x);
    KernelModel model = builder.automaticLandmarks().fit(x);
    assertThat(model.spectrum().traceError()).isLessThanOrEqualTo(2e-3 * model.totalSquares());
    assertThat(model.eigenvalues()[0])
        .isCloseTo(exact.eigenvalues()[0], within(2e-3 * exact.totalSquares()));
  }

  @Test
  void automaticLandmarksAreAtLeastAsManyAsComponents() {
    Matrix x = Matrix.of(Samples.normal(200, 2, 12));
    KernelModel model = rbf(0.05).components(50).automaticLandmarks().fit(x);
    assertThat(model.components()).isEqualTo(50);
    assertThat(model.eigenvalues()[20]).isPositive();
    assertThat(model.provenance().warnings()).noneMatch(w -> w.contains("span only"));
  }

  @Test
  void cellsThatAreNoNumbersAreNamedByTheirPlace() {
    double[][] x = Samples.normal(60, 3, 13);
    x[30][1] = Double.NaN;
    assertThatThrownBy(() -> rbf(1).landmarks(10).standardize(true).fit(Matrix.of(x)))
        .isInstanceOf(NumericalException.class)
        .hasMessageContaining("Row 31, column 'x2' is NaN");
    double[][] huge = Samples.moved(Samples.normal(60, 3, 13), 1e200, 0);
    for (int landmarks : new int[] {0, 10}) {
      KernelPca.Builder builder = rbf(1).standardize(true);
      assertThatThrownBy(
              () -> (landmarks == 0 ? builder : builder.landmarks(landmarks)).fit(Matrix.of(huge)))
          .isInstanceOf(NumericalException.class)
          .hasMessageContaining("too large");
    }
  }

  @Test
  void startsWithMissingCellsAreFilledAndNumbersOfRowsMustAgree() {
    Matrix x = Matrix.of(Samples.normal(40, 3, 14));
    KernelModel model =
        KernelPca.builder()
            .kernel(Kernels.laplacian(0.3))
            .components(5)
            .preImage(PreImageMethod.FIXED_POINT)
            .fit(x);
    DenseMatrix coordinates = model.transform(x);
    DenseMatrix starts = DenseMatrix.copyOf(x.toArray());
    starts.set(3, 1, Double.NaN);
    assertThat(model.preImages(coordinates, starts).points().row(3)).doesNotContain(Double.NaN);
    assertThatThrownBy(() -> model.preImages(coordinates, starts.rowRange(0, 5)))
        .hasMessageContaining("5 starts")
        .hasMessageContaining("40 rows");
  }

  @Test
  void roundingIsNoComponent() {
    Matrix x = Matrix.of(Samples.normal(200, 3, 15));
    // (γx·y + 1)³ = 1 + 3γx·y + O(γ²): three components, and nothing else that 1 leaves room for.
    KernelModel wide =
        KernelPca.builder().kernel(Kernels.polynomial(1e-10, 1, 3)).components(8).fit(x);
    // tr K = 200, so that eigenvalues below 200·10·ε are roundings of K.
    assertThat(wide.eigenvalues()[2]).isPositive();
    assertThat(wide.eigenvalues()[4]).isZero();
    double[][] same = new double[7][];
    Arrays.fill(same, new double[] {1.1, 2.3, -0.7});
    KernelModel none =
        KernelPca.builder()
            .kernel(Kernels.polynomial(0.3, 1, 3))
            .components(2)
            .fit(Matrix.of(same));
    assertThat(none.eigenvalues()).containsExactly(0, 0);
    assertThat(none.totalSquares()).isZero();
  }

  @Test
  void aRowBeyondAllBoundsHasNoCoordinates() {
    KernelModel model = rbf(0.5).fit(Matrix.of(Samples.normal(30, 2, 16)));
    Matrix far = Matrix.of(new double[][] {{Double.POSITIVE_INFINITY, 0}, {0, 0}});
    assertThat(model.transform(far).row(0)).containsOnly(Double.NaN);
    assertThat(model.transform(far).row(1)).doesNotContain(Double.NaN);
  }
}
