package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;

/** Where the pieces of a decoding write their rows; each row is written by one thread only. */
final class Ledger {

  final DenseMatrix points;
  final double[] errors;
  final int[] iterations;
  final int[] restarts;
  final boolean[] fellBack;
  final boolean[] moving;

  Ledger(int rows, int features) {
    points = DenseMatrix.zeros(rows, features);
    errors = new double[rows];
    iterations = new int[rows];
    restarts = new int[rows];
    fellBack = new boolean[rows];
    moving = new boolean[rows];
  }

  PreImages report(PreImageMethod method, List<String> remarks) {
    return new PreImages(
        points,
        errors,
        iterations,
        Arrays.stream(restarts).sum(),
        count(fellBack),
        count(moving),
        method,
        remarks);
  }

  private static int count(boolean[] flags) {
    int count = 0;
    for (boolean flag : flags) {
      count += flag ? 1 : 0;
    }
    return count;
  }
}
