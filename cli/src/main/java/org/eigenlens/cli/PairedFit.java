package org.eigenlens.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.Progress;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.Filling;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.PairedModel.Side;
import org.eigenlens.pca.Wanted;

/** A fit to two views: reads them, matches their rows, and gives the scores of all of them. */
final class PairedFit {

  /** Learns from two views in memory. */
  @FunctionalInterface
  interface InMemory {
    PairedModel fit(Matrix x, List<String> namesX, Matrix y, List<String> namesY);
  }

  /** Learns from both views side by side, read in passes. */
  @FunctionalInterface
  interface InPasses {
    PairedModel fit(RowSource rows, List<String> names, int split);
  }

  /** What learns from two views. */
  record Fitter(InMemory inMemory, InPasses inPasses) {

    /** Returns the same, but something is done to each model. */
    Fitter andThen(UnaryOperator<PairedModel> then) {
      return new Fitter(
          (x, namesX, y, namesY) -> then.apply(inMemory.fit(x, namesX, y, namesY)),
          (rows, names, split) -> then.apply(inPasses.fit(rows, names, split)));
    }
  }

  private final PairedInput views;
  private final InputOptions input;
  private final List<String> warnings;

  /** Rows in passes whose gaps are dealt with; null where there are none. */
  private StreamedRows completed;

  PairedFit(PairedInput views, InputOptions input, List<String> warnings) {
    this.views = views;
    this.input = input;
    this.warnings = warnings;
  }

  /** Returns the names of the text columns of the scores. */
  List<String> textColumns() {
    List<String> names = new ArrayList<>();
    input.id().ifPresent(names::add);
    input.otherLabel().ifPresent(names::add);
    return names;
  }

  /** Returns the names of the scores. */
  static List<String> scoreColumns(int components) {
    return Stream.concat(
            Words.numbered("X", components).stream(), Words.numbered("Y", components).stream())
        .toList();
  }

  /** A model, and what is known of its training rows in memory. */
  record Fitted(PairedModel model, List<List<String>> texts, DenseMatrix scores) {}

  /** Fits to rows in memory. */
  Fitted inMemory(
      Fitter fitter, boolean standardize, Wanted wanted, long memory, Progress progress) {
    Data dx = views.x().load();
    Data dy = views.y().load();
    PairedRows pairs = views.match(input, dx, dy);
    pairs.notes().forEach(note -> warnings.add(note + " (left out of the fit)"));
    warnings.addAll(views.doubts(input));
    Rows rx =
        Located.during(
            () -> Rows.of(dx, input.missing(), wanted, standardize, progress),
            e -> Located.in(views.x(), e));
    Rows ry =
        Located.during(
            () -> Rows.of(dy, input.missing(), wanted, standardize, progress),
            e -> Located.in(views.y(), e));
    Stream.concat(rx.notes().stream(), ry.notes().stream()).distinct().forEach(warnings::add);
    int[] usable =
        IntStream.range(0, pairs.size())
            .filter(i -> pairs.x()[i] >= 0 && pairs.y()[i] >= 0)
            .filter(i -> !rx.dropped().get(pairs.x()[i]) && !ry.dropped().get(pairs.y()[i]))
            .toArray();
    if (usable.length == 0) {
      throw new NumericalException("no row is complete in both views; use --missing mean");
    }
    Matrix x = picked(rx, Arrays.stream(usable).map(i -> pairs.x()[i]).toArray());
    Matrix y = picked(ry, Arrays.stream(usable).map(i -> pairs.y()[i]).toArray());
    Function<Rows, Optional<Filling>> filling =
        rows ->
            input.missing().equals(Optional.of(MissingCells.EM)) && rows.filling().isEmpty()
                ? rows.learned(wanted, standardize, memory, progress)
                : rows.filling();
    Optional<Filling> fillingX = filling.apply(rx);
    Optional<Filling> fillingY = filling.apply(ry);
    PairedModel fitted =
        Located.during(
            () -> fitter.inMemory().fit(x, dx.featureNames(), y, dy.featureNames()),
            views::located);
    PairedModel model = filling(fitted, fillingX, fillingY);
    DenseMatrix scores =
        pairs.join(
            scores(model, Side.X, views.x(), dx, rx), scores(model, Side.Y, views.y(), dy, ry));
    return new Fitted(model, texts(pairs, dx.ids(), dy.ids(), dx.labels(), dy.labels()), scores);
  }

  /** Returns a model that fills missing cells of both views as those of its own rows were. */
  private static PairedModel filling(PairedModel fitted, Optional<Filling> x, Optional<Filling> y) {
    return x.isEmpty() && y.isEmpty()
        ? fitted
        : fitted.withFilling(
            x.orElseGet(() -> Filling.byMeans(fitted.encoder(Side.X).mean())),
            y.orElseGet(() -> Filling.byMeans(fitted.encoder(Side.Y).mean())));
  }

  private static DenseMatrix scores(
      PairedModel model, Side side, Table table, Data data, Rows rows) {
    return rows.spread(
        Located.during(
            () -> model.transform(side, rows.matrix()),
            e -> Located.in(table, data, rows::number, e)));
  }

  private List<List<String>> texts(
      PairedRows pairs,
      Optional<List<String>> idsX,
      Optional<List<String>> idsY,
      Optional<List<String>> labelsX,
      Optional<List<String>> labelsY) {
    List<List<String>> texts = new ArrayList<>();
    if (input.id().isPresent()) {
      texts.add(pairs.texts(idsX, idsY));
    }
    if (input.otherLabel().isPresent()) {
      texts.add(pairs.texts(labelsX, labelsY));
    }
    return texts;
  }

  /** Returns rows by their numbers in the input; the matrix itself where that is all, in order. */
  private static Matrix picked(Rows rows, int[] numbers) {
    Matrix all = rows.matrix();
    int[] places = places(rows.dropped(), all.rows() + rows.dropped().cardinality());
    boolean same = numbers.length == all.rows();
    for (int i = 0; i < numbers.length && same; i++) {
      same = places[numbers[i]] == i;
    }
    if (same) {
      return all;
    }
    DenseMatrix some = DenseMatrix.zeros(numbers.length, all.columns());
    for (int i = 0; i < numbers.length; i++) {
      some.setRow(i, all.row(places[numbers[i]]), 0);
    }
    return some;
  }

  /** Returns where each row of the input is once some were dropped. */
  private static int[] places(BitSet dropped, int rows) {
    int[] places = new int[rows];
    int at = 0;
    for (int i = 0; i < rows; i++) {
      places[i] = dropped.get(i) ? -1 : at++;
    }
    return places;
  }

  /** Fits to the columns of one table in passes. */
  PairedModel streamed(Fitter fitter, RunOptions run) {
    if (!views.together()) {
      throw run.noRoom(
          "matching the rows of two files",
          views.loadBytes(),
          "join them with --sql \"select * from 'a.csv' join 'b.csv' using (id)\" and --views");
    }
    int split = views.x().featureNames().size();
    var table = views.joined();
    if (input.missing().isEmpty()) {
      return Located.during(
          () -> fitter.inPasses().fit(table.rows(), table.featureNames(), split), views::located);
    }
    MissingCells policy = input.missing().get();
    if (policy == MissingCells.EM) {
      throw run.noRoom("--missing em", views.loadBytes(), "use --missing mean");
    }
    completed = new StreamedRows(table, split, policy, run);
    warnings.addAll(completed.notes());
    return (PairedModel)
        completed.withFilling(
            Located.during(
                () -> fitter.inPasses().fit(completed, table.featureNames(), split),
                views::located));
  }

  /** Returns both views as columns of one table, which is all that an engine takes. */
  static Table together(PairedInput views) {
    if (!views.together()) {
      throw DataException.of(
          "--engine cannot match the rows of two files",
          "join them to one file and split its columns with --views, or leave --engine out");
    }
    Table table = views.joined();
    EngineOption.files(table);
    return table;
  }

  /** Fits to the columns of one table that are summed up elsewhere. */
  PairedModel on(EngineOption engine, Fitter fitter) {
    Table table = together(views);
    try (Engine.OpenTable open = engine.open(table, List.of(), false)) {
      int split = views.x().featureNames().size();
      return fitter.inPasses().fit(open.rows(), table.featureNames(), split);
    }
  }

  /** Returns what encodes rows that are read again, with gaps filled as they were for the fit. */
  UnaryOperator<DenseMatrix> encoder(PairedModel model) {
    return rows -> model.transform(completed == null ? rows : completed.filled(rows));
  }
}
