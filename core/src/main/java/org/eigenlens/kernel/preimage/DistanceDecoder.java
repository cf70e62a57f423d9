package org.eigenlens.kernel.preimage;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;

/** Decodes by {@link Distances}, row by row. */
final class DistanceDecoder extends PieceDecoder {

  private final Distances distances;

  DistanceDecoder(Frame frame) {
    super(frame, PreImageMethod.DISTANCES);
    if (!frame.hasDistances()) {
      throw new NumericalException(
          "The rows that the model was fitted to are so far apart that the squares of their distances"
              + " are beyond 1.8e308, the largest double number, and the way back by mds is made of"
              + " these; divide the data by a constant and fit again, or fit with the way back by"
              + " fixed-point.");
    }
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
