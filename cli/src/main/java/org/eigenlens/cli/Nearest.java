package org.eigenlens.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import org.eigenlens.data.Words;

/** Finds the word that was probably meant. */
final class Nearest {

  private Nearest() {}

  /**
   * Returns the candidate with the fewest edits to {@code word}, if a third of its letters or fewer
   * have to change.
   */
  static Optional<String> to(String word, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> Words.edits(word, candidate) <= Math.max(1, candidate.length() / 3))
        .filter(candidate -> candidate.length() > 2)
        .min(Comparator.comparingInt(candidate -> Words.edits(word, candidate)));
  }
}
