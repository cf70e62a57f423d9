package org.eigenlens.data;

import java.util.Arrays;

/**
 * The file and line of every row.
 *
 * <p>Rows on consecutive lines are kept as one run, so that the memory grows with the irregularity
 * of the files and not with their length.
 */
final class Locations {

  private int runs;
  private long[] firstRows = new long[4];
  private long[] firstLines = new long[4];
  private TableFile[] files = new TableFile[4];
  private long rows;

  void add(TableFile file, Chunk chunk) {
    if (chunk.lines() == null) {
      add(file, chunk.firstLine(), chunk.rows());
    } else {
      for (int i = 0; i < chunk.rows(); i++) {
        add(file, chunk.line(i), 1);
      }
    }
  }

  void add(TableFile file, long firstLine, int count) {
    boolean continues =
        runs > 0
            && files[runs - 1] == file
            && firstLines[runs - 1] + (rows - firstRows[runs - 1]) == firstLine;
    if (!continues) {
      if (runs == files.length) {
        firstRows = Arrays.copyOf(firstRows, 2 * runs);
        firstLines = Arrays.copyOf(firstLines, 2 * runs);
        files = Arrays.copyOf(files, 2 * runs);
      }
      firstRows[runs] = rows;
      firstLines[runs] = firstLine;
      files[runs] = file;
      runs++;
    }
    rows += count;
  }

  /** Returns where a row is. */
  Place of(long row) {
    int found = Arrays.binarySearch(firstRows, 0, runs, row);
    int run = found >= 0 ? found : -found - 2;
    TableFile file = files[run];
    return new Place(file.name(), file.unit(), firstLines[run] + row - firstRows[run], null);
  }
}
