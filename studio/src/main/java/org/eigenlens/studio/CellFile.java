package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.eigenlens.data.Table;

/**
 * The cells of a table as text, on disk, so that single rows are read at once.
 *
 * <p>A row is its length in bytes, then each cell as its length and its UTF-8; −1 stands for no
 * cell. In memory is only where every 64th row starts. May be used by several threads.
 */
final class CellFile {

  private static final int STEP = 64;
  private static final int MOST_CELL = 2000;

  /** After so many bytes it is looked whether there is still room. */
  private static final long OFTEN = 64L << 20;

  private final Path file;
  private final List<String> names;
  private final long[] starts;
  private final int rows;

  private CellFile(Path file, List<String> names, long[] starts, int rows) {
    this.file = file;
    this.names = names;
    this.starts = starts;
    this.rows = rows;
  }

  /**
   * Writes the cells of some columns to a file; where that fails, no file stays.
   *
   * @param room refuses where there is no room for so many bytes more; asked again and again
   */
  static CellFile of(Table table, List<String> names, Path file, LongConsumer room) {
    try {
      return written(table, names, file, new Building(room));
    } catch (RuntimeException | Error e) {
      Folders.remove(file);
      throw e;
    }
  }

  private static CellFile written(Table table, List<String> names, Path file, Building building) {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16))) {
      table.forEachText(
          names,
          (count, cells) -> {
            try {
              for (int i = 0; i < count; i++) {
                building.add(out, cells, i);
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            return true;
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new CellFile(
        file,
        names,
        Arrays.copyOf(building.starts, (building.rows + STEP - 1) / STEP),
        building.rows);
  }

  private static final class Building {
    private final LongConsumer room;
    private long[] starts = new long[1024];
    private long at;
    private int rows;

    Building(LongConsumer room) {
      this.room = room;
    }

    void add(DataOutputStream out, String[][] cells, int row) throws IOException {
      if (rows % STEP == 0) {
        if (rows / STEP == starts.length) {
          starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        starts[rows / STEP] = at;
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream line = new DataOutputStream(bytes);
      for (String[] column : cells) {
        String cell = column[row];
        if (cell == null) {
          line.writeInt(-1);
        } else {
          byte[] text =
              (cell.length() > MOST_CELL ? cell.substring(0, MOST_CELL) + "…" : cell)
                  .getBytes(UTF_8);
          line.writeInt(text.length);
          line.write(text);
        }
      }
      out.writeInt(bytes.size());
      bytes.writeTo(out);
      long before = at;
      at += 4L + bytes.size();
      rows++;
      if (before / OFTEN != at / OFTEN) {
        room.accept(0); // what is written counts already
      }
    }
  }

  int rows() {
    return rows;
  }

  List<String> names() {
    return names;
  }

  /** Returns the cells of a row by the names of their columns; a cell without a value is null. */
  Map<String, Object> row(int row) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(starts[row / STEP]);
      for (int i = 0; i < row % STEP; i++) {
        int length = in.readInt();
        in.seek(in.getFilePointer() + length);
      }
      byte[] bytes = new byte[in.readInt()];
      in.readFully(bytes);
      return cells(bytes);
    }
  }

  private Map<String, Object> cells(byte[] bytes) {
    Map<String, Object> cells = new LinkedHashMap<>();
    int at = 0;
    for (String name : names) {
      int length = length(bytes, at);
      at += 4;
      cells.put(name, length < 0 ? null : new String(bytes, at, length, UTF_8));
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

  /** The first rows that were found, and how many there are. */
  record Hits(List<Integer> rows, int total) {}

  /**
   * Finds the rows with a text in one of their cells, or in one column; large and small alike.
   *
   * @param first a row that is found whatever its cells are, before the others
   */
  Hits search(String text, Optional<String> column, Optional<Integer> first, int most)
      throws IOException {
    String wanted = text.toLowerCase(Locale.ROOT);
    List<Integer> found = new ArrayList<>(first.stream().toList());
    int total = found.size();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      for (int row = 0; row < rows; row++) {
        byte[] bytes = in.readNBytes(in.readInt());
        if (!first.equals(Optional.of(row)) && holds(bytes, wanted, column)) {
          total++;
          if (found.size() < most) {
            found.add(row);
          }
        }
      }
    }
    return new Hits(found, total);
  }

  private boolean holds(byte[] bytes, String wanted, Optional<String> column) {
    int at = 0;
    for (String name : names) {
      int length = length(bytes, at);
      at += 4;
      if (length > 0
          && column.map(name::equals).orElse(true)
          && new String(bytes, at, length, UTF_8).toLowerCase(Locale.ROOT).contains(wanted)) {
        return true;
      }
      at += Math.max(0, length);
    }
    return false;
  }
}
