package org.eigenlens.manifold;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.operator.CenteredOperator;

/**
 * How much of distances coordinates can show, from all eigenvalues of the centred kernel matrix.
 *
 * <p>The two shares are those of R's cmdscale: the sum of the eigenvalues that are kept, of the sum
 * of all in magnitude, and of the sum of the positive ones.
 */
final class Goodness {

  /** As many rows as are decomposed as a whole; beyond, all eigenvalues take longer than a fit. */
  private static final int LARGEST = 1500;

  /** Relative to the largest eigenvalue, what rounding makes of zero. */
  private static final double ZERO = 1e-9;

  private final double[] ascending;

  private Goodness(double[] ascending) {
    this.ascending = ascending;
  }

  /** Looks at a kernel matrix, which stays as it is; returns null for a large one. */
  static Goodness of(DenseMatrix kernel) {
    if (kernel.rows() > LARGEST) {
      return null;
    }
    DenseMatrix centered = kernel.copy();
    CenteredOperator.centerMatrix(centered);
    double[] ascending = LinearAlgebra.symmetricEigenvalues(centered);
    centered.storage().release();
    return new Goodness(ascending);
  }

  /** Returns the lowest eigenvalue. */
  double lowest() {
    return ascending[0];
  }

  /** Returns what there is to say of the components with these eigenvalues. */
  Map<String, Double> measures(double[] kept) {
    Map<String, Double> measures = new LinkedHashMap<>();
    double largest = Math.max(-ascending[0], ascending[ascending.length - 1]);
    double magnitude = 0;
    double positive = 0;
    int negative = 0;
    for (double value : ascending) {
      magnitude += Math.abs(value);
      positive += Math.max(0, value);
      negative += value < -ZERO * largest ? 1 : 0;
    }
    double sum = 0;
    for (double value : kept) {
      sum += value;
    }
    if (magnitude > 0) {
      measures.put("goodnessOfFit", sum / magnitude);
      measures.put("goodnessOfFitPositive", positive > 0 ? sum / positive : 0);
    }
    measures.put("negativeEigenvalues", (double) negative);
    if (negative > 0) {
      measures.put("lowestEigenvalue", ascending[0]);
    }
    return measures;
  }
}
