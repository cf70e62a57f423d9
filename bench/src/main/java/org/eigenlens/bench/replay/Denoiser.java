package org.eigenlens.bench.replay;

import java.util.Arrays;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LinearModel;

/**
 * Linear and kernel PCA of the same rows, to take noise from others with any number of components.
 *
 * <p>An error is the mean over rows of the squared distance to what a row was before the noise.
 */
final class Denoiser {

  private final LinearModel linear;
  private final KernelModel kernel;

  /**
   * Learns from rows.
   *
   * @param gamma of the kernel exp(−γ‖x − y‖²)
   * @param components the most that will be asked for of kernel PCA
   */
  Denoiser(double[][] rows, double gamma, int components) {
    DenseMatrix x = DenseMatrix.copyOf(rows);
    this.linear = Pca.builder().components(rows[0].length).fit(x);
    this.kernel =
        KernelPca.builder()
            .kernel(Kernels.rbf(gamma))
            .components(components)
            .preImage(PreImageMethod.FIXED_POINT)
            .fit(x);
  }

  /**
   * Returns the errors of linear PCA with 0, 1, 2, … components.
   *
   * <p>In coordinates along all directions, c of the clean row and z of the noisy one, it is Σ (zⱼ
   * − cⱼ)² over those that are kept and Σ cⱼ² over the others.
   */
  double[] linear(DenseMatrix noisy, DenseMatrix clean) {
    DenseMatrix z = linear.transform(noisy);
    DenseMatrix c = linear.transform(clean);
    int n = z.rows();
    int d = z.columns();
    double[] errors = new double[d + 1];
    for (int i = 0; i < n; i++) {
      double[] kept = z.row(i);
      double[] wanted = c.row(i);
      double error = 0;
      for (double value : wanted) {
        error += value * value;
      }
      errors[0] += error / n;
      for (int j = 0; j < d; j++) {
        double left = kept[j] - wanted[j];
        error += left * left - wanted[j] * wanted[j];
        errors[j + 1] += error / n;
      }
    }
    return errors;
  }

  /** Returns the error of kernel PCA; the iterations begin at the noisy rows. */
  double kernel(DenseMatrix noisy, DenseMatrix clean, int components) {
    DenseMatrix coordinates = kernel.transform(noisy);
    double[] row = new double[coordinates.columns()];
    for (int i = 0; i < coordinates.rows(); i++) {
      coordinates.getRow(i, row, 0);
      // Without a coordinate there is no part of that component: the same as fewer components.
      Arrays.fill(row, components, row.length, 0);
      coordinates.setRow(i, row, 0);
    }
    DenseMatrix points = kernel.preImages(coordinates, noisy).points();
    return error(points, clean);
  }

  /** Returns the mean squared distance of rows. */
  static double error(DenseMatrix a, DenseMatrix b) {
    double sum = 0;
    for (int i = 0; i < a.rows(); i++) {
      double[] x = a.row(i);
      double[] y = b.row(i);
      for (int j = 0; j < x.length; j++) {
        sum += (x[j] - y[j]) * (x[j] - y[j]);
      }
    }
    return sum / a.rows();
  }
}
