package org.eigenlens.matrix;

import java.io.Serializable;

/**
 * Rows that are changed on their way, tile by tile, wherever they are.
 *
 * @param source the rows as they are
 * @param columns how many there are after the change
 * @param map what is done to each tile
 */
record MappedRows(RowSource source, int columns, RowSource.TileMap map) implements RowSource {

  @Override
  public void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
    source.forEachTile(
        tileRows, lanes, (lane, first, tile) -> visitor.visit(lane, first, map.apply(tile)));
  }

  @Override
  public RowSource kept() {
    return source.kept();
  }

  @Override
  public RowSource.TileMap change() {
    RowSource.TileMap before = source.change();
    RowSource.TileMap after = map;
    return kept -> after.apply(before.apply(kept));
  }

  @Override
  public boolean isDistributed() {
    return source.isDistributed();
  }

  @Override
  public <S extends Summary<S>> S summarize(int tileRows, int lanes, Summary.Start<S> start) {
    return source.summarize(tileRows, lanes, new MappedStart<>(start, map)).inner;
  }

  private record MappedStart<S extends Summary<S>>(Summary.Start<S> inner, RowSource.TileMap map)
      implements Summary.Start<Mapped<S>>, Serializable {
    @Override
    public Mapped<S> get() {
      return new Mapped<>(inner.get(), map);
    }

    @Override
    public void release() {
      inner.release();
    }

    @Override
    public long bytes() {
      return inner.bytes();
    }
  }

  private static final class Mapped<S extends Summary<S>> implements Summary<Mapped<S>> {
    private final S inner;
    private final transient RowSource.TileMap map;

    Mapped(S inner, RowSource.TileMap map) {
      this.inner = inner;
      this.map = map;
    }

    @Override
    public void add(long firstRow, DenseMatrix tile) {
      inner.add(firstRow, map.apply(tile));
    }

    @Override
    public void add(long firstRow, SparseMatrix rows) {
      SparseMatrix mapped = map.apply(rows);
      if (mapped != null) {
        inner.add(firstRow, mapped);
      } else {
        Summary.super.add(firstRow, rows);
      }
    }

    @Override
    public void merge(Mapped<S> other) {
      inner.merge(other.inner);
    }

    @Override
    public void release() {
      inner.release();
    }
  }
}
