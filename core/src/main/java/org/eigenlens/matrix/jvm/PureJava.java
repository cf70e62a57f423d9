package org.eigenlens.matrix.jvm;

import java.util.Arrays;
import org.eigenlens.matrix.Backend;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Storage;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.SingularOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.interfaces.decomposition.QRDecomposition;
import org.ejml.interfaces.decomposition.SingularValueDecomposition_F64;

/**
 * Linear algebra without native code: blocked products of our own, factorisations by EJML.
 *
 * <p>Ten to thirty times slower than OpenBLAS on large matrices, and as accurate.
 */
public final class PureJava implements Backend {

  private static final int INNER = 128;
  private static final int WIDTH = 512;

  @Override
  public String name() {
    return "pure Java";
  }

  @Override
  public Storage allocate(long length, Precision precision, boolean zeroed) {
    return new HeapStorage(length, precision);
  }

  @Override
  public void copy(DenseMatrix from, DenseMatrix to) {
    boolean narrowing = from.precision() == Precision.DOUBLE && to.precision() == Precision.FLOAT;
    double[] row = new double[from.columns()];
    for (int i = 0; i < from.rows(); i++) {
      from.getRow(i, row, 0);
      if (narrowing) {
        for (double value : row) {
          if (Math.abs(value) > Float.MAX_VALUE) {
            throw new NumericalException(
                "A value lies outside the range of float (±3.4e38); keep the data in double.");
          }
        }
      }
      to.setRow(i, row, 0);
    }
  }

  /**
   * Multiplies block by block: a block of op(b) stays in cache while rows of op(a) pass over it.
   */
  @Override
  public void multiply(
      double alpha,
      DenseMatrix a,
      boolean transposeA,
      DenseMatrix b,
      boolean transposeB,
      double beta,
      DenseMatrix c) {
    int m = c.rows();
    int n = c.columns();
    int inner = transposeA ? a.rows() : a.columns();
    double[] left = new double[INNER * Math.max(1, Math.min(m, WIDTH))];
    double[] right = new double[INNER * Math.min(n, WIDTH)];
    double[] sums = new double[Math.min(n, WIDTH)];
    scale(beta, c);
    if (alpha == 0) {
      return;
    }
    for (int p = 0; p < inner; p += INNER) {
      int depth = Math.min(INNER, inner - p);
      for (int j = 0; j < n; j += WIDTH) {
        int width = Math.min(WIDTH, n - j);
        pack(b, transposeB, p, depth, j, width, right);
        for (int i = 0; i < m; i += WIDTH) {
          int height = Math.min(WIDTH, m - i);
          pack(a, transposeA, i, height, p, depth, left);
          for (int r = 0; r < height; r++) {
            DenseMatrix target = c.rowRange(i + r, i + r + 1).columnRange(j, j + width);
            target.getRow(0, sums, 0);
            accumulate(alpha, left, r * depth, depth, right, width, sums);
            target.setRow(0, sums, 0);
          }
        }
      }
    }
  }

  /** Adds alpha times a row of the left block times the right block; four rows of it at a time. */
  private static void accumulate(
      double alpha, double[] left, int at, int depth, double[] right, int width, double[] sums) {
    int q = 0;
    for (; q + 3 < depth; q += 4) {
      double f0 = alpha * left[at + q];
      double f1 = alpha * left[at + q + 1];
      double f2 = alpha * left[at + q + 2];
      double f3 = alpha * left[at + q + 3];
      int r0 = q * width;
      int r1 = r0 + width;
      int r2 = r1 + width;
      int r3 = r2 + width;
      for (int j = 0; j < width; j++) {
        sums[j] +=
            f0 * right[r0 + j] + f1 * right[r1 + j] + (f2 * right[r2 + j] + f3 * right[r3 + j]);
      }
    }
    for (; q < depth; q++) {
      double f = alpha * left[at + q];
      int row = q * width;
      for (int j = 0; j < width; j++) {
        sums[j] += f * right[row + j];
      }
    }
  }

  /** Copies a block of op(a), row-major and without gaps. */
  private static void pack(
      DenseMatrix a,
      boolean transposed,
      int row,
      int rows,
      int column,
      int columns,
      double[] into) {
    if (!transposed) {
      DenseMatrix block = a.rowRange(row, row + rows).columnRange(column, column + columns);
      for (int i = 0; i < rows; i++) {
        block.getRow(i, into, i * columns);
      }
      return;
    }
    DenseMatrix block = a.rowRange(column, column + columns).columnRange(row, row + rows);
    double[] line = new double[rows];
    for (int j = 0; j < columns; j++) {
      block.getRow(j, line, 0);
      for (int i = 0; i < rows; i++) {
        into[i * columns + j] = line[i];
      }
    }
  }

  private static void scale(double beta, DenseMatrix c) {
    if (beta == 1) {
      return;
    }
    double[] row = new double[c.columns()];
    for (int i = 0; i < c.rows(); i++) {
      if (beta != 0) {
        c.getRow(i, row, 0);
        for (int j = 0; j < row.length; j++) {
          row[j] *= beta;
        }
      }
      c.setRow(i, row, 0);
    }
  }

  @Override
  public void addGram(DenseMatrix a, boolean outer, DenseMatrix c) {
    int n = c.rows();
    int block = 128;
    for (int i = 0; i < n; i += block) {
      int end = Math.min(n, i + block);
      // Diagonal blocks would spill below the diagonal: add them through a copy.
      DenseMatrix corner = square(end - i);
      DenseMatrix left = outer ? a.rowRange(i, end) : a.columnRange(i, end);
      multiply(1, left, !outer, left, outer, 0, corner);
      for (int r = 0; r < end - i; r++) {
        DenseMatrix target = c.rowRange(i + r, i + r + 1).columnRange(i + r, end);
        double[] row = target.row(0);
        double[] more = corner.row(r);
        for (int j = 0; j < row.length; j++) {
          row[j] += more[r + j];
        }
        target.setRow(0, row, 0);
      }
      if (end < n) {
        DenseMatrix right = outer ? a.rowRange(end, n) : a.columnRange(end, n);
        multiply(1, left, !outer, right, outer, 1, c.rowRange(i, end).columnRange(end, n));
      }
    }
  }

  private static DenseMatrix square(int size) {
    Storage storage = new HeapStorage((long) size * size, Precision.DOUBLE);
    return DenseMatrix.over(storage, size, size);
  }

  @Override
  public void addOuter(double alpha, double[] x, double[] y, DenseMatrix a) {
    double[] row = new double[y.length];
    for (int i = 0; i < x.length; i++) {
      a.getRow(i, row, 0);
      double f = alpha * x[i];
      for (int j = 0; j < row.length; j++) {
        row[j] += f * y[j];
      }
      a.setRow(i, row, 0);
    }
  }

  /** Solves for a block of unknowns at a time; products take those already known away. */
  @Override
  public void solveLower(DenseMatrix lower, boolean transposed, DenseMatrix b) {
    int n = b.columns();
    int block = 64;
    int blocks = (n + block - 1) / block;
    for (int step = 0; step < blocks; step++) {
      int from = block * (transposed ? blocks - 1 - step : step);
      int to = Math.min(n, from + block);
      DenseMatrix unknown = b.columnRange(from, to);
      if (transposed) {
        DenseMatrix below = lower.rowRange(to, n).columnRange(from, to);
        multiply(-1, b.columnRange(to, n), false, below, false, 1, unknown);
      } else {
        DenseMatrix left = lower.rowRange(from, to).columnRange(0, from);
        multiply(-1, b.columnRange(0, from), false, left, true, 1, unknown);
      }
      double[][] triangle = lower.rowRange(from, to).columnRange(from, to).toArray();
      double[] f = new double[to - from];
      for (int i = 0; i < b.rows(); i++) {
        unknown.getRow(i, f, 0);
        substitute(triangle, transposed, f);
        unknown.setRow(i, f, 0);
      }
    }
  }

  private static void substitute(double[][] lower, boolean transposed, double[] f) {
    if (transposed) {
      for (int j = f.length - 1; j >= 0; j--) {
        f[j] /= lower[j][j];
        for (int p = 0; p < j; p++) {
          f[p] -= lower[j][p] * f[j];
        }
      }
      return;
    }
    for (int j = 0; j < f.length; j++) {
      double sum = f[j];
      for (int p = 0; p < j; p++) {
        sum -= lower[j][p] * f[p];
      }
      f[j] = sum / lower[j][j];
    }
  }

  @Override
  public double[] symmetricEigen(DenseMatrix a) {
    return symmetricEigen(a, true);
  }

  @Override
  public double[] symmetricEigenvalues(DenseMatrix a) {
    return symmetricEigen(a, false);
  }

  private static double[] symmetricEigen(DenseMatrix a, boolean vectors) {
    int n = a.rows();
    if (n == 0) {
      return new double[0];
    }
    DMatrixRMaj matrix = new DMatrixRMaj(n, n);
    double largest = 0;
    for (int i = 0; i < n; i++) {
      double[] row = a.row(i);
      for (int j = i; j < n; j++) {
        matrix.set(i, j, row[j]);
        matrix.set(j, i, row[j]);
        largest = Math.max(largest, Math.abs(row[j]));
      }
    }
    // The shifted QR iteration squares its entries: keep them near one.
    double unit = largest > 0 && largest < Double.POSITIVE_INFINITY ? powerOfTwo(largest) : 1;
    for (int i = 0; i < matrix.data.length; i++) {
      matrix.data[i] /= unit;
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, vectors, true);
    require(eigen.decompose(matrix), "symmetric eigenvalue");
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (i, j) ->
            Double.compare(eigen.getEigenvalue(i).getReal(), eigen.getEigenvalue(j).getReal()));
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = eigen.getEigenvalue(order[i]).getReal() * unit;
      if (vectors) {
        a.setRow(i, eigen.getEigenVector(order[i]).data, 0);
      }
    }
    return values;
  }

  private static double powerOfTwo(double value) {
    return Math.scalb(1.0, Math.getExponent(value));
  }

  @Override
  public double[] largestEigen(DenseMatrix a, DenseMatrix vectors) {
    int n = a.rows();
    int k = vectors.rows();
    double[] all = symmetricEigen(a);
    copy(a.rowRange(n - k, n), vectors);
    return Arrays.copyOfRange(all, n - k, n);
  }

  @Override
  public void qr(DenseMatrix a, DenseMatrix r) {
    QRDecomposition<DMatrixRMaj> qr = factored(toEjml(a));
    write(qr.getQ(null, true), a);
    write(qr.getR(null, true), r);
  }

  @Override
  public void lq(DenseMatrix a, DenseMatrix l) {
    QRDecomposition<DMatrixRMaj> qr = factored(CommonOps_DDRM.transpose(toEjml(a), null));
    write(CommonOps_DDRM.transpose(qr.getQ(null, true), null), a);
    write(CommonOps_DDRM.transpose(qr.getR(null, true), null), l);
  }

  @Override
  public void qrTriangle(DenseMatrix a, DenseMatrix r) {
    write(factored(toEjml(a)).getR(null, true), r);
  }

  @Override
  public void lqTriangle(DenseMatrix a, DenseMatrix l) {
    DMatrixRMaj transposed = CommonOps_DDRM.transpose(toEjml(a), null);
    write(CommonOps_DDRM.transpose(factored(transposed).getR(null, true), null), l);
  }

  private static QRDecomposition<DMatrixRMaj> factored(DMatrixRMaj a) {
    QRDecomposition<DMatrixRMaj> qr = DecompositionFactory_DDRM.qr(a.numRows, a.numCols);
    // It reports columns that depend on others as a failure, yet completes the basis all the same.
    boolean unused = qr.decompose(a);
    return qr;
  }

  @Override
  public double[] svd(DenseMatrix a, DenseMatrix left, DenseMatrix right) {
    int p = Math.min(a.rows(), a.columns());
    if (p == 0) {
      return new double[0];
    }
    SingularValueDecomposition_F64<DMatrixRMaj> svd =
        DecompositionFactory_DDRM.svd(a.rows(), a.columns(), true, true, true);
    require(svd.decompose(toEjml(a)), "singular value");
    DMatrixRMaj u = svd.getU(null, false);
    DMatrixRMaj v = svd.getV(null, true);
    double[] values = Arrays.copyOf(svd.getSingularValues(), p);
    SingularOps_DDRM.descendingOrder(u, false, values, p, v, true);
    write(u, left);
    write(v, right);
    return values;
  }

  private static DMatrixRMaj toEjml(DenseMatrix a) {
    return DMatrixRMaj.wrap(a.rows(), a.columns(), a.toRowMajor());
  }

  private static void write(DMatrixRMaj from, DenseMatrix to) {
    for (int i = 0; i < to.rows(); i++) {
      to.setRow(i, from.data, i * from.numCols);
    }
  }

  private static void require(boolean converged, String what) {
    if (!converged) {
      throw new NumericalException(
          "The "
              + what
              + " decomposition did not converge; look for values that are not finite or of"
              + " extreme size.");
    }
  }

  @Override
  public void multithreaded(int threads, Runnable work) {
    work.run();
  }
}
