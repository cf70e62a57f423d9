package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;

/**
 * The linear kernel's feature space is the input space: z = Σ γ̃ₛ xₛ, exactly.
 *
 * <p>Costs q·k·d, after m·k·d once for the directions u = Σ aₛxₛ and the origin Σ wₛxₛ, both summed
 * around the mean x̄ of the references: Σ aₛ(xₛ − x̄) + (Σaₛ)x̄.
 */
final class LinearDecoder implements Decoder {

  private final PreImageMethod method;
  private final Subspace subspace;
  private final DenseMatrix directions;
  private final double[] origin;

  LinearDecoder(PreImageMethod method, Subspace subspace) {
    this.method = method;
    this.subspace = subspace;
    int k = subspace.components();
    int d = subspace.features();
    double[] mean = Frame.mean(subspace.references());
    this.directions = DenseMatrix.zeros(k, d);
    this.origin = new double[d];
    try (Scratch scratch = new Scratch()) {
      DenseMatrix centred = scratch.matrix(subspace.references().rows(), d);
      LinearAlgebra.copy(subspace.references(), centred);
      LinearAlgebra.subtractFromRows(centred, mean);
      LinearAlgebra.multiply(1, subspace.coefficients(), false, centred, false, 0, directions);
      double[] factors = new double[k];
      Arrays.setAll(factors, j -> total(subspace.coefficients().row(j), 0));
      LinearAlgebra.addOuter(1, factors, mean, directions);
      DenseMatrix weights = scratch.matrix(1, centred.rows());
      weights.setRow(0, subspace.meanWeights(), 0);
      DenseMatrix product = scratch.matrix(1, d);
      LinearAlgebra.multiply(1, weights, false, centred, false, 0, product);
      double share = total(subspace.meanWeights(), 1);
      Arrays.setAll(origin, j -> product.get(0, j) + share * mean[j]);
    }
  }

  /**
   * Returns the sum of weights, or {@code expected} if they differ by rounding only: a large mean
   * would make something of that difference.
   */
  private static double total(double[] weights, double expected) {
    double sum = Arrays.stream(weights).sum();
    double size = Arrays.stream(weights).map(Math::abs).sum();
    return Math.abs(sum - expected) <= 1e-12 * Math.max(size, expected) ? expected : sum;
  }

  @Override
  public PreImages denoise(DenseMatrix coordinates, DenseMatrix starts) {
    return decode(coordinates);
  }

  @Override
  public PreImages decode(DenseMatrix coordinates) {
    PieceDecoder.check(coordinates, subspace);
    Ledger ledger = new Ledger(coordinates.rows(), subspace.features());
    LinearAlgebra.multiply(1, coordinates, false, directions, false, 0, ledger.points);
    double[] back = Arrays.stream(origin).map(value -> -value).toArray();
    LinearAlgebra.subtractFromRows(ledger.points, back);
    return ledger.report(method, List.of("The linear kernel's pre-images are exact."));
  }
}
