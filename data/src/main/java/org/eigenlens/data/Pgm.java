package org.eigenlens.data;

/**
 * Portable grey maps, P2 (numbers as text) and P5 (bytes, two for each pixel where the largest
 * value is beyond 255), as the netpbm manual has them: comments run from # to the end of a line.
 */
final class Pgm {

  private final byte[] bytes;
  private int at = 2;

  private Pgm(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Tells whether bytes start like a grey map. */
  static boolean is(byte[] bytes) {
    return bytes.length > 2 && bytes[0] == 'P' && (bytes[1] == '2' || bytes[1] == '5');
  }

  /** Reads the size only. */
  static ImageOptions.Size size(byte[] bytes, Limit limit) {
    Pgm pgm = new Pgm(bytes);
    return limit.checked(pgm.number(), pgm.number());
  }

  /** Refuses sizes, before memory is taken for them. */
  @FunctionalInterface
  interface Limit {
    ImageOptions.Size checked(long width, long height);
  }

  /**
   * Reads an image; its values run from 0 to 255 whatever the largest was.
   *
   * @throws IllegalArgumentException if it is damaged
   */
  static PixelValues read(byte[] bytes, Limit limit) {
    Pgm pgm = new Pgm(bytes);
    ImageOptions.Size size = limit.checked(pgm.number(), pgm.number());
    int most = pgm.number();
    if (most < 1 || most > 65535) {
      throw new IllegalArgumentException("its largest value is " + most + ", not 1 to 65535");
    }
    int count = size.width() * size.height();
    boolean text = bytes[1] == '2';
    int each = text ? 2 : most > 255 ? 2 : 1;
    // After the header comes one blank; a number as text takes a digit and a blank, but the last.
    long left = bytes.length - pgm.at - (text ? -1L : 1L);
    if (left < (long) count * each) {
      throw new IllegalArgumentException(
          "it ends early: %s pixels do not fit in the %d bytes after its header"
              .formatted(size, bytes.length - pgm.at));
    }
    double[] values = new double[count];
    pgm.at += text ? 0 : 1;
    for (int i = 0; i < count; i++) {
      int value = text ? pgm.number() : pgm.bytes(each);
      if (value > most) {
        throw new IllegalArgumentException("a pixel is " + value + ", beyond its largest, " + most);
      }
      values[i] = most == 255 ? value : value * 255.0 / most;
    }
    return new PixelValues(size.width(), size.height(), 1, values, false);
  }

  private int bytes(int count) {
    int value = bytes[at++] & 0xFF;
    return count == 1 ? value : value << 8 | (bytes[at++] & 0xFF);
  }

  /** Reads the next number of the header, or of the pixels as text. */
  private int number() {
    while (at < bytes.length && (isBlank(bytes[at]) || bytes[at] == '#')) {
      if (bytes[at] == '#') {
        while (at < bytes.length && bytes[at] != '\n' && bytes[at] != '\r') {
          at++;
        }
      } else {
        at++;
      }
    }
    int start = at;
    long value = 0;
    while (at < bytes.length && bytes[at] >= '0' && bytes[at] <= '9' && at - start < 10) {
      value = 10 * value + bytes[at++] - '0';
    }
    if (at == start || value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("a number is missing or too large at byte " + start);
    }
    return (int) value;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || (b >= '\t' && b <= '\r');
  }
}
