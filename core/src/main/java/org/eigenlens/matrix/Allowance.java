package org.eigenlens.matrix;

import java.util.Arrays;

/**
 * What a fit may take beside the data, and what copies of their rows have taken of it.
 *
 * <p>Whoever compares rows sees them in double, prepared and moved, and that is a copy of them. It
 * is made here, and only after it was counted; whatever else the same fit needs is asked for here,
 * too, and counted beside the copies. An instance serves one fit, on one thread.
 */
public final class Allowance {

  /** What to do where copies alone do not fit. */
  public static final String FEWER = "allow more memory, or give fewer rows or columns";

  private static final int TILE_ROWS = 1024;
  private static final int LANES = 8;

  private final double bytes;
  private double copies;

  /** Allows so many bytes. */
  public Allowance(double bytes) {
    this.bytes = bytes;
  }

  /** Allows anything, where nobody said how much there may be. */
  public static Allowance unlimited() {
    return new Allowance(Double.POSITIVE_INFINITY);
  }

  /** Returns what a copy of so many rows takes. */
  public static double copyBytes(double rows, double columns) {
    return 8 * rows * columns;
  }

  private static double copyBytes(Matrix... all) {
    return Arrays.stream(all).mapToDouble(x -> copyBytes(x.rows(), x.columns())).sum();
  }

  /** Returns what all copies take that are there. */
  public double copies() {
    return copies;
  }

  /** Returns what they leave. */
  public double left() {
    return bytes - copies;
  }

  /**
   * Refuses what would not fit beside the copies.
   *
   * @param what it is taken for, at the beginning of a sentence
   * @param need how much
   * @param remedy what would take less, where copies are not most of it
   * @param more what is going to be copied
   */
  public void require(String what, double need, String remedy, Matrix... more) {
    double copied = copies + copyBytes(more);
    if (need + copied > bytes) {
      throw refusal(what, need + copied, bytes, need < copied ? FEWER : remedy);
    }
  }

  /** Copies rows, widening them to double. */
  public DenseMatrix copy(Matrix x) {
    DenseMatrix copy = counted(x.rows(), x.columns());
    x.forEachTile(
        TILE_ROWS,
        LANES,
        (lane, first, tile) -> {
          int from = Math.toIntExact(first);
          LinearAlgebra.copy(tile, copy.rowRange(from, from + tile.rows()));
        });
    return copy;
  }

  /** Copies some rows, given by their numbers, widening them to double. */
  public DenseMatrix copy(Matrix x, int[] numbers) {
    DenseMatrix copy = counted(numbers.length, x.columns());
    for (int i = 0; i < numbers.length; i++) {
      copy.setRow(i, x.row(numbers[i]), 0);
    }
    return copy;
  }

  private DenseMatrix counted(int rows, int columns) {
    count("A copy of %d × %d numbers".formatted(rows, columns), copyBytes(rows, columns));
    return DenseMatrix.unset(rows, columns, Precision.DOUBLE);
  }

  /** Counts a copy that is going to be made elsewhere, and stays. */
  public void count(String what, double need) {
    require(copies > 0 ? what + " beside others" : what, need, FEWER);
    copies += need;
  }

  /** Gives a copy back. */
  public void release(DenseMatrix copy) {
    copies -= copyBytes(copy);
    copy.storage().release();
  }

  /** Says what would take too much, with both figures. */
  public static NumericalException refusal(
      String what, double need, double allowed, String remedy) {
    return new NumericalException(
        "%s would take %s, and %s are allowed; %s."
            .formatted(what, Bytes.needed(need), Bytes.allowed(allowed), remedy));
  }
}
