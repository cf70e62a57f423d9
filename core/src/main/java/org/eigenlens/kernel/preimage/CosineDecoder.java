package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Scratch;

/**
 * The cosine kernel's images are unit vectors, φ(x) = x/‖x‖, so that P = Σ γ̃ₛ xₛ/‖xₛ‖ is itself a
 * vector of the input space and its direction is the best there is.
 *
 * <p>No kernel knows the length of the point: it is the mean length of the nearest references, each
 * weighted by its cosine with P. Costs q·m·d.
 */
final class CosineDecoder extends PieceDecoder {

  private final double[] lengths;
  private final DenseMatrix units;

  CosineDecoder(Frame frame) {
    super(frame, PreImageMethod.FIXED_POINT);
    this.units = frame.references.copy();
    this.lengths = new double[units.rows()];
    for (int s = 0; s < lengths.length; s++) {
      double[] point = units.row(s);
      lengths[s] = Math.sqrt(Vectors.dot(point, point));
    }
    LinearAlgebra.scaleRows(
        units, Arrays.stream(lengths).map(length -> length == 0 ? 0 : 1 / length).toArray());
  }

  @Override
  List<String> remarks() {
    return List.of(
        "The cosine kernel knows directions only; lengths are those of the nearest references.");
  }

  @Override
  void solve(
      Targets targets, DenseMatrix coordinates, DenseMatrix starts, Ledger ledger, int first) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix sums = scratch.matrix(targets.rows(), units.columns());
      LinearAlgebra.multiply(1, targets.weights, false, units, false, 0, sums);
      Neighbours neighbours = new Neighbours(targets.weights.columns());
      for (int i = 0; i < targets.rows(); i++) {
        double[] point = sums.row(i);
        double length = Math.sqrt(Vectors.dot(point, point));
        double wanted = length == 0 ? 0 : length(targets, i, neighbours) / length;
        Arrays.setAll(point, j -> point[j] * wanted);
        ledger.points.setRow(first + i, point, 0);
      }
    }
  }

  private double length(Targets targets, int row, Neighbours neighbours) {
    double weighted = 0;
    double weights = 0;
    double plain = 0;
    int[] nearest = neighbours.nearest(targets.objectives(row));
    for (int s : nearest) {
      double weight = Math.max(0, targets.inner.get(row, s));
      weighted += weight * lengths[s];
      weights += weight;
      plain += lengths[s] / nearest.length;
    }
    return weights > 0 ? weighted / weights : plain;
  }
}
