package org.eigenlens.kernel;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;

/**
 * The sum of several kernels, which is a kernel again.
 *
 * @param parts at least one
 */
public record Sum(List<Kernel> parts) implements Kernel {

  /** Checks the parts. */
  public Sum {
    parts = Parts.checked(parts, "sum");
  }

  @Override
  public String name() {
    return Parts.name(parts, "sum");
  }

  @Override
  public void check(DenseMatrix rows, long first) {
    parts.forEach(part -> part.check(rows, first));
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    Parts.evaluate(parts, Double::sum, a, b, out);
  }

  @Override
  public double[] self(DenseMatrix a) {
    return Parts.self(parts, Double::sum, a);
  }

  @Override
  public double at(double[] x, double[] y) {
    double value = 0;
    for (Kernel part : parts) {
      value += part.at(x, y);
    }
    return value;
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double[] one = new double[x.length];
    Arrays.fill(out, 0);
    for (Kernel part : parts) {
      part.gradient(x, y, one);
      for (int j = 0; j < out.length; j++) {
        out[j] += one[j];
      }
    }
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    return parts.stream().allMatch(part -> part.isShiftInvariant(centered));
  }

  @Override
  public boolean isCheap() {
    return parts.stream().allMatch(Kernel::isCheap);
  }

  @Override
  public boolean isPositive() {
    return parts.stream().allMatch(Kernel::isPositive);
  }
}
