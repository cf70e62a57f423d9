package org.eigenlens.kernel;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How often rows occur, known well enough to tell those that occur far more often than others, in
 * two megabytes whatever their number.
 *
 * <p>All rows are counted in four tables, each by other bits of their hashes, and the least count
 * is believed (Cormode and Muthukrishnan 2005): whoever shares a place with a frequent row in one
 * table hardly does in all four.
 */
final class RowCounts implements Serializable {

  private static final int BITS = 16;
  private static final int TABLES = Long.SIZE / BITS;
  private static final int SIZE = 1 << BITS;

  /** What the tables take. */
  static final long BYTES = 8L * TABLES * SIZE;

  private final long[] buckets = new long[TABLES * SIZE];

  void add(long hash) {
    for (int table = 0; table < TABLES; table++) {
      buckets[bucket(hash, table)]++;
    }
  }

  private static int bucket(long hash, int table) {
    return table * SIZE + ((int) (hash >>> (BITS * table)) & (SIZE - 1));
  }

  void merge(RowCounts other) {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] += other.buckets[i];
    }
  }

  /**
   * Returns about how often rows occur that occur often. What other rows of the bucket explain by
   * chance is not often: eight deviations above the mean, both of all buckets but the fullest
   * hundredth. They are taken from the counts, since rows that all come again and again spread more
   * than those of a Poisson law.
   */
  Weights weights() {
    long[] ordered = buckets.clone();
    Arrays.sort(ordered);
    int usual = ordered.length - ordered.length / 100;
    double mean = Arrays.stream(ordered, 0, usual).average().orElse(0);
    double squares =
        Arrays.stream(ordered, 0, usual).mapToDouble(n -> (n - mean) * (n - mean)).sum();
    double most = mean + 8 * Math.sqrt(squares / usual) + 6;
    Map<Integer, Double> often = new HashMap<>();
    for (int i = 0; i < buckets.length; i++) {
      if (buckets[i] > most) {
        often.put(i, buckets[i] - mean);
      }
    }
    return new Weights(often);
  }

  /**
   * How much rows weigh by how often they occur.
   *
   * @param often the weights that are not 1
   */
  record Weights(Map<Integer, Double> often) implements Serializable {
    double of(long hash) {
      double least = Double.POSITIVE_INFINITY;
      for (int table = 0; table < TABLES; table++) {
        least = Math.min(least, often.getOrDefault(bucket(hash, table), 1.0));
      }
      return least;
    }
  }
}
