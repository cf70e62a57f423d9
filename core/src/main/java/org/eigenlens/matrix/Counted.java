package org.eigenlens.matrix;

/** Things with their number, as messages tell them. */
public final class Counted {

  private Counted() {}

  /** Counts things: {@code 1 row}, {@code 2 rows}. */
  public static String of(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }

  /** Says how large a table is: {@code 3 rows × 1 column}. */
  public static String table(long rows, long columns) {
    return of(rows, "row") + " × " + of(columns, "column");
  }
}
