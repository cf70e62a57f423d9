package org.eigenlens.kernel.preimage;

import org.eigenlens.kernel.Kernel;
import org.eigenlens.matrix.DenseMatrix;

/**
 * An affine subspace of a kernel's feature space, spanned by the images of m reference points.
 *
 * <p>Its origin is φ̄ = Σ wₛ φ(xₛ), its k directions are uⱼ = Σ aⱼₛ φ(xₛ) of unit length.
 * Coordinates β stand for the point φ̄ + Σ βⱼuⱼ = Σ γ̃ₛ φ(xₛ) with γ̃ = Aᵀβ + w. The matrices are
 * shared, not copied, and must not change afterwards.
 *
 * @param kernel k(x, y) = φ(x)·φ(y)
 * @param references the points xₛ, m × d
 * @param coefficients A, k × m; in a centred model of all its training rows they sum to zero
 * @param meanWeights w, m numbers: 1/m each in such a model, zeros in one that is not centred
 * @param offsets c, k numbers: the coordinates of a point x are β = A·k(x) − c
 */
public record Subspace(
    Kernel kernel,
    DenseMatrix references,
    DenseMatrix coefficients,
    double[] meanWeights,
    double[] offsets) {

  /** Checks that the sizes agree. */
  public Subspace {
    int m = references.rows();
    if (m == 0) {
      throw new IllegalArgumentException("A subspace needs at least 1 reference point, not 0.");
    }
    check("reference points, but coefficients of", m, coefficients.columns());
    check("reference points, but mean weights of", m, meanWeights.length);
    check("directions, but offsets of", coefficients.rows(), offsets.length);
  }

  private static void check(String what, int expected, int actual) {
    if (expected != actual) {
      throw new IllegalArgumentException("There are %d %s %d.".formatted(expected, what, actual));
    }
  }

  /** Returns k, the number of directions. */
  public int components() {
    return coefficients.rows();
  }

  /** Returns d, the number of features of a point. */
  public int features() {
    return references.columns();
  }
}
