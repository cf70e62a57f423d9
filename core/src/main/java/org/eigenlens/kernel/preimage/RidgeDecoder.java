package org.eigenlens.kernel.preimage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.DenseMatrix;

/** Decodes by a {@link RidgeMap}; the only method that never looks at the model's own kernel. */
final class RidgeDecoder extends PieceDecoder {

  private final RidgeMap map;
  private final boolean counts;

  RidgeDecoder(Frame frame) {
    this(frame, new RidgeMap(frame));
  }

  RidgeDecoder(Frame frame, RidgeMap map) {
    super(frame, PreImageMethod.RIDGE);
    this.map = map;
    counts = Objective.needsCounts(frame.kernel);
  }

  @Override
  void solve(
      Targets targets, DenseMatrix coordinates, DenseMatrix starts, Ledger ledger, int first) {
    DenseMatrix points = ledger.points.rowRange(first, first + coordinates.rows());
    map.apply(coordinates, points);
    if (counts) {
      withoutNegatives(points);
    }
  }

  /** Raises what is negative to 0, the nearest point that a kernel of counts is defined for. */
  private static void withoutNegatives(DenseMatrix points) {
    for (int i = 0; i < points.rows(); i++) {
      double[] point = points.row(i);
      Arrays.setAll(point, j -> Math.max(0, point[j]));
      points.setRow(i, point, 0);
    }
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
