package org.eigenlens.rules;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;

/**
 * Rows cut in parts of equal size at random, for cross-validation.
 *
 * @param x the rows
 * @param order the numbers of those that take part, at random
 * @param count how many parts there are
 */
record Parts(Matrix x, int[] order, int count) {

  /** Cuts at most {@code most} rows, drawn at random, in as many parts as the options say. */
  static Parts of(Matrix x, int most, RuleOptions options) {
    int[] all = new RandomStream(options.seed(), -1).permutation(x.rows());
    int[] order = Arrays.copyOf(all, Math.min(all.length, most));
    return new Parts(x, order, Math.min(options.folds(), order.length));
  }

  /** Returns a copy of the rows of one part. */
  DenseMatrix held(int part) {
    return copy(part, true);
  }

  /** Returns a copy of the rows of all other parts. */
  DenseMatrix others(int part) {
    return copy(part, false);
  }

  /** Returns how many rows all parts but one have, at least. */
  int fewestOthers() {
    return order.length - (order.length + count - 1) / count;
  }

  private DenseMatrix copy(int part, boolean inside) {
    int[] chosen =
        IntStream.range(0, order.length)
            .filter(i -> (i % count == part) == inside)
            .map(i -> order[i])
            .sorted()
            .toArray();
    DenseMatrix rows = DenseMatrix.unset(chosen.length, x.columns(), Precision.DOUBLE);
    for (int i = 0; i < chosen.length; i++) {
      rows.setRow(i, x.row(chosen[i]), 0);
    }
    return rows;
  }
}
