package org.eigenlens.neighbors;

import java.util.Arrays;

/**
 * The smallest of many numbers and where they were: a heap, the largest on top, of so many numbers
 * or of all up to a bound.
 */
final class Nearest {

  private static final int START = 16;

  private final double bound;
  private final boolean grows;
  private double[] keys;
  private int[] ids;
  private int size;

  Nearest(int capacity) {
    this(capacity, Double.POSITIVE_INFINITY, false);
  }

  private Nearest(int capacity, double bound, boolean grows) {
    this.bound = bound;
    this.grows = grows;
    keys = new double[capacity];
    ids = new int[capacity];
  }

  /** Keeps all numbers up to a bound; others must not be offered. */
  static Nearest within(double bound) {
    return new Nearest(START, bound, true);
  }

  int size() {
    return size;
  }

  /** Returns what no number beyond is kept. */
  double limit() {
    return grows || size < keys.length ? bound : keys[0];
  }

  boolean isFull() {
    return size == keys.length;
  }

  /** Keeps a number if it is among the smallest, and equal ones in the order of their places. */
  void offer(double key, int id) {
    if (grows && size == keys.length) {
      keys = Arrays.copyOf(keys, 2 * size);
      ids = Arrays.copyOf(ids, 2 * size);
    }
    if (size < keys.length) {
      int at = size++;
      while (at > 0 && before((at - 1) / 2, key, id)) {
        keys[at] = keys[(at - 1) / 2];
        ids[at] = ids[(at - 1) / 2];
        at = (at - 1) / 2;
      }
      keys[at] = key;
      ids[at] = id;
    } else if (!before(key, id, 0)) {
      return;
    } else {
      sink(key, id);
    }
  }

  private void sink(double key, int id) {
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        break;
      }
      if (child + 1 < size && before(child, keys[child + 1], ids[child + 1])) {
        child++;
      }
      if (!before(key, id, child)) {
        break;
      }
      keys[at] = keys[child];
      ids[at] = ids[child];
      at = child;
    }
    keys[at] = key;
    ids[at] = id;
  }

  /** Tells whether an entry of the heap comes before a pair. */
  private boolean before(int at, double key, int id) {
    return keys[at] < key || (keys[at] == key && ids[at] < id);
  }

  /** Tells whether a pair comes before an entry of the heap. */
  private boolean before(double key, int id, int at) {
    return key < keys[at] || (key == keys[at] && id < ids[at]);
  }

  /** Returns where the numbers were, in the order of the places. */
  int[] places() {
    int[] places = Arrays.copyOf(ids, size);
    Arrays.sort(places);
    return places;
  }

  /** Gives up what was kept, the smallest first. */
  void drain(double[] smallest, int[] places) {
    while (size > 0) {
      smallest[size - 1] = keys[0];
      places[size - 1] = ids[0];
      size--;
      sink(keys[size], ids[size]);
    }
  }
}
