package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eigenlens.data.TableWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Encodes rows with a model. */
@Command(
    name = "transform",
    description = "Encode rows with a model: one row of coordinates for each, in order.",
    footer = {"", "Example: eigenlens transform iris.eigenlens new.csv -o coordinates.csv"})
final class TransformCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private InputOptions input;
  @Mixin private RunOptions run;

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

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    if (run.json() && output.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--json needs -o FILE, since the coordinates go to standard output");
    }
    output.ifPresent(TableWriter::requireSupported);
    run.start();
    ModelInput rows = ModelInput.open(modelFile, input, inputs);
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    long[] count = new long[1];
    try (TableWriter writer =
        Outputs.writer(
            output,
            StandardOutput.of(out),
            input.textColumns(),
            Outputs.names("PC", rows.model().components()))) {
      rows.encode(
          input,
          run.memory(),
          (first, encoded) -> {
            writer.append(encoded.texts(), encoded.coordinates());
            count[0] = first + encoded.coordinates().rows();
          });
      writer.commit();
    }
    if (run.json()) {
      Map<String, Object> report = new LinkedHashMap<>();
      report.put("method", rows.model().provenance().method());
      report.put("rows", count[0]);
      report.put("columns", rows.model().columns());
      report.put("components", rows.model().components());
      report.put("warnings", rows.warnings());
      report.put("seconds", (System.nanoTime() - start) / 1e9);
      report.put("model", modelFile.toString());
      RunOptions.print(out, report);
      return 0;
    }
    rows.warnings().forEach(warning -> err.println("warning: " + warning));
    output.ifPresent(file -> out.println("wrote " + count[0] + " rows of coordinates to " + file));
    return 0;
  }
}
