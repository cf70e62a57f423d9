package org.eigenlens.kernel;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Scratch;

/**
 * The product of several kernels, which is a kernel again.
 *
 * @param parts at least one
 */
public record Product(List<Kernel> parts) implements Kernel {

  /** Checks the parts. */
  public Product {
    parts = List.copyOf(parts);
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("A product of kernels needs at least 1 part, not 0.");
    }
    if (parts.stream().anyMatch(Precomputed.class::isInstance)) {
      throw new IllegalArgumentException("A precomputed kernel cannot be part of a product.");
    }
  }

  @Override
  public String name() {
    return parts.stream().map(Kernel::name).collect(Collectors.joining(", ", "product(", ")"));
  }

  @Override
  public void check(DenseMatrix rows, long first) {
    parts.forEach(part -> part.check(rows, first));
  }

  @Override
  public void evaluate(DenseMatrix a, DenseMatrix b, DenseMatrix out) {
    parts.get(0).evaluate(a, b, out);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix next = scratch.matrix(out.rows(), out.columns());
      double[] values = new double[out.columns()];
      double[] row = new double[out.columns()];
      for (Kernel part : parts.subList(1, parts.size())) {
        part.evaluate(a, b, next);
        for (int i = 0; i < out.rows(); i++) {
          out.getRow(i, values, 0);
          next.getRow(i, row, 0);
          for (int j = 0; j < row.length; j++) {
            values[j] *= row[j];
          }
          out.setRow(i, values, 0);
        }
      }
    }
  }

  @Override
  public double[] self(DenseMatrix a) {
    double[] values = parts.get(0).self(a);
    for (Kernel part : parts.subList(1, parts.size())) {
      double[] others = part.self(a);
      for (int i = 0; i < values.length; i++) {
        values[i] *= others[i];
      }
    }
    return values;
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
  public boolean isPositive() {
    return parts.stream().allMatch(Kernel::isPositive);
  }
}
