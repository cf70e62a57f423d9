package org.eigenlens.cli;

import java.util.HashSet;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.Matrix;

/** A table of similarities or distances: as many columns as rows, in the same order. */
final class SquareTable {

  private SquareTable() {}

  /**
   * Reads a table to be fitted; where its columns are named like its rows but in another order,
   * they are put in the order of the rows if that makes the table more symmetric, and a remark says
   * which was done.
   */
  static Data load(Table table, List<String> remarks, boolean distances) {
    Data data = reading(() -> table.load().requireComplete(), distances);
    int rows = data.matrix().rows();
    if (rows != data.matrix().columns()) {
      List<String> leftOut = table.remarks();
      throw table.complaint(
          "%s, but this one has %s and %s%s"
              .formatted(
                  distances
                      ? "distances are a square table"
                      : "a precomputed kernel is a square table",
                  Words.count(rows, "row"),
                  Words.count(data.matrix().columns(), "column"),
                  leftOut.isEmpty() ? "" : " (" + String.join("; ", leftOut) + ")"),
          (distances
                  ? "give the distance of each row to every row"
                  : "give the similarity of each row with every row")
              + ", and name what is none with --id, --label or --exclude");
    }
    List<String> ids = data.ids().orElse(List.of());
    List<String> names = data.featureNames();
    if (ids.equals(names) || !new HashSet<>(ids).equals(new HashSet<>(names))) {
      return data;
    }
    int[] given = IntStream.range(0, rows).toArray();
    int[] named = ids.stream().mapToInt(names::indexOf).toArray();
    if (asymmetry(data.matrix(), given) <= asymmetry(data.matrix(), named)) {
      remarks.add(
          "the columns are named like the rows but in another order, in which the table would be"
              + " no more symmetric; they were left as they stand");
      return data;
    }
    remarks.add(
        "the columns are named like the rows but in another order; they were put in that of the"
            + " rows");
    return table.select(table.selection().withFeatures(ids)).load();
  }

  /** Returns the sum of the differences across the diagonal if columns come in this order. */
  private static double asymmetry(Matrix table, int[] order) {
    double sum = 0;
    for (int i = 0; i < order.length; i++) {
      for (int j = 0; j < i; j++) {
        sum += Math.abs(table.get(i, order[j]) - table.get(j, order[i]));
      }
    }
    return sum;
  }

  /** Reads a table: a bad cell must be corrected, since no column of it can be left out. */
  static <T> T reading(Supplier<T> work, boolean distances) {
    try {
      return work.get();
    } catch (DataException e) {
      throw e.column().isPresent()
          ? e.withRemedy(
              distances
                  ? "correct the table: every distance is needed"
                  : "correct the table: a precomputed kernel needs every similarity")
          : e;
    }
  }
}
