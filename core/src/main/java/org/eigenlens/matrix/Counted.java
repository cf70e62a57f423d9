package org.eigenlens.matrix;

/** Things with their number, as messages tell them. */
public final class Counted {

  private Counted() {}

  /** Counts things: {@code 1 row}, {@code 2 rows}, {@code 3 classes}. */
  public static String of(long number, String thing) {
    return of(number, thing, thing + (thing.endsWith("s") ? "es" : "s"));
  }

  /** Counts things that have a plural of their own: {@code 2 similarities}. */
  public static String of(long number, String thing, String things) {
    return number + " " + (number == 1 ? thing : things);
  }

  /** Says how large a table is: {@code 3 rows × 1 column}. */
  public static String table(long rows, long columns) {
    return of(rows, "row") + " × " + of(columns, "column");
  }
}
