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
import org.eigenlens.KernelPca;
import org.eigenlens.Pca;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.Model;
import org.eigenlens.pca.PcaSolver;
import org.eigenlens.pca.Wanted;
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
  @Mixin private KernelOptions kernel;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;

  @Parameters(arity = "0..*", paramLabel = "INPUT", description = "Files or patterns.")
  private List<String> inputs = List.of();

  @Option(
      names = {"-m", "--method"},
      paramLabel = "METHOD",
      defaultValue = "pca",
      converter = Method.Converter.class,
      description = "pca (the default), dual-pca, lsa or kernel-pca.")
  private Method method;

  @Option(
      names = {"-k", "--components"},
      paramLabel = "K",
      converter = WantedConverter.class,
      description =
          "How many components: a number, or a share of the variance such as 0.95. All by default,"
              + " for kernel methods ten.")
  private Optional<Wanted> wanted = Optional.empty();

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

  @Option(names = "--standardize", description = "Divide each column by its standard deviation.")
  private boolean standardize;

  @Option(names = "--no-center", description = "Do not subtract the mean.")
  private boolean noCenter;

  @Option(names = "--whiten", description = "Scale coordinates to unit variance.")
  private boolean whiten;

  @Option(
      names = "--ddof",
      paramLabel = "0|1",
      defaultValue = "1",
      converter = Values.Ddof.class,
      description = "Variances divide by n − ddof; 1 by default.")
  private int ddof;

  @Option(
      names = "--solver",
      paramLabel = "SOLVER",
      defaultValue = "auto",
      converter = Solver.Converter.class,
      description =
          "auto (the default), covariance, gram, svd, krylov, power or streaming; for kernel"
              + " methods auto, dense, krylov, power or nystrom.")
  private Solver solver;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      converter = Values.Fraction.class,
      description =
          "The relative residual at which iterative solvers stop; 1e-10 by default, for kernel"
              + " methods 1e-8.")
  private Optional<Double> tolerance = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "The seed of whatever is random; 0 by default.")
  private long seed;

  @Option(
      names = "--precision",
      paramLabel = "double|float",
      defaultValue = "double",
      description = "How the data, or the kernel matrix, are stored; float takes half the memory.")
  private Precision precision;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    check();
    run.start();
    List<String> remarks = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    if (method.hasKernel()) {
      remarks.addAll(kernel.unused());
    }
    if (run.memory() < LEAST_MEMORY) {
      remarks.add("--memory is less than the program itself takes; up to 64 MB are used");
    }
    Model model;
    try (StatusLine status = StatusLine.on(spec.commandLine().getErr())) {
      Table table = table();
      remarks.addAll(Outputs.lostTexts(scores, input.textColumns(table)));
      status.at("reading");
      Fitter fitter = method.hasKernel() ? kernelPca(status)::fit : pca(status)::fit;
      model =
          streams(table)
              ? fitStreamed(fitter, table, warnings)
              : fitInMemory(fitter, table, table.load(), status, warnings);
      remarks.addAll(0, table.remarks());
    }
    remarks.forEach(remark -> spec.commandLine().getErr().println("warning: " + remark));
    warnings.addAll(model.provenance().warnings());
    answer(model, remarks, warnings, (System.nanoTime() - start) / 1e9);
    return 0;
  }

  /** Refuses what cannot work before any time is spent on it. */
  private void check() throws IOException {
    if (method == Method.DUAL_PCA && solver != Solver.AUTO && solver != Solver.GRAM) {
      throw wrong("dual-pca is the gram solver; leave --solver out, or use -m pca");
    }
    if ((method.hasKernel() ? solver.kernel() : solver.pca()).isEmpty()) {
      throw wrong(
          "%s has no solver '%s'; choose one of %s"
              .formatted(method.label(), solver.label(), Solver.listed(method.hasKernel())));
    }
    if (!method.hasKernel() && kernel.given().isPresent()) {
      throw wrong(
          "%s is for kernel methods, not for %s; use -m kernel-pca"
              .formatted(kernel.given().get(), method.label()));
    }
    if (method.hasKernel() && kernel.problem().isPresent()) {
      throw wrong(kernel.problem().get());
    }
    if (solver == Solver.STREAMING && input.missing().equals(Optional.of(MissingCells.EM))) {
      throw wrong("--missing em needs the data in memory, which --solver streaming avoids");
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

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private Table table() {
    // Kernels work on doubles; for them the precision is that of the kernel matrix.
    Table table = input.open(inputs, method.hasKernel() ? Precision.DOUBLE : precision);
    if (columns.isPresent()) {
      table = table.select(table.selection().withColumns(columns.get()));
    }
    return exclude.isPresent() ? InputOptions.without(table, exclude.get()) : table;
  }

  private Pca pca(StatusLine status) {
    Pca.Builder builder =
        Pca.builder()
            .method(method.label())
            .center(!noCenter && method != Method.LSA)
            .standardize(standardize)
            .whiten(whiten)
            .ddof(ddof)
            .solver(method == Method.DUAL_PCA ? PcaSolver.GRAM : solver.pca().orElseThrow())
            .seed(seed)
            .memory(Math.max(run.memory(), LEAST_MEMORY))
            .progress(status);
    tolerance.ifPresent(builder::tolerance);
    if (wanted.orElse(null) instanceof Wanted.Count count) {
      builder.components(count.components());
    } else if (wanted.orElse(null) instanceof Wanted.Share share) {
      builder.components(share.share());
    }
    return builder.build();
  }

  private KernelPca kernelPca(StatusLine status) {
    KernelPca.Builder builder =
        KernelPca.builder()
            .method(method.label())
            .center(!noCenter)
            .standardize(standardize)
            .whiten(whiten)
            .ddof(ddof)
            .solver(solver.kernel().orElseThrow())
            .seed(seed)
            .memory(Math.max(run.memory(), LEAST_MEMORY))
            .precision(precision)
            .progress(status);
    kernel.apply(builder, seed);
    tolerance.ifPresent(builder::tolerance);
    if (wanted.orElse(null) instanceof Wanted.Count count) {
      builder.components(count.components());
    } else if (wanted.orElse(null) instanceof Wanted.Share share) {
      builder.components(share.share());
    }
    return builder.build();
  }

  /** What learns a model from rows, in memory or not. */
  @FunctionalInterface
  private interface Fitter {
    Model fit(RowSource rows, List<String> columnNames);
  }

  /** Tells whether the rows are to be read in passes: because of their size, or as asked. */
  private boolean streams(Table table) {
    if (solver == Solver.STREAMING) {
      return true;
    }
    return table.loadBytes() > DATA_SHARE * run.memory() && method != Method.DUAL_PCA;
  }

  private Model fitInMemory(
      Fitter fitter, Table table, Data data, StatusLine status, List<String> warnings)
      throws IOException {
    Rows rows =
        Rows.of(data, input.missing(), wanted.orElse(new Wanted.All()), standardize, status);
    warnings.addAll(rows.notes());
    Model model = fit(() -> fitter.fit(rows.matrix(), data.featureNames()));
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

  private Model fitStreamed(Fitter fitter, Table table, List<String> warnings) throws IOException {
    if (input.missing().isEmpty()) {
      Model model = fit(() -> fitter.fit(table.rows(), table.featureNames()));
      write(model, table, writer -> stream(table, writer, model::transform));
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
    write(model, table, writer -> stream(table, writer, x -> model.transform(rows.filled(x))));
    return model;
  }

  private void stream(Table table, TableWriter writer, UnaryOperator<DenseMatrix> encoder) {
    table.forEachBatch(
        STREAMED_ROWS,
        batch ->
            writer.append(input.texts(batch.ids(), batch.labels()), encoder.apply(batch.matrix())));
  }

  /** Fits; what does not go together is the fault of the command, not of the data. */
  private Model fit(Supplier<Model> fitting) {
    try {
      return fitting.get();
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
