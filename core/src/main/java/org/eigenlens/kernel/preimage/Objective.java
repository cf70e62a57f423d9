package org.eigenlens.kernel.preimage;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.kernel.Attribution;
import org.eigenlens.kernel.ChiSquared;
import org.eigenlens.kernel.Cosine;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Laplacian;
import org.eigenlens.kernel.Product;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.kernel.Sum;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Scratch;

/** ρ(z) = k(z, z) − 2 Σ γ̃ₛ k(z, xₛ) of one target, with its gradient. */
final class Objective {

  private final Frame frame;
  private final Targets targets;
  private final int row;

  Objective(Frame frame, Targets targets, int row) {
    this.frame = frame;
    this.targets = targets;
    this.row = row;
  }

  /** Computes ρ; where the kernel has no finite value, +∞, so that nothing is drawn there. */
  double at(double[] point) {
    double value = targets.objective(row, point);
    return Double.isFinite(value) ? value : Double.POSITIVE_INFINITY;
  }

  double[] gradient(double[] point) {
    double[] gradient = selfGradient(frame.kernel, point);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix one = scratch.matrix(1, point.length);
      one.setRow(0, point, 0);
      DenseMatrix sum = scratch.zeros(1, point.length);
      DenseMatrix weights = targets.weights.rowRange(row, row + 1);
      Attribution.addGradients(frame.kernel, frame.references, weights, one, sum);
      Arrays.setAll(gradient, j -> gradient[j] - 2 * sum.get(0, j));
    }
    return gradient;
  }

  /** Computes the gradient of k(z, z), which is 2∇k(z, y) at y = z where k is smooth there. */
  static double[] selfGradient(Kernel kernel, double[] point) {
    double[] gradient = new double[point.length];
    if (kernel instanceof Rbf
        || kernel instanceof Laplacian
        || kernel instanceof ChiSquared
        || kernel instanceof Cosine) {
      return gradient;
    }
    if (kernel instanceof Sum sum) {
      for (Kernel part : sum.parts()) {
        double[] one = selfGradient(part, point);
        Arrays.setAll(gradient, j -> gradient[j] + one[j]);
      }
    } else if (kernel instanceof Product product) {
      List<Kernel> parts = product.parts();
      for (int p = 0; p < parts.size(); p++) {
        double others = 1;
        for (int q = 0; q < parts.size(); q++) {
          others *= q == p ? 1 : parts.get(q).at(point, point);
        }
        double factor = others;
        double[] one = selfGradient(parts.get(p), point);
        Arrays.setAll(gradient, j -> gradient[j] + factor * one[j]);
      }
    } else {
      kernel.gradient(point, point, gradient);
      Arrays.setAll(gradient, j -> 2 * gradient[j]);
    }
    return gradient;
  }

  /** Tells whether the kernel is defined for points without negative values only. */
  static boolean needsCounts(Kernel kernel) {
    return kernel instanceof ChiSquared
        || (kernel instanceof Sum sum && sum.parts().stream().anyMatch(Objective::needsCounts))
        || (kernel instanceof Product product
            && product.parts().stream().anyMatch(Objective::needsCounts));
  }
}
