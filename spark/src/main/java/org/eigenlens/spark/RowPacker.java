package org.eigenlens.spark;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.eigenlens.matrix.NumericalException;

/**
 * Packs the rows of a partition into blocks of about a megabyte.
 *
 * <p>A block whose first vector is dense is dense, and those behind it are filled in. One that
 * begins sparse stays so where that takes less memory, 12 bytes an element that is stored against 8
 * for every one, whatever form its other vectors have: assemblers hand out both in one column.
 */
final class RowPacker implements Iterator<RowBlock> {

  private static final int MOST_ROWS = 4096;
  private static final int NUMBERS = 1 << 17;

  private final Iterator<Vector> vectors;
  private final int columns;
  private final String what;
  private final List<String> names;
  private long taken;

  // The rows of the block that is being filled, sparse as long as none had to be dense.
  private int count;
  private int stored;
  private int[] starts = new int[64];
  private int[] indices = new int[0];
  private double[] values = new double[0];

  /**
   * Packs vectors.
   *
   * @param what they are, for whoever hears of a wrong one
   * @param columns how many elements each has
   * @param names of their elements; null if there are too many to be sent along
   */
  RowPacker(Iterator<Vector> vectors, String what, int columns, List<String> names) {
    this.vectors = vectors;
    this.columns = columns;
    this.what = what;
    this.names = names;
  }

  @Override
  public boolean hasNext() {
    return vectors.hasNext();
  }

  @Override
  public RowBlock next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    Vector first = checked(vectors.next());
    return first instanceof SparseVector ? gathered(first) : dense(first);
  }

  /** Takes rows whose first is dense, as they are, into an array of all elements. */
  private RowBlock dense(Vector first) {
    int most = Math.max(1, Math.min(MOST_ROWS, NUMBERS / Math.max(1, columns)));
    double[] all = new double[Math.multiplyExact(most, columns)];
    int rows = 0;
    for (Vector vector = first; vector != null; ) {
      if (vector instanceof SparseVector sparse) {
        for (int p = 0; p < sparse.indices().length; p++) {
          all[rows * columns + sparse.indices()[p]] = sparse.values()[p];
        }
      } else {
        System.arraycopy(vector.toArray(), 0, all, rows * columns, columns);
      }
      rows++;
      vector = rows < most && vectors.hasNext() ? checked(vectors.next()) : null;
    }
    double[] used = rows == most ? all : Arrays.copyOf(all, rows * columns);
    return new RowBlock(rows, columns, used, null, null);
  }

  /** Takes rows whose first is sparse, by what they store. */
  private RowBlock gathered(Vector first) {
    count = 0;
    stored = 0;
    for (Vector vector = first; vector != null; ) {
      append(vector);
      vector =
          count < MOST_ROWS && stored < NUMBERS && vectors.hasNext()
              ? checked(vectors.next())
              : null;
    }
    if (12L * stored >= 8L * count * columns) {
      return filledIn();
    }
    return new RowBlock(
        count,
        columns,
        Arrays.copyOf(values, stored),
        Arrays.copyOf(starts, count + 1),
        Arrays.copyOf(indices, stored));
  }

  private void append(Vector vector) {
    SparseVector sparse = vector.toSparse();
    int more = sparse.indices().length;
    if (stored + more > values.length) {
      int size = Math.max(stored + more, Math.max(1024, 2 * values.length));
      values = Arrays.copyOf(values, size);
      indices = Arrays.copyOf(indices, size);
    }
    if (count + 2 > starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    System.arraycopy(sparse.indices(), 0, indices, stored, more);
    System.arraycopy(sparse.values(), 0, values, stored, more);
    stored += more;
    starts[++count] = stored;
  }

  private RowBlock filledIn() {
    double[] all = new double[Math.multiplyExact(count, columns)];
    for (int i = 0; i < count; i++) {
      for (int p = starts[i]; p < starts[i + 1]; p++) {
        all[i * columns + indices[p]] = values[p];
      }
    }
    return new RowBlock(count, columns, all, null, null);
  }

  private Vector checked(Vector vector) {
    taken++;
    if (vector.size() != columns) {
      throw new NumericalException(
          "There is %s with %d elements, but others have %d (%s)."
              .formatted(what, vector.size(), columns, place()));
    }
    double[] numbers = vector instanceof SparseVector sparse ? sparse.values() : vector.toArray();
    double zero = 0;
    for (double number : numbers) {
      zero += number * 0;
    }
    // Zero times a number is zero; times anything else it is no number.
    if (zero != 0) {
      for (int p = 0; p < numbers.length; p++) {
        if (!Double.isFinite(numbers[p])) {
          int at = vector instanceof SparseVector sparse ? sparse.indices()[p] : p;
          throw new NumericalException(
              "Element %d%s of %s is %s; every element must be a finite number (%s)."
                  .formatted(
                      at,
                      names == null ? "" : " ('" + names.get(at) + "')",
                      what,
                      numbers[p],
                      place()));
        }
      }
    }
    return vector;
  }

  private String place() {
    TaskContext task = TaskContext.get();
    return "row %d of partition %d".formatted(taken, task == null ? 0 : task.partitionId());
  }
}
