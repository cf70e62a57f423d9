package org.eigenlens.eigen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.eigenlens.Oracle;
import org.eigenlens.Progress;
import org.eigenlens.eigen.EigensolverContract.Spectrum;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Precision;
import org.eigenlens.operator.MatrixOperator;
import org.eigenlens.operator.SymmetricOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** The passes multiply by entries rounded to 24 bits, which alone would end near 1e-7. */
  @Nested
  class KrylovWithAStandIn extends EigensolverContract {
    @Override
    Eigensolver solver(long seed) {
      return new BlockKrylov(TOLERANCE, seed, 500);
    }

    @Override
    Eigenpairs solve(long seed, MatrixOperator operator, int count, Progress progress) {
      return solve(seed, operator, rounded(operator, 29), 1, null, count, progress);
    }

    private static Eigenpairs solve(
        long seed,
        MatrixOperator operator,
        DenseMatrix near,
        double times,
        DenseMatrix start,
        int count,
        Progress progress) {
      double largest = 0;
      for (double[] row : operator.matrix().toArray()) {
        for (double value : row) {
          largest = Math.max(largest, Math.abs(value));
        }
      }
      double error =
          Math.max(Double.MIN_NORMAL, times * 0x1p-24 * largest * Math.sqrt(operator.size()));
      return new BlockKrylov(TOLERANCE, seed, 500)
          .solve(operator, new StandIn(new MatrixOperator(near), error, start), count, progress);
    }

    /** Cuts so many bits off every entry (Veltkamp's splitting). */
    private static DenseMatrix rounded(MatrixOperator operator, int bits) {
      double[][] entries = operator.matrix().toArray();
      for (double[] row : entries) {
        for (int j = 0; j < row.length; j++) {
          double far = row[j] * (Math.scalb(1.0, bits) + 1);
          row[j] = far - (far - row[j]);
        }
      }
      return DenseMatrix.copyOf(entries);
    }

    @Override
    double residual(int size, int count) {
      return TOLERANCE + 10 * size * Math.ulp(1.0);
    }

    /** What the stand-in may have added is counted in, and accepted up to the tolerance. */
    @Override
    double overstated() {
      return TOLERANCE;
    }

    @Test
    void theOperatorItselfIsSeldomAsked() {
      Spectrum spectrum = Spectrum.of("decaying", 400, 31, i -> Math.pow(0.9, i));
      AtomicInteger asked = new AtomicInteger();
      SymmetricOperator counted = counting(spectrum.operator(), asked);
      Eigenpairs pairs =
          new BlockKrylov(TOLERANCE, 1, 500)
              .solve(
                  counted,
                  new StandIn(new MatrixOperator(rounded(spectrum.operator(), 29)), 0x1p-24),
                  5,
                  Progress.NONE);
      assertThat(pairs.certificate().converged()).isTrue();
      assertThat(pairs.certificate().passes()).isGreaterThan(3);
      assertThat(asked.get()).isEqualTo(1);
    }

    private static SymmetricOperator counting(MatrixOperator operator, AtomicInteger asked) {
      return new SymmetricOperator() {
        @Override
        public int size() {
          return operator.size();
        }

        @Override
        public void apply(DenseMatrix in, DenseMatrix out) {
          asked.incrementAndGet();
          operator.apply(in, out);
        }

        @Override
        public double trace() {
          return operator.trace();
        }
      };
    }

    /**
     * A stand-in of ten to fifteen bits gains as many with each sharpening, and is kept. What it
     * errs on vectors that were sharpened before is no measure of what it errs on new ones.
     */
    @ParameterizedTest
    @CsvSource({"38, 1e-10", "42, 1e-8", "43, 1e-8"})
    void whatIsSharpenedSeveralTimesIsAsGood(int bits, double tolerance) {
      Spectrum spectrum = Spectrum.of("decaying", 300, 41, i -> Math.pow(0.9, i));
      AtomicInteger asked = new AtomicInteger();
      double error = 0x1p-24 * Math.scalb(1.0, bits - 29);
      Eigenpairs pairs =
          new BlockKrylov(tolerance, 1, 500)
              .solve(
                  counting(spectrum.operator(), asked),
                  new StandIn(new MatrixOperator(rounded(spectrum.operator(), bits)), error),
                  6,
                  Progress.NONE);
      assertThat(pairs.certificate().converged()).isTrue();
      assertThat(asked.get()).isBetween(2, 3);
      assertResiduals(spectrum, pairs, tolerance);
    }

    /** Errors of 1e-2 that are admitted, and errors of 1e-5 that are said to be a millionth. */
    @ParameterizedTest
    @CsvSource({"46, 1e7", "36, 1e-3"})
    void aPoorStandInCostsTimeAndNothingElse(int bits, double times) {
      Spectrum spectrum = Spectrum.of("decaying", 200, 32, i -> Math.pow(0.9, i));
      MatrixOperator operator = spectrum.operator();
      Eigenpairs pairs = solve(1, operator, rounded(operator, bits), times, null, 6, Progress.NONE);
      assertThat(pairs.certificate().converged()).isTrue();
      for (int i = 0; i < 6; i++) {
        assertThat(pairs.values()[i])
            .isCloseTo(spectrum.values()[i], within(residual(200, 6) + spectrum.made()));
      }
      Certificate measured =
          Certificate.measure(operator, pairs.values(), pairs.vectors(), 0, true, 0);
      assertThat(measured.maxRelativeResidual()).isLessThan(residual(200, 6));
    }

    /** Float arithmetic errs anew in each product, whatever it is applied to. */
    private static SymmetricOperator inFloat(MatrixOperator operator) {
      return new SymmetricOperator() {
        @Override
        public int size() {
          return operator.size();
        }

        @Override
        public void apply(DenseMatrix in, DenseMatrix out) {
          DenseMatrix narrow = in.copy(Precision.FLOAT).copy(Precision.DOUBLE);
          operator.apply(narrow, out);
          LinearAlgebra.copy(out.copy(Precision.FLOAT), out);
        }

        @Override
        public double trace() {
          return operator.trace();
        }
      };
    }

    private static Eigenpairs inFloat(Spectrum spectrum, double tolerance, int count) {
      MatrixOperator operator = spectrum.operator();
      double error = 8 * 0x1p-24 * spectrum.values()[0];
      return new BlockKrylov(tolerance, 1, 400)
          .solve(operator, new StandIn(inFloat(operator), error), count, Progress.NONE);
    }

    /** Where all directions are alike, what the products err decides which of them lead. */
    @ParameterizedTest
    @ValueSource(ints = {6, 10, 14})
    void aMatrixNextToTheIdentityTakesFewPasses(int count) {
      Spectrum spectrum = Spectrum.of("next to 1", 600, 35, i -> 1 + 1e-9 * (600 - i) / 600);
      Eigenpairs pairs = inFloat(spectrum, 1e-8, count);
      assertThat(pairs.certificate().converged()).isTrue();
      assertThat(pairs.certificate().passes()).isLessThan(20);
      assertResiduals(spectrum, pairs, 1e-8);
    }

    private static void assertResiduals(Spectrum spectrum, Eigenpairs pairs, double tolerance) {
      Certificate measured =
          Certificate.measure(spectrum.operator(), pairs.values(), pairs.vectors(), 0, true, 0);
      for (int i = 0; i < pairs.values().length; i++) {
        double stated = pairs.certificate().residuals()[i];
        assertThat(stated).isGreaterThan(measured.residuals()[i] - 1e-13);
        assertThat(stated * spectrum.values()[0])
            .isLessThan(2 * tolerance * Math.abs(pairs.values()[i]));
      }
    }

    /** Copies that one block cannot hold, a cut among them, and eigenvalues of many sizes. */
    @Test
    void certificatesHoldWhateverTheToleranceAndTheSpectrum() {
      List<Spectrum> spectra =
          List.of(
              Spectrum.of("decaying", 300, 36, i -> Math.pow(0.85, i)),
              Spectrum.of("copies", 300, 37, i -> i < 4 ? 5 - i : i < 60 ? 0.5 : 0.1),
              Spectrum.of("cut among near ones", 300, 38, i -> 2 - 1e-7 * i),
              Spectrum.of("of many sizes", 300, 39, i -> Math.pow(10, -i / 4.0)));
      for (Spectrum spectrum : spectra) {
        for (double tolerance : new double[] {1e-4, 1e-6, 1e-8, 1e-11}) {
          for (int count : new int[] {3, 15}) {
            Eigenpairs pairs = inFloat(spectrum, tolerance, count);
            assertThat(pairs.certificate().converged()).isTrue();
            double rounding = 10 * Math.sqrt(300) * Math.ulp(1.0) * spectrum.values()[0];
            Certificate measured =
                Certificate.measure(
                    spectrum.operator(), pairs.values(), pairs.vectors(), 0, true, 0);
            for (int i = 0; i < count; i++) {
              double allowed = 2 * Math.max(tolerance * pairs.values()[i], rounding);
              assertThat(measured.residuals()[i] * spectrum.values()[0])
                  .as("%s, tolerance %s, pair %d of %d", spectrum, tolerance, i, count)
                  .isLessThan(allowed);
              // Some eigenvalue is within the residual; among near ones it may be the next.
              assertThat(pairs.values()[i])
                  .isCloseTo(spectrum.values()[i], within(allowed + spectrum.made()));
            }
          }
        }
      }
    }

    /** The largest pair is gone from the stand-in, which is right everywhere else. */
    @Test
    void aPairThatTheStandInHasLostIsFound() {
      Spectrum spectrum = Spectrum.of("decaying", 300, 40, i -> Math.pow(0.9, i));
      double[][] without = spectrum.operator().matrix().toArray();
      double[] lost = spectrum.vectors()[1];
      for (int i = 0; i < without.length; i++) {
        for (int j = 0; j < without.length; j++) {
          without[i][j] -= spectrum.values()[1] * lost[i] * lost[j];
        }
      }
      Eigenpairs pairs =
          solve(1, spectrum.operator(), DenseMatrix.copyOf(without), 1, null, 4, Progress.NONE);
      assertThat(pairs.certificate().converged()).isTrue();
      assertThat(pairs.values()[1])
          .isCloseTo(spectrum.values()[1], within(residual(300, 4) + spectrum.made()));
    }

    /** Of thousands of directions one, whose share of a random vector is small, is lost. */
    @Test
    void aPairThatIsLostAmongManyIsFoundFromANearStartToo() {
      double[] values = new double[4000];
      Arrays.setAll(values, i -> Math.pow(0.5, i));
      double[] without = values.clone();
      without[3] = 0;
      double[][] start = new double[20][values.length];
      for (int i = 0; i < start.length; i++) {
        start[i][i < 3 ? i : i + 1] = 1;
      }
      Eigenpairs pairs =
          new BlockKrylov(1e-8, 1, 400, 24)
              .solve(
                  diagonal(values),
                  new StandIn(diagonal(without), 1e-7, DenseMatrix.copyOf(start)),
                  6,
                  Progress.NONE);
      assertThat(pairs.certificate().converged()).isTrue();
      for (int i = 0; i < 6; i++) {
        assertThat(pairs.values()[i]).isCloseTo(values[i], within(1e-8));
      }
    }

    private static SymmetricOperator diagonal(double[] values) {
      return new SymmetricOperator() {
        @Override
        public int size() {
          return values.length;
        }

        @Override
        public void apply(DenseMatrix in, DenseMatrix out) {
          LinearAlgebra.copy(in, out);
          LinearAlgebra.scaleColumns(out, values);
        }

        @Override
        public double trace() {
          return Arrays.stream(values).sum();
        }
      };
    }

    /** The first pairs are as good as floats make them long before the last ones are. */
    @Test
    void morePairsThanABlockHoldsDoNotWaitForEachOther() {
      Spectrum spectrum = Spectrum.of("decaying", 500, 36, i -> Math.pow(0.96, i));
      Eigenpairs pairs = inFloat(spectrum, 1e-8, 60);
      assertThat(pairs.certificate().converged()).isTrue();
      assertThat(pairs.certificate().passes()).isLessThan(60);
      assertResiduals(spectrum, pairs, 1e-8);
    }

    @Test
    void aStartOfAnotherSizeIsRefusedWithBothNumbers() {
      assertThatThrownBy(() -> new StandIn(diagonal(new double[5]), 1e-7, DenseMatrix.zeros(2, 4)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("4")
          .hasMessageContaining("5");
    }

    @Test
    void anUnrelatedStandInIsNoticed() {
      Spectrum spectrum = Spectrum.of("decaying", 200, 33, i -> Math.pow(0.9, i));
      Spectrum other = Spectrum.of("another", 200, 34, i -> Math.pow(0.8, i));
      Eigenpairs pairs =
          solve(1, spectrum.operator(), other.operator().matrix(), 1, null, 4, Progress.NONE);
      assertThat(pairs.certificate().converged()).isTrue();
      assertThat(pairs.values()[3])
          .isCloseTo(spectrum.values()[3], within(residual(200, 4) + spectrum.made()));
    }
  }

  /** It begins with exact eigenvectors, but of the pairs that come after those that are wanted. */
  @Nested
  class KrylovFromAWrongStart extends EigensolverContract {
    private final KrylovWithAStandIn standIn = new KrylovWithAStandIn();

    @Override
    Eigensolver solver(long seed) {
      return standIn.solver(seed);
    }

    @Override
    Eigenpairs solve(long seed, MatrixOperator operator, int count, Progress progress) {
      DenseMatrix vectors = operator.matrix().copy();
      LinearAlgebra.symmetricEigen(vectors);
      int size = operator.size();
      int after = Math.max(0, Math.min(size, size - count));
      DenseMatrix start = DenseMatrix.zeros(Math.min(after, 40), size);
      for (int i = 0; i < start.rows(); i++) {
        start.setRow(i, vectors.row(after - 1 - i), 0);
      }
      DenseMatrix near = KrylovWithAStandIn.rounded(operator, 29);
      return KrylovWithAStandIn.solve(seed, operator, near, 1, start, count, progress);
    }

    @Override
    double residual(int size, int count) {
      return standIn.residual(size, count);
    }

    @Override
    double overstated() {
      return standIn.overstated();
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
