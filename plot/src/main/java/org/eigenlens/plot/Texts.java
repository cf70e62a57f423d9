package org.eigenlens.plot;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eigenlens.model.Json;

/** Words and numbers as pictures and pages show them. */
final class Texts {

  private static final int LONGEST = 60;

  /** The library cuts longer names beside axes without a word. */
  private static final int LONGEST_TICK = 20;

  private Texts() {}

  /**
   * Makes a text from anywhere fit to be drawn on one line: control characters and marks that turn
   * the direction of text become visible, and what is very long is cut.
   */
  static String clean(String text) {
    StringBuilder clean = new StringBuilder();
    text.codePoints().limit(LONGEST + 1L).forEach(point -> clean.appendCodePoint(visible(point)));
    if (clean.codePointCount(0, clean.length()) > LONGEST) {
      clean.setLength(clean.offsetByCodePoints(0, LONGEST - 1));
      clean.append('…');
    }
    return clean.toString();
  }

  /** Shortens a name that stands beside an axis, in the middle: ends tell names apart. */
  static String tick(String text) {
    String name = clean(text);
    int length = name.codePointCount(0, name.length());
    return length <= LONGEST_TICK
        ? name
        : name.substring(0, name.offsetByCodePoints(0, LONGEST_TICK / 2 - 1))
            + "…"
            + name.substring(name.offsetByCodePoints(0, length - LONGEST_TICK / 2));
  }

  /** Says that names beside an axis were shortened, if one was. */
  static Optional<String> shortened(List<String> names) {
    return names.stream().anyMatch(name -> !tick(name).equals(clean(name)))
        ? Optional.of("Long names are shortened (…).")
        : Optional.empty();
  }

  /** Makes a sentence fit to be written, however long it is. */
  static String sentence(String text) {
    StringBuilder clean = new StringBuilder();
    text.codePoints().forEach(point -> clean.appendCodePoint(visible(point)));
    return clean.toString();
  }

  private static int visible(int point) {
    boolean unpaired = point >= 0xD800 && point <= 0xDFFF;
    if (point == '\t' || point == '\n' || point == '\r' || point == 0x2028 || point == 0x2029) {
      return ' ';
    }
    return Json.isUnseen(point) || unpaired || (point & 0xFFFE) == 0xFFFE ? 0xFFFD : point;
  }

  /** Escapes a text for HTML and XML, in elements and in attributes. */
  static String escape(String text) {
    return sentence(text)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** Writes a number for people: four digits. */
  static String number(double value) {
    if (value == 0 || Double.isNaN(value)) {
      return value == 0 ? "0" : "no number";
    }
    if (Double.isInfinite(value)) {
      return (value > 0 ? "more than " : "less than −") + "1.8e308";
    }
    double size = Math.abs(value);
    if (size >= 1e6 || size < 1e-4) {
      return String.format(Locale.ROOT, "%.3e", value);
    }
    int digits = Math.max(0, 3 - (int) Math.floor(Math.log10(size)));
    String text = String.format(Locale.ROOT, "%." + digits + "f", value);
    return text.indexOf('.') < 0 ? text : text.replaceFirst("\\.?0+$", "");
  }

  /** Writes a share as a percentage. */
  static String percent(double share) {
    return String.format(
        Locale.ROOT, share < 0.001 && share > 0 ? "%.2g %%" : "%.1f %%", 100 * share);
  }

  /** Counts things, thousands apart: {@code 1 row}, {@code 2,000 rows}. */
  static String count(long number, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
  }

  /** Joins words: {@code a, b and c}. */
  static String list(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }
}
