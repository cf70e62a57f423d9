package org.eigenlens.data;

import java.util.Arrays;
import java.util.Locale;

/**
 * What a term weighs in a document, by how often it is there and how it is spread over the training
 * documents.
 */
public enum Weighting {
  /**
   * Count · (ln((1 + n)/(1 + df)) + 1) for n documents, df of which have the term; each document is
   * then scaled to length 1.
   */
  TF_IDF,
  /**
   * ln(1 + count) · (1 + Σ p ln p / ln n), where p is the share that each of n documents has of all
   * occurrences of the term (Dumais, 1991): 1 for a term of one document, 0 for one that is spread
   * evenly.
   */
  LOG_ENTROPY,
  /** The count itself. */
  COUNTS;

  /** Returns the name as users write it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Finds a weighting by its name.
   *
   * @throws IllegalArgumentException that lists those there are
   */
  public static Weighting of(String label) {
    return Arrays.stream(values())
        .filter(weighting -> weighting.label().equals(label.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no weighting '" + label + "'; choose tf-idf, log-entropy or counts"));
  }

  /** Returns what a count is worth within a document. */
  double local(double count) {
    return this == LOG_ENTROPY ? Math.log1p(count) : count;
  }

  /** Tells whether documents are scaled to length 1. */
  boolean normalizes() {
    return this == TF_IDF;
  }

  /**
   * Returns what a term is worth.
   *
   * @param documents how many there are
   * @param having how many of them have the term
   * @param entropy −Σ p ln p of the term
   */
  double global(int documents, int having, double entropy) {
    return switch (this) {
      case TF_IDF -> Math.log((1.0 + documents) / (1.0 + having)) + 1;
      case LOG_ENTROPY -> documents < 2 ? 1 : unlessRounding(1 - entropy / Math.log(documents));
      case COUNTS -> 1;
    };
  }

  /** Returns zero for what rounding leaves of an even spread, above zero or below. */
  private static double unlessRounding(double weight) {
    return weight < 1e-12 ? 0 : weight;
  }
}
