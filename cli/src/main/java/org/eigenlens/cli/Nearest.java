package org.eigenlens.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that was probably meant. */
final class Nearest {

  private Nearest() {}

  /**
   * Returns the candidate with the fewest edits to {@code word}, if a third of its letters or fewer
   * have to change.
   */
  static Optional<String> to(String word, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> edits(word, candidate) <= Math.max(1, candidate.length() / 3))
        .filter(candidate -> candidate.length() > 2)
        .min(Comparator.comparingInt(candidate -> edits(word, candidate)));
  }

  /** Counts insertions, deletions, replacements and swaps of neighbours between two words. */
  static int edits(String a, String b) {
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
}
