package org.eigenlens.kernel.preimage;

import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Scratch;

/** Decodes rows in pieces, several at once, and measures the error of what was found. */
abstract class PieceDecoder implements Decoder {

  final Frame frame;
  private final PreImageMethod method;

  PieceDecoder(Frame frame, PreImageMethod method) {
    this.frame = frame;
    this.method = method;
  }

  /**
   * Writes the points of some targets, and what else there is to say, from row {@code first} of the
   * ledger on.
   *
   * @param starts where to begin an iteration, a row each, or null
   */
  abstract void solve(
      Targets targets, DenseMatrix coordinates, DenseMatrix starts, Ledger ledger, int first);

  /** Returns what users should know of this decoder. */
  List<String> remarks() {
    return List.of();
  }

  @Override
  public final PreImages decode(DenseMatrix coordinates) {
    return solve(coordinates, null);
  }

  @Override
  public final PreImages denoise(DenseMatrix coordinates, DenseMatrix starts) {
    if (starts.rows() != coordinates.rows() || starts.columns() != frame.subspace.features()) {
      throw new IllegalArgumentException(
          "The starts are %d × %d, but %d rows of %d features are needed."
              .formatted(
                  starts.rows(), starts.columns(), coordinates.rows(), frame.subspace.features()));
    }
    return solve(coordinates, starts);
  }

  private PreImages solve(DenseMatrix coordinates, DenseMatrix starts) {
    check(coordinates, frame.subspace);
    int rows = coordinates.rows();
    Ledger ledger = new Ledger(rows, frame.subspace.features());
    int piece = frame.pieceRows(rows);
    Parallel.forEach(
        (rows + piece - 1) / piece,
        p -> {
          int from = p * piece;
          int to = Math.min(rows, from + piece);
          DenseMatrix part = coordinates.rowRange(from, to);
          try (Scratch scratch = new Scratch()) {
            Targets targets = frame.targets(part, scratch);
            DenseMatrix begin = starts == null ? null : shifted(starts, from, to, scratch);
            solve(targets, part, begin, ledger, from);
            DenseMatrix points = ledger.points.rowRange(from, to);
            targets.errors(points, ledger.errors, from);
            frame.unshift(points);
          }
        });
    return ledger.report(method, remarks());
  }

  private DenseMatrix shifted(DenseMatrix starts, int from, int to, Scratch scratch) {
    DenseMatrix copy = scratch.matrix(to - from, starts.columns());
    LinearAlgebra.copy(starts.rowRange(from, to), copy);
    frame.shift(copy);
    return copy;
  }

  static void check(DenseMatrix coordinates, Subspace subspace) {
    if (coordinates.columns() != subspace.components()) {
      throw new IllegalArgumentException(
          "The coordinates have %d columns, but the model has %d components."
              .formatted(coordinates.columns(), subspace.components()));
    }
    double[] row = new double[coordinates.columns()];
    for (int i = 0; i < coordinates.rows(); i++) {
      coordinates.getRow(i, row, 0);
      for (int j = 0; j < row.length; j++) {
        if (!Double.isFinite(row[j])) {
          throw new IllegalArgumentException(
              "Coordinate %d of row %d is %s; only finite numbers have a pre-image."
                  .formatted(j + 1, i + 1, row[j]));
        }
      }
    }
  }
}
