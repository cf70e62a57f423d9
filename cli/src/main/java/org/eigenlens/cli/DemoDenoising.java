package org.eigenlens.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;

/**
 * Takes noise from digits by linear PCA and by kernel PCA, as Mika et al. (1999) did.
 *
 * <p>The models see clean training digits; how many components to use is chosen on noisy digits of
 * a second part, and the errors are those on a third, which nothing was chosen by. γ is Mika's
 * rule: one over twice the total variance of the training digits.
 */
final class DemoDenoising {

  static final double NOISE = 4;

  private static final List<Integer> LINEAR = List.of(5, 10, 15, 20, 25, 30, 40);
  private static final List<Integer> KERNEL = List.of(25, 50, 100, 200, 400);

  /** What came out of the noisy digits, and the number of components it came out by. */
  record Cleaned(DenseMatrix images, int components) {}

  private final LinearModel linear;
  private final KernelModel kernel;
  private final double gamma;
  private final DenseMatrix noisy;
  private final Cleaned byLinear;
  private final Cleaned byKernel;

  /** Does it all. */
  DemoDenoising(DenseMatrix training, DenseMatrix validation, DenseMatrix test) {
    this.linear = Pca.builder().components(largest(LINEAR)).fit(training);
    this.gamma = 1 / (2 * linear.totalVariance());
    this.kernel =
        KernelPca.builder()
            .kernel(Kernels.rbf(gamma))
            .components(largest(KERNEL))
            .preImage(PreImageMethod.FIXED_POINT)
            .fit(training);
    DenseMatrix tried = withNoise(validation, 2);
    this.noisy = withNoise(test, 1);
    int few = best(LINEAR, k -> byLinear(tried, k), validation);
    int many = best(KERNEL, k -> byKernel(tried, k), validation);
    this.byLinear = new Cleaned(byLinear(noisy, few), few);
    this.byKernel = new Cleaned(byKernel(noisy, many), many);
  }

  double gamma() {
    return gamma;
  }

  DenseMatrix noisy() {
    return noisy;
  }

  Cleaned byLinear() {
    return byLinear;
  }

  Cleaned byKernel() {
    return byKernel;
  }

  private static int largest(List<Integer> grid) {
    return grid.get(grid.size() - 1);
  }

  private DenseMatrix byLinear(DenseMatrix images, int components) {
    return linear.inverseTransform(leading(linear.transform(images), components));
  }

  private DenseMatrix byKernel(DenseMatrix images, int components) {
    return kernel.preImages(leading(kernel.transform(images), components), images).points();
  }

  /** Sets the other coordinates to zero: the same as a model of fewer components. */
  private static DenseMatrix leading(DenseMatrix coordinates, int components) {
    for (int i = 0; i < coordinates.rows(); i++) {
      double[] row = coordinates.row(i);
      Arrays.fill(row, components, row.length, 0);
      coordinates.setRow(i, row, 0);
    }
    return coordinates;
  }

  /** Returns the number of components with the least error. */
  private static int best(List<Integer> grid, IntFunction<DenseMatrix> cleaned, DenseMatrix clean) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int k : grid) {
      double error = error(clean, cleaned.apply(k));
      if (error < least) {
        least = error;
        best = k;
      }
    }
    return best;
  }

  private static DenseMatrix withNoise(DenseMatrix x, long seed) {
    Random random = new Random(seed);
    DenseMatrix noisy = x.copy();
    for (int i = 0; i < noisy.rows(); i++) {
      double[] row = noisy.row(i);
      for (int j = 0; j < row.length; j++) {
        row[j] += NOISE * random.nextGaussian();
      }
      noisy.setRow(i, row, 0);
    }
    return noisy;
  }

  /** Returns the mean squared difference of the pixels. */
  static double error(DenseMatrix x, DenseMatrix y) {
    double squares = 0;
    for (int i = 0; i < x.rows(); i++) {
      double[] a = x.row(i);
      double[] b = y.row(i);
      for (int j = 0; j < a.length; j++) {
        squares += (a[j] - b[j]) * (a[j] - b[j]);
      }
    }
    return squares / ((double) x.rows() * x.columns());
  }
}
