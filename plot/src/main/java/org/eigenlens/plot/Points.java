package org.eigenlens.plot;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;

/**
 * Rows to be drawn.
 *
 * @param coordinates of each row; a row without them (NaN) is not drawn
 * @param rows themselves, in the columns of the model: all of them, or the first ones where a
 *     picture needs no more; empty where it needs none
 * @param ids the name of each row, if they have names
 * @param labels the category of each row, if there are some
 * @param colour a number for each row, if there is one
 */
public record Points(
    DenseMatrix coordinates,
    Optional<Matrix> rows,
    Optional<List<String>> ids,
    Optional<List<String>> labels,
    Optional<Numbers> colour) {

  /** Beyond this many, ink tells less than density. */
  static final int MOST_MARKS = 20_000;

  /** A column of numbers with its name. */
  public record Numbers(String name, double[] values) {}

  /** Checks that all are of the same rows. */
  public Points {
    int n = coordinates.rows();
    boolean same =
        rows.map(Matrix::rows).orElse(n) <= n
            && ids.map(List::size).orElse(n) == n
            && labels.map(List::size).orElse(n) == n
            && colour.map(column -> column.values().length).orElse(n) == n;
    if (!same) {
      throw new IllegalArgumentException(
          "Rows, names, categories and numbers are not all of " + n + " rows.");
    }
  }

  /** Returns rows with coordinates and nothing else. */
  public static Points of(DenseMatrix coordinates) {
    return new Points(
        coordinates, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Returns the same with the rows themselves. */
  public Points withRows(Matrix own) {
    return new Points(coordinates, Optional.of(own), ids, labels, colour);
  }

  /** Returns the same with a name for each row. */
  public Points withIds(List<String> names) {
    return new Points(coordinates, rows, Optional.of(names), labels, colour);
  }

  /** Returns the same with a category for each row. */
  public Points withLabels(List<String> categories) {
    return new Points(coordinates, rows, ids, Optional.of(categories), colour);
  }

  /** Returns the same with a number for each row. */
  public Points withColour(Numbers numbers) {
    return new Points(coordinates, rows, ids, labels, Optional.of(numbers));
  }

  int count() {
    return coordinates.rows();
  }

  /** Returns the rows that have coordinates. */
  int[] known() {
    return IntStream.range(0, count())
        .filter(i -> Double.isFinite(coordinates.get(i, 0)))
        .toArray();
  }

  /** Returns a remark on the rows that have no coordinates, if there are some. */
  Optional<String> missing() {
    int missing = count() - known().length;
    return missing == 0
        ? Optional.empty()
        : Optional.of(Texts.count(missing, "row") + " without coordinates cannot be shown.");
  }

  /** Returns what a row is called: by its id, or by its number. */
  String name(int row) {
    return ids.map(names -> Texts.clean(named(names.get(row)))).orElse("row " + (row + 1));
  }

  static String named(String text) {
    return text == null || text.isBlank() ? "(none)" : text;
  }
}
