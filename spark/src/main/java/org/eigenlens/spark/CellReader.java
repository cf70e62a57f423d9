package org.eigenlens.spark;

import java.io.Serializable;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.Platform;
import org.eigenlens.data.NumberText;
import org.eigenlens.matrix.NumericalException;

/**
 * Reads one cell of Spark's own rows as numbers, copied once, without the objects that {@code Row}
 * and {@code Vector} would be.
 */
interface CellReader extends Serializable {

  /** Returns what a row that has nothing in this cell is said to lack; null where that is a gap. */
  default String complaint() {
    return null;
  }

  /** Returns how many numbers the cell of a row holds, −1 if there is none. */
  int width(InternalRow row);

  /** Tells whether the cell stores only some of its numbers. */
  default boolean isSparse(InternalRow row) {
    return false;
  }

  /** Writes all numbers, to places that hold zeros. */
  void fill(InternalRow row, double[] into, int from);

  /** Appends the numbers other than zero; the first would have this number. */
  void gather(InternalRow row, Stored into, int first);

  /** A column of vectors. */
  record OfVector(int at, String name) implements CellReader {

    // How Spark keeps a vector: its kind, then the size and the indices of a sparse one.
    private static final int FIELDS = 4;
    private static final int KIND = 0;
    private static final int SIZE = 1;
    private static final int INDICES = 2;
    private static final int VALUES = 3;

    @Override
    public String complaint() {
      return VectorColumn.nothingIn(name);
    }

    private InternalRow vector(InternalRow row) {
      return row.getStruct(at, FIELDS);
    }

    @Override
    public int width(InternalRow row) {
      if (row.isNullAt(at)) {
        return -1;
      }
      InternalRow vector = vector(row);
      return isSparse(row) ? vector.getInt(SIZE) : vector.getArray(VALUES).numElements();
    }

    @Override
    public boolean isSparse(InternalRow row) {
      return vector(row).getByte(KIND) == 0;
    }

    @Override
    public void fill(InternalRow row, double[] into, int from) {
      InternalRow vector = vector(row);
      ArrayData values = vector.getArray(VALUES);
      if (!isSparse(row)) {
        copy(values, into, from);
        return;
      }
      ArrayData indices = vector.getArray(INDICES);
      for (int p = 0; p < values.numElements(); p++) {
        into[from + indices.getInt(p)] = values.getDouble(p);
      }
    }

    @Override
    public void gather(InternalRow row, Stored into, int first) {
      InternalRow vector = vector(row);
      ArrayData values = vector.getArray(VALUES);
      ArrayData indices = isSparse(row) ? vector.getArray(INDICES) : null;
      for (int p = 0; p < values.numElements(); p++) {
        into.add(first + (indices == null ? p : indices.getInt(p)), values.getDouble(p));
      }
    }
  }

  /** A column of arrays of double. */
  record OfArray(int at, String name) implements CellReader {
    @Override
    public String complaint() {
      return VectorColumn.nothingIn(name);
    }

    @Override
    public int width(InternalRow row) {
      return row.isNullAt(at) ? -1 : row.getArray(at).numElements();
    }

    @Override
    public void fill(InternalRow row, double[] into, int from) {
      ArrayData values = row.getArray(at);
      copy(values, into, from);
      for (int j = 0; j < values.numElements(); j++) {
        // No number is refused with its place, as any other that is not finite.
        into[from + j] = values.isNullAt(j) ? Double.NaN : into[from + j];
      }
    }

    @Override
    public void gather(InternalRow row, Stored into, int first) {
      ArrayData values = row.getArray(at);
      for (int j = 0; j < values.numElements(); j++) {
        into.add(first + j, values.isNullAt(j) ? Double.NaN : values.getDouble(j));
      }
    }
  }

  /** A column of double, in which what is missing is no number. */
  record OfNumber(int at) implements CellReader {
    @Override
    public int width(InternalRow row) {
      return 1;
    }

    private double number(InternalRow row) {
      return row.isNullAt(at) ? Double.NaN : row.getDouble(at);
    }

    @Override
    public void fill(InternalRow row, double[] into, int from) {
      into[from] = number(row);
    }

    @Override
    public void gather(InternalRow row, Stored into, int first) {
      into.add(first, number(row));
    }
  }

  /** A column of text in which numbers are spelled as the command reads them from files. */
  record OfText(int at, String name) implements CellReader {
    @Override
    public int width(InternalRow row) {
      return 1;
    }

    private double number(InternalRow row) {
      String text = row.isNullAt(at) ? "" : row.getString(at);
      double value = NumberText.parse(text, false);
      if (NumberText.isBad(value)) {
        throw new NumericalException(
            "Column '%s' has the cell '%s', which is no number to --engine; correct it, leave the column out, or fit without --engine."
                .formatted(name, text));
      }
      return value;
    }

    @Override
    public void fill(InternalRow row, double[] into, int from) {
      into[from] = number(row);
    }

    @Override
    public void gather(InternalRow row, Stored into, int first) {
      into.add(first, number(row));
    }
  }

  /** A column of classes, which are read as their numbers. */
  record OfClass(int at, Map<String, Integer> numbers) implements CellReader {
    @Override
    public int width(InternalRow row) {
      return 1;
    }

    private double number(InternalRow row) {
      Integer known = row.isNullAt(at) ? null : numbers.get(row.getString(at));
      return known == null ? Double.NaN : known;
    }

    @Override
    public void fill(InternalRow row, double[] into, int from) {
      into[from] = number(row);
    }

    @Override
    public void gather(InternalRow row, Stored into, int first) {
      into.add(first, number(row));
    }
  }

  private static void copy(ArrayData values, double[] into, int from) {
    int count = values.numElements();
    if (values instanceof UnsafeArrayData raw) {
      Platform.copyMemory(
          raw.getBaseObject(),
          raw.getBaseOffset() + UnsafeArrayData.calculateHeaderPortionInBytes(count),
          into,
          Platform.DOUBLE_ARRAY_OFFSET + 8L * from,
          8L * count);
    } else {
      for (int j = 0; j < count; j++) {
        into[from + j] = values.getDouble(j);
      }
    }
  }
}
