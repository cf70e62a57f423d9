package org.eigenlens.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import org.eigenlens.Oracle;
import org.eigenlens.Progress;
import org.eigenlens.eigen.EigensolverContract.Spectrum;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Holds every eigensolver to the contract, and each to what only it promises. */
class EigensolverTest {

  private static final double TOLERANCE = 1e-10;

  @Nested
  class Direct extends EigensolverContract {
    @Override
    Eigensolver solver(long seed) {
      return new DirectSolver();
    }

    @Override
    double residual(int size, int count) {
      return 10 * size * Math.ulp(1.0);
    }
  }

  @Nested
  class Krylov extends EigensolverContract {
    @Override
    Eigensolver solver(long seed) {
      return new BlockKrylov(TOLERANCE, seed, 500);
    }

    /** The measured residual differs from the one it stopped at by roundings only. */
    @Override
    double residual(int size, int count) {
      return TOLERANCE + 10 * size * Math.ulp(1.0);
    }

    @Test
    void anotherSeedFindsTheSameSubspace() {
      Spectrum spectrum = Spectrum.of("decaying", 200, 21, i -> Math.pow(0.9, i));
      DenseMatrix first = solver(1).solve(spectrum.operator(), 5, Progress.NONE).vectors();
      DenseMatrix second = solver(2).solve(spectrum.operator(), 5, Progress.NONE).vectors();
      // Both within tolerance·λ₁ of the truth over a gap of 0.06.
      assertThat(Oracle.sine(first.toArray(), second.toArray())).isLessThan(1e-7);
    }

    @Test
    void aLargeFlatSpectrumNeedsRestartsAndStillConverges() {
      Spectrum spectrum = Spectrum.of("flat", 500, 22, i -> 1 + 0.05 * (500 - i) / 500.0);
      Eigenpairs pairs = solver(1).solve(spectrum.operator(), 3, Progress.NONE);
      assertThat(pairs.certificate().converged()).isTrue();
      assertThat(pairs.certificate().maxRelativeResidual()).isLessThan(residual(500, 3));
    }

    @Test
    void tooFewPassesAreSaidToBeTooFew() {
      Spectrum spectrum = Spectrum.of("flat", 300, 23, i -> 1 + 0.01 * (300 - i) / 300.0);
      Eigenpairs pairs =
          new BlockKrylov(TOLERANCE, 1, 2).solve(spectrum.operator(), 3, Progress.NONE);
      assertThat(pairs.certificate().converged()).isFalse();
      assertThat(pairs.certificate().maxRelativeResidual()).isGreaterThan(TOLERANCE);
    }

    @Test
    void onePassForMorePairsThanABlockHoldsStillGivesThatMany() {
      Spectrum spectrum = Spectrum.of("decaying", 100, 24, i -> Math.pow(0.9, i));
      Eigenpairs pairs =
          new BlockKrylov(TOLERANCE, 1, 1).solve(spectrum.operator(), 40, Progress.NONE);
      assertThat(pairs.values()).hasSize(40);
      assertThat(pairs.certificate().converged()).isFalse();
    }

    @Test
    void interruptingCancels() {
      Spectrum spectrum = Spectrum.of("decaying", 100, 25, i -> Math.pow(0.99, i));
      assertThatThrownBy(
              () ->
                  solver(1)
                      .solve(spectrum.operator(), 5, step -> Thread.currentThread().interrupt()))
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Nested
  class Power extends EigensolverContract {
    @Override
    Eigensolver solver(long seed) {
      return new PowerIteration(TOLERANCE, seed, 2000);
    }

    /** Each vector found before hides a residual of its own size: √k of them, and one more. */
    @Override
    double residual(int size, int count) {
      return TOLERANCE * (1 + Math.sqrt(count)) + 10 * size * Math.ulp(1.0);
    }

    /** Converges like (λ₂/λ₁)ᵗ: not within 2000 steps where neighbours are closer than 1 %. */
    @Override
    boolean converges(Spectrum spectrum) {
      return !spectrum.name().startsWith("gaps")
          && !spectrum.name().startsWith("flat")
          && !spectrum.name().startsWith("diagonal")
          && !spectrum.name().startsWith("twelve");
    }

    @Test
    void neighboursTooCloseAreSaidNotToHaveConverged() {
      Spectrum closer = Spectrum.of("closer", 20, 26, i -> i < 2 ? 1 - 1e-5 * i : 0.1);
      assertThat(solver(1).solve(closer.operator(), 1, Progress.NONE).certificate().converged())
          .isFalse();
    }

    @Test
    void interruptingCancels() {
      Spectrum spectrum = Spectrum.of("decaying", 50, 27, i -> Math.pow(0.99, i));
      assertThatThrownBy(
              () ->
                  solver(1)
                      .solve(spectrum.operator(), 5, step -> Thread.currentThread().interrupt()))
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
