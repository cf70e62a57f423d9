package org.eigenlens.data;

import java.io.IOException;
import java.util.List;
import org.eigenlens.matrix.Matrix;

/** A format to write a table in, batch by batch. */
interface TableSink {

  /**
   * Appends rows.
   *
   * @param texts the text columns, each as long as the matrix has rows
   */
  void append(List<List<String>> texts, Matrix numbers) throws IOException;

  /** Writes what is still to be written. */
  void finish() throws IOException;

  /** Returns what there is to say of what was written. */
  default List<String> remarks() {
    return List.of();
  }

  /** Frees what is held, after success or failure. */
  void release();
}
