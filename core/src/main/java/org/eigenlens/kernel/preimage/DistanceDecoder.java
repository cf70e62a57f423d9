package org.eigenlens.kernel.preimage;

import org.eigenlens.matrix.DenseMatrix;

/** Decodes by {@link Distances}, row by row. */
final class DistanceDecoder extends PieceDecoder {

  private final Distances distances;

  DistanceDecoder(Frame frame) {
    super(frame, PreImageMethod.DISTANCES);
    this.distances = new Distances(frame);
  }

  @Override
  void solve(
      Targets targets, DenseMatrix coordinates, DenseMatrix starts, Ledger ledger, int first) {
    for (int i = 0; i < targets.rows(); i++) {
      ledger.points.setRow(first + i, distances.point(targets, i), 0);
    }
  }
}
