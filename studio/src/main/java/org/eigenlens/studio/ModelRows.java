package org.eigenlens.studio;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.eigenlens.data.Column;
import org.eigenlens.data.Table;

/**
 * The rows of a fit as its inputs have them: of one input its own, of two those that belong
 * together, side by side.
 *
 * <p>Everything is read from the inputs themselves, through {@link Partners}; there is no table
 * between that could say it otherwise. What is read is kept in files, and made when first needed,
 * one thread at a time; an interrupt ends it.
 */
final class ModelRows {

  /** Numbers that are written nowhere, as pixels are, are written out up to so many columns. */
  private static final int MOST_NUMBERS = 5000;

  private final FitRequest request;
  private final int rows;
  private final LongConsumer room;

  private final List<String> targets;
  private final List<RowColumn> shown;
  private final Optional<String> id;
  private final Optional<String> label;
  private Partners partners;

  /**
   * Looks at the columns of the inputs.
   *
   * @param rows how many the fit has
   * @param room refuses where there is no room for so many bytes more
   */
  ModelRows(FitRequest request, int rows, LongConsumer room) {
    this.request = request;
    this.rows = rows;
    this.room = room;
    List<Table> tables = tables();
    // Images have names and classes by nature, but those of two inputs are matched by order.
    Optional<Table> only = request.isJoined() ? Optional.empty() : Optional.of(tables.get(0));
    this.targets =
        request
            .option("target")
            .map(names -> only.map(t -> t.resolve(names)).orElse(List.of(names.split(","))))
            .orElse(List.of());
    this.shown = columns(tables, true);
    this.id = request.option("id").or(() -> only.flatMap(Table::ownId));
    this.label = request.option("label").or(() -> only.flatMap(Table::ownLabel));
  }

  private List<Table> tables() {
    // Rows of another file in the place of an input would be none of the fit.
    return IntStream.range(0, request.inputs().size()).mapToObj(request::open).toList();
  }

  private List<RowColumn> columns(List<Table> tables, boolean some) {
    return RowColumn.of(
        tables,
        request.inputs().stream().map(input -> Inputs.plainName(input.name())).toList(),
        table -> some ? Input.shown(table, named()) : all(table),
        request.option("id"));
  }

  /** Returns the columns that say something of a row that the fit was told to heed. */
  private Set<String> named() {
    return Stream.concat(
            Stream.of("id", "label").flatMap(option -> request.option(option).stream()),
            targets.stream())
        .collect(Collectors.toSet());
  }

  /** Returns the columns that can be written as text, all of them unless they are too many. */
  private List<String> all(Table table) {
    if (table.documents().isPresent()) {
      // How often a term occurs is counted, and stands nowhere in the data.
      return Input.shown(table, named());
    }
    long numbers = table.columns().stream().filter(Column::isNumeric).count();
    return table.hasWrittenNumbers() || numbers <= MOST_NUMBERS
        ? table.columns().stream().map(Column::name).toList()
        : Input.shown(table, named());
  }

  int rows() {
    return rows;
  }

  /** Returns the columns that a page is shown. */
  List<RowColumn> shown() {
    return shown;
  }

  /** Returns the columns of numbers that the fit was to follow. */
  List<String> targets() {
    return targets;
  }

  /** Returns the column that names the rows, if there is one. */
  Optional<String> id() {
    return id;
  }

  /** Returns which rows of the inputs the rows are; costs a pass over names where there are any. */
  synchronized Partners partners() {
    if (partners == null) {
      Partners found = Partners.inOrder(rows);
      if (isMatched()) {
        List<Table> tables = tables();
        found = Partners.byName(tables.get(0), id.get(), tables.get(1), id.get());
      }
      requireAll(found.rows());
      partners = found;
    }
    return partners;
  }

  private boolean isMatched() {
    return request.isJoined() && id.isPresent();
  }

  /** Refuses as many rows as there are now, unless the fit had as many: a folder has no stamp. */
  void requireAll(int now) {
    if (now != rows) {
      throw Refusal.bad(
          "%s: there are %d rows now, and %d when it was fitted; fit again"
              .formatted(request.inputs().get(0).name(), now, rows));
    }
  }

  /** Returns the cells as pages are shown them: long ones cut, though they are searched whole. */
  RowCells cells() {
    Partners matched = partners();
    List<List<CellFile>> files = new ArrayList<>();
    for (int i = 0; i < request.inputs().size(); i++) {
      List<String> names = List.copyOf(namesIn(shown, i));
      CellFile file =
          request.inputs().get(i).cells(request.hasHeader(), names, request.stamps().get(i), room);
      if (!isMatched()) {
        requireAll(file.rows());
      }
      files.add(List.of(file));
    }
    return new RowCells(shown, files, matched);
  }

  /** Returns all columns of some rows, whole; the caller removes the files. */
  RowCells whole(BitSet wanted, Path folder) {
    List<Table> tables = tables();
    return written(tables, columns(tables, false), wanted, folder);
  }

  /**
   * Returns the names and classes of the rows, as the command puts them before coordinates; the
   * caller removes the files.
   */
  RowCells names(Path folder) {
    List<Table> tables = tables();
    List<RowColumn> columns = new ArrayList<>();
    id.ifPresent(name -> columns.add(common(name, tables)));
    label.filter(name -> !id.equals(label)).ifPresent(name -> columns.add(common(name, tables)));
    return written(tables, columns, null, folder);
  }

  /** Returns a column that any of the inputs may have. */
  private static RowColumn common(String name, List<Table> tables) {
    List<RowColumn.Part> parts = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      if (tables.get(i).columns().stream().anyMatch(one -> one.name().equals(name))) {
        parts.add(new RowColumn.Part(i, name));
      }
    }
    return new RowColumn(name, false, parts);
  }

  private RowCells written(
      List<Table> tables, List<RowColumn> columns, BitSet wanted, Path folder) {
    Partners matched = partners();
    List<List<CellFile>> files = new ArrayList<>();
    boolean whole = false;
    try {
      for (int i = 0; i < tables.size(); i++) {
        List<CellFile> of = new ArrayList<>();
        files.add(of);
        CellFile.Choice choice =
            new CellFile.Choice(wanted == null ? null : matched.places(i, wanted), CellFile.WHOLE);
        write(tables.get(i), namesIn(columns, i), choice, folder, of);
      }
      whole = true;
    } finally {
      if (!whole) {
        files.forEach(of -> of.forEach(CellFile::remove));
      }
    }
    return new RowCells(columns, files, matched);
  }

  private static Set<String> namesIn(List<RowColumn> columns, int input) {
    Set<String> names = new LinkedHashSet<>();
    for (RowColumn column : columns) {
      for (RowColumn.Part part : column.parts()) {
        if (part.input() == input) {
          names.add(part.column());
        }
      }
    }
    return names;
  }

  private void write(
      Table table, Set<String> names, CellFile.Choice choice, Path folder, List<CellFile> files) {
    boolean written = table.hasWrittenNumbers();
    List<String> texts = new ArrayList<>();
    List<String> numbers = new ArrayList<>();
    for (Column column : table.columns()) {
      if (names.contains(column.name())) {
        (written || !column.isNumeric() ? texts : numbers).add(column.name());
      }
    }
    if (!texts.isEmpty()) {
      files.add(CellFile.of(table, texts, choice, temporary(folder), room));
    }
    if (!numbers.isEmpty()) {
      files.add(CellFile.ofNumbers(table, numbers, choice, temporary(folder), room));
    }
  }

  private static Path temporary(Path folder) {
    return folder.resolve(".cells-" + UUID.randomUUID());
  }

  /** Reads a column of all rows, for colours or sizes. */
  byte[] column(String name, boolean category) throws IOException {
    List<Table> tables = tables();
    // Of many columns not all are shown, but each may be asked for by its name.
    RowColumn column =
        Stream.<Supplier<List<RowColumn>>>of(() -> shown, () -> columns(tables, false))
            .flatMap(some -> some.get().stream())
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow(() -> Refusal.notFound("there is no column '" + name + "'"));
    return ColumnFile.read(tables, column, partners(), category);
  }
}
