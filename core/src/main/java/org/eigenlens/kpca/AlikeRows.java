package org.eigenlens.kpca;

import java.util.Arrays;
import java.util.Random;
import org.eigenlens.eigen.Certificate;
import org.eigenlens.eigen.Eigenpairs;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.KernelMatrix;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.operator.CenteredOperator;

/**
 * Rows that a kernel does not tell apart, as it happens where its values are all next to the same
 * number: what is left of the centred kernel matrix is rounding, in which an iteration would look
 * for eigenvectors to its last pass.
 */
final class AlikeRows {

  private static final int PROBES = 2;

  /** What rounding makes of an eigenvalue that is zero, relative to the trace of K. */
  private static final double ROUNDING = 10 * Math.ulp(1.0);

  private AlikeRows() {}

  /**
   * Tells whether all rows are alike to a kernel.
   *
   * <p>If k(x₁, x) and k(x, x) are next to the same number c for all x, then all images are next to
   * that of x₁: ‖φ(x) − φ(x₁)‖² = k(x, x) + c − 2k(x₁, x). A kernel that is not positive has no
   * such images, so that all pairs are asked, by products with random vectors.
   */
  static boolean are(Kernel kernel, DenseMatrix points, long seed) {
    double[] selves = kernel.self(points);
    double same = selves[0];
    try (Scratch scratch = new Scratch()) {
      DenseMatrix others = scratch.matrix(1, points.rows());
      kernel.evaluate(points.rowRange(0, 1), points, others);
      if (!areNear(selves, same) || !areNear(others.row(0), same)) {
        return false;
      }
    }
    return kernel.isPositive() || isRounding(kernel, points, seed);
  }

  private static boolean areNear(double[] values, double same) {
    return Arrays.stream(values).allMatch(value -> Math.abs(value - same) <= Math.ulp(same));
  }

  private static boolean isRounding(Kernel kernel, DenseMatrix points, long seed) {
    int n = points.rows();
    Random random = new Random(seed);
    try (Scratch scratch = new Scratch();
        KernelMatrix matrix = KernelMatrix.recomputed(kernel, points)) {
      DenseMatrix in = scratch.matrix(PROBES, n);
      DenseMatrix out = scratch.matrix(PROBES, n);
      for (int i = 0; i < PROBES; i++) {
        double[] vector = random.doubles(n, -1, 1).toArray();
        in.setRow(i, vector, 0);
      }
      new CenteredOperator(matrix).apply(in, out);
      // Entries of ±1 or less, of variance 1/3: the squares of a product add up to ‖HKH‖²/3.
      double limit = ROUNDING * Math.abs(matrix.trace());
      for (int i = 0; i < PROBES; i++) {
        double squares = Arrays.stream(out.row(i)).map(value -> value * value).sum();
        if (!(Math.sqrt(3 * squares) <= limit)) {
          return false;
        }
      }
      return true;
    }
  }

  /** Returns what there is to find then: components without variance. */
  static Spectral.Found found(Kernel kernel, DenseMatrix points, int components) {
    int n = points.rows();
    double[] selves = kernel.self(points);
    DenseMatrix vectors = DenseMatrix.zeros(components, n, Precision.DOUBLE);
    for (int i = 0; i < components; i++) {
      vectors.set(i, i, 1);
    }
    double[] means = new double[n];
    Arrays.fill(means, selves[0]);
    Certificate certificate = new Certificate(new double[components], 0, 0, 0, true, 0);
    return new Spectral.Found(
        new Eigenpairs(new double[components], vectors, certificate),
        0,
        Arrays.stream(selves).sum(),
        means,
        0);
  }
}
