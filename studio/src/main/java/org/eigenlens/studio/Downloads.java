package org.eigenlens.studio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.TableWriter;
import org.eigenlens.data.Tables;
import org.eigenlens.matrix.DenseMatrix;

/** Files to keep: the model, the coordinates of its rows with their names, and chosen rows. */
final class Downloads {

  private static final int BATCH = 1 << 14;

  /** What the numbers of rows are called. */
  private static final String ROW = "row";

  /** A request may always have so many bytes. */
  private static final long LEAST_BODY = 1 << 10;

  /** So many characters of chosen rows are in memory at once, or those of one row. */
  private static final int AT_ONCE = 1 << 22;

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
        .add("POST", "/api/models/*/chosen", Downloads::chosen)
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
    RowCells cells = model.rows().names(model.folder());
    List<String> names = model.coordinates();
    List<String> all = written.columns().stream().map(column -> column.name()).toList();
    try (RowCells.Reader reader = cells.open();
        TableWriter writer = TableWriter.create(file, names(cells), names)) {
      written
          .select(Selection.ALL.withFeatures(all.subList(all.size() - names.size(), all.size())))
          .forEachBatch(
              BATCH,
              batch -> {
                int from = Math.toIntExact(batch.firstRow());
                int to = from + batch.matrix().rows();
                writer.append(texts(reader, IntStream.range(from, to)), batch.matrix());
              });
      writer.commit();
    } finally {
      cells.remove();
    }
  }

  private static List<String> names(RowCells cells) {
    return cells.columns().stream().map(RowColumn::name).toList();
  }

  /** Returns the cells of some rows, column by column. */
  private static List<List<String>> texts(RowCells.Reader reader, IntStream rows) {
    List<List<String>> columns = columns(reader.width());
    rows.forEach(
        row -> {
          try {
            add(reader.row(row), columns);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    return columns;
  }

  private static List<List<String>> columns(int count) {
    List<List<String>> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      columns.add(new ArrayList<>());
    }
    return columns;
  }

  /** Adds a row to its columns, and returns how many characters it has. */
  private static int add(String[] cells, List<List<String>> columns) {
    int characters = 0;
    for (int i = 0; i < cells.length; i++) {
      String cell = cells[i] == null ? "" : cells[i];
      columns.get(i).add(cell);
      characters += cell.length();
    }
    return characters;
  }

  /**
   * The chosen rows with all their cells as they are in the data. They are sent as a bit each, the
   * first row in the lowest bit of the first byte, so that any choice has room in a request.
   */
  private static Answer chosen(Call call) throws IOException {
    FittedModel model = ModelRoutes.model(call);
    BitSet rows =
        BitSet.valueOf(call.bytes(Math.max(LEAST_BODY, (model.scores().rows() + 7L) / 8)));
    if (rows.isEmpty() || rows.length() > model.scores().rows()) {
      throw Refusal.bad("no row is chosen, or one that is not there; choose some of the plot");
    }
    Path file = model.folder().resolve("chosen-" + UUID.randomUUID() + ".csv");
    try {
      write(model, rows, file);
    } catch (IOException | RuntimeException | Error e) {
      Files.deleteIfExists(file);
      throw e;
    }
    Answer whole =
        Answer.download(file, TYPES.get("csv"), model.request().baseName() + "-chosen.csv");
    return exchange -> {
      try {
        whole.send(exchange);
      } finally {
        Files.deleteIfExists(file);
      }
    };
  }

  private static void write(FittedModel model, BitSet rows, Path file) throws IOException {
    RowCells cells = model.rows().whole(rows, model.folder());
    List<String> names = new ArrayList<>(names(cells));
    names.add(0, names.contains(ROW) ? "number of the row" : ROW);
    try (RowCells.Reader reader = cells.open();
        TableWriter writer = TableWriter.create(file, names, List.of())) {
      int some = FloatFile.batchRows(names.size());
      for (int row = rows.nextSetBit(0); row >= 0; ) {
        model.require(0); // what is written counts already
        List<List<String>> texts = columns(names.size());
        int characters = 0;
        int count = 0;
        for (; row >= 0 && count < some && characters < AT_ONCE; row = rows.nextSetBit(row + 1)) {
          texts.get(0).add(String.valueOf(row + 1));
          characters += add(reader.row(row), texts.subList(1, texts.size()));
          count++;
        }
        writer.append(texts, DenseMatrix.zeros(count, 0));
      }
      writer.commit();
    } finally {
      cells.remove();
    }
  }
}
