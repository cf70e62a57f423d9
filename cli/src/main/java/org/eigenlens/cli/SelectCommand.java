package org.eigenlens.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.eigenlens.Cca;
import org.eigenlens.ComponentRules;
import org.eigenlens.KernelPca;
import org.eigenlens.Progress;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Data;
import org.eigenlens.data.Table;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.Precision;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.model.PairedModel;
import org.eigenlens.pca.Wanted;
import org.eigenlens.rules.Recommendation;
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
final class SelectCommand extends MethodOption implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;
  @Mixin private FeatureOptions features;
  @Mixin private MediaOptions media;
  @Mixin private PreparationOptions preparation;
  @Mixin private KernelOptions kernel;
  @Mixin private RuleOptions rules;
  @Mixin private PairOptions pairs;
  @Mixin private SeedOption seed;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;

  @Parameters(arity = "0..*", paramLabel = "INPUT", description = "Files or patterns.")
  private List<String> inputs = List.of();

  @Option(
      names = "--folds",
      paramLabel = "N",
      converter = RuleOptions.From2.class,
      description = "In how many parts cross-validation cuts the rows; 5 by default.")
  private Optional<Integer> folds = Optional.empty();

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
    remarks.addAll(run.remarks());
    List<String> notes = new ArrayList<>();
    Recommendation advice;
    try (StatusLine status = StatusLine.on(spec.commandLine().getErr())) {
      advice = method.isPaired() ? ofViews(status, remarks, notes) : of(status, remarks, notes);
      notes.addAll(advice.warnings());
    }
    TextWriter.warn(spec.commandLine().getErr(), remarks);
    double seconds = (System.nanoTime() - start) / 1e9;
    PrintWriter out = spec.commandLine().getOut();
    if (json.wanted()) {
      Map<String, Object> report = SelectReport.json(advice, method);
      report.put("warnings", Stream.concat(remarks.stream(), notes.stream()).toList());
      report.put("seconds", seconds);
      json.print(out, report);
    } else {
      SelectReport.print(out, advice, method, prepared(), notes);
    }
    return 0;
  }

  private Recommendation of(StatusLine status, List<String> remarks, List<String> notes) {
    input.reading(media::in);
    Table table = features.of(input.open(inputs, Precision.DOUBLE));
    boolean texts = table.documents().isPresent();
    remarks.addAll(media.unused(!texts && table.ownId().isPresent(), texts));
    remarks.addAll(input.unused(table));
    status.at("reading");
    long bytes = table.loadBytes();
    if (method == Method.KERNEL_PCA) {
      run.require(bytes, "what is read, which the rules for kernel models need as a whole,");
    }
    Recommendation advice =
        run.holds(bytes) || method == Method.KERNEL_PCA
            ? inMemory(table, run.workMemory(bytes), status, remarks, notes)
            : Located.during(
                () ->
                    select(streamed(table, notes), table.featureNames(), run.workMemory(), status),
                e -> Located.in(table, e));
    remarks.addAll(0, table.remarks());
    return advice;
  }

  /** Fits all pairs of two views, and looks at their tests. */
  private Recommendation ofViews(StatusLine status, List<String> remarks, List<String> notes) {
    PairedInput views = PairedInput.open(input, inputs, pairs, Precision.DOUBLE);
    status.at("reading");
    run.require(views.loadBytes(), "what both views hold, which must be in memory,");
    Cca.Builder builder =
        Cca.builder()
            .standardize(preparation.standardize())
            .ddof(preparation.ddof())
            .permutations(pairs.permutations())
            .seed(seed.value())
            .memory(run.workMemory(views.loadBytes()))
            .progress(status);
    pairs.ridge().ifPresent(builder::ridge);
    Cca cca = builder.build();
    PairedFit fit = new PairedFit(views, input, notes);
    PairedModel model =
        fit.inMemory(
                new PairedFit.Fitter(cca::fit, cca::fit),
                preparation.standardize(),
                new Wanted.All(),
                run.workMemory(views.loadBytes()),
                status)
            .model();
    remarks.addAll(0, views.remarks());
    return ComponentRules.select(model);
  }

  /** Returns what is wrong with the options together, if anything. */
  private Optional<String> problem() {
    if (method.isSupervised()) {
      return Optional.of(
          "the rules judge variance, and %s looks at labels; try fit -m %s --evaluate"
              .formatted(method.label(), method.label()));
    }
    if (method.isManifold()) {
      return Optional.of(
          "the rules do not judge %s; try fit -m %s --quality with different numbers"
              .formatted(method.label(), method.label()));
    }
    if (method == Method.KERNEL_CCA) {
      return Optional.of(
          "kernel-cca has no such test; fit -m kernel-cca gives correlations on rows left out");
    }
    if (method == Method.CCA) {
      return features.given()
          ? Optional.of("name the columns of each view with --x and --y, not with --columns")
          : pairs
              .problem(method, Solver.AUTO, new Wanted.All(), !preparation.center(method))
              .or(() -> pairs.chosenRidge(method, Optional.empty()))
              .or(() -> kernel.given().map(option -> option + " is for kernel methods"));
    }
    if (pairs.given().isPresent()) {
      return Optional.of(pairs.given().get() + " is for two views; use -m cca");
    }
    if (method != Method.KERNEL_PCA) {
      return kernel
          .given()
          .map(
              option ->
                  "%s is for kernel methods, not for %s; use -m kernel-pca"
                      .formatted(option, method.label()));
    }
    if (kernel.isPrecomputed() && (preparation.standardize() || input.missing().isPresent())) {
      return Optional.of(
          "--standardize and --missing are for columns of data, and a precomputed kernel has none");
    }
    return kernel.problem(Solver.AUTO, new Wanted.All());
  }

  private Recommendation inMemory(
      Table table, long memory, Progress progress, List<String> remarks, List<String> notes) {
    boolean square = method.hasKernel() && kernel.isPrecomputed();
    Data data = square ? SquareTable.load(table, remarks, false) : table.load();
    Rows rows =
        Located.during(
            () ->
                Rows.of(
                    data, input.missing(), new Wanted.All(), preparation.standardize(), progress),
            e -> Located.in(table, e));
    notes.addAll(rows.notes());
    if (rows.matrix().rows() == 1 && preparation.center(method)) {
      throw TableFit.onlyOneRow(table);
    }
    return Located.during(
        () -> select(rows.matrix(), data.featureNames(), memory, progress),
        e -> Located.in(table, data, rows::number, e));
  }

  /** Returns rows that are read in passes, as they do not fit in memory. */
  private RowSource streamed(Table table, List<String> notes) {
    Optional<MissingCells> missing = input.missing();
    if (missing.isEmpty()) {
      return table.rows();
    }
    if (missing.get() == MissingCells.EM) {
      throw run.noRoom("--missing em", table.loadBytes(), "use --missing mean");
    }
    StreamedRows rows = new StreamedRows(table, missing.get(), run);
    notes.addAll(rows.notes());
    return rows;
  }

  /** Asks the rules; each kind of model has its own. */
  private Recommendation select(
      RowSource rows, List<String> names, long memory, Progress progress) {
    ComponentRules asked =
        rules.rules(preparation.of(method), folds, seed.value(), memory, progress);
    return switch (method) {
      case PCA, DUAL_PCA, LSA -> asked.select(rows, names);
      case KERNEL_PCA -> {
        KernelPca.Builder builder =
            KernelPca.builder()
                .center(preparation.center(method))
                .standardize(preparation.standardize())
                .ddof(preparation.ddof())
                .seed(seed.value())
                .memory(memory)
                .progress(progress);
        kernel.apply(builder, seed.value());
        yield asked.select(builder.build(), (Matrix) rows, names);
      }
      case SUPERVISED_PCA,
          DUAL_SUPERVISED_PCA,
          KERNEL_SUPERVISED_PCA,
          FISHER,
          MDS,
          ISOMAP,
          LLE,
          LAPLACIAN_EIGENMAPS,
          CCA,
          KERNEL_CCA ->
          throw new IllegalStateException("No rule is for " + method.label() + ".");
    };
  }

  private String prepared() {
    String centred = preparation.center(method) ? "centred" : "not centred";
    return preparation.standardize() ? centred + ", standardised" : centred;
  }
}
