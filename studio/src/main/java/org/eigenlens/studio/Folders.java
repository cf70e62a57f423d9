package org.eigenlens.studio;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** Walks folders in which others may remove and add files meanwhile. */
public final class Folders {

  private Folders() {}

  /**
   * Removes a folder with all that is in it, as far as it is there. What cannot be removed stays,
   * and all else goes.
   *
   * @return what stood in the way first, if anything did
   */
  public static Optional<IOException> remove(Path folder) {
    Removal removal = new Removal();
    try {
      Files.walkFileTree(folder, removal);
    } catch (IOException e) {
      removal.note(e);
    }
    return Optional.ofNullable(removal.first);
  }

  /** Returns how many bytes the files in a folder have. */
  static long bytes(Path folder) throws IOException {
    long[] bytes = {0};
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
    return bytes[0];
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    private IOException first;

    void note(IOException e) {
      if (first == null && !(e instanceof NoSuchFileException)) {
        first = e;
      }
    }

    private FileVisitResult remove(Path some) {
      try {
        Files.deleteIfExists(some);
      } catch (IOException e) {
        note(e);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      return remove(file);
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      note(e);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException e) {
      if (e != null) {
        note(e);
      }
      return remove(folder);
    }
  }
}
