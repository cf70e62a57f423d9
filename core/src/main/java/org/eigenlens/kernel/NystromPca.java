package org.eigenlens.kernel;

import org.eigenlens.eigen.Certificate;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Scratch;

/**
 * Kernel principal components that m landmarks span; see {@link Nystrom}.
 *
 * <p>Component j is the unit vector Σₛ Bₛⱼ φ(xₛ) of the feature space, so scores(x) = k(x − shift,
 * S)·B − c. λ̂ⱼ is exactly the sum of the squared scores of all rows along it. In each component
 * the landmark with the score of largest magnitude has a positive one. Components whose eigenvalue
 * is zero to working precision have zero coefficients.
 *
 * @param kernel what compares rows
 * @param shift what to subtract from a row before it is compared; zeros unless the kernel allows it
 * @param landmarks m × d, shifted
 * @param landmarkRows which rows of the source they are, from 0
 * @param coefficients B = L⁻ᵀV̂, m × k
 * @param offset c = f̄ᵀV̂, the k scores' means; zeros if not centred
 * @param eigenvalues λ̂, descending, of the (centred) approximate kernel matrix, undivided
 * @param total the trace of that matrix, the sum of all its eigenvalues
 * @param kernelTrace tr K = Σ k(x, x) over all rows, not centred
 * @param traceError ρ = tr(K − FFᵀ) ≥ 0 over all rows: λ̂ⱼ ≤ λⱼ ≤ λ̂ⱼ + ρ
 * @param meanWeights w = L⁻ᵀf̄: the mean of φ, projected on the landmarks' span, is Σ wₛ φ(xₛ);
 *     zeros if not centred
 * @param rows how many rows were seen
 * @param certificate of the decomposition of the m × m scatter
 */
public record NystromPca(
    Kernel kernel,
    double[] shift,
    DenseMatrix landmarks,
    long[] landmarkRows,
    DenseMatrix coefficients,
    double[] offset,
    double[] eigenvalues,
    double total,
    double kernelTrace,
    double traceError,
    double[] meanWeights,
    long rows,
    Certificate certificate) {

  private static final int TILE = 512;
  private static final int LANES = 64;

  /**
   * Computes the scores of rows, seen before or new.
   *
   * <p>Costs m kernel values and 2mk operations a row.
   */
  public DenseMatrix scores(Matrix x) {
    if (x.columns() != shift.length) {
      throw new IllegalArgumentException(
          "The rows have %d columns, but the landmarks have %d."
              .formatted(x.columns(), shift.length));
    }
    DenseMatrix scores = DenseMatrix.zeros(x.rows(), offset.length);
    if (landmarks.rows() == 0) {
      return scores;
    }
    x.forEachTile(
        TILE,
        LANES,
        (lane, first, tile) -> {
          LinearAlgebra.subtractFromRows(tile, shift);
          int from = Math.toIntExact(first);
          DenseMatrix part = scores.rowRange(from, from + tile.rows());
          try (Scratch scratch = new Scratch()) {
            DenseMatrix similarities = scratch.matrix(tile.rows(), landmarks.rows());
            kernel.evaluate(tile, landmarks, similarities);
            LinearAlgebra.multiply(1, similarities, false, coefficients, false, 0, part);
          }
          LinearAlgebra.subtractFromRows(part, offset);
        });
    return scores;
  }

  /**
   * Returns the least share of the total variance tr(HKH) that the first {@code count} components
   * can have: Σλ̂/(T̂ + ρ), since T̂ ≤ tr(HKH) ≤ T̂ + ρ.
   */
  public double lowestShare(int count) {
    double all = total + traceError;
    return all > 0 ? Math.min(1, leading(count) / all) : 0;
  }

  /**
   * Returns the share of the total variance that no {@code count} components of the exact kernel
   * matrix can exceed: (Σλ̂ + ρ)/(T̂ + ρ).
   */
  public double highestShare(int count) {
    double all = total + traceError;
    return all > 0 ? Math.min(1, (leading(count) + traceError) / all) : 0;
  }

  private double leading(int count) {
    double sum = 0;
    for (int j = 0; j < Math.min(count, eigenvalues.length); j++) {
      sum += eigenvalues[j];
    }
    return sum;
  }
}
