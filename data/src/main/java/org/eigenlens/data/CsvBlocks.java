package org.eigenlens.data;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts delimited text into blocks of whole records.
 *
 * <p>A block starts where a record starts, so what is inside quotes is known without looking back;
 * blocks can therefore be parsed by different threads. Calls must not overlap.
 */
final class CsvBlocks implements Closeable {

  static final int BLOCK = 1 << 20;

  /** The bytes of whole records, from 0 to {@code length}; reused from block to block. */
  static final class Block {
    private byte[] bytes = new byte[0];
    private int length;

    byte[] bytes() {
      return bytes;
    }

    int length() {
      return length;
    }
  }

  private final InputStream in;
  private final byte separator;
  private final byte lineEnd;
  private byte[] carry = new byte[0];
  private int carried;
  private boolean ended;

  CsvBlocks(InputStream in, byte separator, byte lineEnd) {
    this.in = in;
    this.separator = separator;
    this.lineEnd = lineEnd;
  }

  /** Reads the next block; returns false at the end. */
  boolean next(Block block) throws IOException {
    if (ended && carried == 0) {
      block.length = 0;
      return false;
    }
    int size = more(carried);
    while (true) {
      // One byte more, for the line end that the last line may lack.
      if (block.bytes.length < size + 1) {
        block.bytes = Arrays.copyOf(block.bytes, size + 1);
      }
      System.arraycopy(carry, 0, block.bytes, 0, carried);
      int read = ended ? 0 : in.readNBytes(block.bytes, carried, size - carried);
      ended |= read < size - carried;
      int filled = carried + read;
      if (filled == 0) {
        block.length = 0;
        return false;
      }
      if (ended) {
        byte last = block.bytes[filled - 1];
        if (last != '\n' && last != '\r') {
          block.bytes[filled++] = '\n';
        }
        block.length = filled;
        carried = 0;
        return true;
      }
      int end = endOfRecords(block.bytes, filled);
      keep(block.bytes, end, filled);
      if (end > 0) {
        block.length = end;
        return true;
      }
      requireEnd(filled);
      size = more(filled);
    }
  }

  /** Returns how far to read where so many bytes hold no end: twice as far, to the longest line. */
  private static int more(int without) {
    return Math.max(BLOCK, Math.min(2 * without, TextLines.LONGEST + 1));
  }

  /**
   * Refuses a record that has no end within so many bytes.
   *
   * @throws IOException if that is too long even for one in quotes
   */
  static void requireEnd(int bytes) throws IOException {
    if (bytes > TextLines.LONGEST) {
      throw new IOException(
          "a line is longer than %d MB; is there a quote without its pair?"
              .formatted(TextLines.LONGEST >> 20));
    }
  }

  private void keep(byte[] bytes, int from, int to) {
    if (carry.length < to - from) {
      carry = new byte[to - from];
    }
    carried = to - from;
    System.arraycopy(bytes, from, carry, 0, carried);
  }

  /** Finds the end of the last whole record. */
  private int endOfRecords(byte[] bytes, int filled) {
    int firstQuote = 0;
    while (firstQuote < filled && bytes[firstQuote] != '"') {
      firstQuote++;
    }
    if (firstQuote == filled) {
      int end = filled;
      while (end > 0 && bytes[end - 1] != lineEnd) {
        end--;
      }
      return end;
    }
    return endAfterQuotes(bytes, filled);
  }

  private int endAfterQuotes(byte[] bytes, int filled) {
    int end = 0;
    boolean inside = false;
    boolean cellStart = true;
    for (int i = 0; i < filled; i++) {
      byte b = bytes[i];
      if (inside) {
        // A doubled quote closes and opens again: the state after it is right.
        inside = b != '"';
        cellStart = !inside && i + 1 < filled && bytes[i + 1] == '"';
      } else if (b == '"' && cellStart) {
        inside = true;
        cellStart = false;
      } else if (b == '\n' || b == '\r') {
        cellStart = true;
        if (b == lineEnd) {
          end = i + 1;
        }
      } else {
        cellStart = b == separator;
      }
    }
    return end;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
