package org.eigenlens.kernel.preimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.Samples;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Parallel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DecoderTest {

  /** One of each kernel that has points, fit for numbers between 0 and 1. */
  static List<Kernel> kernels() {
    return List.of(
        Kernels.linear(),
        Kernels.polynomial(0.5, 1, 3),
        Kernels.polynomial(0.5, 1, 2),
        Kernels.rbf(0.5),
        Kernels.sigmoid(0.1, 0),
        Kernels.laplacian(0.3),
        Kernels.cosine(),
        Kernels.chiSquared(0.5),
        Kernels.sum(Kernels.linear(), Kernels.rbf(0.5)),
        Kernels.product(Kernels.rbf(0.2), Kernels.polynomial(1, 1, 2)),
        Kernels.of("inverse", (x, y) -> 1 / (1 + Math.pow(Vectors.distance(x, y), 2))));
  }

  /** Returns points between 0 and 1 near a curve. */
  private static double[][] positive(int rows, int columns, long seed) {
    double[][] x = Samples.normal(rows, columns, seed);
    for (int i = 0; i < rows; i++) {
      double t = 4.0 * i / rows;
      double[] row = x[i];
      Arrays.setAll(row, j -> Math.abs(0.5 + 0.4 * Math.sin(t + j) + 0.02 * row[j]));
    }
    return x;
  }

  private static void assertFinite(PreImages found) {
    assertThat(found.points().toRowMajor()).matches(Vectors::finite, "finite points");
    assertThat(found.errors()).matches(Vectors::finite, "finite errors");
  }

  @ParameterizedTest
  @EnumSource
  void linearIsExactAroundALargeMean(PreImageMethod method) {
    double[][] x = Samples.moved(Samples.normal(40, 5, 1), 1, 1e7);
    // Fitted around the mean, as a model does: the kernel matrix itself has no digits to spare.
    double[][] centred = Samples.moved(x, 1, -1e7);
    ExactKernelPca model = ExactKernelPca.fit(Kernels.linear(), centred, 5);
    Subspace fitted = model.subspace();
    Subspace moved =
        new Subspace(
            fitted.kernel(),
            DenseMatrix.copyOf(x),
            fitted.coefficients(),
            fitted.meanWeights(),
            fitted.offsets());
    PreImages found = Decoder.of(method, moved).decode(model.coordinates());
    // A unit in the last place of 1e7 is 2e-9.
    for (int i = 0; i < x.length; i++) {
      assertThat(found.points().row(i)).containsExactly(x[i], within(1e-8));
    }
    assertThat(found.errors()).containsOnly(0);
    assertThat(found.summary()).contains("exact");
  }

  @Test
  void linearWithoutCentring() {
    // One reference of length 2, its direction, no mean: coordinate 6 is three times the reference.
    Subspace line =
        new Subspace(
            Kernels.linear(),
            DenseMatrix.copyOf(1, 2, 2, 0),
            DenseMatrix.copyOf(1, 1, 0.5),
            new double[1],
            new double[1]);
    PreImages found = Decoder.of(PreImageMethod.RIDGE, line).decode(DenseMatrix.copyOf(1, 1, 6));
    assertThat(found.points().row(0)).containsExactly(6, 0);
  }

  @Test
  void allComponentsGiveTheTrainingPointsBack() {
    // Far from the origin, where ‖x‖² + ‖y‖² − 2x·y would have lost half of its digits.
    double[][] x = Samples.moved(Samples.normal(40, 3, 2), 1, 1e4);
    ExactKernelPca model = ExactKernelPca.fit(Kernels.rbf(0.5), Samples.moved(x, 1, -1e4), 39);
    Subspace subspace = model.subspace();
    Subspace moved =
        new Subspace(
            subspace.kernel(),
            DenseMatrix.copyOf(x),
            subspace.coefficients(),
            subspace.meanWeights(),
            subspace.offsets());
    for (PreImageMethod method : List.of(PreImageMethod.FIXED_POINT, PreImageMethod.DISTANCES)) {
      PreImages found = Decoder.of(method, moved).decode(model.coordinates());
      // ρ is flat at its minimum: its rounding of 1e-13 or so moves the point by the root of that.
      assertThat(ExactKernelPca.rmse(x, found.points())).as(method.label()).isLessThan(1e-5);
      assertThat(Arrays.stream(found.errors()).max().orElseThrow()).isLessThan(1e-9);
    }
  }

  @Test
  void everyKernelFindsItsWayBackNearly() {
    double[][] x = positive(80, 3, 3);
    for (Kernel kernel : kernels()) {
      ExactKernelPca model = ExactKernelPca.fit(kernel, x, 3);
      for (PreImageMethod method : PreImageMethod.values()) {
        if (method.supports(kernel)) {
          PreImages found = model.decode(method, model.coordinates());
          assertFinite(found);
          // Features range from about 0.1 to 0.9; three components tell most of them.
          assertThat(ExactKernelPca.rmse(x, found.points()))
              .as("%s by %s: %s", kernel.name(), method.label(), found.summary())
              .isLessThan(0.1);
        }
      }
    }
  }

  @Test
  void descentIsAtLeastAsGoodAsRidgeInFeatureSpace() {
    double[][] x = positive(60, 3, 4);
    for (Kernel kernel : kernels()) {
      ExactKernelPca model = ExactKernelPca.fit(kernel, x, 2);
      Frame frame = new Frame(model.subspace());
      DenseMatrix coordinates = model.coordinates();
      PreImages found = new DescentDecoder(frame).decode(coordinates);
      double[] ridge = new RidgeDecoder(frame).decode(coordinates).errors();
      assertFinite(found);
      if (!Objective.needsCounts(kernel)) {
        for (int i = 0; i < ridge.length; i++) {
          assertThat(found.errors()[i]).isLessThanOrEqualTo(ridge[i] + 1e-9);
        }
      }
    }
  }

  @Test
  void descentAgreesWithTheFixedPoint() {
    double[][] x = positive(60, 3, 5);
    for (Kernel kernel : List.of(Kernels.rbf(0.5), Kernels.polynomial(0.5, 1, 3))) {
      ExactKernelPca model = ExactKernelPca.fit(kernel, x, 2);
      Frame frame = new Frame(model.subspace());
      DenseMatrix coordinates = model.coordinates();
      PreImages one = new FixedPointDecoder(frame).decode(coordinates);
      PreImages other = new DescentDecoder(frame).decode(coordinates);
      // Two ways to the same minimum, each to about the root of the rounding of ρ.
      for (int i = 0; i < x.length; i++) {
        assertThat(other.points().row(i)).containsExactly(one.points().row(i), within(1e-4));
      }
    }
  }

  @Test
  void farAwayCoordinatesAreReported() {
    // Narrow: between two references all similarities vanish.
    double[][] x = Samples.moved(Samples.normal(30, 4, 6), 100, 0);
    ExactKernelPca model = ExactKernelPca.fit(Kernels.rbf(1), x, 3);
    DenseMatrix far = DenseMatrix.copyOf(3, 3, 1e6, -1e6, 1e6, -5, -5, -5, 0, 0, 0);
    for (PreImageMethod method : PreImageMethod.values()) {
      PreImages found = model.decode(method, far);
      assertFinite(found);
      assertThat(found.poor()).isEqualTo(3);
      assertThat(found.summary()).contains("3 rows");
    }
    PreImages found = model.decode(PreImageMethod.FIXED_POINT, far);
    assertThat(found.restarts() + found.fallbacks()).isPositive();
    assertThat(found.summary()).contains("Begun again");
  }

  @Test
  void startsWithoutAnySimilarityAreLeftBehind() {
    double[][] x = Samples.normal(30, 2, 7);
    ExactKernelPca model = ExactKernelPca.fit(Kernels.rbf(1), x, 5);
    DenseMatrix coordinates = model.coordinates();
    DenseMatrix starts = DenseMatrix.copyOf(Samples.moved(x, 1, 1e3));
    PreImages found =
        Decoder.of(PreImageMethod.FIXED_POINT, model.subspace()).denoise(coordinates, starts);
    assertFinite(found);
    assertThat(found.restarts()).isGreaterThanOrEqualTo(30);
    assertThat(ExactKernelPca.rmse(x, found.points())).isLessThan(1);
  }

  @Test
  void duplicatesAreHarmless() {
    double[][] x = new double[60][];
    Arrays.setAll(x, i -> new double[] {i % 3, (i % 3) * (i % 3), 1});
    ExactKernelPca model = ExactKernelPca.fit(Kernels.rbf(0.5), x, 2);
    for (PreImageMethod method : PreImageMethod.values()) {
      PreImages found = model.decode(method, model.coordinates());
      assertFinite(found);
      // Two components tell three points apart; ridge shrinks a little by its least α of 1e-8.
      assertThat(ExactKernelPca.rmse(x, found.points())).as(method.label()).isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSingleReferenceIsAllThereIs(PreImageMethod method) {
    Subspace point =
        new Subspace(
            Kernels.rbf(1),
            DenseMatrix.copyOf(1, 2, 3, 4),
            DenseMatrix.zeros(0, 1),
            new double[] {1},
            new double[0]);
    PreImages found = Decoder.of(method, point).decode(DenseMatrix.zeros(2, 0));
    assertThat(found.points().row(1)).containsExactly(3, 4);
    assertThat(found.errors()).containsExactly(new double[2], within(1e-15));
  }

  @ParameterizedTest
  @EnumSource
  void withoutCentringZeroStandsForNoPoint(PreImageMethod method) {
    // The only direction is the image of the first reference, and there is no mean.
    Subspace ray =
        new Subspace(
            Kernels.rbf(1),
            DenseMatrix.copyOf(2, 2, 1, 2, 3, 4),
            DenseMatrix.copyOf(1, 2, 1, 0),
            new double[2],
            new double[1]);
    PreImages found = Decoder.of(method, ray).decode(DenseMatrix.copyOf(2, 1, 1, 0));
    assertFinite(found);
    if (method != PreImageMethod.RIDGE) {
      // Ridge cannot learn from two points: each, left out, is best guessed by the other.
      assertThat(found.points().row(0)).containsExactly(new double[] {1, 2}, within(1e-6));
    }
    // Every image is at distance 1 from zero.
    assertThat(found.errors()[1]).isCloseTo(1, within(1e-12));
    if (method == PreImageMethod.FIXED_POINT) {
      assertThat(found.fallbacks()).isEqualTo(1);
      assertThat(found.summary()).contains("No iteration was possible for 1 row");
    }
  }

  @Test
  void noRowsGiveNoPoints() {
    ExactKernelPca model = ExactKernelPca.fit(Kernels.rbf(1), Samples.normal(10, 2, 8), 2);
    PreImages found = model.decode(PreImageMethod.FIXED_POINT, DenseMatrix.zeros(0, 2));
    assertThat(found.points().rows()).isZero();
    assertThat(found.summary()).isEqualTo("0 pre-images by fixed-point.");
  }

  @Test
  void ridgeSaysWhenItLearnedFromSomeReferencesOnly() {
    double[][] x = positive(90, 3, 11);
    ExactKernelPca model = ExactKernelPca.fit(Kernels.rbf(0.5), x, 3);
    Frame frame = new Frame(model.subspace());
    RidgeMap map = new RidgeMap(frame, Kernels.rbf(1), true, 40, 1e-3, 1e-6);
    PreImages found = new RidgeDecoder(frame, map).decode(model.coordinates());
    assertThat(found.summary()).contains("Learned from 40 of the 90 references");
    assertThat(ExactKernelPca.rmse(x, found.points())).isLessThan(0.1);
  }

  @Test
  void threadsChangeNothing() {
    ExactKernelPca model = ExactKernelPca.fit(Kernels.rbf(0.25), Samples.table("iris"), 3);
    DenseMatrix coordinates = model.coordinates();
    int threads = Parallel.threads();
    try {
      for (PreImageMethod method : PreImageMethod.values()) {
        Parallel.setThreads(1);
        double[] alone = model.decode(method, coordinates).points().toRowMajor();
        Parallel.setThreads(3);
        assertThat(model.decode(method, coordinates).points().toRowMajor()).isEqualTo(alone);
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  @Test
  void cosineSaysThatLengthsAreGuessed() {
    double[][] x = positive(40, 3, 9);
    ExactKernelPca model = ExactKernelPca.fit(Kernels.cosine(), x, 3);
    PreImages found = model.decode(PreImageMethod.FIXED_POINT, model.coordinates());
    // Three components hold all of a feature space of three dimensions: directions are exact.
    for (int i = 0; i < x.length; i++) {
      assertThat(Kernels.cosine().at(x[i], found.points().row(i))).isCloseTo(1, within(1e-12));
    }
    assertThat(found.summary()).contains("directions only");
  }

  @Test
  void methodsKnowTheirKernels() {
    assertThat(PreImageMethod.defaultFor(Kernels.rbf(1))).isEqualTo(PreImageMethod.FIXED_POINT);
    assertThat(PreImageMethod.defaultFor(Kernels.linear())).isEqualTo(PreImageMethod.FIXED_POINT);
    assertThat(PreImageMethod.defaultFor(Kernels.cosine())).isEqualTo(PreImageMethod.RIDGE);
    assertThat(PreImageMethod.DISTANCES.supports(Kernels.polynomial(1, 0, 2))).isFalse();
    assertThat(PreImageMethod.DISTANCES.supports(Kernels.polynomial(1, 0, 3))).isTrue();
    assertThat(PreImageMethod.RIDGE.supports(Kernels.precomputed())).isFalse();
    assertThat(PreImageMethod.values())
        .extracting(PreImageMethod::label)
        .containsExactly("fixed-point", "mds", "ridge");
  }

  @Test
  void mistakesAreNamed() {
    double[][] x = Samples.normal(10, 2, 10);
    ExactKernelPca model = ExactKernelPca.fit(Kernels.laplacian(1), x, 2);
    assertThatThrownBy(() -> Decoder.of(PreImageMethod.DISTANCES, model.subspace()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mds")
        .hasMessageContaining("laplacian; use ridge or fixed-point");
    assertThatThrownBy(() -> model.decode(PreImageMethod.RIDGE, DenseMatrix.zeros(1, 3)))
        .hasMessage("The coordinates have 3 columns, but the model has 2 components.");
    DenseMatrix unknown = DenseMatrix.copyOf(1, 2, 0, Double.NaN);
    assertThatThrownBy(() -> model.decode(PreImageMethod.RIDGE, unknown))
        .hasMessage("Coordinate 2 of row 1 is NaN; only finite numbers have a pre-image.");
    assertThatThrownBy(() -> PreImageMethod.defaultFor(Kernels.precomputed()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no points to return to");
    assertThatThrownBy(
            () ->
                new Subspace(
                    Kernels.rbf(1),
                    DenseMatrix.zeros(3, 2),
                    DenseMatrix.zeros(1, 4),
                    new double[3],
                    new double[1]))
        .hasMessage("There are 3 reference points, but coefficients of 4.");
  }
}
