package org.eigenlens.studio;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A folder of the studio's own, readable by nobody else, that is removed when it is closed. */
final class Workspace implements AutoCloseable {

  /** So much of the disk stays free. */
  private static final long SPARE = 256L << 20;

  private final Path folder;

  Workspace() throws IOException {
    folder = Files.createTempDirectory("eigenlens-studio-"); // made for the owner alone
  }

  Path folder() {
    return folder;
  }

  /** Makes a folder in it. */
  Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  /** Returns how many more bytes may be written. */
  long room() throws IOException {
    return Math.max(0, Files.getFileStore(folder).getUsableSpace() - SPARE);
  }

  /** Removes a folder with all that is in it, as far as it is there. */
  static void remove(Path folder) {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE; // a job that ends removes what it wrote
              }
              throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
              Files.deleteIfExists(dir);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      System.err.println("warning: " + folder + " could not be removed: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    remove(folder);
  }
}
