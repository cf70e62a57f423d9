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
  private final RowCounts counts;
  private long seen;
  private final TreeMap<Long, double[]> rows = new TreeMap<>();

  ContentSample(int most, long seed) {
    this(most, seed, null);
  }

  /** Samples rows and counts them. */
  ContentSample(int most, long seed, RowCounts counts) {
    this.most = most;
    this.seed = seed;
    this.counts = counts;
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
    long hash = RowHash.of(row, seed);
    if (counts != null) {
      counts.add(hash);
    }
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
    if (counts != null) {
      counts.merge(other.counts);
    }
  }

  private void trim() {
    while (rows.size() > most) {
      rows.pollLastEntry();
    }
  }

  /** Returns how often rows occur; null where that was not asked for. */
  RowCounts counts() {
    return counts;
  }

  /** Returns the rows in the order of their hashes; they have no numbers. */
  RowSample sample(int columns) {
    DenseMatrix matrix = DenseMatrix.unset(rows.size(), columns, Precision.DOUBLE);
    long[] numbers = new long[rows.size()];
    Arrays.fill(numbers, UNNUMBERED);
    Iterator<double[]> each = rows.values().iterator();
    for (int i = 0; i < numbers.length; i++) {
      matrix.setRow(i, each.next(), 0);
    }
    return new RowSample(matrix, numbers, seen);
  }
}
