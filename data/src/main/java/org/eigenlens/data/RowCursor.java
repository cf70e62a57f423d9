package org.eigenlens.data;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CancellationException;

/**
 * Walks through the rows of all parts of a layout, in order.
 *
 * <p>Refuses numbers that are not finite, and files without rows.
 */
final class RowCursor implements Closeable {

  private final Layout layout;
  private final Reading reading;
  private long read;
  private int part = -1;
  private TableFile.Rows rows;
  private boolean empty;

  RowCursor(Layout layout) {
    this(layout, Reading.UNHEARD);
  }

  /** Walks, and says how far it has come. */
  RowCursor(Layout layout, Reading reading) {
    this(layout, reading, 0);
  }

  /**
   * Walks behind others, and says how far it has come.
   *
   * @param before the rows of those before
   */
  RowCursor(Layout layout, Reading reading, long before) {
    this.layout = layout;
    this.reading = reading;
    this.read = before;
  }

  /** Returns the file that the last chunk came from. */
  TableFile file() {
    return layout.parts().get(part).file();
  }

  /**
   * Returns the next rows, or null at the end of the last file.
   *
   * @throws CancellationException if the thread was interrupted
   */
  Chunk next() {
    if (Thread.currentThread().isInterrupted()) {
      throw cancelled();
    }
    try {
      while (true) {
        if (rows != null) {
          Chunk chunk = rows.next();
          if (chunk != null) {
            empty = false;
            requireFinite(layout, file(), chunk);
            reading.at(read);
            read += chunk.rows();
            return chunk;
          }
          rows.close();
          rows = null;
          file().requireUnchanged();
          if (empty) {
            throw noRows(file().name());
          }
        }
        if (part + 1 == layout.parts().size()) {
          return null;
        }
        part++;
        empty = true;
        Layout.Part next = layout.parts().get(part);
        next.file().requireUnchanged();
        rows = next.file().open(next.numeric(), next.text());
      }
    } catch (IOException e) {
      throw unreadable(file().name(), e);
    }
  }

  static DataException noRows(String file) {
    return DataException.at(Place.file(file), "it has no rows", "give a file with data in it");
  }

  private static CancellationException cancelled() {
    return new CancellationException("The work was cancelled.");
  }

  static DataException unreadable(String file, IOException e) {
    if (e instanceof ClosedByInterruptException) {
      throw cancelled();
    }
    return DataException.at(
        Place.file(file), "it cannot be read: " + reason(file, e), "check the file", e);
  }

  /** Returns why something failed: of some failures the system says no more than the file. */
  static String reason(String file, IOException e) {
    if (e instanceof FileSystemException known && known.getReason() == null) {
      String what =
          e instanceof AccessDeniedException
              ? "no permission"
              : e instanceof NoSuchFileException ? "it is gone" : e.getClass().getSimpleName();
      return file.equals(known.getFile()) ? what : known.getFile() + ": " + what;
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Refuses numbers that are not finite. */
  static void requireFinite(Layout layout, TableFile file, Chunk chunk) {
    int width = layout.width();
    double[] numbers = chunk.numbers();
    int count = chunk.rows() * width;
    for (int i = 0; i < count; i++) {
      if (Double.isInfinite(numbers[i])) {
        String column = layout.name(i % width);
        throw DataException.at(
            new Place(file.name(), file.unit(), chunk.line(i / width), column),
            "the number is not finite, or beyond 1.8e308, the largest double number",
            "correct it, or fit without the column: --exclude " + column);
      }
    }
  }

  @Override
  public void close() {
    try {
      if (rows != null) {
        rows.close();
      }
    } catch (IOException e) {
      throw unreadable(file().name(), e);
    }
  }
}
