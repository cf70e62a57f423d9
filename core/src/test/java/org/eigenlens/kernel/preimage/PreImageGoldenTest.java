package org.eigenlens.kernel.preimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.eigenlens.Samples;
import org.eigenlens.kernel.Kernels;
import org.junit.jupiter.api.Test;

/** Numbers made by numpy: kernel PCA of iris, rbf with γ = 0.25, two components. */
class PreImageGoldenTest {

  private static final double[][] IRIS = Samples.table("iris");
  private static final ExactKernelPca MODEL = ExactKernelPca.fit(Kernels.rbf(0.25), IRIS, 2);

  private static void assertRow(double[] actual, double tolerance, double... expected) {
    for (int j = 0; j < expected.length; j++) {
      assertThat(actual[j]).isCloseTo(expected[j], within(tolerance));
    }
  }

  @Test
  void ridgeAsScikitLearnDoesIt() {
    // K = rbf(S, S, 0.25); K @ np.linalg.solve(K + 0.1*np.eye(150), X), without centring
    // κ(K + αI) ≤ 150/0.1, so the printed digits hold.
    Frame frame = new Frame(MODEL.subspace());
    RidgeMap map = new RidgeMap(frame, Kernels.rbf(0.25), false, 150, 0.1);
    PreImages found = new RidgeDecoder(frame, map).decode(MODEL.coordinates());
    assertRow(found.points().row(0), 1e-8, 4.90453187, 3.41758516, 1.32504063, .19052811);
    assertThat(ExactKernelPca.rmse(IRIS, found.points())).isCloseTo(.28455, within(5.1e-6));
    assertThat(found.summary()).contains("150 pre-images by ridge", "Ridge parameter 0.1");
  }

  @Test
  void centringBringsRidgeNearerToThePoints() {
    Frame frame = new Frame(MODEL.subspace());
    RidgeMap map = new RidgeMap(frame, Kernels.rbf(0.25), true, 150, 0.1);
    PreImages found = new RidgeDecoder(frame, map).decode(MODEL.coordinates());
    assertThat(ExactKernelPca.rmse(IRIS, found.points())).isLessThan(.28455);
  }

  @Test
  void fixedPoint() {
    // The iteration ends when the map would move a point by less than 1e-7 of the spread, about
    // 2e-7 here; the tolerance leaves a few such moves for what is left of the way.
    PreImages found = MODEL.decode(PreImageMethod.FIXED_POINT, MODEL.coordinates());
    assertRow(found.points().row(0), 1e-6, 4.99913017, 3.41160718, 1.47792048, .25078426);
    assertThat(ExactKernelPca.rmse(IRIS, found.points())).isCloseTo(.29130, within(5.1e-6));
    assertThat(found.fallbacks()).isZero();
    assertThat(found.unconverged()).isZero();
  }
}
