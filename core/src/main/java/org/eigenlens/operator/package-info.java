/**
 * The symmetric operators whose leading eigenvectors the methods take.
 *
 * <p>Vectors are rows: a block of b vectors of length n is a b × n matrix, so that each vector is
 * contiguous and a basis grows without being moved.
 */
package org.eigenlens.operator;
