package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eigenlens.model.Model;
import org.eigenlens.model.PairedModel;
import org.eigenlens.plot.Kind;
import org.eigenlens.plot.Picture;
import org.eigenlens.plot.Scene;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Draws a model and its rows. */
@Command(
    name = "plot",
    description = {
      "Draw a model and its rows: a picture as .png, .svg or interactive .html.",
      "",
      "KIND is scree, scores, biplot, correlation-circle, loadings, contributions, cos2,"
          + " reconstruction, components, contours, correlations, outliers or compare."
    },
    footer = {
      "",
      "Example: eigenlens plot scores iris.eigenlens iris.csv --label species -o iris.svg"
    })
final class PlotCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;
  @Mixin private PlotOptions options;
  @Mixin private RunOptions run;

  @Parameters(
      index = "0",
      paramLabel = "KIND",
      converter = PlotOptions.KindConverter.class,
      description = "What to draw.")
  private Kind kind;

  @Parameters(index = "1", paramLabel = "MODEL", description = "A file made by fit -o.")
  private Path modelFile;

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "INPUT",
      description = "Files or patterns: the rows to be drawn, where a picture shows rows.")
  private List<String> inputs = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      description = "Write the picture here: .png, .svg or .html.")
  private Path output;

  @Override
  public Integer call() throws IOException {
    check();
    run.start();
    Headless.start();
    Model model = ModelInput.load(modelFile, run);
    if (model instanceof PairedModel && options.pairedProblem().isPresent()) {
      throw new ParameterException(spec.commandLine(), options.pairedProblem().get());
    }
    List<String> warnings = new ArrayList<>();
    try (StatusLine status = StatusLine.on(spec.commandLine().getErr())) {
      status.at("reading");
      PlottedRows rows = new PlottedRows(input, inputs, run, warnings);
      Scene scene = rows.scene(model, kind, options);
      status.at("drawing");
      Picture picture = kind.draw(scene);
      picture.write(output);
      picture.unpainted(output).ifPresent(warnings::add);
      TextWriter.warn(spec.commandLine().getErr(), warnings);
      PrintWriter out = spec.commandLine().getOut();
      out.println("wrote the picture to " + output);
      picture.notes().forEach(out::println);
    }
    return 0;
  }

  /** Refuses what cannot work before any time is spent on it. */
  private void check() throws IOException {
    if (!Picture.isSupported(output)) {
      throw new ParameterException(
          spec.commandLine(), output + ": a picture ends in .png, .svg or .html");
    }
    Optional<String> problem = options.problem(kind);
    if (problem.isPresent()) {
      throw new ParameterException(spec.commandLine(), problem.get());
    }
    List<Path> needed = input.files(inputs);
    needed.add(modelFile);
    options.with().ifPresent(needed::add);
    options.supplementaryRows().ifPresent(name -> needed.addAll(input.files(List.of(name))));
    Outputs.requireWritable(spec.commandLine(), output, needed);
  }
}
