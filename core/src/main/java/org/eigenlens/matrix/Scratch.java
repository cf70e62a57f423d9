package org.eigenlens.matrix;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Matrices that live until the end of a block of code.
 *
 * <p>Off-heap memory is invisible to the garbage collector's sense of urgency, so whatever is
 * allocated again and again is taken from a scratch and given back at once.
 */
public final class Scratch implements AutoCloseable {

  private final Deque<Storage> taken = new ArrayDeque<>();

  /** Allocates a matrix of doubles whose elements are not set. */
  public DenseMatrix matrix(int rows, int columns) {
    return matrix(rows, columns, Precision.DOUBLE);
  }

  /** Allocates a matrix whose elements are not set. */
  public DenseMatrix matrix(int rows, int columns, Precision precision) {
    DenseMatrix matrix = DenseMatrix.unset(rows, columns, precision);
    taken.push(matrix.storage());
    return matrix;
  }

  /** Allocates a matrix of zeros. */
  public DenseMatrix zeros(int rows, int columns) {
    return zeros(rows, columns, Precision.DOUBLE);
  }

  /** Allocates a matrix of zeros in the given precision. */
  public DenseMatrix zeros(int rows, int columns, Precision precision) {
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns, precision);
    taken.push(matrix.storage());
    return matrix;
  }

  /** Gives all matrices back; they must not be used afterwards. */
  @Override
  public void close() {
    while (!taken.isEmpty()) {
      taken.pop().release();
    }
  }
}
