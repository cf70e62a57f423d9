package org.eigenlens.studio;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.eigenlens.data.Column;
import org.eigenlens.data.Table;

/**
 * A column of the rows of a fit.
 *
 * @param name what it is called here
 * @param numeric whether it holds numbers, as its input says
 * @param parts where it is from: the first that has a row gives its cell
 */
record RowColumn(String name, boolean numeric, List<Part> parts) {

  /** A column of an input, 0 or 1, by its name there. */
  record Part(int input, String column) {}

  /**
   * Lists columns of one input or two: a name that the first has too is told apart by the file,
   * whether it is wanted there or not, so that a column is called the same wherever it is shown.
   *
   * @param tables of the inputs
   * @param files what the inputs are called
   * @param shown tells which columns of a table are wanted
   * @param id the column of names, which two inputs have in common
   */
  static List<RowColumn> of(
      List<Table> tables,
      List<String> files,
      Function<Table, List<String>> shown,
      Optional<String> id) {
    List<RowColumn> columns = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (int i = 0; i < tables.size(); i++) {
      Set<String> wanted = new HashSet<>(shown.apply(tables.get(i)));
      for (Column column : tables.get(i).columns()) {
        boolean common = tables.size() > 1 && id.filter(column.name()::equals).isPresent();
        if (i > 0 && common) {
          continue;
        }
        String called = unique(column.name(), files.get(i), taken);
        taken.add(called);
        if (wanted.contains(column.name())) {
          List<Part> parts = new ArrayList<>(List.of(new Part(i, column.name())));
          boolean numeric = column.isNumeric();
          if (common) {
            parts.add(new Part(1, column.name()));
            numeric &= isNumeric(tables.get(1), column.name());
          }
          columns.add(new RowColumn(called, numeric, List.copyOf(parts)));
        }
      }
    }
    return columns;
  }

  private static boolean isNumeric(Table table, String name) {
    return table.columns().stream().anyMatch(one -> one.name().equals(name) && one.isNumeric());
  }

  private static String unique(String name, String file, Set<String> taken) {
    String called = taken.contains(name) ? "%s (%s)".formatted(name, file) : name;
    for (int i = 2; taken.contains(called); i++) {
      called = "%s (%s, %d)".formatted(name, file, i);
    }
    return called;
  }
}
