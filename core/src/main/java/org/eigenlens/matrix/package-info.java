/**
 * Matrices, and the linear algebra done on them.
 *
 * <p>Nothing outside this package knows how numbers are stored. {@link
 * org.eigenlens.matrix.LinearAlgebra} is the one door to BLAS and LAPACK: it checks sizes, splits
 * the work over threads and hands it to a {@link org.eigenlens.matrix.Backend}.
 */
package org.eigenlens.matrix;
