package org.eigenlens.data;

import com.fasterxml.jackson.core.io.NumberOutput;

/** Numbers in the shortest form that reads back the same. */
final class Numbers {

  private Numbers() {}

  /**
   * Writes a number: {@code 1}, {@code 0.1}, {@code 1E-300}; nothing for NaN.
   *
   * <p>The JDK before 19 does not always find the shortest digits, so they come from the Schubfach
   * algorithm. Negative zero keeps its point, without which readers would take it for an integer.
   */
  static String text(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    String text = NumberOutput.toString(value, true);
    int length = text.length();
    if (length > 2 && text.charAt(length - 1) == '0' && text.charAt(length - 2) == '.') {
      return value == 0 && text.charAt(0) == '-' ? text : text.substring(0, length - 2);
    }
    int exponent = text.indexOf('E');
    if (exponent > 2 && text.charAt(exponent - 1) == '0' && text.charAt(exponent - 2) == '.') {
      return text.substring(0, exponent - 2) + text.substring(exponent);
    }
    return text;
  }
}
