package org.eigenlens.data;

import java.util.List;
import java.util.Optional;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Some consecutive rows of a table that is read piece by piece.
 *
 * @param firstRow the position of the first row in the whole table, from 0
 * @param matrix the features, NaN where a cell is missing; valid only while the batch is visited
 * @param targets the targets, a column each; valid only while the batch is visited
 * @param labels the class of each row, if a label was named
 * @param ids the name of each row, if an id was named
 * @param missingCells how many features and targets are missing
 */
public record Batch(
    long firstRow,
    DenseMatrix matrix,
    DenseMatrix targets,
    Optional<List<String>> labels,
    Optional<List<String>> ids,
    int missingCells) {}
