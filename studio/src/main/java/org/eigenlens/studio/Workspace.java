package org.eigenlens.studio;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A folder of the studio's own, readable by nobody else, that is removed when it is closed. What
 * all pages together put there is bounded.
 */
final class Workspace implements AutoCloseable {

  /** So much of the disk stays free. */
  private static final long SPARE = 256L << 20;

  private static final String PAGES = "pages";

  private final Path folder;
  private final long most;
  private final PrintWriter log;

  /**
   * Makes the folder.
   *
   * @param most how many bytes pages may keep in it
   */
  Workspace(long most, PrintWriter log) throws IOException {
    this.most = most;
    this.log = log;
    this.folder = Files.createTempDirectory("eigenlens-studio-"); // made for the owner alone
  }

  Path folder() {
    return folder;
  }

  /** Makes a folder in it for what a page keeps, which counts. */
  Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(PAGES).resolve(name));
  }

  /** Refuses to put so many bytes more here if there is no room; costs a look at each file. */
  void require(long bytes, String what) {
    try {
      long used = used();
      if (used + bytes > most) {
        throw new Refusal(
            Refusal.TOO_LARGE,
            "there is no room for %s: the studio keeps %s of %s at most; forget some models, or give paths instead of uploads"
                .formatted(what, size(used), size(most)));
      }
      if (bytes > Files.getFileStore(folder).getUsableSpace() - SPARE) {
        throw new Refusal(
            Refusal.TOO_LARGE,
            "there is no room on the disk for %s; free some, or set TMPDIR to another"
                .formatted(what));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String size(long bytes) {
    return bytes >= 1 << 20 ? (bytes >> 20) + " MB" : (bytes >> 10) + " KB";
  }

  private long used() throws IOException {
    long[] bytes = {0};
    Files.walkFileTree(
        folder.resolve(PAGES),
        new Walk() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }
        });
    return bytes[0];
  }

  /** Walks files that others may remove meanwhile. */
  private static class Walk extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }
  }

  /** Removes a folder with all that is in it, as far as it is there. */
  void remove(Path some) {
    try {
      Files.walkFileTree(
          some,
          new Walk() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
              Files.deleteIfExists(dir);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      log.println("warning: " + some + " could not be removed: " + Failures.line(e));
      log.flush();
    }
  }

  @Override
  public void close() {
    remove(folder);
  }
}
