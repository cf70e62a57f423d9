package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Scratch;

/** k(x, y) = x·y / (‖x‖‖y‖), and 0 where either is the zero vector. */
public record Cosine() implements Kernel {

  /** Sums of squares beyond these have overflowed or lost digits to underflow. */
  private static final double SMALLEST = 1e-280;

  private static final double LARGEST = 1e280;

  @Override
  public String name() {
    return "cosine";
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    try (Scratch scratch = new Scratch()) {
      DenseMatrix safeA = safe(a, scratch);
      DenseMatrix safeB = safe(b, scratch);
      double[] left = inverseNorms(safeA);
      double[] right = inverseNorms(safeB);
      Blocks.products(
          safeA,
          safeB,
          out,
          (row, values) -> {
            for (int j = 0; j < values.length; j++) {
              values[j] *= left[row] * right[j];
            }
          });
    }
  }

  private static double[] inverseNorms(DenseMatrix a) {
    double[] norms = Blocks.squaredNorms(a);
    Arrays.setAll(norms, i -> norms[i] == 0 ? 0 : 1 / Math.sqrt(norms[i]));
    return norms;
  }

  /**
   * Returns rows of the same directions whose squares neither overflow nor lose digits: the rows
   * themselves, or where it must be copies times powers of two.
   */
  private static DenseMatrix safe(DenseMatrix a, Scratch scratch) {
    double[] squares = Blocks.squaredNorms(a);
    double[] row = new double[a.columns()];
    boolean safe = true;
    for (int i = 0; i < squares.length && safe; i++) {
      safe = isSafe(squares[i]);
      if (squares[i] == 0) {
        a.getRow(i, row, 0);
        safe = Arrays.stream(row).allMatch(value -> value == 0);
      }
    }
    if (safe) {
      return a;
    }
    DenseMatrix scaled = scratch.matrix(a.rows(), a.columns(), a.precision());
    for (int i = 0; i < a.rows(); i++) {
      scaled.setRow(i, safe(a.row(i)), 0);
    }
    return scaled;
  }

  private static boolean isSafe(double square) {
    return square > SMALLEST && square < LARGEST;
  }

  private static double[] safe(double[] x) {
    int exponent = exponent(x);
    return Arrays.stream(x).map(value -> Math.scalb(value, -exponent)).toArray();
  }

  private static int exponent(double[] x) {
    double largest = Arrays.stream(x).map(Math::abs).max().orElse(0);
    return largest == 0 ? 0 : Math.getExponent(largest);
  }

  @Override
  public double[] self(DenseMatrix a) {
    double[] self = new double[a.rows()];
    Arrays.setAll(self, i -> Arrays.stream(a.row(i)).allMatch(value -> value == 0) ? 0 : 1);
    return self;
  }

  @Override
  public double at(double[] x, double[] y) {
    double xx = Blocks.dot(x, x);
    double yy = Blocks.dot(y, y);
    if (isSafe(xx) && isSafe(yy) && isSafe(xx * yy)) {
      return Blocks.dot(x, y) / Math.sqrt(xx * yy);
    }
    double[] u = safe(x);
    double[] v = safe(y);
    double squares = Blocks.dot(u, u) * Blocks.dot(v, v);
    return squares == 0 ? 0 : Blocks.dot(u, v) / Math.sqrt(squares);
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double[] u = safe(x);
    double[] v = safe(y);
    double square = Blocks.dot(u, u);
    double norms = Math.sqrt(square * Blocks.dot(v, v));
    double value = at(x, y);
    // The kernel knows directions alone: in a unit of 2ᵉ the gradient is 2ᵉ times as large.
    int exponent = exponent(x);
    Arrays.setAll(
        out, j -> norms == 0 ? 0 : Math.scalb(v[j] / norms - value * u[j] / square, -exponent));
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return false;
  }

  @Override
  public boolean isCheap() {
    return true;
  }

  @Override
  public boolean isPositive() {
    return true;
  }
}
