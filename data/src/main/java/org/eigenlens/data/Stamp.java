package org.eigenlens.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * What tells whether a file is still the one that was opened: its size, when it was changed, and
 * where the system keeps one (else null) its key, which another file in its place lacks.
 *
 * <p>Rows of one pass must be those of the next, or sums of both would be of no data at all.
 */
record Stamp(String name, Path path, long size, FileTime changed, Object key) {

  /**
   * Looks at a file.
   *
   * @param name as users know it
   */
  static Stamp of(String name, Path path) throws IOException {
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    return new Stamp(name, path, now.size(), now.lastModifiedTime(), now.fileKey());
  }

  /** Refuses a file that is another now. */
  void require() throws IOException {
    Stamp now = of(name, path);
    if (!equals(now)) {
      throw DataException.at(
          Place.file(name),
          size == now.size
              ? "it was changed while it was read"
              : "it was changed while it was read, from %d bytes to %d".formatted(size, now.size),
          "wait until it is written, then start again");
    }
  }
}
