package org.eigenlens.cli;

import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.matrix.NumericalException;

/** Says where in the input a computation failed, as far as that is known. */
final class Located {

  private Located() {}

  /** Does some work; a failure says where in the input it was. */
  static <T> T during(Supplier<T> work, Function<NumericalException, DataException> located) {
    try {
      return work.get();
    } catch (NumericalException e) {
      throw located.apply(e);
    }
  }

  /** Names the files of a table; a row keeps its number. */
  static DataException in(Table table, NumericalException e) {
    return noting(e, table.complaint(ErrorReporter.clause(e.getMessage()), ""));
  }

  /**
   * Names the line of a row, and its column, where the failure has one.
   *
   * @param rows the number of each row among the data
   */
  static DataException in(Table table, Data data, IntUnaryOperator rows, NumericalException e) {
    if (e.row().isEmpty()) {
      return in(table, e);
    }
    int row = rows.applyAsInt(Math.toIntExact(e.row().getAsLong()));
    String problem = ErrorReporter.clause(e.problem());
    return noting(
        e,
        e.column().isPresent()
            ? data.complaint(row, e.column().getAsInt(), problem, "")
            : data.complaint(row, problem, ""));
  }

  private static DataException noting(NumericalException e, DataException complaint) {
    complaint.addSuppressed(e);
    return complaint;
  }
}
