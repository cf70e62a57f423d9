package org.eigenlens.model;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;

/** Some rows of a matrix. */
final class Picks {

  private Picks() {}

  /** Returns the numbers of the rows that have coordinates. */
  static int[] known(Matrix coordinates) {
    return IntStream.range(0, coordinates.rows())
        .filter(i -> Arrays.stream(coordinates.row(i)).noneMatch(Double::isNaN))
        .toArray();
  }

  static DenseMatrix of(Matrix rows, int[] numbers) {
    DenseMatrix some = DenseMatrix.unset(numbers.length, rows.columns(), Precision.DOUBLE);
    for (int i = 0; i < numbers.length; i++) {
      some.setRow(i, rows.row(numbers[i]), 0);
    }
    return some;
  }
}
