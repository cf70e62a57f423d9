package org.eigenlens.model;

import org.eigenlens.matrix.DenseMatrix;

/**
 * Encodes rows of a linear model one at a time, z = W(x − μ), without a matrix or a call into
 * native code. Allocates nothing but its answers; immutable.
 */
final class RowEncoder {

  private final int components;

  /** W, column after column: what a column weighs in each coordinate lies together. */
  private final double[] weights;

  private final double[] mean;

  /** −Wμ, where a row of zeros lies. */
  private final double[] atZero;

  /**
   * Copies the weights.
   *
   * @param encoder W, k × d
   * @param mean μ, null if rows are not centred; not copied
   */
  RowEncoder(DenseMatrix encoder, double[] mean) {
    components = encoder.rows();
    weights = new double[Math.multiplyExact(components, encoder.columns())];
    double[][] rows = encoder.toArray();
    for (int i = 0; i < weights.length; i++) {
      weights[i] = rows[i % components][i / components];
    }
    this.mean = mean;
    atZero = new double[components];
    for (int j = 0; mean != null && j < mean.length; j++) {
      addTo(atZero, -mean[j], j);
    }
  }

  /** Encodes a row of as many numbers as there are columns. */
  double[] encode(double[] row) {
    double[] w = weights;
    int k = components;
    double[] z = new double[k];
    int j = 0;
    // Four columns at a time: a coordinate is read and written once for all four.
    for (; j + 3 < row.length; j += 4) {
      double a = centred(row, j);
      double b = centred(row, j + 1);
      double c = centred(row, j + 2);
      double d = centred(row, j + 3);
      int at = j * k;
      for (int i = 0; i < k; i++) {
        z[i] += w[at + i] * a + w[at + k + i] * b + w[at + 2 * k + i] * c + w[at + 3 * k + i] * d;
      }
    }
    for (; j < row.length; j++) {
      addTo(z, centred(row, j), j);
    }
    return z;
  }

  private double centred(double[] row, int j) {
    return mean == null ? row[j] : row[j] - mean[j];
  }

  /** Encodes a row by the elements it stores; the others are 0. */
  double[] encode(int[] indices, double[] values) {
    if (indices.length != values.length) {
      throw new IllegalArgumentException(
          "There are %d indices, but %d values.".formatted(indices.length, values.length));
    }
    double[] z = atZero.clone();
    int columns = components == 0 ? 0 : weights.length / components;
    for (int p = 0; p < indices.length; p++) {
      if (indices[p] < 0 || indices[p] >= columns) {
        throw new IllegalArgumentException(
            "Element %d of the row is in column %d, but columns are counted from 0 to %d."
                .formatted(p + 1, indices[p], columns - 1));
      }
      addTo(z, values[p], indices[p]);
    }
    return z;
  }

  /** Adds what a column contributes to each coordinate. */
  private void addTo(double[] z, double x, int column) {
    int at = column * components;
    for (int i = 0; i < components; i++) {
      z[i] += weights[at + i] * x;
    }
  }
}
