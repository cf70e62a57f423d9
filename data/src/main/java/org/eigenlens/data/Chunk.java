package org.eigenlens.data;

import org.eigenlens.matrix.DenseMatrix;

/**
 * Some consecutive rows of one file.
 *
 * @param rows how many
 * @param numbers the numeric columns, row after row; NaN where a cell is missing
 * @param texts the text columns, one array each
 * @param firstLine the line (or row) number of the first row, from 1
 * @param lines how far each row's line is from the first, or null if they follow one another
 */
record Chunk(int rows, double[] numbers, String[][] texts, long firstLine, int[] lines) {

  long line(int row) {
    return firstLine + (lines == null ? row : lines[row]);
  }

  /**
   * Copies numbers into rows of a matrix.
   *
   * @param width the numeric columns of this chunk
   * @param column the first of them to copy; the matrix says how many
   */
  void copy(int from, int count, int width, int column, DenseMatrix into, int at) {
    if (into.columns() == width && into.stride() == width) {
      into.storage().write(into.offset() + (long) at * width, numbers, from * width, count * width);
      return;
    }
    for (int i = 0; i < count; i++) {
      into.setRow(at + i, numbers, (from + i) * width + column);
    }
  }
}
