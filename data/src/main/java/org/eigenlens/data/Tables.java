package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Opens tables: the entry to this package.
 *
 * <pre>{@code
 * Matrix x = Tables.read(Path.of("digits.csv")).without("label").toMatrix();
 * }</pre>
 *
 * <p>The format is told by the ending: {@code .csv .tsv .parquet .json .jsonl .npy .mtx .svm .idx},
 * and {@code .gz} of the text ones and of idx; images are {@code .png .jpg .pgm .bmp}, documents
 * {@code .txt}, and folders or zips hold either. Opening reads only as much as is needed to know
 * the columns; what cannot be read is a {@link DataException}.
 */
public final class Tables {

  private Tables() {}

  /**
   * Limits what DuckDB takes beside the heap, in this process, to read Parquet, JSON and queries
   * and to write Parquet; otherwise it may take most of the machine's memory. Queries that need
   * more go on in temporary files, or are refused.
   *
   * @param bytes a hundred millions or more, where queries are to sort
   */
  public static void limitMemory(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("The memory must be at least 1 byte, not " + bytes + ".");
    }
    Duck.limit(bytes);
  }

  /** Opens one file. */
  public static Table read(Path file) {
    return read(file, ReadOptions.DEFAULT);
  }

  /** Opens one file. */
  public static Table read(Path file, ReadOptions options) {
    return table(List.of(new Inputs.Found(file.toString(), file)), Optional.empty(), options);
  }

  /** Opens files and patterns such as {@code part-*.csv} as one table, appended in this order. */
  public static Table open(List<String> inputs, ReadOptions options) {
    return open(inputs, Optional.empty(), options);
  }

  /**
   * Opens files and patterns, and the result of a query over files, as one table.
   *
   * @param inputs names and patterns; may be empty if there is a query
   * @param sql as in {@code select * from 'points.parquet' where x > 0}
   */
  public static Table open(List<String> inputs, Optional<String> sql, ReadOptions options) {
    return table(Inputs.expand(inputs), sql, options);
  }

  private static Table table(List<Inputs.Found> inputs, Optional<String> sql, ReadOptions options) {
    boolean texts = options.texts().column().isPresent();
    if (!texts && inputs.stream().anyMatch(input -> Items.holds(input.path()))) {
      return new Table(List.of(collection(inputs, sql, options)), options);
    }
    List<TableFile> files = new ArrayList<>();
    for (Inputs.Found found : inputs) {
      files.add(Inputs.open(found.name(), found.path(), options));
    }
    Inputs.countAlike(files);
    sql.ifPresent(text -> files.add(DuckTable.query(text)));
    if (files.isEmpty()) {
      throw DataException.of(
          "there is no input", "name a file, a pattern such as '*.csv' or a query");
    }
    try {
      return texts
          ? new Table(List.of(TextTable.column(files, options.texts())), options)
          : new Table(List.copyOf(files), options);
    } catch (IOException e) {
      throw RowCursor.unreadable(files.get(0).name(), e);
    }
  }

  /** Opens images, or documents where there are no images. */
  private static TableFile collection(
      List<Inputs.Found> inputs, Optional<String> sql, ReadOptions options) {
    for (Inputs.Found input : inputs) {
      if (!Items.holds(input.path())) {
        throw DataException.at(
            Place.file(input.name()),
            "it is neither an image nor a text, as other inputs are",
            "give images, texts or tables, but not together");
      }
    }
    if (sql.isPresent()) {
      throw DataException.of("a query cannot be appended to images or texts", "leave --sql out");
    }
    String name = inputs.get(0).name();
    Items found = Items.of(inputs);
    try {
      return found.hasImages()
          ? new ImageTable(name, found, options.images())
          : TextTable.files(name, found, options.texts());
    } catch (IOException e) {
      throw RowCursor.unreadable(name, e);
    }
  }

  /** Makes a table of documents in memory: a row for each, a column for each term. */
  public static Table texts(List<String> documents, TextOptions options) {
    if (documents.isEmpty()) {
      throw DataException.of("there is no document", "give one or more");
    }
    return new Table(
        List.of(TextTable.documents(documents, options)), ReadOptions.DEFAULT.withTexts(options));
  }

  /** Returns the files and folders that inputs and a query name, those of patterns among them. */
  public static List<Path> paths(List<String> inputs, Optional<String> sql) {
    List<Path> paths = new ArrayList<>();
    sql.ifPresent(text -> paths.addAll(DuckTable.files(text)));
    for (String input : inputs) {
      try {
        Inputs.expand(List.of(input)).forEach(found -> paths.add(found.path()));
      } catch (DataException e) {
        assert e != null; // whoever opens it will hear of it
      }
    }
    return paths;
  }

  /** Tells whether one of some inputs is a folder, a zip, an image or a document. */
  public static boolean haveItems(List<String> inputs) {
    try {
      return Inputs.expand(inputs).stream().anyMatch(input -> Items.holds(input.path()));
    } catch (DataException e) {
      return false; // whoever opens them will hear of it
    }
  }

  /** Opens the result of a query over files. */
  public static Table query(String sql, ReadOptions options) {
    return open(List.of(), Optional.of(sql), options);
  }
}
