package org.eigenlens.eigen;

import org.eigenlens.matrix.DenseMatrix;

/**
 * Eigenvalues in descending order, their unit eigenvectors as rows, and how far to trust them.
 *
 * @param values the eigenvalues
 * @param vectors a row for each value; in each the entry of largest magnitude is positive
 * @param certificate what was measured on the result
 */
public record Eigenpairs(double[] values, DenseMatrix vectors, Certificate certificate) {}
