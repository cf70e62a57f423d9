package org.eigenlens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.eigenlens.cca.Ridge;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.PairedModel.Side;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelCcaTest {

  private static final Matrix EXERCISE = Matrix.of(PairedSamples.exercise());
  private static final Matrix PHYSIOLOGY = Matrix.of(PairedSamples.physiology());

  @Test
  void linearKernelsWithATinyRidgeAreCca() {
    PairedModel kernel =
        KernelCca.builder()
            .kernels(Kernels.linear(), Kernels.linear())
            .standardize(true)
            .components(3)
            .ridge(1e-9, 1e-9)
            .fit(EXERCISE, PHYSIOLOGY);
    PairedModel linear = Cca.builder().standardize(true).fit(EXERCISE, PHYSIOLOGY);
    // The smallest variance of a view is 0.13, so the ridge moves correlations by about 1e-8.
    assertThat(kernel.correlations()).containsExactly(linear.correlations(), within(3e-8));
    for (int i = 0; i < 3; i++) {
      double[] ours = kernel.transform(Side.X, EXERCISE).column(i);
      double[] theirs = linear.transform(Side.X, EXERCISE).column(i);
      double sign = Math.signum(ours[0] * theirs[0]);
      assertThat(Arrays.stream(ours).map(z -> sign * z).toArray())
          .containsExactly(theirs, within(1e-6));
    }
  }

  @Test
  void linearKernelsWithARidgeAreRidgeCca() {
    PairedModel kernel =
        KernelCca.builder()
            .kernels(Kernels.linear(), Kernels.linear())
            .standardize(true)
            .ridge(1, 1)
            .fit(EXERCISE, PHYSIOLOGY);
    assertThat(kernel.correlations()[0]).isCloseTo(0.63366774, within(6e-9));
  }

  /**
   * The dense generalised problem K₁K₂β = ρ(K₁² + κK₁)α of Hardoon and others, κ = 19·0.1, by
   * scipy.linalg.svd of D₁U₁ᵀU₂D₂ from numpy.linalg.eigh of both centred kernel matrices.
   */
  @Test
  void rbfKernelsGiveTheDenseProblemBack() {
    PairedModel model =
        KernelCca.builder()
            .kernels(Kernels.rbf(0.3), Kernels.rbf(0.3))
            .standardize(true)
            .landmarks(20)
            .ridge(0.1, 0.1)
            .fit(EXERCISE, PHYSIOLOGY);
    assertThat(model.findings().singularValues())
        .containsExactly(new double[] {0.46924339303, 0.30878608574}, within(1e-10));
    assertThat(model.correlations())
        .containsExactly(new double[] {0.81085276374, 0.82736363805}, within(1e-9));
  }

  @Test
  void independentNoiseHasNoCrossValidatedCorrelation() {
    PairedModel model =
        KernelCca.builder()
            .kernels(Kernels.rbf(0.5), Kernels.rbf(0.5))
            .ridge(0.001, 0.001)
            .components(1)
            .fit(PairedSamples.noise(200, 2, 1), PairedSamples.noise(200, 2, 2));
    assertThat(model.correlations()[0]).isGreaterThan(0.5);
    // The standard deviation of a correlation of 200 independent pairs is 0.07.
    assertThat(model.crossValidatedCorrelations()[0]).isCloseTo(0, within(0.2));
  }

  /** Landmarks that miss a thousandth of the trace would give 0.84 where all pairs give 0.90. */
  @Test
  void fewRowsAreComparedExactlyWithoutBeingAsked() {
    KernelCca.Builder builder =
        KernelCca.builder()
            .kernels(Kernels.rbf(0.5), Kernels.rbf(0.5))
            .ridge(1e-5, 1e-5)
            .folds(2)
            .components(2);
    DenseMatrix x = PairedSamples.noise(200, 2, 1);
    DenseMatrix y = PairedSamples.noise(200, 2, 2);
    double[] itself = builder.fit(x, y).correlations();
    double[] all = builder.landmarks(200).fit(x, y).correlations();
    // Both see the same space up to rounding, which a ridge of 1e-5 magnifies by 1e5 at most.
    assertThat(itself).containsExactly(all, within(1e-9));
  }

  @Test
  void aCurvedRelationIsFoundThatNoStraightOneShows() {
    Views views = circle(300, 1);
    PairedModel linear = Cca.builder().components(1).fit(views.x, views.y);
    PairedModel curved =
        KernelCca.builder()
            .kernels(Kernels.rbf(1), Kernels.rbf(1))
            .components(1)
            .fit(views.x, views.y);
    assertThat(linear.correlations()[0]).isLessThan(0.2);
    assertThat(curved.crossValidatedCorrelations()[0]).isGreaterThan(0.9);
    // And it holds on rows that had no part in it.
    Views fresh = circle(300, 77);
    double[] zx = curved.transform(Side.X, fresh.x).column(0);
    double[] zy = curved.transform(Side.Y, fresh.y).column(0);
    assertThat(correlation(zx, zy)).isCloseTo(curved.crossValidatedCorrelations()[0], within(0.05));
  }

  @Test
  void trainingRowsEncodedAgainHaveTheScoresOfTheFit(@TempDir Path folder) throws Exception {
    Views views = circle(150, 3);
    PairedModel model =
        KernelCca.builder()
            .kernels(Kernels.rbf(1), Kernels.laplacian(0.5))
            .landmarks(40)
            .fit(views.x, views.y);
    Path file = folder.resolve("model.eigenlens");
    model.save(file);
    PairedModel again = PairedModel.load(file);
    double[][] zx = again.transform(Side.X, views.x).transpose().toArray();
    double[][] zy = again.transform(Side.Y, views.y).transpose().toArray();
    for (int i = 0; i < 2; i++) {
      assertThat(Arrays.stream(zx[i]).average().orElseThrow()).isCloseTo(0, within(1e-9));
      assertThat(correlation(zx[i], zy[i])).isCloseTo(model.correlations()[i], within(1e-9));
      assertThat(Arrays.stream(zx[i]).map(z -> z * z).sum() / 149).isCloseTo(1, within(1e-9));
    }
    assertThat(again.kernelSide(Side.Y).kernel()).isEqualTo(Kernels.laplacian(0.5));
    assertThat(again.findings().loadings()).isNull();
  }

  @Test
  void permutationsJudgeKernelsToo() {
    Views views = circle(120, 5);
    PairedModel model =
        KernelCca.builder()
            .kernels(Kernels.rbf(1), Kernels.rbf(1))
            .components(1)
            .ridge(0.05, 0.05)
            .permutations(99)
            .fit(views.x, views.y);
    assertThat(model.findings().permutationPValues()).containsExactly(0.01);
    assertThat(model.findings().wilks()).isEmpty();
  }

  @Test
  void whatCannotBeIsRefused() {
    KernelCca.Builder builder = KernelCca.builder();
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("kernel for each view");
    assertThatThrownBy(() -> builder.ridge(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ridge above 0");
    KernelCca precomputed =
        KernelCca.builder()
            .kernels(Kernels.precomputed(), Kernels.linear())
            .ridge(Ridge.PLS)
            .build();
    assertThatThrownBy(() -> precomputed.fit(EXERCISE, PHYSIOLOGY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("precomputed");
  }

  private record Views(DenseMatrix x, DenseMatrix y) {}

  /** One view has an angle as a point of a circle, the other twice the angle, both with noise. */
  private static Views circle(int rows, long seed) {
    Random random = new Random(seed);
    DenseMatrix x = DenseMatrix.zeros(rows, 2);
    DenseMatrix y = DenseMatrix.zeros(rows, 2);
    for (int i = 0; i < rows; i++) {
      double angle = 2 * Math.PI * random.nextDouble();
      x.set(i, 0, Math.cos(angle) + 0.05 * random.nextGaussian());
      x.set(i, 1, Math.sin(angle) + 0.05 * random.nextGaussian());
      y.set(i, 0, Math.cos(2 * angle) + 0.05 * random.nextGaussian());
      y.set(i, 1, Math.sin(2 * angle) + 0.05 * random.nextGaussian());
    }
    return new Views(x, y);
  }

  private static double correlation(double[] a, double[] b) {
    double meanA = Arrays.stream(a).average().orElseThrow();
    double meanB = Arrays.stream(b).average().orElseThrow();
    double xy = 0;
    double xx = 0;
    double yy = 0;
    for (int i = 0; i < a.length; i++) {
      xy += (a[i] - meanA) * (b[i] - meanB);
      xx += (a[i] - meanA) * (a[i] - meanA);
      yy += (b[i] - meanB) * (b[i] - meanB);
    }
    return xy / Math.sqrt(xx * yy);
  }
}
