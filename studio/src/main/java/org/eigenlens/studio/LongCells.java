package org.eigenlens.studio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.function.IntUnaryOperator;

/**
 * The cells of which a page shows the beginning, whole, to be searched.
 *
 * <p>A cell is its row and column, then pieces of its text, each as its length in bytes and its
 * UTF-8, and −1: so a search holds one piece, however long a cell is. It ends when its thread is
 * interrupted.
 */
final class LongCells {

  /** A piece has so many characters at most. */
  private static final int PIECE = 1 << 15;

  private static final int END = -1;

  private final Path file;
  private final long count;

  private LongCells(Path file, long count) {
    this.file = file;
    this.count = count;
  }

  /** Writes them; there is no file before the first. */
  static final class Writer implements Closeable {
    private final Path file;
    private DataOutputStream out;
    private long count;

    /** Prepares to write to a file. */
    Writer(Path file) {
      this.file = file;
    }

    /** Adds a cell, and returns how many bytes it took. */
    long add(int row, int column, String cell) throws IOException {
      if (out == null) {
        out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), 1 << 16));
      }
      out.writeInt(row);
      out.writeInt(column);
      long bytes = 3L * Integer.BYTES;
      for (int from = 0, to; from < cell.length(); from = to) {
        to = end(cell, from, PIECE);
        byte[] piece = cell.substring(from, to).getBytes(UTF_8);
        out.writeInt(piece.length);
        out.write(piece);
        bytes += Integer.BYTES + piece.length;
      }
      out.writeInt(END);
      count++;
      return bytes;
    }

    /** Writes what is still to be written to the disk. */
    void flush() throws IOException {
      if (out != null) {
        out.flush();
      }
    }

    LongCells written() {
      return new LongCells(file, count);
    }

    @Override
    public void close() throws IOException {
      if (out != null) {
        out.close();
      }
    }
  }

  /**
   * Returns where a piece of a text ends that has so many characters, or one less: no half of one.
   */
  static int end(String text, int from, int most) {
    int to = Math.min(text.length(), from + most);
    return to < text.length() && Character.isHighSurrogate(text.charAt(to - 1)) ? to - 1 : to;
  }

  /**
   * Notes the rows with a text in a cell.
   *
   * @param columns tells of each whether it is searched
   * @param rows which row of the table a row is
   */
  void search(SoughtText text, boolean[] columns, IntUnaryOperator rows, Hits found)
      throws IOException {
    if (count == 0) {
      return;
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      for (long i = 0; i < count; i++) {
        int row = rows.applyAsInt(in.readInt());
        if (has(in, text, columns[in.readInt()])) {
          found.put(row, SoughtText.Match.PART);
        }
      }
    }
  }

  /** Reads a cell to its end, and tells whether it has the text if it is searched. */
  private static boolean has(DataInputStream in, SoughtText text, boolean searched)
      throws IOException {
    boolean found = false;
    String before = "";
    for (int length = in.readInt(); length != END; length = in.readInt()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new CancellationException("The search was cancelled.");
      }
      if (found || !searched) {
        in.skipNBytes(length);
        continue;
      }
      String piece = before + new String(in.readNBytes(length), UTF_8);
      found = text.isWithin(piece);
      // What begins in one piece may end in the next.
      before = piece.substring(Math.max(0, piece.length() - text.length()));
    }
    return found;
  }

  /** Removes the file. */
  void remove() {
    Folders.remove(file);
  }
}
