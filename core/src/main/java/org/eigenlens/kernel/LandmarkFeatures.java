package org.eigenlens.kernel;

import java.io.Serializable;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;

/**
 * The features of rows by landmarks: solutions of L·f = k(S, x).
 *
 * @param shift what to subtract from each row first
 * @param points the landmarks S, shifted
 * @param factor L
 */
record LandmarkFeatures(Kernel kernel, double[] shift, DenseMatrix points, DenseMatrix factor)
    implements Serializable {

  /** Refuses rows that the kernel is not made for, and shifts the others. */
  void enter(long first, DenseMatrix tile) {
    double[] point = new double[shift.length];
    for (int i = 0; i < tile.rows(); i++) {
      tile.getRow(i, point, 0);
      RowSample.checkFinite(point, first + i);
      for (int j = 0; j < point.length; j++) {
        point[j] -= shift[j];
      }
      tile.setRow(i, point, 0);
    }
    kernel.check(tile, first);
  }

  /** Computes the features of shifted rows. */
  void of(DenseMatrix rows, DenseMatrix out) {
    if (points.rows() > 0) {
      kernel.evaluate(rows, points, out);
      LinearAlgebra.solveLower(factor, false, out);
    }
  }

  /** Tall enough for products at full speed, yet neither rows nor features fill the memory. */
  int tileRows() {
    long features = (1L << 21) / Math.max(1, points.rows());
    long values = (1L << 22) / Math.max(1, shift.length);
    return (int) Math.max(64, Math.min(values, Math.max(256, Math.min(2048, features))));
  }

  void release() {
    points.storage().release();
    factor.storage().release();
  }
}
