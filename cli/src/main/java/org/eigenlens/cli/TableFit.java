package org.eigenlens.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.eigenlens.EmbeddingQuality;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.MutualDistances;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.Allowance;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.Filling;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import org.eigenlens.neighbors.Pieces;
import org.eigenlens.supervised.Evaluation;
import org.eigenlens.supervised.LabelledRows;
import org.eigenlens.supervised.Labels;

/** A fit to one table, in memory or in passes. */
final class TableFit {

  /** A model, and how it was judged where that was asked for. */
  record Fitted(
      Model model, Optional<EvaluationReport> evaluation, Optional<EmbeddingQuality> quality) {

    static Fitted of(Model model) {
      return new Fitted(model, Optional.empty(), Optional.empty());
    }
  }

  private final Table table;
  private final InputOptions input;
  private final ModelOptions options;
  private final RunOptions run;
  private final FitFiles files;
  private final FitReport report;
  private final StatusLine status;
  private final List<String> remarks;
  private final List<String> warnings;

  /** What may be taken beside the data. */
  private long memory;

  /**
   * Prepares a fit.
   *
   * @param remarks takes what there is to say of the input
   * @param warnings takes what there is to say of the rows that are used
   */
  TableFit(
      Table table,
      InputOptions input,
      ModelOptions options,
      RunOptions run,
      FitFiles files,
      FitReport report,
      StatusLine status,
      List<String> remarks,
      List<String> warnings) {
    this.table = status.isHeard() ? table.telling(status) : table;
    this.input = input;
    this.options = options;
    this.run = run;
    this.files = files;
    this.report = report;
    this.status = status;
    this.remarks = remarks;
    this.warnings = warnings;
    memory = run.workMemory();
  }

  /** Fits, and writes the files that were asked for. */
  Fitted fit() throws IOException {
    remarks.addAll(Outputs.lostTexts(files.scores(), input.textColumns(table)));
    boolean texts = table.documents().isPresent();
    if (input.labelledByFolders() && (options.isSupervised() || options.evaluates())) {
      remarks.add("the labels are the names of the folders; --label names another column");
    }
    status.at("reading");
    table.lostOrigin().ifPresent(remarks::add);
    if (texts && options.evaluates()) {
      remarks.add(
          "--evaluate learns components without the held-out documents, but the vocabulary and the"
              + " weights of its terms come from all of them");
    }
    long bytes = table.loadBytes();
    boolean streams = options.streams(run, bytes);
    memory = streams ? run.workMemory() : run.workMemory(bytes);
    SupervisedFits supervised = options.supervised(memory, status);
    Fitted fitted;
    if (streams) {
      refuse(options.neighbors().judges(), "--quality", bytes);
      refuse(options.evaluates(), "--evaluate", bytes);
      if (texts && files.keepsDocuments()) {
        remarks.add(
            "the model does not keep the documents, since rows are read in passes; similar lists"
                + " only terms");
      }
      fitted =
          Fitted.of(
              options.isSupervised()
                  ? streamed(supervised)
                  : streamed(options.fitter(memory, status)));
    } else {
      fitted = inMemory(supervised, load());
    }
    remarks.addAll(0, table.remarks());
    return fitted;
  }

  /** Fits to rows that are summed up elsewhere; coordinates are made here, in their order. */
  Fitted on(EngineOption engine) throws IOException {
    remarks.addAll(Outputs.lostTexts(files.scores(), input.textColumns(table)));
    boolean classes = input.target().isEmpty();
    List<String> labels = options.isSupervised() ? labelColumns() : List.of();
    List<String> names = table.featureNames();
    Model model;
    try (Engine.OpenTable open = engine.open(table, labels, classes)) {
      if (options.isSupervised()) {
        SupervisedFits supervised = options.supervised(memory, status);
        LabelledRows rows = LabelledRows.streamed(open.rows(), labels.size(), classes);
        model = finished(supervised.fit(classes ? rows.named(open.classes()) : rows, names));
        if (classes) {
          remarks.addAll(LabelInput.remarks(open.classes(), labels.get(0)));
        }
      } else {
        model = finished(options.fitter(memory, status).fit(open.rows(), names));
      }
    }
    write(model, model::transform);
    remarks.addAll(0, table.remarks());
    return Fitted.of(model);
  }

  private Data load() {
    if (options.isPrecomputed() || options.isOfDistances()) {
      return SquareTable.load(table, remarks, options.isOfDistances());
    }
    Data data = table.load();
    if (MutualDistances.areIn(data)) {
      remarks.add(
          "the input looks like a table of distances between its %s, but its columns are taken as features; %s"
              .formatted(
                  Words.count(data.matrix().rows(), "row"),
                  options.method().takesDistances()
                      ? "if it is one, say so with --distances"
                      : "if it is one, use -m mds with --distances"));
    }
    return data;
  }

  private Fitted inMemory(SupervisedFits supervised, Data data) throws IOException {
    ModelOptions.Fitter fitter = options.isSupervised() ? null : options.fitter(memory, status);
    Supplier<Rows> complete =
        () ->
            Located.during(
                () ->
                    Rows.of(data, input.missing(), options.wanted(), options.standardize(), status),
                e -> Located.in(table, e));
    boolean labelled = options.isSupervised() || options.evaluates();
    LabelInput labels = labelled ? LabelInput.of(data, input, complete) : null;
    if (labelled && !input.labelledByFolders()) {
      input.label().ifPresent(column -> remarks.addAll(labels.remarks(column)));
    }
    Rows rows = piece(labelled ? labels.rows() : complete.get(), data);
    warnings.addAll(rows.notes());
    if (rows.matrix().rows() == 1 && options.centers()) {
      throw options.method().isManifold()
          ? table.complaint(
              "there is only 1 row, and no other to compare it with", "give more rows")
          : onlyOneRow(table);
    }
    List<String> names = data.featureNames();
    Evaluation.Fitter learner =
        (x, y) -> fitter == null ? supervised.fit(x, y, names) : fitter.fit(x, names);
    Function<NumericalException, DataException> located =
        e -> Located.in(table, data, rows::number, e);
    if (options.neighbors().judges() && !options.isOfDistances()) {
      Located.during(() -> requireRoomToJudge(rows.matrix()), located);
    }
    Optional<Filling> filling = filling(rows);
    Model fitted =
        fit(() -> learner.fit(rows.matrix(), labelled ? labels.labels() : null), located);
    Model model = finished(filling.map(fitted::withFilling).orElse(fitted), data, rows);
    Optional<EvaluationReport> evaluation =
        options.evaluates()
            ? Optional.of(
                fit(() -> evaluation(supervised, learner, model, rows, labels.labels()), located))
            : Optional.empty();
    boolean needed =
        files.scores().isPresent() || report.file().isPresent() || options.neighbors().judges();
    DenseMatrix coordinates = needed ? fit(() -> coordinates(model, rows.matrix()), located) : null;
    Optional<EmbeddingQuality> quality = Optional.empty();
    if (options.neighbors().judges()) {
      status.at("judging");
      quality =
          Optional.of(
              fit(
                  () ->
                      options
                          .neighbors()
                          .quality(model, rows.matrix(), coordinates, options.seed()),
                  located));
    }
    report.keep(data, rows, coordinates);
    status.at("writing");
    files.write(
        model,
        input.textColumns(table),
        writer -> writer.append(input.texts(data.ids(), data.labels()), rows.spread(coordinates)));
    return new Fitted(model, evaluation, quality);
  }

  /** Returns what the model is to fill missing cells of rows with, before there is a model. */
  private Optional<Filling> filling(Rows rows) {
    boolean learns =
        input.missing().equals(Optional.of(MissingCells.EM))
            && rows.filling().isEmpty()
            && rows.matrix() instanceof DenseMatrix
            && !options.method().isPrincipal()
            && !options.isPrecomputed()
            && !options.isOfDistances();
    return learns
        ? rows.learned(options.wanted(), options.standardize(), memory, status)
        : rows.filling();
  }

  /** Judges a model beside PCA and beside the columns themselves, on the same folds. */
  private static EvaluationReport evaluation(
      SupervisedFits supervised, Evaluation.Fitter learner, Model model, Rows rows, Labels labels) {
    int k = model.components();
    List<String> names = model.columnNames();
    return new EvaluationReport(
        model.provenance().method(),
        supervised.evaluate(learner, rows.matrix(), labels, k),
        supervised.evaluatePca(rows.matrix(), names, labels, k),
        supervised.evaluateColumns(rows.matrix(), names, labels));
  }

  /** Has room for rows as the model sees them, and as they are compared; nothing is copied yet. */
  private Matrix requireRoomToJudge(Matrix rows) {
    new Allowance(memory).require("Judging the map", 0, "leave --quality out", rows, rows);
    return rows;
  }

  /** Leaves out the rows that are not in the piece of the neighbour graph that was asked for. */
  private Rows piece(Rows rows, Data data) {
    if (options.neighbors().piece().isEmpty()) {
      return rows;
    }
    int wanted = options.neighbors().piece().get();
    List<String> approximate = new ArrayList<>();
    Pieces pieces =
        Located.during(
            () ->
                options
                    .neighbors()
                    .pieces(
                        options.settings(memory, status),
                        rows.matrix(),
                        data.featureNames(),
                        approximate),
            e -> Located.in(table, data, rows::number, e));
    if (wanted > pieces.count()) {
      throw DataException.of(
          "there is no piece " + wanted + " of the neighbour graph, which is in " + pieces,
          "choose one from 1 to " + pieces.count());
    }
    BitSet others = new BitSet();
    for (int i = 0; i < rows.matrix().rows(); i++) {
      if (pieces.of()[i] != wanted - 1) {
        others.set(rows.number(i));
      }
    }
    int left = rows.matrix().rows() - others.cardinality();
    new Allowance(memory)
        .count("The rows of a piece", Allowance.copyBytes(left, rows.matrix().columns()));
    return others.isEmpty()
        ? rows
        : rows.without(
            others,
            data,
            "%s in other pieces of the neighbour graph, which is in %s, have no coordinates"
                    .formatted(Words.count(others.cardinality(), "row"), pieces)
                + String.join("", approximate.stream().map(said -> " (" + said + ")").toList()));
  }

  /** Returns a model with the signs it shall have, that remembers the images or texts. */
  private Model finished(Model fitted, Data data, Rows rows) {
    Optional<Origin> origin = table.origin();
    if (origin.isPresent()
        && origin.get() instanceof Origin.Texts texts
        && files.keepsDocuments()) {
      Model model = signedAndLabelled(fitted);
      List<String> all =
          input.id().isPresent() ? data.ids().orElseThrow() : table.documents().get();
      List<String> kept =
          IntStream.range(0, all.size())
              .filter(i -> !rows.dropped().get(i))
              .mapToObj(all::get)
              .toList();
      return model.withOrigin(texts.withDocuments(kept, coordinates(model, rows.matrix())));
    }
    return finished(fitted);
  }

  private Model finished(Model fitted) {
    Model model = signedAndLabelled(fitted);
    return table.origin().map(model::withOrigin).orElse(model);
  }

  private Model signedAndLabelled(Model fitted) {
    Model model = files.aligned(fitted, warnings);
    return options.isSupervised() ? model.withLabelColumns(labelColumns()) : model;
  }

  private List<String> labelColumns() {
    return table.resolve(input.target().or(input::label).orElseThrow());
  }

  private Model streamed(SupervisedFits supervised) throws IOException {
    Optional<MissingCells> missing = input.missing();
    if (missing.equals(Optional.of(MissingCells.EM))) {
      throw run.noRoom("--missing em", table.loadBytes(), "use --missing mean");
    }
    StreamedRows filler = missing.map(policy -> new StreamedRows(table, policy, run)).orElse(null);
    int targets = table.selection().targets().map(table::resolve).orElse(List.of()).size();
    LabelledStream rows = new LabelledStream(table, targets, input, filler, run);
    Model fitted =
        fit(() -> supervised.fit(rows.rows(), table.featureNames()), e -> Located.in(table, e));
    Model model = finished(filler == null ? fitted : filler.withFilling(fitted));
    if (filler != null) {
      warnings.addAll(filler.notes());
    }
    input.label().ifPresent(column -> remarks.addAll(rows.remarks(column)));
    if (rows.unlabelled() > 0) {
      warnings.add(Rows.unlabelled(rows.unlabelled()));
    }
    write(model, x -> model.transform(filler == null ? x : filler.filled(x)));
    return model;
  }

  private void refuse(boolean given, String option, long bytes) {
    if (given) {
      throw run.noRoom(option, bytes, "leave it out");
    }
  }

  /** Returns the coordinates of the training rows, which some models know already. */
  private static DenseMatrix coordinates(Model model, Matrix rows) {
    return model instanceof KernelModel known && known.knowsItsRows()
        ? known.trainingCoordinates()
        : model.transform(rows);
  }

  private Model streamed(ModelOptions.Fitter fitter) throws IOException {
    if (input.missing().isEmpty()) {
      Model model =
          finished(
              fit(() -> fitter.fit(table.rows(), table.featureNames()), e -> Located.in(table, e)));
      write(model, model::transform);
      return model;
    }
    MissingCells policy = input.missing().get();
    if (policy == MissingCells.EM) {
      throw run.noRoom("--missing em", table.loadBytes(), "use --missing mean");
    }
    StreamedRows rows = new StreamedRows(table, policy, run);
    warnings.addAll(rows.notes());
    Model fitted = fit(() -> fitter.fit(rows, table.featureNames()), e -> Located.in(table, e));
    Model model = finished(rows.withFilling(fitted));
    write(model, x -> model.transform(rows.filled(x)));
    return model;
  }

  private void write(Model model, UnaryOperator<DenseMatrix> encoder) throws IOException {
    files.write(model, input, run, input.textColumns(table), table, encoder);
  }

  static DataException onlyOneRow(Table table) {
    return table.complaint(
        "there is only 1 row, and a variance needs at least 2",
        "give more rows, or use --no-center");
  }

  /** Fits; a failure says where in the input it was. */
  private static <T> T fit(
      Supplier<T> fitting, Function<NumericalException, DataException> located) {
    return Located.during(fitting, located);
  }
}
