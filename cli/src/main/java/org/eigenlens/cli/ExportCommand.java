package org.eigenlens.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eigenlens.data.DataException;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.OnnxFile;
import org.eigenlens.model.PairedModel;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a model for runtimes that know nothing of ours. */
@Command(
    name = "export",
    description = {
      "Write the encoder of a model as an ONNX graph, in double precision, for any number of rows."
    },
    footer = {"", "Example: eigenlens export iris.eigenlens -o iris.onnx"})
final class ExportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private RunOptions run;
  @Mixin private JsonOption json;

  @Parameters(index = "0", paramLabel = "MODEL", description = "A file made by fit -o.")
  private Path modelFile;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE.onnx",
      description = "Where to write the graph.")
  private Path file;

  @Option(
      names = "--decoder",
      description =
          "Write the way back instead, from coordinates to rows in the units of the data; linear"
              + " models only.")
  private boolean decoder;

  @Option(
      names = "--view",
      paramLabel = "x|y",
      description = "Which view's encoder to write, of a model of two views.")
  private Optional<PairedModel.Side> view = Optional.empty();

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    if (!file.toString().toLowerCase(Locale.ROOT).endsWith(".onnx")) {
      throw new ParameterException(
          spec.commandLine(), file + ": a graph is written to a file that ends in .onnx");
    }
    Outputs.requireWritable(spec.commandLine(), file, List.of(modelFile));
    run.start();
    Model model = encoder(ModelInput.load(modelFile, run));
    if (decoder) {
      OnnxFile.writeDecoder(linear(model), file);
    } else {
      try {
        OnnxFile.writeEncoder(model, file);
      } catch (IllegalArgumentException e) {
        throw DataException.of(
            modelFile + ": " + ErrorReporter.clause(e.getMessage()),
            "encode with transform instead");
      }
    }
    if (json.wanted()) {
      Map<String, Object> report = new LinkedHashMap<>();
      report.put("model", modelFile.toString());
      report.put("method", model.provenance().method());
      report.put("kind", decoder ? "decoder" : "encoder");
      report.put("input", decoder ? "coordinates" : "rows");
      report.put("output", decoder ? "rows" : "coordinates");
      report.put("columns", model.columns());
      report.put("components", model.components());
      report.put("bytes", Files.size(file));
      report.put("seconds", (System.nanoTime() - start) / 1e9);
      report.put("onnx", file.toString());
      json.print(spec.commandLine().getOut(), report);
      return 0;
    }
    spec.commandLine()
        .getOut()
        .printf(
            Locale.ROOT,
            "wrote the %s to %s: %s, double precision, %s (opset 17)%n",
            decoder ? "decoder" : "encoder",
            file,
            decoder
                ? "coordinates [rows, %d] to rows [rows, %d]"
                    .formatted(model.components(), model.columns())
                : "rows [rows, %d] to coordinates [rows, %d]"
                    .formatted(model.columns(), model.components()),
            "%,d bytes".formatted(Files.size(file)));
    return 0;
  }

  /** Returns the model that has one view only: the whole, or the side that was asked for. */
  private Model encoder(Model model) {
    if (model instanceof PairedModel paired) {
      if (decoder) {
        throw DataException.of(
            modelFile + ": a model of two views has no way back from scores to rows",
            "leave --decoder out");
      }
      return paired.encoder(
          view.orElseThrow(
              () ->
                  new ParameterException(
                      spec.commandLine(),
                      modelFile
                          + " has two views, and a graph encodes one; say which with --view x or"
                          + " --view y")));
    }
    if (view.isPresent()) {
      throw new ParameterException(
          spec.commandLine(), modelFile + " has no views; leave --view out");
    }
    return model;
  }

  private LinearModel linear(Model model) {
    if (model instanceof LinearModel linear) {
      return linear;
    }
    throw DataException.of(
        modelFile
            + ": a kernel model has no decoder that a graph could hold: it searches for points",
        "use reconstruct instead");
  }
}
