package org.eigenlens.neighbors;

import java.util.Arrays;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Points in boxes within boxes, each cut in two halves across its longest side: the nearest of
 * points of few columns, in about log n comparisons (Friedman, Bentley and Finkel, 1977).
 *
 * <p>A box is left out if it is farther away than what is needed. Its distance is summed up column
 * by column like that of a point, and every rounded step of that grows with its argument, so that
 * no point in the box is found to be nearer: nothing is missed, ties neither. Immutable and safe to
 * share.
 */
final class KdTree {

  private static final int LEAF = 12;

  private final int columns;

  /** Which point is at each place; boxes hold places next to each other. */
  private final int[] ids;

  /** The points in the order of the places. */
  private final double[] points;

  /** The lower and upper side of each box, a column after the other. */
  private final double[] sides;

  /**
   * Divides points among boxes.
   *
   * @param allowance that the copy in the order of the boxes is taken from
   */
  KdTree(DenseMatrix all, Allowance allowance) {
    int n = all.rows();
    columns = all.columns();
    double copy = Allowance.copyBytes(n, columns);
    allowance.require("A tree of " + n + " rows", 2 * copy, Allowance.FEWER);
    ids = new int[n];
    Arrays.setAll(ids, i -> i);
    double[] given = new double[n * columns];
    for (int i = 0; i < n; i++) {
      all.getRow(i, given, i * columns);
    }
    int boxes = 1;
    for (int size = n; size > LEAF; size = (size + 1) / 2) {
      boxes = 2 * boxes + 1;
    }
    sides = new double[2 * columns * boxes];
    divide(0, 0, n, given);
    allowance.count("A tree of " + n + " rows", copy);
    points = new double[given.length];
    for (int i = 0; i < n; i++) {
      System.arraycopy(given, ids[i] * columns, points, i * columns, columns);
    }
  }

  private void divide(int box, int from, int to, double[] given) {
    int longest = 0;
    double most = -1;
    for (int j = 0; j < columns; j++) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int i = from; i < to; i++) {
        double value = given[ids[i] * columns + j];
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      sides[2 * (box * columns + j)] = low;
      sides[2 * (box * columns + j) + 1] = high;
      if (high - low > most) {
        most = high - low;
        longest = j;
      }
    }
    if (to - from > LEAF) {
      int middle = (from + to) >>> 1;
      halve(from, to, middle, longest, given);
      divide(2 * box + 1, from, middle, given);
      divide(2 * box + 2, middle, to, given);
    }
  }

  /** Puts the points that are smaller in a column before the middle, the others after it. */
  private void halve(int from, int to, int middle, int column, double[] given) {
    int low = from;
    int high = to - 1;
    while (low < high) {
      double pivot = given[ids[(low + high) >>> 1] * columns + column];
      int i = low;
      int j = high;
      while (i <= j) {
        while (given[ids[i] * columns + column] < pivot) {
          i++;
        }
        while (given[ids[j] * columns + column] > pivot) {
          j--;
        }
        if (i <= j) {
          int kept = ids[i];
          ids[i++] = ids[j];
          ids[j--] = kept;
        }
      }
      if (middle <= j) {
        high = j;
      } else if (middle >= i) {
        low = i;
      } else {
        return;
      }
    }
  }

  /** Offers every point that may be among the nearest, with its distance; not the point itself. */
  void nearest(double[] query, int self, Nearest kept) {
    visit(0, 0, ids.length, query, self, kept);
  }

  private void visit(int box, int from, int to, double[] query, int self, Nearest kept) {
    if (to - from <= LEAF) {
      for (int i = from; i < to; i++) {
        double distance = distance(i, query);
        if (ids[i] != self && distance <= kept.limit()) {
          kept.offer(distance, ids[i]);
        }
      }
      return;
    }
    int middle = (from + to) >>> 1;
    double first = toBox(2 * box + 1, query);
    double second = toBox(2 * box + 2, query);
    if (first <= second && first <= kept.limit()) {
      visit(2 * box + 1, from, middle, query, self, kept);
    }
    if (second <= kept.limit()) {
      visit(2 * box + 2, middle, to, query, self, kept);
    }
    if (first > second && first <= kept.limit()) {
      visit(2 * box + 1, from, middle, query, self, kept);
    }
  }

  private double distance(int place, double[] query) {
    double sum = 0;
    for (int j = 0; j < columns; j++) {
      double difference = query[j] - points[place * columns + j];
      sum += difference * difference;
    }
    return Math.sqrt(sum);
  }

  private double toBox(int box, double[] query) {
    double sum = 0;
    for (int j = 0; j < columns; j++) {
      double low = sides[2 * (box * columns + j)];
      double high = sides[2 * (box * columns + j) + 1];
      double outside = query[j] < low ? query[j] - low : query[j] > high ? query[j] - high : 0;
      sum += outside * outside;
    }
    return Math.sqrt(sum);
  }
}
