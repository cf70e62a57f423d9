package org.eigenlens.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What can be read only once: a pipe, or a device. */
final class Pipe {

  private static final int BLOCK = 1 << 20;

  /** Other programs need some of the disk, too. */
  private static final long SPARED = 1L << 30;

  private Pipe() {}

  /**
   * Copies a pipe to a file that goes when the process ends, at once if that fails: a table is read
   * from its start as often as needed. What has no end, such as /dev/zero, is refused by what it
   * holds, or before the disk is full.
   */
  static Path copied(String name, Path pipe, String fileName) {
    Path copy = null;
    try {
      copy = Files.createTempFile("eigenlens-", "-" + fileName);
      copy.toFile().deleteOnExit();
      try (InputStream in = Files.newInputStream(pipe);
          OutputStream out = Files.newOutputStream(copy)) {
        copy(name, in, out, Files.getFileStore(copy), isText(fileName));
      }
      return copy;
    } catch (IOException e) {
      remove(copy);
      throw DataException.at(
          Place.file(name),
          "it cannot be copied to a temporary file: " + e.getMessage(),
          "check the space there, or save it to a file first",
          e);
    } catch (DataException e) {
      remove(copy);
      throw e;
    }
  }

  private static void copy(
      String name, InputStream in, OutputStream out, FileStore disk, boolean text)
      throws IOException {
    byte[] block = in.readNBytes(BLOCK);
    if (text && !TextInput.isWide(block)) {
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
