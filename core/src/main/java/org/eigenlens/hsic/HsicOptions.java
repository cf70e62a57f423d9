package org.eigenlens.hsic;

import org.eigenlens.Progress;
import org.eigenlens.kpca.KernelChoice;

/**
 * Everything that decides what is computed.
 *
 * @param x the kernel of the first group of columns; null for rbf by the median heuristic
 * @param y that of the second; null for the same, or for delta where they are classes
 * @param test how the p-value is found
 * @param permutations how many of them
 * @param landmarks 0 to compare all pairs, {@link #AUTOMATIC} to do so up to {@link #EXACT_ROWS}
 *     rows, otherwise how many landmarks stand for all rows at most
 * @param seed of permutations and landmarks
 * @param memory bytes that may be taken beside the data
 * @param progress hears how far the work has come
 */
public record HsicOptions(
    KernelChoice x,
    KernelChoice y,
    Test test,
    int permutations,
    int landmarks,
    long seed,
    long memory,
    Progress progress) {

  /** All pairs of few rows, landmarks for many. */
  public static final int AUTOMATIC = -1;

  /** Up to here all pairs are compared unless landmarks are asked for. */
  public static final int EXACT_ROWS = 5_000;

  /** How the p-value is found. */
  public enum Test {
    /** Not at all. */
    NONE,
    /** By how many shuffles of the rows of one side reach the value. */
    PERMUTATION,
    /** By a gamma distribution with the mean and variance that independence would give. */
    GAMMA
  }

  /** Checks the numbers. */
  public HsicOptions {
    if (permutations < 1) {
      throw new IllegalArgumentException(
          "At least 1 permutation is needed, not " + permutations + ".");
    }
    if (landmarks < AUTOMATIC) {
      throw new IllegalArgumentException(
          "The landmarks must be a positive number, not " + landmarks + ".");
    }
    if (test == Test.GAMMA && landmarks > 0) {
      throw new IllegalArgumentException(
          "The gamma approximation needs all pairs; leave the landmarks out, or permute.");
    }
    if (memory <= 0) {
      throw new IllegalArgumentException("The memory must be positive, not " + memory + " bytes.");
    }
  }

  /** Tells whether so many rows are compared pair by pair. */
  boolean isExact(int rows) {
    return landmarks == 0 || (landmarks == AUTOMATIC && (rows <= EXACT_ROWS || test == Test.GAMMA));
  }
}
