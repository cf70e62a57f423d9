package org.eigenlens.studio;

import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The rows that a search found.
 *
 * @param whole those with a cell that is what was looked for
 * @param part others with a cell that has it
 */
record Hits(BitSet whole, BitSet part) {

  void put(int row, SoughtText.Match match) {
    switch (match) {
      case WHOLE -> whole.set(row);
      case PART -> part.set(row);
      case NONE -> {}
    }
  }

  void clear(int row) {
    whole.clear(row);
    part.clear(row);
  }

  /** Returns the best first. */
  IntStream inOrder() {
    return IntStream.concat(whole.stream(), part.stream());
  }

  int count() {
    return whole.cardinality() + part.cardinality();
  }
}
