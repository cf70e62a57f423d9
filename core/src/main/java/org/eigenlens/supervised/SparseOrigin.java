package org.eigenlens.supervised;

import java.util.stream.IntStream;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.pca.SparseProducts;

/**
 * What sparse rows are summed up about: the means of the columns that some first rows all store,
 * which may be large beside the spread, and zero elsewhere, where most elements are.
 */
final class SparseOrigin {

  private final double[] values;
  private final int[] shifted;

  private SparseOrigin(double[] values) {
    this.values = values;
    shifted = IntStream.range(0, values.length).filter(j -> values[j] != 0).toArray();
  }

  static SparseOrigin of(SparseMatrix rows) {
    return new SparseOrigin(SparseProducts.origin(rows));
  }

  /** Returns the value of each column. */
  double[] values() {
    return values;
  }

  @FunctionalInterface
  interface Visitor {
    void visit(int column, double difference);
  }

  /**
   * Visits the elements of a row that differ from the origin, in order: those it stores, and the
   * zeros of columns whose origin is another number.
   */
  void forEach(SparseMatrix rows, int row, Visitor visitor) {
    int next = 0;
    for (int p = rows.start(row); p < rows.end(row); p++) {
      int j = rows.columnOf(p);
      for (; next < shifted.length && shifted[next] <= j; next++) {
        if (shifted[next] < j) {
          visitor.visit(shifted[next], -values[shifted[next]]);
        }
      }
      visitor.visit(j, rows.valueOf(p) - values[j]);
    }
    for (; next < shifted.length; next++) {
      visitor.visit(shifted[next], -values[shifted[next]]);
    }
  }
}
