package org.eigenlens.bench.compare;

import java.util.Arrays;

/**
 * One line of a table.
 *
 * @param times seconds of the warm runs; empty where there are none
 * @param first seconds of the first solve in its process; not a number where there is no result
 * @param memory peak resident bytes beyond the data, 0 where not known
 * @param command the whole command in a new process; null where it was not run
 * @param verdict null where there is no result
 * @param note why there is no result, or what should be known
 */
record Entry(
    String engine,
    String version,
    double[] times,
    double first,
    long memory,
    Command.Run command,
    Judge.Verdict verdict,
    String note) {

  static Entry leftOut(String engine, String reason) {
    return new Entry(engine, "", new double[0], Double.NaN, 0, null, null, "left out: " + reason);
  }

  boolean timed() {
    return !Double.isNaN(first);
  }

  /** Returns the best warm run, or the first where there is no other. */
  double seconds() {
    return Arrays.stream(times).min().orElse(first);
  }

  /** Returns the median of the warm runs, or the first where there is no other. */
  double median() {
    if (times.length == 0) {
      return first;
    }
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
