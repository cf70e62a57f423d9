package org.eigenlens.operator;

import org.eigenlens.matrix.DenseMatrix;

/**
 * The rows of a data set, centred and scaled, as a linear map that is applied and never formed: A =
 * (X − 1μᵀ)·D⁻¹, with n rows and d columns.
 *
 * <p>Blocks of vectors are rows, as everywhere in this package.
 */
public interface Observations {

  /** Returns n. */
  int rows();

  /** Returns d. */
  int columns();

  /** Returns ‖A‖², the sum of all squares. */
  double squaredNorm();

  /** Computes {@code out = v·Aᵀ}: the coordinates of every observation along each vector. */
  void project(DenseMatrix v, DenseMatrix out);

  /** Computes {@code out = y·A}: sums of the observations weighted by each vector. */
  void combine(DenseMatrix y, DenseMatrix out);

  /** Computes {@code out = v·AᵀA} in one pass over the data. */
  void scatter(DenseMatrix v, DenseMatrix out);
}
