package org.eigenlens.operator;

import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.SparseMatrix;

/**
 * Vectors turned so that the b weights of a column lie side by side, with μᵀv: what sparse rows are
 * multiplied by.
 *
 * @param vectors b
 * @param values the weights of column j from j·b on
 * @param atMean μᵀv for each vector, zeros without a mean
 */
record SparseWeights(int vectors, double[] values, double[] atMean) {

  /** Turns vectors, given as rows; mean and inverse scale may be null. */
  static SparseWeights of(DenseMatrix v, double[] mean, double[] inverseScale) {
    int b = v.rows();
    int d = v.columns();
    double[] values = new double[Math.multiplyExact(b, d)];
    double[] atMean = new double[b];
    double[] row = new double[d];
    for (int c = 0; c < b; c++) {
      v.getRow(c, row, 0);
      for (int j = 0; j < d; j++) {
        double weight = inverseScale == null ? row[j] : row[j] * inverseScale[j];
        values[j * b + c] = weight;
        if (mean != null) {
          atMean[c] += weight * mean[j];
        }
      }
    }
    return new SparseWeights(b, values, atMean);
  }

  /** Writes one row's coordinates along all vectors to {@code into}. */
  void coordinates(SparseMatrix matrix, int row, double[] into) {
    for (int c = 0; c < vectors; c++) {
      into[c] = 0 - atMean[c]; // not −0, which an empty row would keep
    }
    for (int p = matrix.start(row); p < matrix.end(row); p++) {
      double value = matrix.valueOf(p);
      int at = matrix.columnOf(p) * vectors;
      for (int c = 0; c < vectors; c++) {
        into[c] += value * values[at + c];
      }
    }
  }
}
