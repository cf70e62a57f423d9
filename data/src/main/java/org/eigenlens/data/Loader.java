package org.eigenlens.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eigenlens.matrix.Bytes;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.Scratch;

/**
 * Reads a layout into memory.
 *
 * <p>The matrix is allocated once, for as many rows as there can be, and filled chunk by chunk;
 * memory that no row needs is never touched.
 */
final class Loader {

  private static final int CELLS_AT_ONCE = 1 << 17;

  /** Where floats are few, an eighth of them is too little to read cells again into. */
  private static final double CELLS_AGAIN = 1 << 20;

  private final Layout layout;
  private final Precision precision;
  private final FloatRange floats; // null in double
  private final Missing missing;
  private final Locations locations = new Locations();
  private final List<List<String>> texts = new ArrayList<>();
  private DenseMatrix features;
  private DenseMatrix targets;
  private int rows;

  private Loader(Layout layout, Precision precision) {
    this.layout = layout;
    this.precision = precision;
    this.floats = precision == Precision.FLOAT ? new FloatRange(layout) : null;
    this.missing = new Missing(layout);
    for (int t = 0; t < layout.texts(); t++) {
      texts.add(new ArrayList<>());
    }
  }

  static Data load(Layout layout, ReadOptions options, long rowBound, Reading reading) {
    if (rowBound > Integer.MAX_VALUE) {
      throw DataException.at(
          Place.file(layout.parts().get(0).file().name()),
          "there are up to " + rowBound + " rows, more than a matrix can have",
          "read them piece by piece with --solver streaming");
    }
    if (options.sparse() && SparseRows.possible(layout)) {
      return SparseRows.load(layout);
    }
    Loader loader = new Loader(layout, options.precision());
    loader.allocate((int) Math.max(1, rowBound));
    for (Layout.Part part : layout.parts()) {
      if (part.file() instanceof SparseFile file) {
        reading.at(loader.rows);
        loader.fill(part, file);
        continue;
      }
      try (RowCursor cursor = new RowCursor(layout.of(part), reading, loader.rows)) {
        for (Chunk chunk = cursor.next(); chunk != null; chunk = cursor.next()) {
          loader.add(cursor.file(), chunk);
        }
      }
    }
    return loader.finish();
  }

  /** Writes non-zeros straight to their cells: in no other form are they there beside them. */
  private void fill(Layout.Part part, SparseFile file) {
    if (file.rows() == 0) {
      throw RowCursor.noRows(file.name());
    }
    file.requireText(part.text());
    file.forget();
    if (rows + file.rows() > features.rows()) {
      grow(rows + file.rows());
    }
    int end = rows + file.rows();
    LinearAlgebra.fill(features.rowRange(rows, end), 0);
    LinearAlgebra.fill(targets.rowRange(rows, end), 0);
    int[] numeric = part.numeric();
    int[] slots = file.slots(numeric, numeric.length);
    BitSet again = new BitSet();
    try {
      file.requireUnchanged();
      file.forEachChosen(slots, (row, slot, value) -> addTo(row, slot, value, again));
      for (int row = again.nextSetBit(0); row >= 0; row = again.nextSetBit(row)) {
        row = sumInDouble(file, slots, again, row);
      }
      file.requireUnchanged();
    } catch (IOException e) {
      throw RowCursor.unreadable(file.name(), e);
    }
    boolean beside = Arrays.stream(numeric).anyMatch(column -> column < file.firstColumn());
    int some = Math.max(1, CELLS_AT_ONCE / Math.max(1, layout.width()));
    for (int from = 0; rows < end; from += some) {
      int count = Math.min(some, end - rows);
      double[] numbers = new double[count * layout.width()];
      for (int i = 0; i < count; i++) {
        features.getRow(rows + i, numbers, i * layout.width());
        targets.getRow(rows + i, numbers, i * layout.width() + layout.features().size());
      }
      Chunk chunk = file.beside(from, count, numbers, numeric, part.text());
      RowCursor.requireFinite(layout, file, chunk);
      requireFloats(file, chunk);
      if (beside) {
        copy(chunk);
      }
      note(file, chunk);
    }
  }

  /**
   * Adds an entry to its cell.
   *
   * @param again gets the rows of which floats do not tell what a sum would be
   */
  private void addTo(int row, int slot, double value, BitSet again) {
    int width = layout.features().size();
    if (slot >= width) {
      double sum = targets.get(rows + row, slot - width) + value;
      targets.set(rows + row, slot - width, sum);
    } else if (precision == Precision.DOUBLE) {
      features.set(rows + row, slot, features.get(rows + row, slot) + value);
    } else if (value != 0) {
      boolean known = (float) value != 0 && !Float.isInfinite((float) value);
      if (!known || features.get(rows + row, slot) != 0) {
        again.set(row);
      }
      features.set(rows + row, slot, value);
    }
  }

  /**
   * Reads some of the rows again, adds entries of one place in double, and rounds their sums once.
   *
   * <p>As many rows at a time as {@link #cellsAgain} has room for, or one: so a file is read some
   * dozen times at most, however often its entries are repeated.
   *
   * @param first the first of the rows
   * @return which row comes next
   */
  private int sumInDouble(SparseFile file, int[] slots, BitSet again, int first)
      throws IOException {
    int width = layout.features().size();
    double room = Math.floor(cellsAgain((double) file.rows() * width) / width);
    int[] some =
        IntStream.iterate(first, row -> row >= 0, row -> again.nextSetBit(row + 1))
            .limit((long) Math.max(1, room))
            .toArray();
    int last = some[some.length - 1];
    try (Scratch scratch = new Scratch()) {
      DenseMatrix sums = scratch.zeros(some.length, width);
      file.forEachChosen(
          slots,
          (row, slot, value) -> {
            if (row >= first && row <= last && slot < width && again.get(row)) {
              int at = Arrays.binarySearch(some, row);
              sums.set(at, slot, sums.get(at, slot) + value);
            }
          });
      for (int i = 0; i < some.length; i++) {
        for (int j = 0; j < width; j++) {
          floats.add(file, file.line(some[i]), rows + some[i], j, sums.get(i, j));
          features.set(rows + some[i], j, sums.get(i, j));
        }
      }
    }
    return last + 1;
  }

  /** Returns how many cells of a matrix are added in double at a time: an eighth of its bytes. */
  private static double cellsAgain(double cells) {
    return Math.min(cells, Math.max(CELLS_AGAIN, cells / 16));
  }

  /** Returns about how many bytes {@link #load} takes; a cast from double does not overflow. */
  static long bytes(Layout layout, ReadOptions options, long rowBound) {
    double targets = (double) rowBound * layout.targets().size() * Precision.DOUBLE.bytes();
    if (options.sparse() && SparseRows.possible(layout)) {
      return (long) (SparseRows.bytes(layout) + targets);
    }
    double cells = (double) rowBound * layout.features().size();
    boolean again =
        options.precision() == Precision.FLOAT
            && layout.parts().stream().anyMatch(part -> part.file() instanceof SparseFile);
    double sums = again ? cellsAgain(cells) * Precision.DOUBLE.bytes() : 0;
    return (long) (cells * options.precision().bytes() + targets + sums);
  }

  private void allocate(int capacity) {
    try {
      features = DenseMatrix.unset(capacity, layout.features().size(), precision);
      targets = DenseMatrix.unset(capacity, layout.targets().size(), Precision.DOUBLE);
    } catch (OutOfMemoryError e) {
      double bytes = (double) capacity * layout.width() * precision.bytes();
      throw DataException.at(
          Place.file(layout.parts().get(0).file().name()),
          "%d × %d numbers need %s, which cannot be had"
              .formatted(capacity, layout.width(), Bytes.needed(bytes)),
          "choose fewer columns, --precision float or --solver streaming",
          e);
    }
  }

  private void add(TableFile file, Chunk chunk) {
    if (rows + chunk.rows() > features.rows()) {
      grow(rows + chunk.rows());
    }
    requireFloats(file, chunk);
    copy(chunk);
    note(file, chunk);
  }

  private void copy(Chunk chunk) {
    chunk.copy(0, chunk.rows(), layout.width(), 0, features, rows);
    if (targets.columns() > 0) {
      chunk.copy(0, chunk.rows(), layout.width(), layout.features().size(), targets, rows);
    }
  }

  /** Keeps what rows have beside their numbers, which are in their places. */
  private void note(TableFile file, Chunk chunk) {
    Map<String, String> known = new HashMap<>();
    for (int t = 0; t < texts.size(); t++) {
      List<String> into = texts.get(t);
      for (String text : Arrays.asList(chunk.texts()[t]).subList(0, chunk.rows())) {
        // Labels repeat: one copy of each within a chunk is enough.
        into.add(known.computeIfAbsent(text, same -> same));
      }
    }
    missing.add(file, chunk);
    locations.add(file, chunk);
    rows += chunk.rows();
  }

  private void requireFloats(TableFile file, Chunk chunk) {
    if (floats == null) {
      return;
    }
    int width = layout.width();
    for (int i = 0; i < chunk.rows(); i++) {
      for (int j = 0; j < layout.features().size(); j++) {
        floats.add(file, chunk.line(i), rows + i, j, chunk.numbers()[i * width + j]);
      }
    }
  }

  /** Makes room when there are more rows than announced, as a query with a sample may give. */
  private void grow(int least) {
    DenseMatrix oldFeatures = features;
    DenseMatrix oldTargets = targets;
    allocate((int) Math.min(Integer.MAX_VALUE, Math.max(least, features.rows() * 3L / 2)));
    LinearAlgebra.copy(oldFeatures.rowRange(0, rows), features.rowRange(0, rows));
    LinearAlgebra.copy(oldTargets.rowRange(0, rows), targets.rowRange(0, rows));
    oldFeatures.storage().release();
    oldTargets.storage().release();
  }

  private Data finish() {
    if (floats != null) {
      floats.finish(locations);
    }
    return new Data(
        layout,
        features.rowRange(0, rows),
        targets.rowRange(0, rows),
        layout.label() < 0 ? null : List.copyOf(texts.get(layout.label())),
        layout.id() < 0 ? null : List.copyOf(texts.get(layout.id())),
        missing,
        locations);
  }

  static int countMissing(DenseMatrix matrix) {
    double[] row = new double[matrix.columns()];
    int count = 0;
    for (int i = 0; i < matrix.rows(); i++) {
      matrix.getRow(i, row, 0);
      for (double value : row) {
        count += Double.isNaN(value) ? 1 : 0;
      }
    }
    return count;
  }
}
