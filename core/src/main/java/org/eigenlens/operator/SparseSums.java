package org.eigenlens.operator;

import java.io.Serializable;
import org.eigenlens.matrix.SparseMatrix;

/**
 * Sums of sparse rows, each weighted by b numbers, and of the weights: Σ weight·xᵀ and Σ weight.
 * The b sums of a column lie side by side.
 */
final class SparseSums implements Serializable {

  final double[] sums;
  final double[] totals;

  SparseSums(int vectors, int columns) {
    sums = new double[Math.multiplyExact(vectors, columns)];
    totals = new double[vectors];
  }

  void add(SparseMatrix matrix, int row, double[] weight) {
    int b = totals.length;
    for (int c = 0; c < b; c++) {
      totals[c] += weight[c];
    }
    for (int p = matrix.start(row); p < matrix.end(row); p++) {
      double value = matrix.valueOf(p);
      int at = matrix.columnOf(p) * b;
      for (int c = 0; c < b; c++) {
        sums[at + c] += value * weight[c];
      }
    }
  }

  void merge(SparseSums other) {
    for (int p = 0; p < sums.length; p++) {
      sums[p] += other.sums[p];
    }
    for (int c = 0; c < totals.length; c++) {
      totals[c] += other.totals[c];
    }
  }
}
