package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.EmbeddingQuality;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import org.eigenlens.model.PairedModel;
import org.eigenlens.neighbors.Pieces;
import org.eigenlens.supervised.Evaluation;
import org.eigenlens.supervised.LabelledRows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Learns a model from a table. */
@Command(
    name = "fit",
    description = "Learn a model from data, and say what it found.",
    footer = {
      "",
      "Example: eigenlens fit iris.csv --label species -k 2 -o iris.eigenlens --scores scores.csv",
      "         eigenlens fit faces/ -k 40 -o faces.eigenlens",
      "         eigenlens fit reviews.csv --text review -m lsa -k 100 -o reviews.eigenlens"
    })
final class FitCommand implements Callable<Integer> {

  /** The share of the memory that data may take: the rest is for working on them. */
  static final double DATA_SHARE = 0.7;

  /** The program itself takes about this much: a smaller budget only says that rows stream. */
  static final long LEAST_MEMORY = 64L << 20;

  private static final int STREAMED_ROWS = 16_384;

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;
  @Mixin private FeatureOptions features;
  @Mixin private MediaOptions media;
  @Mixin private ModelOptions options;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;
  @Mixin private FitReport report;
  @Mixin private EngineOption engine;

  @Parameters(arity = "0..*", paramLabel = "INPUT", description = "Files or patterns.")
  private List<String> inputs = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "MODEL",
      description = "Write the model to this file.")
  private Optional<Path> output;

  @Option(
      names = "--scores",
      paramLabel = "FILE",
      description = "Write the coordinates of the rows: .csv, .parquet or .npy.")
  private Optional<Path> scores;

  @Option(
      names = "--forget-documents",
      description =
          "For texts: leave the documents' coordinates out of the model, which similar needs.")
  private boolean forget;

  /** How well the components predict labels, once that was found out. */
  private EvaluationReport evaluation;

  /** How well the coordinates keep neighbourhoods, once that was found out. */
  private EmbeddingQuality quality;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    checkOutputs();
    run.start();
    input.reading(media::in);
    if (!options.isPaired()) {
      input.adopt(inputs, options.dataPrecision());
    }
    Optional<String> problem = options.problem(input);
    if (problem.isPresent()) {
      throw new ParameterException(spec.commandLine(), problem.get());
    }
    if (engine.given()) {
      boolean more =
          report.file().isPresent() || options.evaluates() || options.neighbors().judges();
      engine.check(options, input, more);
      Optional<Integer> done = engine.elsewhere();
      if (done.isPresent()) {
        return done.get();
      }
    }
    List<String> remarks = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    remarks.addAll(options.unused());
    remarks.addAll(memoryRemarks(run));
    Model model;
    try (StatusLine status = StatusLine.on(spec.commandLine().getErr())) {
      if (options.isPaired()) {
        model = fitPaired(status, remarks, warnings);
      } else {
        model = fitTable(status, remarks, warnings);
      }
    }
    remarks.forEach(remark -> spec.commandLine().getErr().println("warning: " + remark));
    warnings.addAll(model.provenance().warnings());
    report.write(model, inputs, options.chosen(), remarks, warnings);
    answer(model, remarks, warnings, (System.nanoTime() - start) / 1e9);
    return 0;
  }

  private Model fitTable(StatusLine status, List<String> remarks, List<String> warnings)
      throws IOException {
    Table table = table();
    remarks.addAll(Outputs.lostTexts(scores, input.textColumns(table)));
    boolean texts = table.documents().isPresent();
    remarks.addAll(media.unused(!texts && table.ownId().isPresent(), texts));
    if (input.labelledByFolders() && (options.isSupervised() || options.evaluates())) {
      remarks.add("the labels are the names of the folders; --label names another column");
    }
    status.at("reading");
    long memory = Math.max(run.memory(), LEAST_MEMORY);
    SupervisedFits supervised = options.supervised(memory, status);
    Model model;
    table.lostOrigin().ifPresent(remarks::add);
    if (texts && options.evaluates()) {
      remarks.add(
          "--evaluate learns components without the held-out documents, but the vocabulary and the"
              + " weights of its terms come from all of them");
    }
    if (engine.given()) {
      model = fitOnEngine(supervised, options.fitter(memory, status), table);
    } else if (streams(table)) {
      if (texts && !forget) {
        remarks.add(
            "the model does not keep the documents, since rows are read in passes; similar lists"
                + " only terms");
      }
      model =
          options.isSupervised()
              ? fitStreamed(supervised, table, warnings)
              : fitStreamed(options.fitter(memory, status), table, warnings);
    } else {
      ModelOptions.Fitter fitter = options.isSupervised() ? null : options.fitter(memory, status);
      model = fitInMemory(fitter, supervised, table, load(table, remarks), status, warnings);
    }
    remarks.addAll(0, table.remarks());
    return model;
  }

  /** Fits to two views; the scores are of all rows, also of those without a partner. */
  private Model fitPaired(StatusLine status, List<String> remarks, List<String> warnings)
      throws IOException {
    if (options.neighbors().judges()) {
      throw new ParameterException(
          spec.commandLine(), "--quality is for methods of one view; leave it out");
    }
    if (features.given()) {
      throw new ParameterException(
          spec.commandLine(),
          "--columns and --exclude are for one view; name the columns of each with --x and --y");
    }
    PairedInput views = PairedInput.open(input, inputs, options.pairs(), options.dataPrecision());
    status.at("reading");
    PairedFit fit = new PairedFit(views, input, warnings);
    remarks.addAll(Outputs.lostTexts(scores, fit.textColumns()));
    PairedFit.Fitter fitter = options.pairedFitter(Math.max(run.memory(), LEAST_MEMORY), status);
    Model model;
    if (options.mustStream()
        || views.x().loadBytes() + views.y().loadBytes() > DATA_SHARE * run.memory()) {
      PairedModel streamed = fit(() -> fit.streamed(fitter));
      Table joined = views.joined();
      write(streamed, fit.textColumns(), writer -> stream(joined, writer, fit.encoder(streamed)));
      model = streamed;
    } else {
      PairedFit.Fitted fitted =
          fit(() -> fit.inMemory(fitter, options.standardize(), options.wanted(), status));
      report.keep(fitted, input);
      write(
          fitted.model(),
          fit.textColumns(),
          writer -> writer.append(fitted.texts(), fitted.scores()));
      model = fitted.model();
    }
    remarks.addAll(0, views.remarks());
    return model;
  }

  /** Refuses files that cannot be written before any time is spent on them. */
  private void checkOutputs() throws IOException {
    List<Path> needed = InputOptions.files(inputs);
    if (output.isPresent()) {
      Outputs.requireWritable(spec.commandLine(), output.get(), needed);
      needed.add(output.get());
    }
    if (scores.isPresent()) {
      Outputs.requireTable(spec.commandLine(), scores.get(), needed);
      needed.add(scores.get());
    }
    report.check(spec.commandLine(), needed);
  }

  private Table table() {
    Table table = features.of(input.open(inputs, options.dataPrecision()));
    if (options.isSupervised()) {
      input.target().ifPresent(targets -> requireNumbers(table, targets));
    }
    return input.target().isPresent() && (options.isSupervised() || options.evaluates())
        ? table.select(table.selection().withTargets(input.target().get()))
        : table;
  }

  private static void requireNumbers(Table table, String targets) {
    List<String> names = table.resolve(targets);
    table.columns().stream()
        .filter(column -> !column.isNumeric() && names.contains(column.name()))
        .findFirst()
        .ifPresent(
            column -> {
              throw table.complaint(
                  "column '" + column.name() + "' is text, and a target is a number",
                  "name classes with --label " + column.name());
            });
  }

  /** Tells whether the rows are to be read in passes: because of their size, or as asked. */
  private boolean streams(Table table) {
    boolean streams =
        options.mustStream()
            || (options.canStream() && table.loadBytes() > DATA_SHARE * run.memory());
    if (streams && options.neighbors().judges()) {
      throw noRoomFor("--quality", "leave it out");
    }
    if (streams && options.evaluates()) {
      throw noRoomFor("--evaluate", "leave it out");
    }
    return streams;
  }

  private Data load(Table table, List<String> remarks) {
    return options.isPrecomputed() || options.isOfDistances()
        ? SquareTable.load(table, remarks, options.isOfDistances())
        : table.load();
  }

  private Model fitInMemory(
      ModelOptions.Fitter fitter,
      SupervisedFits supervised,
      Table table,
      Data data,
      StatusLine status,
      List<String> warnings)
      throws IOException {
    Supplier<Rows> complete =
        () -> Rows.of(data, input.missing(), options.wanted(), options.standardize(), status);
    boolean labelled = options.isSupervised() || options.evaluates();
    LabelInput labels = labelled ? LabelInput.of(data, input, complete) : null;
    Rows rows = piece(labelled ? labels.rows() : complete.get(), data, status);
    warnings.addAll(rows.notes());
    if (rows.matrix().rows() == 1 && options.centers()) {
      throw onlyOneRow(table);
    }
    List<String> names = data.featureNames();
    Evaluation.Fitter learner =
        (x, y) -> fitter == null ? supervised.fit(x, y, names) : fitter.fit(x, names);
    Function<NumericalException, DataException> located =
        e -> Located.in(table, data, rows::number, e);
    Model fitted =
        fit(() -> learner.fit(rows.matrix(), labelled ? labels.labels() : null), located);
    Model model = remembering(fitted, table, data, rows);
    if (options.evaluates()) {
      int k = model.components();
      evaluation =
          new EvaluationReport(
              model.provenance().method(),
              fit(() -> supervised.evaluate(learner, rows.matrix(), labels.labels(), k), located),
              fit(() -> supervised.evaluatePca(rows.matrix(), labels.labels(), k), located),
              supervised.evaluateColumns(rows.matrix(), labels.labels()));
    }
    boolean needed =
        scores.isPresent() || report.file().isPresent() || options.neighbors().judges();
    DenseMatrix coordinates = needed ? coordinates(model, rows.matrix()) : null;
    if (options.neighbors().judges()) {
      status.at("judging");
      quality =
          fit(
              () -> options.neighbors().quality(model, rows.matrix(), coordinates, options.seed()),
              located);
    }
    report.keep(data, rows, coordinates);
    status.at("writing");
    write(
        model,
        input.textColumns(table),
        writer -> writer.append(input.texts(data.ids(), data.labels()), rows.spread(coordinates)));
    return model;
  }

  /** Leaves out the rows that are not in the piece of the neighbour graph that was asked for. */
  private Rows piece(Rows rows, Data data, StatusLine status) {
    if (options.neighbors().piece().isEmpty()) {
      return rows;
    }
    int wanted = options.neighbors().piece().get();
    List<String> approximate = new ArrayList<>();
    Pieces pieces =
        options
            .neighbors()
            .pieces(
                options.settings(Math.max(run.memory(), LEAST_MEMORY), status),
                rows.matrix(),
                approximate);
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
    return others.isEmpty()
        ? rows
        : rows.without(
            others,
            data,
            "%s in other pieces of the neighbour graph, which is in %s, have no coordinates"
                    .formatted(Words.count(others.cardinality(), "row"), pieces)
                + String.join("", approximate.stream().map(said -> " (" + said + ")").toList()));
  }

  /** Returns a model that remembers the images or texts it was fitted to. */
  private Model remembering(Model model, Table table, Data data, Rows rows) {
    Optional<Origin> origin = table.origin();
    if (origin.isPresent() && origin.get() instanceof Origin.Texts texts && !forget) {
      List<String> all =
          input.id().isPresent() ? data.ids().orElseThrow() : table.documents().get();
      List<String> kept =
          IntStream.range(0, all.size())
              .filter(i -> !rows.dropped().get(i))
              .mapToObj(all::get)
              .toList();
      return model.withOrigin(texts.withDocuments(kept, coordinates(model, rows.matrix())));
    }
    return remembering(model, table);
  }

  private static Model remembering(Model model, Table table) {
    return table.origin().map(model::withOrigin).orElse(model);
  }

  static DataException onlyOneRow(Table table) {
    return table.complaint(
        "there is only 1 row, and a variance needs at least 2",
        "give more rows, or use --no-center");
  }

  /** Returns what there is to say of the memory that was allowed. */
  static List<String> memoryRemarks(RunOptions run) {
    return run.memory() < LEAST_MEMORY
        ? List.of("--memory is less than the program itself takes; up to 64 MB are used")
        : List.of();
  }

  private Model fitStreamed(SupervisedFits supervised, Table table, List<String> warnings)
      throws IOException {
    Optional<MissingCells> missing = input.missing();
    if (missing.equals(Optional.of(MissingCells.EM))) {
      throw noRoomToFillIn();
    }
    StreamedRows filler = missing.map(policy -> new StreamedRows(table, policy)).orElse(null);
    int targets = table.selection().targets().map(table::resolve).orElse(List.of()).size();
    LabelledStream rows = new LabelledStream(table, targets, input, filler);
    Model model =
        remembering(
            fit(() -> supervised.fit(rows.rows(), table.featureNames()), e -> Located.in(table, e)),
            table);
    if (filler != null) {
      warnings.addAll(filler.notes());
    }
    if (rows.unlabelled() > 0) {
      warnings.add(Rows.unlabelled(rows.unlabelled()));
    }
    write(
        model,
        input.textColumns(table),
        writer ->
            stream(table, writer, x -> model.transform(filler == null ? x : filler.filled(x))));
    return model;
  }

  private static DataException noRoomFor(String option, String instead) {
    return DataException.of(
        option + " needs all data in memory, where there is no room for them",
        "allow more with --memory, or " + instead);
  }

  /** Returns the coordinates of the training rows, which some models know already. */
  private static DenseMatrix coordinates(Model model, Matrix rows) {
    return model instanceof KernelModel known && known.knowsItsRows()
        ? known.trainingCoordinates()
        : model.transform(rows);
  }

  private Model fitStreamed(ModelOptions.Fitter fitter, Table table, List<String> warnings)
      throws IOException {
    if (input.missing().isEmpty()) {
      Model model =
          remembering(
              fit(() -> fitter.fit(table.rows(), table.featureNames()), e -> Located.in(table, e)),
              table);
      write(model, input.textColumns(table), writer -> stream(table, writer, model::transform));
      return model;
    }
    MissingCells policy = input.missing().get();
    if (policy == MissingCells.EM) {
      throw noRoomToFillIn();
    }
    StreamedRows rows = new StreamedRows(table, policy);
    warnings.addAll(rows.notes());
    Model model =
        remembering(
            fit(() -> fitter.fit(rows, table.featureNames()), e -> Located.in(table, e)), table);
    write(
        model,
        input.textColumns(table),
        writer -> stream(table, writer, x -> model.transform(rows.filled(x))));
    return model;
  }

  /** Fits to rows that are summed up elsewhere; coordinates are made here, in their order. */
  private Model fitOnEngine(SupervisedFits supervised, ModelOptions.Fitter fitter, Table table)
      throws IOException {
    List<String> names = table.featureNames();
    boolean classes = input.target().isEmpty();
    List<String> labels =
        options.isSupervised()
            ? table.resolve(input.target().or(input::label).orElseThrow())
            : List.of();
    Model model;
    try (Engine.OpenTable open = engine.open(table, labels, classes)) {
      model =
          fit(
              () ->
                  options.isSupervised()
                      ? supervised.fit(
                          LabelledRows.streamed(open.rows(), labels.size(), classes), names)
                      : fitter.fit(open.rows(), names));
    }
    write(model, input.textColumns(table), writer -> stream(table, writer, model::transform));
    return model;
  }

  static DataException noRoomToFillIn() {
    return noRoomFor("--missing em", "use --missing mean");
  }

  private void stream(Table table, TableWriter writer, UnaryOperator<DenseMatrix> encoder) {
    table.forEachBatch(
        STREAMED_ROWS,
        batch ->
            writer.append(input.texts(batch.ids(), batch.labels()), encoder.apply(batch.matrix())));
  }

  /** Fits; a failure says where in the input it was. */
  private <T> T fit(Supplier<T> fitting, Function<NumericalException, DataException> located) {
    return fit(() -> Located.during(fitting, located));
  }

  /** Fits; what does not go together is the fault of the command, not of the data. */
  private <T> T fit(Supplier<T> fitting) {
    try {
      return fitting.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Writes the files that were asked for; if one cannot be written, the other is not changed. */
  private void write(Model model, List<String> texts, Consumer<TableWriter> coordinates)
      throws IOException {
    if (scores.isEmpty()) {
      save(model);
      return;
    }
    List<String> names = Report.coordinateNames(model);
    try (TableWriter writer = TableWriter.create(scores.get(), texts, names)) {
      coordinates.accept(writer);
      save(model);
      writer.commit();
    }
  }

  private void save(Model model) throws IOException {
    if (output.isPresent()) {
      model.save(output.get());
    }
  }

  /** Answers with what was found; of the input only JSON tells, as people read it before. */
  private void answer(Model model, List<String> remarks, List<String> warnings, double seconds) {
    PrintWriter out = spec.commandLine().getOut();
    if (json.wanted()) {
      Map<String, Object> answer = Report.json(model);
      if (evaluation != null) {
        evaluation.addTo(answer);
      }
      if (quality != null) {
        answer.put("quality", QualityReport.json(quality));
      }
      answer.put("warnings", Stream.concat(remarks.stream(), warnings.stream()).toList());
      answer.put("seconds", seconds);
      options.chosen().ifPresent(rule -> answer.put("rules", SelectReport.json(List.of(rule))));
      output.ifPresent(file -> answer.put("model", file.toString()));
      json.print(out, answer);
      return;
    }
    Report.print(out, model, warnings);
    options
        .chosen()
        .ifPresent(answer -> out.printf("components by %s: %s%n", answer.rule(), answer.why()));
    if (evaluation != null) {
      evaluation.print(out, model.provenance().rows());
    }
    if (quality != null) {
      QualityReport.print(out, quality);
    }
    output.ifPresent(file -> out.println("wrote the model to " + file));
    scores.ifPresent(file -> out.println("wrote the coordinates to " + file));
    report.file().ifPresent(file -> out.println("wrote the report to " + file));
    if (output.isEmpty() && scores.isEmpty() && report.file().isEmpty()) {
      out.println(
          "nothing was written; keep the model with -o FILE, coordinates with --scores FILE");
    }
  }
}
