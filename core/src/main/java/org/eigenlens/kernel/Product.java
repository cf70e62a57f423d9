package org.eigenlens.kernel;

import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;

/**
 * The product of several kernels, which is a kernel again.
 *
 * @param parts at least one
 */
public record Product(List<Kernel> parts) implements Kernel {

  /** Checks the parts. */
  public Product {
    parts = Parts.checked(parts, "product");
  }

  @Override
  public String name() {
    return Parts.name(parts, "product");
  }

  @Override
  public void check(DenseMatrix rows, long first) {
    parts.forEach(part -> part.check(rows, first));
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    Parts.evaluate(parts, (x, y) -> x * y, a, b, out);
  }

  @Override
  public double[] self(DenseMatrix a) {
    return Parts.self(parts, (x, y) -> x * y, a);
  }

  @Override
  public double at(double[] x, double[] y) {
    double value = 1;
    for (Kernel part : parts) {
      value *= part.at(x, y);
    }
    return value;
  }

  @Override
  public void gradient(double[] x, double[] y, double[] out) {
    double[] one = new double[x.length];
    Arrays.fill(out, 0);
    for (int p = 0; p < parts.size(); p++) {
      double others = 1;
      for (int q = 0; q < parts.size(); q++) {
        others *= q == p ? 1 : parts.get(q).at(x, y);
      }
      parts.get(p).gradient(x, y, one);
      for (int j = 0; j < out.length; j++) {
        out[j] += others * one[j];
      }
    }
  }

  @Override
  public boolean isShiftInvariant(boolean centered) {
    // What centring removes from a part it does not remove from a product.
    return parts.stream().allMatch(part -> part.isShiftInvariant(false));
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
