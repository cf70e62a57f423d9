package org.eigenlens.kernel;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/**
 * How often rows occur, known well enough to tell those that occur far more often than others: all
 * rows are counted by a few bits of their hashes, half a megabyte whatever their number.
 */
final class RowCounts implements Serializable {

  private static final int BITS = 16;

  private final long[] buckets = new long[1 << BITS];
  private long total;

  void add(long hash) {
    buckets[bucket(hash)]++;
    total++;
  }

  private static int bucket(long hash) {
    return (int) (hash >>> (Long.SIZE - BITS));
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
    double others = (double) total / buckets.length;
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
      return often.getOrDefault(bucket(hash), 1.0);
    }
  }
}
