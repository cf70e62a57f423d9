package org.eigenlens.matrix;

import java.io.Serializable;
import java.util.Arrays;

/** The upper triangle of a square matrix on its way to another machine: half as many numbers. */
public final class UpperTriangle implements Serializable {

  private final double[][] rows;

  private UpperTriangle(double[][] rows) {
    this.rows = rows;
  }

  /** Returns how many bytes the triangle of a matrix of this size takes. */
  public static long bytes(int size) {
    return 4L * size * size;
  }

  /** Copies the upper triangle. */
  public static UpperTriangle of(DenseMatrix square) {
    int size = square.rows();
    double[][] rows = new double[size][];
    double[] row = new double[size];
    for (int i = 0; i < size; i++) {
      square.getRow(i, row, 0);
      rows[i] = Arrays.copyOfRange(row, i, size);
    }
    return new UpperTriangle(rows);
  }

  /** Returns a square matrix with this upper triangle, and zeros below. */
  public DenseMatrix toMatrix() {
    int size = rows.length;
    DenseMatrix square = DenseMatrix.zeros(size, size);
    double[] row = new double[size];
    for (int i = 0; i < size; i++) {
      Arrays.fill(row, 0, i, 0);
      System.arraycopy(rows[i], 0, row, i, size - i);
      square.setRow(i, row, 0);
    }
    return square;
  }
}
