package org.eigenlens.supervised;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eigenlens.matrix.Counted;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;

/**
 * What is known of each row beside its columns: a class, or one or several numbers.
 *
 * <p>Immutable. A missing label is refused: a row without one has nothing to teach.
 */
public final class Labels {

  private final DenseMatrix values;
  private final List<String> classes;

  private Labels(DenseMatrix values, List<String> classes) {
    this.values = values;
    this.classes = classes;
  }

  /**
   * Takes the class of each row; classes are numbered in the order they appear.
   *
   * @throws NumericalException if a label is missing: null or blank
   */
  public static Labels ofClasses(List<String> labels) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    DenseMatrix values = DenseMatrix.zeros(labels.size(), 1);
    int missing = 0;
    int first = -1;
    for (int i = 0; i < labels.size(); i++) {
      String label = labels.get(i);
      if (isMissing(label)) {
        first = missing++ == 0 ? i : first;
      } else {
        values.set(i, 0, numbers.computeIfAbsent(label, unseen -> numbers.size()));
      }
    }
    refuse(missing, first);
    return new Labels(values, List.copyOf(numbers.keySet()));
  }

  /** Takes the class of each row as a number. */
  public static Labels ofClasses(int... labels) {
    return ofClasses(Arrays.stream(labels).mapToObj(Integer::toString).toList());
  }

  /**
   * Takes one number for each row.
   *
   * @throws NumericalException if one is missing (NaN) or infinite
   */
  public static Labels ofTargets(double... target) {
    return ofTargets(DenseMatrix.copyOf(target.length, 1, target));
  }

  /**
   * Takes several numbers for each row, a column each; they are copied.
   *
   * @throws NumericalException if one is missing (NaN) or infinite
   */
  public static Labels ofTargets(Matrix targets) {
    DenseMatrix values = DenseMatrix.copyOf(targets.toArray());
    int missing = 0;
    int first = -1;
    for (int i = 0; i < values.rows(); i++) {
      if (Arrays.stream(values.row(i)).anyMatch(Double::isInfinite)) {
        throw infinite("row " + (i + 1));
      }
      if (Arrays.stream(values.row(i)).anyMatch(Double::isNaN)) {
        first = missing++ == 0 ? i : first;
      }
    }
    refuse(missing, first);
    return new Labels(values, null);
  }

  /** Tells whether a text is no label. */
  public static boolean isMissing(String label) {
    return label == null || label.isBlank();
  }

  /** Says where a target is infinite. */
  public static NumericalException infinite(String place) {
    return new NumericalException(
        "A target is infinite, in " + place + "; correct it, or leave the row out.");
  }

  private static void refuse(int missing, int first) {
    if (missing > 0) {
      throw new NumericalException(
          (missing == 1
                      ? "1 row has no label: row %d"
                      : missing + " rows have no label, the first is row %d")
                  .formatted(first + 1)
              + "; leave such rows out, or label them.");
    }
  }

  /** Returns how many rows there are. */
  public int rows() {
    return values.rows();
  }

  /** Tells whether these are classes, not numbers. */
  public boolean areClasses() {
    return classes != null;
  }

  /** Returns the names of the classes in the order of their numbers; empty for targets. */
  public List<String> classes() {
    return classes == null ? List.of() : classes;
  }

  /** Returns the number of each row's class in one column, or the targets; not to be modified. */
  public DenseMatrix values() {
    return values;
  }

  /** Returns how many rows each class has; null for targets. */
  long[] counts() {
    if (classes == null) {
      return null;
    }
    long[] counts = new long[classes.size()];
    for (int i = 0; i < rows(); i++) {
      counts[(int) values.get(i, 0)]++;
    }
    return counts;
  }

  /** Returns the labels of some rows, whose classes keep their numbers. */
  public Labels at(int[] rows) {
    DenseMatrix some = DenseMatrix.zeros(rows.length, values.columns());
    for (int i = 0; i < rows.length; i++) {
      some.setRow(i, values.row(rows[i]), 0);
    }
    return new Labels(some, classes);
  }

  /** Refuses labels for another number of rows. */
  void requireRows(int rows) {
    if (rows != rows()) {
      throw new IllegalArgumentException(
          Counted.of(rows(), "label")
              + " given for "
              + Counted.of(rows, "row")
              + "; there must be one for each.");
    }
  }
}
