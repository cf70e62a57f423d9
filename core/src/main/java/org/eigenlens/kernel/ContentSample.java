package org.eigenlens.kernel;

import java.util.Arrays;
import java.util.Iterator;
import java.util.TreeMap;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.SparseMatrix;
import org.eigenlens.matrix.Summary;

/**
 * A uniform sample of the distinct rows among distributed ones: those whose content, mixed with the
 * seed, has the smallest hashes. So it depends neither on their order nor on how they are divided.
 */
final class ContentSample implements Summary<ContentSample> {

  private final int most;
  private final long seed;
  private long seen;
  private final TreeMap<Long, double[]> rows = new TreeMap<>();

  ContentSample(int most, long seed) {
    this.most = most;
    this.seed = seed;
  }

  @Override
  public void add(long firstRow, DenseMatrix tile) {
    double[] row = new double[tile.columns()];
    for (int i = 0; i < tile.rows(); i++) {
      tile.getRow(i, row, 0);
      add(firstRow + i, row);
    }
  }

  /** Adds sparse rows, one at a time. */
  @Override
  public void add(long firstRow, SparseMatrix matrix) {
    for (int i = 0; i < matrix.rows(); i++) {
      add(firstRow + i, matrix.row(i));
    }
  }

  private void add(long number, double[] row) {
    RowSample.checkFinite(row, number);
    seen++;
    long hash = hash(row);
    if (rows.size() < most || hash < rows.lastKey()) {
      rows.putIfAbsent(hash, row.clone());
      trim();
    }
  }

  @Override
  public void merge(ContentSample other) {
    other.rows.forEach(rows::putIfAbsent);
    trim();
    seen += other.seen;
  }

  private void trim() {
    while (rows.size() > most) {
      rows.pollLastEntry();
    }
  }

  /** Mixes all bits of all numbers: steps of SplitMix64 (Steele, Lea and Flood 2014). */
  private long hash(double[] row) {
    long state = seed;
    for (double number : row) {
      // Zeros of either sign are the same number.
      state += Double.doubleToLongBits(number + 0.0) ^ 0x9E3779B97F4A7C15L;
      state = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
      state = (state ^ (state >>> 27)) * 0x94D049BB133111EBL;
      state ^= state >>> 31;
    }
    return state;
  }

  /** Returns the rows in the order of their hashes; their numbers are their places in it. */
  RowSample sample(int columns) {
    DenseMatrix matrix = DenseMatrix.unset(rows.size(), columns, Precision.DOUBLE);
    long[] numbers = new long[rows.size()];
    Arrays.setAll(numbers, i -> i);
    Iterator<double[]> each = rows.values().iterator();
    for (int i = 0; i < numbers.length; i++) {
      matrix.setRow(i, each.next(), 0);
    }
    return new RowSample(matrix, numbers, seen);
  }
}
