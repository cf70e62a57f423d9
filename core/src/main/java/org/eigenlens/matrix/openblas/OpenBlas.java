package org.eigenlens.matrix.openblas;

import java.util.Arrays;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.openblas.global.openblas;
import org.eigenlens.matrix.Backend;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Leaving;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Storage;

/**
 * BLAS and LAPACK by OpenBLAS, bundled for each platform by the bytedeco presets.
 *
 * <p>LAPACK thinks in columns. A row-major matrix is the column-major layout of its transpose, so
 * every call here is phrased for the transpose (QR becomes LQ, left singular vectors become right
 * ones) and no matrix is ever reordered.
 *
 * <p>OpenBLAS is kept at one thread: our own loops keep the cores busy, and two levels of threads
 * collapse. {@link #multithreaded} lifts that for single large factorisations, for the whole
 * process: products on other threads use several meanwhile, too.
 */
public final class OpenBlas implements Backend {

  private static final int COLUMNS_FIRST = openblas.LAPACK_COL_MAJOR;

  /** Loads the native library; throws an {@link UnsatisfiedLinkError} where there is none. */
  public OpenBlas() {
    // JavaCPP would cap off-heap memory at the heap's size; the caller's budget decides instead.
    setUnlessGiven("org.bytedeco.javacpp.maxBytes", "0");
    setUnlessGiven("org.bytedeco.javacpp.maxPhysicalBytes", "0");
    openblas.blas_set_num_threads(1);
    openblas.LAPACKE_set_nancheck(0);
  }

  private static void setUnlessGiven(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  @Override
  public String name() {
    return openblas.OPENBLAS_VERSION.trim();
  }

  @Override
  public Storage allocate(long length, Precision precision, boolean zeroed) {
    return new NativeStorage(length, precision, zeroed);
  }

  @Override
  public void copy(DenseMatrix from, DenseMatrix to) {
    int m = from.columns();
    int n = from.rows();
    if (m == 0 || n == 0) {
      return;
    }
    boolean wideFrom = from.precision() == Precision.DOUBLE;
    boolean wideTo = to.precision() == Precision.DOUBLE;
    if (wideFrom && wideTo) {
      openblas.LAPACKE_dlacpy_work(
          COLUMNS_FIRST, (byte) 'A', m, n, doubles(from), from.stride(), doubles(to), to.stride());
    } else if (wideTo) {
      openblas.LAPACKE_slag2d_work(
          COLUMNS_FIRST, m, n, floats(from), from.stride(), doubles(to), to.stride());
    } else if (wideFrom) {
      int info =
          openblas.LAPACKE_dlag2s_work(
              COLUMNS_FIRST, m, n, doubles(from), from.stride(), floats(to), to.stride());
      if (info != 0) {
        throw new NumericalException(
            "A value lies outside the range of float (±3.4e38); keep the data in double.");
      }
    } else {
      openblas.LAPACKE_slacpy_work(
          COLUMNS_FIRST, (byte) 'A', m, n, floats(from), from.stride(), floats(to), to.stride());
    }
  }

  @Override
  public void multiply(
      double alpha,
      DenseMatrix a,
      boolean transposeA,
      DenseMatrix b,
      boolean transposeB,
      double beta,
      DenseMatrix c) {
    if (c.rows() == 0 || c.columns() == 0) {
      return;
    }
    int inner = transposeA ? a.rows() : a.columns();
    int left = transposeA ? openblas.CblasTrans : openblas.CblasNoTrans;
    int right = transposeB ? openblas.CblasTrans : openblas.CblasNoTrans;
    if (c.precision() == Precision.FLOAT) {
      openblas.cblas_sgemm(
          openblas.CblasRowMajor,
          left,
          right,
          c.rows(),
          c.columns(),
          inner,
          (float) alpha,
          floats(a),
          Math.max(1, a.stride()),
          floats(b),
          Math.max(1, b.stride()),
          (float) beta,
          floats(c),
          c.stride());
      return;
    }
    openblas.cblas_dgemm(
        openblas.CblasRowMajor,
        left,
        right,
        c.rows(),
        c.columns(),
        inner,
        alpha,
        doubles(a),
        Math.max(1, a.stride()),
        doubles(b),
        Math.max(1, b.stride()),
        beta,
        doubles(c),
        c.stride());
  }

  @Override
  public void addGram(DenseMatrix a, boolean outer, DenseMatrix c) {
    if (c.rows() == 0 || a.rows() == 0 || a.columns() == 0) {
      return;
    }
    openblas.cblas_dsyrk(
        openblas.CblasRowMajor,
        openblas.CblasUpper,
        outer ? openblas.CblasNoTrans : openblas.CblasTrans,
        c.rows(),
        outer ? a.columns() : a.rows(),
        1,
        doubles(a),
        a.stride(),
        1,
        doubles(c),
        c.stride());
  }

  @Override
  public void addOuter(double alpha, double[] x, double[] y, DenseMatrix a) {
    if (a.rows() == 0 || a.columns() == 0) {
      return;
    }
    try (DoublePointer px = new DoublePointer(x);
        DoublePointer py = new DoublePointer(y)) {
      openblas.cblas_dger(
          openblas.CblasRowMajor,
          a.rows(),
          a.columns(),
          alpha,
          px,
          1,
          py,
          1,
          doubles(a),
          a.stride());
    }
  }

  /**
   * Halves the triangle until it is small: dtrsm reaches half the speed of the products that do the
   * rest.
   */
  @Override
  public void solveLower(DenseMatrix lower, boolean transposed, DenseMatrix b) {
    int n = b.columns();
    if (n <= 64) {
      solveSmall(lower, transposed, b);
      return;
    }
    int half = (n / 2 + 31) / 32 * 32;
    DenseMatrix top = lower.rowRange(0, half).columnRange(0, half);
    DenseMatrix corner = lower.rowRange(half, n).columnRange(0, half);
    DenseMatrix bottom = lower.rowRange(half, n).columnRange(half, n);
    DenseMatrix first = b.columnRange(0, half);
    DenseMatrix second = b.columnRange(half, n);
    if (transposed) {
      solveLower(bottom, true, second);
      multiply(-1, second, false, corner, false, 1, first);
      solveLower(top, true, first);
    } else {
      solveLower(top, false, first);
      multiply(-1, first, false, corner, true, 1, second);
      solveLower(bottom, false, second);
    }
  }

  private static void solveSmall(DenseMatrix lower, boolean transposed, DenseMatrix b) {
    if (b.rows() == 0 || b.columns() == 0) {
      return;
    }
    // With vectors as rows L·f = k reads fᵀ = kᵀ·L⁻ᵀ.
    openblas.cblas_dtrsm(
        openblas.CblasRowMajor,
        openblas.CblasRight,
        openblas.CblasLower,
        transposed ? openblas.CblasNoTrans : openblas.CblasTrans,
        openblas.CblasNonUnit,
        b.rows(),
        b.columns(),
        1,
        doubles(lower),
        lower.stride(),
        doubles(b),
        b.stride());
  }

  @Override
  public double[] symmetricEigen(DenseMatrix a) {
    checkSpan("dsyevd", 1 + 6L * a.rows() + 2L * a.rows() * a.rows());
    return symmetricEigen(a, 'V');
  }

  @Override
  public double[] symmetricEigenvalues(DenseMatrix a) {
    return symmetricEigen(a, 'N');
  }

  private static double[] symmetricEigen(DenseMatrix a, char vectors) {
    int n = a.rows();
    double[] values = new double[n];
    if (n == 0) {
      return values;
    }
    checkSpan("dsyevd", span(a));
    try (DoublePointer w = new DoublePointer(n)) {
      // The upper triangle of a row-major matrix is the lower one of its column-major reading.
      int info =
          openblas.LAPACKE_dsyevd(
              COLUMNS_FIRST, (byte) vectors, (byte) 'L', n, doubles(a), a.stride(), w);
      check("dsyevd", info);
      w.get(values);
    }
    return values;
  }

  @Override
  public double[] largestEigen(DenseMatrix a, DenseMatrix vectors) {
    int n = a.rows();
    int k = vectors.rows();
    double[] values = new double[k];
    if (k == 0) {
      return values;
    }
    if (k == n) {
      // For all pairs dsyevr takes another way, whose vectors can be far from orthogonal.
      double[] all = symmetricEigen(a);
      copy(a, vectors);
      return all;
    }
    checkSpan("dsyevr", Math.max(span(a), span(vectors)));
    try (DoublePointer w = new DoublePointer(n);
        IntPointer found = new IntPointer(1);
        IntPointer support = new IntPointer(2L * k)) {
      int info =
          openblas.LAPACKE_dsyevr(
              COLUMNS_FIRST,
              (byte) 'V',
              (byte) 'I',
              (byte) 'L',
              n,
              doubles(a),
              a.stride(),
              0,
              0,
              n - k + 1,
              n,
              0,
              found,
              w,
              doubles(vectors),
              vectors.stride(),
              support);
      check("dsyevr", info);
      w.get(values);
    }
    return values;
  }

  @Override
  public void qr(DenseMatrix a, DenseMatrix r) {
    qr(a, r, true);
  }

  @Override
  public void qrTriangle(DenseMatrix a, DenseMatrix r) {
    qr(a, r, false);
  }

  private static void qr(DenseMatrix a, DenseMatrix r, boolean basis) {
    int m = a.columns();
    int n = a.rows();
    if (m == 0) {
      return;
    }
    checkSpan("dgelqf", span(a));
    // aᵀ = L·Q in LAPACK's reading, so a = Qᵀ·Lᵀ: the new rows are the basis, Lᵀ is R.
    try (DoublePointer tau = new DoublePointer(m)) {
      check("dgelqf", openblas.LAPACKE_dgelqf(COLUMNS_FIRST, m, n, doubles(a), a.stride(), tau));
      double[] row = new double[m];
      for (int i = 0; i < m; i++) {
        a.getRow(i, row, 0);
        Arrays.fill(row, 0, i, 0);
        r.setRow(i, row, 0);
      }
      if (basis) {
        check(
            "dorglq", openblas.LAPACKE_dorglq(COLUMNS_FIRST, m, n, m, doubles(a), a.stride(), tau));
      }
    }
  }

  @Override
  public void lq(DenseMatrix a, DenseMatrix l) {
    lq(a, l, true);
  }

  @Override
  public void lqTriangle(DenseMatrix a, DenseMatrix l) {
    lq(a, l, false);
  }

  private static void lq(DenseMatrix a, DenseMatrix l, boolean basis) {
    int m = a.columns();
    int n = a.rows();
    if (n == 0) {
      return;
    }
    checkSpan("dgeqrf", span(a));
    // aᵀ = Q·R in LAPACK's reading, so a = Rᵀ·Qᵀ.
    try (DoublePointer tau = new DoublePointer(n)) {
      check("dgeqrf", openblas.LAPACKE_dgeqrf(COLUMNS_FIRST, m, n, doubles(a), a.stride(), tau));
      double[] row = new double[n];
      for (int i = 0; i < n; i++) {
        a.columnRange(0, n).getRow(i, row, 0);
        Arrays.fill(row, i + 1, n, 0);
        l.setRow(i, row, 0);
      }
      if (basis) {
        check(
            "dorgqr", openblas.LAPACKE_dorgqr(COLUMNS_FIRST, m, n, n, doubles(a), a.stride(), tau));
      }
    }
  }

  @Override
  public double[] svd(DenseMatrix a, DenseMatrix left, DenseMatrix right) {
    int m = a.columns();
    int n = a.rows();
    int p = Math.min(m, n);
    double[] values = new double[p];
    if (p == 0) {
      return values;
    }
    checkSpan("dgesdd", Math.max(span(a), Math.max(span(left), span(right))));
    checkSpan("dgesdd", 4L * p * p + 7L * p);
    try (DoublePointer s = new DoublePointer(p)) {
      // aᵀ = U·S·Vᵀ in LAPACK's reading, so left is V and right is Uᵀ, both already in place.
      int info =
          openblas.LAPACKE_dgesdd(
              COLUMNS_FIRST,
              (byte) 'S',
              m,
              n,
              doubles(a),
              a.stride(),
              s,
              doubles(right),
              right.stride(),
              doubles(left),
              left.stride());
      check("dgesdd", info);
      s.get(values);
    }
    return values;
  }

  @Override
  public void multithreaded(int threads, Runnable work) {
    boolean done =
        Leaving.after(
            () -> {
              try {
                openblas.blas_set_num_threads(threads);
                work.run();
              } finally {
                openblas.blas_set_num_threads(1);
              }
            });
    if (!done) {
      work.run();
    }
  }

  /** Returns how many elements lie between the first and the last of a matrix. */
  private static long span(DenseMatrix a) {
    return a.rows() == 0 ? 0 : (a.rows() - 1L) * a.stride() + a.columns();
  }

  /** Refuses arrays, of the caller or its own, that LAPACK cannot address: it would crash. */
  private static void checkSpan(String routine, long elements) {
    if (elements > Integer.MAX_VALUE) {
      String message =
          "LAPACK's %s would need an array of %d numbers, but can address only %d;"
              + " decompose a smaller matrix.";
      throw new NumericalException(message.formatted(routine, elements, Integer.MAX_VALUE));
    }
  }

  private static void check(String routine, int info) {
    if (info != 0) {
      throw new NumericalException(
          "LAPACK's "
              + routine
              + " gave up with status "
              + info
              + "; look for values that are not finite or of extreme size.");
    }
  }

  private static DoublePointer doubles(DenseMatrix matrix) {
    return ((NativeStorage) matrix.storage()).doublesAt(matrix.offset());
  }

  private static FloatPointer floats(DenseMatrix matrix) {
    return ((NativeStorage) matrix.storage()).floatsAt(matrix.offset());
  }
}
