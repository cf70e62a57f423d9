package org.eigenlens.fuzz;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Tables;
import org.eigenlens.matrix.Matrix;

/** What must hold of every file that may be a table. */
final class TableCheck {

  /** What the program would ask --memory about; here it is not read. */
  private static final long MOST_BYTES = 32L << 20;

  /** A short file may announce many columns, which take their time to be written. */
  private static final int MOST_COLUMNS = 1000;

  /** As it may millions of rows, which hold nothing but zeros. */
  private static final long MOST_CELLS = 1 << 20;

  private TableCheck() {}

  /** Reads a file; what can be read is written and must read back the same. */
  static void check(Path file) {
    try {
      Table table = Tables.read(file);
      if (table.loadBytes() <= MOST_BYTES) {
        check(table);
      }
    } catch (DataException e) {
      Target.requireOneLine(e);
    }
  }

  private static void check(Table table) {
    Data data = table.load();
    Matrix matrix = data.matrix();
    if (matrix.columns() > MOST_COLUMNS || (long) matrix.rows() * matrix.columns() > MOST_CELLS) {
      return;
    }
    requireSame("piece by piece", data.matrix(), pieces(table, data.matrix()));
    if (data.missingCells() == 0) {
      for (String copy : List.of("copy.csv", "copy.npy")) {
        requireSame(copy, data.matrix(), written(Target.at(copy), data));
      }
    }
  }

  private static Matrix pieces(Table table, Matrix whole) {
    double[][] rows = new double[whole.rows()][];
    table.forEachBatch(
        3,
        batch -> {
          double[][] some = batch.matrix().toArray();
          System.arraycopy(some, 0, rows, (int) batch.firstRow(), some.length);
        });
    return Matrix.of(rows);
  }

  private static Matrix written(Path copy, Data data) {
    TableWriter.write(copy, List.of(), List.of(), data.featureNames(), data.matrix());
    return Tables.read(copy, ReadOptions.DEFAULT.withHeader(ReadOptions.Header.YES))
        .load()
        .matrix();
  }

  private static void requireSame(String what, Matrix expected, Matrix found) {
    if (!Arrays.deepEquals(expected.toArray(), found.toArray())) {
      throw new AssertionError(
          what + ": other numbers, " + found.rows() + " × " + found.columns() + " of them");
    }
  }
}
