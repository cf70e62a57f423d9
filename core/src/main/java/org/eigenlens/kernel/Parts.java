package org.eigenlens.kernel;

import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.Collectors;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Scratch;

/** What sums and products of kernels share: several kernels, and how two values become one. */
final class Parts {

  private Parts() {}

  /** Copies the parts of a kernel, of which there is one at least, and each has points. */
  static List<Kernel> checked(List<Kernel> parts, String whole) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(
          "A " + whole + " of kernels needs at least 1 part, not 0.");
    }
    if (parts.stream().anyMatch(Precomputed.class::isInstance)) {
      throw new IllegalArgumentException("A precomputed kernel cannot be part of a " + whole + ".");
    }
    return List.copyOf(parts);
  }

  static String name(List<Kernel> parts, String whole) {
    return parts.stream().map(Kernel::name).collect(Collectors.joining(", ", whole + "(", ")"));
  }

  static void evaluate(
      List<Kernel> parts,
      DoubleBinaryOperator joining,
      DenseMatrix a,
      DenseMatrix b,
      DenseMatrix out) {
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
          join(values, row, joining);
          out.setRow(i, values, 0);
        }
      }
    }
  }

  static double[] self(List<Kernel> parts, DoubleBinaryOperator joining, DenseMatrix a) {
    double[] values = parts.get(0).self(a);
    for (Kernel part : parts.subList(1, parts.size())) {
      join(values, part.self(a), joining);
    }
    return values;
  }

  private static void join(double[] values, double[] others, DoubleBinaryOperator joining) {
    for (int j = 0; j < values.length; j++) {
      values[j] = joining.applyAsDouble(values[j], others[j]);
    }
  }
}
