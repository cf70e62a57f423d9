package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.eigenlens.data.TableWriter;
import org.eigenlens.model.LinearModel;
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
  @Mixin private JsonOption json;

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

  @Option(
      names = "--diagnostics",
      description =
          "Add the columns T2 (how far a row is from the centre, within the model), SPE (how far"
              + " from the model) and outlier (1 if one of them is beyond its 95 %% limit).")
  private boolean diagnostics;

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    if (json.wanted() && output.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--json needs -o FILE, since the coordinates go to standard output");
    }
    if (output.isPresent()) {
      List<Path> needed = InputOptions.files(inputs);
      needed.add(modelFile);
      Outputs.requireTable(spec.commandLine(), output.get(), needed);
    }
    run.start();
    ModelInput rows = ModelInput.open(modelFile, input, inputs);
    LinearModel model = rows.model();
    PrintWriter out = spec.commandLine().getOut();
    List<String> texts = input.textColumns(rows.table());
    rows.warnings().addAll(Outputs.lostTexts(output, texts));
    List<String> columns = new ArrayList<>(Outputs.names("PC", model.components()));
    Outliers outliers = new Outliers(model);
    if (diagnostics) {
      columns.addAll(Outliers.COLUMNS);
    }
    long[] count = new long[1];
    try (TableWriter writer = Outputs.writer(output, StandardOutput.of(out), texts, columns)) {
      rows.encode(
          input,
          run.memory(),
          encoded -> {
            writer.append(
                encoded.texts(), diagnostics ? outliers.beside(encoded) : encoded.coordinates());
            count[0] += encoded.coordinates().rows();
          });
      writer.commit();
    }
    PrintWriter err = spec.commandLine().getErr();
    rows.warnings().forEach(warning -> err.println("warning: " + warning));
    if (diagnostics) {
      err.println(outliers.limits());
    }
    if (json.wanted()) {
      Map<String, Object> report = new LinkedHashMap<>();
      report.put("method", model.provenance().method());
      report.put("rows", count[0]);
      report.put("columns", model.columns());
      report.put("components", model.components());
      if (diagnostics) {
        report.putAll(outliers.json());
      }
      report.put("warnings", rows.warnings());
      report.put("seconds", (System.nanoTime() - start) / 1e9);
      report.put("model", modelFile.toString());
      json.print(out, report);
      return 0;
    }
    output.ifPresent(file -> out.println("wrote " + count[0] + " rows of coordinates to " + file));
    return 0;
  }
}
