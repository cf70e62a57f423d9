package org.eigenlens.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.SparseMatrix;

/** Joins files of non-zeros into one sparse matrix of the chosen columns. */
final class SparseRows {

  private final Layout layout;
  private final SparseFile.Growing entries;
  private final int[] starts;
  private final DenseMatrix targets;
  private final List<List<String>> texts = new ArrayList<>();
  private final Locations locations = new Locations();
  private int rows;

  private SparseRows(Layout layout, int total, boolean whole) {
    this.layout = layout;
    entries = new SparseFile.Growing(whole ? 0 : count(layout));
    starts = new int[total + 1];
    targets = DenseMatrix.unset(total, layout.targets().size(), Precision.DOUBLE);
    for (int t = 0; t < layout.texts(); t++) {
      texts.add(new ArrayList<>());
    }
  }

  /** Tells whether all files hold non-zeros, and every feature is among them. */
  static boolean possible(Layout layout) {
    for (Layout.Part part : layout.parts()) {
      if (!(part.file() instanceof SparseFile file)
          || (file instanceof MtxFile matrix && !matrix.coordinate())) {
        return false;
      }
      for (int i = 0; i < layout.features().size(); i++) {
        if (part.numeric()[i] < file.firstColumn()) {
          return false;
        }
      }
      for (int i = layout.features().size(); i < layout.width(); i++) {
        if (part.numeric()[i] >= file.firstColumn()) {
          return false;
        }
      }
      for (int column : part.text()) {
        if (column >= file.firstColumn()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns how many bytes the matrix takes if every column is chosen. */
  static long bytes(Layout layout) {
    long bytes = 0;
    for (Layout.Part part : layout.parts()) {
      SparseFile.Entries entries = ((SparseFile) part.file()).entries();
      bytes += (long) entries.values().length * (Integer.BYTES + Double.BYTES);
      bytes += (long) entries.rows() * Integer.BYTES;
    }
    return bytes;
  }

  static Data load(Layout layout) {
    int total = 0;
    for (Layout.Part part : layout.parts()) {
      int more = ((SparseFile) part.file()).entries().rows();
      if (more == 0) {
        throw RowCursor.noRows(part.file().name());
      }
      total = Math.addExact(total, more);
    }
    boolean whole = isWhole(layout);
    SparseRows joined = new SparseRows(layout, total, whole);
    if (whole) {
      return joined.asItIs(layout.parts().get(0));
    }
    for (Layout.Part part : layout.parts()) {
      joined.add(part, (SparseFile) part.file());
    }
    return joined.finish(joined.starts, joined.entries.indices(), joined.entries.values());
  }

  /** Tells whether the matrix is the entries of one file, in their order. */
  private static boolean isWhole(Layout layout) {
    Layout.Part part = layout.parts().get(0);
    SparseFile file = (SparseFile) part.file();
    int features = layout.features().size();
    boolean whole =
        layout.parts().size() == 1 && file.columns().size() == file.firstColumn() + features;
    for (int i = 0; i < features && whole; i++) {
      whole = part.numeric()[i] == file.firstColumn() + i;
    }
    return whole;
  }

  /** Takes the entries of a file as they are: they are not held twice. */
  private Data asItIs(Layout.Part part) {
    SparseFile file = (SparseFile) part.file();
    SparseFile.Entries source = file.entries();
    for (int row = 0; row < source.rows(); row++) {
      for (int p = source.starts()[row]; p < source.starts()[row + 1]; p++) {
        requireFinite(file, row, source.indices()[p], source.values()[p]);
      }
      addOthers(part, file, row);
    }
    return finish(source.starts(), source.indices(), source.values());
  }

  /** Counts the entries of the chosen columns, so that room is made for no more. */
  private static long count(Layout layout) {
    long count = 0;
    for (Layout.Part part : layout.parts()) {
      int[] slots = slots(layout, part);
      for (int index : ((SparseFile) part.file()).entries().indices()) {
        count += index < slots.length && slots[index] >= 0 ? 1 : 0;
      }
    }
    return count;
  }

  /** Returns which feature each column of a file is; −1 for one that was not chosen. */
  private static int[] slots(Layout layout, Layout.Part part) {
    int first = ((SparseFile) part.file()).firstColumn();
    int features = layout.features().size();
    int highest = 0;
    for (int i = 0; i < features; i++) {
      highest = Math.max(highest, part.numeric()[i] - first);
    }
    int[] slots = new int[highest + 1];
    Arrays.fill(slots, -1);
    for (int i = 0; i < features; i++) {
      slots[part.numeric()[i] - first] = i;
    }
    return slots;
  }

  private void add(Layout.Part part, SparseFile file) {
    int[] slots = slots(layout, part);
    SparseFile.Entries source = file.entries();
    long[] order = new long[16];
    for (int row = 0; row < source.rows(); row++) {
      int kept = 0;
      for (int p = source.starts()[row]; p < source.starts()[row + 1]; p++) {
        int index = source.indices()[p];
        if (index < slots.length && slots[index] >= 0) {
          if (kept == order.length) {
            order = Arrays.copyOf(order, 2 * kept);
          }
          // Slot and position in one number: sorting it sorts by slot.
          order[kept++] = ((long) slots[index] << 32) | p;
        }
      }
      Arrays.sort(order, 0, kept);
      for (int k = 0; k < kept; k++) {
        add(file, row, (int) (order[k] >>> 32), source.values()[(int) order[k]]);
      }
      addOthers(part, file, row);
      starts[rows] = entries.count();
    }
  }

  /** Adds what a row has beside its entries. */
  private void addOthers(Layout.Part part, SparseFile file, int row) {
    int features = layout.features().size();
    for (int t = features; t < layout.width(); t++) {
      targets.set(rows, t - features, file.leadingNumber(row, part.numeric()[t]));
    }
    for (int t = 0; t < texts.size(); t++) {
      texts.get(t).add(file.leading(row, part.text()[t]));
    }
    locations.add(file, file.line(row), 1);
    rows++;
  }

  private void add(SparseFile file, int row, int slot, double value) {
    requireFinite(file, row, slot, value);
    entries.add(slot, value);
  }

  private void requireFinite(SparseFile file, int row, int slot, double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw DataException.at(
          new Place(file.name(), file.unit(), file.line(row), layout.name(slot)),
          "an entry is missing or not finite",
          "leave it out if it is zero, or correct it");
    }
  }

  private Data finish(int[] from, int[] indices, double[] values) {
    SparseMatrix matrix = SparseMatrix.of(rows, layout.features().size(), from, indices, values);
    return new Data(
        layout,
        matrix,
        targets,
        layout.label() < 0 ? null : List.copyOf(texts.get(layout.label())),
        layout.id() < 0 ? null : List.copyOf(texts.get(layout.id())),
        new Missing(layout),
        locations);
  }
}
