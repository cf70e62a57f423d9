package org.eigenlens.cli;

import java.nio.file.Path;
import java.util.List;
import org.eigenlens.matrix.RowSource;

/**
 * Where rows are summed up other than here. What this program finds under that name among its
 * services is used; the Spark module brings one.
 */
public interface Engine {

  /** Returns the name as users write it. */
  String name();

  /** Opens a table; nothing is read before rows are summed up. */
  OpenTable open(Request request);

  /**
   * What is to be read.
   *
   * @param where what the user said after the name of the engine, as a master's address; empty if
   *     nothing
   * @param files CSV or Parquet
   * @param separator of the cells of a CSV
   * @param named whether a CSV starts with the names of its columns
   * @param allColumns the names of all columns, in their order
   * @param features the columns that are features, in the order wanted
   * @param labels columns that come after them: one of classes, or some of numbers
   * @param classes whether the label is a class
   */
  record Request(
      String where,
      List<Path> files,
      char separator,
      boolean named,
      List<String> allColumns,
      List<String> features,
      List<String> labels,
      boolean classes) {}

  /** A table on the engine, until it is closed. */
  interface OpenTable extends AutoCloseable {

    /** Returns its rows: the features, then the labels, of which a class is its number. */
    RowSource rows();

    /** Returns the names of the classes by their numbers; none where there are no classes. */
    List<String> classes();

    @Override
    void close();
  }
}
