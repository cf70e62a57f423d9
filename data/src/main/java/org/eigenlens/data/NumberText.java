package org.eigenlens.data;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Numbers as people write them in text files.
 *
 * <p>The grammar is strict: sign, digits with at most one point, exponent. What Java would also
 * take ({@code 1d}, {@code 0x1p3}) is no number here.
 */
public final class NumberText {

  /** What {@link #parse} returns for text that is no number; tell it by {@link #isBad}. */
  static final double BAD = Double.longBitsToDouble(0x7ff8_0000_0bad_0badL);

  private static final long BAD_BITS = 0x7ff8_0000_0bad_0badL;
  private static final Set<String> MISSING =
      Set.of("", "NA", "N/A", "NaN", "nan", "NAN", "null", "NULL", "None", "#N/A");
  private static final int LONGEST_MISSING = 4;
  private static final Set<String> INFINITE = Set.of("inf", "infinity");

  /** Longer text is no number in any spelling, and a cell may be megabytes of it. */
  private static final int LONGEST_FOREIGN = 40;

  /**
   * Numbers with marks between thousands, a comma for the point, a currency or a percent sign; and
   * those of programs, as 0x1F and 1d; but 2D and 14F are names.
   */
  private static final Pattern FOREIGN =
      Pattern.compile(
          "[-+\u2212]?[$\u20ac\u00a3\u00a5]? ?"
              + "(\\d{1,3}([,.'_ \u00a0\u202f]\\d{3})+([.,]\\d+)?|\\d+([.,]\\d+)?)"
              + " ?[%$\u20ac\u00a3\u00a5]?"
              + "|[-+]?0[xX][0-9a-fA-F]+|[-+]?\\d+[dfL]"
              + "|[-+]?\\d+(\\.\\d*([eE][-+]?\\d+)?|[eE][-+]?\\d+)[dDfF]");

  /** Powers of ten that are exact in double: with a mantissa below 2⁵³ one operation is exact. */
  private static final double[] POWERS = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private NumberText() {}

  /** Tells whether {@link #parse} met text that is no number. */
  public static boolean isBad(double value) {
    return Double.doubleToRawLongBits(value) == BAD_BITS;
  }

  /** Reads true as 1 and false as 0, in capitals or not; {@link #BAD} if it is neither. */
  static double truth(String text) {
    return switch (bare(text).toLowerCase(Locale.ROOT)) {
      case "true" -> 1;
      case "false" -> 0;
      default -> BAD;
    };
  }

  /** Tells whether text that {@link #parse} does not read is a number to people. */
  static boolean isForeign(String text) {
    return text.length() <= LONGEST_FOREIGN && FOREIGN.matcher(text.strip()).matches();
  }

  static boolean isMissing(String text) {
    return MISSING.contains(text.strip());
  }

  /** Parses text; NaN if it stands for a missing cell, {@link #BAD} if it is no number. */
  public static double parse(String text, boolean decimalComma) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return parse(bytes, 0, bytes.length, decimalComma);
  }

  /** Parses some bytes; NaN if they stand for a missing cell, {@link #BAD} if for no number. */
  static double parse(byte[] bytes, int start, int end, boolean decimalComma) {
    int from = start;
    int to = end;
    while (from < to && isBlank(bytes[from])) {
      from++;
    }
    while (to > from && isBlank(bytes[to - 1])) {
      to--;
    }
    byte point = (byte) (decimalComma ? ',' : '.');
    int i = from;
    boolean negative = i < to && bytes[i] == '-';
    if (negative || (i < to && bytes[i] == '+')) {
      i++;
    }
    long mantissa = 0;
    int firstDigit = i;
    while (i < to && isDigit(bytes[i])) {
      mantissa = mantissa * 10 + bytes[i++] - '0';
    }
    int digits = i - firstDigit;
    int exponent = 0;
    if (i < to && bytes[i] == point) {
      int afterPoint = ++i;
      while (i < to && isDigit(bytes[i])) {
        mantissa = mantissa * 10 + bytes[i++] - '0';
      }
      exponent = afterPoint - i;
      digits -= exponent;
    }
    if (digits == 0) {
      return word(bytes, from, to);
    }
    if (i < to && (bytes[i] == 'e' || bytes[i] == 'E')) {
      i++;
      boolean down = i < to && bytes[i] == '-';
      if (down || (i < to && bytes[i] == '+')) {
        i++;
      }
      int firstOfExponent = i;
      int power = 0;
      while (i < to && isDigit(bytes[i])) {
        power = Math.min(99_999, power * 10 + bytes[i++] - '0');
      }
      if (i == firstOfExponent) {
        return BAD;
      }
      exponent += down ? -power : power;
    }
    if (i != to) {
      return BAD;
    }
    if (digits <= 18 && mantissa < 1L << 53 && exponent >= -22 && exponent <= 22) {
      double value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
      return negative ? -value : value;
    }
    if (digits <= 18 && exponent < 0 && exponent >= -22) {
      double value = quotient(mantissa, POWERS[-exponent]);
      if (!Double.isNaN(value)) {
        return negative ? -value : value;
      }
    }
    return JavaDoubleParser.parseDouble(
        decimalComma ? withPoint(bytes, from, to) : bytes, decimalComma ? 0 : from, to - from);
  }

  /**
   * Divides in twice the precision, which is correctly rounded unless the quotient is too close to
   * the middle between two doubles to tell; then it is NaN.
   */
  private static double quotient(long mantissa, double power) {
    double high = mantissa;
    double low = mantissa - (long) high;
    double first = high / power;
    double rest = Math.fma(-first, power, high);
    double second = (rest + low) / power;
    double doubt = Math.abs(second) * 0x1p-48;
    double value = first + (second - doubt);
    return value == first + (second + doubt) ? value : Double.NaN;
  }

  /** Tells what may stand around a number; other control characters make it none. */
  static boolean isBlank(int c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  /** Returns a text without what may stand around a number. */
  static String bare(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isBlank(text.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static byte[] withPoint(byte[] bytes, int from, int to) {
    byte[] copy = java.util.Arrays.copyOfRange(bytes, from, to);
    for (int i = 0; i < copy.length; i++) {
      if (copy[i] == ',') {
        copy[i] = '.';
      }
    }
    return copy;
  }

  private static double word(byte[] bytes, int from, int to) {
    if (from == to) {
      return Double.NaN;
    }
    if (to - from > 9) {
      return BAD;
    }
    String word = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (to - from <= LONGEST_MISSING && MISSING.contains(word)) {
      return Double.NaN;
    }
    boolean negative = word.startsWith("-");
    String bare = negative || word.startsWith("+") ? word.substring(1) : word;
    if (INFINITE.contains(bare.toLowerCase(Locale.ROOT))) {
      return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return BAD;
  }
}
