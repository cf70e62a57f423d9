package org.eigenlens.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.Platform;
import org.eigenlens.data.NumberText;

/**
 * Reads one cell of Spark's own rows as numbers, copied once, without the objects that {@code Row}
 * and {@code Vector} would be.
 */
interface CellReader extends Serializable {

  /** Says what is wrong with a row that has nothing, or no number, in this cell. */
  String complaint(InternalRow row);

  /** Tells whether the cell is one number, so that no number means that it has none. */
  default boolean isOneNumber() {
    return true;
  }

  /** Returns how many numbers the cell of a row holds, −1 if there is none. */
  int width(InternalRow row);

  /** Tells whether the cell stores only some of its numbers. */
  default boolean isSparse(InternalRow row) {
    return false;
  }

  /** Writes all numbers, zeros too. */
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
    public String complaint(InternalRow row) {
      return VectorColumn.nothingIn(VectorColumn.named(name));
    }

    @Override
    public boolean isOneNumber() {
      return false;
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
      Arrays.fill(into, from, from + vector.getInt(SIZE), 0);
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
    public String complaint(InternalRow row) {
      return VectorColumn.nothingIn(VectorColumn.named(name));
    }

    @Override
    public boolean isOneNumber() {
      return false;
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
  record OfNumber(int at, String name) implements CellReader {
    @Override
    public String complaint(InternalRow row) {
      return noNumber(name);
    }

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
    public String complaint(InternalRow row) {
      return NumberText.isBad(number(row))
          ? "Column '%s' has the cell '%s', which is no number to --engine; correct it, leave the column out, or fit without --engine"
              .formatted(name, row.getString(at))
          : noNumber(name);
    }

    @Override
    public int width(InternalRow row) {
      return 1;
    }

    private double number(InternalRow row) {
      return row.isNullAt(at) ? Double.NaN : NumberText.parse(row.getString(at), false);
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
  record OfClass(int at, String name, Map<String, Integer> numbers) implements CellReader {
    @Override
    public String complaint(InternalRow row) {
      return "Column '%s' has a label that was not there before; rows must be the same in every pass: keep them with persist(), or write them to a file first"
          .formatted(name);
    }

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

  /** What a row of a text file is where it has more or fewer cells than there are columns. */
  record OfLine(int at, int columns) implements CellReader {
    private static final int SHOWN = 60;

    @Override
    public String complaint(InternalRow row) {
      String line = row.getString(at);
      return "There is a row of more or fewer than %d cells, '%s'; correct it, or leave it out"
          .formatted(columns, line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line);
    }

    @Override
    public int width(InternalRow row) {
      return row.isNullAt(at) ? 0 : -1;
    }

    @Override
    public void fill(InternalRow row, double[] into, int from) {}

    @Override
    public void gather(InternalRow row, Stored into, int first) {}
  }

  private static String noNumber(String name) {
    return "Column '%s' has a cell without a number; fill it in, or leave its row or the column out"
        .formatted(name);
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
