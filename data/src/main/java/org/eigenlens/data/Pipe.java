package org.eigenlens.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** What can be read only once: a pipe, or a device. */
final class Pipe {

  private static final int BLOCK = 1 << 20;

  /** Other programs need some of the disk, too. */
  private static final long SPARED = 1L << 30;

  // What stat tells of the kind of a file, the same on every Unix.
  private static final int KIND = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  private Pipe() {}

  /**
   * Copies a pipe to a file that goes when the process ends, at once if that fails: a table is read
   * from its start as often as needed. A device may have no end, as /dev/zero: of one only text is
   * read, as a terminal gives it. A pipe without an end is refused before the disk is full.
   */
  static Path copied(String name, Path pipe, String fileName) {
    boolean device = isDevice(pipe);
    if (device && !isText(fileName)) {
      throw DataException.at(
          Place.file(name),
          "it is a device, of which only text is read",
          "save it to a file first");
    }
    Path copy = null;
    try {
      copy = Files.createTempFile("eigenlens-", "-" + fileName);
      copy.toFile().deleteOnExit();
      try (InputStream in = Files.newInputStream(pipe);
          OutputStream out = Files.newOutputStream(copy)) {
        copy(name, in, out, Files.getFileStore(copy), device, isText(fileName));
      }
      return copy;
    } catch (IOException e) {
      remove(copy);
      Optional<String> nowhere = copy == null ? TemporaryFiles.problem() : Optional.empty();
      throw DataException.at(
          Place.file(name),
          "it cannot be copied to a temporary file: "
              + nowhere.orElseGet(() -> RowCursor.reason(name, e)),
          (nowhere.isPresent() ? TemporaryFiles.remedy() : "check the space there")
              + ", or save it to a file first",
          e);
    } catch (DataException e) {
      remove(copy);
      throw e;
    }
  }

  private static void copy(
      String name, InputStream in, OutputStream out, FileStore disk, boolean device, boolean text)
      throws IOException {
    byte[] block = in.readNBytes(BLOCK);
    // Random bytes may look like a mark of UTF-16.
    if (text && (device || !TextInput.isWide(block))) {
      CsvFile.requireText(name, block);
    }
    long copied = 0;
    while (block.length > 0) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("it was cancelled");
      }
      if (disk.getUsableSpace() < SPARED) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "after %.1f GB less than 1 GB of the disk is free",
                copied / (double) SPARED));
      }
      out.write(block);
      copied += block.length;
      block = in.readNBytes(BLOCK);
    }
  }

  /** Tells whether something is no pipe and no socket, whose other end closes them some day. */
  private static boolean isDevice(Path path) {
    try {
      int kind = (int) Files.getAttribute(path, "unix:mode") & KIND;
      return kind != PIPE && kind != SOCKET;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false; // Windows has no such files
    }
  }

  private static boolean isText(String fileName) {
    return !fileName.endsWith(".gz")
        && (fileName.endsWith(".csv") || fileName.endsWith(".tsv") || fileName.contains("json"));
  }

  private static void remove(Path copy) {
    try {
      if (copy != null) {
        Files.deleteIfExists(copy);
      }
    } catch (IOException e) {
      // The process removes it at its end.
    }
  }
}
