package org.eigenlens.spark;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.supervised.Labels;

/** Classes by name, numbered in the order of their names: whatever order rows come in. */
final class Classes {

  /** More come from columns that identify rows, or measure something. */
  private static final int MOST = 100_000;

  private Classes() {}

  /** Returns the class that a text stands for: blanks around it say nothing. */
  static String name(String text) {
    return text.strip();
  }

  /** Numbers the texts of a table's only column. */
  static Map<String, Integer> of(Dataset<Row> labels, String column) {
    List<Row> found = labels.distinct().limit(MOST + 1).collectAsList();
    if (found.size() > MOST) {
      throw new NumericalException(
          "Column '%s' has more than %d different labels; they seem to be no classes: for numbers set targets."
              .formatted(column, MOST));
    }
    String[] names = new String[found.size()];
    Arrays.setAll(names, c -> found.get(c).getString(0));
    if (Arrays.stream(names).anyMatch(Labels::isMissing)) {
      throw new NumericalException(
          "Some rows have no label in column '%s'; leave such rows out, or label them."
              .formatted(column));
    }
    Arrays.sort(names);
    Map<String, Integer> numbers = new HashMap<>();
    for (String name : names) {
      numbers.put(name, numbers.size());
    }
    return numbers;
  }
}
