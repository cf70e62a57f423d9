package org.eigenlens.data;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the cells of delimited text, one after the other.
 *
 * <p>A quote opens only at the start of a cell; inside, a doubled quote stands for itself, and
 * separators and line ends are text. Lines end with LF, CR LF or CR. The text must end with a line
 * end.
 */
final class CsvCells {

  /** What stands for the position after a quote that is not closed. */
  static final int OPEN = -1;

  /** What stands for the position after a quote that is closed, and goes on. */
  private static final int FOLLOWED = -2;

  private static final Charset WINDOWS = Charset.forName("windows-1252");

  private final byte separator;
  private byte[] text;
  private int textEnd;

  /** The bytes of the last cell, from {@link #from} to {@link #to}, quotes taken off. */
  byte[] bytes;

  int from;
  int to;

  /** Whether the last cell was the last of its record. */
  boolean endOfRecord;

  /** How many line ends there were in the last cell. */
  int linesInside;

  /** Whether a cell since the last {@link #reset} was text, but not UTF-8. */
  boolean foreign;

  private byte[] unescaped = new byte[64];

  CsvCells(byte separator) {
    this.separator = separator;
  }

  void reset(byte[] source, int end) {
    text = source;
    foreign = false;
    textEnd = end;
  }

  /**
   * Returns the last cell as text.
   *
   * <p>Text that is not UTF-8 comes nearly always from spreadsheets of Western Europe, so it is
   * taken for Windows-1252 (which Latin-1 is a part of), and {@link #foreign} says so. Each cell
   * decides for itself: a file needs no pass of its own for it, and hardly any word in Windows-1252
   * is by chance also valid UTF-8.
   */
  String string() {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') < 0 || TextInput.isUtf8(bytes, from, to)) {
      return text;
    }
    foreign = true;
    return new String(bytes, from, to - from, WINDOWS);
  }

  /**
   * Finds the cell at a position.
   *
   * @return where the next cell or record starts; {@link #OPEN} or {@link #FOLLOWED} if it cannot
   *     be read
   */
  int next(int position) {
    linesInside = 0;
    if (text[position] == '"') {
      return quoted(position + 1);
    }
    bytes = text;
    from = position;
    int i = position;
    byte[] b = text;
    byte s = separator;
    while (b[i] != s && b[i] != '\n' && b[i] != '\r') {
      i++;
    }
    to = i;
    return after(i);
  }

  /** Says what stands at a position that is none. */
  static String problem(int position) {
    return position == OPEN ? "a quote is opened but never closed" : "text follows a closing quote";
  }

  private int after(int end) {
    if (text[end] == separator) {
      endOfRecord = false;
      return end + 1;
    }
    endOfRecord = true;
    boolean two = text[end] == '\r' && end + 1 < textEnd && text[end + 1] == '\n';
    return two ? end + 2 : end + 1;
  }

  private int quoted(int start) {
    bytes = text;
    from = start;
    int escapes = 0;
    int i = start;
    while (true) {
      if (i >= textEnd) {
        return OPEN;
      }
      byte b = text[i];
      if (b == '"') {
        if (i + 1 < textEnd && text[i + 1] == '"') {
          escapes++;
          i += 2;
          continue;
        }
        break;
      }
      if (b == '\n' || (b == '\r' && (i + 1 >= textEnd || text[i + 1] != '\n'))) {
        linesInside++;
      }
      i++;
    }
    to = i;
    if (escapes > 0) {
      unescape(start, i);
    }
    i++;
    while (i < textEnd && text[i] == ' ' && separator != ' ') {
      i++;
    }
    if (i >= textEnd) {
      return OPEN;
    }
    if (text[i] != separator && text[i] != '\n' && text[i] != '\r') {
      return FOLLOWED;
    }
    return after(i);
  }

  private void unescape(int start, int end) {
    if (unescaped.length < end - start) {
      unescaped = Arrays.copyOf(unescaped, 2 * (end - start));
    }
    int length = 0;
    for (int i = start; i < end; i++) {
      unescaped[length++] = text[i];
      if (text[i] == '"') {
        i++;
      }
    }
    bytes = unescaped;
    from = 0;
    to = length;
  }
}
