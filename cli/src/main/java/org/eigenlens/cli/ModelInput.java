package org.eigenlens.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eigenlens.Imputation;
import org.eigenlens.cli.InputOptions.MissingCells;
import org.eigenlens.data.Column;
import org.eigenlens.data.Data;
import org.eigenlens.data.DataException;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.Table;
import org.eigenlens.data.Words;
import org.eigenlens.kernel.Precomputed;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.NumericalException;
import org.eigenlens.matrix.Precision;
import org.eigenlens.model.Filling;
import org.eigenlens.model.KernelModel;
import org.eigenlens.model.LabelUse;
import org.eigenlens.model.LinearModel;
import org.eigenlens.model.Model;
import org.eigenlens.model.Origin;
import org.eigenlens.model.PairedModel;
import org.eigenlens.model.PairedModel.Side;

/**
 * A model, and rows for it to encode: all at once where they fit in memory, otherwise in pieces.
 *
 * @param model the model
 * @param table rows with the columns the model needs
 * @param notes what the user should know beside what the table says; grows while rows are encoded
 */
record ModelInput(Model model, Table table, List<String> notes) {

  private static final double DATA_SHARE = 0.4;
  private static final int NAMED = 10;

  /** Opens rows for a model. */
  static ModelInput open(Model model, InputOptions input, List<String> inputs) {
    return open(model, input, inputs, List.of());
  }

  /**
   * Opens rows for a model.
   *
   * @param used references to columns that the command has another use for
   */
  static ModelInput open(Model model, InputOptions input, List<String> inputs, List<String> used) {
    Origin origin = model.provenance().origin();
    input.reading(options -> like(options, origin, model.columnNames()));
    Table table = input.open(inputs, Precision.DOUBLE);
    if (origin instanceof Origin.Texts && !input.hasText() && table.documents().isEmpty()) {
      requireTerms(table, model.columnNames());
    }
    boolean pictures =
        origin != null
            && table.pixels().equals(Optional.of(origin))
            && table.featureNames().size() == model.columns();
    // Pixels have their places, whatever the columns of both are called.
    List<String> names = pictures ? table.featureNames() : model.columnNames();
    Table chosen = table.select(table.selection().withFeatures(names));
    List<String> notes = new ArrayList<>(input.unused(table));
    if (origin == null) {
      Set<String> known = new HashSet<>(names);
      Stream.of(used.stream(), input.label().stream(), input.id().stream(), input.target().stream())
          .flatMap(references -> references)
          .forEach(reference -> known.addAll(resolved(table, reference)));
      LabelUse labels = model.provenance().labels();
      known.addAll(labels == null ? List.of() : labels.columns());
      others(table, names, known).ifPresent(notes::add);
    }
    return new ModelInput(model, chosen, notes);
  }

  /** Says which columns of numbers the model has no use for; those without names have places. */
  private static Optional<String> others(Table table, List<String> features, Set<String> known) {
    Set<String> all = table.columns().stream().map(Column::name).collect(Collectors.toSet());
    List<String> others =
        table.columns().stream()
            .filter(Column::isNumeric)
            .map(Column::name)
            .filter(name -> !known.contains(name))
            .toList();
    return others.isEmpty() || !all.containsAll(features)
        ? Optional.empty()
        : Optional.of(
            "the model does not know %s, left out: %s%s"
                .formatted(
                    Words.count(others.size(), "column"),
                    Words.listed(others, NAMED),
                    others.size() > NAMED ? ", …" : ""));
  }

  /** Returns the columns of a reference, none where they are in another file. */
  private static List<String> resolved(Table table, String reference) {
    try {
      return table.resolve(reference);
    } catch (DataException e) {
      return List.of(); // whoever reads them says so
    }
  }

  /** Refuses a table for a model of texts, unless it has the terms as columns. */
  private static void requireTerms(Table table, List<String> terms) {
    Set<String> there = table.columns().stream().map(Column::name).collect(Collectors.toSet());
    if (!there.containsAll(terms)) {
      throw table.complaint(
          "the model was fitted to texts, and this table does not have its terms as columns",
          "name the column that holds the text: --text COL");
    }
  }

  /** Returns options by which images and texts become rows like those of a model. */
  private static ReadOptions like(ReadOptions options, Origin origin, List<String> columns) {
    if (origin instanceof Origin.Images images) {
      return options.withImages(options.images().withExpected(images));
    }
    return origin instanceof Origin.Texts texts
        ? options.withTexts(options.texts().fittedTo(texts, columns))
        : options;
  }

  /**
   * Loads a model that is not larger than the memory allowed; one that is not there says how models
   * are made.
   */
  static Model load(Path file, RunOptions run) throws IOException {
    if (Files.isRegularFile(file)) {
      run.require(Files.size(file), file + ": the model");
    }
    try {
      return Model.load(file);
    } catch (NoSuchFileException e) {
      throw new FileSystemException(
          file.toString(), null, "there is no such file; check the name, or make it with fit -o");
    }
  }

  /** Returns what the user should know, once the rows are encoded. */
  List<String> warnings() {
    return Stream.concat(table.remarks().stream(), notes.stream()).toList();
  }

  /**
   * Some rows with their texts, and their coordinates.
   *
   * @param rows as they were read: missing cells are NaN
   * @param filled the rows that were encoded; the same where no cell was filled
   * @param coordinates NaN for rows left out because of missing cells
   */
  record Encoded(List<List<String>> texts, Matrix rows, Matrix filled, DenseMatrix coordinates) {}

  /** Encodes all rows in order. */
  void encode(InputOptions input, long memory, Consumer<Encoded> visitor) {
    FarRowsNote far = new FarRowsNote(model);
    encodeAll(
        input,
        memory,
        encoded -> {
          far.look(encoded.filled());
          visitor.accept(encoded);
        });
    far.note().ifPresent(notes::add);
  }

  private void encodeAll(InputOptions input, long memory, Consumer<Encoded> visitor) {
    Optional<Filling> filling = input.missing().flatMap(this::filling);
    int piece = RunOptions.pieceRows(memory, model.columns());
    if (table.loadBytes() > DATA_SHARE * memory) {
      encodeStreamed(input, filling, piece, visitor);
      return;
    }
    Data data = isPrecomputed() ? SquareTable.reading(table::load, isOfDistances()) : table.load();
    if (input.missing().isEmpty()) {
      complete(data::requireComplete);
    }
    encodePieces(data, input, filling, piece, visitor);
    if (data.missingCells() > 0) {
      BitSet incomplete = data.incompleteRows();
      warn(
          input,
          filling,
          incomplete.cardinality(),
          data.missingCells(),
          Rows.where(data, incomplete));
    }
  }

  private boolean isPrecomputed() {
    return model instanceof KernelModel kernel && kernel.isTable();
  }

  private boolean isOfDistances() {
    return model instanceof KernelModel kernel && !(kernel.kernel() instanceof Precomputed);
  }

  /** Has missing cells looked for; the remedy names what this model can do about them. */
  private void complete(Runnable search) {
    try {
      search.run();
    } catch (DataException e) {
      throw filling(MissingCells.EM).isPresent()
          ? e
          : e.withRemedy(
              "fill in what is missing, or choose --missing "
                  + (model.mean() == null ? "drop" : "drop|mean"));
    }
  }

  /**
   * Returns what missing cells of rows are taken to be: as those of the rows of the fit were where
   * these were filled by the same policy. Empty where they stay missing, or nothing tells.
   */
  private Optional<Filling> filling(MissingCells policy) {
    if (policy == MissingCells.DROP) {
      return Optional.empty();
    }
    Optional<Filling> kept =
        model instanceof PairedModel
            ? model.filling()
            : Optional.ofNullable(model.provenance().filling());
    if (policy == MissingCells.MEAN) {
      return kept.filter(Filling::isByMeans)
          .or(() -> Optional.ofNullable(model.mean()).map(Filling::byMeans));
    }
    return kept.filter(filling -> !filling.isByMeans() || !hadComponents())
        .or(
            () ->
                model instanceof LinearModel linear && linear.isPrincipal()
                    ? Optional.of(Filling.byComponents(linear))
                    : Optional.empty());
  }

  /** Tells whether cells of the rows of the fit could be filled by components. */
  private boolean hadComponents() {
    int columns =
        model instanceof PairedModel paired
            ? Math.max(paired.columnNames(Side.X).size(), paired.columnNames(Side.Y).size())
            : model.columns();
    return Rows.haveComponents(model.provenance().rows(), columns);
  }

  /** Encodes some rows and visits them; a failure says where in the input it was. */
  private static void located(Runnable visit, Function<NumericalException, DataException> place) {
    Located.during(
        () -> {
          visit.run();
          return null;
        },
        place);
  }

  /** Encodes rows in memory a piece at a time: filled rows are a copy, and decoded ones dense. */
  private void encodePieces(
      Data data,
      InputOptions input,
      Optional<Filling> filling,
      int piece,
      Consumer<Encoded> visitor) {
    List<List<String>> texts = input.texts(data.ids(), data.labels());
    Matrix rows = data.matrix();
    for (int from = 0; from == 0 || from < rows.rows(); from += piece) {
      int first = from;
      int last = (int) Math.min(rows.rows(), (long) first + piece);
      located(
          () ->
              visitor.accept(
                  encoded(
                      input,
                      filling,
                      texts.stream().map(column -> column.subList(first, last)).toList(),
                      rows.rowRange(first, last),
                      data.missingCells())),
          e -> Located.in(table, data, row -> first + row, e));
    }
  }

  private void encodeStreamed(
      InputOptions input, Optional<Filling> filling, int piece, Consumer<Encoded> visitor) {
    long[] missing = new long[2];
    table.forEachBatch(
        piece,
        batch -> {
          if (batch.missingCells() > 0) {
            if (input.missing().isEmpty()) {
              // Another visit fails with the count of them all, and where the first is.
              complete(() -> table.rows().forEachTile(piece, 1, (lane, first, tile) -> {}));
            }
            missing[0] += StreamedRows.incomplete(batch.matrix());
            missing[1] += batch.missingCells();
          }
          located(
              () ->
                  visitor.accept(
                      encoded(
                          input,
                          filling,
                          input.texts(batch.ids(), batch.labels()),
                          batch.matrix(),
                          batch.missingCells())),
              e -> Located.in(table, e.moved(batch.firstRow())));
        });
    if (missing[0] > 0) {
      warn(input, filling, missing[0], missing[1], "");
    }
  }

  private Encoded encoded(
      InputOptions input,
      Optional<Filling> filling,
      List<List<String>> texts,
      Matrix rows,
      long missing) {
    MissingCells policy = input.missing().orElse(MissingCells.DROP);
    if (missing == 0 || policy == MissingCells.DROP) {
      return new Encoded(texts, rows, rows, model.transform(rows));
    }
    Matrix filled = filling.orElseThrow(() -> unknown(policy)).filled(rows);
    return new Encoded(texts, rows, filled, model.transform(filled));
  }

  private DataException unknown(MissingCells policy) {
    boolean table = model.mean() == null;
    return DataException.of(
        table
            ? "a model of %s has no columns to %s"
                .formatted(
                    isOfDistances() ? "distances" : "precomputed similarities",
                    policy == MissingCells.MEAN ? "take means of" : "fill cells by")
            : "--missing em fills cells by principal components, and this model of %s has none, as its rows were not filled so"
                .formatted(model.provenance().method()),
        table ? "use --missing drop" : "use --missing mean or drop, or fit with --missing em");
  }

  private void warn(
      InputOptions input, Optional<Filling> filling, long rows, long cells, String where) {
    notes.add(
        switch (input.missing().orElseThrow()) {
          case DROP ->
              Words.count(rows, "row")
                  + (rows == 1 ? " with missing cells has" : " with missing cells have")
                  + " no coordinates"
                  + where;
          case MEAN -> Imputation.replaced(cells) + " by the model's means";
          case EM ->
              filling.orElseThrow().isByMeans()
                  ? Imputation.replaced(cells) + " by the model's means, as in the fit"
                  : Words.count(rows, "row")
                      + (rows == 1 ? " with missing cells was" : " with missing cells were")
                      + " encoded from the cells that are there";
        });
  }
}
