package org.eigenlens.bench.compare;

import java.util.Arrays;
import org.eigenlens.Cca;
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.cca.CcaSolver;
import org.eigenlens.kernel.Kernels;
import org.eigenlens.kpca.KernelSolver;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.model.LinearModel;
import org.eigenlens.operator.CenteredOperator;
import org.eigenlens.operator.DenseObservations;
import org.eigenlens.operator.MatrixOperator;
import org.eigenlens.operator.ScatterOperator;
import org.eigenlens.operator.SymmetricOperator;
import org.eigenlens.pca.ColumnStatistics;
import org.eigenlens.pca.PcaSolver;

/**
 * Measures how right a result is, the same way for everybody and before anybody is timed.
 *
 * <p>Values are compared with a reference, and residuals are measured on a matrix that no engine
 * has touched.
 */
final class Judge {

  /** Largest relative error of any of the k values at which a result counts as right. */
  static final double RIGHT = 1e-6;

  /** Largest residual at which a result of kernel PCA counts as right; what engines are told. */
  static final double KERNEL_RESIDUAL = 1e-8;

  /** What two samples of the same points may differ by, relatively. */
  private static final double SAMPLING = 0.1;

  private static final int SAMPLE = 10_000;

  /** Up to here the whole kernel matrix is decomposed for the reference. */
  private static final int DENSE = 2_000;

  /**
   * How right a result is.
   *
   * @param leading relative error of the largest value
   * @param worst largest relative error of any value
   * @param residual largest ‖Av − λv‖ / λ₁ of a unit v, A being the matrix whose eigenpairs are
   *     sought; not a number where there are no vectors to measure it with
   * @param right whether both are small enough
   */
  record Verdict(double leading, double worst, double residual, boolean right) {}

  private final SymmetricOperator operator;
  private final double divisor;
  private final double[] reference;
  private final double mostError;
  private final double mostResidual;

  private Judge(
      SymmetricOperator operator,
      double divisor,
      double[] reference,
      double mostError,
      double mostResidual) {
    this.operator = operator;
    this.divisor = divisor;
    this.reference = reference;
    this.mostError = mostError;
    this.mostResidual = mostResidual;
  }

  /**
   * Judges PCA: reference variances come from the singular values of the centred data, which
   * squares nothing, and residuals from rows that are centred before they are multiplied.
   */
  static Judge ofPca(DenseMatrix x, int components) {
    LinearModel model = Pca.builder().components(components).solver(PcaSolver.SVD).fit(x);
    ColumnStatistics columns = ColumnStatistics.of(x, true);
    SymmetricOperator scatter =
        new ScatterOperator(
            new DenseObservations(x, x.rows(), columns.mean(), null, columns.total()));
    double divisor = x.rows() - 1.0;
    return new Judge(scatter, divisor, model.explainedVariance(), RIGHT, Double.POSITIVE_INFINITY);
  }

  /**
   * Judges kernel PCA of all pairs: residuals are measured on similarities computed from the points
   * by the plain formula; the reference comes from LAPACK, or for many rows from an iteration with
   * another start, more pairs and a smaller tolerance than the engines have.
   */
  static Judge ofKernelPca(DenseMatrix x, double gamma, int components) {
    return new Judge(
        new CenteredOperator(new GaussianOperator(x, gamma)),
        1,
        eigenvalues(x, gamma, components),
        RIGHT,
        KERNEL_RESIDUAL);
  }

  /**
   * Judges kernel PCA of many rows by landmarks, roughly: eigenvalues grow with the number of rows,
   * so those of the first rows, whose pairs can all be computed, say what they should be but for
   * the luck of the sample.
   */
  static Judge ofLandmarks(DenseMatrix x, double gamma, int components) {
    int rows = Math.min(SAMPLE, x.rows());
    double[] values = eigenvalues(x.rowRange(0, rows), gamma, components);
    double factor = (double) x.rows() / rows;
    Arrays.setAll(values, i -> values[i] * factor);
    return new Judge(null, 1, values, SAMPLING, Double.POSITIVE_INFINITY);
  }

  /**
   * Judges supervised PCA of classes, which the last column numbers: centred rows are added up
   * class by class, one at a time, and the reference comes from LAPACK.
   */
  static Judge ofSupervisedPca(DenseMatrix x, int classes, int components) {
    int d = x.columns() - 1;
    double[] mean = ColumnStatistics.of(x.columnRange(0, d), true).mean();
    double[][] sums = new double[classes][d];
    for (int i = 0; i < x.rows(); i++) {
      double[] row = x.row(i);
      double[] sum = sums[(int) row[d]];
      for (int j = 0; j < d; j++) {
        sum[j] += row[j] - mean[j];
      }
    }
    DenseMatrix b = DenseMatrix.copyOf(sums);
    DenseMatrix square = DenseMatrix.zeros(d, d);
    LinearAlgebra.multiply(1, b, true, b, false, 0, square);
    double[] ascending = LinearAlgebra.symmetricEigen(square.copy());
    double[] values = new double[components];
    Arrays.setAll(values, i -> ascending[d - 1 - i]);
    return new Judge(new MatrixOperator(square), 1, values, RIGHT, Double.POSITIVE_INFINITY);
  }

  /** Judges CCA by the correlations that QR of the rows gives, to which no square was added. */
  static Judge ofCca(DenseMatrix both, int split, int components) {
    double[] correlations =
        Cca.builder()
            .components(components)
            .solver(CcaSolver.SVD)
            .fit(both.columnRange(0, split).copy(), both.columnRange(split, both.columns()).copy())
            .correlations();
    return new Judge(null, 1, correlations, RIGHT, Double.POSITIVE_INFINITY);
  }

  /** Judges by values that are known, to within a relative error. */
  static Judge ofValues(double[] known, double mostError) {
    return new Judge(null, 1, known, mostError, Double.POSITIVE_INFINITY);
  }

  private static double[] eigenvalues(DenseMatrix x, double gamma, int components) {
    double[] values =
        KernelPca.builder()
            .kernel(Kernels.rbf(gamma))
            .components(Math.min(x.rows(), components + 5))
            .solver(x.rows() <= DENSE ? KernelSolver.DENSE : KernelSolver.KRYLOV)
            .tolerance(KERNEL_RESIDUAL / 100)
            .seed(99)
            .fit(x)
            .eigenvalues();
    return Arrays.copyOf(values, components);
  }

  Verdict of(Spectrum found) {
    int k = reference.length;
    if (found.variances().length != k) {
      throw new IllegalArgumentException(
          found.variances().length + " variances were found, but " + k + " asked for.");
    }
    double worst = 0;
    for (int i = 0; i < k; i++) {
      worst = Math.max(worst, error(found.variances()[i], reference[i]));
    }
    double leading = error(found.variances()[0], reference[0]);
    double residual = operator == null ? Double.NaN : residual(found) / reference[0];
    boolean right = worst <= mostError && (operator == null || residual <= mostResidual);
    return new Verdict(leading, worst, residual, right);
  }

  private double residual(Spectrum found) {
    int k = reference.length;
    DenseMatrix image = DenseMatrix.zeros(k, operator.size());
    operator.apply(found.directions(), image);
    double residual = 0;
    for (int i = 0; i < k; i++) {
      double[] v = found.directions().row(i);
      double[] av = image.row(i);
      double value = found.variances()[i];
      double[] rest = new double[v.length];
      Arrays.setAll(rest, j -> av[j] / divisor - value * v[j]);
      // A vector of zeros has no residual, and is no answer.
      double relative = length(rest) / length(v);
      residual = Math.max(residual, Double.isNaN(relative) ? Double.POSITIVE_INFINITY : relative);
    }
    image.storage().release();
    return residual;
  }

  private static double length(double[] vector) {
    return Math.sqrt(Arrays.stream(vector).map(v -> v * v).sum());
  }

  /** Not a number counts as wholly wrong. */
  private static double error(double found, double right) {
    double error = Math.abs(found - right) / right;
    return Double.isNaN(error) ? Double.POSITIVE_INFINITY : error;
  }
}
