package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
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
      "Example: eigenlens fit iris.csv --label species -k 2 -o iris.eigenlens --scores scores.csv"
    })
final class FitCommand implements Callable<Integer> {

  /** The share of the memory that data may take: the rest is for working on them. */
  private static final double DATA_SHARE = 0.7;

  /** The program itself takes about this much: a smaller budget only says that rows stream. */
  private static final long LEAST_MEMORY = 64L << 20;

  private static final int STREAMED_ROWS = 16_384;

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;
  @Mixin private ModelOptions options;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;

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
      names = "--columns",
      paramLabel = "COLS",
      description = "The features: names, a..d ranges and * patterns.")
  private Optional<String> columns;

  @Option(names = "--exclude", paramLabel = "COLS", description = "Columns to leave out.")
  private Optional<String> exclude;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    check();
    run.start();
    List<String> remarks = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    remarks.addAll(options.unused());
    if (run.memory() < LEAST_MEMORY) {
      remarks.add("--memory is less than the program itself takes; up to 64 MB are used");
    }
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
    answer(model, remarks, warnings, (System.nanoTime() - start) / 1e9);
    return 0;
  }

  private Model fitTable(StatusLine status, List<String> remarks, List<String> warnings)
      throws IOException {
    Table table = table();
    remarks.addAll(Outputs.lostTexts(scores, input.textColumns(table)));
    status.at("reading");
    ModelOptions.Fitter fitter = options.fitter(Math.max(run.memory(), LEAST_MEMORY), status);
    Model model =
        streams(table)
            ? fitStreamed(fitter, table, warnings)
            : fitInMemory(fitter, table, table.load(), status, warnings);
    remarks.addAll(0, table.remarks());
    return model;
  }

  /** Fits to two views; the scores are of all rows, also of those without a partner. */
  private Model fitPaired(StatusLine status, List<String> remarks, List<String> warnings)
      throws IOException {
    if (columns.isPresent() || exclude.isPresent()) {
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
          fit(() -> fit.inMemory(fitter, options.standardize(), options, status));
      write(
          fitted.model(),
          fit.textColumns(),
          writer -> writer.append(fitted.texts(), fitted.scores()));
      model = fitted.model();
    }
    remarks.addAll(0, views.remarks());
    return model;
  }

  /** Refuses what cannot work before any time is spent on it. */
  private void check() throws IOException {
    Optional<String> problem = options.problem(input.missing());
    if (problem.isPresent()) {
      throw new ParameterException(spec.commandLine(), problem.get());
    }
    List<Path> needed = InputOptions.files(inputs);
    if (output.isPresent()) {
      Outputs.requireWritable(spec.commandLine(), output.get(), needed);
      needed.add(output.get());
    }
    if (scores.isPresent()) {
      Outputs.requireTable(spec.commandLine(), scores.get(), needed);
    }
  }

  private Table table() {
    Table table = input.open(inputs, options.dataPrecision());
    if (columns.isPresent()) {
      table = table.select(table.selection().withColumns(columns.get()));
    }
    return exclude.isPresent() ? InputOptions.without(table, exclude.get()) : table;
  }

  /** Tells whether the rows are to be read in passes: because of their size, or as asked. */
  private boolean streams(Table table) {
    return options.mustStream()
        || (options.canStream() && table.loadBytes() > DATA_SHARE * run.memory());
  }

  private Model fitInMemory(
      ModelOptions.Fitter fitter, Table table, Data data, StatusLine status, List<String> warnings)
      throws IOException {
    Rows rows = Rows.of(data, input.missing(), options.wanted(), options.standardize(), status);
    warnings.addAll(rows.notes());
    Model model = fit(() -> fitter.fit(rows.matrix(), data.featureNames()));
    status.at("writing");
    write(
        model,
        input.textColumns(table),
        writer ->
            writer.append(
                input.texts(data.ids(), data.labels()),
                rows.spread(coordinates(model, rows.matrix()))));
    return model;
  }

  /** Returns the coordinates of the training rows, which some models know already. */
  private static DenseMatrix coordinates(Model model, Matrix rows) {
    return model instanceof KernelModel known && known.isExact()
        ? known.trainingCoordinates()
        : model.transform(rows);
  }

  private Model fitStreamed(ModelOptions.Fitter fitter, Table table, List<String> warnings)
      throws IOException {
    if (input.missing().isEmpty()) {
      Model model = fit(() -> fitter.fit(table.rows(), table.featureNames()));
      write(model, input.textColumns(table), writer -> stream(table, writer, model::transform));
      return model;
    }
    MissingCells policy = input.missing().get();
    if (policy == MissingCells.EM) {
      throw DataException.of(
          "--missing em needs all data in memory, where there is no room for them",
          "allow more with --memory, or use --missing mean");
    }
    StreamedRows rows = new StreamedRows(table, policy);
    warnings.addAll(rows.notes());
    Model model = fit(() -> fitter.fit(rows, table.featureNames()));
    write(
        model,
        input.textColumns(table),
        writer -> stream(table, writer, x -> model.transform(rows.filled(x))));
    return model;
  }

  private void stream(Table table, TableWriter writer, UnaryOperator<DenseMatrix> encoder) {
    table.forEachBatch(
        STREAMED_ROWS,
        batch ->
            writer.append(input.texts(batch.ids(), batch.labels()), encoder.apply(batch.matrix())));
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
      Map<String, Object> report = Report.json(model);
      report.put("warnings", Stream.concat(remarks.stream(), warnings.stream()).toList());
      report.put("seconds", seconds);
      output.ifPresent(file -> report.put("model", file.toString()));
      json.print(out, report);
      return;
    }
    Report.print(out, model, warnings);
    output.ifPresent(file -> out.println("wrote the model to " + file));
    scores.ifPresent(file -> out.println("wrote the coordinates to " + file));
    if (output.isEmpty() && scores.isEmpty()) {
      out.println(
          "nothing was written; keep the model with -o FILE, coordinates with --scores FILE");
    }
  }
}
