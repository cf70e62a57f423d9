package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Column;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.pca.Wanted;
import org.eigenlens.supervised.Labels;

/**
 * Two groups of columns of the same rows.
 *
 * @param table where they come from
 * @param x the first, or the numbers of its classes
 * @param y the second, or the numbers of its classes
 * @param xText whether the first is classes: text
 * @param yText whether the second is classes: text, or named as a label
 * @param numbered says of which line a failure is, where it is of a row
 * @param dropped what rows were left out
 * @param remarks what the user should know
 */
record TwoSides(
    Table table,
    List<String> xNames,
    List<String> yNames,
    Matrix x,
    Matrix y,
    boolean xText,
    boolean yText,
    Function<NumericalException, DataException> numbered,
    List<String> dropped,
    List<String> remarks) {

  private static final int NAMED = 6;

  /**
   * Reads both groups; without a first one it is all numeric columns that are not in the second.
   *
   * @param classes whether the second is a label, which numbers are the names of classes in too
   */
  static TwoSides read(
      InputOptions input,
      List<String> inputs,
      Optional<String> first,
      String second,
      boolean classes,
      RunOptions run) {
    Table table = input.open(inputs, Precision.DOUBLE);
    List<String> ys = table.resolve(second);
    List<String> xs = first.isPresent() ? table.resolve(first.get()) : others(table, ys);
    for (String name : xs) {
      if (ys.contains(name)) {
        throw DataException.of(
            "column '" + name + "' is in both groups", "name each column in one of them");
      }
    }
    boolean xText = isText(table, xs);
    boolean yText = classes || isText(table, ys);
    if (xText && yText) {
      return ofClasses(table, xs, ys, input.missing());
    }
    Selection selection = table.selection().withColumns(quoted(xText ? ys : xs));
    selection =
        xText || yText
            ? selection.withLabel((xText ? xs : ys).get(0))
            : selection.withTargets(quoted(ys));
    Table chosen = table.select(selection);
    run.require(chosen.loadBytes(), "the columns of both groups, which must be in memory,");
    Data data = chosen.load();
    LabelInput read = LabelInput.of(data, input, () -> complete(data, input.missing()));
    Matrix features = read.rows().matrix();
    Matrix labels = read.labels().values();
    return new TwoSides(
        table,
        xs,
        ys,
        xText ? labels : features,
        xText ? features : labels,
        xText,
        yText,
        e -> Located.in(table, data, read.rows()::number, e),
        read.rows().notes(),
        new ArrayList<>(data.remarks()));
  }

  /** Deals with missing cells, of which only dropping is offered. */
  private static Rows complete(Data data, Optional<MissingCells> missing) {
    try {
      return Rows.of(data, missing, new Wanted.All(), false, step -> {});
    } catch (DataException e) {
      throw missing.isEmpty()
          ? e.withRemedy("fill in what is missing, or choose --missing drop")
          : e;
    }
  }

  /** Reads two columns of classes, and no others. */
  private static TwoSides ofClasses(
      Table table, List<String> xs, List<String> ys, Optional<MissingCells> missing) {
    Selection selection =
        table.selection().withFeatures(List.of()).withLabel(ys.get(0)).withId(xs.get(0));
    Data data = table.select(selection).load();
    List<String> first = data.ids().orElseThrow();
    List<String> second = data.labels().orElseThrow();
    BitSet gaps = new BitSet();
    for (int i = 0; i < first.size(); i++) {
      gaps.set(i, Words.sayNothing(first.get(i)) || Words.sayNothing(second.get(i)));
    }
    if (!gaps.isEmpty() && missing.isEmpty()) {
      throw LabelInput.refusal("label", gaps.cardinality(), data.locate(gaps.nextSetBit(0)), false);
    }
    int[] rows = IntStream.range(0, first.size()).filter(i -> !gaps.get(i)).toArray();
    return new TwoSides(
        table,
        xs,
        ys,
        Labels.ofClasses(IntStream.of(rows).mapToObj(i -> first.get(i).strip()).toList()).values(),
        Labels.ofClasses(IntStream.of(rows).mapToObj(i -> second.get(i).strip()).toList()).values(),
        true,
        true,
        e -> Located.in(table, data, i -> rows[i], e),
        gaps.isEmpty()
            ? List.of()
            : List.of(Rows.unlabelled(gaps.cardinality()) + Rows.where(data, gaps)),
        new ArrayList<>(data.remarks()));
  }

  /**
   * Tells whether the second group is a column of numbers, though these may be taken for classes.
   */
  boolean yIsNumeric() {
    return !isText(table, yNames);
  }

  private static List<String> others(Table table, List<String> ys) {
    List<String> names = new ArrayList<>(table.featureNames());
    names.removeAll(ys);
    if (names.isEmpty()) {
      throw DataException.of("no numeric column is left for the first group", "name it with --x");
    }
    return names;
  }

  /** Tells whether a group is one column of text. */
  private static boolean isText(Table table, List<String> names) {
    List<String> texts =
        table.columns().stream()
            .filter(column -> !column.isNumeric())
            .map(Column::name)
            .filter(names::contains)
            .toList();
    if (!texts.isEmpty() && names.size() > 1) {
      throw DataException.of(
          "column '" + texts.get(0) + "' is text, and a group of several columns is of numbers",
          "leave it out, or make it a group of its own");
    }
    return !texts.isEmpty();
  }

  private static String quoted(List<String> names) {
    return String.join(
        ",", names.stream().map(name -> name.indexOf('"') < 0 ? '"' + name + '"' : name).toList());
  }

  /** Says in which files a computation failed, and what the groups are. */
  DataException located(NumericalException e) {
    if (e.row().isPresent()) {
      return numbered.apply(e);
    }
    DataException complaint =
        table.complaint(
            ErrorReporter.clause(e.getMessage()),
            "the first group is %s, the second %s".formatted(names(xNames), names(yNames)));
    complaint.addSuppressed(e);
    return complaint;
  }

  /** Lists names for people: the first few of many. */
  String names(List<String> names) {
    return Words.listed(names, NAMED)
        + (names.size() > NAMED ? ", … (" + names.size() + " columns)" : "");
  }
}
