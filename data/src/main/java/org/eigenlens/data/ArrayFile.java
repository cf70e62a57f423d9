package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A file of numbers of one type in rows of one width, whose columns have no names. */
abstract class ArrayFile implements TableFile {

  private static final int CELLS_AT_ONCE = 1 << 18;

  private final String name;
  private final Stamp stamp;

  ArrayFile(String name, Path path) throws IOException {
    this.name = name;
    this.stamp = Stamp.of(name, path);
  }

  @Override
  public final List<Stamp> stamps() {
    return List.of(stamp);
  }

  /** Returns how many rows there are. */
  abstract int rows();

  /** Returns how many numbers a row has. */
  abstract int width();

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final List<Column> columns() {
    return new NumberedColumns(List.of(), width());
  }

  @Override
  public final boolean named() {
    return false;
  }

  @Override
  public final long rowBound() {
    return rows();
  }

  /** Returns how many rows are read at once. */
  final int rowsAtOnce() {
    return Math.min(rows(), Math.max(1, CELLS_AT_ONCE / width()));
  }

  /** The rows, some at a time. */
  abstract class Blocks implements Rows {
    private int row;

    /** Reads some rows. */
    abstract Chunk read(int first, int count) throws IOException;

    @Override
    public final Chunk next() throws IOException {
      int count = Math.min(rowsAtOnce(), rows() - row);
      if (count == 0) {
        return null;
      }
      Chunk chunk = read(row, count);
      row += count;
      return chunk;
    }
  }
}
