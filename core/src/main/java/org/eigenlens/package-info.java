/**
 * The methods, an entry class each.
 *
 * <p>Examples speak of {@code x}, a {@link org.eigenlens.matrix.Matrix} with a row for each sample:
 * {@code Matrix.of(new double[][] {{5.1, 3.5}, {4.9, 3.0}, {6.2, 2.9}})}, say, or {@code
 * Samples.iris().load().matrix()} at the prompt of {@code ./eigenlens jshell}. {@code newRows} has
 * the same columns, {@code y} as many rows, and {@code species} is a list with a class for each
 * row.
 */
package org.eigenlens;
