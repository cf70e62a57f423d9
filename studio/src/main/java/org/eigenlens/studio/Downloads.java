package org.eigenlens.studio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Tables;

/** Files to keep: the model, and the coordinates of its rows with the names and classes of rows. */
final class Downloads {

  private static final int BATCH = 1 << 14;

  /** A number of a CSV has so many bytes at most. */
  private static final long WIDEST = 24;

  private static final Map<String, String> TYPES =
      Map.of(
          "csv", "text/csv; charset=utf-8",
          "parquet", "application/vnd.apache.parquet",
          "npy", "application/octet-stream");

  private final Workspace workspace;

  Downloads(Workspace workspace) {
    this.workspace = workspace;
  }

  void addTo(Router router) {
    router
        .add("GET", "/api/models/*/model", Downloads::model)
        .add("GET", "/api/models/*/scores-file", this::scores)
        .add("GET", "/api/jobs/*/model", Downloads::refusedModel)
        .add("GET", "/api/inputs/*/file", Downloads::example);
  }

  private static Answer model(Call call) {
    FittedModel model = ModelRoutes.model(call);
    return Answer.download(
        model.modelFile(), "application/octet-stream", model.request().baseName() + ".eigenlens");
  }

  /** A model that is too large for the studio is kept for whoever wants the file. */
  private static Answer refusedModel(Call call) {
    Job job = call.session().job(call.parts().get(0));
    Path file = FittedModel.modelFile(Fits.folder(call.session(), job));
    if (!job.hasFile() || !Files.exists(file)) {
      throw Refusal.notFound("this job has left no model, or not yet");
    }
    return Answer.download(file, "application/octet-stream", "model.eigenlens");
  }

  /** The table of an example, which users do not have otherwise. */
  private static Answer example(Call call) {
    Input input = call.session().input(call.parts().get(0));
    if (!input.isExample() || !Files.isRegularFile(input.file())) {
      throw Refusal.notFound(input.name() + ": it is where you have it, or a folder");
    }
    return Answer.download(input.file(), "application/octet-stream", input.name());
  }

  private Answer scores(Call call) throws IOException {
    FittedModel model = ModelRoutes.model(call);
    String format = call.asked("format").orElse("csv");
    if (!TYPES.containsKey(format)) {
      throw Refusal.bad("format is '" + format + "'; choose csv, parquet or npy");
    }
    Path file = model.folder().resolve("download." + format);
    synchronized (model) {
      if (!Files.exists(file)) {
        workspace.require(
            WIDEST * model.scores().rows() * model.scores().columns(),
            "the coordinates as " + format);
        write(model, file);
      }
    }
    return Answer.download(
        file, TYPES.get(format), model.request().baseName() + "-scores." + format);
  }

  /** Writes the coordinates as the fit computed them; appears whole or not at all. */
  private static void write(FittedModel model, Path file) throws IOException {
    Table written = Tables.read(model.scoresFile());
    boolean joined = model.request().isJoined(); // then the names of rows are beside them
    Table rows = joined ? written : model.table();
    List<String> texts = joined ? names(rows, model) : chosen(rows, model);
    List<String> all = written.columns().stream().map(column -> column.name()).toList();
    List<String> names = model.coordinates();
    List<List<String>> cells = new ArrayList<>();
    texts.forEach(text -> cells.add(new ArrayList<>()));
    if (!texts.isEmpty()) {
      rows.forEachText(
          texts,
          (count, chunk) -> {
            for (int i = 0; i < chunk.length; i++) {
              cells.get(i).addAll(Arrays.asList(chunk[i]).subList(0, count));
            }
            return true;
          });
    }
    try (TableWriter writer = TableWriter.create(file, texts, names)) {
      written
          .select(Selection.ALL.withFeatures(all.subList(all.size() - names.size(), all.size())))
          .forEachBatch(
              BATCH,
              batch -> {
                int from = Math.toIntExact(batch.firstRow());
                int to = from + batch.matrix().rows();
                writer.append(
                    cells.stream().map(column -> column.subList(from, to)).toList(),
                    batch.matrix());
              });
      writer.commit();
    }
  }

  private static List<String> names(Table joined, FittedModel model) {
    List<String> all = joined.columns().stream().map(column -> column.name()).toList();
    return all.subList(0, all.size() - model.coordinates().size());
  }

  /** Returns the columns with the names and classes of rows, as the command puts them first. */
  private static List<String> chosen(Table table, FittedModel model) {
    Set<String> texts = new LinkedHashSet<>();
    model.request().option("id").or(table::ownId).ifPresent(texts::add);
    model.request().option("label").or(table::ownLabel).ifPresent(texts::add);
    return List.copyOf(texts);
  }
}
