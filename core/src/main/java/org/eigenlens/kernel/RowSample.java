package org.eigenlens.kernel;

import java.util.Arrays;
import java.util.Random;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Summary;

/**
 * A uniform sample of rows without replacement, or all of them, in order, where there are no more.
 *
 * <p>Row i replaces one of the {@code most} rows kept with probability most/(i + 1) (Vitter 1985,
 * algorithm R), so that one pass over rows of unknown number is enough. The choice depends on seed
 * and number of rows alone: a file gives the same sample as the same rows in memory.
 *
 * @param rows the rows, in double
 * @param numbers which row of the source each is, from 0; {@link Summary#UNNUMBERED} where rows
 *     have no numbers
 * @param total how many rows the source has
 */
record RowSample(DenseMatrix rows, long[] numbers, long total) {

  static final int TILE = 1024;

  /** Draws a sample of at most {@code most} rows; every cell that is read must be finite. */
  static RowSample of(RowSource source, int most, long seed) {
    if (source.isDistributed()) {
      // As they are kept: a mean taken from them differs in last bits with how they are divided.
      RowSource kept = source.kept();
      Summary.Start<ContentSample> start = () -> new ContentSample(most, seed);
      RowSample sample =
          kept.summarize(
                  Summary.tileRows(TILE, kept.columns()),
                  1,
                  start.ofBytes(8L * most * kept.columns()))
              .sample(kept.columns());
      return new RowSample(source.change().apply(sample.rows), sample.numbers, sample.total);
    }
    return source instanceof Matrix matrix ? gather(matrix, most, seed) : read(source, most, seed);
  }

  /** Takes all rows as they are, without a copy of them; every cell must be finite. */
  static RowSample all(DenseMatrix rows) {
    long[] numbers = new long[rows.rows()];
    double[] row = new double[rows.columns()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i;
      rows.getRow(i, row, 0);
      checkFinite(row, i);
    }
    return new RowSample(rows, numbers, numbers.length);
  }

  /** Chooses by number first, then copies the chosen rows only. */
  private static RowSample gather(Matrix matrix, int most, long seed) {
    Slots slots = new Slots(most, seed);
    long[] numbers = new long[Math.min(most, matrix.rows())];
    for (int i = 0; i < matrix.rows(); i++) {
      int slot = slots.next();
      if (slot >= 0) {
        numbers[slot] = i;
      }
    }
    DenseMatrix rows = DenseMatrix.unset(numbers.length, matrix.columns(), Precision.DOUBLE);
    for (int slot = 0; slot < numbers.length; slot++) {
      double[] row = matrix.row((int) numbers[slot]);
      checkFinite(row, numbers[slot]);
      rows.setRow(slot, row, 0);
    }
    return new RowSample(rows, numbers, matrix.rows());
  }

  /** Reads all rows once, in order. */
  private static RowSample read(RowSource source, int most, long seed) {
    Reservoir reservoir = new Reservoir(source.columns(), most, seed);
    source.forEachTile(TILE, 1, (lane, first, tile) -> reservoir.add(tile, first));
    return reservoir.sample();
  }

  /** Refuses a row that holds something else than finite numbers. */
  static void checkFinite(double[] row, long number) {
    for (int j = 0; j < row.length; j++) {
      if (!Double.isFinite(row[j])) {
        throw new NumericalException(
            "%s, column %d is %s; every cell must be a finite number."
                .formatted(NumericalException.row(number), j + 1, row[j]));
      }
    }
  }

  /** Chooses landmarks among the rows; trouble with one is told of the row of the source. */
  Landmarks choose(RandomPivotedCholesky way, Kernel kernel) {
    try {
      return way.select(kernel, rows);
    } catch (NumericalException e) {
      if (e.row().isEmpty()) {
        throw e;
      }
      long row = e.row().getAsLong();
      throw e.moved(numbers[(int) row] - row);
    }
  }

  /** Returns the mean of the rows. */
  double[] mean() {
    double[] mean = LinearAlgebra.sumOfRows(rows);
    for (int j = 0; j < mean.length; j++) {
      mean[j] /= Math.max(1, rows.rows());
    }
    return mean;
  }

  /** Decides where each row in turn goes. */
  private static final class Slots {
    private final int most;
    private final Random random;
    private long seen;

    Slots(int most, long seed) {
      this.most = most;
      this.random = Draws.of(seed);
    }

    /** Returns the slot for the next row, or −1 if it is passed over. */
    int next() {
      long number = seen++;
      if (number < most) {
        return (int) number;
      }
      // Java fixes the bits of nextDouble for good, those of bounded draws it does not.
      long slot = (long) (random.nextDouble() * (number + 1));
      return slot < most ? (int) slot : -1;
    }
  }

  /** The rows kept so far, in a matrix that doubles as it fills. */
  private static final class Reservoir {
    private final int most;
    private final Slots slots;
    private final double[] row;
    private DenseMatrix kept;
    private long[] numbers;
    private int filled;

    Reservoir(int columns, int most, long seed) {
      this.most = most;
      this.slots = new Slots(most, seed);
      this.row = new double[columns];
      this.kept = DenseMatrix.unset(Math.min(most, TILE), columns, Precision.DOUBLE);
      this.numbers = new long[kept.rows()];
    }

    void add(DenseMatrix tile, long first) {
      for (int i = 0; i < tile.rows(); i++) {
        tile.getRow(i, row, 0);
        checkFinite(row, first + i);
        int slot = slots.next();
        if (slot < 0) {
          continue;
        }
        if (slot == kept.rows()) {
          grow();
        }
        kept.setRow(slot, row, 0);
        numbers[slot] = first + i;
        filled = Math.max(filled, slot + 1);
      }
    }

    private void grow() {
      int capacity = (int) Math.min(most, 2L * kept.rows());
      DenseMatrix larger = DenseMatrix.unset(capacity, row.length, Precision.DOUBLE);
      LinearAlgebra.copy(kept, larger.rowRange(0, kept.rows()));
      kept.storage().release();
      kept = larger;
      numbers = Arrays.copyOf(numbers, capacity);
    }

    RowSample sample() {
      return new RowSample(kept.rowRange(0, filled), Arrays.copyOf(numbers, filled), slots.seen);
    }
  }
}
