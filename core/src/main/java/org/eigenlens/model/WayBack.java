package org.eigenlens.model;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.eigenlens.kernel.preimage.Decoder;
import org.eigenlens.kernel.preimage.PreImages;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;

/**
 * A kernel model's way from coordinates to points in the units of the data.
 *
 * <p>The decoder is made when first needed, and once, however many threads ask for it: it takes a
 * pass over the kernel matrix of the reference points.
 */
final class WayBack {

  private final RowFrame frame;
  private final Supplier<Decoder> making;
  private Decoder decoder;

  WayBack(RowFrame frame, Supplier<Decoder> making) {
    this.frame = frame;
    this.making = making;
  }

  private synchronized Decoder decoder() {
    if (decoder == null) {
      decoder = making.get();
    }
    return decoder;
  }

  /**
   * Decodes coordinates; rows without any (NaN) stay so.
   *
   * @param units what each coordinate is multiplied by first, or null
   * @param starts the rows they are the coordinates of, or null
   */
  PreImages preImages(Matrix coordinates, double[] units, Matrix starts) {
    int[] known = known(coordinates);
    DenseMatrix unscaled = picked(coordinates, known);
    if (units != null) {
      LinearAlgebra.scaleColumns(unscaled, units);
    }
    PreImages found;
    if (starts == null) {
      found = decoder().decode(unscaled);
    } else {
      DenseMatrix prepared = picked(starts, known);
      fillGaps(prepared);
      frame.enter(prepared);
      found = decoder().denoise(unscaled, prepared);
    }
    frame.leave(found.points());
    return found.spread(known, coordinates.rows());
  }

  /** Returns the numbers of the rows that have coordinates. */
  private static int[] known(Matrix coordinates) {
    return IntStream.range(0, coordinates.rows())
        .filter(i -> Arrays.stream(coordinates.row(i)).noneMatch(Double::isNaN))
        .toArray();
  }

  private static DenseMatrix picked(Matrix rows, int[] numbers) {
    DenseMatrix some = DenseMatrix.unset(numbers.length, rows.columns(), Precision.DOUBLE);
    for (int i = 0; i < numbers.length; i++) {
      some.setRow(i, rows.row(numbers[i]), 0);
    }
    return some;
  }

  /** Puts the mean where a row has no value: an iteration must begin somewhere. */
  private void fillGaps(DenseMatrix rows) {
    double[] mean = frame.mean();
    double[] row = new double[rows.columns()];
    for (int i = 0; i < rows.rows(); i++) {
      rows.getRow(i, row, 0);
      for (int j = 0; j < row.length; j++) {
        row[j] = Double.isFinite(row[j]) ? row[j] : mean[j];
      }
      rows.setRow(i, row, 0);
    }
  }
}
