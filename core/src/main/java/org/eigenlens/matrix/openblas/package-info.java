/** The only package that touches native code: BLAS and LAPACK as OpenBLAS has them. */
package org.eigenlens.matrix.openblas;
