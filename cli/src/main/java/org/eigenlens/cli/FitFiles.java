package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Model;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The model and the coordinates that {@code fit} writes. */
final class FitFiles {

  private static final int STREAMED_ROWS = 16_384;

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
      names = "--forget-documents",
      description =
          "For texts: leave the documents' coordinates out of the model, which similar needs.")
  private boolean forget;

  Optional<Path> output() {
    return output;
  }

  Optional<Path> scores() {
    return scores;
  }

  /** Tells whether a model of texts keeps the coordinates of its documents. */
  boolean keepsDocuments() {
    return !forget;
  }

  /**
   * Refuses files that cannot be written before any time is spent on them.
   *
   * @return the files that must stay as they are: those that are read, and these
   */
  List<Path> check(CommandLine command, List<Path> read) throws IOException {
    List<Path> needed = new ArrayList<>(read);
    if (output.isPresent()) {
      Outputs.requireWritable(command, output.get(), needed);
      needed.add(output.get());
    }
    if (scores.isPresent()) {
      Outputs.requireTable(command, scores.get(), needed);
      needed.add(scores.get());
    }
    return needed;
  }

  /** Writes what was asked for; the coordinates are computed as the rows are read once more. */
  void write(
      Model model,
      InputOptions input,
      List<String> texts,
      Table table,
      UnaryOperator<DenseMatrix> encoder)
      throws IOException {
    write(
        model,
        texts,
        writer ->
            table.forEachBatch(
                STREAMED_ROWS,
                batch ->
                    writer.append(
                        input.texts(batch.ids(), batch.labels()), encoder.apply(batch.matrix()))));
  }

  /** Writes what was asked for; if one file cannot be written, the other is not changed. */
  void write(Model model, List<String> texts, Consumer<TableWriter> coordinates)
      throws IOException {
    if (scores.isEmpty()) {
      save(model);
      return;
    }
    List<String> names = Report.coordinateNames(model);
    try (TableWriter writer = TableWriter.create(scores.get(), texts, names)) {
      coordinates.accept(writer);
      save(model);
      writer.commit();
    }
  }

  private void save(Model model) throws IOException {
    if (output.isPresent()) {
      model.save(output.get());
    }
  }

  /** Says what was written. */
  void print(PrintWriter out) {
    output.ifPresent(file -> out.println("wrote the model to " + file));
    scores.ifPresent(file -> out.println("wrote the coordinates to " + file));
  }
}
