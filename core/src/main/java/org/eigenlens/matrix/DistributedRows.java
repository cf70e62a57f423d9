package org.eigenlens.matrix;

/**
 * Rows that are kept elsewhere, in parts, dense or sparse, and are summed up where they are.
 *
 * <p>Every pass is a {@link #summarize}; nothing as long as the rows ever comes here. The parts
 * have an order, but results must not depend on how rows are divided into them.
 */
public interface DistributedRows extends RowSource {

  @Override
  default boolean isDistributed() {
    return true;
  }

  @Override
  <S extends Summary<S>> S summarize(int tileRows, int lanes, Summary.Start<S> start);

  /** Refuses: rows are summed up where they are. */
  @Override
  default void forEachTile(int tileRows, int lanes, TileVisitor visitor) {
    throw new UnsupportedOperationException(
        "These rows are kept elsewhere and can only be summed up there.");
  }
}
