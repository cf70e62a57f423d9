package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eigenlens.Progress;
import org.eigenlens.matrix.DenseMatrix;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.matrix.RowSource;
import org.eigenlens.matrix.Scratch;
import org.eigenlens.model.Origin;

/**
 * Files whose columns are known, and a choice among them.
 *
 * <p>Immutable: choosing returns another table. Cells are read only when asked for, each time anew.
 */
public final class Table {

  private static final long UNKNOWN = -1;

  private final List<TableFile> files;
  private final List<Column> columns;
  private final ReadOptions options;
  private final Selection selection;
  private final Progress progress;

  /** Counted once for all choices; −1 as long as nobody has asked. */
  private final AtomicLong bound;

  Table(List<TableFile> files, ReadOptions options) {
    this(
        files, Layout.merge(files), options, Selection.ALL, Progress.NONE, new AtomicLong(UNKNOWN));
  }

  private Table(
      List<TableFile> files,
      List<Column> columns,
      ReadOptions options,
      Selection selection,
      Progress progress,
      AtomicLong bound) {
    this.files = files;
    this.columns = columns;
    this.options = options;
    this.selection = selection;
    this.progress = progress;
    this.bound = bound;
  }

  /** Returns all columns of the files, chosen or not. */
  public List<Column> columns() {
    return columns;
  }

  /** Tells whether the names of the columns come from the files, or were made up here. */
  public boolean named() {
    return files.stream().anyMatch(TableFile::named);
  }

  /** Returns the names of the inputs. */
  public List<String> inputs() {
    return files.stream().map(TableFile::name).toList();
  }

  /** Returns the column that names the rows by nature, as the path of an image does. */
  public Optional<String> ownId() {
    return files.get(0).ownId();
  }

  /** Returns the column that tells the class of each row by nature, as the folder of an image. */
  public Optional<String> ownLabel() {
    return files.get(0).ownLabel();
  }

  /**
   * Returns what the rows are before they are numbers, for the model to remember; empty for those
   * of a table, and where only some of the columns are chosen, or in another order.
   */
  public Optional<Origin> origin() {
    Origin origin = files.get(0).origin();
    boolean same =
        files.stream()
            .allMatch(file -> file == files.get(0) || Objects.equals(file.origin(), origin));
    if (origin == null || !same) {
      return Optional.empty();
    }
    // Also the order counts: a picture is made of its pixels by their places.
    List<String> all =
        files.get(0).columns().stream().filter(Column::isNumeric).map(Column::name).toList();
    return layout().features().equals(all) ? Optional.of(origin) : Optional.empty();
  }

  /** Returns a line that says that a model cannot remember what the rows are, if that is so. */
  public Optional<String> lostOrigin() {
    Origin own = files.get(0).origin();
    if (own == null || origin().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        "the model does not remember that its rows are "
            + (own instanceof Origin.Images ? "images" : "texts")
            + ", since only some of their columns were chosen, or in another order");
  }

  /** Returns the files that rows are read from one by one, where rows are images. */
  public List<Path> sources() {
    return files.stream().flatMap(file -> file.sources().stream()).toList();
  }

  /** Returns the shape of the pictures that rows are, whichever columns are chosen. */
  public Optional<Origin.Images> pixels() {
    return files.get(0).origin() instanceof Origin.Images images
        ? Optional.of(images)
        : Optional.empty();
  }

  /** Returns what each document is called, where rows are documents: a file, or how it starts. */
  public Optional<List<String>> documents() {
    return files.get(0) instanceof TextTable texts
        ? Optional.of(List.copyOf(texts.titles()))
        : Optional.empty();
  }

  /** Creates a complaint about the table as a whole, for callers who find it unusable. */
  public DataException complaint(String problem, String remedy) {
    String others = files.size() == 1 ? "" : " and " + Words.count(files.size() - 1, "other");
    return DataException.at(Place.file(files.get(0).name() + others), problem, remedy);
  }

  /**
   * Returns the names that a list of references stands for: names, {@code a..d} ranges, {@code *}
   * patterns.
   *
   * @throws DataException if there is no such column
   */
  public List<String> resolve(String cols) {
    List<String> names = columns.stream().map(Column::name).toList();
    return new ColumnNames(files.get(0).name(), names)
        .resolve(cols).stream().map(names::get).toList();
  }

  /** Returns this table with other choices. */
  public Table select(Selection other) {
    return new Table(files, columns, options, other, progress, bound);
  }

  /**
   * Returns this table with somebody who hears how far the reading of its rows has come, other than
   * that of texts and of files that stay sparse.
   */
  public Table telling(Progress listener) {
    return new Table(files, columns, options, selection, listener, bound);
  }

  /** Returns this table with only some columns as features. */
  public Table only(String... names) {
    return select(selection.withColumns(quoted(Stream.of(names))));
  }

  /** Returns this table without some columns. */
  public Table without(String... names) {
    String more = quoted(Stream.of(names));
    return select(
        selection.withExclude(selection.exclude().map(cols -> cols + "," + more).orElse(more)));
  }

  /** Returns this table with a column that holds the class of each row. */
  public Table label(String name) {
    return select(selection.withLabel(name));
  }

  /** Returns this table with a column that holds the name of each row. */
  public Table id(String name) {
    return select(selection.withId(name));
  }

  /** Returns what has been chosen. */
  public Selection selection() {
    return selection;
  }

  private static String quoted(Stream<String> names) {
    return names
        .map(name -> name.indexOf(',') >= 0 && name.indexOf('"') < 0 ? '"' + name + '"' : name)
        .collect(Collectors.joining(","));
  }

  /** Returns the names of the features that the choice comes to. */
  public List<String> featureNames() {
    return layout().features();
  }

  /** Returns what the user should know about the choice, a line each. */
  public List<String> remarks() {
    return layout().remarks();
  }

  /**
   * Returns a number that the rows do not exceed; costs at most a quick pass over the files, and
   * that only once.
   */
  public long rowBound() {
    if (bound.get() == UNKNOWN) {
      long sum = 0;
      for (TableFile file : files) {
        try {
          sum += file.rowBound();
        } catch (IOException e) {
          throw RowCursor.unreadable(file.name(), e);
        }
      }
      bound.set(sum);
    }
    return bound.get();
  }

  /**
   * Returns about how many bytes {@link #load} takes: as many as the non-zeros need where they stay
   * sparse, otherwise as all cells need. Costs what {@link #rowBound} costs.
   */
  public long loadBytes() {
    return Loader.bytes(layout(), options, rowBound());
  }

  /** Reads everything chosen into memory. Missing cells become NaN. */
  public Data load() {
    long rows = rowBound();
    return Loader.load(layout(), options, rows, new Reading(progress, rows));
  }

  /**
   * Reads the features into memory.
   *
   * @throws DataException if a cell is missing
   */
  public Matrix toMatrix() {
    return load().requireComplete().matrix();
  }

  /**
   * Returns the features as rows that are read again at every visit; nothing is kept in memory.
   *
   * <p>A visit that meets a missing cell fails with a {@link DataException} that counts them all.
   */
  public RowSource rows() {
    return new TileSource(layout(), reading());
  }

  /** Counts rows for whoever listens only where that does not read everything once more. */
  private Reading reading() {
    if (progress == Progress.NONE) {
      return Reading.UNHEARD;
    }
    boolean counted = bound.get() != UNKNOWN || files.stream().allMatch(TableFile::countsQuickly);
    return new Reading(progress, counted ? rowBound() : 0);
  }

  /**
   * Reads the table once, piece by piece, in order.
   *
   * @param maxRows the rows of each piece but the last
   */
  public void forEachBatch(int maxRows, Consumer<Batch> visitor) {
    Layout layout = layout();
    try (Scratch scratch = new Scratch();
        Batches batches = new Batches(layout, reading())) {
      DenseMatrix features = scratch.matrix(maxRows, layout.features().size());
      DenseMatrix targets = scratch.matrix(maxRows, layout.targets().size());
      long first = 0;
      int rows = maxRows;
      while (rows == maxRows) {
        List<List<String>> texts = batches.newTexts();
        rows = batches.fill(features, targets, texts);
        if (rows > 0) {
          DenseMatrix x = features.rowRange(0, rows);
          DenseMatrix y = targets.rowRange(0, rows);
          visitor.accept(
              new Batch(
                  first,
                  x,
                  y,
                  text(texts, layout.label()),
                  text(texts, layout.id()),
                  Loader.countMissing(x) + Loader.countMissing(y)));
        }
        first += rows;
      }
    }
  }

  /**
   * Tells whether numbers can be read as they are written, too: pixels, terms and the cells of
   * sparse files are written nowhere.
   */
  public boolean hasWrittenNumbers() {
    return files.stream()
        .noneMatch(file -> file instanceof SparseFile || file instanceof ImageTable);
  }

  /**
   * Tells whether numbers that are written as text have a comma before the fraction, as 1,5; then a
   * point is none, otherwise a comma.
   */
  public boolean hasDecimalCommas() {
    return files.stream().anyMatch(TableFile::decimalComma);
  }

  /** Looks at some rows as text. */
  @FunctionalInterface
  public interface TextVisitor {
    /**
     * Looks at the next rows.
     *
     * @param cells for each column the cells of at least so many rows; null where there is none
     * @return whether to go on
     */
    boolean visit(int rows, String[][] cells);
  }

  /**
   * Reads some columns as they are written, whatever is chosen, until the visitor has enough.
   *
   * @throws DataException if there is no such column, or one that cannot be text, as a pixel
   */
  public void forEachText(List<String> names, TextVisitor visitor) {
    try (RowCursor cursor = new RowCursor(Layout.ofTexts(files, columns, names))) {
      Chunk chunk = cursor.next();
      while (chunk != null && visitor.visit(chunk.rows(), chunk.texts())) {
        chunk = cursor.next();
      }
    }
  }

  private static Optional<List<String>> text(List<List<String>> texts, int slot) {
    return slot < 0 ? Optional.empty() : Optional.of(texts.get(slot));
  }

  private Layout layout() {
    return Layout.of(files, columns, selection);
  }
}
