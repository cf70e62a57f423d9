package org.eigenlens.data;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eigenlens.matrix.Counted;

/** The words of messages: things with their number, numbered names, and how near words are. */
public final class Words {

  /** A name of others takes no more of a line than this. */
  private static final int LONGEST = 200;

  private static final Pattern BREAKS = Pattern.compile("\\s*\\R\\s*");

  private Words() {}

  /**
   * Makes a name from anywhere fit to stand in a line among others: one that has several lines, or
   * a megabyte, is not let through.
   */
  public static String shown(String name) {
    int end = name.length();
    if (end > LONGEST) {
      end = Character.isHighSurrogate(name.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    }
    String line = BREAKS.matcher(name.substring(0, end)).replaceAll(" ");
    return end == name.length() ? line : line + "…";
  }

  /** Cuts a long cell, which a message shows to say what it is. */
  static String abbreviated(String cell) {
    return cell.length() <= 40 ? cell : cell.substring(0, 37) + "…";
  }

  /** Lists names for people, as {@link #shown} shows them, the first few of many. */
  public static String listed(List<String> names, int most) {
    return names.stream().limit(most).map(Words::shown).collect(Collectors.joining(", "));
  }

  /** Counts things: {@code 1 row}, {@code 2 rows}. */
  public static String count(long number, String thing) {
    return Counted.of(number, thing);
  }

  /** Returns numbered names: x1, x2, … */
  public static List<String> numbered(String prefix, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
  }

  /** Counts insertions, deletions, replacements and swaps of neighbours between two words. */
  public static int edits(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], 1 + d[i - 2][j - 2]);
        }
      }
    }
    return d[a.length()][b.length()];
  }

  /** Tells whether a text says that there is no value, as an empty cell or NA does. */
  public static boolean sayNothing(String text) {
    return text == null || NumberText.isMissing(text.strip());
  }
}
