package org.eigenlens.data;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;

/**
 * A table in memory: the features as one matrix, and what belongs to its rows.
 *
 * <p>Missing cells are NaN. Nothing here may be modified; everything can be read by several
 * threads.
 */
public final class Data {

  private final Layout layout;
  private final Matrix matrix;
  private final DenseMatrix targets;
  private final List<String> labels;
  private final List<String> ids;
  private final Missing missing;
  private final Locations locations;

  Data(
      Layout layout,
      Matrix matrix,
      DenseMatrix targets,
      List<String> labels,
      List<String> ids,
      Missing missing,
      Locations locations) {
    this.layout = layout;
    this.matrix = matrix;
    this.targets = targets;
    this.labels = labels;
    this.ids = ids;
    this.missing = missing;
    this.locations = locations;
  }

  /** Returns the features: a row for each row of the input, in order. */
  public Matrix matrix() {
    return matrix;
  }

  /** Gives back what the numbers take off the heap, for who shows them to nobody else. */
  void release() {
    if (matrix instanceof DenseMatrix dense) {
      dense.storage().release();
    }
    targets.storage().release();
  }

  /** Returns the names of the features. */
  public List<String> featureNames() {
    return layout.features();
  }

  /** Returns the class of each row, exactly as written, if a label was named. */
  public Optional<List<String>> labels() {
    return Optional.ofNullable(labels);
  }

  /** Returns the name of each row, exactly as written, if an id was named. */
  public Optional<List<String>> ids() {
    return Optional.ofNullable(ids);
  }

  /** Returns the targets, a column each; none is a matrix without columns. */
  public DenseMatrix targets() {
    return targets;
  }

  /** Returns the names of the targets. */
  public List<String> targetNames() {
    return layout.targets();
  }

  /** Returns what the user should know, a line each. */
  public List<String> remarks() {
    return layout.remarks();
  }

  /** Returns how many cells of features and targets are missing. */
  public long missingCells() {
    return missing.cells();
  }

  /** Returns the rows with a missing feature or target. */
  public BitSet incompleteRows() {
    return (BitSet) missing.rows().clone();
  }

  /** Returns where a row stands in the input, as in {@code iris.csv, line 7}. */
  public String locate(int row) {
    return locations.of(row).toString();
  }

  /**
   * Returns this if no cell is missing.
   *
   * @throws DataException that counts the missing cells and names the first
   */
  public Data requireComplete() {
    if (missing.cells() > 0) {
      throw missing.complaint();
    }
    return this;
  }

  /** Creates a complaint about one row, for callers who find it unusable. */
  public DataException complaint(int row, String problem, String remedy) {
    return DataException.at(locations.of(row), problem, remedy);
  }

  /** Creates a complaint about one cell, for callers who find its value unusable. */
  public DataException complaint(int row, int feature, String problem, String remedy) {
    return DataException.at(
        locations.of(row).withColumn(layout.features().get(feature)), problem, remedy);
  }
}
