package org.eigenlens.data;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import org.eigenlens.matrix.Matrix;
import org.eigenlens.model.WholeFile;

/**
 * Writes a table of coordinates, whole or not at all.
 *
 * <p>The ending says how: {@code .csv}, {@code .parquet} or {@code .npy} (which has no place for
 * text columns). Numbers are written so that they read back the same; NaN is an empty cell, null or
 * NaN. Text that a spreadsheet would run as a formula has an apostrophe before it in CSV, and a
 * remark says so. Rows may come in any number of batches; the file appears with {@link #commit},
 * and never if the writer is closed before. Not for several threads, but formatting uses all cores.
 *
 * <pre>{@code
 * Table table = Tables.read(Path.of("digits.csv")).without("label");
 * LinearModel pca = Pca.builder().components(2).fit(table.toMatrix());
 * Path file = Path.of("scores.parquet");
 * try (TableWriter writer = TableWriter.create(file, List.of(), List.of("PC1", "PC2"))) {
 *   table.forEachBatch(4096, batch -> writer.append(List.of(), pca.transform(batch.matrix())));
 *   writer.commit();
 * }
 * }</pre>
 */
public final class TableWriter implements AutoCloseable {

  private final String name;
  private final int texts;
  private final int columns;
  private final WholeFile whole;
  private final Closeable stream;
  private final TableSink sink;

  TableWriter(
      String name, int texts, int columns, WholeFile whole, Closeable stream, TableSink sink) {
    this.name = name;
    this.texts = texts;
    this.columns = columns;
    this.whole = whole;
    this.stream = stream;
    this.sink = sink;
  }

  /**
   * Starts a file.
   *
   * @param textNames the names of the text columns, which come first
   * @param numberNames the names of the numeric columns
   * @throws DataException if the ending is not known or the file cannot be made
   */
  public static TableWriter create(Path file, List<String> textNames, List<String> numberNames) {
    requireSupported(file);
    requireRoom(file, (long) textNames.size() + numberNames.size());
    String ending = ending(file);
    WholeFile whole = null;
    Closeable stream = () -> {};
    try {
      whole = new WholeFile(file);
      TableSink sink;
      switch (ending) {
        case "csv" -> {
          OutputStream out = new BufferedOutputStream(Files.newOutputStream(whole.path()), 1 << 16);
          stream = out;
          sink = new CsvSink(out, textNames, numberNames);
        }
        case "npy" -> {
          FileChannel channel = FileChannel.open(whole.path(), StandardOpenOption.WRITE);
          stream = channel;
          sink = new NpySink(channel, numberNames.size());
        }
        default -> sink = new ParquetSink(whole.path(), textNames, numberNames);
      }
      return new TableWriter(
          file.toString(), textNames.size(), numberNames.size(), whole, stream, sink);
    } catch (IOException | RuntimeException e) {
      discard(stream);
      if (whole != null) {
        discard(whole);
      }
      throw e instanceof IOException io ? unwritable(file.toString(), io) : (RuntimeException) e;
    }
  }

  /** Starts comma-separated text on a stream, which stays open. */
  public static TableWriter csv(
      OutputStream out, List<String> textNames, List<String> numberNames) {
    TableSink sink = new CsvSink(out, textNames, numberNames);
    return new TableWriter(
        "the output", textNames.size(), numberNames.size(), null, () -> {}, sink);
  }

  /** Writes a whole table at once. */
  public static void write(
      Path file,
      List<String> textNames,
      List<List<String>> textColumns,
      List<String> numberNames,
      Matrix numbers) {
    try (TableWriter writer = create(file, textNames, numberNames)) {
      writer.append(textColumns, numbers);
      writer.commit();
    }
  }

  /**
   * Checks the ending of a file that is to be written later.
   *
   * @throws DataException if there is no format for it
   */
  public static void requireSupported(Path file) {
    if (!List.of("csv", "parquet", "npy").contains(ending(file))) {
      throw DataException.at(
          Place.file(file.toString()),
          "a table cannot be written with this ending",
          "name it .csv, .parquet or .npy");
    }
  }

  /**
   * Checks that there is room for the columns of a file that is to be written later: Parquet keeps
   * some of each in memory, however few rows there are.
   *
   * @throws DataException with what it takes and what may be taken
   */
  public static void requireRoom(Path file, long columns) {
    if (ending(file).equals("parquet")) {
      ParquetSink.requireRoom(file, columns);
    }
  }

  private static String ending(Path file) {
    String lower = file.toString().toLowerCase(Locale.ROOT);
    return lower.substring(lower.lastIndexOf('.') + 1);
  }

  /**
   * Appends rows.
   *
   * @param textColumns the text columns, each as long as the matrix has rows
   */
  public void append(List<List<String>> textColumns, Matrix numbers) {
    if (textColumns.size() != texts || numbers.columns() != columns) {
      throw new IllegalArgumentException(
          "The table has %d text and %d numeric columns, but %d and %d were appended."
              .formatted(texts, columns, textColumns.size(), numbers.columns()));
    }
    for (List<String> column : textColumns) {
      if (column.size() != numbers.rows()) {
        throw new IllegalArgumentException(
            numbers.rows() + " rows need as many texts, not " + column.size() + ".");
      }
    }
    try {
      sink.append(textColumns, numbers);
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  /** Makes the file appear under its name, complete. */
  public void commit() {
    try {
      sink.finish();
      stream.close();
      if (whole != null) {
        whole.commit();
      }
    } catch (IOException e) {
      throw unwritable(name, e);
    }
  }

  /** Returns what the user should know of what was written. */
  public List<String> remarks() {
    return sink.remarks().stream().map(remark -> name + ": " + remark).toList();
  }

  /** Frees everything; a file that was not committed leaves no trace. */
  @Override
  public void close() {
    try {
      sink.release();
    } finally {
      discard(stream);
      if (whole != null) {
        discard(whole);
      }
    }
  }

  private static void discard(Closeable resource) {
    try {
      resource.close();
    } catch (IOException e) {
      // What failed to be written is reported by then; what failed to be removed is only a
      // leftover.
      assert e != null;
    }
  }

  private static DataException unwritable(String file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return DataException.at(Place.file(file), WholeFile.noRoom(Path.of(file)), "", e);
    }
    if (e instanceof AccessDeniedException) {
      return DataException.at(
          Place.file(file), "it may not be written", "check the permissions of its folder", e);
    }
    return DataException.at(Place.file(file), WholeFile.unwritable(e), WholeFile.REMEDY, e);
  }
}
