package org.eigenlens.studio;

import java.util.List;
import java.util.Locale;
import org.eigenlens.data.NumberText;

/**
 * A text that cells are searched for, whatever the case of its letters.
 *
 * <p>A number is found in cells that hold numbers by its value, or by how they begin: 42 is 42.0
 * and begins 42.5, but has nothing to do with 0.4213. In other cells it is a text like any other.
 */
final class SoughtText {

  /** How well a cell answers. */
  enum Match {
    NONE,
    /** It has the text somewhere, or a number begins so. */
    PART,
    /** It is the text and nothing else, or the same number. */
    WHOLE
  }

  /** So many characters of a cell are shown, and of them so many before the text. */
  private static final int PASSAGE = 30;

  private static final int BEFORE = 12;

  private final String text;

  /** What it is worth; not finite where it is no number. */
  private final double value;

  SoughtText(String given) {
    String lower = given.strip().toLowerCase(Locale.ROOT);
    double number = number(lower);
    // 42.0 is looked for as 42, which all cells of this value begin with.
    text =
        Double.isFinite(number)
            ? lower.replaceFirst("(\\.\\d*?)0*$", "$1").replaceFirst("\\.$", "")
            : lower;
    value = number;
  }

  /** Returns how many letters it has. */
  int length() {
    return text.length();
  }

  /** Tells whether a piece of a long text has it. */
  boolean isWithin(String piece) {
    return piece.toLowerCase(Locale.ROOT).contains(text);
  }

  Match in(String cell) {
    String lower = cell.toLowerCase(Locale.ROOT);
    if (!lower.contains(text)) {
      return Match.NONE;
    }
    if (lower.strip().equals(text)) {
      return Match.WHOLE;
    }
    double number = Double.isFinite(value) ? number(lower.strip()) : Double.NaN;
    if (!Double.isFinite(number)) {
      return Match.PART;
    }
    return number == value ? Match.WHOLE : lower.startsWith(text) ? Match.PART : Match.NONE;
  }

  /**
   * Returns what of a row has the text, with a few letters about it, from the cell that answers
   * best; empty where none does.
   *
   * @param cells null ones are passed over
   */
  String passage(List<String> cells) {
    String best = "";
    Match most = Match.NONE;
    for (String cell : cells) {
      Match match = cell == null ? Match.NONE : in(cell);
      if (match.compareTo(most) > 0) {
        most = match;
        best = cell;
      }
    }
    return most == Match.NONE ? "" : about(best);
  }

  private String about(String cell) {
    // In the cell as it is: letters of the other case may be more of them.
    int at = 0;
    while (at < cell.length() && !cell.regionMatches(true, at, text, 0, text.length())) {
      at++;
    }
    int from = at == cell.length() ? 0 : Math.max(0, at - BEFORE);
    int to = Math.min(cell.length(), from + PASSAGE);
    return (from > 0 ? "…" : "") + cell.substring(from, to) + (to < cell.length() ? "…" : "");
  }

  private static double number(String text) {
    boolean plain = !text.isEmpty() && "+-.0123456789".indexOf(text.charAt(0)) >= 0;
    double number = plain ? NumberText.parse(text, false) : Double.NaN;
    return plain && !NumberText.isBad(number) ? number : Double.NaN;
  }
}
