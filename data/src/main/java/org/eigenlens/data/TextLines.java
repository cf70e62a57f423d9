package org.eigenlens.data;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** Reads a text file line by line; none is waited for without end. */
final class TextLines implements Closeable {

  /** A line of so many bytes is none that anybody meant. */
  static final int LONGEST = 1 << 26;

  private final String name;
  private final InputStream in;
  private byte[] bytes = new byte[1 << 16];
  private int from;
  private int to;
  private int number;

  TextLines(String name, Path path) throws IOException {
    this.name = name;
    in = TextInput.openText(path);
  }

  /**
   * Returns the next line, without its end; null if there is none.
   *
   * @throws DataException if it is too long
   */
  String next() throws IOException {
    int length = 0;
    while (isThere(length) && bytes[from + length] != '\n' && bytes[from + length] != '\r') {
      length++;
    }
    boolean ends = isThere(length);
    if (!ends && length == 0) {
      return null;
    }
    String line = new String(bytes, from, length, StandardCharsets.UTF_8);
    number++;
    from += length;
    if (ends) {
      boolean two = bytes[from] == '\r' && isThere(1) && bytes[from + 1] == '\n';
      from += two ? 2 : 1;
    }
    return line;
  }

  /** Returns the number of the line that was read last, from 1. */
  int number() {
    return number;
  }

  /** Tells whether there is a byte so far on; reads it if it is not there yet. */
  private boolean isThere(int ahead) throws IOException {
    return from + ahead < to || more();
  }

  private boolean more() throws IOException {
    if (from > 0) {
      System.arraycopy(bytes, from, bytes, 0, to - from);
      to -= from;
      from = 0;
    }
    if (to >= LONGEST) {
      throw DataException.at(
          Place.line(name, number + 1L),
          "the line is longer than " + (LONGEST >> 20) + " MB",
          "check the line ends of the file");
    }
    if (to == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * to);
    }
    int read = in.read(bytes, to, bytes.length - to);
    to += Math.max(0, read);
    return read > 0;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
