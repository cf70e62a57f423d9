package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.matrix.DenseMatrix;

/**
 * The cells of a table as text, on disk, so that single rows are read at once.
 *
 * <p>A row is its length in bytes, then each cell as its length and its UTF-8; −1 stands for no
 * cell. In memory is only where every 16th row starts. Cells that are cut are whole in a file of
 * their own, where only searches read them. May be used by several threads; making it and searching
 * it end when their thread is interrupted.
 */
final class CellFile {

  /** Of a longer cell a page shows the beginning. */
  static final int SHOWN = 2000;

  /** What leaves no cell out. */
  static final int WHOLE = Integer.MAX_VALUE;

  private static final int STEP = 16;

  /** After so many rows it is looked whether somebody still waits. */
  private static final int OFTEN_LOOKED = 1 << 10;

  private static final byte[] NONE = {};

  /** After so many bytes it is looked whether there is still room. */
  private static final long OFTEN = 8L << 20;

  private final Path file;
  private final LongCells cut;
  private final List<String> names;
  private final Map<String, Integer> places = new HashMap<>();
  private final long[] starts;
  private final int rows;

  /** The rows of the table that are here, ascending; null for all. */
  private final int[] kept;

  private CellFile(
      Path file, LongCells cut, List<String> names, long[] starts, int rows, int[] kept) {
    this.file = file;
    this.cut = cut;
    this.names = names;
    for (int i = 0; i < names.size(); i++) {
      places.putIfAbsent(names.get(i), i);
    }
    this.starts = starts;
    this.rows = rows;
    this.kept = kept;
  }

  /**
   * Which cells are kept.
   *
   * @param rows of the table; null for all
   * @param longest cells of more characters are cut where they are shown
   */
  record Choice(BitSet rows, int longest) {
    boolean has(int row) {
      return rows == null || rows.get(row);
    }
  }

  /**
   * Writes the cells of some columns, as they are written in the table, to a file; where that
   * fails, no file stays.
   *
   * @param room refuses where there is no room for so many bytes more; asked again and again
   */
  static CellFile of(Table table, List<String> names, Choice choice, Path file, LongConsumer room) {
    return written(
        file,
        names,
        choice,
        room,
        building ->
            table.forEachText(
                names,
                (count, cells) -> {
                  for (int i = 0; i < count; i++) {
                    int row = i;
                    building.add(j -> cells[j][row]);
                  }
                  return true;
                }));
  }

  /** Writes columns of numbers that are written nowhere, as pixels are, in the same way. */
  static CellFile ofNumbers(
      Table table, List<String> names, Choice choice, Path file, LongConsumer room) {
    return written(
        file,
        names,
        choice,
        room,
        building ->
            table
                .select(Selection.ALL.withFeatures(names))
                .forEachBatch(
                    FloatFile.batchRows(names.size()),
                    batch -> {
                      DenseMatrix values = batch.matrix();
                      for (int i = 0; i < values.rows(); i++) {
                        int row = i;
                        building.add(j -> text(values.get(row, j)));
                      }
                    }));
  }

  private static String text(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return Double.isNaN(value) ? null : whole ? String.valueOf((long) value) : value + "";
  }

  /** Hands over the rows of a table. */
  private interface Pass {
    void over(Building building);
  }

  /** Returns the cell of a column. */
  private interface Cells {
    String at(int column);
  }

  private static CellFile written(
      Path file, List<String> names, Choice choice, LongConsumer room, Pass pass) {
    LongCells.Writer whole =
        new LongCells.Writer(file.resolveSibling(file.getFileName() + "-long"));
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
        whole) {
      Building building = new Building(out, whole, names.size(), choice, room);
      pass.over(building);
      return new CellFile(
          file,
          whole.written(),
          names,
          Arrays.copyOf(building.starts, (building.rows + STEP - 1) / STEP),
          building.rows,
          choice.rows() == null ? null : choice.rows().stream().toArray());
    } catch (IOException e) {
      Folders.remove(file);
      whole.written().remove();
      throw new UncheckedIOException(e);
    } catch (RuntimeException | Error e) {
      Folders.remove(file);
      whole.written().remove();
      throw e;
    }
  }

  private static final class Building {
    private final OutputStream out;
    private final LongCells.Writer whole;
    private final int columns;
    private final Choice choice;
    private final LongConsumer room;
    private ByteBuffer line = ByteBuffer.allocate(1 << 12);
    private long[] starts = new long[1024];
    private long at;
    private long ofWhole;
    private int seen;
    private int rows;

    Building(
        OutputStream out, LongCells.Writer whole, int columns, Choice choice, LongConsumer room) {
      this.out = out;
      this.whole = whole;
      this.columns = columns;
      this.choice = choice;
      this.room = room;
    }

    void add(Cells cells) {
      if (!choice.has(seen++)) {
        return;
      }
      if (rows % STEP == 0) {
        if (rows / STEP == starts.length) {
          starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[rows / STEP] = at;
      }
      try {
        write(cells);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      rows++;
    }

    private void write(Cells cells) throws IOException {
      long before = at + ofWhole;
      line.position(4);
      for (int j = 0; j < columns; j++) {
        String cell = cells.at(j);
        if (cell != null && cell.length() > choice.longest()) {
          ofWhole += whole.add(rows, j, cell);
          cell = cell.substring(0, LongCells.end(cell, 0, choice.longest())) + "…";
        }
        put(cell);
      }
      line.putInt(0, line.position() - 4);
      out.write(line.array(), 0, line.position());
      at += line.position();
      if (before / OFTEN != (at + ofWhole) / OFTEN) {
        out.flush();
        whole.flush();
        room.accept(0); // what is written counts already
      }
    }

    private void put(String cell) {
      byte[] text = cell == null ? NONE : cell.getBytes(UTF_8);
      if (line.remaining() < 4 + text.length) {
        int more = Math.max(line.capacity(), 4 + text.length);
        line =
            ByteBuffer.allocate(Math.addExact(line.capacity(), more))
                .put(line.array(), 0, line.position());
      }
      line.putInt(cell == null ? -1 : text.length).put(text);
    }
  }

  /** Returns how many rows are here. */
  int rows() {
    return rows;
  }

  List<String> names() {
    return names;
  }

  /** Returns which of the names it is; -1 if none. */
  int place(String name) {
    return places.getOrDefault(name, -1);
  }

  /** Removes what is on the disk. */
  void remove() {
    Folders.remove(file);
    cut.remove();
  }

  /** Opens the file for reading of single rows. */
  Reader open() throws IOException {
    return new Reader();
  }

  /** Reads rows: those near the last one from memory. Not for several threads. */
  final class Reader implements Closeable {
    private final FileChannel in = FileChannel.open(file);
    private final long end = in.size();
    private ByteBuffer block = ByteBuffer.allocate(0);
    private int number = -1;

    private Reader() throws IOException {}

    /** Returns the cells of a row of the table, in the order of the names. */
    String[] row(int row) throws IOException {
      int place = kept == null ? row : Arrays.binarySearch(kept, row);
      if (place < 0 || place >= rows) {
        throw Refusal.bad("row %d is not there; the data have changed, fit again".formatted(row));
      }
      if (place / STEP != number) {
        read(place / STEP);
      }
      block.rewind();
      for (int i = 0; i < place % STEP; i++) {
        int length = block.getInt();
        block.position(block.position() + length);
      }
      return cells(block.array(), block.position() + 4, names.size());
    }

    private void read(int wanted) throws IOException {
      long from = starts[wanted];
      long to = wanted + 1 < starts.length ? starts[wanted + 1] : end;
      int length = Math.toIntExact(to - from);
      block = block.capacity() < length ? ByteBuffer.allocate(length) : block.clear().limit(length);
      while (block.hasRemaining()) {
        if (in.read(block, from + block.position()) < 0) {
          throw new IOException(file + " is shorter than it was");
        }
      }
      number = wanted;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static String[] cells(byte[] bytes, int start, int count) {
    String[] cells = new String[count];
    int at = start;
    for (int j = 0; j < count; j++) {
      int length = length(bytes, at);
      at += 4;
      cells[j] = length < 0 ? null : new String(bytes, at, length, UTF_8);
      at += Math.max(0, length);
    }
    return cells;
  }

  private static int length(byte[] bytes, int at) {
    return (bytes[at] & 255) << 24
        | (bytes[at + 1] & 255) << 16
        | (bytes[at + 2] & 255) << 8
        | (bytes[at + 3] & 255);
  }

  /**
   * Finds the rows with a text in a cell; large and small letters are alike.
   *
   * @param columns tells of each whether it is searched
   */
  Hits search(SoughtText text, boolean[] columns) throws IOException {
    Hits found = new Hits(new BitSet(), new BitSet());
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      for (int row = 0; row < rows; row++) {
        if (row % OFTEN_LOOKED == 0 && Thread.currentThread().isInterrupted()) {
          throw new CancellationException("The search was cancelled.");
        }
        byte[] bytes = in.readNBytes(in.readInt());
        found.put(inTable(row), best(bytes, text, columns));
      }
    }
    cut.search(text, columns, this::inTable, found);
    return found;
  }

  private int inTable(int row) {
    return kept == null ? row : kept[row];
  }

  /** Returns how well the best of the cells of a row answers. */
  private static SoughtText.Match best(byte[] bytes, SoughtText text, boolean[] columns) {
    SoughtText.Match best = SoughtText.Match.NONE;
    int at = 0;
    for (boolean searched : columns) {
      int length = length(bytes, at);
      at += 4;
      if (searched && length > 0) {
        SoughtText.Match match = text.in(new String(bytes, at, length, UTF_8));
        best = match.compareTo(best) > 0 ? match : best;
      }
      at += Math.max(0, length);
    }
    return best;
  }
}
