package org.eigenlens.kernel;

import java.io.Serializable;
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
  private long total;

  void add(long hash) {
    for (int table = 0; table < TABLES; table++) {
      buckets[bucket(hash, table)]++;
    }
    total++;
  }

  private static int bucket(long hash, int table) {
    return table * SIZE + ((int) (hash >>> (BITS * table)) & (SIZE - 1));
  }

  void merge(RowCounts other) {
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] += other.buckets[i];
    }
    total += other.total;
  }

  /**
   * Returns about how often rows occur that occur often. What other rows of the bucket explain by
   * chance, six deviations above their mean, is not often.
   */
  Weights weights() {
    double others = (double) total / SIZE;
    Map<Integer, Double> often = new HashMap<>();
    for (int i = 0; i < buckets.length; i++) {
      if (buckets[i] > others + 6 * Math.sqrt(others) + 6) {
        often.put(i, buckets[i] - others);
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
