package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.eigenlens.data.Column;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;

/**
 * Two views, of two inputs or of one whose columns are split.
 *
 * @param x the first view
 * @param y the second view
 * @param together whether both are columns of one table, whose rows need no matching
 */
record PairedInput(Table x, Table y, boolean together) {

  /** Opens two inputs as two views, or one as both. */
  static PairedInput open(
      InputOptions input, List<String> inputs, PairOptions pairs, Precision precision) {
    if (inputs.size() == 2 && !input.hasQuery()) {
      Table first = chosen(input.openView(inputs.get(0), precision), pairs.x());
      Table second = chosen(input.openView(inputs.get(1), precision), pairs.y());
      requireLabel(input, first, second);
      return new PairedInput(first, second, false);
    }
    if (pairs.x().isEmpty() || inputs.size() + (input.hasQuery() ? 1 : 0) > 1) {
      throw input.wrong(
          "two views are needed: name two files, or one and split its columns with --views"
              + " \"a,b\" \"c,d\"");
    }
    Table table = input.open(inputs, precision);
    Set<String> shared = new LinkedHashSet<>(table.resolve(pairs.x().get()));
    shared.retainAll(table.resolve(pairs.y().get()));
    if (!shared.isEmpty()) {
      throw input.wrong(
          "column '" + shared.iterator().next() + "' is in both views; leave it out of one");
    }
    return new PairedInput(chosen(table, pairs.x()), chosen(table, pairs.y()), true);
  }

  private static Table chosen(Table table, Optional<String> columns) {
    if (columns.isEmpty()) {
      return table;
    }
    InputOptions.requireNumbers(
        table,
        columns.get(),
        "a view is of numbers",
        name -> "leave it out; what depends on classes is found by -m fisher --label " + name);
    return table.select(table.selection().withColumns(columns.get()));
  }

  private static void requireLabel(InputOptions input, Table first, Table second) {
    boolean found = first.selection().label().isPresent() || second.selection().label().isPresent();
    if (input.label().isPresent() && !found) {
      throw DataException.of(
          "neither view has a column '" + input.label().get() + "' for --label", "check its name");
    }
  }

  /** Returns about how many bytes both views take in memory. */
  long loadBytes() {
    return x.loadBytes() + y.loadBytes();
  }

  /** Returns both views as one table, the first one's columns first; only of one input. */
  Table joined() {
    List<String> names = new ArrayList<>(x.featureNames());
    names.addAll(y.featureNames());
    return x.select(x.selection().withFeatures(names));
  }

  /** Returns what the user should know, once. */
  List<String> remarks() {
    Set<String> remarks = new LinkedHashSet<>(x.remarks());
    remarks.addAll(y.remarks());
    return List.copyOf(remarks);
  }

  /** Finds out which rows belong together. */
  PairedRows match(InputOptions input, Data first, Data second) {
    return match(
        input,
        new PairedRows.View(name(x), first.matrix().rows(), first.ids()),
        new PairedRows.View(name(y), second.matrix().rows(), second.ids()));
  }

  /** Finds out which rows belong together. */
  PairedRows match(InputOptions input, PairedRows.View first, PairedRows.View second) {
    return input.id().isPresent() && !together
        ? PairedRows.byName(first, second)
        : PairedRows.byOrder(first, second);
  }

  /**
   * Warns of rows that are matched by their order while names in columns of the same title say that
   * they do not belong together. Texts that repeat are no names of rows, and say nothing.
   */
  List<String> doubts(InputOptions input) {
    List<String> doubts = new ArrayList<>();
    if (together || input.id().isPresent()) {
      return doubts;
    }
    for (String name : texts(x)) {
      if (!texts(y).contains(name)) {
        continue;
      }
      List<String> first = values(x, name);
      List<String> second = values(y, name);
      if (!areNames(first) || !areNames(second)) {
        continue;
      }
      int[] apart =
          IntStream.range(0, Math.min(first.size(), second.size()))
              .filter(i -> !first.get(i).strip().equals(second.get(i).strip()))
              .toArray();
      if (apart.length > 0) {
        doubts.add(
            "rows are matched by their order, but '%s' differs between the files in %s, first in row %d ('%s' and '%s'); match them by name with --id %s"
                .formatted(
                    name,
                    Words.count(apart.length, "row"),
                    apart[0] + 1,
                    first.get(apart[0]),
                    second.get(apart[0]),
                    name));
      }
    }
    return doubts;
  }

  private static boolean areNames(List<String> texts) {
    return texts.stream().map(String::strip).distinct().count() == texts.size();
  }

  private static List<String> texts(Table table) {
    return table.columns().stream()
        .filter(column -> column.kind() == Column.Kind.TEXT)
        .map(Column::name)
        .toList();
  }

  private static List<String> values(Table table, String column) {
    return table.select(Selection.ALL.withFeatures(List.of()).withId(column)).load().ids().get();
  }

  /** Names the files in which a computation failed. */
  DataException located(NumericalException e) {
    if (together || e.view().isPresent()) {
      return Located.in(e.view().orElse(0) == 0 ? x : y, e);
    }
    DataException complaint =
        DataException.of(
            "%s and %s: %s".formatted(name(x), name(y), ErrorReporter.clause(e.getMessage())), "");
    complaint.addSuppressed(e);
    return complaint;
  }

  static String name(Table table) {
    return String.join(", ", table.inputs());
  }
}
