package org.eigenlens.bench.compare;

/**
 * One line of a table.
 *
 * @param seconds best of the warm runs; not a number where it was not timed
 * @param cold seconds of the first solve in its process
 * @param memory peak resident bytes beyond the data, 0 where not known
 * @param verdict null where there is no result
 * @param note why there is no result, or what should be known
 */
record Entry(
    String engine,
    String version,
    double seconds,
    double cold,
    long memory,
    Judge.Verdict verdict,
    String note) {

  static Entry leftOut(String engine, String reason) {
    return new Entry(engine, "", Double.NaN, Double.NaN, 0, null, "left out: " + reason);
  }

  boolean timed() {
    return !Double.isNaN(seconds);
  }
}
