package org.eigenlens.kernel;

import java.util.SplittableRandom;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Parallel;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.CenteredOperator;

/**
 * Vectors near the leading eigenvectors of a kernel matrix: those of a sample of the points,
 * extended to all of them by v = K(·, S)·u. (Nyström's method; Williams and Seeger, 2001.)
 *
 * <p>They are off by a few hundredths, which is where a random block is after one product with the
 * whole matrix; this costs 256/n of computing one. Only a start: nothing that is found from it
 * rests on the sample.
 */
final class SampledStart {

  /** More rows lean no nearer by much: the distance falls with the root of their number. */
  private static final int SAMPLE = 256;

  /** With fewer rows a product with the whole matrix costs hardly more. */
  private static final int FEWEST_ROWS = 8 * SAMPLE;

  private SampledStart() {}

  /**
   * Returns vectors as rows, that of the largest eigenvalue first, or null where they would not pay
   * or where the kernel of a sample is no number.
   */
  static DenseMatrix of(Kernel kernel, DenseMatrix points, int count, boolean centered, long seed) {
    if (points.rows() < FEWEST_ROWS || count > SAMPLE) {
      return null;
    }
    try (Scratch scratch = new Scratch()) {
      DenseMatrix sample = scratch.matrix(SAMPLE, points.columns());
      draw(points, seed, sample);
      DenseMatrix similar = scratch.matrix(SAMPLE, SAMPLE);
      kernel.evaluate(sample, sample, similar);
      LinearAlgebra.mirror(similar);
      if (centered) {
        CenteredOperator.centerMatrix(similar);
      }
      if (!isFinite(similar)) {
        return null;
      }
      DenseMatrix ascending = scratch.matrix(count, SAMPLE);
      LinearAlgebra.largestEigen(similar, ascending);
      DenseMatrix weights = scratch.matrix(count, SAMPLE);
      for (int i = 0; i < count; i++) {
        weights.setRow(i, ascending.row(count - 1 - i), 0);
      }
      if (centered) {
        CenteredOperator.center(weights);
      }
      DenseMatrix vectors = DenseMatrix.unset(count, points.rows(), Precision.DOUBLE);
      try {
        extend(kernel, points, sample, weights, vectors);
      } catch (RuntimeException | Error e) {
        vectors.storage().release();
        throw e;
      }
      if (centered) {
        CenteredOperator.center(vectors);
      }
      return vectors;
    }
  }

  /** Draws one row from each of as many stretches of equal length, since rows may be sorted. */
  private static void draw(DenseMatrix points, long seed, DenseMatrix sample) {
    // Not the numbers that the solver draws with the same seed.
    SplittableRandom random = new SplittableRandom(seed).split();
    for (int i = 0; i < SAMPLE; i++) {
      int from = (int) ((long) points.rows() * i / SAMPLE);
      int to = (int) ((long) points.rows() * (i + 1) / SAMPLE);
      sample.setRow(i, points.row(random.nextInt(from, to)), 0);
    }
  }

  private static void extend(
      Kernel kernel,
      DenseMatrix points,
      DenseMatrix sample,
      DenseMatrix weights,
      DenseMatrix vectors) {
    Triangle bands = new Triangle(points.rows());
    Parallel.forEach(
        bands.bands(),
        band -> {
          try (Scratch scratch = new Scratch()) {
            DenseMatrix similar = scratch.matrix(bands.height(band), SAMPLE);
            kernel.evaluate(bands.rows(points, band), sample, similar);
            LinearAlgebra.multiply(
                1, weights, false, similar, true, 0, bands.columns(vectors, band));
          }
        });
  }

  private static boolean isFinite(DenseMatrix matrix) {
    for (double value : matrix.toRowMajor()) {
      if (!Double.isFinite(value)) {
        return false;
      }
    }
    return true;
  }
}
