package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eigenlens.Pca;
import org.eigenlens.data.Data;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.LinearModel;
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

  private static final int STREAMED_ROWS = 16_384;

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;
  @Mixin private RunOptions run;

  @Parameters(arity = "0..*", paramLabel = "INPUT", description = "Files or patterns.")
  private List<String> inputs = List.of();

  @Option(
      names = {"-m", "--method"},
      paramLabel = "METHOD",
      defaultValue = "pca",
      converter = Method.Converter.class,
      description = "pca (the default), dual-pca or lsa.")
  private Method method;

  @Option(
      names = {"-k", "--components"},
      paramLabel = "K",
      converter = WantedConverter.class,
      description =
          "How many components: a number, or a share of the variance such as 0.95. All by default.")
  private Wanted wanted = new Wanted.All();

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
      description = "Variances divide by n − ddof; 1 by default.")
  private int ddof;

  @Option(
      names = "--solver",
      paramLabel = "SOLVER",
      defaultValue = "auto",
      description = "auto (the default), covariance, gram, svd, krylov, power or streaming.")
  private PcaSolver solver;

  @Option(
      names = "--tolerance",
      paramLabel = "T",
      defaultValue = "1e-10",
      description = "The relative residual at which iterative solvers stop; 1e-10 by default.")
  private double tolerance;

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
      description = "How the data are stored; float takes half the memory.")
  private Precision precision;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    check();
    run.start();
    List<String> warnings = new ArrayList<>();
    LinearModel model;
    try (StatusLine status = StatusLine.on(spec.commandLine().getErr())) {
      Pca pca = pca(status);
      Table table = table();
      warnings.addAll(table.remarks());
      status.at("reading");
      if (streams(table)) {
        model = fitStreamed(pca, table);
      } else {
        model = fitInMemory(pca, table.load(), status, warnings);
      }
    }
    warnings.addAll(model.provenance().warnings());
    if (output.isPresent()) {
      model.save(output.get());
    }
    answer(model, warnings, (System.nanoTime() - start) / 1e9);
    return 0;
  }

  /** Refuses what cannot work before any time is spent on it. */
  private void check() {
    if (method == Method.DUAL_PCA && solver != PcaSolver.AUTO && solver != PcaSolver.GRAM) {
      throw wrong("dual-pca is the gram solver; leave --solver out, or use -m pca");
    }
    if (ddof != 0 && ddof != 1) {
      throw wrong("--ddof can be 0 or 1, not " + ddof);
    }
    if (!(tolerance > 0 && tolerance < 1)) {
      throw wrong("--tolerance must lie between 0 and 1, not be " + tolerance);
    }
    scores.ifPresent(TableWriter::requireSupported);
    output.ifPresent(this::requireFolder);
    scores.ifPresent(this::requireFolder);
  }

  private void requireFolder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw wrong(file + " cannot be written: there is no folder " + folder);
    }
    if (Files.isDirectory(file)) {
      throw wrong(file + " cannot be written: it is a folder");
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private Table table() {
    Table table = input.open(inputs, precision);
    Selection selection = table.selection();
    if (columns.isPresent()) {
      selection = selection.withColumns(columns.get());
    }
    if (exclude.isPresent()) {
      selection = selection.withExclude(exclude.get());
    }
    return table.select(selection);
  }

  private Pca pca(StatusLine status) {
    Pca.Builder builder =
        Pca.builder()
            .method(method.label())
            .center(!noCenter && method != Method.LSA)
            .standardize(standardize)
            .whiten(whiten)
            .ddof(ddof)
            .solver(method == Method.DUAL_PCA ? PcaSolver.GRAM : solver)
            .tolerance(tolerance)
            .seed(seed)
            .memory(run.memory())
            .progress(status);
    if (wanted instanceof Wanted.Count count) {
      builder.components(count.components());
    } else if (wanted instanceof Wanted.Share share) {
      builder.components(share.share());
    }
    return builder.build();
  }

  /** Tells whether the rows are to be read in passes: because of their size, or as asked. */
  private boolean streams(Table table) {
    if (solver == PcaSolver.STREAMING) {
      return true;
    }
    double bytes = (double) table.rowBound() * table.featureNames().size() * precision.bytes();
    return bytes > DATA_SHARE * run.memory() && method != Method.DUAL_PCA;
  }

  private LinearModel fitInMemory(Pca pca, Data data, StatusLine status, List<String> warnings) {
    Rows rows = Rows.of(data, input.missing(), wanted, standardize, status);
    warnings.addAll(rows.notes());
    LinearModel model = pca.fit(rows.matrix(), data.featureNames());
    if (scores.isPresent()) {
      status.at("writing coordinates");
      DenseMatrix coordinates = rows.spread(model.transform(rows.matrix()));
      TableWriter.write(
          scores.get(),
          input.textColumns(),
          InputOptions.texts(data.ids(), data.labels()),
          Outputs.names("PC", model.components()),
          coordinates);
    }
    return model;
  }

  private LinearModel fitStreamed(Pca pca, Table table) {
    if (input.missing().isPresent()) {
      throw wrong("--missing needs the data in memory; allow more with --memory");
    }
    RowSource rows = table.rows();
    LinearModel model = pca.fit(rows, table.featureNames());
    if (scores.isPresent()) {
      try (TableWriter writer =
          TableWriter.create(
              scores.get(), input.textColumns(), Outputs.names("PC", model.components()))) {
        table.forEachBatch(
            STREAMED_ROWS,
            batch ->
                writer.append(
                    InputOptions.texts(batch.ids(), batch.labels()),
                    model.transform(batch.matrix())));
        writer.commit();
      }
    }
    return model;
  }

  private void answer(LinearModel model, List<String> warnings, double seconds) {
    PrintWriter out = spec.commandLine().getOut();
    if (run.json()) {
      Map<String, Object> report = Report.json(model);
      report.put("warnings", warnings);
      report.put("seconds", seconds);
      output.ifPresent(file -> report.put("model", file.toString()));
      RunOptions.print(out, report);
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
