package org.eigenlens.data;

import java.nio.ByteBuffer;

/** How binary files store a number. */
enum NumberType {
  F8(8),
  F4(4),
  I1(1),
  I2(2),
  I4(4),
  I8(8),
  U1(1),
  U2(2),
  U4(4),
  U8(8),
  B1(1);

  private static final double TWO_TO_64 = 0x1p64;

  private final int bytes;

  NumberType(int bytes) {
    this.bytes = bytes;
  }

  int bytes() {
    return bytes;
  }

  boolean whole() {
    return this != F8 && this != F4;
  }

  /** Reads one number, in the byte order of the buffer. */
  double get(ByteBuffer from, int at) {
    return switch (this) {
      case F8 -> from.getDouble(at);
      case F4 -> from.getFloat(at);
      case I1 -> from.get(at);
      case I2 -> from.getShort(at);
      case I4 -> from.getInt(at);
      case I8 -> from.getLong(at);
      case U1 -> from.get(at) & 0xFF;
      case U2 -> from.getShort(at) & 0xFFFF;
      case U4 -> from.getInt(at) & 0xFFFF_FFFFL;
      case U8 -> unsigned(from.getLong(at));
      case B1 -> from.get(at) != 0 ? 1 : 0;
    };
  }

  /** Converts by the correctly rounded sum of halves, so that the last bit is not lost. */
  private static double unsigned(long value) {
    if (value >= 0) {
      return value;
    }
    double half = (value >>> 1) | (value & 1);
    return Math.min(half * 2, TWO_TO_64);
  }

  /** Writes a number as text: whole ones without a point. */
  String text(double value) {
    return whole() && Math.abs(value) < 0x1p53 ? Long.toString((long) value) : Numbers.text(value);
  }

  /** Turns rows that stand one after the other in a buffer into a chunk. */
  Chunk chunk(ByteBuffer rows, int count, int width, int[] numeric, int[] text, long firstRow) {
    double[] numbers = new double[count * numeric.length];
    String[][] strings = new String[text.length][count];
    int at = 0;
    for (int i = 0; i < count; i++) {
      for (int column : numeric) {
        numbers[at++] = get(rows, (i * width + column) * bytes);
      }
      for (int t = 0; t < text.length; t++) {
        strings[t][i] = text(get(rows, (i * width + text[t]) * bytes));
      }
    }
    return new Chunk(count, numbers, strings, firstRow, null);
  }
}
