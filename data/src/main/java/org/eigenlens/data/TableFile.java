package org.eigenlens.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.eigenlens.model.Origin;

/** One input: its columns are known, its rows can be read as often as needed. */
interface TableFile {

  /** Returns the name as the user gave it. */
  String name();

  /** Returns the columns in the order of the file. */
  List<Column> columns();

  /** Tells whether the names of the columns come from the file, or were made up here. */
  boolean named();

  /** Returns remarks about the file for the user, a line each. */
  default List<String> remarks() {
    return List.of();
  }

  /** Returns the column that names the rows, in inputs that have one by nature. */
  default Optional<String> ownId() {
    return Optional.empty();
  }

  /** Returns the column that tells the class of each row, in inputs that have one by nature. */
  default Optional<String> ownLabel() {
    return Optional.empty();
  }

  /** Returns what the rows are before they are numbers; null for those of a table. */
  default Origin origin() {
    return null;
  }

  /** Returns the files that rows are read from one by one, as images are. */
  default List<Path> sources() {
    return List.of();
  }

  /** Returns what the files were when they were opened; none if rows are not read again. */
  default List<Stamp> stamps() {
    return List.of();
  }

  /** Refuses files that are others now than when they were opened. */
  default void requireUnchanged() throws IOException {
    for (Stamp stamp : stamps()) {
      stamp.require();
    }
  }

  /** Tells whether numbers are written 1,5 where they are read as text. */
  default boolean decimalComma() {
    return false;
  }

  /** Returns what a row is called in messages: {@code line} or {@code row}. */
  default String unit() {
    return "row";
  }

  /** Returns a number that the rows do not exceed, without reading their cells. */
  long rowBound() throws IOException;

  /** Tells whether that is quick beside reading the rows: nothing is unpacked or asked again. */
  default boolean countsQuickly() {
    return true;
  }

  /**
   * Starts reading some columns.
   *
   * @param numeric the columns to read as numbers, in the order wanted
   * @param text the columns to read as text
   */
  Rows open(int[] numeric, int[] text) throws IOException;

  /** Rows on their way, in order. Not for several threads. */
  interface Rows extends Closeable {
    /** Returns the next rows, as many as the format finds handy, or null at the end. */
    Chunk next() throws IOException;
  }
}
