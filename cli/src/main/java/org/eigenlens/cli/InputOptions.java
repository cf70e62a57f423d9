package org.eigenlens.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.eigenlens.data.Column;
import org.eigenlens.data.ImageOptions;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.Selection;
import org.eigenlens.data.Table;
import org.eigenlens.data.Tables;
import org.eigenlens.data.TextOptions;
import org.eigenlens.data.Words;
import org.eigenlens.matrix.Precision;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say what is read, and which columns play which part. */
final class InputOptions {

  /** What to do about cells without a value. */
  enum MissingCells {
    DROP,
    MEAN,
    EM
  }

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--sql",
      paramLabel = "QUERY",
      description = "Read the result of a query over files, as in \"select * from 'a.parquet'\".")
  private Optional<String> sql;

  @Option(
      names = "--no-header",
      description = "The first line of a CSV is data, not the names of the columns.")
  private boolean noHeader;

  @Option(
      names = "--label",
      paramLabel = "COL",
      description = "The column with the class of each row; it is not a feature.")
  private Optional<String> label;

  @Option(
      names = "--target",
      paramLabel = "COL[,COL]",
      description = "The columns with numeric targets; they are not features.")
  private Optional<String> target;

  @Option(
      names = "--id",
      paramLabel = "COL",
      description = "The column with a name for each row; it is not a feature.")
  private Optional<String> id;

  @Option(
      names = "--text",
      paramLabel = "COL",
      description = "The column of a table that holds text; its terms are the features.")
  private Optional<String> text;

  @Option(
      names = "--resize",
      paramLabel = "WxH",
      converter = Values.SizeConverter.class,
      description = "For images: bring them all to this size, as in 64x64.")
  private Optional<ImageOptions.Size> resize;

  @Option(
      names = "--missing",
      paramLabel = "drop|mean|em",
      description =
          "What to do about missing cells: leave their rows out, use the column's mean, or fill"
              + " them in by PCA. Without this option they are an error.")
  private MissingCells missing;

  private UnaryOperator<ReadOptions> reading = options -> options;

  /** Images or texts, opened before their turn. */
  private Table opened;

  private boolean labelledByFolders;

  /** Has inputs read in a way that other options, or a model, ask for. */
  void reading(UnaryOperator<ReadOptions> how) {
    reading = how;
  }

  /** Tells whether the classes are folders, because nobody named others. */
  boolean labelledByFolders() {
    return labelledByFolders;
  }

  /** Tells whether a label is none: of a table NA is none too, but a folder may be called so. */
  boolean isNoLabel(String text) {
    return labelledByFolders ? text.isEmpty() : Words.sayNothing(text);
  }

  /** Tells whether rows are made of a column of text. */
  boolean hasText() {
    return text.isPresent();
  }

  /**
   * Opens images or texts, if these are the inputs: their files name the rows and their folders are
   * the classes, unless other columns were named.
   */
  void adopt(List<String> inputs, Precision precision) {
    if (opened == null && text.isEmpty() && Tables.haveItems(inputs)) {
      opened = Tables.open(inputs, sql, readOptions(precision));
      id = id.or(opened::ownId);
      labelledByFolders = label.isEmpty() && opened.ownLabel().isPresent();
      label = label.or(opened::ownLabel);
    }
  }

  /** Tells whether the inputs turned out to be images or texts. */
  boolean isOfItems() {
    return opened != null;
  }

  Optional<MissingCells> missing() {
    return Optional.ofNullable(missing);
  }

  /** Returns the column with classes, as it was named. */
  Optional<String> label() {
    return label;
  }

  /** Returns the columns with targets, as they were named. */
  Optional<String> target() {
    return target;
  }

  /** Returns the names of the text columns that outputs start with. */
  List<String> textColumns(Table table) {
    List<String> names = new ArrayList<>();
    id.ifPresent(column -> names.addAll(table.resolve(column)));
    if (labelIsAnother()) {
      names.addAll(table.resolve(label.orElseThrow()));
    }
    return names;
  }

  /** Tells whether there is a label to be written, in a column other than the id. */
  private boolean labelIsAnother() {
    return label.isPresent() && !label.equals(id);
  }

  /** Returns the files that inputs and the query name, also by patterns; may be added to. */
  List<Path> files(List<String> inputs) {
    return new ArrayList<>(Tables.paths(inputs, sql));
  }

  Optional<String> id() {
    return id;
  }

  /** Returns the same for a view that has no label. */
  InputOptions withoutLabel() {
    InputOptions other = new InputOptions();
    other.spec = spec;
    other.sql = sql;
    other.noHeader = noHeader;
    other.label = Optional.empty();
    other.target = target;
    other.id = id;
    other.missing = missing;
    other.text = text;
    other.resize = resize;
    other.reading = reading;
    return other;
  }

  /** Returns the label to be written, if it is another column than the id. */
  Optional<String> otherLabel() {
    return label.filter(column -> labelIsAnother());
  }

  boolean hasQuery() {
    return sql.isPresent();
  }

  /** Says that the command was wrong. */
  ParameterException wrong(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

  /** Refuses a column that is to be the class of rows and a number to predict at once. */
  private void requireOneUse(Table table) {
    if (label.isPresent() && target.isPresent()) {
      List<String> classes = table.resolve(label.get());
      table.resolve(target.get()).stream()
          .filter(classes::contains)
          .findFirst()
          .ifPresent(
              name -> {
                throw wrong(
                    "column '%s' is named by --label, for classes, and by --target, for numbers; leave one of them out"
                        .formatted(name));
              });
    }
  }

  /** Returns what there is to say of options that rows have no use for. */
  List<String> unused(Table table) {
    boolean images = table.ownId().isPresent() && table.documents().isEmpty();
    return resize.isPresent() && !images
        ? List.of("--resize has no effect: the rows are not read from images")
        : List.of();
  }

  /** Opens one of two views: the id must be in both, the label in one of them. */
  Table openView(String file, Precision precision) {
    Table table = Tables.open(List.of(file), readOptions(precision));
    if (table.documents().isPresent()) {
      throw table.complaint(
          "texts cannot be one of two views",
          "make a table of coordinates of them first, by -m lsa");
    }
    List<String> names = table.columns().stream().map(Column::name).toList();
    if (label.isPresent() && names.contains(label.get()) && label.equals(target)) {
      requireOneUse(table);
    }
    Selection selection = Selection.ALL;
    if (label.isPresent() && names.contains(label.get())) {
      selection = selection.withLabel(label.get());
    }
    if (id.isPresent()) {
      selection = selection.withId(id.get());
    }
    Table chosen = table.select(selection);
    boolean targeted = target.isPresent() && names.contains(target.get());
    return targeted ? without(chosen, target.get()) : chosen;
  }

  private ReadOptions readOptions(Precision precision) {
    ReadOptions options =
        ReadOptions.DEFAULT
            .withPrecision(precision)
            .withHeader(noHeader ? ReadOptions.Header.NO : ReadOptions.Header.AUTO);
    ImageOptions images = options.images();
    TextOptions texts = options.texts();
    return reading.apply(
        options
            .withImages(resize.map(images::withResize).orElse(images))
            .withTexts(text.map(texts::withColumn).orElse(texts)));
  }

  /** Opens the inputs with the label and id that were named, without the targets. */
  Table open(List<String> inputs, Precision precision) {
    if (inputs.isEmpty() && sql.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no input; name a file, a pattern such as '*.csv', or a query with --sql");
    }
    adopt(inputs, precision);
    Table table = opened != null ? opened : Tables.open(inputs, sql, readOptions(precision));
    requireOneUse(table);
    Selection selection = Selection.ALL;
    if (label.isPresent()) {
      selection = selection.withLabel(label.get());
    }
    if (id.isPresent()) {
      selection = selection.withId(id.get());
    }
    Table chosen = table.select(selection);
    // Whoever looks at targets selects them; to others they are merely no features.
    return target.isPresent() ? without(chosen, target.get()) : chosen;
  }

  /** Returns a table without the columns that references stand for. */
  static Table without(Table table, String cols) {
    return table.without(table.resolve(cols).toArray(String[]::new));
  }

  /**
   * Refuses columns of text where numbers are needed.
   *
   * @param cols references to the columns
   * @param what they are to be, as in {@code a target is a number}
   * @param remedy what to do about a column, by its name
   */
  static void requireNumbers(Table table, String cols, String what, UnaryOperator<String> remedy) {
    List<String> names = table.resolve(cols);
    table.columns().stream()
        .filter(column -> !column.isNumeric() && names.contains(column.name()))
        .map(Column::name)
        .findFirst()
        .ifPresent(
            name -> {
              throw table.complaint(
                  "column '" + name + "' is text, and " + what, remedy.apply(name));
            });
  }

  /** Returns the text columns of rows, in the order of {@link #textColumns}. */
  List<List<String>> texts(Optional<List<String>> ids, Optional<List<String>> labels) {
    List<List<String>> texts = new ArrayList<>();
    ids.ifPresent(texts::add);
    if (labelIsAnother()) {
      texts.add(labels.orElseThrow());
    }
    return texts;
  }
}
