package org.eigenlens.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eigenlens.data.TableWriter;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A model, rows for it, and where the result goes: what commands that apply a model share. */
final class ApplyOptions {

  private final long start = System.nanoTime();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "MODEL", description = "A file made by fit -o.")
  private Path modelFile;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "INPUT",
      description = "Files or patterns.")
  private List<String> inputs = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write here (.csv, .parquet, .npy) instead of CSV to standard output.")
  private Optional<Path> output;

  Optional<Path> output() {
    return output;
  }

  List<String> inputs() {
    return inputs;
  }

  /** Returns the files that are named to be read: the inputs and the model. */
  List<Path> files(InputOptions input) {
    List<Path> files = input.files(inputs);
    files.add(modelFile);
    return files;
  }

  /** Loads the model, after refusing an output that cannot be written. */
  Model load(RunOptions run, InputOptions input) throws IOException {
    if (output.isPresent()) {
      Outputs.requireTable(spec.commandLine(), output.get(), files(input));
    }
    return ModelInput.load(modelFile, run);
  }

  /** Returns the model, whose result may also be images: a folder, or a file .png. */
  Model loadForImages(RunOptions run, InputOptions input) throws IOException {
    if (!imagesWanted()) {
      return load(run, input);
    }
    Model model = ModelInput.load(modelFile, run);
    if (!(model.provenance().origin() instanceof Origin.Images)) {
      throw new ParameterException(
          spec.commandLine(),
          output.get()
              + ": only rows that are images can be written as images; name it .csv, .parquet or"
              + " .npy");
    }
    Outputs.requireImages(spec.commandLine(), output.get(), files(input));
    return model;
  }

  /** Tells whether the output is a folder of images, or one image, by its name. */
  boolean imagesWanted() {
    return output.isPresent() && !Outputs.isTable(output.get());
  }

  /** Opens the rows for a model. */
  ModelInput open(Model model, InputOptions input) {
    ModelInput rows = ModelInput.open(model, input, inputs);
    rows.notes().addAll(Outputs.lostTexts(output, input.textColumns(rows.table())));
    return rows;
  }

  /** Starts the result, in its file or on a stream. */
  TableWriter writer(OutputStream otherwise, List<String> texts, List<String> numbers) {
    return output.isPresent()
        ? TableWriter.create(output.get(), texts, numbers)
        : TableWriter.csv(otherwise, texts, numbers);
  }

  /** Prints what the user should know. */
  void warn(List<String> warnings) {
    TextWriter.warn(spec.commandLine().getErr(), warnings);
  }

  /** Returns the report as JSON has it, with a command's own names in the middle. */
  Map<String, Object> report(
      Model model, List<String> warnings, long count, Map<String, Object> own) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("method", model.provenance().method());
    report.put("rows", count);
    report.put("columns", model.columns());
    report.put("components", model.components());
    report.putAll(own);
    report.put("warnings", warnings);
    report.put("seconds", (System.nanoTime() - start) / 1e9);
    report.put("model", modelFile.toString());
    return report;
  }
}
