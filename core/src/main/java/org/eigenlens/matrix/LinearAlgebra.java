package org.eigenlens.matrix;

import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Products, eigendecompositions, QR and SVD of dense matrices.
 *
 * <p>Checks sizes, then runs on the {@link Backend}. Products that are large enough are cut into
 * pieces ({@link Products}). All methods are safe to call from several threads.
 */
public final class LinearAlgebra {

  /** Below this many operations threads inside LAPACK cost more than they bring. */
  private static final double LAPACK_THREADS_FROM = 5e8;

  private LinearAlgebra() {}

  /** Returns the backend of this process: native unless absent or switched off. */
  public static Backend backend() {
    return Backends.CHOSEN;
  }

  /**
   * Copies a matrix over another of the same shape, converting the precision if they differ; they
   * must not overlap.
   *
   * @throws java.util.concurrent.CancellationException if they are large and the calling thread is
   *     interrupted
   */
  public static void copy(DenseMatrix from, DenseMatrix to) {
    checkShape("target", to, from.rows(), from.columns());
    Products.forRows(
        from.rows(),
        from.columns(),
        (top, bottom) -> backend().copy(from.rowRange(top, bottom), to.rowRange(top, bottom)));
  }

  /** Returns a·b. */
  public static DenseMatrix multiply(DenseMatrix a, DenseMatrix b) {
    DenseMatrix c = DenseMatrix.unset(a.rows(), b.columns(), Precision.DOUBLE);
    multiply(1, a, false, b, false, 0, c);
    return c;
  }

  /**
   * Computes {@code c = alpha·op(a)·op(b) + beta·c}, where op transposes if asked; all in double,
   * or all in float, with about seven digits.
   */
  public static void multiply(
      double alpha,
      DenseMatrix a,
      boolean transposeA,
      DenseMatrix b,
      boolean transposeB,
      double beta,
      DenseMatrix c) {
    int m = transposeA ? a.columns() : a.rows();
    int inner = transposeA ? a.rows() : a.columns();
    int innerB = transposeB ? b.columns() : b.rows();
    int n = transposeB ? b.rows() : b.columns();
    if (inner != innerB) {
      throw new IllegalArgumentException(
          "Cannot multiply: the left factor has inner size "
              + inner
              + ", the right "
              + innerB
              + ".");
    }
    checkShape("product", c, m, n);
    checkSame(a, b, c);
    if (inner == 0 && beta == 0) {
      fill(c, 0);
    } else {
      Products.multiply(backend(), alpha, a, transposeA, b, transposeB, beta, c);
    }
  }

  /** Computes {@code c = alpha·a + beta·c} element by element. */
  public static void add(double alpha, DenseMatrix a, double beta, DenseMatrix c) {
    checkShape("sum", c, a.rows(), a.columns());
    double[] from = new double[a.columns()];
    double[] to = new double[a.columns()];
    for (int i = 0; i < a.rows(); i++) {
      a.getRow(i, from, 0);
      if (beta != 0) {
        c.getRow(i, to, 0);
      }
      for (int j = 0; j < from.length; j++) {
        to[j] = alpha * from[j] + (beta == 0 ? 0 : beta * to[j]);
      }
      c.setRow(i, to, 0);
    }
  }

  /** Sets every element. */
  public static void fill(DenseMatrix a, double value) {
    double[] row = new double[a.columns()];
    Arrays.fill(row, value);
    for (int i = 0; i < a.rows(); i++) {
      a.setRow(i, row, 0);
    }
  }

  /** Multiplies row i of a by factors[i]. */
  public static void scaleRows(DenseMatrix a, double[] factors) {
    checkLength("factors", factors, a.rows());
    double[] row = new double[a.columns()];
    for (int i = 0; i < a.rows(); i++) {
      a.getRow(i, row, 0);
      for (int j = 0; j < row.length; j++) {
        row[j] *= factors[i];
      }
      a.setRow(i, row, 0);
    }
  }

  /** Multiplies column j of a by factors[j]. */
  public static void scaleColumns(DenseMatrix a, double[] factors) {
    checkLength("factors", factors, a.columns());
    double[] row = new double[a.columns()];
    for (int i = 0; i < a.rows(); i++) {
      a.getRow(i, row, 0);
      for (int j = 0; j < row.length; j++) {
        row[j] *= factors[j];
      }
      a.setRow(i, row, 0);
    }
  }

  /** Adds aᵀa, or aaᵀ if {@code outer}, to the upper triangle of c. */
  public static void addGram(DenseMatrix a, boolean outer, DenseMatrix c) {
    int size = outer ? a.rows() : a.columns();
    checkShape("Gram matrix", c, size, size);
    checkDouble(a, c);
    Products.addGram(backend(), a, outer, c);
  }

  /** Copies the upper triangle of a square matrix over the lower one. */
  public static void mirror(DenseMatrix a) {
    checkShape("symmetric matrix", a, a.rows(), a.rows());
    int tile = 64;
    int n = a.rows();
    for (int i = 0; i < n; i += tile) {
      int iEnd = Math.min(n, i + tile);
      for (int j = i; j < n; j += tile) {
        int jEnd = Math.min(n, j + tile);
        double[][] block = a.rowRange(i, iEnd).columnRange(j, jEnd).toArray();
        DenseMatrix below = a.rowRange(j, jEnd).columnRange(i, iEnd);
        double[] row = new double[iEnd - i];
        for (int c = j; c < jEnd; c++) {
          below.getRow(c - j, row, 0);
          for (int r = i; r < Math.min(iEnd, c); r++) {
            row[r - i] = block[r - i][c - j];
          }
          below.setRow(c - j, row, 0);
        }
      }
    }
  }

  /** Adds {@code alpha·x·yᵀ} to a. */
  public static void addOuter(double alpha, double[] x, double[] y, DenseMatrix a) {
    checkLength("column entries", x, a.rows());
    checkLength("row entries", y, a.columns());
    checkDouble(a);
    backend().addOuter(alpha, x, y, a);
  }

  /**
   * Replaces each row of b by the solution f of L·f = row, or of Lᵀ·f = row if {@code transposed};
   * only the lower triangle of L is read.
   *
   * <p>Costs n² operations a row, in pieces of rows.
   *
   * @throws NumericalException if a diagonal element of L is zero or not a number
   */
  public static void solveLower(DenseMatrix lower, boolean transposed, DenseMatrix b) {
    int n = b.columns();
    checkShape("triangular matrix", lower, n, n);
    checkDouble(lower, b);
    for (int i = 0; i < n; i++) {
      double pivot = lower.get(i, i);
      if (pivot == 0 || Double.isNaN(pivot)) {
        throw new NumericalException(
            "Cannot solve: diagonal element %d of the triangular matrix is %s."
                .formatted(i, pivot));
      }
    }
    if (Parallel.inside() || (long) b.rows() * n * n < Products.PARALLEL_FROM) {
      backend().solveLower(lower, transposed, b);
      return;
    }
    int piece = Math.max(32, Math.min(Products.PIECE, (b.rows() + 7) / 8));
    Parallel.forEach(
        (b.rows() + piece - 1) / piece,
        i -> {
          int from = i * piece;
          int to = Math.min(b.rows(), from + piece);
          backend().solveLower(lower, transposed, b.rowRange(from, to));
        });
  }

  /** Returns the sum of the rows of a. */
  public static double[] sumOfRows(DenseMatrix a) {
    checkDouble(a);
    try (Scratch scratch = new Scratch()) {
      DenseMatrix ones = scratch.matrix(1, a.rows());
      fill(ones, 1);
      DenseMatrix sums = scratch.zeros(1, a.columns());
      backend().multiply(1, ones, false, a, false, 0, sums);
      return sums.row(0);
    }
  }

  /** Subtracts {@code row} from every row of a. */
  public static void subtractFromRows(DenseMatrix a, double[] row) {
    checkLength("row", row, a.columns());
    checkDouble(a);
    double[] ones = new double[a.rows()];
    Arrays.fill(ones, 1);
    backend().addOuter(-1, ones, row, a);
  }

  /**
   * Returns the eigenvalues of a symmetric matrix in ascending order and replaces it by the
   * eigenvectors, a row each. Only the upper triangle is read.
   *
   * <p>Costs about 9n³ operations.
   */
  public static double[] symmetricEigen(DenseMatrix a) {
    checkShape("symmetric matrix", a, a.rows(), a.rows());
    checkDouble(a);
    checkFinite(a, true);
    return multithreaded(9 * cube(a.rows()), () -> backend().symmetricEigen(a));
  }

  /**
   * Returns the eigenvalues of a symmetric matrix in ascending order; a is destroyed. Only the
   * upper triangle is read.
   *
   * <p>Costs about 4n³/3 operations.
   */
  public static double[] symmetricEigenvalues(DenseMatrix a) {
    checkShape("symmetric matrix", a, a.rows(), a.rows());
    checkDouble(a);
    checkFinite(a, true);
    return multithreaded(4 * cube(a.rows()) / 3, () -> backend().symmetricEigenvalues(a));
  }

  /**
   * Returns the largest eigenvalues of a symmetric matrix in ascending order and writes their
   * eigenvectors to the rows of {@code vectors}; a copy of a is taken. Both its triangles are read.
   *
   * <p>Costs about 4n³/3 operations, nearly whatever the number of vectors, and three times as much
   * where eigenvalues repeat in a way that few vectors cannot be told apart.
   */
  public static double[] largestEigen(DenseMatrix a, DenseMatrix vectors) {
    checkShape("symmetric matrix", a, a.rows(), a.rows());
    checkShape("eigenvectors", vectors, vectors.rows(), a.rows());
    checkDouble(a, vectors);
    if (vectors.rows() > a.rows()) {
      throw new IllegalArgumentException(
          vectors.rows() + " eigenvectors were asked of a matrix of size " + a.rows() + ".");
    }
    checkFinite(a, true);
    return multithreaded(4 * cube(a.rows()) / 3, () -> LargestEigen.of(backend(), a, vectors));
  }

  /** Replaces a tall matrix by an orthonormal basis of its columns; returns R with a = basis·R. */
  public static DenseMatrix qr(DenseMatrix a) {
    return qr(a, 4, backend()::qr);
  }

  /** Returns the R of {@link #qr} at half the cost: the basis is not formed, and a is destroyed. */
  public static DenseMatrix qrTriangle(DenseMatrix a) {
    return qr(a, 2, backend()::qrTriangle);
  }

  private static DenseMatrix qr(
      DenseMatrix a, double cost, BiConsumer<DenseMatrix, DenseMatrix> factorization) {
    if (a.rows() < a.columns()) {
      throw new IllegalArgumentException(
          "QR needs at least as many rows as columns, not " + a.rows() + " × " + a.columns() + ".");
    }
    return triangle(a, a.columns(), cost * a.rows() * a.columns() * a.columns(), factorization);
  }

  /** Replaces a wide matrix by an orthonormal basis of its rows; returns L with a = L·basis. */
  public static DenseMatrix lq(DenseMatrix a) {
    return lq(a, 4, backend()::lq);
  }

  /** Returns the L of {@link #lq} at half the cost: the basis is not formed, and a is destroyed. */
  public static DenseMatrix lqTriangle(DenseMatrix a) {
    return lq(a, 2, backend()::lqTriangle);
  }

  private static DenseMatrix lq(
      DenseMatrix a, double cost, BiConsumer<DenseMatrix, DenseMatrix> factorization) {
    if (a.columns() < a.rows()) {
      throw new IllegalArgumentException(
          "LQ needs at least as many columns as rows, not " + a.rows() + " × " + a.columns() + ".");
    }
    return triangle(a, a.rows(), cost * a.rows() * a.rows() * a.columns(), factorization);
  }

  private static DenseMatrix triangle(
      DenseMatrix a,
      int size,
      double operations,
      BiConsumer<DenseMatrix, DenseMatrix> factorization) {
    checkDouble(a);
    DenseMatrix triangle = DenseMatrix.unset(size, size, Precision.DOUBLE);
    return multithreaded(
        operations,
        () -> {
          factorization.accept(a, triangle);
          return triangle;
        });
  }

  /** The thin singular value decomposition left · diag(values) · right, values descending. */
  public record Svd(DenseMatrix left, double[] values, DenseMatrix right) {}

  /** Decomposes a matrix, which is destroyed. */
  public static Svd svd(DenseMatrix a) {
    checkDouble(a);
    checkFinite(a, false);
    int p = Math.min(a.rows(), a.columns());
    DenseMatrix left = DenseMatrix.unset(a.rows(), p, Precision.DOUBLE);
    DenseMatrix right = DenseMatrix.unset(p, a.columns(), Precision.DOUBLE);
    double[] values =
        multithreaded(10.0 * p * a.rows() * a.columns(), () -> backend().svd(a, left, right));
    return new Svd(left, values, right);
  }

  private static double cube(double size) {
    return size * size * size;
  }

  /** Runs one large call on all cores, unless our own loops already do. */
  private static <T> T multithreaded(double operations, Supplier<T> work) {
    if (operations < LAPACK_THREADS_FROM || Parallel.inside() || Parallel.threads() == 1) {
      return work.get();
    }
    Object[] result = new Object[1];
    backend().multithreaded(Parallel.threads(), () -> result[0] = work.get());
    @SuppressWarnings("unchecked")
    T typed = (T) result[0];
    return typed;
  }

  private static void checkShape(String what, DenseMatrix a, int rows, int columns) {
    if (a.rows() != rows || a.columns() != columns) {
      throw new IllegalArgumentException(
          "The %s is %d × %d, but %d × %d is needed."
              .formatted(what, a.rows(), a.columns(), rows, columns));
    }
  }

  private static void checkDouble(DenseMatrix... matrices) {
    for (DenseMatrix matrix : matrices) {
      if (matrix.precision() != Precision.DOUBLE) {
        throw new IllegalArgumentException(
            "Arithmetic needs doubles, but this is a " + matrix + "; copy it to double first.");
      }
    }
  }

  private static void checkSame(DenseMatrix... matrices) {
    boolean narrow = false;
    boolean wide = false;
    for (DenseMatrix matrix : matrices) {
      narrow |= matrix.precision() == Precision.FLOAT;
      wide |= matrix.precision() == Precision.DOUBLE;
    }
    if (narrow && wide) {
      checkDouble(matrices);
    }
  }

  /** Refuses what iterations would not survive; the cost is small beside theirs. */
  private static void checkFinite(DenseMatrix a, boolean upperOnly) {
    double[] row = new double[a.columns()];
    for (int i = 0; i < a.rows(); i++) {
      a.getRow(i, row, 0);
      for (int j = upperOnly ? i : 0; j < row.length; j++) {
        if (!Double.isFinite(row[j])) {
          throw new NumericalException(
              "Cannot decompose a matrix that is not finite in row %d, column %d; look for values of extreme size, and scale them."
                  .formatted(i + 1, j + 1));
        }
      }
    }
  }

  private static void checkLength(String what, double[] values, int length) {
    if (values.length != length) {
      throw new IllegalArgumentException(
          "The " + what + " number " + values.length + ", but " + length + " are needed.");
    }
  }
}
