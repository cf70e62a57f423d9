package org.eigenlens.kpca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.eigenlens.Progress;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kernel.LandmarkMethod;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Precision;
import org.eigenlens.operator.MatrixOperator;
import org.eigenlens.operator.SymmetricOperator;
import org.eigenlens.pca.Wanted;
import org.junit.jupiter.api.Test;

class SpectralTest {

  private static final int N = 600;

  private static KernelPcaOptions options(Wanted wanted) {
    return new KernelPcaOptions(
        "kernel-pca",
        new KernelChoice.Fixed(Kernels.precomputed()),
        wanted,
        true,
        false,
        false,
        1,
        KernelSolver.KRYLOV,
        0,
        LandmarkMethod.PIVOTED,
        1e-8,
        7,
        Long.MAX_VALUE,
        Precision.DOUBLE,
        null,
        Progress.NONE);
  }

  private static DenseMatrix similarities() {
    Random random = new Random(5);
    DenseMatrix points = DenseMatrix.zeros(N, 3);
    for (int i = 0; i < N; i++) {
      points.setRow(i, random.doubles(3).toArray(), 0);
    }
    DenseMatrix k = DenseMatrix.zeros(N, N);
    Kernels.rbf(1).evaluate(points, points, k);
    LinearAlgebra.mirror(k);
    return k;
  }

  private static final class Counted implements SymmetricOperator {
    private final SymmetricOperator inner;
    private int applied;

    Counted(DenseMatrix matrix) {
      inner = new MatrixOperator(matrix);
    }

    @Override
    public int size() {
      return inner.size();
    }

    @Override
    public void apply(DenseMatrix in, DenseMatrix out) {
      applied++;
      inner.apply(in, out);
    }

    @Override
    public double trace() {
      return inner.trace();
    }
  }

  private static Spectral.Found solve(Counted operator, boolean positive) {
    Wanted wanted = new Wanted.Count(3);
    KernelPcaOptions options = options(wanted);
    KernelRoute route = KernelRoute.ofSimilarities(options, wanted, N);
    return new Spectral(options, route, wanted).of(operator, positive);
  }

  @Test
  void thatASpectrumIsNotNegativeIsKnownAfterAFewPasses() {
    DenseMatrix k = similarities();
    Counted known = new Counted(k);
    solve(known, true);
    Counted unknown = new Counted(k);
    Spectral.Found found = solve(unknown, false);
    assertThat(found.lowest() / found.pairs().values()[0]).isBetween(-1e-5, 1e-5);
    // 40 passes are the limit, which a residual relative to an eigenvalue of 0 always reaches.
    assertThat(unknown.applied - known.applied).isLessThan(20);
  }

  @Test
  void theLowestEigenvalueIsFoundWhereItIsNegative() {
    DenseMatrix k = similarities();
    // A rank-one term −v·vᵀ with v = (1, −1, 0, …)·5, which is centred: its eigenvalue is −50, and
    // K adds to it vᵀKv/‖v‖² = 1 − K₁₂ at most.
    double[] v = new double[N];
    v[0] = 5;
    v[1] = -5;
    LinearAlgebra.addOuter(-1, v, v, k);
    Spectral.Found found = solve(new Counted(k), false);
    assertThat(found.lowest()).isEqualTo(-50, within(1.0));
  }
}
