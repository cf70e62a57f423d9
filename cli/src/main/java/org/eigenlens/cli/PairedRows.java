package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;

/**
 * Which row of one view belongs to which of the other: the rows of the first in their order, then
 * those that only the second has.
 *
 * @param x the row of the first view, −1 where it has none
 * @param y the row of the second view, −1 where it has none
 * @param notes the rows that have no partner, for the user
 */
record PairedRows(int[] x, int[] y, List<String> notes) {

  private static final int NAMED = 5;

  /** One view: where it comes from, its rows, and their names if they have any. */
  record View(String name, int rows, Optional<List<String>> ids) {}

  /** Matches rows by their order, which needs as many in both views. */
  static PairedRows byOrder(View first, View second) {
    if (first.rows() != second.rows()) {
      View longer = first.rows() > second.rows() ? first : second;
      View shorter = first.rows() > second.rows() ? second : first;
      throw DataException.of(
          "%s has %s and %s %d: %s of %s without a partner"
              .formatted(
                  first.name(),
                  Words.count(first.rows(), "row"),
                  second.name(),
                  second.rows(),
                  shorter.rows() + 1 == longer.rows()
                      ? "row %d is the one".formatted(longer.rows())
                      : "rows %d to %d are those".formatted(shorter.rows() + 1, longer.rows()),
                  longer.name()),
          "complete the other view, or match rows by a column of names with --id");
    }
    int[] order = new int[first.rows()];
    Arrays.setAll(order, i -> i);
    return new PairedRows(order, order, List.of());
  }

  /** Matches rows by their names. */
  static PairedRows byName(View first, View second) {
    Map<String, Integer> places = places(second);
    places(first);
    List<String> names = first.ids().orElseThrow();
    List<int[]> pairs = new ArrayList<>();
    List<String> alone = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Integer partner = places.remove(names.get(i));
      if (partner == null) {
        alone.add(names.get(i));
      }
      pairs.add(new int[] {i, partner == null ? -1 : partner});
    }
    for (View view : List.of(first, second)) {
      if (view.ids().orElseThrow().isEmpty()) {
        throw DataException.of(view.name() + " has no rows", "give rows of both views");
      }
    }
    if (alone.size() == names.size()) {
      throw DataException.of(
          "no row of %s has a partner in %s: the first is called '%s' here and '%s' there"
              .formatted(
                  first.name(), second.name(), names.get(0), second.ids().orElseThrow().get(0)),
          "name the column that both have in common with --id");
    }
    places.values().forEach(i -> pairs.add(new int[] {-1, i}));
    List<String> notes = new ArrayList<>();
    note(alone, first, second, notes);
    note(List.copyOf(places.keySet()), second, first, notes);
    return new PairedRows(
        pairs.stream().mapToInt(pair -> pair[0]).toArray(),
        pairs.stream().mapToInt(pair -> pair[1]).toArray(),
        notes);
  }

  private static Map<String, Integer> places(View view) {
    Map<String, Integer> places = new LinkedHashMap<>();
    List<String> names = view.ids().orElseThrow();
    for (int i = 0; i < names.size(); i++) {
      Integer before = places.put(names.get(i), i);
      if (before != null) {
        throw DataException.of(
            "%s: rows %d and %d are both called '%s'"
                .formatted(view.name(), before + 1, i + 1, names.get(i)),
            "give each row a name of its own in the column of --id");
      }
    }
    return places;
  }

  private static void note(List<String> alone, View in, View other, List<String> notes) {
    if (!alone.isEmpty()) {
      List<String> named =
          alone.stream()
              .limit(NAMED)
              .map(name -> name.isBlank() ? "one without a name" : name)
              .toList();
      notes.add(
          "%s of %s %s no partner in %s: %s%s"
              .formatted(
                  Words.count(alone.size(), "row"),
                  in.name(),
                  alone.size() == 1 ? "has" : "have",
                  other.name(),
                  String.join(", ", named),
                  alone.size() > NAMED ? ", …" : ""));
    }
  }

  int size() {
    return x.length;
  }

  /** Puts scores of both views side by side; a view that has no such row has none (NaN). */
  DenseMatrix join(DenseMatrix first, DenseMatrix second) {
    int k = first.columns();
    DenseMatrix joined = DenseMatrix.zeros(size(), k + second.columns());
    double[] row = new double[joined.columns()];
    for (int i = 0; i < size(); i++) {
      Arrays.fill(row, Double.NaN);
      if (x[i] >= 0) {
        first.getRow(x[i], row, 0);
      }
      if (y[i] >= 0) {
        second.getRow(y[i], row, k);
      }
      joined.setRow(i, row, 0);
    }
    return joined;
  }

  /** Returns texts of the rows, from whichever view has them. */
  List<String> texts(Optional<List<String>> first, Optional<List<String>> second) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      texts.add(
          first.isPresent() && x[i] >= 0
              ? first.get().get(x[i])
              : second.isPresent() && y[i] >= 0 ? second.get().get(y[i]) : "");
    }
    return texts;
  }
}
