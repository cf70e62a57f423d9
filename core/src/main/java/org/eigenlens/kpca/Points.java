package org.eigenlens.kpca;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.kernel.Kernel;
import org.eigenlens.kernel.Linear;
import org.eigenlens.kernel.Polynomial;
import org.eigenlens.kernel.Rbf;
import org.eigenlens.kernel.Shift;
import org.eigenlens.kernel.Sigmoid;
import org.eigenlens.kernel.preimage.PreImageMethod;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.RowFrame;

/**
 * Rows in memory as a kernel sees them.
 *
 * @param kernel the kernel chosen for them; null if it is to be made from them
 * @param frame how rows get there
 * @param rows a copy, prepared
 * @param way the way back to points
 */
public record Points(Kernel kernel, RowFrame frame, DenseMatrix rows, PreImageMethod way) {

  /** What is 2⁻⁵² of less than this is not a normal number any more. */
  static final double VANISHING = 1e-290;

  /**
   * Prepares rows: measures columns, standardises them if asked, and chooses the kernel.
   *
   * @param allowance that the copy is taken from
   */
  public static Points of(
      KernelPcaOptions options,
      Matrix x,
      List<String> names,
      List<String> warnings,
      Allowance allowance) {
    RowFrame measured = Frames.measure(options, x, names, warnings);
    DenseMatrix points = allowance.copy(x);
    if (options.standardize()) {
      measured.enter(points);
    }
    Kernel kernel = options.choose(points);
    // Refuses what does not go together before any time is spent on it.
    PreImageMethod way = options.preImage(kernel);
    kernel.check(points, 0);
    RowFrame frame = measured;
    if (!options.standardize()) {
      // Distances and centred products are the same around the mean, and lose no digits there.
      boolean shifts = kernel.isShiftInvariant(options.center());
      double[] origin = shifts ? Shift.of(points, measured.mean()) : new double[x.columns()];
      frame = new RowFrame(measured.mean(), origin, null);
      frame.enter(points);
    }
    double[] selves = kernel.self(points);
    checkSizes(selves);
    if (kernel instanceof Sigmoid) {
      // Its own values are bounded, but of products that overflow not even the sign is right.
      checkSizes(new Linear().self(points));
    }
    if (isVanishing(kernel, selves, points, options.center())) {
      throw vanishing();
    }
    return new Points(kernel, frame, points, way);
  }

  /**
   * Prepares rows for methods that measure distances and make a kernel of them later.
   *
   * @param allowance that the copy is taken from
   */
  public static Points ofDistances(
      KernelPcaOptions options,
      Matrix x,
      List<String> names,
      List<String> warnings,
      Allowance allowance) {
    RowFrame frame = Frames.measure(options, x, names, warnings);
    DenseMatrix points = allowance.copy(x);
    if (!options.standardize()) {
      frame = new RowFrame(frame.mean(), Shift.of(points, frame.mean()), null);
    }
    frame.enter(points);
    return new Points(null, frame, points, null);
  }

  /** Refuses rows whose kernel with themselves overflows, before it spoils that of the others. */
  private static void checkSizes(double[] selves) {
    for (int i = 0; i < selves.length; i++) {
      if (!Double.isFinite(selves[i])) {
        throw NumericalException.atRow(
            i,
            "its kernel with itself is not finite, since its values are too large; standardise the"
                + " data, or choose a smaller gamma or another kernel.");
      }
    }
  }

  /**
   * Tells whether points differ, and their kernel does not: products of them are zero, or so near
   * to it that the digits of a result would be missing, and computing with them takes ages.
   */
  private static boolean isVanishing(
      Kernel kernel, double[] selves, DenseMatrix points, boolean centered) {
    double largest = largest(selves);
    if (kernel instanceof Rbf rbf && centered) {
      largest = rbf.gamma() * largest(new Linear().self(points));
    } else if (largest == 0 && !isOfProducts(kernel)) {
      return false; // of points as they are, whatever they are, or a constant takes away
    }
    return largest < VANISHING && !isZero(points);
  }

  /** Creates the complaint about values whose kernel is no number any more. */
  static NumericalException vanishing() {
    return new NumericalException(
        "The values are so small that what the kernel makes of them is zero to double numbers; use"
            + " other units or a larger gamma, or standardise the columns.");
  }

  /** Creates the complaint about a kernel whose trace is no number. */
  static NumericalException overflowing(long rows) {
    return new NumericalException(
        "The kernels of %d rows with themselves sum to more than 1.8e308, the largest double number; use other units, or standardise the columns."
            .formatted(rows));
  }

  private static boolean isOfProducts(Kernel kernel) {
    return kernel instanceof Linear
        || (kernel instanceof Polynomial power && power.coef0() == 0)
        || (kernel instanceof Sigmoid bent && bent.coef0() == 0);
  }

  private static double largest(double[] values) {
    return Arrays.stream(values).map(Math::abs).max().orElse(0);
  }

  private static boolean isZero(DenseMatrix points) {
    for (int i = 0; i < points.rows(); i++) {
      if (largest(points.row(i)) > 0) {
        return false;
      }
    }
    return true;
  }
}
