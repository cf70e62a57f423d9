package org.eigenlens.studio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import org.eigenlens.data.Column;
import org.eigenlens.data.ReadOptions;
import org.eigenlens.data.Table;
import org.eigenlens.data.Tables;

/**
 * A table, images or texts that a page works with.
 *
 * <p>What is read of it is kept in files, not in memory; those are made when first needed, one
 * thread at a time.
 */
final class Input {

  /** Where the file is from, and so whether users have it. */
  enum Source {
    /** The user's own, where it is. */
    USER,
    /** A copy of the user's own that the page sent; only the browser knows where it is from. */
    UPLOAD,
    /** An example that {@code demo --samples} writes too. */
    SAMPLE,
    /** An example that only the studio has. */
    EXAMPLE
  }

  /** Of more columns of numbers only the first and the last, where labels stand, are shown. */
  private static final int FIRST_COLUMNS = 190;

  private static final int LAST_COLUMNS = 10;

  /** What a file of cells holds. */
  private record Kept(boolean header, List<String> names, List<Object> stamp) {}

  private final String id;
  private final String name;
  private final Path file;
  private final Path folder;
  private final Source source;
  private final Map<Kept, CellFile> cells = new HashMap<>();
  private final List<Object> stamp;
  private Map<String, Object> report;

  /**
   * Names an input.
   *
   * @param name as the user knows it
   * @param file where it is
   * @param folder for what is made of it
   */
  Input(String id, String name, Path file, Path folder, Source source) {
    this.id = id;
    this.name = name;
    this.file = file;
    this.folder = folder;
    this.source = source;
    this.stamp = stamp();
  }

  /** Returns what another file in the place of this one has not; nothing for a folder. */
  List<Object> stamp() {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return now.isRegularFile()
          ? List.of(now.size(), now.lastModifiedTime(), Optional.ofNullable(now.fileKey()))
          : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Tells whether it is the user's own file of that name, as it is now. */
  boolean isStill(String other) {
    return source == Source.USER && name.equals(other) && !stamp.isEmpty() && stamp.equals(stamp());
  }

  /** Tells whether another one is the same example, or the user's own file as this one was. */
  boolean isSame(Input other) {
    return source == other.source
        && name.equals(other.name)
        && (isExample()
            || (source == Source.USER && !stamp.isEmpty() && stamp.equals(other.stamp)));
  }

  String id() {
    return id;
  }

  String name() {
    return name;
  }

  Path file() {
    return file;
  }

  Path folder() {
    return folder;
  }

  /** Tells whether it is an example, which users may take with them. */
  boolean isExample() {
    return source == Source.SAMPLE || source == Source.EXAMPLE;
  }

  /** Opens it; reads no more than it takes to know the columns. */
  Table open(ReadOptions reading) {
    return Tables.read(file, reading);
  }

  /**
   * Opens the file that a {@linkplain #stamp stamp} is of.
   *
   * @throws Refusal if there is another in its place
   */
  Table open(ReadOptions reading, List<Object> of) {
    requireStamp(of);
    Table table = open(reading);
    // Another may have come in between; from now on the table looks itself.
    requireStamp(of);
    return table;
  }

  /** Refuses a file in the place of the one that a {@linkplain #stamp stamp} is of. */
  void requireStamp(List<Object> of) {
    if (!of.equals(stamp())) {
      throw Refusal.bad(name + " has changed since it was fitted; fit again");
    }
  }

  /** Describes it; read once, since what a page has shown should stay so. */
  synchronized Map<String, Object> report() {
    if (report == null) {
      report = InputReport.of(this);
      if (isExample()) {
        report.put(
            "example", Map.of("name", Examples.nameOf(name), "samples", source == Source.SAMPLE));
      }
      if (source == Source.UPLOAD) {
        report.put("uploaded", true);
      }
    }
    return report;
  }

  /** Replaces the place of the file by the name that users know, in what is said of it. */
  String inWords(String line) {
    return line.replace(file.toString(), name);
  }

  /**
   * Returns the cells of some columns as they are written; made at the first call, by one pass.
   *
   * @param names of those that are {@linkplain #shown shown}
   * @param of what the file was: cells of another are none of that one, however many there are
   * @param room refuses where there is no room for so many bytes more; a packed file takes more
   *     than it has, so that it is asked again while cells are written
   */
  CellFile cells(boolean header, List<String> names, List<Object> of, LongConsumer room) {
    synchronized (cells) {
      return cells.computeIfAbsent(
          new Kept(header, names, of),
          kept -> {
            room.accept(bytes());
            ReadOptions reading =
                header
                    ? ReadOptions.DEFAULT
                    : ReadOptions.DEFAULT.withHeader(ReadOptions.Header.NO);
            return CellFile.of(
                open(reading, of),
                names,
                new CellFile.Choice(null, CellFile.SHOWN),
                folder.resolve(".cells-" + cells.size()),
                room);
          });
    }
  }

  /** Returns how many bytes the file has, which is about what its cells take; 0 for a folder. */
  long bytes() {
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the columns that can be shown row by row: all texts, and numbers if not too many.
   *
   * @param always those that are shown however many there are
   */
  static List<String> shown(Table table, Set<String> always) {
    boolean written = table.hasWrittenNumbers();
    long numbers = table.columns().stream().filter(Column::isNumeric).count();
    List<String> names = new ArrayList<>();
    long number = 0;
    for (Column column : table.columns()) {
      boolean near =
          number < FIRST_COLUMNS
              || number >= numbers - LAST_COLUMNS
              || always.contains(column.name());
      if (!column.isNumeric() || (written && near)) {
        names.add(column.name());
      }
      number += column.isNumeric() ? 1 : 0;
    }
    return names;
  }
}
