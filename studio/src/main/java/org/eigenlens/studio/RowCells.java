package org.eigenlens.studio;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * Cells of the rows of a fit, from files of the cells of its inputs.
 *
 * @param columns which cells, in this order
 * @param files those of each input
 * @param partners which rows of the inputs the rows of the fit are
 */
record RowCells(List<RowColumn> columns, List<List<CellFile>> files, Partners partners) {

  /** Where a column is found: an input, one of its files, and the place in that. */
  private record Found(int input, int file, int column) {}

  private List<Found> find(RowColumn column) {
    List<Found> found = new ArrayList<>();
    for (RowColumn.Part part : column.parts()) {
      List<CellFile> of = files.get(part.input());
      for (int i = 0; i < of.size(); i++) {
        int at = of.get(i).place(part.column());
        if (at >= 0) {
          found.add(new Found(part.input(), i, at));
        }
      }
    }
    return found;
  }

  /** Opens the files for reading of single rows. */
  Reader open() throws IOException {
    return new Reader();
  }

  /** Reads rows. Not for several threads. */
  final class Reader implements Closeable {
    private final List<List<Found>> places = columns.stream().map(RowCells.this::find).toList();
    private final List<List<CellFile.Reader>> readers = new ArrayList<>();

    private Reader() throws IOException {
      boolean whole = false;
      try {
        for (List<CellFile> of : files) {
          List<CellFile.Reader> opened = new ArrayList<>();
          readers.add(opened);
          for (CellFile file : of) {
            opened.add(file.open());
          }
        }
        whole = true;
      } finally {
        if (!whole) {
          close();
        }
      }
    }

    /** Returns how many cells a row has. */
    int width() {
      return places.size();
    }

    /** Returns the cells of a row in the order of the columns; null where there is none. */
    String[] row(int row) throws IOException {
      List<List<String[]>> found = new ArrayList<>();
      for (int input = 0; input < readers.size(); input++) {
        int place = partners.place(input, row);
        List<String[]> cells = new ArrayList<>();
        for (CellFile.Reader reader : readers.get(input)) {
          cells.add(place < 0 ? null : reader.row(place));
        }
        found.add(cells);
      }
      String[] cells = new String[places.size()];
      Arrays.setAll(cells, j -> cell(found, places.get(j)));
      return cells;
    }

    private static String cell(List<List<String[]>> found, List<Found> places) {
      for (Found at : places) {
        String[] cells = found.get(at.input()).get(at.file());
        if (cells != null) {
          return cells[at.column()];
        }
      }
      return null;
    }

    @Override
    public void close() throws IOException {
      for (List<CellFile.Reader> of : readers) {
        for (CellFile.Reader reader : of) {
          reader.close();
        }
      }
    }
  }

  /** Finds the rows with a text in one of their cells, or in one column. */
  Hits search(String text, Optional<String> column) throws IOException {
    SoughtText sought = new SoughtText(text);
    Hits rows = new Hits(new BitSet(), new BitSet());
    List<RowColumn> searched =
        columns.stream().filter(one -> column.map(one.name()::equals).orElse(true)).toList();
    for (int input = 0; input < files.size(); input++) {
      for (int i = 0; i < files.get(input).size(); i++) {
        CellFile file = files.get(input).get(i);
        boolean[] wanted = new boolean[file.names().size()];
        boolean any = false;
        for (RowColumn one : searched) {
          for (Found at : find(one)) {
            if (at.input() == input && at.file() == i) {
              wanted[at.column()] = true;
              any = true;
            }
          }
        }
        if (any) {
          Hits found = file.search(sought, wanted);
          rows.whole().or(partners.rowsAt(input, found.whole()));
          rows.part().or(partners.rowsAt(input, found.part()));
        }
      }
    }
    rows.part().andNot(rows.whole());
    return rows;
  }

  /** Removes the files. */
  void remove() {
    files.forEach(of -> of.forEach(CellFile::remove));
  }
}
