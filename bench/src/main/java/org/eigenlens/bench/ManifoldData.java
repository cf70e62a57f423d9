package org.eigenlens.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;

/**
 * Points near a smooth curved surface of four dimensions, with noise around it, the same for the
 * same seed whatever the number of threads.
 *
 * <p>Column j of a point is sin(ωⱼ·z + βⱼ) + 0.1ε, with z uniform in [−1, 1]⁴, ωⱼ and ε standard
 * normal and βⱼ uniform. With γ = 1/d the centred Gaussian kernel matrix is neither an identity nor
 * a constant: its eigenvalues fall smoothly, the tenth to about a sixth of the first, and noise
 * gives the rest a long tail.
 */
public final class ManifoldData {

  private static final int DIMENSIONS = 4;
  private static final double NOISE = 0.1;
  private static final int ROWS_AT_ONCE = 1000;

  private ManifoldData() {}

  /** Makes n × d data. */
  public static DenseMatrix of(int rows, int columns, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] frequencies = new double[columns][DIMENSIONS];
    double[] phases = new double[columns];
    for (int j = 0; j < columns; j++) {
      Arrays.setAll(frequencies[j], i -> random.nextGaussian());
      phases[j] = random.nextDouble(2 * Math.PI);
    }
    DenseMatrix x = DenseMatrix.unset(rows, columns, Precision.DOUBLE);
    Parallel.forEach(
        (rows + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE,
        block -> {
          SplittableRandom own = new SplittableRandom(seed + 31L * (block + 1));
          int to = Math.min(rows, (block + 1) * ROWS_AT_ONCE);
          double[] z = new double[DIMENSIONS];
          double[] row = new double[columns];
          for (int i = block * ROWS_AT_ONCE; i < to; i++) {
            Arrays.setAll(z, l -> own.nextDouble(-1, 1));
            Arrays.setAll(
                row,
                j -> Math.sin(dot(frequencies[j], z) + phases[j]) + NOISE * own.nextGaussian());
            x.setRow(i, row, 0);
          }
        });
    return x;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
