package org.eigenlens.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.eigenlens.ComponentRules;
import org.eigenlens.KernelPca;
import org.eigenlens.Progress;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.pca.Wanted;
import org.eigenlens.rules.Selection;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says how many components data have, by every rule. */
@Command(
    name = "select",
    description = "Say how many components to keep: every rule with its reason, and a consensus.",
    footer = {"", "Example: eigenlens select iris.csv --label species --standardize"})
final class SelectCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;
  @Mixin private FeatureOptions features;
  @Mixin private KernelOptions kernel;
  @Mixin private RuleOptions rules;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;

  @Parameters(arity = "0..*", paramLabel = "INPUT", description = "Files or patterns.")
  private List<String> inputs = List.of();

  @Option(
      names = {"-m", "--method"},
      paramLabel = "METHOD",
      defaultValue = "pca",
      converter = Method.Converter.class,
      description = "What the components are for: pca (the default), dual-pca, lsa or kernel-pca.")
  private Method method;

  @Option(names = "--standardize", description = "Divide each column by its standard deviation.")
  private boolean standardize;

  @Option(names = "--no-center", description = "Do not subtract the mean.")
  private boolean noCenter;

  @Option(
      names = "--ddof",
      paramLabel = "0|1",
      defaultValue = "1",
      converter = Values.Ddof.class,
      description = "Variances divide by n − ddof; 1 by default.")
  private int ddof;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "The seed of whatever is random; 0 by default.")
  private long seed;

  @Override
  public Integer call() {
    long start = System.nanoTime();
    problem()
        .ifPresent(
            problem -> {
              throw new ParameterException(spec.commandLine(), problem);
            });
    run.start();
    List<String> remarks = new ArrayList<>(kernel.unused());
    List<String> notes = new ArrayList<>();
    Selection selection;
    try (StatusLine status = StatusLine.on(spec.commandLine().getErr())) {
      Table table = features.of(input.open(inputs, Precision.DOUBLE));
      status.at("reading");
      RowSource rows = rows(table, status, notes);
      selection = select(rows, status);
      remarks.addAll(0, table.remarks());
    }
    remarks.forEach(remark -> spec.commandLine().getErr().println("warning: " + remark));
    double seconds = (System.nanoTime() - start) / 1e9;
    PrintWriter out = spec.commandLine().getOut();
    if (json.wanted()) {
      Map<String, Object> report = SelectReport.json(selection, method);
      report.put("warnings", Stream.concat(remarks.stream(), notes.stream()).toList());
      report.put("seconds", seconds);
      json.print(out, report);
    } else {
      SelectReport.print(out, selection, method, preparation(), notes);
    }
    return 0;
  }

  /** Returns what is wrong with the options together, if anything. */
  private Optional<String> problem() {
    if (method != Method.KERNEL_PCA) {
      return kernel
          .given()
          .map(
              option ->
                  "%s is for kernel methods, not for %s; use -m kernel-pca"
                      .formatted(option, method.label()));
    }
    if (kernel.isPrecomputed() && (standardize || input.missing().isPresent())) {
      return Optional.of(
          "--standardize and --missing are for columns of data, and a precomputed kernel has none");
    }
    return kernel.problem(Solver.AUTO, new Wanted.All());
  }

  /** Returns the rows, in memory unless they do not fit. */
  private RowSource rows(Table table, Progress progress, List<String> notes) {
    Optional<MissingCells> missing = input.missing();
    if (table.loadBytes() <= FitCommand.DATA_SHARE * run.memory()) {
      Data data = table.load();
      Rows rows = Rows.of(data, missing, new Wanted.All(), standardize, progress);
      notes.addAll(rows.notes());
      return rows.matrix();
    }
    if (missing.isEmpty()) {
      return table.rows();
    }
    if (missing.get() == MissingCells.EM) {
      throw FitCommand.noRoomToFillIn();
    }
    StreamedRows rows = new StreamedRows(table, missing.get());
    notes.addAll(rows.notes());
    return rows;
  }

  /** Asks the rules; each kind of model has its own. */
  private Selection select(RowSource rows, Progress progress) {
    long memory = Math.max(run.memory(), FitCommand.LEAST_MEMORY);
    ComponentRules asked =
        rules
            .apply(ComponentRules.builder())
            .center(!noCenter && method != Method.LSA)
            .standardize(standardize)
            .ddof(ddof)
            .seed(seed)
            .memory(memory)
            .progress(progress)
            .build();
    return switch (method) {
      case PCA, DUAL_PCA, LSA -> asked.select(rows);
      case KERNEL_PCA -> {
        KernelPca.Builder builder =
            KernelPca.builder()
                .center(!noCenter)
                .standardize(standardize)
                .ddof(ddof)
                .seed(seed)
                .memory(memory)
                .progress(progress);
        kernel.apply(builder, seed);
        yield asked.select(builder.build(), inMemory(rows));
      }
    };
  }

  /** Refuses rows that are not in memory, which rules for kernel models need. */
  static Matrix inMemory(RowSource rows) {
    if (rows instanceof Matrix matrix) {
      return matrix;
    }
    throw DataException.of(
        "the rules for kernel models need all rows in memory, where there is no room for them",
        "allow more with --memory, or give fewer rows");
  }

  private String preparation() {
    String centred = noCenter || method == Method.LSA ? "not centred" : "centred";
    return standardize ? centred + ", standardised" : centred;
  }
}
