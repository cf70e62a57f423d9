package org.eigenlens.kernel;

import org.eigenlens.eigen.Certificate;
import org.eigenlens.matrix.DenseMatrix;

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
 * @param landmarkRows which rows of the source they are, from 0; empty where rows kept elsewhere
 *     have no numbers
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
    Certificate certificate) {}
