package org.eigenlens.cli;

import java.util.HashSet;
import java.util.List;
import java.util.function.Supplier;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;

/** A table of similarities: as many columns as rows, in the same order. */
final class SquareTable {

  private SquareTable() {}

  /**
   * Reads a table to be fitted; where its columns are named like its rows but in another order,
   * they are put in the order of the rows, and a remark says so.
   */
  static Data load(Table table, List<String> remarks) {
    Data data = reading(() -> table.load().requireComplete());
    int rows = data.matrix().rows();
    if (rows != data.matrix().columns()) {
      List<String> leftOut = table.remarks();
      throw table.complaint(
          "a precomputed kernel is a square table, but this one has %s and %s%s"
              .formatted(
                  Words.count(rows, "row"),
                  Words.count(data.matrix().columns(), "column"),
                  leftOut.isEmpty() ? "" : " (" + String.join("; ", leftOut) + ")"),
          "give the similarity of each row with every row, and name what is none with --id,"
              + " --label or --exclude");
    }
    List<String> ids = data.ids().orElse(List.of());
    List<String> names = data.featureNames();
    if (ids.equals(names) || !new HashSet<>(ids).equals(new HashSet<>(names))) {
      return data;
    }
    remarks.add(
        "the columns are named like the rows but in another order; they were put in that of the"
            + " rows");
    return table.select(table.selection().withFeatures(ids)).load();
  }

  /** Reads similarities: a bad cell must be corrected, since no column of them can be left out. */
  static <T> T reading(Supplier<T> work) {
    try {
      return work.get();
    } catch (DataException e) {
      throw e.column().isPresent()
          ? e.withRemedy("correct the table: a precomputed kernel needs every similarity")
          : e;
    }
  }
}
