package org.eigenlens.data;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A selection applied to files: which column of which file goes where.
 *
 * <p>Numbers are laid out as the features followed by the targets; texts as the label and the id.
 *
 * @param parts the files with the columns to read from each
 * @param features the names of the features
 * @param targets the names of the targets
 * @param label where the label is among the texts, or -1
 * @param id where the id is among the texts, or -1
 * @param notes what the user should know about the choice, a line each
 */
record Layout(
    List<Part> parts,
    List<String> features,
    List<String> targets,
    int label,
    int id,
    List<String> notes) {

  /**
   * The columns to read from one file.
   *
   * @param numeric the positions of features and targets in the file
   * @param text the positions of label and id
   */
  record Part(TableFile file, int[] numeric, int[] text) {}

  /** Returns what the user should know of files and choice, a line each; reading may add to it. */
  List<String> remarks() {
    return Stream.concat(
            parts.stream().flatMap(part -> part.file().remarks().stream()), notes.stream())
        .toList();
  }

  /** Returns the same choice of one of the parts alone. */
  Layout of(Part part) {
    return new Layout(List.of(part), features, targets, label, id, notes);
  }

  int width() {
    return features.size() + targets.size();
  }

  int texts() {
    return parts.get(0).text().length;
  }

  /** Names the column that is behind a slot of the numbers. */
  String name(int slot) {
    return slot < features.size() ? features.get(slot) : targets.get(slot - features.size());
  }

  /** Applies a selection; fails if columns are missing, unknown or none is left. */
  static Layout of(List<TableFile> files, List<Column> columns, Selection selection) {
    List<String> names = NumberedColumns.names(columns);
    ColumnNames lookup = new ColumnNames(files.get(0).name(), names);
    int label = selection.label().map(name -> lookup.one(name, "the label")).orElse(-1);
    int id = selection.id().map(name -> lookup.one(name, "the id")).orElse(-1);
    Set<Integer> targets = selection.targets().map(lookup::resolve).orElse(Set.of());
    Set<Integer> taken = new TreeSet<>(targets);
    taken.add(label);
    taken.add(id);
    selection.exclude().ifPresent(cols -> taken.addAll(lookup.resolve(cols)));

    boolean textsOnly = selection.features().map(List::isEmpty).orElse(false);
    List<String> notes = new ArrayList<>();
    List<Integer> features;
    List<String> featureNames;
    if (textsOnly) {
      featureNames = List.of();
      features = List.of();
    } else if (selection.features().isPresent()) {
      featureNames = List.copyOf(selection.features().get());
      features = byName(files, columns, lookup, featureNames, taken);
    } else {
      // Beside a column of text, numbers are left out as well.
      String what = files.get(0) instanceof TextTable ? "other column" : "text column";
      features =
          selection
              .columns()
              .map(cols -> asked(lookup, cols, taken))
              .orElseGet(() -> numeric(columns, taken, what, notes));
      featureNames =
          features instanceof NumberedColumns.Range range && !range.isEmpty()
              ? names.subList(range.get(0), range.get(0) + range.size())
              : features.stream().map(names::get).toList();
      noteLogical(columns, features, notes);
    }
    if (features.isEmpty() && !textsOnly) {
      throw noneLeft(files.get(0).name(), lookup, names, selection.columns());
    }

    int[] numbers =
        Stream.concat(features.stream(), targets.stream()).mapToInt(Integer::intValue).toArray();
    Set<Integer> texts = new LinkedHashSet<>();
    if (label >= 0) {
      texts.add(label);
    }
    if (id >= 0) {
      texts.add(id);
    }
    List<Integer> textOrder = List.copyOf(texts);
    int[] textNumbers = textOrder.stream().mapToInt(Integer::intValue).toArray();
    List<Part> parts =
        files.stream()
            .map(
                file ->
                    files.size() == 1
                        ? new Part(file, numbers, textNumbers)
                        : new Part(file, in(file, names, numbers), in(file, names, textNumbers)))
            .toList();
    return new Layout(
        parts,
        featureNames,
        targets.stream().map(names::get).toList(),
        textOrder.indexOf(label),
        textOrder.indexOf(id),
        List.copyOf(notes));
  }

  private static DataException noneLeft(
      String file, ColumnNames lookup, List<String> names, Optional<String> asked) {
    if (asked.isEmpty()) {
      return DataException.at(
          Place.file(file),
          "no numeric column is left to work with",
          "the columns are " + ColumnNames.some(names));
    }
    List<String> wanted = lookup.resolve(asked.get()).stream().map(names::get).toList();
    return DataException.at(
        Place.file(file),
        "the columns asked for are label, id, targets or left out: " + ColumnNames.some(wanted),
        "ask for columns that are features");
  }

  /** Takes some columns as text, and none as numbers. */
  static Layout ofTexts(List<TableFile> files, List<Column> columns, List<String> wanted) {
    List<String> names = NumberedColumns.names(columns);
    ColumnNames lookup = new ColumnNames(files.get(0).name(), names);
    int[] texts = wanted.stream().mapToInt(name -> lookup.one(name, "the column")).toArray();
    List<Part> parts =
        files.stream().map(file -> new Part(file, new int[0], in(file, names, texts))).toList();
    return new Layout(parts, List.of(), List.of(), -1, -1, List.of());
  }

  private static List<Integer> asked(ColumnNames lookup, String cols, Set<Integer> taken) {
    return lookup.resolve(cols).stream().filter(position -> !taken.contains(position)).toList();
  }

  private static List<Integer> numeric(
      List<Column> columns, Set<Integer> taken, String what, List<String> notes) {
    // Numbered columns are not gone through one by one, unless some of them are taken.
    int numbered =
        columns instanceof NumberedColumns made
                && taken.stream().allMatch(column -> column < made.first())
            ? made.first()
            : columns.size();
    List<Integer> features = new ArrayList<>();
    List<String> left = new ArrayList<>();
    for (int i = 0; i < numbered; i++) {
      if (taken.contains(i)) {
        continue;
      }
      if (columns.get(i).isNumeric()) {
        features.add(i);
      } else if (columns.get(i).kind() != Column.Kind.MARK) {
        left.add(columns.get(i).name());
      }
    }
    if (!left.isEmpty()) {
      notes.add(
          what + (left.size() == 1 ? " left out: " : "s left out: ") + ColumnNames.some(left));
    }
    // What stands before numbered columns is text: none of these are left out.
    assert numbered == columns.size() || features.isEmpty();
    return numbered < columns.size()
        ? new NumberedColumns.Range(numbered, columns.size())
        : features;
  }

  private static void noteLogical(
      List<Column> columns, List<Integer> features, List<String> notes) {
    if (columns instanceof NumberedColumns) {
      return; // they are numbers
    }
    List<String> logical =
        features.stream()
            .map(columns::get)
            .filter(column -> column.kind() == Column.Kind.LOGICAL)
            .map(Column::name)
            .toList();
    if (!logical.isEmpty()) {
      notes.add("true and false were read as 1 and 0: " + ColumnNames.some(logical));
    }
  }

  /** Finds the features of a model: by name, or by position where the files have no names. */
  private static List<Integer> byName(
      List<TableFile> files,
      List<Column> columns,
      ColumnNames lookup,
      List<String> wanted,
      Set<Integer> taken) {
    if (files.get(0) instanceof TextTable texts && !texts.isFitted()) {
      throw DataException.at(
          Place.file(files.get(0).name()),
          "the model was not fitted to texts, so their words mean nothing to it",
          "give rows with the columns of the model, or fit to texts");
    }
    if (files.stream().noneMatch(TableFile::named)) {
      List<Integer> free =
          IntStream.range(0, columns.size())
              .filter(i -> !taken.contains(i) && columns.get(i).isNumeric())
              .boxed()
              .toList();
      if (free.size() < wanted.size() && files.stream().allMatch(SvmFile.class::isInstance)) {
        // The last columns of a libsvm file may have no entry: they are all zero.
        return IntStream.concat(
                free.stream().mapToInt(Integer::intValue),
                IntStream.range(columns.size(), columns.size() + wanted.size() - free.size()))
            .boxed()
            .toList();
      }
      List<Integer> positions = wanted.stream().map(lookup::position).toList();
      if (free.size() == wanted.size()
          ? free.containsAll(positions)
          : free.size() > wanted.size() && !positions.contains(-1)) {
        // The model was fitted to some columns of such a file, or to all in another order: the
        // made-up names tell which.
        return positions;
      }
      if (free.size() != wanted.size()) {
        throw DataException.at(
            Place.file(files.get(0).name()),
            "it has "
                + Words.count(free.size(), "column")
                + ", but the model needs "
                + wanted.size(),
            "give the columns that the model was fitted on");
      }
      return free;
    }
    List<String> missing = wanted.stream().filter(name -> lookup.position(name) < 0).toList();
    if (!missing.isEmpty()) {
      throw DataException.at(
          Place.file(files.get(0).name()),
          (missing.size() == 1
                  ? "a column that the model needs is missing: "
                  : missing.size() + " columns that the model needs are missing: ")
              + ColumnNames.some(missing),
          "the columns are " + ColumnNames.some(columns.stream().map(Column::name).toList()));
    }
    return wanted.stream().map(lookup::position).toList();
  }

  /** Translates positions in the table to positions in one of its files. */
  private static int[] in(TableFile file, List<String> names, int[] positions) {
    if (!file.named()) {
      return positions;
    }
    ColumnNames own =
        new ColumnNames(file.name(), file.columns().stream().map(Column::name).toList());
    return IntStream.of(positions).map(position -> own.position(names.get(position))).toArray();
  }

  /** Merges the columns of files that are to be one table; fails if they differ. */
  static List<Column> merge(List<TableFile> files) {
    TableFile first = files.get(0);
    if (files.size() == 1) {
      return first.columns();
    }
    for (TableFile file : files) {
      if (file.columns().size() > first.columns().size() && file instanceof SvmFile) {
        first = file;
      }
    }
    List<Column> merged = new ArrayList<>(first.columns());
    for (TableFile file : files) {
      if (file == first) {
        continue;
      }
      if (!(file instanceof SvmFile) || !(first instanceof SvmFile)) {
        requireSame(first, file);
        requireSame(file, first);
      }
      Map<String, Column.Kind> kinds =
          file.columns().stream().collect(Collectors.toMap(Column::name, Column::kind));
      merged.replaceAll(
          column ->
              new Column(
                  column.name(),
                  column.kind().and(kinds.getOrDefault(column.name(), Column.Kind.EMPTY))));
    }
    return List.copyOf(merged);
  }

  private static void requireSame(TableFile has, TableFile lacks) {
    Set<String> there = new LinkedHashSet<>(lacks.columns().stream().map(Column::name).toList());
    List<String> missing =
        has.columns().stream().map(Column::name).filter(name -> !there.contains(name)).toList();
    if (!missing.isEmpty()) {
      throw DataException.at(
          Place.file(lacks.name()),
          "it lacks "
              + (missing.size() == 1 ? "column " : "columns ")
              + ColumnNames.some(missing)
              + ", which "
              + has.name()
              + " has",
          "inputs that are appended need the same columns");
    }
  }
}
