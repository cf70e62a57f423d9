package org.eigenlens.cli;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder to write to: made if it is not there, and gone again if nothing was written to it. */
final class NewFolder implements Closeable {

  private final Path folder;

  /** What was not there, the innermost first. */
  private final List<Path> made = new ArrayList<>();

  /** Makes a folder, and some within it. */
  NewFolder(Path folder, Path... within) throws IOException {
    this.folder = folder;
    try {
      make(folder);
      for (Path inner : within) {
        make(folder.resolve(inner));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private void make(Path path) throws IOException {
    List<Path> chain = new ArrayList<>();
    Path missing = path.toAbsolutePath().normalize();
    while (missing != null && !Files.exists(missing, LinkOption.NOFOLLOW_LINKS)) {
      chain.add(missing);
      missing = missing.getParent();
    }
    made.addAll(0, chain);
    Files.createDirectories(path);
  }

  Path path() {
    return folder;
  }

  /** Removes the folders that were made and hold nothing. */
  @Override
  public void close() {
    for (Path empty : made) {
      try {
        Files.deleteIfExists(empty);
      } catch (IOException e) {
        assert e != null; // it is in use
      }
    }
  }
}
