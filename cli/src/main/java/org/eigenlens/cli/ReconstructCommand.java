package org.eigenlens.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.eigenlens.data.TableWriter;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Encodes rows and decodes them again. */
@Command(
    name = "reconstruct",
    aliases = "denoise",
    description =
        "Encode and decode rows: each row's nearest point in what the model learned, and the error.",
    footer = {"", "Example: eigenlens reconstruct iris.eigenlens iris.csv -o smooth.csv"})
final class ReconstructCommand implements Callable<Integer> {

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

  @Override
  public Integer call() throws IOException {
    long start = System.nanoTime();
    if (output.isPresent()) {
      List<Path> needed = InputOptions.files(inputs);
      needed.add(modelFile);
      Outputs.requireTable(spec.commandLine(), output.get(), needed);
    }
    run.start();
    ModelInput rows = ModelInput.open(modelFile, input, inputs);
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    List<String> texts = input.textColumns(rows.table());
    rows.warnings().addAll(Outputs.lostTexts(output, texts));
    SquaredError error = new SquaredError();
    boolean silent = json.wanted() && output.isEmpty();
    try (TableWriter writer =
        Outputs.writer(
            output,
            silent ? OutputStream.nullOutputStream() : StandardOutput.of(out),
            texts,
            rows.model().columnNames())) {
      rows.encode(
          input,
          run.memory(),
          encoded -> {
            DenseMatrix back = rows.model().inverseTransform(encoded.coordinates());
            error.add(encoded.rows(), back);
            writer.append(encoded.texts(), back);
          });
      writer.commit();
    }
    rows.warnings().forEach(warning -> err.println("warning: " + warning));
    if (json.wanted()) {
      Map<String, Object> report = new LinkedHashMap<>();
      report.put("method", rows.model().provenance().method());
      report.put("rows", error.rows);
      report.put("columns", rows.model().columns());
      report.put("components", rows.model().components());
      error.mean().ifPresent(mean -> report.put("meanSquaredError", mean));
      report.put("warnings", rows.warnings());
      report.put("seconds", (System.nanoTime() - start) / 1e9);
      report.put("model", modelFile.toString());
      json.print(out, report);
      return 0;
    }
    PrintWriter words = output.isPresent() ? out : err;
    if (error.mean().isPresent()) {
      words.printf(
          Locale.ROOT,
          "mean squared error %.6g a cell, over %d rows × %d columns%n",
          error.mean().getAsDouble(),
          error.encoded,
          rows.model().columns());
    } else {
      words.println("no mean squared error, since no row has coordinates");
    }
    output.ifPresent(file -> out.println("wrote the reconstructed rows to " + file));
    return 0;
  }

  /** The squared differences so far, over the cells that have a value. */
  private static final class SquaredError {
    private long rows;
    private long encoded;
    private double squares;
    private long cells;

    void add(Matrix x, DenseMatrix back) {
      double[] y = new double[back.columns()];
      for (int i = 0; i < back.rows(); i++) {
        double[] row = x.row(i);
        back.getRow(i, y, 0);
        if (Arrays.stream(y).anyMatch(Double::isNaN)) {
          continue; // no coordinates, so nothing to compare with
        }
        encoded++;
        for (int j = 0; j < y.length; j++) {
          double difference = row[j] - y[j];
          if (!Double.isNaN(difference)) {
            squares += difference * difference;
            cells++;
          }
        }
      }
      rows += back.rows();
    }

    /** Returns the mean, if any row was encoded. */
    OptionalDouble mean() {
      return cells == 0 ? OptionalDouble.empty() : OptionalDouble.of(squares / cells);
    }
  }
}
