package org.eigenlens.kernel.preimage;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.DenseMatrix;

/** Decodes by a {@link RidgeMap}; the only method that never looks at the model's own kernel. */
final class RidgeDecoder extends PieceDecoder {

  private final RidgeMap map;

  RidgeDecoder(Frame frame) {
    this(frame, new RidgeMap(frame));
  }

  RidgeDecoder(Frame frame, RidgeMap map) {
    super(frame, PreImageMethod.RIDGE);
    this.map = map;
  }

  @Override
  void solve(
      Targets targets, DenseMatrix coordinates, DenseMatrix starts, Ledger ledger, int first) {
    map.apply(coordinates, ledger.points.rowRange(first, first + coordinates.rows()));
  }

  @Override
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    remarks.add(String.format(Locale.ROOT, "Ridge parameter %.3g.", map.alpha()));
    if (map.learnedFrom() < frame.references.rows()) {
      remarks.add(
          "Learned from %d of the %d references, evenly spaced."
              .formatted(map.learnedFrom(), frame.references.rows()));
    }
    return remarks;
  }
}
