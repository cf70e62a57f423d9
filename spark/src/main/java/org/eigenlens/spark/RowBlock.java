package org.eigenlens.spark;

import java.io.Serializable;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.SparseMatrix;

/**
 * Some rows packed together, in whichever form takes less memory: all elements, or those other than
 * zero with their columns. Plain arrays, so that any serializer can keep it.
 */
final class RowBlock implements Serializable {

  private final int rows;
  private final int columns;
  private final double[] values;

  /** Where each sparse row begins; null for dense rows. */
  private final int[] starts;

  private final int[] indices;

  RowBlock(int rows, int columns, double[] values, int[] starts, int[] indices) {
    this.rows = rows;
    this.columns = columns;
    this.values = values;
    this.starts = starts;
    this.indices = indices;
  }

  int rows() {
    return rows;
  }

  boolean isSparse() {
    return starts != null;
  }

  SparseMatrix sparse() {
    return SparseMatrix.of(rows, columns, starts, indices, values);
  }

  /** Copies dense rows to a matrix as wide as they are, whose rows lie side by side. */
  void copy(int from, int count, DenseMatrix into, int at) {
    into.storage().write((long) at * columns, values, from * columns, count * columns);
  }
}
