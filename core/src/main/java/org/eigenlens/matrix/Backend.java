package org.eigenlens.matrix;

/**
 * The seam to BLAS and LAPACK: everything numerical that is worth doing in native code.
 *
 * <p>Implementations are stateless, trust their arguments ({@link LinearAlgebra} has checked them)
 * and run on the calling thread, except inside {@link #multithreaded}. All matrices are row-major
 * and hold doubles unless said otherwise.
 */
public interface Backend {

  /** Returns name and version, as in {@code OpenBLAS 0.3.31}. */
  String name();

  /** Allocates storage, filled with zeros if asked, otherwise with anything. */
  Storage allocate(long length, Precision precision, boolean zeroed);

  /**
   * Copies a matrix over another of the same shape, converting the precision if they differ.
   *
   * @throws NumericalException if a double is larger than any float; not-a-number is copied
   */
  void copy(DenseMatrix from, DenseMatrix to);

  /**
   * Computes {@code c = alpha·op(a)·op(b) + beta·c}, where op transposes if asked. What a zero
   * multiplies is not read: c if beta is 0, a and b if alpha is 0.
   *
   * <p>All three are in double, or all three in float; then the arithmetic may be in float too.
   */
  void multiply(
      double alpha,
      DenseMatrix a,
      boolean transposeA,
      DenseMatrix b,
      boolean transposeB,
      double beta,
      DenseMatrix c);

  /** Adds aᵀa, or aaᵀ if {@code outer}, to the upper triangle of c; the rest of c is untouched. */
  void addGram(DenseMatrix a, boolean outer, DenseMatrix c);

  /** Adds {@code alpha·x·yᵀ} to a. */
  void addOuter(double alpha, double[] x, double[] y, DenseMatrix a);

  /**
   * Replaces each row of b by the solution f of L·f = row, or of Lᵀ·f = row if {@code transposed}.
   * Only the lower triangle of L is read; its diagonal has no zero.
   */
  void solveLower(DenseMatrix lower, boolean transposed, DenseMatrix b);

  /**
   * Replaces the symmetric matrix a, whose upper triangle is read, by its eigenvectors, a row each,
   * and returns the eigenvalues in the same, ascending order.
   */
  double[] symmetricEigen(DenseMatrix a);

  /** Returns the eigenvalues of {@link #symmetricEigen} without the vectors; a is destroyed. */
  double[] symmetricEigenvalues(DenseMatrix a);

  /**
   * Finds the largest {@code vectors.rows()} eigenpairs of the symmetric matrix a, whose upper
   * triangle is read and destroyed; rows and values come in ascending order.
   */
  double[] largestEigen(DenseMatrix a, DenseMatrix vectors);

  /**
   * Replaces the tall matrix a by an orthonormal basis of its columns and writes the upper
   * triangular factor to r (square, of a's width), so that old a = new a · r.
   */
  void qr(DenseMatrix a, DenseMatrix r);

  /**
   * Replaces the wide matrix a by an orthonormal basis of its rows and writes the lower triangular
   * factor to l (square, of a's height), so that old a = l · new a.
   */
  void lq(DenseMatrix a, DenseMatrix l);

  /** Writes the r of {@link #qr} without forming the basis; a is destroyed. */
  void qrTriangle(DenseMatrix a, DenseMatrix r);

  /** Writes the l of {@link #lq} without forming the basis; a is destroyed. */
  void lqTriangle(DenseMatrix a, DenseMatrix l);

  /**
   * Computes the thin singular value decomposition a = left · diag(s) · right with p = min(rows,
   * columns) values in descending order; a is destroyed, left is rows × p, right p × columns.
   */
  double[] svd(DenseMatrix a, DenseMatrix left, DenseMatrix right);

  /** Runs work whose single calls may use several threads inside the backend. */
  void multithreaded(int threads, Runnable work);
}
