package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eigenlens.data.Column;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.LinearAlgebra;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.PairedModel.Side;

/** Encodes rows of two views, or of the one that is at hand. */
final class PairedTransform {

  private final PairedModel model;
  private final InputOptions input;
  private final long memory;
  private final Optional<Side> alone;
  private final boolean predict;

  /** The only table, or that of the first view. */
  private final Table first;

  /** The table of the second view, if it is another one. */
  private final Optional<Table> second;

  private final List<String> notes = new ArrayList<>();

  /**
   * Opens the rows.
   *
   * @param view which view the input is; empty where the columns tell
   * @param predict whether to predict the scores of the view that is not there
   */
  PairedTransform(
      PairedModel model,
      InputOptions input,
      List<String> inputs,
      Optional<Side> view,
      boolean predict,
      long memory) {
    this.model = model;
    this.input = input;
    this.memory = memory;
    this.predict = predict;
    boolean two = inputs.size() == 2 && !input.hasQuery();
    if (two && (view.isPresent() || predict)) {
      throw input.wrong("both views are given; leave --view and --predict out, or one input");
    }
    Table table =
        two
            ? input.openView(inputs.get(0), Precision.DOUBLE)
            : input.open(inputs, Precision.DOUBLE);
    Optional<Table> other =
        two ? Optional.of(input.openView(inputs.get(1), Precision.DOUBLE)) : Optional.empty();
    boolean swapped = other.filter(next -> areSwapped(table, next)).isPresent();
    alone = two ? Optional.of(Side.X) : view.or(() -> onlyView(table));
    if (predict && alone.isEmpty()) {
      throw input.wrong("both views are given, so none is to be predicted; leave --predict out");
    }
    first = select(swapped ? other.get() : table, alone);
    second = other.map(next -> select(swapped ? table : next, Optional.of(Side.Y)));
    if (predict && !unpredictable().isEmpty()) {
      notes.add(
          "%s predicted as 0: the correlation on rows left out is not positive, or no fold has the pair"
              .formatted(
                  String.join(", ", unpredictable())
                      + (unpredictable().size() == 1 ? " is" : " are")));
    }
    if (swapped) {
      notes.add(
          "%s has the columns of view y and %s those of view x, so they were taken in that order"
              .formatted(PairedInput.name(table), PairedInput.name(other.get())));
    }
  }

  /** Names the pairs that do not hold on rows left out. */
  private List<String> unpredictable() {
    DenseMatrix ones = DenseMatrix.zeros(1, model.components());
    LinearAlgebra.fill(ones, 1);
    double[] slopes = model.predicted(ones).row(0);
    return IntStream.range(0, slopes.length)
        .filter(i -> slopes[i] == 0)
        .mapToObj(i -> alone.orElseThrow().other().name() + (i + 1))
        .toList();
  }

  /** Tells whether views come in the other order, where their columns tell. */
  private boolean areSwapped(Table one, Table next) {
    return has(one, Side.Y) && has(next, Side.X) && !(has(one, Side.X) && has(next, Side.Y));
  }

  /** Tells whether a table has a view: by its names, or by its width where it has none. */
  private boolean has(Table table, Side side) {
    return table.named()
        ? table.columns().stream()
            .map(Column::name)
            .collect(Collectors.toSet())
            .containsAll(model.columnNames(side))
        : table.featureNames().size() == model.columnNames(side).size();
  }

  /** Tells which view a table has, if only one. */
  private Optional<Side> onlyView(Table table) {
    List<Side> there = Arrays.stream(Side.values()).filter(side -> has(table, side)).toList();
    // Names that both views have cannot stand for two columns of one table.
    boolean shared = !Collections.disjoint(model.columnNames(Side.X), model.columnNames(Side.Y));
    if (there.size() == 2 && (shared || !table.named())) {
      throw input.wrong("the input may be either view; say which with --view x or --view y");
    }
    if (there.isEmpty() && table.named()) {
      throw DataException.of(
          "%s has neither the %s of view x (%s) nor the %s of view y (%s)"
              .formatted(
                  PairedInput.name(table),
                  Words.count(model.columnNames(Side.X).size(), "column"),
                  some(model.columnNames(Side.X)),
                  Words.count(model.columnNames(Side.Y).size(), "column"),
                  some(model.columnNames(Side.Y))),
          "give at least one view whole");
    }
    return there.size() == 1 ? Optional.of(there.get(0)) : Optional.empty();
  }

  private static String some(List<String> names) {
    return String.join(", ", names.subList(0, Math.min(3, names.size())))
        + (names.size() > 3 ? ", …" : "");
  }

  private Table select(Table table, Optional<Side> side) {
    List<String> names = side.map(model::columnNames).orElseGet(model::columnNames);
    return table.select(table.selection().withFeatures(names));
  }

  /** Returns the names of the text columns. */
  List<String> textColumns() {
    if (second.isEmpty()) {
      return input.textColumns(first);
    }
    List<String> names = new ArrayList<>();
    input.id().ifPresent(names::add);
    input.otherLabel().ifPresent(names::add);
    return names;
  }

  /** Returns the names of the scores. */
  List<String> columns() {
    if (alone.isEmpty() || second.isPresent() || predict) {
      return PairedFit.scoreColumns(model.components());
    }
    return Words.numbered(alone.get().name(), model.components());
  }

  /** Takes more that the user should know. */
  List<String> notes() {
    return notes;
  }

  /** Returns what the user should know, once the rows are encoded. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>(first.remarks());
    second.ifPresent(table -> warnings.addAll(table.remarks()));
    warnings.addAll(notes);
    return warnings.stream().distinct().toList();
  }

  /** Encodes all rows: texts and scores go to the visitor, in order. */
  void encode(BiConsumer<List<List<String>>, Matrix> visitor) {
    if (second.isPresent()) {
      encodeBoth(visitor);
      return;
    }
    Model encoder = alone.map(model::encoder).orElse(model);
    new ModelInput(encoder, first, notes)
        .encode(
            input,
            memory,
            encoded -> visitor.accept(encoded.texts(), completed(encoded.coordinates())));
  }

  /** Puts the predicted scores of the other view beside those of the one that is there. */
  private DenseMatrix completed(DenseMatrix scores) {
    if (!predict) {
      return scores;
    }
    int[] all = new int[scores.rows()];
    Arrays.setAll(all, i -> i);
    PairedRows rows = new PairedRows(all, all, List.of());
    DenseMatrix predicted = model.predicted(scores);
    return alone.equals(Optional.of(Side.X))
        ? rows.join(scores, predicted)
        : rows.join(predicted, scores);
  }

  private void encodeBoth(BiConsumer<List<List<String>>, Matrix> visitor) {
    Gathered x = gathered(Side.X, first);
    Gathered y = gathered(Side.Y, second.orElseThrow());
    PairedInput views = new PairedInput(first, second.get(), false);
    PairedRows rows = views.match(input, x.view(first), y.view(second.get()));
    notes.addAll(rows.notes());
    notes.addAll(views.doubts(input));
    List<List<String>> texts = new ArrayList<>();
    if (input.id().isPresent()) {
      texts.add(rows.texts(x.ids, y.ids));
    }
    if (input.otherLabel().isPresent()) {
      texts.add(rows.texts(x.labels, y.labels));
    }
    visitor.accept(texts, rows.join(x.scores, y.scores));
  }

  /** The scores of one view, all of them. */
  private record Gathered(
      DenseMatrix scores, Optional<List<String>> ids, Optional<List<String>> labels) {

    PairedRows.View view(Table table) {
      return new PairedRows.View(PairedInput.name(table), scores.rows(), ids);
    }
  }

  private Gathered gathered(Side side, Table table) {
    List<double[]> scores = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    boolean hasLabel = table.selection().label().isPresent() && input.otherLabel().isPresent();
    new ModelInput(model.encoder(side), table, notes)
        .encode(
            hasLabel ? input : input.withoutLabel(),
            memory,
            encoded -> {
              int at = 0;
              if (input.id().isPresent()) {
                ids.addAll(encoded.texts().get(at++));
              }
              if (hasLabel) {
                labels.addAll(encoded.texts().get(at));
              }
              scores.addAll(List.of(encoded.coordinates().toArray()));
            });
    return new Gathered(
        scores.isEmpty()
            ? DenseMatrix.zeros(0, model.components())
            : DenseMatrix.copyOf(scores.toArray(double[][]::new)),
        input.id().map(column -> ids),
        hasLabel ? Optional.of(labels) : Optional.empty());
  }
}
