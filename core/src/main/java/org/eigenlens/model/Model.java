package org.eigenlens.model;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;

/**
 * A fitted model: immutable, safe to share between threads, independent of the data it was made
 * from.
 */
public sealed interface Model permits LinearModel {

  /** Returns where the model comes from. */
  Provenance provenance();

  /** Returns the names of the columns it was fitted to, in their order. */
  List<String> columnNames();

  /** Returns the number of coordinates it gives a row. */
  int components();

  /** Encodes rows: one row of coordinates for each. */
  DenseMatrix transform(Matrix rows);

  /** Decodes coordinates: for each row of them a point in the space of the data. */
  DenseMatrix inverseTransform(Matrix coordinates);

  /**
   * Writes the model to a file, which appears whole or not at all.
   *
   * @throws IOException if the file cannot be written
   */
  void save(Path file) throws IOException;

  /**
   * Reads a model from a file; nothing in it is executed.
   *
   * @throws ModelFileException if the file is not a model, or damaged
   * @throws IOException if the file cannot be read
   */
  static Model load(Path file) throws IOException {
    return LinearModelFile.load(file);
  }
}
