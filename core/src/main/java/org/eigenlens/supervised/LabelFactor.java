package org.eigenlens.supervised;

import java.util.Arrays;
import java.util.Locale;
import org.eigenlens.kernel.Delta;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Linear;
import org.eigenlens.kernel.LowRank;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.kernel.Shift;
import org.eigenlens.kpca.KernelChoice;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.operator.CenteredOperator;

/**
 * The similarity of labels as a product of thin factors, K_y = RRᵀ.
 *
 * <p>For classes R is their one-hot code, for targets and the linear kernel the targets themselves:
 * neither is stored. For other kernels it comes from landmarks among the labels, as many as it
 * takes to leave nothing but rounding, and at most 2,000 where there are more than 5,000 rows.
 *
 * @param kernel k_y
 * @param columns R; null where it follows from the labels of a row alone
 * @param traceError tr(K_y − RRᵀ), of a matrix that has no negative eigenvalue
 * @param rounding what rounding of K_y's entries may make of its eigenvalues; 0 where R has none
 */
record LabelFactor(Kernel kernel, DenseMatrix columns, double traceError, double rounding) {

  private static final int EXACT_ROWS = 5_000;
  private static final int MOST_LANDMARKS = 2_000;

  static LabelFactor of(LabelledRows rows, SupervisedOptions options) {
    if (rows.areClasses()) {
      Kernel kernel =
          options.labelKernel() == null ? new Delta() : kernel(options.labelKernel(), rows);
      if (!(kernel instanceof Delta || kernel instanceof Linear)) {
        throw new IllegalArgumentException(
            "The label kernel "
                + kernel.name()
                + " is for numbers, and these labels are classes; use delta, or give targets.");
      }
      return new LabelFactor(new Delta(), null, 0, 0);
    }
    if (options.labelKernel() == null) {
      return new LabelFactor(new Linear(), null, 0, 0);
    }
    if (!(options.labelKernel() instanceof KernelChoice.Fixed)) {
      // A width that is measured would only say that no two rows differ.
      double[][] targets = rows.labels().toArray();
      if (targets.length > 1
          && Arrays.stream(targets).allMatch(target -> Arrays.equals(target, targets[0]))) {
        throw constantTargets(rows.labelColumns());
      }
    }
    Kernel kernel = kernel(options.labelKernel(), rows);
    if (kernel instanceof Linear) {
      return new LabelFactor(kernel, null, 0, 0);
    }
    if (kernel instanceof Delta || kernel instanceof Precomputed) {
      throw new IllegalArgumentException(
          "The label kernel "
              + kernel.name()
              + " is not for targets; use linear or rbf, or give the labels as classes.");
    }
    DenseMatrix points = rows.labels().copy();
    if (kernel.isShiftInvariant(true)) {
      LinearAlgebra.subtractFromRows(points, Shift.of(points));
    }
    int n = points.rows();
    int most = n <= EXACT_ROWS ? n : MOST_LANDMARKS;
    LowRank found = LowRank.of(kernel, points, most, 0, options.seed());
    double trace = Arrays.stream(kernel.self(points)).map(Math::abs).sum();
    return new LabelFactor(kernel, found.features(), found.traceError(), 8 * Math.ulp(1.0) * trace);
  }

  /** Says that targets are the same everywhere. */
  static NumericalException constantTargets(int count) {
    return new NumericalException(
        (count == 1 ? "The target has" : "Each of the " + count + " targets has")
            + " the same value in every row, so that nothing can depend on it; name another.");
  }

  /** Returns the kernel, without a pass over the rows where it does not depend on them. */
  private static Kernel kernel(KernelChoice choice, LabelledRows rows) {
    return choice instanceof KernelChoice.Fixed fixed ? fixed.kernel() : choice.of(rows.labels());
  }

  /**
   * Bounds by how much eigenvalues are too small for want of K_y − RRᵀ.
   *
   * @param blend the weight of the identity, in which nothing is missing
   * @param total ‖HX‖², or tr(HKH)
   */
  double missed(double blend, double total) {
    return (1 - blend) * traceError * total;
  }

  /** Says so where it is more than rounding, to go on a reason; otherwise nothing. */
  String remark(double blend, double total) {
    return traceError <= 1e3 * rounding
        ? ""
        : String.format(
            Locale.ROOT,
            "; landmarks among the labels make every eigenvalue at most %.4g too small",
            missed(blend, total));
  }

  /**
   * Returns (HR)ᵀ for rows in memory, a row for each column: for classes Helmert's contrasts of
   * their one-hot codes, of which there is one less.
   */
  DenseMatrix centered(LabelledRows rows, int classes) {
    DenseMatrix labels = rows.labels();
    DenseMatrix r = columns == null ? labels : columns;
    DenseMatrix vectors = rows.areClasses() ? contrasts(labels, classes) : r.transpose();
    CenteredOperator.center(vectors);
    // The mean of large targets is rounded, and what is left of it would act as a label of its own.
    CenteredOperator.center(vectors);
    return vectors;
  }

  private static DenseMatrix contrasts(DenseMatrix labels, int classes) {
    DenseMatrix vectors = DenseMatrix.zeros(classes - 1, labels.rows());
    double[] numbers = labels.column(0);
    double[] row = new double[numbers.length];
    for (int contrast = 1; contrast < classes; contrast++) {
      double place = contrast;
      double length = Math.sqrt(place * (place + 1));
      Arrays.setAll(
          row, i -> numbers[i] < place ? 1 / length : numbers[i] == place ? -place / length : 0);
      vectors.setRow(contrast - 1, row, 0);
    }
    return vectors;
  }

  /** Returns the rows of R for rows of which these are the first and the labels. */
  DenseMatrix tile(long first, DenseMatrix labels) {
    if (columns == null) {
      return labels;
    }
    int from = Math.toIntExact(first);
    return columns.rowRange(from, from + labels.rows());
  }
}
