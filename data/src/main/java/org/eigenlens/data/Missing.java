package org.eigenlens.data;

import java.util.BitSet;

/** Keeps count of the missing cells of rows as they pass by. */
final class Missing {

  private final Layout layout;
  private final BitSet rows = new BitSet();
  private long cells;
  private Place first;
  private long seen;

  Missing(Layout layout) {
    this.layout = layout;
  }

  /** Counts some rows; returns how many cells are missing in them. */
  int add(TableFile file, Chunk chunk) {
    int width = layout.width();
    double[] numbers = chunk.numbers();
    int count = chunk.rows() * width;
    int found = 0;
    for (int i = 0; i < count; i++) {
      if (Double.isNaN(numbers[i])) {
        if (first == null) {
          first =
              new Place(file.name(), file.unit(), chunk.line(i / width), layout.name(i % width));
        }
        found++;
        rows.set((int) (seen + i / width));
      }
    }
    cells += found;
    seen += chunk.rows();
    return found;
  }

  long cells() {
    return cells;
  }

  BitSet rows() {
    return rows;
  }

  /** Returns the complaint about the missing cells. */
  DataException complaint() {
    return DataException.at(
        first,
        cells == 1
            ? "1 cell is missing, here"
            : cells
                + " cells are missing in "
                + Words.count(rows.cardinality(), "row")
                + ", the first here",
        (cells == 1 ? "fill it in" : "fill them in") + ", or choose --missing drop|mean|em");
  }

  /** Reads a whole table for its missing cells. */
  static Missing census(Layout layout) {
    Missing missing = new Missing(layout);
    try (RowCursor cursor = new RowCursor(layout)) {
      for (Chunk chunk = cursor.next(); chunk != null; chunk = cursor.next()) {
        missing.add(cursor.file(), chunk);
      }
    }
    return missing;
  }
}
