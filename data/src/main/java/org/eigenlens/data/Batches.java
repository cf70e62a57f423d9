package org.eigenlens.data;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;

/** Cuts the rows of a layout into pieces of a wanted size. */
final class Batches implements Closeable {

  private final Layout layout;
  private final RowCursor cursor;
  private Chunk chunk;
  private int used;

  Batches(Layout layout, Reading reading) {
    this.layout = layout;
    this.cursor = new RowCursor(layout, reading);
  }

  /**
   * Fills the rows of a matrix with features, and those of another with targets.
   *
   * @param targets may be null
   * @param texts a list to add to for each text column, or null
   * @return how many rows there were; fewer than the matrix has only at the end
   */
  int fill(DenseMatrix features, DenseMatrix targets, List<List<String>> texts) {
    int rows = 0;
    while (rows < features.rows()) {
      if (chunk == null || used == chunk.rows()) {
        chunk = cursor.next();
        used = 0;
        if (chunk == null) {
          break;
        }
      }
      int count = Math.min(features.rows() - rows, chunk.rows() - used);
      chunk.copy(used, count, layout.width(), 0, features, rows);
      if (targets != null && targets.columns() > 0) {
        chunk.copy(used, count, layout.width(), layout.features().size(), targets, rows);
      }
      if (texts != null) {
        for (int t = 0; t < texts.size(); t++) {
          texts.get(t).addAll(Arrays.asList(chunk.texts()[t]).subList(used, used + count));
        }
      }
      used += count;
      rows += count;
    }
    return rows;
  }

  List<List<String>> newTexts() {
    List<List<String>> texts = new ArrayList<>();
    for (int t = 0; t < layout.texts(); t++) {
      texts.add(new ArrayList<>());
    }
    return texts;
  }

  @Override
  public void close() {
    cursor.close();
  }
}
