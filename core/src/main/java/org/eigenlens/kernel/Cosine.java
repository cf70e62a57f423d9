package org.eigenlens.kernel;

import java.util.Arrays;
import org.eigenlens.matrix.DenseMatrix;

/** k(x, y) = x·y / (‖x‖‖y‖), and 0 where either is the zero vector. */
public record Cosine() implements Kernel {

  @Override
  public String name() {
    return "cosine";
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    double[] left = inverseNorms(a);
    double[] right = inverseNorms(b);
    Blocks.products(
        a,
        b,
        out,
        (row, values) -> {
          for (int j = 0; j < values.length; j++) {
            values[j] *= left[row] * right[j];
          }
        });
  }

  private static double[] inverseNorms(DenseMatrix a) {
    double[] norms = Blocks.squaredNorms(a);
    Arrays.setAll(norms, i -> norms[i] == 0 ? 0 : 1 / Math.sqrt(norms[i]));
    return norms;
  }

  @Override
  public double[] self(DenseMatrix a) {
    return Arrays.stream(Blocks.squaredNorms(a)).map(square -> square == 0 ? 0 : 1).toArray();
  }

  @Override
  public double at(double[] x, double[] y) {
    double squares = Blocks.dot(x, x) * Blocks.dot(y, y);
    return squares == 0 ? 0 : Blocks.dot(x, y) / Math.sqrt(squares);
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double square = Blocks.dot(x, x);
    double norms = Math.sqrt(square * Blocks.dot(y, y));
    double value = at(x, y);
    Arrays.setAll(out, j -> norms == 0 ? 0 : y[j] / norms - value * x[j] / square);
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
