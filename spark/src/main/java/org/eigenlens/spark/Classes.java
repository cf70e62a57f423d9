package org.eigenlens.spark;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.eigenlens.matrix.NumericalException;

/**
 * Classes by name, numbered in the order of their names: whatever order rows come in.
 *
 * @param names of the classes
 * @param numbers of all texts that stand for them
 */
record Classes(List<String> names, Map<String, Integer> numbers) {

  /** More come from columns that identify rows, or measure something. */
  private static final int MOST = 100_000;

  /**
   * Numbers the texts of a table's only column.
   *
   * @param name makes the name of a class of a text
   * @param missing tells whether a text is no label
   */
  static Classes of(
      Dataset<Row> labels, String column, UnaryOperator<String> name, Predicate<String> missing) {
    List<Row> found = labels.distinct().limit(MOST + 1).collectAsList();
    if (found.size() > MOST) {
      throw new NumericalException(
          "Column '%s' has more than %d different labels; they seem to be no classes: for numbers set targets."
              .formatted(column, MOST));
    }
    if (found.stream().anyMatch(row -> row.isNullAt(0) || missing.test(row.getString(0)))) {
      throw new NumericalException(
          "Some rows have no label in column '%s'; leave such rows out, or label them."
              .formatted(column));
    }
    List<String> texts = found.stream().map(row -> row.getString(0)).toList();
    List<String> names = texts.stream().map(name).distinct().sorted().toList();
    Map<String, Integer> places = new HashMap<>();
    names.forEach(each -> places.put(each, places.size()));
    Map<String, Integer> numbers = new HashMap<>();
    texts.forEach(text -> numbers.put(text, places.get(name.apply(text))));
    return new Classes(names, numbers);
  }

  /** Returns what reads the column where it is the one with this number. */
  CellReader reader(int at, String column) {
    return new CellReader.OfClass(at, column, numbers);
  }
}
