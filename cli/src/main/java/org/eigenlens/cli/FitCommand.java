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
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
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
  static final double DATA_SHARE = 0.7;

  /** The program itself takes about this much: a smaller budget only says that rows stream. */
  static final long LEAST_MEMORY = 64L << 20;

  private static final int STREAMED_ROWS = 16_384;

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;
  @Mixin private FeatureOptions features;
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
      Table table = features.of(input.open(inputs, options.dataPrecision()));
      remarks.addAll(Outputs.lostTexts(scores, input.textColumns(table)));
      status.at("reading");
      ModelOptions.Fitter fitter = options.fitter(Math.max(run.memory(), LEAST_MEMORY), status);
      model =
          streams(table)
              ? fitStreamed(fitter, table, warnings)
              : fitInMemory(fitter, table, load(table, remarks), status, warnings);
      remarks.addAll(0, table.remarks());
    }
    remarks.forEach(remark -> spec.commandLine().getErr().println("warning: " + remark));
    warnings.addAll(model.provenance().warnings());
    answer(model, remarks, warnings, (System.nanoTime() - start) / 1e9);
    return 0;
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

  /** Tells whether the rows are to be read in passes: because of their size, or as asked. */
  private boolean streams(Table table) {
    return options.mustStream()
        || (options.canStream() && table.loadBytes() > DATA_SHARE * run.memory());
  }

  private Data load(Table table, List<String> remarks) {
    return options.isPrecomputed() ? SquareTable.load(table, remarks) : table.load();
  }

  private Model fitInMemory(
      ModelOptions.Fitter fitter, Table table, Data data, StatusLine status, List<String> warnings)
      throws IOException {
    Rows rows = Rows.of(data, input.missing(), options.wanted(), options.standardize(), status);
    warnings.addAll(rows.notes());
    if (rows.matrix().rows() == 1 && options.centers()) {
      throw table.complaint(
          "there is only 1 row, and a variance needs at least 2",
          "give more rows, or use --no-center");
    }
    Model model =
        fit(
            () -> fitter.fit(rows.matrix(), data.featureNames()),
            e -> Located.in(table, data, rows::number, e));
    status.at("writing");
    write(
        model,
        table,
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
      Model model =
          fit(() -> fitter.fit(table.rows(), table.featureNames()), e -> Located.in(table, e));
      write(model, table, writer -> stream(table, writer, model::transform));
      return model;
    }
    MissingCells policy = input.missing().get();
    if (policy == MissingCells.EM) {
      throw noRoomToFillIn();
    }
    StreamedRows rows = new StreamedRows(table, policy);
    warnings.addAll(rows.notes());
    Model model = fit(() -> fitter.fit(rows, table.featureNames()), e -> Located.in(table, e));
    write(model, table, writer -> stream(table, writer, x -> model.transform(rows.filled(x))));
    return model;
  }

  static DataException noRoomToFillIn() {
    return DataException.of(
        "--missing em needs all data in memory, where there is no room for them",
        "allow more with --memory, or use --missing mean");
  }

  private void stream(Table table, TableWriter writer, UnaryOperator<DenseMatrix> encoder) {
    table.forEachBatch(
        STREAMED_ROWS,
        batch ->
            writer.append(input.texts(batch.ids(), batch.labels()), encoder.apply(batch.matrix())));
  }

  /** Fits; what does not go together is the fault of the command, not of the data. */
  private Model fit(Supplier<Model> fitting, Function<NumericalException, DataException> located) {
    try {
      return fitting.get();
    } catch (NumericalException e) {
      throw located.apply(e);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Writes the files that were asked for; if one cannot be written, the other is not changed. */
  private void write(Model model, Table table, Consumer<TableWriter> coordinates)
      throws IOException {
    if (scores.isEmpty()) {
      save(model);
      return;
    }
    List<String> names = Words.numbered("PC", model.components());
    try (TableWriter writer = TableWriter.create(scores.get(), input.textColumns(table), names)) {
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
      options.chosen().ifPresent(answer -> report.put("rules", SelectReport.json(List.of(answer))));
      output.ifPresent(file -> report.put("model", file.toString()));
      json.print(out, report);
      return;
    }
    Report.print(out, model, warnings);
    options
        .chosen()
        .ifPresent(answer -> out.printf("components by %s: %s%n", answer.rule(), answer.why()));
    output.ifPresent(file -> out.println("wrote the model to " + file));
    scores.ifPresent(file -> out.println("wrote the coordinates to " + file));
    if (output.isEmpty() && scores.isEmpty()) {
      out.println(
          "nothing was written; keep the model with -o FILE, coordinates with --scores FILE");
    }
  }
}
