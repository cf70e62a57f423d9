package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.eigenlens.data.Table;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;
  @Mixin private FeatureOptions features;
  @Mixin private MediaOptions media;
  @Mixin private ModelOptions options;
  @Mixin private RunOptions run;
  @Mixin private FitFiles files;
  @Mixin private JsonOption json;
  @Mixin private FitReport report;
  @Mixin private EngineOption engine;

  @Parameters(arity = "0..*", paramLabel = "INPUT", description = "Files or patterns.")
  private List<String> inputs = List.of();

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    List<Path> needed = files.check(spec.commandLine(), run, input.files(inputs));
    report.check(spec.commandLine(), needed);
    run.start();
    input.reading(media::in);
    Optional<String> problem = options.problem(input.missing());
    if (problem.isEmpty()) {
      // Only the files tell whether images and texts have labels.
      if (!options.method().isPaired()) {
        input.adopt(inputs, options.dataPrecision());
      }
      problem = options.labelProblem(input);
    }
    if (problem.isPresent()) {
      throw new ParameterException(spec.commandLine(), problem.get());
    }
    files.requireKind(spec.commandLine(), options.kind(), options.method().label());
    files.requireRoom(options.wanted(), options.method().isPaired());
    if (engine.given()) {
      engine.check(options, input, report.file().isPresent());
      if (!engine.isHere()) {
        findColumns();
        return engine.elsewhere();
      }
    }
    List<String> remarks = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    remarks.addAll(options.unused());
    remarks.addAll(run.remarks());
    TableFit.Fitted fitted;
    try (WholeFile.Together written = WholeFile.together()) {
      fitted = fit(remarks, warnings);
      remarks.addAll(files.remarks());
      TextWriter.warn(spec.commandLine().getErr(), remarks);
      warnings.addAll(fitted.model().provenance().warnings());
      report.write(fitted.model(), inputs, options.chosen(), remarks, warnings);
      written.commit();
    }
    answer(fitted, remarks, warnings, (System.nanoTime() - start) / 1e9);
    return 0;
  }

  private TableFit.Fitted fit(List<String> remarks, List<String> warnings) throws IOException {
    try (StatusLine status = StatusLine.on(spec.commandLine().getErr())) {
      return options.method().isPaired()
          ? TableFit.Fitted.of(fitPaired(status, remarks, warnings))
          : fitTable(status, remarks, warnings);
    } catch (IllegalArgumentException e) {
      // What does not go together is the fault of the command, not of the data.
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private TableFit.Fitted fitTable(StatusLine status, List<String> remarks, List<String> warnings)
      throws IOException {
    Table table = table();
    boolean texts = table.documents().isPresent();
    remarks.addAll(media.unused(!texts && table.ownId().isPresent(), texts));
    remarks.addAll(input.unused(table));
    TableFit fit =
        new TableFit(table, input, options, run, files, report, status, remarks, warnings);
    return engine.given() ? fit.on(engine) : fit.fit();
  }

  /** Looks for files and columns: it takes long until an engine could say that one is not there. */
  private void findColumns() {
    if (options.method().isPaired()) {
      PairedFit.together(views());
    } else {
      Table table = table();
      EngineOption.files(table);
      table.featureNames();
      input.textColumns(table);
    }
  }

  private PairedInput views() {
    if (options.neighbors().judges()) {
      throw new ParameterException(
          spec.commandLine(), "--quality is for methods of one view; leave it out");
    }
    if (features.given()) {
      throw new ParameterException(
          spec.commandLine(),
          "--columns and --exclude are for one view; name the columns of each with --x and --y");
    }
    return PairedInput.open(input, inputs, options.pairs(), options.dataPrecision());
  }

  private Table table() {
    Table table = features.of(input.open(inputs, options.dataPrecision()));
    if (options.isSupervised()) {
      input
          .target()
          .ifPresent(
              targets ->
                  InputOptions.requireNumbers(
                      table,
                      targets,
                      "a target is a number",
                      name -> "name classes with --label " + name));
    }
    return input.target().isPresent() && (options.isSupervised() || options.evaluates())
        ? table.select(table.selection().withTargets(input.target().get()))
        : table;
  }

  /** Fits to two views; the scores are of all rows, also of those without a partner. */
  private Model fitPaired(StatusLine status, List<String> remarks, List<String> warnings)
      throws IOException {
    PairedInput views = views();
    status.at("reading");
    PairedFit fit = new PairedFit(views, input, warnings);
    remarks.addAll(Outputs.lostTexts(files.scores(), fit.textColumns()));
    boolean streams = engine.given() || options.streams(run, views.loadBytes());
    long memory = streams ? run.workMemory() : run.workMemory(views.loadBytes());
    PairedFit.Fitter fitter =
        options
            .pairedFitter(memory, status)
            .andThen(made -> (PairedModel) files.aligned(made, warnings));
    Model model;
    if (engine.given()) {
      PairedModel there = fit.on(engine, fitter);
      files.write(there, input, run, fit.textColumns(), views.joined(), fit.encoder(there));
      model = there;
    } else if (streams) {
      PairedModel streamed = fit.streamed(fitter, run);
      files.write(streamed, input, run, fit.textColumns(), views.joined(), fit.encoder(streamed));
      model = streamed;
    } else {
      PairedFit.Fitted fitted =
          fit.inMemory(fitter, options.standardize(), options.wanted(), memory, status);
      report.keep(fitted, input);
      files.write(
          fitted.model(),
          fit.textColumns(),
          writer -> writer.append(fitted.texts(), fitted.scores()));
      model = fitted.model();
    }
    remarks.addAll(0, views.remarks());
    return model;
  }

  /** Answers with what was found; of the input only JSON tells, as people read it before. */
  private void answer(
      TableFit.Fitted fitted, List<String> remarks, List<String> warnings, double seconds) {
    Model model = fitted.model();
    PrintWriter out = spec.commandLine().getOut();
    if (json.wanted()) {
      Map<String, Object> answer = Report.json(model);
      fitted.evaluation().ifPresent(evaluation -> evaluation.addTo(answer));
      fitted.quality().ifPresent(quality -> answer.put("quality", QualityReport.json(quality)));
      answer.put("warnings", Stream.concat(remarks.stream(), warnings.stream()).toList());
      answer.put("seconds", seconds);
      options.chosen().ifPresent(rule -> answer.put("rules", SelectReport.json(List.of(rule))));
      files.addTo(answer);
      json.print(out, answer);
      return;
    }
    Report.print(out, model, warnings);
    options
        .chosen()
        .ifPresent(answer -> out.printf("components by %s: %s%n", answer.rule(), answer.why()));
    fitted.evaluation().ifPresent(judged -> judged.print(out, model.provenance().rows()));
    fitted.quality().ifPresent(quality -> QualityReport.print(out, quality));
    files.print(out);
    report.file().ifPresent(file -> out.println("wrote the report to " + file));
    if (files.output().isEmpty() && files.scores().isEmpty() && report.file().isEmpty()) {
      out.println(
          "nothing was written; keep the model with -o FILE, coordinates with --scores FILE");
    }
  }
}
