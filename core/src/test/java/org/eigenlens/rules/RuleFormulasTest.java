package org.eigenlens.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.eigenlens.Pca;
import org.eigenlens.Samples;
import org.eigenlens.matrix.DenseMatrix;
import org.junit.jupiter.api.Test;

/** The formulas of rules against published numbers and other programs. */
class RuleFormulasTest {

  /** Gavish and Donoho (2014): 4/√3 for a square matrix; and PCAtools' chooseGavishDonoho. */
  @Test
  void thresholdsOfGavishAndDonoho() {
    assertThat(GavishDonoho.coefficient(1)).isCloseTo(2.309401, within(5e-7));
    assertThat(GavishDonoho.coefficient(0.5)).isCloseTo(1.978599, within(5e-7));
    // λ(β)/√μ_β by scipy's quad and brentq on the density of the law; the paper prints 2.858.
    assertThat(unknownNoise(1)).isCloseTo(2.858362424069, within(1e-10));
    assertThat(unknownNoise(0.5)).isCloseTo(2.171185348451, within(1e-10));
    assertThat(unknownNoise(0.05)).isCloseTo(1.519340959631, within(1e-10));
  }

  private static double unknownNoise(double beta) {
    return GavishDonoho.coefficient(beta) / Math.sqrt(MarchenkoPastur.median(beta));
  }

  /** Medians by scipy's quad of the density, with x = (1 − √β)² + t², and brentq. */
  @Test
  void mediansOfNearlySquareAndOfVeryTallNoise() {
    assertThat(MarchenkoPastur.median(0.99)).isCloseTo(0.65644590614391, within(1e-12));
    assertThat(MarchenkoPastur.median(0.999)).isCloseTo(0.6531432045145766, within(1e-12));
    assertThat(MarchenkoPastur.median(0.9999)).isCloseTo(0.6528126705997205, within(1e-12));
    // Rounding is divided by √β, the width of the law multiplies it again.
    assertThat(MarchenkoPastur.median(1e-5)).isCloseTo(0.9999966666656789, within(1e-12));
  }

  /** scikit-learn's _assess_dimension(PCA().fit(iris).explained_variance_, k, 150). */
  @Test
  void evidenceForIris() {
    double[] values =
        Pca.builder().fit(DenseMatrix.copyOf(Samples.table("iris"))).explainedVariance();
    assertThat(Minka.logEvidence(values, 150))
        .containsExactly(
            new double[] {364.03373151118416, 420.93537684728244, 440.41848362631805},
            within(1e-8));
  }

  /** scikit-learn's test_small_eigenvalues_mle: what is zero is never a component. */
  @Test
  void vanishingEigenvaluesHaveNoEvidence() {
    double[] evidence = Minka.logEvidence(new double[] {1, 1e-30, 1e-30, 1e-30}, 10);
    assertThat(evidence[0]).isFinite();
    assertThat(evidence[1]).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(evidence[2]).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  /** In scikit-learn a tie makes the evidence infinite. */
  @Test
  void equalEigenvaluesHaveFiniteEvidence() {
    for (double value : Minka.logEvidence(new double[] {3, 1, 1, 1}, 50)) {
      assertThat(value).isFinite();
    }
  }

  /** Lengths of the pieces of a stick broken in four: 25/48, 13/48, 7/48, 3/48. */
  @Test
  void piecesOfABrokenStick() {
    assertThat(BrokenStick.pieces(4))
        .containsExactly(new double[] {25.0 / 48, 13.0 / 48, 7.0 / 48, 3.0 / 48}, within(1e-15));
  }

  /** scikit-learn's PCA(k).fit(iris).score(iris), which divides variances by n − 1. */
  @Test
  void likelihoodOfIris() {
    double[][] iris = Samples.table("iris");
    PartErrors judged =
        PartErrors.of(
            Pca.builder().components(3).fit(DenseMatrix.copyOf(iris)),
            DenseMatrix.copyOf(iris),
            4,
            3);
    assertThat(judged.likelihoods()[1] / 150).isCloseTo(-3.13784103177503, within(1e-12));
    assertThat(judged.likelihoods()[2] / 150).isCloseTo(-2.6997965106756614, within(1e-12));
    assertThat(judged.likelihoods()[3] / 150).isCloseTo(-2.532808843783387, within(1e-12));
  }
}
