package org.eigenlens.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;

/**
 * Data of low rank with noise, the same for the same seed whatever the number of threads.
 *
 * <p>X = Z·diag(10/i)·W + E + 1μᵀ with orthonormal rows of W and standard normal Z: standard
 * deviations along the directions fall as 10, 5, 10/3, …, slowly enough that the tenth component is
 * no easy prey. The noise E is scaled so that its largest variance stays near 0.01, far below the
 * tenth component's 1, also where columns outnumber rows.
 */
public final class SyntheticData {

  private static final int RANK = 50;
  private static final int ROWS_AT_ONCE = 1000;

  private SyntheticData() {}

  /** Makes n × d data whose column means lie near {@code offset}, within a tenth of it or one. */
  public static DenseMatrix of(int rows, int columns, double offset, long seed) {
    int rank = Math.min(RANK, columns);
    SplittableRandom random = new SplittableRandom(seed);
    DenseMatrix directions = gaussian(rank, columns, random);
    LinearAlgebra.lq(directions).storage().release();
    double[] deviations = new double[rank];
    Arrays.setAll(deviations, i -> 10.0 / (i + 1));
    LinearAlgebra.scaleRows(directions, deviations);
    double[] mean = new double[columns];
    Arrays.setAll(mean, j -> offset + (1 + 0.1 * Math.abs(offset)) * random.nextGaussian());
    double noise = 0.1 / (1 + Math.sqrt((double) columns / rows));
    DenseMatrix x = DenseMatrix.unset(rows, columns, Precision.DOUBLE);
    Parallel.forEach(
        (rows + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE,
        block -> {
          int from = block * ROWS_AT_ONCE;
          int to = Math.min(rows, from + ROWS_AT_ONCE);
          SplittableRandom own = new SplittableRandom(seed + 31L * (block + 1));
          DenseMatrix part = x.rowRange(from, to);
          double[] row = new double[columns];
          for (int i = 0; i < to - from; i++) {
            Arrays.setAll(row, j -> mean[j] + noise * own.nextGaussian());
            part.setRow(i, row, 0);
          }
          DenseMatrix z = gaussian(to - from, rank, own);
          LinearAlgebra.multiply(1, z, false, directions, false, 1, part);
          z.storage().release();
        });
    directions.storage().release();
    return x;
  }

  private static DenseMatrix gaussian(int rows, int columns, SplittableRandom random) {
    DenseMatrix matrix = DenseMatrix.unset(rows, columns, Precision.DOUBLE);
    double[] row = new double[columns];
    for (int i = 0; i < rows; i++) {
      Arrays.setAll(row, j -> random.nextGaussian());
      matrix.setRow(i, row, 0);
    }
    return matrix;
  }
}
