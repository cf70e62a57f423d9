package org.eigenlens.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.eigenlens.data.DataException;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.model.Alignment;
import org.eigenlens.model.Model;
import org.eigenlens.model.ModelFileException;
import org.eigenlens.pca.Wanted;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The model and the coordinates that {@code fit} writes. */
final class FitFiles {

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

  @Option(
      names = "--align",
      paramLabel = "MODEL",
      description =
          "Give components the signs they have in an earlier model of the same kind, so that"
              + " pictures of refits do not flip; -o may name the same file.")
  private Optional<Path> earlier;

  private Optional<Model> reference = Optional.empty();
  private Optional<Alignment> alignment = Optional.empty();
  private final List<String> remarks = new ArrayList<>();

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
  List<Path> check(CommandLine command, RunOptions run, List<Path> read) throws IOException {
    List<Path> needed = new ArrayList<>(read);
    if (output.isPresent()) {
      Outputs.requireWritable(command, output.get(), needed);
      needed.add(output.get());
    }
    earlier.ifPresent(needed::add); // which -o alone may replace
    if (scores.isPresent()) {
      Outputs.requireTable(command, scores.get(), needed);
      needed.add(scores.get());
    }
    if (earlier.isPresent()) {
      // Read now: the new model may take its place.
      reference = Optional.of(load(earlier.get(), run));
    }
    return needed;
  }

  /** Refuses more coordinates than there is room for in their file, before they are computed. */
  void requireRoom(Wanted wanted, boolean paired) {
    if (scores.isPresent() && wanted instanceof Wanted.Count count) {
      TableWriter.requireRoom(scores.get(), (paired ? 2L : 1L) * count.components());
    }
  }

  private static Model load(Path earlier, RunOptions run) throws IOException {
    try {
      return ModelInput.load(earlier, run);
    } catch (IOException | ModelFileException | DataException e) {
      throw new IOException("--align " + ErrorReporter.describe(e), e);
    }
  }

  /** Refuses an earlier model of another kind before any time is spent on a new one. */
  void requireKind(CommandLine command, Class<? extends Model> kind, String method) {
    if (reference.isPresent() && !kind.isInstance(reference.get())) {
      throw new ParameterException(
          command,
          "--align %s: a model of %s cannot be aligned with one of %s; name one of the same method"
              .formatted(earlier.get(), method, reference.get().provenance().method()));
    }
  }

  /** Returns a model with the signs of the earlier one, if there is one. */
  Model aligned(Model model, List<String> warnings) {
    if (reference.isEmpty()) {
      return model;
    }
    try {
      Alignment found = Alignment.of(model, reference.get());
      alignment = Optional.of(found);
      warnings.addAll(found.warnings());
      return found.model();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--align %s: %s".formatted(earlier.get(), ErrorReporter.clause(e.getMessage())), e);
    }
  }

  /** Adds how the components agree with those of the earlier model. */
  void addTo(Map<String, Object> answer) {
    if (alignment.isPresent()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("model", earlier.get().toString());
      json.put("components", alignment.get().components().stream().map(FitFiles::json).toList());
      answer.put("alignment", json);
    }
    output.ifPresent(file -> answer.put("model", file.toString()));
  }

  /** Tells of a component; what was compared with nothing has neither number nor agreement. */
  private static Map<String, Object> json(Alignment.Component component) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("turned", component.turned());
    if (component.earlier().isPresent()) {
      json.put("earlier", component.earlier().getAsInt() + 1);
      json.put("agreement", component.agreement());
    }
    return json;
  }

  /** Writes what was asked for; the coordinates are computed as the rows are read once more. */
  void write(
      Model model,
      InputOptions input,
      RunOptions run,
      List<String> texts,
      Table table,
      UnaryOperator<DenseMatrix> encoder)
      throws IOException {
    write(
        model,
        texts,
        writer ->
            table.forEachBatch(
                RunOptions.pieceRows(run.memory(), model.columns()),
                batch ->
                    writer.append(
                        input.texts(batch.ids(), batch.labels()),
                        Located.during(
                            () -> encoder.apply(batch.matrix()),
                            e -> Located.in(table, e.moved(batch.firstRow()))))));
  }

  /** Writes what was asked for; the coordinates first, as they may be refused. */
  void write(Model model, List<String> texts, Consumer<TableWriter> coordinates)
      throws IOException {
    if (scores.isPresent()) {
      List<String> names = Report.coordinateNames(model);
      try (TableWriter writer = TableWriter.create(scores.get(), texts, names)) {
        coordinates.accept(writer);
        writer.commit();
        remarks.addAll(writer.remarks());
      }
    }
    if (output.isPresent()) {
      model.save(output.get());
    }
  }

  /** Returns what there is to say of what was written. */
  List<String> remarks() {
    return remarks;
  }

  /** Says whose signs there are, and what was written. */
  void print(PrintWriter out) {
    alignment.ifPresent(found -> out.println(signs(found.components())));
    output.ifPresent(file -> out.println("wrote the model to " + file));
    scores.ifPresent(file -> out.println("wrote the coordinates to " + file));
  }

  private String signs(List<Alignment.Component> components) {
    long turned = components.stream().filter(Alignment.Component::turned).count();
    List<Alignment.Component> compared =
        components.stream().filter(component -> component.earlier().isPresent()).toList();
    double least = compared.stream().mapToDouble(Alignment.Component::agreement).min().orElse(1);
    return String.format(
        Locale.ROOT,
        "signs as in %s: %d of %s turned, agreement %.3f or more of 1",
        earlier.get(),
        turned,
        Words.count(compared.size(), "component"),
        // Never more than it is, but for rounding.
        Math.floor(1000 * least + 1e-6) / 1000);
  }
}
