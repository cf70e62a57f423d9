package org.eigenlens.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.SparseMatrix;

/** Joins files of non-zeros into one sparse matrix of the chosen columns. */
final class SparseRows {

  private final Layout layout;
  private final DenseMatrix targets;
  private final List<List<String>> texts = new ArrayList<>();
  private final Locations locations = new Locations();
  private int rows;

  private SparseRows(Layout layout, int total) {
    this.layout = layout;
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
      SparseFile file = (SparseFile) part.file();
      bytes += file.count() * (Integer.BYTES + Double.BYTES);
      bytes += (long) file.rows() * Integer.BYTES;
    }
    return bytes;
  }

  static Data load(Layout layout) {
    int total = 0;
    for (Layout.Part part : layout.parts()) {
      SparseFile file = (SparseFile) part.file();
      if (file.rows() == 0) {
        throw RowCursor.noRows(file.name());
      }
      file.forget();
      total = Math.addExact(total, file.rows());
    }
    SparseRows joined = new SparseRows(layout, total);
    SparseFile.Entries entries = entries(layout, total);
    for (Layout.Part part : layout.parts()) {
      SparseFile file = (SparseFile) part.file();
      for (int row = 0; row < file.rows(); row++) {
        joined.requireFinite(file, row, entries);
        joined.addOthers(part, file, row);
      }
    }
    return joined.finish(entries);
  }

  /** Reads the chosen columns of all files to their places: counted first, written once. */
  private static SparseFile.Entries entries(Layout layout, int total) {
    SparseFile file = (SparseFile) layout.parts().get(0).file();
    if (layout.parts().size() == 1
        && file.held() != null
        && file.isEveryColumn(slots(layout, layout.parts().get(0)))) {
      return file.held();
    }
    try {
      CompressedRows into = new CompressedRows(total);
      int first = 0;
      for (Layout.Part part : layout.parts()) {
        file = (SparseFile) part.file();
        file.requireUnchanged();
        file.count(slots(layout, part), into, first);
        first += file.rows();
      }
      into.makeRoom(layout.parts().get(0).file().name());
      first = 0;
      for (Layout.Part part : layout.parts()) {
        file = (SparseFile) part.file();
        file.fill(slots(layout, part), into, first);
        first += file.rows();
      }
      if (!into.isFull()) {
        throw file.changed();
      }
      return into.finish();
    } catch (IOException e) {
      throw RowCursor.unreadable(file.name(), e);
    }
  }

  /** Returns which feature each column of a file is. */
  private static int[] slots(Layout layout, Layout.Part part) {
    return ((SparseFile) part.file()).slots(part.numeric(), layout.features().size());
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

  private void requireFinite(SparseFile file, int row, SparseFile.Entries entries) {
    for (int p = entries.starts()[rows]; p < entries.starts()[rows + 1]; p++) {
      double value = entries.values()[p];
      if (Double.isNaN(value) || Double.isInfinite(value)) {
        throw DataException.at(
            new Place(file.name(), file.unit(), file.line(row), layout.name(entries.indices()[p])),
            "an entry is missing or not finite",
            "leave it out if it is zero, or correct it");
      }
    }
  }

  private Data finish(SparseFile.Entries entries) {
    return new Data(
        layout,
        SparseMatrix.of(
            rows, layout.features().size(), entries.starts(), entries.indices(), entries.values()),
        targets,
        layout.label() < 0 ? null : List.copyOf(texts.get(layout.label())),
        layout.id() < 0 ? null : List.copyOf(texts.get(layout.id())),
        new Missing(layout),
        locations);
  }
}
